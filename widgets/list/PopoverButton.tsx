// A button that opens a small box with fields of its own: columns, saved views.
import Button from '@mui/material/Button';
import { useId, useState, type ReactNode } from 'react';
import { Popover } from '../overlay.tsx';
import styles from './list.module.css';

export interface PopoverButtonProps {
  label: string;
  icon: ReactNode;
  /** Content of the box; `close` puts the focus back on the button. */
  children: (close: () => void) => ReactNode;
}

/** A dialog rather than a menu: what is inside is walked with Tab, and typing goes to its fields. */
export function PopoverButton({ label, icon, children }: PopoverButtonProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        startIcon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { id, role: 'dialog', 'aria-label': label, className: styles.popover! } }}
      >
        {children(close)}
      </Popover>
    </>
  );
}
