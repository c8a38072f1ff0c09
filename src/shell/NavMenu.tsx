// The left navigation with counters, and who to ask.
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { menuCounters, publicSettings } from '../../contract/session.ts';
import { call } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { CountBadge } from '../../widgets/CountBadge.tsx';
import { formatNumber } from '../../widgets/format.ts';
import { openModal } from '../../widgets/modals.ts';
import { menuEntries } from './menu.ts';
import styles from './shell.module.css';

const COUNTERS_STALE_MS = 30_000;

export function NavMenu() {
  return (
    <nav className={styles.nav} aria-label="Разделы">
      <Entries />
      <Support />
    </nav>
  );
}

/** Menu entries the person may open; `onGo` closes the mobile menu. */
export function Entries({ onGo, only }: { onGo?: () => void; only?: ReadonlySet<string> }) {
  const actor = useActor();
  const { pathname } = useLocation();
  const { data: counters } = useCounters();
  const entries = menuEntries.filter(
    (entry) => (!only || only.has(entry.label)) && (!entry.shown || (actor && entry.shown(actor))),
  );
  return (
    <ul>
      {entries.map((entry) => {
        const Icon = entry.icon;
        return (
          <li key={entry.label}>
            <Link
              to={entry.to}
              className={styles.entry}
              aria-current={entry.covers(pathname) ? 'page' : undefined}
              onClick={onGo}
            >
              <Icon />
              <span>{entry.label}</span>
              {entry.count && counters && <span className={styles.number}>{formatNumber(counters[entry.count])}</span>}
              {entry.news && <CountBadge count={counters?.[entry.news] ?? 0} label="новых" />}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Numbers beside the menu; asked again when the place changes. */
export function useCounters() {
  const actor = useActor();
  return useQuery({
    queryKey: ['menu', actor?.userId, actor?.region, actor?.mo, actor?.po],
    queryFn: () => call(menuCounters, { quiet: true }),
    enabled: actor !== null,
    staleTime: COUNTERS_STALE_MS,
  });
}

export const usePublicSettings = () =>
  useQuery({
    queryKey: ['public_settings'],
    queryFn: () => call(publicSettings, { quiet: true }),
    staleTime: Infinity,
  });

/** Legal details and the address of support. */
export function Support() {
  const { data } = usePublicSettings();
  return (
    <footer className={styles.foot}>
      <button type="button" className={styles.ask} onClick={() => openModal({ name: 'ask-question' })}>
        <HelpIcon fontSize="small" /> Задать вопрос
      </button>
      {data && (
        <>
          <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>
          <div>{data.operatorName}</div>
          <div>{data.operatorDetails}</div>
        </>
      )}
      <div className={styles.footLinks}>
        <Link to={pages.terms}>Условия</Link>
        <button type="button" onClick={() => openModal({ name: 'privacy-policy' })}>
          Персональные данные
        </button>
      </div>
    </footer>
  );
}
