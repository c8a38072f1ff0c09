// The administrator's panel: its groups, the pages of the chosen one, and the chosen page below.
import { ResourceDefinitionContextProvider, RouterProviderContext } from 'react-admin';
import { Link, matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { productRouter } from '../../providers/routerProvider.tsx';
import { adminResources, allResources } from '../../resources/admin/index.ts';
import { addressesOf, adminGroups, definitionsOf, pagesOf } from '../../resources/productResource.ts';
import { usePageTitle } from '../../widgets/usePageTitle.ts';
import { routesOf } from '../guarded.tsx';
import styles from './admin.module.css';

interface PanelPage {
  path: string;
  label: string;
}
/** Pages of the panel by their group, in the order of both. */
const groups = Object.entries(adminGroups)
  .map(([key, label]) => ({
    label,
    pages: adminResources.flatMap(({ options }): PanelPage[] =>
      options.tab === key && options.paths.list ? [{ path: options.paths.list, label: options.label }] : [],
    ),
  }))
  .filter((group) => group.pages.length > 0);
const router = productRouter(addressesOf(allResources));
const definitions = definitionsOf(allResources);
const routes = routesOf(adminResources, `${pages.admin}/`);

export default function AdminPage() {
  const { pathname } = useLocation();
  const here = pathname.replace(/\/+$/, '');
  const group = groups.find((one) => one.pages.some(({ path }) => path === here));
  return (
    <RouterProviderContext.Provider value={router}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <div style={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}>
          <PanelTitle key={here} here={here} />
          {group && <PanelTabs group={group} here={here} />}
          <div style={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
            <Routes>
              <Route index element={<Navigate to={groups[0]!.pages[0]!.path} replace />} />
              {routes}
              <Route path="*" element={<Navigate to={pages.garages} replace />} />
            </Routes>
          </div>
        </div>
      </ResourceDefinitionContextProvider>
    </RouterProviderContext.Provider>
  );
}

/** The tab of the browser says whose page it is. It stands before the page: one with a name of its own says that after it. */
function PanelTitle({ here }: { here: string }) {
  const resource = adminResources.find((one) => pagesOf(one).some(({ path }) => matchPath(path, here)));
  usePageTitle(resource?.options.label);
  return null;
}

function PanelTabs({ group, here }: { group: (typeof groups)[number]; here: string }) {
  return (
    <nav aria-label="Панель администратора" data-help="tabs" className={styles.panel}>
      <ul className={styles.groups}>
        {groups.map((one) => (
          <li key={one.label}>
            <Link to={one.pages[0]!.path} aria-current={one === group ? 'true' : undefined}>
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
      {group.pages.length > 1 && (
        <ul className={styles.pages}>
          {group.pages.map(({ path, label }) => (
            <li key={path}>
              <Link to={path} aria-current={path === here ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
