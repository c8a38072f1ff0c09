// While a superuser looks through someone's eyes: whose they are, until when, and the way back.
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { endViewAs, roleNames } from '../../contract/users.ts';
import { call } from '../../providers/http.ts';
import { refreshOnce } from '../../providers/refresh.ts';
import { useClaims } from '../../providers/session.ts';
import { toast } from '../../widgets/toasts.ts';
import { placeName } from './UserMenu.tsx';
import styles from './frame.module.css';

export function ViewAsBanner() {
  const claims = useClaims();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  useViewEnd(claims?.view_only ? claims.id : null, claims?.id ?? null);
  if (!claims?.view_only) return null;
  const until = new Date(claims.exp * 1000).toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' });
  const back = async () => {
    setBusy(true);
    const whom = claims.id;
    // The cookie is the superuser's own: a refresh is the way home.
    const isBack = await refreshOnce();
    setBusy(false);
    if (isBack) void navigate(pages.adminUser(whom));
    else toast('Не удалось вернуться: нет связи с сервером', { kind: 'error' });
  };
  return (
    <div className={styles.eyes} role="status">
      <EyeIcon fontSize="small" />
      <span>
        Вы смотрите глазами: <b>{claims.uname}</b>, {placeName(claims)}
        {roleNames[claims.role] && <>, {roleNames[claims.role]}</>}. Только просмотр, до {until}
      </span>
      <Button size="small" variant="outlined" color="inherit" loading={busy} onClick={() => void back()}>
        Вернуться
      </Button>
    </div>
  );
}

/** However it ended — by the button, by time, by new rights — it is said here and written down by the server. */
function useViewEnd(viewed: number | null, who: number | null) {
  const before = useRef(viewed);
  useEffect(() => {
    const was = before.current;
    before.current = viewed;
    if (was === null || viewed !== null || who === null) return;
    call(endViewAs, { quiet: true }).catch(() => {});
    toast('Просмотр закончен: вы снова работаете от своего имени');
  }, [viewed, who]);
}
