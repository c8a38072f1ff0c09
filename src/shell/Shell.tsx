// The frame of every page: header, navigation, dialogs, messages. Pages for visitors stand without it.
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { onTroubles } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { useLive } from '../../providers/liveProvider.ts';
import { openModal } from '../../widgets/modals.ts';
import { toast } from '../../widgets/toasts.ts';
import { Header } from './Header.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Modals } from './modals/Modals.tsx';
import { NavMenu } from './NavMenu.tsx';
import { rememberVisit } from './navigationHistory.ts';
import { Toasts } from './Toasts.tsx';
import styles from './shell.module.css';

const forVisitors = new Set<string>([pages.sign, pages.terms]);

export function Shell({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const actor = useActor();
  const framed = actor !== null && !forVisitors.has(pathname);
  useLive();
  useEffect(() => {
    onTroubles({
      notPermitted: (message) => {
        toast(message, { kind: 'error' });
        if (window.history.length > 1) void navigate(-1);
      },
      serverError: (status) => openModal({ name: 'server-error-modal', status }),
      signedOut: () => void navigate(pages.sign),
    });
  }, [navigate]);
  useEffect(() => rememberVisit(pathname, search), [pathname, search]);
  return (
    <>
      {framed ? (
        <div className={styles.frame}>
          <a className={styles.skip} href="#main">
            К содержанию
          </a>
          <Header />
          <NavMenu />
          <main id="main" className={styles.main} tabIndex={-1}>
            {children}
          </main>
        </div>
      ) : (
        children
      )}
      <LeaveGuard />
      <Modals />
      <Toasts />
    </>
  );
}
