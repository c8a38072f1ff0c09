// The header: home (or the burger), the one search box, taking a payment, own jobs, the person.
import BurgerIcon from '@mui/icons-material/Menu';
import JobsIcon from '@mui/icons-material/PendingActionsOutlined';
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import SearchIcon from '@mui/icons-material/Search';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { useMay } from '../../providers/session.ts';
import { Kbd } from '../../widgets/Kbd.tsx';
import { useHotkey } from '../../widgets/useHotkey.ts';
import styles from './header.module.css';
import { Logo } from './Logo.tsx';
import { PersonButton } from './UserMenu.tsx';
import { useCounters } from './useShellData.ts';

const MobileMenu = lazy(() => import('./MobileMenu.tsx').then((module) => ({ default: module.MobileMenu })));

export function Header() {
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const { may: mayTakeMoney } = useMay(financeEdit);
  const { data: counters } = useCounters();
  return (
    <header className={styles.header} data-on-ink>
      <button
        type="button"
        className={`${styles.icon} ${styles.burger}`}
        aria-label="Меню"
        aria-expanded={menu === 'open'}
        onClick={() => setMenu(menu === 'open' ? 'closed' : 'open')}
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
        <Link to={pages.paymentDesk()} className={styles.pay} aria-label="Принять оплату">
          <RoubleIcon fontSize="small" /> <span>Принять оплату</span>
        </Link>
      )}
      <Link
        to={pages.jobs}
        className={styles.icon}
        title="Задания"
        aria-label={`Задания${counters?.jobs ? `, идёт: ${counters.jobs}` : ''}`}
      >
        <JobsIcon />
        {Boolean(counters?.jobs) && <span className={styles.count}>{counters?.jobs}</span>}
      </Link>
      <PersonButton />
      {menu !== 'never' && (
        <Suspense>
          <MobileMenu open={menu === 'open'} onOpen={() => setMenu('open')} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
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
        else focus();
      }}
    >
      <button type="submit" aria-label="Найти">
        <SearchIcon fontSize="small" />
      </button>
      <input
        key={shown}
        ref={input}
        type="search"
        defaultValue={shown}
        aria-label="Поиск"
        placeholder="Гараж, человек, телефон, лицевой счёт"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
      />
      <Kbd quiet>Ctrl K</Kbd>
    </form>
  );
}
