// The administrator's panel: its tabs, and the chosen page below.
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { ResourceDefinitionContextProvider, RouterProviderContext } from 'react-admin';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { productRouter } from '../../providers/routerProvider.tsx';
import { adminResources, allResources } from '../../resources/admin/index.ts';
import { addressesOf, definitionsOf } from '../../resources/productResource.ts';
import { routesOf } from '../guarded.tsx';

const tabs = adminResources.flatMap(({ options: { tab, paths, label } }) =>
  tab && paths.list ? [[paths.list, label] as const] : [],
);
const router = productRouter(addressesOf(allResources));
const definitions = definitionsOf(allResources);
const routes = routesOf(adminResources, `${pages.admin}/`);

export default function AdminPage() {
  const { pathname } = useLocation();
  const current = tabs.find(([path]) => pathname.replace(/\/+$/, '') === path)?.[0] ?? false;
  return (
    <RouterProviderContext.Provider value={router}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <div style={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}>
          {current && (
            <Tabs
              value={current}
              variant="scrollable"
              scrollButtons={false}
              aria-label="Панель администратора"
              sx={{ px: 'var(--gr-pageX)', borderBottom: '1px solid var(--gr-line)', flex: 'none' }}
            >
              {tabs.map(([path, label]) => (
                <Tab key={path} value={path} label={label} component={Link} to={path} />
              ))}
            </Tabs>
          )}
          <div style={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
            <Routes>
              <Route index element={<Navigate to={tabs[0]![0]} replace />} />
              {routes}
              <Route path="*" element={<Navigate to={pages.garages} replace />} />
            </Routes>
          </div>
        </div>
      </ResourceDefinitionContextProvider>
    </RouterProviderContext.Provider>
  );
}
