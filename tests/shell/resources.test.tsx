// The resources of the console: each address opens its resource under its guard, and react-admin's hooks know them.
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import {
  CoreAdminContext,
  memoryStore,
  ResourceDefinitionContextProvider,
  useGetRecordRepresentation,
  useResourceContext,
} from 'react-admin';
import type { ReactNode } from 'react';
import { createMemoryRouter, matchPath, RouterProvider, Routes } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../contract/index.ts';
import { pages } from '../../contract/pages.ts';
import { storeToken } from '../../providers/session.ts';
import { adminResources, allResources } from '../../resources/admin/index.ts';
import { resources } from '../../resources/index.ts';
import { adminGroups, definitionsOf, pagesOf, type ProductResource } from '../../resources/productResource.ts';
import { routesOf } from '../../src/guarded.tsx';
import AdminPage from '../../src/pages/AdminPage.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  storeToken(null);
});

const part = (value: unknown) => btoa(JSON.stringify(value));
const tokenOf = (claims: object) =>
  `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [1, 2, 3], exp: 4e9, ...claims })}.s`;

/** The same resource with pages that only say whose they are. */
const said = (resource: ProductResource): ProductResource => {
  const Page = () => <output>{useResourceContext()}</output>;
  const { list, show, edit, create, options } = resource;
  return {
    ...resource,
    ...(list && { list: Page }),
    ...(show && { show: Page }),
    ...(edit && { edit: Page }),
    ...(create && { create: Page }),
    options: { ...options, also: (options.also ?? []).map((one) => ({ ...one, page: Page })) },
  };
};
const routes = routesOf(allResources.map(said));

async function arrive(path: string, claims: object) {
  storeToken(tokenOf(claims));
  const router = createMemoryRouter([{ path: '*', element: <Routes>{routes}</Routes> }], { initialEntries: [path] });
  await act(async () => void render(<RouterProvider router={router} />));
  return router.state.location.pathname;
}
const whose = () => screen.queryByRole('status')?.textContent;
const can = { mo: 3, is_superuser: 2 };

describe('names', () => {
  it('every resource that is listed is one of the contract, under its name', () => {
    const known = allEndpoints.map(({ path }) => path);
    const unknown = allResources
      .map(({ name }) => name)
      .filter((name) => !known.includes(`/api/${name.replace('admin_', '')}/`));
    expect(unknown).toEqual([]);
  });
});

describe('addresses', () => {
  const all = allResources.flatMap((resource) => pagesOf(resource).map(({ path }) => [path, resource.name] as const));

  it.each(all)('%s opens %s', async (path, name) => {
    const address = path.replace(':id', '5');
    expect(await arrive(address, can)).toBe(address);
    expect(whose()).toBe(name);
    cleanup();
    // A slash at the end is the same page.
    await arrive(`${address === '/' ? '' : address}/`, can);
    expect(whose()).toBe(name);
  });

  it('each belongs to one resource only', () => {
    const paths = all.map(([path]) => path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it('those of contract/pages.ts are among them, or belong to no resource', () => {
    const free = [
      '/sign',
      '/termsofuse',
      '/today',
      '/reports',
      '/statistics',
      '/global_search',
      '/user',
      '/jobs',
      '/admin',
      '/support',
    ];
    const lost = Object.values(pages)
      .map((page) => (typeof page === 'string' ? page : (page as (value: number) => string)(5)).split(/[?#]/)[0]!)
      .filter((path) => !all.some(([pattern]) => matchPath(pattern, path)))
      .filter((path) => !free.some((one) => path === one || path === '/statistics/5' || path === '/admin/5'));
    expect(lost).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['/archive', { po: 3 }, ''],
    ['/garage/5/contributions', { region: 1 }, '/garage/5'],
    ['/create-garage', { po: 3 }, ''],
    ['/contributions/new', { region: 3 }, ''],
    ['/profile_edit/5', { mo: 3, capabilities: [2] }, ''],
    ['/admin/users', { mo: 3 }, ''],
    ['/garage/five', { mo: 3 }, ''],
  ])('%s for %j leads to “%s”', async (path, claims, place) => {
    expect(await arrive(path, claims)).toBe(place || '/');
  });
});

describe('what react-admin knows', () => {
  const inside = (Inside: () => ReactNode) =>
    render(
      <CoreAdminContext>
        <ResourceDefinitionContextProvider definitions={definitionsOf(allResources)}>
          <Inside />
        </ResourceDefinitionContextProvider>
      </CoreAdminContext>,
    );

  it('a record has its name', () => {
    inside(() => {
      const ofGarage = useGetRecordRepresentation('garages');
      const ofPerson = useGetRecordRepresentation('profiles');
      return (
        <output>
          {ofGarage({ id: 1, section: 'Б', number: '12А' })},{' '}
          {ofPerson({ id: 2, lastName: 'Ким', firstName: 'Ли', fatherName: null })}
        </output>
      );
    });
    expect(screen.getByRole('status').textContent).toBe('Гараж Б 12А, Ким Ли');
  });

  it('every resource has a label, a picture and the views it has addresses for', () => {
    for (const resource of allResources) {
      const { label, paths } = resource.options;
      expect([resource.name, label.length > 0, resource.icon !== undefined]).toEqual([resource.name, true, true]);
      for (const view of ['show', 'edit', 'create'] as const)
        expect([resource.name, view, view in paths]).toEqual([resource.name, view, resource[view] !== undefined]);
    }
  });
});

it('the panel shows its tabs, also with a slash at the end, and begins with ПО', async () => {
  storeToken(tokenOf(can));
  const router = createMemoryRouter([{ path: '/admin/*', element: <AdminPage /> }], {
    initialEntries: ['/admin/instruments/'],
  });
  // The pages behind the tabs ask for nothing here.
  const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const Panel = () => (
    <CoreAdminContext store={memoryStore()} queryClient={queryClient}>
      <RouterProvider router={router} />
    </CoreAdminContext>
  );
  await act(async () => void render(<Panel />));
  const panel = screen.getByRole('navigation', { name: 'Панель администратора' });
  const [groups, listed] = within(panel).getAllByRole('list');
  const texts = (list: HTMLElement) =>
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent);
  expect(texts(groups!)).toEqual(Object.values(adminGroups));
  expect(listed).toBeUndefined();
  expect(within(groups!).getByText('Инструменты').getAttribute('aria-current')).toBe('true');
  // Every page of the panel stands in its group.
  const seen: string[] = [];
  for (const group of Object.values(adminGroups)) {
    const link = within(panel).getByRole('link', { name: group });
    await act(async () => link.click());
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('true'));
    const own = within(panel).getAllByRole('list')[1];
    seen.push(...(own ? texts(own) : [group]).map(String));
  }
  const inGroups = adminResources.filter(({ options }) => options.tab && options.paths.list);
  expect(seen.length).toBe(inGroups.length);
  expect(resources.every(({ options }) => !('tab' in options))).toBe(true);
});
