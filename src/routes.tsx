// Every address of the console with its guard. A page that is still being built says so itself.
import { Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { linkPage, pages } from '../contract/pages.ts';
import {
  financeEdit,
  financeRead,
  mailingSend,
  refusal,
  registryCreate,
  registryEdit,
  superuser,
  type Actor,
  type Needs,
} from '../contract/kernel/scope.ts';
import { useActor } from '../providers/session.ts';
import { PageSkeleton } from '../widgets/PageSkeleton.tsx';
import { lazyPage } from './lazyPage.tsx';
import { ComingSoon } from './pages/ComingSoon.tsx';

const Sign = lazyPage(() => import('./pages/session/SignPage.tsx'));
const Terms = lazyPage(() => import('./pages/TermsPage.tsx'));
const MyProfile = lazyPage(() => import('./pages/account/AccountPage.tsx'));
const Admin = lazyPage(() => import('./pages/AdminPage.tsx'));
const GarageList = lazyPage(() => import('../resources/garages/GarageList.tsx'));
const GarageShow = lazyPage(() => import('../resources/garages/GarageShow.tsx'));
const GarageEdit = lazyPage(() => import('../resources/garages/GarageEdit.tsx'));
const GarageCreate = lazyPage(() => import('../resources/garages/GarageCreate.tsx'));
const ProfileList = lazyPage(() => import('../resources/profiles/ProfileList.tsx'));
const ProfileShow = lazyPage(() => import('../resources/profiles/ProfileShow.tsx'));
const ProfileEdit = lazyPage(() => import('../resources/profiles/ProfileEdit.tsx'));
const ProfileCreate = lazyPage(() => import('../resources/profiles/ProfileCreate.tsx'));
const OrgList = lazyPage(() => import('../resources/admin/orgs/OrgList.tsx'));
const OrgEdit = lazyPage(() => import('../resources/admin/orgs/OrgEdit.tsx'));
const Penalties = lazyPage(() => import('../resources/penalties/PenaltiesPage.tsx'));
const Closing = lazyPage(() => import('../resources/closing/ClosingPage.tsx'));
const ReferenceList = lazyPage(() => import('../resources/admin/references/ReferenceList.tsx'));
const ReferenceEdit = lazyPage(() => import('../resources/admin/references/ReferenceEdit.tsx'));
const GalleryList = lazyPage(() => import('../resources/admin/gallery/GalleryList.tsx'));
const GalleryEdit = lazyPage(() => import('../resources/admin/gallery/GalleryEdit.tsx'));
const UserList = lazyPage(() => import('../resources/admin/users/UserList.tsx'));
const UserEdit = lazyPage(() => import('../resources/admin/users/UserEdit.tsx'));
const DebtAgeing = lazyPage(() => import('../resources/balance/AgeingPage.tsx'));
const ActionLog = lazyPage(() => import('../resources/actionLog/ActionLogPage.tsx'));
const Outbox = lazyPage(() => import('../resources/outbox/OutboxPage.tsx'));
const BankStatements = lazyPage(() => import('../resources/bankStatements/StatementPage.tsx'));
const Search = lazyPage(() => import('../resources/search/SearchPage.tsx'));
const ContributionList = lazyPage(() => import('../resources/contributions/ContributionList.tsx'));
const ChargePage = lazyPage(() => import('../resources/contributions/charge/ChargePage.tsx'));
const ContributionShow = lazyPage(() => import('../resources/contributions/ContributionShow.tsx'));
const ContributionEdit = lazyPage(() => import('../resources/contributions/ContributionEdit.tsx'));
const PaymentList = lazyPage(() => import('../resources/payments/PaymentList.tsx'));
const PaymentDesk = lazyPage(() => import('../resources/payments/desk/DeskPage.tsx'));
const OperationShow = lazyPage(() => import('../resources/payments/OperationShow.tsx'));
const OperationEdit = lazyPage(() => import('../resources/payments/OperationEdit.tsx'));
const Jobs = lazyPage(() => import('../resources/jobs/JobsPage.tsx'));

/** A page under a guard: a failed right leads home, `away` leads where the specification says. */
function page(
  element: ReactNode,
  needs: Needs = { who: 'signedIn' },
  away?: (actor: Actor, id: string) => string | null,
) {
  return (
    <Guarded needs={needs} away={away}>
      {element}
    </Guarded>
  );
}

const soon = (title: string, text: string) => <ComingSoon title={title}>{text}</ComingSoon>;
const noRegion = (to: string) => (actor: Actor) => (actor.region ? to : null);

export function AppRoutes() {
  return (
    <Routes>
      <Route
        path="/sign"
        element={
          <Arriving>
            <Sign />
          </Arriving>
        }
      />
      <Route path="/reset_password" element={<OldResetLink />} />
      <Route
        path="/termsofuse"
        element={
          <Arriving>
            <Terms />
          </Arriving>
        }
      />

      <Route path="/" element={page(<GarageList />)} />
      <Route path="/garages/*" element={<Navigate to={pages.garages} replace />} />
      <Route path="/archive" element={page(<GarageList />, undefined, (actor) => (actor.po ? pages.garages : null))} />
      <Route path="/garage/:id" element={page(<GarageShow />)} />
      <Route
        path="/garage/:id/contributions"
        element={page(<GarageShow />, undefined, (actor, id) => (actor.region ? pages.garage(Number(id)) : null))}
      />
      <Route path="/garage_edit/:id" element={page(<GarageEdit />, registryEdit)} />
      <Route path="/create-garage" element={page(<GarageCreate />, registryCreate)} />
      <Route
        path="/garage/:id/new_reregistration"
        element={page(
          soon(
            'Переоформление',
            'Здесь будет мастер переоформления: новый владелец, основание, документы и то, что получится.',
          ),
          registryEdit,
        )}
      />
      <Route path="/global_search" element={page(<Search />)} />
      <Route path="/profiles" element={page(<ProfileList />)} />
      <Route path="/profile/:id" element={page(<ProfileShow />)} />
      <Route path="/profile/:id/notifications" element={page(<ProfileShow />)} />
      <Route path="/profile_edit/:id" element={page(<ProfileEdit />, registryEdit)} />
      <Route path="/create-profile" element={page(<ProfileCreate />, registryEdit)} />
      <Route
        path="/reregistrations"
        element={page(soon('Переоформления', 'Здесь будет список переоформлений по статусам.'))}
      />
      <Route
        path="/reregistrations/applications"
        element={page(soon('Заявки', 'Здесь будут новые заявки и возвращённые на доработку.'))}
      />
      <Route
        path="/reregistration/:id"
        element={page(soon('Переоформление', 'Здесь будет карточка переоформления.'))}
      />
      <Route path="/document" element={page(soon('Документы', 'Здесь будет журнал напечатанных документов.'))} />
      <Route path="/document/:id" element={page(soon('Документ', 'Здесь будет карточка документа.'))} />
      <Route path="/user" element={page(<MyProfile />)} />
      <Route path="/jobs" element={page(<Jobs />)} />
      <Route path="/news" element={page(soon('Новости', 'Здесь будут новости общества.'))} />
      <Route path="/tutorials" element={page(soon('Инструкции', 'Здесь будут инструкции: видео, PDF и статьи.'))} />
      <Route path="/statistics/:tab?" element={page(<ActionLog />)} />

      <Route path="/contribution/:id" element={page(<ContributionShow />, financeRead)} />
      <Route path="/contribution_edit/:id" element={page(<ContributionEdit />, financeRead)} />
      <Route path="/contributions/new" element={page(<ChargePage />, financeEdit)} />
      <Route path="/contributions/penalties" element={page(<Penalties />, financeEdit)} />
      <Route path="/contributions/closing" element={page(<Closing />, financeEdit)} />
      <Route path="/contributions" element={page(<ContributionList />, financeRead)} />
      <Route path="/contributions/payments" element={page(<PaymentList />, financeRead)} />
      <Route path="/contributions/payments/desk" element={page(<PaymentDesk />, financeEdit)} />
      <Route path="/contributions/ageing" element={page(<DebtAgeing />, financeRead)} />
      <Route path="/balance_operation/:id" element={page(<OperationShow />, financeRead)} />
      <Route path="/balance_operation_edit/:id" element={page(<OperationEdit />, financeEdit)} />
      <Route path="/contributions/payments/statement" element={page(<BankStatements />, financeEdit)} />

      <Route path="/notifications" element={page(soon('Рассылки', 'Здесь будет журнал рассылок.'), mailingSend)} />
      <Route
        path="/notifications/profiles"
        element={page(
          soon('Рассылки людям', 'Здесь будет выбор получателей.'),
          mailingSend,
          noRegion(pages.notifications),
        )}
      />
      <Route
        path="/notifications/garages"
        element={page(
          soon('Рассылки по гаражам', 'Здесь будет выбор гаражей.'),
          mailingSend,
          noRegion(pages.notifications),
        )}
      />
      {['/notifications/drafts', '/notification/:id', '/informing_history/:id', '/notification_constructor'].map(
        (path) => (
          <Route
            key={path}
            path={path}
            element={page(soon('Рассылки', 'Этот раздел рассылок готовится.'), mailingSend)}
          />
        ),
      )}

      <Route path="/admin" element={page(<Admin />, superuser)}>
        <Route index element={<Navigate to="/admin/poes" replace />} />
        <Route path="poes" element={<OrgList />} />
        <Route path="moes" element={<OrgList />} />
        <Route path="regions" element={<OrgList />} />
        <Route path="gallery" element={<GalleryList />} />
        <Route path="admin_gallery/:id?" element={page(<GalleryEdit />, superuser)} />
        <Route path="users" element={<UserList />} />
        <Route path="user/:id?" element={page(<UserEdit />, superuser)} />
        <Route path="outbox" element={<Outbox />} />
        {['garage_type', 'accrual_type', 'payment_type', 'privilege', 'key_rate'].flatMap((name) => [
          <Route key={name} path={`${name}s`} element={<ReferenceList key={name} />} />,
          <Route
            key={`edit ${name}`}
            path={`admin_${name}/:id?`}
            element={page(<ReferenceEdit key={name} />, superuser)}
          />,
        ])}
        {adminSoon.map(([path, title]) => (
          <Route key={path} path={path} element={soon(title, 'Этот раздел панели администратора готовится.')} />
        ))}
        {['po', 'mo', 'region'].map((level) => (
          <Route key={level} path={`${level}/:id?`} element={page(<OrgEdit key={level} />, superuser)} />
        ))}
      </Route>
      <Route path="*" element={page(<Navigate to={pages.garages} replace />)} />
    </Routes>
  );
}

const adminSoon: [path: string, title: string][] = [
  ['documents', 'Документы'],
  ['tutorials', 'Инструкции'],
  ['news', 'Новости'],
  ['instruments', 'Инструменты'],
  ['admin_document/:id?', 'Вид документа'],
  ['admin_news/:id?', 'Новость'],
  ['admin_tutorial/:id?', 'Инструкция'],
  ['merge_profiles', 'Объединение карточек'],
  ['normalize_addresses', 'Нормализация адресов'],
  ['reregistration_tariffs', 'Тарифы переоформления'],
];

/** Letters sent before links moved to the entrance. */
function OldResetLink() {
  const secret = useLocation().hash.slice(1);
  return <Navigate to={secret ? linkPage('reset_password', secret) : pages.forgotPassword} replace />;
}

function Guarded({
  needs,
  away,
  children,
}: {
  needs: Needs;
  away?: ((actor: Actor, id: string) => string | null) | undefined;
  children: ReactNode;
}) {
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

function Arriving({ children }: { children: ReactNode }) {
  return <Suspense fallback={<PageSkeleton />}>{children}</Suspense>;
}
