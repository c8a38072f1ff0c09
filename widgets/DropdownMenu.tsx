// The open menu of a dropdown; its code comes after the first page.
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';

export interface DropdownItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Second line in grey. */
  hint?: ReactNode;
  /** The one in force: a tint and a dot read as «выбрано». */
  current?: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** A hairline above. */
  divided?: boolean;
  onSelect: () => void;
}

const closer = {
  '@media (pointer: fine)': {
    '& .MuiMenuItem-root': { minHeight: 31, padding: '1px 10px' },
    '& .MuiList-root': { padding: '4px 0' },
  },
} as const;

export interface DropdownMenuProps {
  id: string;
  label: string;
  items: readonly DropdownItem[];
  open: boolean;
  anchorEl: HTMLElement | null;
  onClose: () => void;
}

/** More entries than this stand closer, so that the last one is in sight too. */
const MANY = 6;

/** At most 295 px high and 340 px wide; Esc closes it. */
export default function DropdownMenu({ id, label, items, open, anchorEl, onClose }: DropdownMenuProps) {
  return (
    <Menu
      id={id}
      anchorEl={anchorEl}
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          sx: {
            maxHeight: 295,
            maxWidth: 340,
            ...(items.length > MANY && closer),
          },
        },
        // An entry that can't be chosen is come to as well: it says why.
        list: { 'aria-label': label, disabledItemsFocusable: true },
      }}
    >
      {items.flatMap((item) => [
        item.divided && <Divider key={`${item.key}-line`} sx={{ my: 0.5 }} />,
        <MenuItem
          key={item.key}
          selected={item.current === true}
          aria-current={item.current || undefined}
          disabled={item.disabled === true}
          sx={{
            whiteSpace: 'normal',
            ...(item.danger && { color: 'var(--gr-red)' }),
            // The reason stays readable while the name is dim.
            ...(item.disabled && item.hint && { '&.Mui-disabled': { opacity: 1, '& [data-dim]': { opacity: 0.45 } } }),
          }}
          onClick={() => {
            onClose();
            item.onSelect();
          }}
        >
          {item.icon && (
            <ListItemIcon data-dim sx={{ color: 'inherit' }}>
              {item.icon}
            </ListItemIcon>
          )}
          <span>
            <span data-dim>{item.label}</span>
            {item.hint && <small style={{ display: 'block', color: 'var(--gr-text2)' }}>{item.hint}</small>}
          </span>
        </MenuItem>,
      ])}
    </Menu>
  );
}
