// A forgotten password: asks where to send the link; with the link, sets a new one.
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { confirmReset, requestReset } from '../../contract/session.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { Note } from '../../widgets/Note.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';

export default function ResetPasswordPage() {
  const token = useLocation().hash.slice(1);
  return (
    <main
      style={{ boxSizing: 'border-box', width: '100%', maxWidth: 440, margin: '0 auto', padding: '10vh 16px 32px' }}
    >
      <h1 style={{ margin: '0 0 16px', fontSize: '1.625rem' }}>{token ? 'Новый пароль' : 'Забыли пароль?'}</h1>
      {token ? <NewPassword token={token} /> : <AskForLink />}
      <p>
        <Link to={pages.sign}>Ко входу</Link>
      </p>
    </main>
  );
}

function AskForLink() {
  const [email, setEmail] = useState('');
  const { state, errors, submit } = useSending(() => call(requestReset, { body: { email }, quiet: true }));
  if (state === 'done')
    return (
      <Note tone="blue" role="status" title="Проверьте почту">
        Если адрес {email} есть в системе, мы отправили на него ссылку. Она действует час.
      </Note>
    );
  return (
    <form noValidate onSubmit={submit}>
      {errors.form && (
        <Note tone="red" role="alert">
          {errors.form}
        </Note>
      )}
      <TextBox
        label="Почта"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={errors.email}
        autoFocus
      />
      <Button type="submit" variant="contained" loading={state === 'sending'}>
        Отправить ссылку
      </Button>
    </form>
  );
}

function NewPassword({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const { state, errors, submit } = useSending(() => call(confirmReset, { body: { token, password }, quiet: true }));
  if (state === 'done')
    return (
      <Note tone="blue" role="status" title="Пароль изменён">
        Войдите с новым паролем. Прежние сеансы на всех устройствах завершены.
      </Note>
    );
  return (
    <form noValidate onSubmit={submit}>
      {errors.form && (
        <Note tone="red" role="alert">
          {errors.form}
        </Note>
      )}
      <TextBox
        label="Новый пароль"
        name="password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        helperText="Не короче 10 знаков, буквы и цифры"
        autoFocus
      />
      <Button type="submit" variant="contained" loading={state === 'sending'}>
        Сохранить пароль
      </Button>
    </form>
  );
}

/** One form that is sent once: what is going on and what was refused, by field; `form` is for what belongs to none. */
function useSending(send: () => Promise<unknown>) {
  const [state, setState] = useState<'typing' | 'sending' | 'done'>('typing');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setState('sending');
    setErrors({});
    send().then(
      () => setState('done'),
      (error: HttpError) => {
        setState('typing');
        setErrors(error.body?.errors ?? { form: error.message });
      },
    );
  };
  return { state, errors, submit };
}
