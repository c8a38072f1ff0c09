// The header: home (or the burger), the one search box, taking a payment, own jobs, the person.
import BurgerIcon from '@mui/icons-material/Menu';
import JobsIcon from '@mui/icons-material/PendingActionsOutlined';
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import SearchIcon from '@mui/icons-material/Search';
import Drawer from '@mui/material/Drawer';
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { useMay } from '../../providers/session.ts';
import { Kbd } from '../../widgets/Kbd.tsx';
import { useHotkey } from '../../widgets/useHotkey.ts';
import { openModal } from '../../widgets/modals.ts';
import { mobileLabels } from './menu.ts';
import { Entries, useCounters, usePublicSettings } from './NavMenu.tsx';
import { PersonButton } from './UserMenu.tsx';
import styles from './shell.module.css';

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false);
  const { may: mayTakeMoney } = useMay(financeEdit);
  const { data: counters } = useCounters();
  return (
    <header className={styles.header} data-on-ink>
      <button
        type="button"
        className={`${styles.icon} ${styles.burger}`}
        aria-label="Меню"
        aria-expanded={menuOpen}
        onClick={() => setMenuOpen(!menuOpen)}
      >
        <BurgerIcon />
      </button>
      <Link to={pages.garages} className={styles.logo}>
        <Logo />
        Реестр гаражей
      </Link>
      <SearchBox />
      <span className={styles.grow} />
      <Link to="/global_search" className={`${styles.icon} ${styles.searchIcon}`} aria-label="Поиск">
        <SearchIcon />
      </Link>
      {mayTakeMoney && (
        <Link to={pages.payments} className={styles.pay} aria-label="Принять оплату">
          <RoubleIcon fontSize="small" /> <span>Принять оплату</span>
        </Link>
      )}
      <Link
        to={pages.jobs}
        className={styles.icon}
        aria-label={`Задания${counters?.jobs ? `, идёт: ${counters.jobs}` : ''}`}
      >
        <JobsIcon />
        {Boolean(counters?.jobs) && <span className={styles.count}>{counters?.jobs}</span>}
      </Link>
      <PersonButton />
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </header>
  );
}

function SearchBox() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const shown = pathname === '/global_search' ? (new URLSearchParams(search).get('q') ?? '') : '';
  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  useHotkey('ctrl+k', focus);
  useHotkey('/', focus);
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const query = input.current?.value.trim();
        if (query) void navigate(pages.search(query));
      }}
    >
      <button type="submit" aria-label="Найти">
        <SearchIcon fontSize="small" />
      </button>
      <input
        key={shown}
        ref={input}
        defaultValue={shown}
        aria-label="Поиск"
        placeholder="Гараж, человек, телефон, лицевой счёт"
        maxLength={100}
      />
      <Kbd quiet>Ctrl K</Kbd>
    </form>
  );
}

function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data } = usePublicSettings();
  return (
    <Drawer open={open} onClose={onClose}>
      <div className={styles.drawer}>
        <div className={styles.drawerHead} data-on-ink>
          <PersonButton onGo={onClose} wide />
        </div>
        <nav aria-label="Мобильное меню">
          <Entries onGo={onClose} only={mobileLabels} />
        </nav>
        <div className={styles.drawerFoot}>
          <button
            type="button"
            className={styles.ask}
            onClick={() => {
              onClose();
              openModal({ name: 'ask-question' });
            }}
          >
            Задать вопрос
          </button>
          {data && <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>}
        </div>
      </div>
    </Drawer>
  );
}

/** A roof over a number plate. */
export function Logo() {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" fill="none" aria-hidden="true">
      <path d="M3 12 14 4l11 8v12H3z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <path d="M8 15h12M8 19h12M8 23h12" stroke="currentColor" strokeWidth="1.8" />
      <rect x="10.5" y="9" width="7" height="3.4" rx="0.8" fill="var(--gr-amber)" />
    </svg>
  );
}
