// Look of what is pressed: buttons, tabs, chips, switches, links. Flat, no capitals, no ripple.
import { keyframes } from '@mui/material/styles';
import type { Components, Theme } from '@mui/material/styles';
import { cssVar, radius } from './tokens.ts';
import { rem } from './variables.ts';

const runAlong = keyframes`from { transform: translateX(-100%) } to { transform: translateX(250%) }`;
const ring = { outline: `2px solid ${cssVar('focus')}`, outlineOffset: 2 };
const colorMove = 'background-color var(--gr-fast), border-color var(--gr-fast), color var(--gr-fast)';

/** Overrides of Material UI's buttons and their relatives. */
export const controlOverrides: Components<Theme> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    styleOverrides: {
      root: {
        '&:focus-visible, &.Mui-focusVisible': ring,
        // What can't be pressed says why; a disabled link would be followed, so it stays dead.
        'button&.Mui-disabled[title]:not([title=""])': { pointerEvents: 'auto', cursor: 'not-allowed' },
      },
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined' },
    styleOverrides: {
      root: {
        height: 'var(--gr-size-button)',
        minWidth: 0,
        padding: '0 14px',
        borderRadius: radius.control,
        whiteSpace: 'nowrap',
        transition: colorMove,
        '&.Mui-disabled, &.Mui-disabled:hover': {
          backgroundColor: cssVar('greyTint'),
          color: cssVar('text2'),
          borderColor: 'transparent',
        },
        // A busy button keeps its words and its width; a bar runs along its lower edge.
        '&.MuiButton-loading': { overflow: 'hidden', color: cssVar('text2') },
        '&.MuiButton-loading::after': {
          position: 'absolute',
          bottom: 0,
          left: 0,
          width: '40%',
          height: 3,
          backgroundColor: cssVar('link'),
          animation: `${runAlong} 1.1s linear infinite`,
          content: '""',
        },
      },
      loadingIndicator: { display: 'none' },
      contained: { '&:hover': { backgroundColor: cssVar('primaryHover') } },
      outlined: {
        borderColor: cssVar('lineStrong'),
        backgroundColor: cssVar('surface'),
        color: cssVar('text'),
        '&:hover': { backgroundColor: cssVar('hover'), borderColor: cssVar('lineStrong') },
        '&.MuiButton-colorError': { color: cssVar('red'), borderColor: cssVar('redLine') },
        '&.MuiButton-colorError:hover': { backgroundColor: cssVar('redTint') },
      },
      text: {
        padding: '0 8px',
        color: cssVar('link'),
        '&:hover': { backgroundColor: cssVar('hover') },
        '&.MuiButton-colorError': { color: cssVar('red') },
        '&.Mui-disabled, &.Mui-disabled:hover': { backgroundColor: 'transparent' },
      },
      sizeSmall: { height: 30, fontSize: rem(13), padding: '0 10px', '@media (pointer: coarse)': { height: 44 } },
      sizeLarge: { height: 44, fontSize: rem(15), '@media (pointer: coarse), (max-width: 768px)': { height: 48 } },
      startIcon: { marginLeft: 0, marginRight: 8, '& > *:nth-of-type(1)': { fontSize: 18 } },
      endIcon: { marginLeft: 8, marginRight: 0, '& > *:nth-of-type(1)': { fontSize: 18 } },
    },
    variants: [
      {
        props: { variant: 'contained', color: 'error' },
        style: { '&:hover': { backgroundColor: cssVar('redStrong') } },
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: 'var(--gr-size-iconButton)',
        height: 'var(--gr-size-iconButton)',
        padding: 0,
        borderRadius: radius.control,
        color: cssVar('text2'),
        transition: colorMove,
        '&:hover': { backgroundColor: cssVar('hover') },
        '& .MuiSvgIcon-root': { fontSize: 20 },
        '&.Mui-disabled': { color: cssVar('lineStrong') },
        '&.Mui-disabled:hover': { backgroundColor: 'transparent' },
      },
      sizeSmall: { width: 28, height: 28, '@media (pointer: coarse)': { width: 44, height: 44 } },
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 'var(--gr-size-tab)', borderBottom: `1px solid ${cssVar('line')}` },
      list: { gap: 26 },
      indicator: { height: 3, backgroundColor: cssVar('link'), borderRadius: '2px 2px 0 0', transition: 'none' },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minWidth: 0,
        minHeight: 'var(--gr-size-tab)',
        padding: 0,
        fontWeight: 500,
        color: cssVar('text2'),
        '&.Mui-selected': { color: cssVar('text') },
        '&:hover': { color: cssVar('text') },
        '&.Mui-focusVisible': { outlineOffset: -2, borderRadius: radius.xs },
      },
    },
  },
};
