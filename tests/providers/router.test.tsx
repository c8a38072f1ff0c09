// react-admin's addresses on the product's, and in links, redirects and navigation.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, TestMemoryRouter, useLocation, useRedirect } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { productPath, productRouter } from '../../providers/routerProvider.tsx';
import { allResources } from '../../resources/admin/index.ts';
import { addressesOf } from '../../resources/productResource.ts';

afterEach(cleanup);
const addresses = addressesOf(allResources);

it.each([
  ['/garages', '/'],
  ['/garages?filter=%7B%7D', '/?filter=%7B%7D'],
  ['/garages/5', '/garage_edit/5'],
  ['/garages/5/show', '/garage/5'],
  ['/garages/5/show#debt', '/garage/5#debt'],
  ['/garages/create', '/create-garage'],
  ['/profiles', '/profiles'],
  ['/profiles/7/show', '/profile/7'],
  ['/profiles/7', '/profile_edit/7'],
  ['/poes', '/admin/poes'],
  ['/poes/3', '/admin/po/3'],
  ['/poes/3/show', '/admin/po/3'],
  ['/moes/create', '/admin/mo'],
  ['/regions/2', '/admin/region/2'],
  ['/contributions/4/show', '/contribution/4'],
  ['/contributions/create', '/contributions/new'],
  ['/balance_operations/9/show', '/balance_operation/9'],
  ['/balance_operations', '/contributions/payments'],
  ['/garage_types/2', '/admin/admin_garage_type/2'],
  ['/notifications/create', '/notification_constructor'],
  ['/outbox', '/admin/outbox'],
  ['/outbox/2/show', '/admin/outbox'],
  ['/garage/5', '/garage/5'],
  ['/profile/5/notifications', '/profile/5/notifications'],
  ['/garages/5/unknown', '/garages/5/unknown'],
  ['/', '/'],
  ['/toString/5', '/toString/5'],
])('%s → %s', (canonical, product) => {
  expect(productPath(addresses, canonical)).toBe(product);
});

describe('inside react-admin', () => {
  const routerProvider = productRouter(addresses);
  const { Link } = routerProvider;
  function Page() {
    const redirect = useRedirect();
    const { pathname, search } = useLocation();
    return (
      <>
        <output>{pathname + search}</output>
        <Link to="/profiles/7/show">человек</Link>
        <Link to={{ pathname: '/garages/5', search: '?a=1' }}>правка</Link>
        <button onClick={() => redirect('show', 'garages', 5)}>гараж</button>
        <button onClick={() => redirect('list', 'poes')}>список ПО</button>
        <button onClick={() => redirect('show', 'contributions', 5)}>начисление</button>
      </>
    );
  }
  const show = () =>
    render(
      <TestMemoryRouter>
        <CoreAdminContext routerProvider={routerProvider}>
          <Page />
        </CoreAdminContext>
      </TestMemoryRouter>,
    );
  const place = () => screen.getByRole('status').textContent;

  it('redirects and links lead to the product’s pages', async () => {
    show();
    expect(screen.getByText('человек').getAttribute('href')).toBe('/profile/7');
    expect(screen.getByText('правка').getAttribute('href')).toBe('/garage_edit/5?a=1');
    fireEvent.click(screen.getByText('гараж'));
    await expect.poll(place).toBe('/garage/5');
    fireEvent.click(screen.getByText('список ПО'));
    await expect.poll(place).toBe('/admin/poes');
    fireEvent.click(screen.getByText('начисление'));
    await expect.poll(place).toBe('/contribution/5');
  });
});
