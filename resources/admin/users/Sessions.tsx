// Sessions of an account that go on: each may be ended, or all of them.
import Button from '@mui/material/Button';
import { endUserSession, endUserSessions, type UserCard } from '../../../contract/users.ts';
import { call } from '../../../providers/http.ts';
import { formatMoment } from '../../../widgets/format.ts';
import { browserName } from './browserName.ts';
import { useAction } from '../../useAction.ts';
import styles from './users.module.css';

export function Sessions({ user }: { user: UserCard }) {
  const { run, busy } = useAction<UserCard>('users', user.id, { aloud: true });
  if (!user.sessions.length) return <p className={styles.muted}>Сейчас нигде не вошёл.</p>;
  return (
    <>
      <ul className={styles.sessions}>
        {user.sessions.map((session) => (
          <li key={session.id}>
            <span>
              {browserName(session.device)}
              {session.place && <>, {session.place}</>}
              <small>
                {session.ip} · вход {formatMoment(session.created_at)} · был {formatMoment(session.last_seen_at)}
              </small>
            </span>
            <Button
              size="small"
              disabled={busy}
              onClick={() =>
                void run(
                  call(endUserSession, { params: { id: user.id, sessionId: session.id }, quiet: true }),
                  'Сеанс завершён',
                )
              }
            >
              Завершить
            </Button>
          </li>
        ))}
      </ul>
      <Button
        sx={{ mt: 1 }}
        disabled={busy}
        onClick={() =>
          void run(call(endUserSessions, { params: { id: user.id }, quiet: true }), 'Все сеансы завершены')
        }
      >
        Завершить все сеансы
      </Button>
    </>
  );
}
