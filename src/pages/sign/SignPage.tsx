// The entrance: pictures of the gallery, e-mail and password, demo accounts where they are on.
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import EyeOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { pages } from '../../../contract/pages.ts';
import { signGallery } from '../../../contract/session.ts';
import { authProvider } from '../../../providers/authProvider.ts';
import { call, type HttpError, type ReplyOf } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { openModal } from '../../../widgets/modals.ts';
import { Note } from '../../../widgets/Note.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { Logo } from '../../shell/Logo.tsx';
import { usePublicSettings } from '../../shell/useShellData.ts';
import { NightRow } from './NightRow.tsx';
import styles from './sign.module.css';

type Offer = ReplyOf<typeof signGallery>;

const SLIDE_MS = 8000;

export default function SignPage() {
  const actor = useActor();
  const location = useLocation();
  const { data } = useQuery({
    queryKey: ['sign_gallery'],
    queryFn: () => call(signGallery, { quiet: true }),
    staleTime: Infinity,
  });
  // Signed in, here or in another tab: to the page that was asked for.
  if (actor) return <Navigate to={(location.state as { from?: string } | null)?.from ?? pages.garages} replace />;
  return (
    <main className={styles.page}>
      <Gallery items={data?.data ?? []} />
      <div className={styles.column}>
        <div className={styles.logo}>
          <span className={styles.mark} data-on-ink>
            <Logo size={32} />
          </span>
          <span>
            Реестр гаражей
            <small>Учёт членов, гаражей и взносов общества</small>
          </span>
        </div>
        <SignForm demo={data?.demo ?? []} />
        <Legal />
      </div>
    </main>
  );
}

function SignForm({ demo }: { demo: Offer['demo'] }) {
  const [form, setForm] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  const enter = async (who: { email: string; password: string }) => {
    const empty = Object.fromEntries(
      Object.entries(who)
        .filter(([, value]) => !value)
        .map(([field]) => [field, 'Заполните поле']),
    );
    setErrors(empty);
    setTrouble('');
    if (Object.keys(empty).length) return;
    setBusy(true);
    try {
      await authProvider.login(who);
    } catch (error) {
      setBusy(false);
      const problem = (error as HttpError).body;
      if (problem?.errors) setErrors(problem.errors);
      else setTrouble(problem?.message ?? 'Не удалось войти');
    }
  };
  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
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
            {trouble}
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
        <TextBox
          label="Пароль"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
          error={errors.password}
          helperText={capsLock && 'Включён Caps Lock'}
          unit={
            <button
              type="button"
              className={styles.eye}
              aria-label={shown ? 'Скрыть пароль' : 'Показать пароль'}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOffIcon /> : <EyeIcon />}
            </button>
          }
        />
        <Button type="submit" variant="contained" loading={busy}>
          Войти
        </Button>
        <Link className={styles.help} to={pages.resetPassword}>
          Забыли пароль?
        </Link>
      </form>
      {demo.length > 0 && (
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
      )}
    </>
  );
}

function Legal() {
  const { data } = usePublicSettings();
  return (
    <footer className={styles.legal}>
      {data && (
        <div>
          {data.operatorName}, {data.operatorDetails}, <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>
        </div>
      )}
      <button type="button" onClick={() => openModal({ name: 'privacy-policy' })}>
        Политика обработки персональных данных
      </button>{' '}
      · <Link to={pages.terms}>Условия</Link> ·{' '}
      <button type="button" onClick={() => openModal({ name: 'ask-question' })}>
        Задать вопрос
      </button>
    </footer>
  );
}

function Gallery({ items }: { items: Offer['data'] }) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (items.length < 2 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setTimeout(() => setShown((shown + 1) % items.length), SLIDE_MS);
    return () => clearTimeout(timer);
  }, [items.length, shown]);
  const item = items[shown];
  return (
    <div className={styles.gallery} data-on-ink>
      {item ? <img src={item.url} alt="" /> : <NightRow />}
      <div className={styles.caption}>
        <div>
          {item?.title ?? 'Секция А, зимний вечер'}
          <small>{item ? (item.caption ?? 'Из галереи общества') : 'Каждый гараж на своём месте'}</small>
        </div>
        {items.length > 1 && (
          <div className={styles.dots}>
            {items.map((one, index) => (
              <button
                key={one.id}
                type="button"
                aria-label={one.title}
                aria-current={index === shown}
                onClick={() => setShown(index)}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
