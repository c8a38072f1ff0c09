// The application: theme, data, rights and addresses put together.
import { CoreAdminContext, localStorageStore, ResourceDefinitionContextProvider } from 'react-admin';
import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { authProvider } from '../providers/authProvider.ts';
import { dataProvider } from '../providers/dataProvider.ts';
import { seedEarlyAnswers } from '../providers/earlyAnswers.ts';
import { seedFirstRows } from '../providers/firstPage.ts';
import { i18nProvider } from '../providers/i18nProvider.ts';
import { personStore, usePersonHabits } from '../providers/personStore.ts';
import { createQueryClient } from '../providers/queryClient.ts';
import { productRouter } from '../providers/routerProvider.tsx';
import { resources } from '../resources/index.ts';
import { addressesOf, definitionsOf } from '../resources/productResource.ts';
import { FaultPage } from './pages/FaultPage.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './shell/Shell.tsx';
import { AppTheme } from './theme/AppTheme.tsx';

const queryClient = createQueryClient();
const store = personStore(localStorageStore('1', 'registry'));
const definitions = definitionsOf(resources);
const routerProvider = productRouter(addressesOf(resources));

// A data router: only it can hold a navigation while an editor has unsaved work.
const router = createBrowserRouter([{ path: '*', element: <Inside />, errorElement: <FaultPage /> }]);

export function App() {
  return (
    <AppTheme>
      <RouterProvider router={router} />
    </AppTheme>
  );
}

function Inside() {
  useState(() => {
    seedFirstRows(queryClient);
    seedEarlyAnswers(queryClient);
  });
  usePersonHabits(store);
  return (
    <CoreAdminContext
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      routerProvider={routerProvider}
      store={store}
    >
      <ResourceDefinitionContextProvider definitions={definitions}>
        <Shell>
          <AppRoutes />
        </Shell>
      </ResourceDefinitionContextProvider>
    </CoreAdminContext>
  );
}
