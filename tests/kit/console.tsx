// A page of the console by itself, in memory: under an address, with the console's own provider and questions of its own.
import type { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, memoryStore, type RouterProvider } from 'react-admin';
import { useState, type ReactNode } from 'react';
import { MemoryRouter, type InitialEntry } from 'react-router';
import { dataProvider } from '../../providers/dataProvider.ts';
import { createQueryClient } from '../../providers/queryClient.ts';

interface Props {
  /** The address the page is opened at. */
  at?: InitialEntry;
  /** Where a test looks into what is kept, or is told of a refusal at once. */
  queryClient?: QueryClient;
  routerProvider?: RouterProvider;
  children: ReactNode;
}

export function Console({ at = '/', queryClient, routerProvider, children }: Props) {
  const [client] = useState(() => queryClient ?? createQueryClient());
  const [store] = useState(() => memoryStore());
  return (
    <MemoryRouter initialEntries={[at]}>
      <CoreAdminContext
        dataProvider={dataProvider}
        queryClient={client}
        store={store}
        {...(routerProvider && { routerProvider })}
      >
        {children}
      </CoreAdminContext>
    </MemoryRouter>
  );
}
