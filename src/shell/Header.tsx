// The header: home (or the burger), the one search box, taking a payment, own jobs, the person.
import BurgerIcon from '@mui/icons-material/Menu';
import JobsIcon from '@mui/icons-material/PendingActionsOutlined';
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import SearchIcon from '@mui/icons-material/Search';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { useMay } from '../../providers/session.ts';
import styles from './header.module.css';
import { Logo } from './Logo.tsx';
import { SearchBox } from './SearchBox.tsx';
import { PersonButton } from './UserMenu.tsx';
import { useCounters } from './useShellData.ts';
import { loadPatiently } from '../../widgets/loadPatiently.ts';

const MobileMenu = lazy(() => loadPatiently(async () => ({ default: (await import('./MobileMenu.tsx')).MobileMenu })));

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
        className={`${styles.icon} ${styles.jobs}`}
        title="Задания"
        aria-label={`Задания${counters?.jobs ? `, идёт: ${counters.jobs}` : ''}`}
      >
        <JobsIcon />
        <span>Задания</span>
        {Boolean(counters?.jobs) && <b className={styles.count}>{counters?.jobs}</b>}
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
