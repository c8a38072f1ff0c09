// An invitation: who invites and where, then a name and a password; the person is signed in at once.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { inviteDetail } from '../../../contract/session/links.ts';
import { pages } from '../../../contract/pages.ts';
import { authProvider } from '../../../providers/authProvider.ts';
import { call, errorsOf, type ReplyOf } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { formatMoment } from '../../../widgets/format.ts';
import { AlertNote, Note } from '../../../widgets/Note.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { useSending } from '../useSending.ts';
import { PASSWORD_HINT, PasswordBox } from '../../../widgets/PasswordBox.tsx';
import { Step } from './Step.tsx';
import styles from './sign.module.css';

type Invite = ReplyOf<typeof inviteDetail>['data'];

export function InviteFlow({ secret }: { secret: string }) {
  const { data, error } = useQuery({
    ...reading(inviteDetail, { body: { token: secret } }),
    retry: false,
    staleTime: Infinity,
  });
  if (error)
    return (
      <Step title="Приглашение" trouble={errorsOf(error).form}>
        <p className={styles.words}>
          Ссылка действует семь дней и один раз. Если вы уже задали пароль, просто войдите; иначе попросите прислать
          новое приглашение.
        </p>
      </Step>
    );
  return <Step title="Приглашение">{data && <Accept secret={secret} invite={data.data} />}</Step>;
}

function Accept({ secret, invite }: { secret: string; invite: Invite }) {
  const navigate = useNavigate();
  const [form, setForm] = useState({
    last_name: invite.last_name,
    first_name: invite.first_name,
    father_name: invite.father_name,
    password: '',
  });
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const { state, errors, submit } = useSending(async () => {
    await call(inviteDetail, { body: { token: secret, ...form }, quiet: true });
    await authProvider.login({ email: invite.email, password: form.password });
    await navigate(pages.garages, { replace: true });
  });
  return (
    <form className={styles.stepForm} noValidate onSubmit={submit}>
      <Note>
        {invite.invited_by} приглашает вас работать в «Реестре гаражей»
        {invite.organisation && <>: {invite.organisation}</>}. Вход по адресу <b>{invite.email}</b>. Приглашение
        действует до {formatMoment(invite.expires_at)}.
      </Note>
      <AlertNote text={errors.form} />
      <TextBox
        label="Фамилия"
        name="last_name"
        autoComplete="family-name"
        value={form.last_name}
        onChange={set('last_name')}
        error={errors.last_name}
        autoFocus={!form.last_name}
        required
      />
      <TextBox
        label="Имя"
        name="first_name"
        autoComplete="given-name"
        value={form.first_name}
        onChange={set('first_name')}
        error={errors.first_name}
        required
      />
      <TextBox
        label="Отчество"
        name="father_name"
        autoComplete="additional-name"
        value={form.father_name}
        onChange={set('father_name')}
        error={errors.father_name}
      />
      <PasswordBox
        label="Пароль"
        name="password"
        autoComplete="new-password"
        value={form.password}
        onChange={set('password')}
        error={errors.password}
        helperText={PASSWORD_HINT}
        autoFocus={Boolean(form.last_name)}
        required
      />
      <Button type="submit" variant="contained" loading={state !== 'typing'}>
        Принять приглашение
      </Button>
    </form>
  );
}
