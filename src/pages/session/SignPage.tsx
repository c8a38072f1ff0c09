// The entrance: pictures of the gallery beside signing in, a forgotten password, or what a letter's link asks.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { userHabits } from '../../../contract/habits.ts';
import { pages } from '../../../contract/pages.ts';
import { signGallery } from '../../../contract/session.ts';
import type { ReplyOf } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { isSignOutDue, tellSignOut } from '../../../providers/lateSignOut.ts';
import { HOME_FIRST } from '../../../providers/personStore.ts';
import { lastPerson, useActor, useClaims } from '../../../providers/session.ts';
import { openModal } from '../../../widgets/modals.ts';
import { Note } from '../../../widgets/Note.tsx';
import { whenOnline } from '../../../widgets/useOnline.ts';
import { Logo } from '../../shell/Logo.tsx';
import { usePublicSettings } from '../../shell/useShellData.ts';
import { DeviceFlow } from './DeviceFlow.tsx';
import { NewEmailFlow, OldEmailFlow } from './EmailFlows.tsx';
import { InviteFlow } from './InviteFlow.tsx';
import { linkOf, type OpenedLink } from './linkOf.ts';
import { NightRow } from './NightRow.tsx';
import { ForgottenPassword, NewPassword } from './PasswordFlows.tsx';
import { SignForm } from './SignForm.tsx';
import styles from './sign.module.css';

type Offer = ReplyOf<typeof signGallery>;

const SLIDE_MS = 8000;

export default function SignPage() {
  const actor = useActor();
  const claims = useClaims();
  const location = useLocation();
  const { data } = useQuery({
    ...reading(signGallery),
    staleTime: Infinity,
  });
  const link = linkOf(location.hash);
  const forgot = location.search === '?forgot';
  // Signed in, here or in another tab: to the page that was asked for. Links of letters are opened by anybody.
  if (actor && !link && !forgot) {
    const { from = pages.garages, of = null } = (location.state ?? {}) as { from?: string; of?: string | null };
    // Conditions of a list are those of whoever set them.
    const asked = of === null || of === lastPerson() ? from : from.replace(/\?.*$/, '');
    if (claims?.factor_needed) return <Navigate to={pages.user} replace />;
    return asked === pages.garages ? <FirstPage /> : <Navigate to={asked} replace />;
  }
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
        <LateSignOut />
        {link ? (
          // Another link in the same tab is another story.
          <LinkFlow key={link.secret} link={link} />
        ) : forgot ? (
          <ForgottenPassword />
        ) : (
          <SignForm demo={data?.demo ?? []} />
        )}
        <Legal />
      </div>
    </main>
  );
}

/** How soon an unanswered sign-out is told again, ms. */
const AGAIN_MS = 3000;

/** Who signed out without a connection is not out yet: told until the server has heard it. */
function LateSignOut() {
  const [isDue, setDue] = useState(isSignOutDue);
  useEffect(() => {
    if (!isDue) return;
    let gone = false;
    const again = async () => {
      await whenOnline();
      if (gone) return;
      if (await tellSignOut()) setDue(false);
      else setTimeout(() => void again(), AGAIN_MS);
    };
    void again();
    return () => {
      gone = true;
    };
  }, [isDue]);
  if (!isDue) return null;
  return (
    <Note tone="amber" title="Нет связи: сеанс завершится, когда она появится">
      Не закрывайте эту страницу на чужом компьютере.
    </Note>
  );
}

/** Nothing was asked for: the list of garages, or the cockpit for those who want it first. */
function FirstPage() {
  const { data, isError } = useQuery({
    ...reading(userHabits),
    retry: false,
  });
  if (!data && !isError) return null;
  return <Navigate to={data?.data[HOME_FIRST]?.today ? pages.today : pages.garages} replace />;
}

function LinkFlow({ link: { flow, secret } }: { link: OpenedLink }) {
  if (flow === 'invite') return <InviteFlow secret={secret} />;
  if (flow === 'new_device' || flow === 'deny_device') return <DeviceFlow flow={flow} secret={secret} />;
  if (flow === 'reset_email' || flow === 'deny_email') return <OldEmailFlow flow={flow} secret={secret} />;
  if (flow === 'confirm_email') return <NewEmailFlow secret={secret} />;
  return <NewPassword secret={secret} />;
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
