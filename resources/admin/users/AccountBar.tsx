// State of an account and what may be done with it: invitation, looking through its eyes, disabling.
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { inviteStatus, revokeInvite, sendInvite, type InviteStatus } from '../../../contract/session/links.ts';
import { SUPERUSER } from '../../../contract/kernel/scope.ts';
import { pages } from '../../../contract/pages.ts';
import { disableUser, enableUser, roleNames, viewAs, type UserCard, type UserRight } from '../../../contract/users.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { storeToken, useActor } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { CopyButton } from '../../../widgets/CopyButton.tsx';
import { Dropdown } from '../../../widgets/Dropdown.tsx';
import { formatDate, formatMoment } from '../../../widgets/format.ts';
import { releaseGuard } from '../../../widgets/leaveGuard.ts';
import { Note } from '../../../widgets/Note.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { dayOf } from '../../../widgets/today.ts';
import { ResetLink } from './ResetLink.tsx';
import { StateChip } from './StateChip.tsx';
import { useAction } from '../../useAction.ts';
import styles from './users.module.css';

export function AccountBar({ user }: { user: UserCard }) {
  return (
    <div className={styles.above}>
      <div className={styles.facts}>
        <StateChip state={user.state} />
        {user.is_superuser === SUPERUSER && <StatusChip kind="inProgress">суперпользователь</StatusChip>}
        <span>{user.email}</span>
        <span>второй фактор {user.has_second_factor ? 'включён' : 'выключен'}</span>
        <span>последний вход {formatMoment(user.last_sign_in)}</span>
        <span>заведён {formatDate(dayOf(user.created_at))}</span>
      </div>
      <div className={styles.actions}>
        {user.state === 'invited' && <Invitation user={user} />}
        {user.state === 'active' && <ResetLink user={user} />}
        <Eyes user={user} />
        <OnOff user={user} />
      </div>
    </div>
  );
}

function Invitation({ user }: { user: UserCard }) {
  const client = useQueryClient();
  const { run, busy } = useAction<UserCard>('users', user.id, { aloud: true });
  const invited = reading(inviteStatus, { params: { id: user.id } });
  const { data } = useQuery(invited);
  const invite = data?.data;
  const [link, setLink] = useState<string | null>(null);
  const send = () =>
    void run(
      call(sendInvite, { params: { id: user.id }, quiet: true }).then(({ data: status, link: shown }) => {
        client.setQueryData(invited.queryKey, { data: status });
        setLink(shown);
      }),
      invite?.is_mailed ? `Приглашение отправлено на ${user.email}` : 'Ссылка приглашения готова',
    );
  const revoke = () =>
    void run(
      call(revokeInvite, { params: { id: user.id }, quiet: true }).then((answer) => {
        client.setQueryData(invited.queryKey, answer);
        setLink(null);
      }),
      'Приглашение отозвано',
    );
  return (
    <>
      {invite && <StatusChip kind="waiting">{inviteWords(invite, user.email)}</StatusChip>}
      <Button variant="outlined" disabled={busy} onClick={send}>
        {invite && !invite.is_mailed
          ? 'Показать ссылку приглашения'
          : invite?.state === 'none'
            ? 'Отправить приглашение'
            : 'Отправить ещё раз'}
      </Button>
      {invite?.state === 'sent' && (
        <Button disabled={busy} onClick={revoke}>
          Отозвать
        </Button>
      )}
      {link && (
        <Note
          tone="amber"
          title={`Почтовый сервер не подключён: письмо на ${user.email} не ушло`}
          action={<CopyButton text={link} label="Скопировать ссылку" />}
        >
          Передайте ссылку приглашения сами, она видна один раз: <code style={{ wordBreak: 'break-all' }}>{link}</code>
        </Note>
      )}
    </>
  );
}

function inviteWords(invite: InviteStatus, email: string): string {
  const until = `действует до ${formatMoment(invite.expires_at)}`;
  if (invite.state === 'sent')
    return invite.is_mailed ? `приглашение отправлено на ${email}, ${until}` : `приглашение не отправлено, ${until}`;
  if (invite.state === 'revoked') return 'приглашение отозвано';
  return invite.state === 'expired' ? 'приглашение устарело' : 'не приглашён';
}

/** «Что видит этот пользователь»: one of his places is chosen, the console becomes his, for looking only. */
function Eyes({ user }: { user: UserCard }) {
  const navigate = useNavigate();
  const actor = useActor();
  const [busy, setBusy] = useState(false);
  const reason =
    user.id === actor?.userId
      ? 'Это вы и есть'
      : user.is_superuser === SUPERUSER
        ? 'Суперпользователь видит всё'
        : user.state === 'disabled'
          ? 'Учётная запись отключена'
          : null;
  const look = async (right: UserRight) => {
    setBusy(true);
    try {
      const { token } = await call(viewAs, {
        params: { id: user.id },
        body: { level: right.level, place: right.id },
        quiet: true,
      });
      releaseGuard();
      await navigate(pages.garages);
      storeToken(token);
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <span title={reason ?? ''}>
      <Dropdown
        label="Что видит этот пользователь"
        startIcon={<EyeIcon />}
        disabled={busy || reason !== null || !user.rights.length}
        items={user.rights.map((right) => ({
          key: `${right.level}${right.id}`,
          label: right.name,
          hint: roleNames[right.role],
          onSelect: () => void look(right),
        }))}
      />
    </span>
  );
}

function OnOff({ user }: { user: UserCard }) {
  const actor = useActor();
  const { run, busy } = useAction<UserCard>('users', user.id, { aloud: true });
  const [asking, setAsking] = useState(false);
  if (user.state === 'disabled')
    return (
      <Button
        variant="outlined"
        disabled={busy}
        onClick={() => void run(call(enableUser, { params: { id: user.id }, quiet: true }), 'Учётная запись включена')}
      >
        Включить
      </Button>
    );
  const own = user.id === actor?.userId;
  return (
    <>
      <span title={own ? 'Свою учётную запись отключить нельзя' : ''}>
        <Button variant="outlined" color="error" disabled={own} onClick={() => setAsking(true)}>
          Отключить
        </Button>
      </span>
      <ConfirmDialog
        open={asking}
        title="Отключить пользователя?"
        confirm="Отключить"
        danger
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          void run(call(disableUser, { params: { id: user.id }, quiet: true }), 'Учётная запись отключена').then(() =>
            setAsking(false),
          )
        }
      >
        {user.name || user.email} сразу выйдет на всех устройствах и не сможет войти. Всё сделанное остаётся, учётную
        запись можно включить снова.
      </ConfirmDialog>
    </>
  );
}
