// An address under its guard, and the addresses of resources.
import { Suspense, type ReactNode } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { Navigate, Route, useLocation, useParams } from 'react-router';
import { refusal, signedIn, type Needs } from '../contract/kernel/scope.ts';
import { pages } from '../contract/pages.ts';
import { useActor } from '../providers/session.ts';
import { pagesOf, type Away, type ProductResource } from '../resources/productResource.ts';
import { PageSkeleton } from '../widgets/PageSkeleton.tsx';

interface GuardedProps {
  needs?: Needs | undefined;
  away?: Away | undefined;
  children: ReactNode;
}

/** A visitor is sent to the entrance; a failed right leads home, `away` where the specification says. */
export function Guarded({ needs = signedIn, away, children }: GuardedProps) {
  const actor = useActor();
  const location = useLocation();
  const { id = '' } = useParams();
  if (!actor) return <Navigate to={pages.sign} replace state={{ from: location.pathname + location.search }} />;
  if (refusal(actor, needs)) return <Navigate to={pages.garages} replace />;
  const elsewhere = away?.(actor, id);
  if (elsewhere) return <Navigate to={elsewhere} replace />;
  // A path segment that should be a number and is not leads home.
  if (id && !/^\d+$/.test(id)) return <Navigate to={pages.garages} replace />;
  return <Arriving>{children}</Arriving>;
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
