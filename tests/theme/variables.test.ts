// The tokens as variables of the page: both schemes, paper, touch, calm; styles that all pages have.
import type { CSSObject } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { documentStyles } from '../../src/theme/document.ts';
import { darkColors, lightColors } from '../../src/theme/tokens.ts';
import { rem, rootVariables } from '../../src/theme/variables.ts';

type Declarations = Record<string, string | number>;
const all = rootVariables();
const of = (block: string, selector?: string) =>
  (selector ? (all[block] as Record<string, Declarations>)[selector] : all[block]) as Declarations;
const colours = (colors: Record<string, string>) =>
  Object.fromEntries(Object.entries(colors).map(([name, value]) => [`--gr-${name}`, value]));
const calm = '@media (prefers-reduced-motion: reduce)';
const touch = '@media (pointer: coarse), (max-width: 768px)';

describe('variables of the root', () => {
  it('of the light scheme: every colour, charts and ages of debts by number', () => {
    expect(of(':root')).toMatchObject({ colorScheme: 'light', ...colours(lightColors) });
    expect(of(':root')).toMatchObject({
      '--gr-chart-1': '#204880',
      '--gr-chart-8': '#8297A3',
      '--gr-debtAge-1': '#D9776D',
      '--gr-debtAge-4': '#6E130E',
    });
    expect(of(':root')).not.toHaveProperty('--gr-chart-0');
  });
  it('of the dark one, when it is chosen and when the system wishes it before anything is chosen', () => {
    const chosen = of(':root[data-theme="dark"]');
    expect(chosen).toMatchObject({
      colorScheme: 'dark',
      ...colours(darkColors),
      '--gr-chart-1': '#3690E1',
      '--gr-debtAge-4': '#FFCBC5',
    });
    expect(of('@media (prefers-color-scheme: dark)', ':root:not([data-theme])')).toEqual(chosen);
    // Measures are of one scheme and the other: they stand in the first block alone.
    expect(Object.keys(chosen).filter((name) => /size|font|shadow/.test(name))).toEqual([]);
  });
  it('paper is white whatever the screen is', () => {
    expect(of('@media print', ':root, :root[data-theme="dark"]')).toMatchObject({
      colorScheme: 'light',
      ...colours(lightColors),
    });
  });
  it('sizes in px, type in rem, layers, shadows and motion', () => {
    expect(of(':root')).toMatchObject({
      '--gr-fast': '120ms',
      '--gr-easeOut': 'cubic-bezier(.2,0,0,1)',
      '--gr-shadow-menu': '0 10px 30px rgba(10,20,40,.16)',
      '--gr-z-dialog': 41,
      '--gr-size-header': '60px',
      '--gr-size-nav': '228px',
      '--gr-size-editorBar': '60px',
      '--gr-size-input': '38px',
      '--gr-size-row': '38px',
      '--gr-font-body': '0.875rem',
      '--gr-font-table': '0.8125rem',
      '--gr-font-input': '0.875rem',
      '--gr-pageX': '24px',
    });
  });
  it('under a finger all is larger; a box of 16 px is not enlarged by a phone', () => {
    expect(of(touch, ':root')).toMatchObject({
      '--gr-size-input': '48px',
      '--gr-size-navItem': '54px',
      '--gr-font-body': '0.9375rem',
      '--gr-font-table': '0.9375rem',
      '--gr-font-input': '1rem',
      '--gr-pageX': 'clamp(16px, 2.6vw, 24px)',
    });
    expect(of(touch, ':root')).not.toHaveProperty('--gr-ink');
  });
  it('who wants no motion gets none', () => {
    expect(of(calm, ':root')).toEqual({ '--gr-fast': '0ms', '--gr-base': '0ms', '--gr-slow': '0ms' });
  });
  it('a size in rem follows the letters of the browser', () => {
    expect([rem(16), rem(24), rem(14)]).toEqual(['1rem', '1.5rem', '0.875rem']);
  });
});

describe('styles of the document', () => {
  const styles = documentStyles();
  it('hold the variables, also where a rule adds to their block', () => {
    for (const [block, declared] of Object.entries(all)) expect(styles[block], block).toMatchObject(declared);
    expect(styles['@media print']).toMatchObject({ body: { backgroundColor: '#fff', color: '#000' } });
    expect(Object.keys(styles[calm] as CSSObject)).toEqual([':root', '*, *::before, *::after']);
  });
  it('type: figures of one width, long words broken, colours by their roles', () => {
    expect(styles.body).toEqual({
      fontFamily: "'Golos Text Variable','Golos Text',system-ui,sans-serif",
      fontSize: 'var(--gr-font-body)',
      lineHeight: 1.5,
      color: 'var(--gr-text)',
      backgroundColor: 'var(--gr-surface)',
      fontVariantNumeric: 'tabular-nums lining-nums',
      overflowWrap: 'break-word',
    });
    expect(styles.html).toEqual({ WebkitTextSizeAdjust: '100%' });
    expect(styles.a).toEqual({ color: 'var(--gr-link)', textDecorationThickness: '1px', textUnderlineOffset: '2px' });
    expect(styles['::selection']).toEqual({ backgroundColor: 'var(--gr-primary)', color: 'var(--gr-onPrimary)' });
  });
  it('the focus has a ring that is seen on any ground', () => {
    expect(styles[':focus-visible']).toEqual({ outline: '2px solid var(--gr-focus)', outlineOffset: 2 });
    expect(styles['[data-on-ink] :focus-visible']).toEqual({ outlineColor: 'var(--gr-focusOnInk)' });
  });
  it('where colours are forced what is chosen keeps a ring, buttons an edge', () => {
    const forced = styles['@media (forced-colors: active)'] as Record<string, CSSObject>;
    const [chosen, ring] = Object.entries(forced)[0]!;
    for (const part of ['aria-current', 'aria-pressed', 'aria-selected', 'aria-checked'])
      expect(chosen).toContain(part);
    expect(ring).toEqual({ outline: '2px solid Highlight', outlineOffset: '-2px' });
    expect(forced['html .MuiButton-contained']).toEqual({ border: '1px solid' });
  });
  it('who wants no motion: nothing moves, nothing repeats, nothing glides', () => {
    expect((styles[calm] as Record<string, CSSObject>)['*, *::before, *::after']).toEqual({
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    });
  });
});
