// The left navigation with counters, and who to ask.
import ChatIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import PanelIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import DeskIcon from '@mui/icons-material/QuestionAnswerOutlined';
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import BookIcon from '@mui/icons-material/MenuBookOutlined';
import { Link, useLocation } from 'react-router';
import { refusal, superuser, supportStaff } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { CountBadge } from '../../widgets/CountBadge.tsx';
import { formatNumber } from '../../widgets/format.ts';
import { openModal } from '../../widgets/modals.ts';
import { openSupport, toggleHelp } from '../../widgets/supportChat.ts';
import { entriesFor } from './menu.ts';
import styles from './nav.module.css';
import { useCounters, usePublicSettings } from './useShellData.ts';

export function NavMenu() {
  return (
    <nav className={styles.nav} aria-label="Разделы">
      <Entries place="desk" />
      <Support />
    </nav>
  );
}

/** Menu entries the person may open; `onGo` closes the mobile menu. */
export function Entries({ place, onGo }: { place: 'desk' | 'phone'; onGo?: () => void }) {
  const actor = useActor();
  const { pathname } = useLocation();
  const { data: counters } = useCounters();
  return (
    <ul className={styles.entries}>
      {entriesFor(actor, place).map((entry) => {
        const Icon = entry.icon;
        const isHere = entry.covers(pathname);
        return (
          <li key={entry.label}>
            <Link to={entry.to} className={styles.entry} aria-current={isHere ? 'page' : undefined} onClick={onGo}>
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

function Support() {
  const actor = useActor();
  const { pathname } = useLocation();
  return (
    <div className={styles.foot}>
      <button type="button" className={styles.ask} onClick={() => openModal({ name: 'ask-question' })}>
        <HelpIcon fontSize="small" /> Задать вопрос
      </button>
      <button type="button" className={styles.ask} onClick={openSupport}>
        <ChatIcon fontSize="small" /> Чат поддержки
      </button>
      <button type="button" className={styles.ask} onClick={toggleHelp}>
        <BookIcon fontSize="small" /> Инструкция, F1
      </button>
      {actor && refusal(actor, supportStaff) === null && (
        <Link className={styles.ask} to={pages.support} aria-current={pathname === pages.support ? 'page' : undefined}>
          <DeskIcon fontSize="small" /> Вопросы
        </Link>
      )}
      {actor && refusal(actor, superuser) === null && (
        <Link
          className={styles.ask}
          to={pages.admin}
          aria-current={pathname.startsWith(pages.admin) ? 'page' : undefined}
        >
          <PanelIcon fontSize="small" /> Панель администратора
        </Link>
      )}
      <LegalDetails withMail />
    </div>
  );
}

/** Who runs the console, the address of support, the papers everybody may read. */
export function LegalDetails({ withMail }: { withMail?: boolean }) {
  const { data } = usePublicSettings();
  return (
    <footer>
      {data && (
        <>
          {withMail && <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>}
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
