// The person at work in the header, and the menu that it opens.
import ArrowIcon from '@mui/icons-material/KeyboardArrowDown';
import { useState, type KeyboardEvent } from 'react';
import type { Claims } from '../../contract/session.ts';
import { useClaims } from '../../providers/session.ts';
import { PersonAvatar } from '../../widgets/PersonAvatar.tsx';
import header from './header.module.css';
import { later, Popover } from '../../widgets/overlay.tsx';

const UserMenuBody = later(() => import('./UserMenuBody.tsx'));
const MENU_WIDTH = 354;

/** Name of the place where the person works now. */
export const placeName = (claims: Claims | null): string =>
  claims?.po_name ?? claims?.mo_name ?? claims?.region_name ?? '';

/** Name and place in the header; opens the menu. */
export function PersonButton() {
  const claims = useClaims();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={header.person}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title="Меню пользователя"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PersonAvatar name={claims?.uname ?? ''} size={34} ink />
        <span className={header.personWords}>
          <b>{claims?.uname}</b>
          <span>{placeName(claims)}</span>
        </span>
        <ArrowIcon fontSize="small" />
      </button>
      <UserMenu anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}

interface UserMenuProps {
  anchor: HTMLElement | null;
  onClose: () => void;
  /** Hears that something was chosen: the mobile menu closes too. */
  onGo?: () => void;
}

export function UserMenu({ anchor, onClose, onGo }: UserMenuProps) {
  return (
    <Popover
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': 'Меню пользователя',
          onKeyDown: walk,
          sx: { mt: '6px', width: MENU_WIDTH, maxWidth: 'calc(100vw - 16px)', maxHeight: 'calc(100dvh - 80px)' },
        },
      }}
    >
      <UserMenuBody
        onGo={() => {
          onClose();
          onGo?.();
        }}
      />
    </Popover>
  );
}

/** Arrows walk over what can be chosen, as in a menu. */
function walk(event: KeyboardEvent<HTMLDivElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const stops = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('a, button'));
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[at < 0 && step < 0 ? stops.length - 1 : (at + step + stops.length) % stops.length]?.focus();
}
