// E-mail and password; demo accounts where they are on.
import Button from '@mui/material/Button';
import { useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { pages } from '../../../contract/pages.ts';
import type { signGallery } from '../../../contract/session.ts';
import { authProvider } from '../../../providers/authProvider.ts';
import type { HttpError, ReplyOf } from '../../../providers/http.ts';
import { Note } from '../../../widgets/Note.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { CodeStep } from './CodeStep.tsx';
import type { Further } from './further.ts';
import { NewDeviceWait } from './NewDeviceWait.tsx';
import { PasswordBox } from '../../../widgets/PasswordBox.tsx';
import styles from './sign.module.css';

type Offer = ReplyOf<typeof signGallery>;

export function SignForm({ demo }: { demo: Offer['demo'] }) {
  const { further, setFurther, watchCaps, enter, form, trouble, setForm, errors, capsLock, busy } = useSigning();
  if (further?.code === 'second_factor') return <CodeStep asked={further} onBack={() => setFurther(null)} />;
  if (further) return <NewDeviceWait asked={further} onBack={() => setFurther(null)} onFurther={setFurther} />;
  return (
    <>
      <h1 className={styles.title}>Вход</h1>
      <form
        className={styles.form}
        noValidate
        onKeyUp={watchCaps}
        onKeyDown={watchCaps}
        onSubmit={(event) => {
          event.preventDefault();
          void enter(form);
        }}
      >
        {trouble && (
          <Note tone="red" role="alert">
            {trouble.text}
            {trouble.code === 'must_reset' && (
              <>
                {'. '}
                <Link to={pages.forgotPassword}>Получить ссылку</Link>
              </>
            )}
          </Note>
        )}
        <TextBox
          label="Почта"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          value={form.email}
          onChange={(email) => setForm({ ...form, email })}
          error={errors.email}
          autoFocus
        />
        <PasswordBox
          label="Пароль"
          name="password"
          autoComplete="current-password"
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
          error={errors.password}
          helperText={capsLock && 'Включён Caps Lock'}
        />
        <Button type="submit" variant="contained" loading={busy}>
          Войти
        </Button>
        <Link className={styles.help} to={pages.forgotPassword}>
          Забыли пароль?
        </Link>
      </form>
      {demo.length > 0 && <DemoAccounts demo={demo} busy={busy} enter={enter} />}
    </>
  );
}

/** What is typed, what the server says, and the step that it may ask for. */
function useSigning() {
  const [form, setForm] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [trouble, setTrouble] = useState<{ text: string; code?: string | undefined } | null>(null);
  const [busy, setBusy] = useState(false);
  const [further, setFurther] = useState<Further | null>(null);
  const [capsLock, setCapsLock] = useState(false);

  const enter = async (who: { email: string; password: string }) => {
    const empty = Object.fromEntries(
      Object.entries(who)
        .filter(([, value]) => !value)
        .map(([field]) => [field, 'Заполните поле']),
    );
    setErrors(empty);
    setTrouble(null);
    if (Object.keys(empty).length) return;
    setBusy(true);
    try {
      await authProvider.login(who);
    } catch (error) {
      setBusy(false);
      const problem = (error as HttpError).body;
      if (problem?.code === 'new_device' || problem?.code === 'second_factor')
        setFurther({ ...who, code: problem.code, message: problem.message });
      else if (problem?.errors && !problem.errors.form) setErrors(problem.errors);
      else setTrouble({ text: problem?.message ?? 'Не удалось войти', code: problem?.code });
    }
  };
  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return {
    further,
    setFurther,
    watchCaps,
    enter,
    form,
    trouble,
    setForm,
    errors,
    capsLock,
    busy,
  };
}

function DemoAccounts({
  demo,
  busy,
  enter,
}: {
  demo: Offer['demo'];
  busy: boolean;
  enter: (who: { email: string; password: string }) => Promise<void>;
}) {
  return (
    <section className={styles.demo} aria-label="Демонстрационный вход">
      <p>
        <b>Демонстрация</b> войти без пароля, данные вымышлены
      </p>
      <div className={styles.demoGrid}>
        {demo.map((account) => (
          <button key={account.email} type="button" disabled={busy} onClick={() => void enter(account)}>
            <b>{account.label}</b>
            <small>{account.place}</small>
          </button>
        ))}
      </div>
    </section>
  );
}
