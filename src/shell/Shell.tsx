// The frame of every page: header, navigation, dialogs, messages. Pages for visitors stand without it.
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { useModal } from '../../widgets/modals.ts';
import { toggleHelp } from '../../widgets/supportChat.ts';
import { useHotkey } from '../../widgets/useHotkey.ts';
import { PRODUCT } from '../../widgets/usePageTitle.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Header } from './Header.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { entriesFor } from './menu.ts';
import { NavMenu } from './NavMenu.tsx';
import { rememberVisit } from './navigationHistory.ts';
import { useScrollMemory } from './useScrollMemory.ts';
import { useTroubles } from './useTroubles.ts';
import styles from './frame.module.css';

const forVisitors = new Set<string>([pages.sign, pages.terms]);
// A page works without it, too: what doesn't come is no reason to close the page.
const Afterwards = lazy(() => loadPatiently(() => import('./Afterwards.tsx')).catch(() => ({ default: () => null })));
const Modals = lazy(() => loadPatiently(() => import('./modals/Modals.tsx')));

export function Shell({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const actor = useActor();
  const main = useRef<HTMLElement>(null);
  const modal = useModal();
  const framed = actor !== null && !forVisitors.has(pathname);
  useTroubles();
  useForgetOnSwitch();
  // Heard from the first moment; what it opens comes later.
  useHotkey('f1', toggleHelp, { inFields: true, enabled: framed });
  useScrollMemory(main);
  useEffect(() => rememberVisit(pathname, search), [pathname, search]);
  // Before the effects of the page: one that has a name of its own says it after this.
  useLayoutEffect(() => {
    const section = framed && entriesFor(actor, 'desk').find((entry) => entry.covers(pathname));
    document.title = section ? `${section.label} — ${PRODUCT}` : PRODUCT;
  }, [framed, pathname, actor]);
  return (
    <>
      {framed ? (
        <div className={styles.frame}>
          <a className={styles.skip} href="#main">
            К содержанию
          </a>
          <Header />
          <div id="said" className={styles.said}>
            <ConnectionBar />
          </div>
          <NavMenu />
          <main id="main" ref={main} className={styles.main} tabIndex={-1}>
            {children}
          </main>
        </div>
      ) : (
        <>
          <ConnectionBar />
          {children}
        </>
      )}
      <LeaveGuard />
      {modal && (
        <Suspense fallback={null}>
          <Modals modal={modal} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <Afterwards framed={framed} />
      </Suspense>
    </>
  );
}

/** Another person, place or other rights, here or in another tab: nothing that was read before may be shown. */
function useForgetOnSwitch() {
  const client = useQueryClient();
  const actor = useActor();
  const who =
    actor && [actor.userId, actor.region, actor.mo, actor.po, actor.isSuperuser, ...actor.capabilities].join();
  const known = useRef(who);
  useEffect(() => {
    if (known.current === who) return;
    // Between the entrance and the first page there is nothing to forget but what visitors read.
    const wasSomebody = known.current !== null;
    known.current = who;
    if (!wasSomebody) return;
    if (who) void client.resetQueries();
    else client.clear();
  }, [who, client]);
}
