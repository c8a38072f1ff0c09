// Letters about a new e-mail: the present address says yes and names the new one; the new address confirms.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askNewEmail, confirmEmail, confirmEmailReset } from '../../../contract/session/links.ts';
import { call, errorsOf, type HttpError } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { Note } from '../../../widgets/Note.tsx';
import { useSending } from '../useSending.ts';
import { AddressStep } from './AddressStep.tsx';
import { DeadLink } from './DeadLink.tsx';
import { NewPassword } from './PasswordFlows.tsx';
import { Step } from './Step.tsx';
import { answerOf, useDecision } from './useDecision.ts';
import { YesNo } from './YesNo.tsx';
import styles from './sign.module.css';

const TITLE = 'Смена почты';

export function OldEmailFlow({ flow, secret }: { flow: 'reset_email' | 'deny_email'; secret: string }) {
  const { about, decided, dead, busy, decide } = useDecision(secret, (confirm) =>
    call(confirmEmailReset, { body: answerOf(secret, confirm), quiet: true }),
  );
  if (decided?.reset_token)
    return (
      <NewPassword
        secret={decided.reset_token}
        reason="Смена почты отклонена, все сеансы завершены. Задайте новый пароль, иначе войти не получится"
      />
    );
  if (dead) return <DeadLink title={TITLE} {...dead} />;
  const known = decided ?? about;
  if (known?.decision === 'confirmed' && flow === 'reset_email') return <NameNewEmail secret={secret} />;
  return (
    <Step title={TITLE}>
      {known && (
        <>
          <p className={styles.words}>
            Из вашего сеанса просят входить с другим адресом вместо <b>{known.email}</b>.
          </p>
          <YesNo
            yes="Это я, продолжить"
            no="Это не я, отклонить"
            denying={flow === 'deny_email'}
            busy={busy}
            onAnswer={decide}
          />
        </>
      )}
    </Step>
  );
}

function NameNewEmail({ secret }: { secret: string }) {
  const [email, setEmail] = useState('');
  const { state, errors, submit, again } = useSending(() =>
    call(askNewEmail, { body: { token: secret, email: email.trim() }, quiet: true }),
  );
  if (state === 'done')
    return (
      <Step title="Проверьте новую почту">
        <Note tone="blue" role="status">
          Мы отправили письмо на {email}. Откройте ссылку из него в течение суток: до этого вход остаётся с прежним
          адресом.
        </Note>
        <button type="button" className={styles.help} onClick={again}>
          Указать другой адрес
        </button>
      </Step>
    );
  return (
    <AddressStep
      title="Новая почта"
      label="Новый адрес"
      hint="Отправим на него ссылку для подтверждения"
      autoComplete="email"
      email={email}
      onEmail={setEmail}
      errors={errors}
      isSending={state === 'sending'}
      onSubmit={submit}
    />
  );
}

export function NewEmailFlow({ secret }: { secret: string }) {
  const { data, error } = useQuery({
    ...reading(confirmEmail, { body: { token: secret } }),
    retry: false,
    staleTime: Infinity,
  });
  const { state, errors, submit } = useSending(() =>
    call(confirmEmail, { body: { token: secret, confirm: true }, quiet: true }),
  );
  if (error) return <DeadLink title={TITLE} errors={errorsOf(error)} code={(error as HttpError).body?.code} />;
  if (state === 'done')
    return (
      <Step title="Почта изменена">
        <Note tone="blue" role="status">
          Теперь входите с адресом {data?.data.email}. На прежний адрес отправлено уведомление.
        </Note>
      </Step>
    );
  return (
    <Step title={TITLE} trouble={errors.form}>
      {data && (
        <form className={styles.form} onSubmit={submit}>
          <p className={styles.words}>
            Вход в «Реестр гаражей» будет с адресом <b>{data.data.email}</b>.
          </p>
          <Button type="submit" variant="contained" loading={state === 'sending'}>
            Подтвердить адрес
          </Button>
        </form>
      )}
    </Step>
  );
}
