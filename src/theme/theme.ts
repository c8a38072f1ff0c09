// The Material UI theme of the console: both schemes in one object, told apart by CSS variables, so a switch renders nothing.
import { createTheme } from '@mui/material/styles';
import { controlOverrides } from './controls.ts';
import { documentStyles } from './document.ts';
import { surfaceOverrides } from './surfaces.ts';
import type { ColorName } from './tokens.ts';
import { darkColors, fontFamily, layers, layout, lightColors, radius, typeScale } from './tokens.ts';
import { rem, schemeAttribute } from './variables.ts';

/**
 * One theme for light and dark. `down('md')` is 768 px or less and `down('lg')` is 1024 px or less, the product's own
 * turning points; the scheme in force stands in `data-theme` on the root element.
 */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'mui', colorSchemeSelector: schemeAttribute },
  colorSchemes: { light: { palette: palette(lightColors) }, dark: { palette: palette(darkColors) } },
  breakpoints: {
    values: {
      xs: 0,
      sm: layout.breakpoints.phone,
      md: layout.breakpoints.narrow + 1,
      lg: layout.breakpoints.burger + 1,
      xl: layout.breakpoints.desk,
    },
  },
  spacing: 8,
  shape: { borderRadius: radius.control },
  zIndex: {
    appBar: layers.header,
    drawer: layers.drawer,
    modal: layers.dialog,
    snackbar: layers.toast,
    tooltip: layers.tooltip,
  },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 120,
      standard: 180,
      complex: 240,
      enteringScreen: 180,
      leavingScreen: 120,
    },
  },
  typography: typography(),
  components: {
    MuiCssBaseline: { styleOverrides: documentStyles() },
    ...controlOverrides,
    ...surfaceOverrides,
  },
});

function palette(colors: Record<ColorName, string>) {
  return {
    primary: { main: colors.primary, dark: colors.primaryHover, light: colors.link, contrastText: colors.onPrimary },
    secondary: { main: colors.text2, dark: colors.text, contrastText: colors.surface },
    warning: { main: colors.amber, dark: colors.amberText, contrastText: colors.onAmber },
    error: { main: colors.red, dark: colors.redStrong, contrastText: colors.onRed },
    success: { main: colors.green, dark: colors.green, contrastText: colors.surface },
    info: { main: colors.link, dark: colors.primaryHover, contrastText: colors.surface },
    background: { default: colors.surface, paper: colors.surface },
    text: { primary: colors.text, secondary: colors.text2, disabled: colors.text3 },
    divider: colors.line,
    action: {
      hover: colors.hover,
      selected: colors.selected,
      disabled: colors.text2,
      disabledBackground: colors.greyTint,
    },
  };
}

function typography() {
  const scale = ({
    size,
    line,
    weight,
    tracking,
  }: {
    size: number;
    line: number;
    weight: number;
    tracking?: string;
  }) => ({
    fontSize: rem(size),
    lineHeight: line / size,
    fontWeight: weight,
    letterSpacing: tracking ?? 0,
  });
  const body = { ...scale(typeScale.body), fontSize: 'var(--gr-font-body)' };
  return {
    fontFamily,
    fontWeightBold: 600,
    h1: scale(typeScale.h1),
    h2: scale(typeScale.h2),
    h3: scale(typeScale.h3),
    h4: scale(typeScale.display),
    h5: scale(typeScale.h2),
    h6: scale(typeScale.h3),
    subtitle1: { ...body, fontWeight: 500 },
    subtitle2: scale({ ...typeScale.table, weight: 500 }),
    body1: body,
    body2: { ...scale(typeScale.table), fontSize: 'var(--gr-font-table)' },
    caption: scale(typeScale.helper),
    overline: { ...scale(typeScale.label), textTransform: 'none' as const },
    button: { ...scale(typeScale.button), textTransform: 'none' as const },
  };
}
