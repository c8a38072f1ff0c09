// Every address of the console: those of the resources, and the pages that belong to none.
import { isValidElement, type ReactNode } from 'react';
import { createRoutesFromElements, matchRoutes, Navigate, Route, useLocation, useRoutes } from 'react-router';
import { superuser, supportStaff, type Needs } from '../contract/kernel/scope.ts';
import { linkPage, pages } from '../contract/pages.ts';
import { loadLog } from '../resources/actionLog/loadLog.ts';
import { resources } from '../resources/index.ts';
import { lazyPage, type LazyPage } from '../widgets/lazyPage.tsx';
import type { Load } from '../widgets/loadPatiently.ts';
import { Arriving, Guarded, routesOf } from './guarded.tsx';

const Sign = lazyPage(() => import('./pages/session/SignPage.tsx'));
const Terms = lazyPage(() => import('./pages/TermsPage.tsx'));
const MyProfile = lazyPage(() => import('./pages/account/AccountPage.tsx'));
const Admin = lazyPage(() => import('./pages/AdminPage.tsx'));
const ActionLog = lazyPage(loadLog);
const Today = lazyPage(() => import('../resources/statistics/TodayPage.tsx'));
const Reports = lazyPage(() => import('../resources/reports/ReportsPage.tsx'));
const Search = lazyPage(() => import('../resources/search/SearchPage.tsx'));
const Jobs = lazyPage(() => import('../resources/jobs/JobsPage.tsx'));

const Support = lazyPage(() => import('../resources/support/QueuePage.tsx'));

const page = (element: ReactNode, needs?: Needs) => <Guarded needs={needs}>{element}</Guarded>;
const open = (element: ReactNode) => <Arriving>{element}</Arriving>;

const routes = createRoutesFromElements(
  <>
    <Route path={pages.sign} element={open(<Sign />)} />
    <Route path="/reset_password" element={<OldResetLink />} />
    <Route path={pages.terms} element={open(<Terms />)} />
    {routesOf(resources)}
    <Route path="/garages/*" element={<Navigate to={pages.garages} replace />} />
    <Route path="/global_search" element={page(<Search />)} />
    <Route path={pages.user} element={page(<MyProfile />)} />
    <Route path={pages.support} element={page(<Support />, supportStaff)} />
    <Route path={pages.jobs} element={page(<Jobs />)} />
    <Route path={pages.today} element={page(<Today />)} />
    <Route path={pages.reports} element={page(<Reports />)} />
    <Route path="/statistics/:tab?" element={page(<ActionLog />)} />
    <Route path={`${pages.admin}/*`} element={page(<Admin />, superuser)} />
    <Route path="*" element={page(<Navigate to={pages.garages} replace />)} />
  </>,
);

export const AppRoutes = () => useRoutes(routes);

/** How the page of an address is loaded; undefined where it leads elsewhere. */
export const loadAt = (pathname: string) => loadIn(matchRoutes(routes, pathname)?.at(-1)?.route.element);

/** The page within its guards. */
function loadIn(node: ReactNode): Load | undefined {
  if (!isValidElement<{ children?: ReactNode }>(node)) return undefined;
  return (node.type as Partial<LazyPage>).load ?? loadIn(node.props.children);
}

/** Letters sent before links moved to the entrance. */
function OldResetLink() {
  const secret = useLocation().hash.slice(1);
  return <Navigate to={secret ? linkPage('reset_password', secret) : pages.forgotPassword} replace />;
}
