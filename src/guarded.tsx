// An address under its guard, and the addresses of resources.
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { Navigate, Route, useLocation, useParams } from 'react-router';
import { refusal, signedIn, SUPERUSER, type Actor, type Needs } from '../contract/kernel/scope.ts';
import { pages } from '../contract/pages.ts';
import { lastPerson, useActor, useClaims } from '../providers/session.ts';
import { pagesOf, type Away, type ProductResource } from '../resources/productResource.ts';
import { loadPatiently } from '../widgets/loadPatiently.ts';
import { PageSkeleton } from '../widgets/PageSkeleton.tsx';
import { toast } from '../widgets/toasts.ts';

const PlacePage = lazy(() => loadPatiently(() => import('./pages/PlacePage.tsx')));

interface GuardedProps {
  needs?: Needs | undefined;
  away?: Away | undefined;
  children: ReactNode;
}

/**
 * A visitor is sent to the entrance; a failed right leads home and is told, `away` where the specification says. Who only works
 * at another level chooses a place of the right one on the spot.
 */
export function Guarded({ needs = signedIn, away, children }: GuardedProps) {
  const actor = useActor();
  const claims = useClaims();
  const location = useLocation();
  const { id = '' } = useParams();
  if (!actor) {
    const { pathname, search } = location;
    return <Navigate to={pages.sign} replace state={{ from: pathname + search, of: lastPerson() }} />;
  }
  const reason = refusal(actor, needs);
  if (reason && canChangePlace(actor, needs, claims))
    return (
      <Arriving>
        <PlacePage needs={needs} />
      </Arriving>
    );
  if (reason) return <TurnedAway reason={reason} />;
  const elsewhere = away?.(actor, id);
  if (elsewhere) return <Navigate to={elsewhere} replace />;
  // A path segment that should be a number and is not leads home.
  if (id && !/^\d+$/.test(id)) return <Navigate to={pages.garages} replace />;
  return <Arriving>{children}</Arriving>;
}

/** Whether only the level is wrong, and there is a place of the right one to go to. */
function canChangePlace(actor: Actor, { levels, ...rest }: Needs, claims: ReturnType<typeof useClaims>): boolean {
  if (!levels || actor.viewOnly || refusal(actor, rest)) return false;
  return actor.isSuperuser === SUPERUSER || levels.some((level) => Boolean(claims?.[`${level}_rights`].length));
}

function TurnedAway({ reason }: { reason: string }) {
  useEffect(() => toast(`Страница не открылась. ${reason}`), [reason]);
  return <Navigate to={pages.garages} replace />;
}

/** Shows the outline of a page until its code is here. */
export const Arriving = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
);

/** A route for each address of the resources; `base` is the part of the path that a parent route has taken. */
export const routesOf = (resources: readonly ProductResource[], base = '') =>
  resources.flatMap((resource) =>
    pagesOf(resource).map(({ path, page: Page, needs, away }) => (
      <Route
        key={path}
        path={path.slice(base.length)}
        element={
          <ResourceContextProvider key={resource.name} value={resource.name}>
            <Guarded needs={needs} away={away}>
              <Page />
            </Guarded>
          </ResourceContextProvider>
        }
      />
    )),
  );
