// The tokens as CSS variables on the root: `--gr-line` and its kind for both schemes, heights and type for desk and touch.
import type { ColorName } from './tokens.ts';
import {
  chartColors,
  darkColors,
  debtAgeColors,
  density,
  layers,
  layout,
  lightColors,
  motion,
  shadow,
  touchQuery,
  typeScale,
} from './tokens.ts';

/** Attribute of the root element that holds the scheme in force. */
export const schemeAttribute = 'data-theme';

type Declarations = Record<string, string | number>;

/**
 * Style object for the whole document. The dark values come twice: once for a chosen scheme, once for the system's wish
 * while nothing has set the attribute yet, so that the first frame has the right colours.
 */
export function rootVariables(): Record<string, Declarations | Record<string, Declarations>> {
  const dark = { colorScheme: 'dark', ...schemeVariables('dark') };
  return {
    ':root': { colorScheme: 'light', ...schemeVariables('light'), ...fixedVariables(), ...densityVariables('desk') },
    [`:root[${schemeAttribute}="dark"]`]: dark,
    '@media (prefers-color-scheme: dark)': { [`:root:not([${schemeAttribute}])`]: dark },
    [touchQuery]: { ':root': densityVariables('touch') },
    // Paper is white whatever the screen is.
    '@media print': {
      [`:root, :root[${schemeAttribute}="dark"]`]: { colorScheme: 'light', ...schemeVariables('light') },
    },
    '@media (prefers-reduced-motion: reduce)': {
      ':root': { '--gr-fast': '0ms', '--gr-base': '0ms', '--gr-slow': '0ms' },
    },
  };
}

function schemeVariables(scheme: 'light' | 'dark'): Declarations {
  const colors: Record<ColorName, string> = scheme === 'dark' ? darkColors : lightColors;
  return {
    ...prefixed('', colors),
    ...prefixed('chart-', numbered(chartColors[scheme])),
    ...prefixed('debtAge-', numbered(debtAgeColors[scheme])),
  };
}

function fixedVariables(): Declarations {
  const heights = { header: layout.header, nav: layout.nav, editorBar: layout.editorBar };
  return {
    ...prefixed('', motion),
    ...prefixed('shadow-', shadow),
    ...prefixed('z-', layers),
    ...Object.fromEntries(Object.entries(heights).map(([name, px]) => [`--gr-size-${name}`, `${px}px`])),
  };
}

/** Heights `--gr-size-input`… in px and type sizes `--gr-font-body`, `-table`, `-input`, and the side padding of a page. */
function densityVariables(kind: 'desk' | 'touch'): Declarations {
  const touch = kind === 'touch';
  const sizes = Object.entries(density[kind]).map(([name, px]) => [`--gr-size-${name}`, `${px}px`]);
  return {
    ...Object.fromEntries(sizes),
    '--gr-font-body': rem(touch ? 15 : typeScale.body.size),
    '--gr-font-table': rem(touch ? 15 : typeScale.table.size),
    '--gr-font-input': rem(touch ? 16 : typeScale.body.size),
    '--gr-pageX': touch ? 'clamp(16px, 2.6vw, 24px)' : '24px',
  };
}

/** Size in rem, so that the reader's own font size in the browser still counts. */
export const rem = (px: number) => `${px / 16}rem`;

const prefixed = (group: string, values: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--gr-${group}${name}`, value]));

const numbered = (values: readonly string[]) =>
  Object.fromEntries(values.map((value, index) => [String(index + 1), value]));
