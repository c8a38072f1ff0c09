// What the menu of the person holds. Its code comes after the first page.
import BackupIcon from '@mui/icons-material/CloudDownloadOutlined';
import AdminIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import ExitIcon from '@mui/icons-material/Logout';
import ReportsIcon from '@mui/icons-material/ScheduleSendOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import ThemeIcon from '@mui/icons-material/DarkModeOutlined';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { registerBackup } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { isSuper, type UserDetail } from '../../contract/session.ts';
import { roleNames } from '../../contract/users.ts';
import { useActor, useClaims, useMay } from '../../providers/session.ts';
import { openModal } from '../../widgets/modals.ts';
import { PersonAvatar } from '../../widgets/PersonAvatar.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { SkeletonBar } from '../../widgets/TableSkeleton.tsx';
import { useNarrow } from '../../widgets/useScreen.ts';
import { useThemeChoice, type ThemeChoice } from '../theme/AppTheme.tsx';
import styles from './userMenu.module.css';
import { askToSignOut } from './signOut.ts';
import { useCounters, useOwnCard } from './useShellData.ts';

/** `onGo` hears that something was chosen. */
export default function UserMenuBody({ onGo }: { onGo: () => void }) {
  const claims = useClaims();
  const { data, isLoading } = useOwnCard();
  const { data: counters, isLoading: isCounting } = useCounters();
  const user = data?.data;
  const name = user ? [user.last_name, user.first_name, user.father_name].filter(Boolean).join(' ') : claims?.uname;
  return (
    <div className={styles.menu}>
      <div className={styles.head}>
        <PersonAvatar name={name ?? ''} size={44} />
        <div>
          <b>{name}</b>
          <small>{user?.email}</small>
        </div>
      </div>
      {isLoading || isCounting ? (
        <Coming />
      ) : (
        <>
          {user && <Rights user={user} onGo={onGo} />}
          <Entries withBackup={counters?.backup === true} onGo={onGo} />
        </>
      )}
    </div>
  );
}

/** `withBackup`: the МО lets its register be taken away. */
function Entries({ withBackup, onGo }: { withBackup: boolean; onGo: () => void }) {
  const actor = useActor();
  const narrow = useNarrow();
  const { may: mayBackup } = useMay(registerBackup);
  return (
    <>
      <div className={styles.group}>
        {isSuper(actor) && (
          <Item to={pages.admin} icon={<AdminIcon />} onGo={onGo}>
            Панель администратора
          </Item>
        )}
        <Item to={pages.statistics} icon={<HistoryIcon />} onGo={onGo}>
          {narrow ? 'Действия' : 'Журнал действий'}
        </Item>
        <Item to={pages.reports} icon={<ReportsIcon />} onGo={onGo}>
          Отчёты по почте
        </Item>
        <Item to={pages.user} icon={<PersonIcon />} onGo={onGo}>
          Мой профиль
        </Item>
        {withBackup && mayBackup && (
          <button
            type="button"
            className={styles.item}
            onClick={() => {
              onGo();
              openModal({ name: 'register-backup' });
            }}
          >
            <BackupIcon /> Резервная копия реестра
          </button>
        )}
        <ThemeSwitch />
      </div>
      <div className={styles.group}>
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            onGo();
            askToSignOut();
          }}
        >
          <ExitIcon /> Выход
        </button>
      </div>
    </>
  );
}

/** Nothing to press stands where it would travel from under the pointer: rights come first, and they are not known yet. */
function Coming() {
  return (
    <div className={styles.coming} aria-busy="true" aria-label="Загрузка">
      {[150, 190, 130, 170].map((width) => (
        <SkeletonBar key={width} width={width} />
      ))}
    </div>
  );
}

function Item({ to, icon, onGo, children }: { to: string; icon: ReactNode; onGo: () => void; children: ReactNode }) {
  return (
    <Link to={to} className={styles.item} onClick={onGo}>
      {icon} {children}
    </Link>
  );
}

const themes: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'Как в системе' },
  { value: 'light', label: 'День' },
  { value: 'dark', label: 'Ночь' },
];

function ThemeSwitch() {
  const { choice, choose } = useThemeChoice();
  return (
    <div className={`${styles.item} ${styles.theme}`}>
      <ThemeIcon />
      <Segmented small label="Тема" value={choice} options={themes} onChange={choose} />
    </div>
  );
}

function Rights({ user, onGo }: { user: UserDetail; onGo: () => void }) {
  const actor = useActor();
  const roleOf = (role = user.role) => roleNames[role] ?? role;
  const rights = [
    ...user.region_rights.map((right) => ({
      right,
      place: { region: right.id },
      isHere: actor?.region === right.id,
      hint: roleOf(right.role),
    })),
    ...user.mo_rights.map((right) => ({
      right,
      place: { mo: right.id },
      isHere: actor?.mo === right.id,
      hint: roleOf(right.role),
    })),
    ...user.po_rights.map((right) => ({
      right,
      place: { po: right.id },
      isHere: actor?.po === right.id,
      hint: isSuper(actor) ? (right.mo_name ?? roleOf(right.role)) : roleOf(right.role),
    })),
  ];
  return (
    <div className={styles.group} role="group" aria-labelledby="rights-title">
      <h2 className={styles.title} id="rights-title">
        Работаю как
      </h2>
      <div className={styles.rights}>
        {rights.map(({ right, place, isHere, hint }) => (
          <button
            key={`${Object.keys(place)[0]}${right.id}`}
            type="button"
            className={styles.right}
            aria-current={isHere}
            onClick={() => {
              onGo();
              if (!isHere) openModal({ name: 'change-rights', place, title: right.name, garages: right.garage_count });
            }}
          >
            <i />
            <span>
              <b>{right.name}</b>
              <small>{hint}</small>
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
