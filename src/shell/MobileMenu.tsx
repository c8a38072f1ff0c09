// The menu of a narrow screen: the person on ink, the sections, who to ask.
import ArrowIcon from '@mui/icons-material/ChevronRight';
import CloseIcon from '@mui/icons-material/Close';
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import MoneyIcon from '@mui/icons-material/CurrencyRuble';
import SwipeableDrawer from '@mui/material/SwipeableDrawer';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { roleNames } from '../../contract/users.ts';
import { useActor, useClaims } from '../../providers/session.ts';
import { useBackCloses } from '../../widgets/leaveGuard.ts';
import { openSupport, toggleHelp } from '../../widgets/supportChat.ts';
import { PersonAvatar } from '../../widgets/PersonAvatar.tsx';
import { Logo } from './Logo.tsx';
import { entriesFor } from './menu.ts';
import { Entries, LegalDetails } from './NavMenu.tsx';
import styles from './nav.module.css';
import { placeName, UserMenu } from './UserMenu.tsx';
import { usePublicSettings } from './useShellData.ts';

/** Opens and closes by the burger, a swipe, the scrim and Esc; the focus stays inside. */
export function MobileMenu({ open, onOpen, onClose }: { open: boolean; onOpen: () => void; onClose: () => void }) {
  const { data } = usePublicSettings();
  useBackCloses(open, onClose);
  const paper = { role: 'dialog', 'aria-label': 'Меню', 'aria-modal': true } as const;
  return (
    <SwipeableDrawer open={open} onOpen={onOpen} onClose={onClose} disableSwipeToOpen slotProps={{ paper }}>
      <div className={styles.drawer}>
        <div className={styles.drawerHead} data-on-ink>
          <div className={styles.drawerTitle}>
            <Logo /> Реестр гаражей
            <button type="button" className={styles.close} aria-label="Закрыть меню" onClick={onClose}>
              <CloseIcon />
            </button>
          </div>
          <Person onGo={onClose} />
        </div>
        <nav aria-label="Мобильное меню">
          <Entries place="phone" onGo={onClose} />
          <Money onGo={onClose} />
        </nav>
        <div className={styles.drawerFoot}>
          {data && (
            <a className={styles.question} href={`mailto:${data.supportEmail}?subject=${encodeURIComponent('Вопрос')}`}>
              <HelpIcon />
              <span>
                Задать вопрос
                <small>{data.supportEmail}</small>
              </span>
            </a>
          )}
          <button
            type="button"
            className={styles.ask}
            onClick={() => {
              onClose();
              openSupport();
            }}
          >
            Чат поддержки
          </button>
          <button
            type="button"
            className={styles.ask}
            onClick={() => {
              onClose();
              toggleHelp();
            }}
          >
            Инструкция этой страницы
          </button>
          <LegalDetails />
        </div>
      </div>
    </SwipeableDrawer>
  );
}

/** Money below the sections: on a phone the header has only the desk. */
function Money({ onGo }: { onGo: () => void }) {
  const actor = useActor();
  const { pathname } = useLocation();
  const entries = entriesFor(actor, 'desk').filter(({ deskOnly }) => deskOnly);
  if (!entries.length) return null;
  const links = [...entries.map(({ label, to }) => ({ label, to })), { label: 'Долги', to: pages.debtAgeing }];
  return (
    <ul className={styles.entries} aria-label="Деньги">
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} className={styles.entry} aria-current={pathname === to ? 'page' : undefined} onClick={onGo}>
            <MoneyIcon />
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Person({ onGo }: { onGo: () => void }) {
  const claims = useClaims();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={styles.who}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PersonAvatar name={claims?.uname ?? ''} size={44} ink />
        <span>
          <b>{claims?.uname}</b>
          <small>{placeName(claims)}</small>
          <small>{roleNames[claims?.role ?? '']}</small>
        </span>
        <ArrowIcon fontSize="small" />
      </button>
      <UserMenu anchor={anchor} onClose={() => setAnchor(null)} onGo={onGo} />
    </>
  );
}
