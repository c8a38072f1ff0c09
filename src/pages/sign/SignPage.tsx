// The entrance: pictures of the gallery, e-mail and password, demo accounts where they are on.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { pages } from '../../../contract/pages.ts';
import { signGallery } from '../../../contract/session.ts';
import { authProvider } from '../../../providers/authProvider.ts';
import { call, HttpError } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { openModal } from '../../../widgets/modals.ts';
import { Note } from '../../../widgets/Note.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { Logo } from '../../shell/Header.tsx';
import { NightRow } from './NightRow.tsx';
import styles from './sign.module.css';

const SLIDE_MS = 8000;

export default function SignPage() {
  const actor = useActor();
  const location = useLocation();
  const { data } = useQuery({
    queryKey: ['sign_gallery'],
    queryFn: () => call(signGallery, { quiet: true }),
    staleTime: Infinity,
  });
  if (actor) return <Navigate to={(location.state as { from?: string } | null)?.from ?? pages.garages} replace />;
  return (
    <main className={styles.page}>
      <Gallery items={data?.data ?? []} />
      <div className={styles.column}>
        <div className={styles.logo}>
          <Logo /> Реестр гаражей
        </div>
        <SignForm demo={data?.demo ?? []} />
        <div className={styles.links}>
          <button type="button" onClick={() => openModal({ name: 'ask-question' })}>
            Не получается войти
          </button>
          <Link to={pages.terms}>Условия использования</Link>
          <button type="button" onClick={() => openModal({ name: 'privacy-policy' })}>
            Персональные данные
          </button>
        </div>
      </div>
    </main>
  );
}

function SignForm({ demo }: { demo: { email: string; label: string; password: string }[] }) {
  const navigate = useNavigate();
  const location = useLocation();
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
      await navigate((location.state as { from?: string } | null)?.from ?? pages.garages, { replace: true });
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
          label="Электронная почта"
          name="email"
          type="email"
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
        />
        <div className={styles.row}>
          <span>{capsLock ? 'Включён Caps Lock' : ''}</span>
          <button type="button" onClick={() => setShown(!shown)}>
            {shown ? 'Скрыть пароль' : 'Показать пароль'}
          </button>
        </div>
        <Button type="submit" variant="contained" loading={busy}>
          Войти
        </Button>
      </form>
      {demo.length > 0 && (
        <section className={styles.demo} aria-label="Демонстрационный вход">
          <p>Демонстрационный мир: войдите одним нажатием</p>
          <div className={styles.demoGrid}>
            {demo.map((account) => (
              <button key={account.email} type="button" disabled={busy} onClick={() => void enter(account)}>
                <b>{account.label}</b>
                <small>{account.email}</small>
              </button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Gallery({ items }: { items: { id: number; title: string; caption: string | null; url: string }[] }) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (items.length < 2 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setShown((index) => (index + 1) % items.length), SLIDE_MS);
    return () => clearInterval(timer);
  }, [items.length]);
  const item = items[shown];
  return (
    <div className={styles.gallery} data-on-ink>
      {item ? <img src={item.url} alt="" /> : <NightRow />}
      <div className={styles.caption}>
        <b>{item?.title ?? 'Каждый гараж на своём месте'}</b>
        {item?.caption ?? 'Владельцы, взносы и документы автостоянок общества'}
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
