// Menu of actions under a button: «Ещё».
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import type { DropdownItem } from './DropdownMenu.tsx';
import { DropdownMenu } from './overlay.tsx';

export type { DropdownItem };

export interface DropdownProps {
  label: string;
  startIcon?: ReactNode;
  items: readonly DropdownItem[];
  variant?: 'outlined' | 'text' | 'contained';
  disabled?: boolean;
}

/** Esc closes the menu and the focus returns to the button. */
export function Dropdown({ label, startIcon, items, variant = 'outlined', disabled }: DropdownProps) {
  const [trigger, menu] = useDropdown(label, items);
  return (
    <>
      <Button {...trigger} disabled={disabled === true} variant={variant} startIcon={startIcon}>
        {label}
      </Button>
      {menu}
    </>
  );
}

/** Attributes of the button, and the menu that it opens. */
export function useDropdown(label: string, items: readonly DropdownItem[]) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const trigger = {
    'aria-haspopup': 'menu' as const,
    'aria-expanded': anchor !== null,
    'aria-controls': anchor ? id : undefined,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  };
  const menu = { id, label, items, open: anchor !== null, anchorEl: anchor, onClose: () => setAnchor(null) };
  return [trigger, <DropdownMenu key="menu" {...menu} />] as const;
}
