// A forgotten password: asks where to send the link; with the link, sets a new one.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../../contract/pages.ts';
import { confirmReset, requestReset } from '../../../contract/session.ts';
import { call, errorsOf } from '../../../providers/http.ts';
import { keyOf } from '../../../providers/reading.ts';
import { Note } from '../../../widgets/Note.tsx';
import { usePublicSettings } from '../../shell/useShellData.ts';
import { useSending } from '../useSending.ts';
import { PASSWORD_HINT, PasswordBox } from '../../../widgets/PasswordBox.tsx';
import { AddressStep } from './AddressStep.tsx';
import { Step } from './Step.tsx';
import styles from './sign.module.css';

export function ForgottenPassword() {
  const [email, setEmail] = useState('');
  const { state, errors, submit } = useSending(() => call(requestReset, { body: { email }, quiet: true }));
  const { data: settings } = usePublicSettings();
  if (settings && !settings.hasMail) return <NoMail email={settings.supportEmail} phone={settings.supportPhone} />;
  if (state === 'done')
    return (
      <Step title="Проверьте почту">
        <Note tone="blue" role="status">
          Если адрес {email} есть в системе, мы отправили на него ссылку. Она действует час.
        </Note>
      </Step>
    );
  return (
    <AddressStep
      title="Забыли пароль?"
      label="Почта"
      hint="Отправим ссылку, по которой можно задать новый пароль"
      autoComplete="username"
      email={email}
      onEmail={setEmail}
      errors={errors}
      isSending={state === 'sending'}
      onSubmit={submit}
    />
  );
}

/** A letter that never comes would be waited for. */
function NoMail({ email, phone }: { email: string; phone: string }) {
  return (
    <Step title="Забыли пароль?">
      <Note tone="amber" role="status">
        Эта установка не отправляет писем. Попросите администратора реестра: он даст ссылку, по которой можно задать
        новый пароль. Поддержка: {phone}, <a href={`mailto:${email}`}>{email}</a>
      </Note>
    </Step>
  );
}

interface NewPasswordProps {
  secret: string;
  /** Why it is asked for, where it was not the person's own wish. */
  reason?: string;
}

/** The form of a link that is good; one that is worth nothing says so at once, before anything is typed. */
export function NewPassword(props: NewPasswordProps) {
  const { secret } = props;
  const { data, error } = useQuery({
    queryKey: keyOf(confirmReset, { body: { token: secret } }),
    // Good links are answered with nothing, which the cache takes for no answer.
    queryFn: () => call(confirmReset, { body: { token: secret }, quiet: true }).then(() => true),
    retry: false,
    staleTime: Infinity,
  });
  if (error)
    return (
      <Step title="Новый пароль" trouble={errorsOf(error).form}>
        <p className={styles.words}>Ссылка действует час и один раз.</p>
        <Link className={styles.help} to={pages.forgotPassword}>
          Получить новую ссылку
        </Link>
      </Step>
    );
  return data ? <PasswordForm {...props} /> : <Step title="Новый пароль" />;
}

function PasswordForm({ secret, reason }: NewPasswordProps) {
  const [password, setPassword] = useState('');
  const { state, errors, submit } = useSending(() =>
    call(confirmReset, { body: { token: secret, password }, quiet: true }),
  );
  if (state === 'done')
    return (
      <Step title="Пароль изменён">
        <Note tone="blue" role="status">
          Войдите с новым паролем. Прежние сеансы на всех устройствах завершены.
        </Note>
      </Step>
    );
  return (
    <Step title="Новый пароль" trouble={errors.form}>
      {reason && !errors.form && (
        <Note tone="amber" role="status">
          {reason}
        </Note>
      )}
      <form className={styles.stepForm} noValidate onSubmit={submit}>
        <PasswordBox
          label="Новый пароль"
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          helperText={PASSWORD_HINT}
          autoFocus
        />
        <Button type="submit" variant="contained" loading={state === 'sending'}>
          Сохранить пароль
        </Button>
      </form>
      {errors.form && (
        <Link className={styles.help} to={pages.forgotPassword}>
          Получить новую ссылку
        </Link>
      )}
    </Step>
  );
}
