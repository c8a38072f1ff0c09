// Look of Material UI's fields, where a page uses them: label above a 38 px box, a clear rim, a ring when focused.
import type { Components, Theme } from '@mui/material/styles';
import { cssVar, radius } from './tokens.ts';
import { rem } from './variables.ts';

/** Overrides of Material UI's inputs, checkboxes and radios. */
export const inputOverrides: Components<Theme> = {
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', fullWidth: true } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        marginBottom: 4,
        fontSize: rem(12),
        lineHeight: rem(16),
        fontWeight: 500,
        color: cssVar('text2'),
        '&.Mui-focused': { color: cssVar('text2') },
        '&.Mui-error': { color: cssVar('red') },
      },
      asterisk: { color: cssVar('text2') },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        minHeight: 'var(--gr-size-input)',
        borderRadius: radius.control,
        fontSize: 'var(--gr-font-input)',
        backgroundColor: cssVar('surface'),
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: cssVar('control') },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: cssVar('focus'), borderWidth: 2 },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: cssVar('redLine'), borderWidth: 2 },
        '&.Mui-disabled': { backgroundColor: cssVar('sunken') },
      },
      input: {
        height: 'auto',
        padding: '8px 12px',
        '&::placeholder': { color: cssVar('text3'), opacity: 1 },
        '&:focus-visible': { outline: 'none' },
      },
      notchedOutline: { top: 0, borderColor: cssVar('control'), '& legend': { display: 'none' } },
    },
  },
  MuiInputBase: { styleOverrides: { input: { '&:focus-visible': { outline: 'none' } } } },
  MuiFormHelperText: {
    styleOverrides: {
      root: { margin: '4px 0 0', fontSize: rem(12), lineHeight: rem(16), '&.Mui-error': { color: cssVar('red') } },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: {
        width: 36,
        height: 36,
        color: cssVar('control'),
        '&:hover': { backgroundColor: 'transparent' },
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: cssVar('primary') },
        '& .MuiSvgIcon-root': { fontSize: 20 },
        '@media (pointer: coarse)': { width: 44, height: 44 },
      },
    },
  },
  MuiRadio: {
    styleOverrides: {
      root: {
        width: 36,
        height: 36,
        color: cssVar('control'),
        '&:hover': { backgroundColor: 'transparent' },
        '&.Mui-checked': { color: cssVar('primary') },
        '@media (pointer: coarse)': { width: 44, height: 44 },
      },
    },
  },
  MuiAutocomplete: { styleOverrides: { listbox: { maxHeight: 340 } } },
};
