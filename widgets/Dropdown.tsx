// Menu of actions under a button: «⋯», «Ещё».
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Menu } from './overlay.tsx';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';

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

export interface DropdownProps {
  /** Name of the button; with `icon` it is the tooltip. */
  label: string;
  /** Only an icon on the button. */
  icon?: ReactNode;
  /** Icon before the words. */
  startIcon?: ReactNode;
  items: readonly DropdownItem[];
  variant?: 'outlined' | 'text' | 'contained';
  disabled?: boolean;
}

/** The list is at most 295 px high and 340 px wide; Esc closes it and the focus returns to the button. */
export function Dropdown({ label, icon, startIcon, items, variant = 'outlined', disabled }: DropdownProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const trigger = {
    'aria-haspopup': 'menu' as const,
    'aria-expanded': anchor !== null,
    'aria-controls': anchor ? id : undefined,
    disabled: disabled === true,
    onClick: (event: { currentTarget: HTMLElement }) => setAnchor(event.currentTarget),
  };
  return (
    <>
      {icon ? (
        <IconButtonWithTip {...trigger} label={label}>
          {icon}
        </IconButtonWithTip>
      ) : (
        <Button {...trigger} variant={variant} startIcon={startIcon}>
          {label}
        </Button>
      )}
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 295, maxWidth: 340 } }, list: { 'aria-label': label } }}
      >
        {items.flatMap((item) => [
          item.divided && <Divider key={`${item.key}-line`} sx={{ my: 0.5 }} />,
          <MenuItem
            key={item.key}
            selected={item.current === true}
            aria-current={item.current || undefined}
            disabled={item.disabled === true}
            sx={{ whiteSpace: 'normal', ...(item.danger && { color: 'var(--gr-red)' }) }}
            onClick={() => {
              setAnchor(null);
              item.onSelect();
            }}
          >
            {item.icon && <ListItemIcon sx={{ color: 'inherit' }}>{item.icon}</ListItemIcon>}
            <span>
              {item.label}
              {item.hint && <small style={{ display: 'block', color: 'var(--gr-text2)' }}>{item.hint}</small>}
            </span>
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
}
