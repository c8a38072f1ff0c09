// Look of what holds content: paper, tables, dialogs, menus, toasts, tooltips. Hairlines instead of shadows.
import type { Components, Theme } from '@mui/material/styles';
import { cssVar, layout, radius, shadow } from './tokens.ts';
import { rem } from './variables.ts';

/** Overrides of Material UI's surfaces. */
export const surfaceOverrides: Components<Theme> = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none', boxShadow: 'none' }, rounded: { borderRadius: radius.card } },
  },
  MuiDivider: { styleOverrides: { root: { borderColor: cssVar('line') } } },
  MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: cssVar('scrim') } } } },
  MuiDialog: {
    defaultProps: { transitionDuration: { enter: 180, exit: 120 } },
    styleOverrides: {
      paper: {
        width: layout.dialog,
        maxWidth: 'calc(100vw - 32px)',
        margin: 16,
        borderRadius: radius.dialog,
        boxShadow: shadow.dialog,
        // Below 480 px a dialog is a sheet that rises from the bottom edge.
        [`@media (max-width: ${layout.dialogFrom - 1}px)`]: {
          width: '100%',
          maxWidth: '100%',
          maxHeight: 'calc(100dvh - 24px)',
          margin: 0,
          alignSelf: 'flex-end',
          borderRadius: `${radius.dialog}px ${radius.dialog}px 0 0`,
        },
      },
      paperFullScreen: { width: '100%', maxWidth: '100%', margin: 0, borderRadius: 0 },
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { padding: '20px 24px 12px', fontSize: rem(18), lineHeight: rem(24), fontWeight: 600 } },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '0 24px 20px' } } },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        padding: '14px 24px',
        gap: 10,
        borderTop: `1px solid ${cssVar('line')}`,
        '& > :not(style) ~ :not(style)': { marginLeft: 0 },
      },
    },
  },
  MuiPopover: { styleOverrides: { paper: menuPaper() } },
  MuiMenu: {
    styleOverrides: { paper: { ...menuPaper(), maxHeight: 'min(295px, calc(100dvh - 32px))', maxWidth: 354 } },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: 40,
        margin: '0 8px',
        padding: '6px 10px',
        borderRadius: radius.chip,
        fontSize: 'var(--gr-font-body)',
        '&:hover, &.Mui-focusVisible': { backgroundColor: cssVar('hover') },
        '&.Mui-focusVisible': { outlineOffset: -2 },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: cssVar('selected') },
        '@media (pointer: coarse)': { minHeight: 48 },
      },
    },
  },
  MuiListItemIcon: {
    styleOverrides: { root: { minWidth: 34, color: cssVar('text2'), '& .MuiSvgIcon-root': { fontSize: 20 } } },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 100 },
    styleOverrides: {
      tooltip: {
        maxWidth: 320,
        padding: '6px 10px',
        border: `1px solid ${cssVar('lineStrong')}`,
        borderRadius: radius.chip,
        boxShadow: shadow.tooltip,
        backgroundColor: cssVar('surface'),
        color: cssVar('text'),
        fontSize: rem(12),
        lineHeight: rem(17),
        fontWeight: 400,
      },
    },
  },
};

function menuPaper() {
  return { border: `1px solid ${cssVar('lineStrong')}`, borderRadius: radius.card, boxShadow: shadow.menu };
}
