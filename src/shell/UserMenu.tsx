// The person at work: rights with the present one marked, own pages, the theme, the way out.
import AdminIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import ArrowIcon from '@mui/icons-material/KeyboardArrowDown';
import ExitIcon from '@mui/icons-material/Logout';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import ThemeIcon from '@mui/icons-material/DarkModeOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isSuper, userDetail, type UserDetail } from '../../contract/session.ts';
import { pages } from '../../contract/pages.ts';
import { authProvider } from '../../providers/authProvider.ts';
import { call } from '../../providers/http.ts';
import { useActor, useClaims } from '../../providers/session.ts';
import { openModal } from '../../widgets/modals.ts';
import { PersonAvatar } from '../../widgets/PersonAvatar.tsx';
import { useNarrow } from '../../widgets/useScreen.ts';
import { useThemeChoice } from '../theme/AppTheme.tsx';
import styles from './shell.module.css';

export const roleNames: Record<string, string> = {
  chairman: 'председатель ПО',
  treasurer: 'казначей',
  clerk: 'делопроизводитель',
  mo_head: 'председатель МО',
  region_staff: 'сотрудник региона',
  auditor: 'ревизор',
  superuser: 'суперпользователь',
};

/** Name and place in the header (`wide`: in the mobile menu); opens the menu. */
export function PersonButton({ onGo, wide }: { onGo?: () => void; wide?: boolean }) {
  const claims = useClaims();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const place = claims?.po_name ?? claims?.mo_name ?? claims?.region_name ?? '';
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className={styles.person}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        title={`${claims?.uname ?? ''}, ${place}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PersonAvatar name={claims?.uname ?? ''} size={34} ink />
        <span className={styles.personWords} style={wide ? { display: 'flex' } : undefined}>
          <b>{claims?.uname}</b>
          <span>{place}</span>
        </span>
        <ArrowIcon fontSize="small" />
      </button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 354, maxWidth: 'calc(100vw - 16px)', maxHeight: 'calc(100dvh - 80px)' } } }}
      >
        <MenuBody
          onGo={() => {
            close();
            onGo?.();
          }}
        />
      </Menu>
    </>
  );
}

function MenuBody({ onGo }: { onGo: () => void }) {
  const actor = useActor();
  const claims = useClaims();
  const navigate = useNavigate();
  const client = useQueryClient();
  const narrow = useNarrow();
  const { choice, scheme, choose } = useThemeChoice();
  const { data: detail } = useQuery({
    queryKey: ['user_detail', actor?.userId],
    queryFn: () => call(userDetail, { params: { id: actor!.userId } }),
    enabled: actor !== null,
  });
  const go = (to: string) => () => {
    onGo();
    void navigate(to);
  };
  const user = detail?.data;
  const name = user
    ? [user.last_name, user.first_name, user.father_name].filter(Boolean).join(' ')
    : (claims?.uname ?? '');
  return (
    <div>
      <div className={styles.menuHead}>
        <PersonAvatar name={name} size={44} />
        <div>
          <b>{name}</b>
          <small>{user?.email}</small>
        </div>
      </div>
      {user && <Rights user={user} onGo={onGo} />}
      {isSuper(actor) && <Item icon={<AdminIcon />} label="Панель администратора" onClick={go(pages.admin)} />}
      <Item icon={<HistoryIcon />} label={narrow ? 'Действия' : 'Журнал действий'} onClick={go(pages.statistics)} />
      <Item icon={<PersonIcon />} label="Мой профиль" onClick={go(pages.user)} />
      <Item
        icon={<ThemeIcon />}
        label={scheme === 'dark' ? 'Светлая тема' : 'Тёмная тема'}
        onClick={() => choose(scheme === 'dark' ? 'light' : 'dark')}
      />
      {choice !== 'system' && <Item icon={<ThemeIcon />} label="Тема как в системе" onClick={() => choose('system')} />}
      <Item
        icon={<ExitIcon />}
        label="Выход"
        onClick={() => {
          onGo();
          void authProvider.logout({}).then(() => {
            client.clear();
            void navigate(pages.sign);
          });
        }}
      />
    </div>
  );
}

function Item({ icon, label, onClick }: { icon: React.ReactNode; label: string; onClick: () => void }) {
  return (
    <MenuItem onClick={onClick}>
      <ListItemIcon>{icon}</ListItemIcon>
      {label}
    </MenuItem>
  );
}

function Rights({ user, onGo }: { user: UserDetail; onGo: () => void }) {
  const actor = useActor();
  const rights = [
    ...user.region_rights.map((right) => ({
      ...right,
      place: { region: right.id },
      current: actor?.region === right.id,
      hint: roleNames[user.role],
    })),
    ...user.mo_rights.map((right) => ({
      ...right,
      place: { mo: right.id },
      current: actor?.mo === right.id,
      hint: roleNames[user.role],
    })),
    ...user.po_rights.map((right) => ({
      ...right,
      place: { po: right.id },
      current: actor?.po === right.id,
      hint: isSuper(actor) ? right.mo_name : roleNames[user.role],
    })),
  ];
  return (
    <div
      role="group"
      aria-label="Права"
      style={{ padding: '0 8px 8px', borderBottom: '1px solid var(--gr-line)', marginBottom: 8 }}
    >
      <div className={styles.menuTitle}>Работаю как</div>
      {rights.map((right) => (
        <button
          key={`${Object.keys(right.place)[0]}${right.id}`}
          type="button"
          role="menuitemradio"
          aria-checked={right.current}
          className={styles.right}
          onClick={() => {
            onGo();
            if (!right.current)
              openModal({ name: 'change-rights', place: right.place, title: right.name, garages: right.garage_count });
          }}
        >
          <i />
          <span>
            <b>{right.name}</b>
            <small>{right.hint}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
