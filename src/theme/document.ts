// Styles of the whole document: variables, type, figures of one width, focus ring, print and reduced motion.
import type { CSSObject } from '@mui/material/styles';
import { cssVar, fontFamily } from './tokens.ts';
import { rootVariables } from './variables.ts';

/** What `CssBaseline` adds to the page. */
export function documentStyles(): CSSObject {
  return {
    ...rootVariables(),
    html: { WebkitTextSizeAdjust: '100%' },
    body: {
      fontFamily,
      fontSize: 'var(--gr-font-body)',
      lineHeight: 1.5,
      color: cssVar('text'),
      backgroundColor: cssVar('surface'),
      fontVariantNumeric: 'tabular-nums lining-nums',
      overflowWrap: 'break-word',
    },
    a: { color: cssVar('link'), textDecorationThickness: '1px', textUnderlineOffset: '2px' },
    ':focus-visible': { outline: `2px solid ${cssVar('focus')}`, outlineOffset: 2 },
    // A dark bar (header, selection) says so once and everything inside it gets a ring that can be seen.
    '[data-on-ink] :focus-visible': { outlineColor: cssVar('focusOnInk') },
    '::selection': { backgroundColor: cssVar('primary'), color: cssVar('onPrimary') },
    '@media (prefers-reduced-motion: reduce)': {
      ...(rootVariables()['@media (prefers-reduced-motion: reduce)'] as CSSObject),
      '*, *::before, *::after': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // None, not a short one: that makes every element move every property, so colours reach the depth of a page level by level.
        transition: 'none !important',
        scrollBehavior: 'auto !important',
      },
    },
    // High contrast takes tints and underlines away: what is chosen keeps a ring.
    '@media (forced-colors: active)': {
      '[aria-current]:not([aria-current="false"]), html [aria-pressed="true"], html [aria-selected="true"], [aria-checked="true"]':
        {
          outline: '2px solid Highlight',
          outlineOffset: '-2px',
        },
      'html .MuiButton-contained': { border: '1px solid' },
    },
    '@media print': {
      ...(rootVariables()['@media print'] as CSSObject),
      body: { backgroundColor: '#fff', color: '#000' },
    },
  };
}
