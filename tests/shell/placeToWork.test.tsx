// A page of another level: the person is told so and takes a place of the right level on the spot; nobody is led away unheard.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { financeEdit, registryCreate, superuser, type Needs } from '../../contract/kernel/scope.ts';
import { updateToken } from '../../contract/session.ts';
import { Guarded } from '../../src/guarded.tsx';
import { closeToast, useToasts } from '../../widgets/toasts.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let emptyRegion: number;
beforeAll(async () => {
  t = await testApp();
  const region = t.deps.db.insertInto('region').values({ name: 'Новый' }).returning('id');
  emptyRegion = (await region.executeTakeFirstOrThrow()).id;
});
beforeEach(() => {
  wire = wireTo(t);
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  wire.cut();
});

function Said() {
  return useToasts().map(({ id, text }) => (
    <button key={id} type="button" onClick={() => closeToast(id)}>
      {text}
    </button>
  ));
}

function open(needs: Needs) {
  const router = createMemoryRouter(
    [
      {
        path: '/desk',
        element: (
          <Guarded needs={needs}>
            <h1>Касса</h1>
          </Guarded>
        ),
      },
      { path: '*', element: <h1>Не здесь</h1> },
    ],
    { initialEntries: ['/desk'] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Said />
    </QueryClientProvider>,
  );
  return router;
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the first superuser of an installation', () => {
  it('is told that there is no ПО yet, and where one is made', async () => {
    wire.enter(await as(t, { region: emptyRegion, isSuperuser: 2, role: 'superuser' }));
    open(financeEdit);
    await heading('Выберите, за кого работать');
    expect(await screen.findByText('Ни одного ПО ещё нет')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Завести ПО' }).getAttribute('href')).toBe('/admin/poes');
    await userEvent.click(screen.getByRole('button', { name: 'МО' }));
    expect(await screen.findByText('Ни одного МО ещё нет')).toBeTruthy();
  });
});

describe('a superuser of a region', () => {
  beforeAll(async () => {
    w = await world(t.deps.db);
  });
  it('chooses a ПО and stays on the page that was asked for', async () => {
    wire.enter(await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' }));
    const router = open(financeEdit);
    await heading('Выберите, за кого работать');
    await userEvent.click(await screen.findByRole('combobox', { name: 'ПО' }));
    await userEvent.click((await screen.findAllByRole('option', { name: /КАС № 12-3/ }))[0]!);
    await userEvent.click(screen.getByRole('button', { name: /^Работать как КАС № 12-3/ }));
    await heading('Касса');
    expect(router.state.location.pathname).toBe('/desk');
    expect(await screen.findByText('Теперь вы работаете как КАС № 12-3')).toBeTruthy();
  });
});

describe('an official', () => {
  it('chooses among the places where he has a right of that level', async () => {
    const inMo = await as(t, { mo: w.mo });
    const inPo = await as(t, { po: w.po, same: inMo });
    const { body } = await inPo.call(updateToken, { body: { po: w.po } });
    wire.enter({ ...inPo, token: body.token });
    open(registryCreate);
    await heading('Выберите, за кого работать');
    const buttons = await screen.findAllByRole('button', { name: /^Работать как/ });
    expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0]!);
    await heading('Касса');
  });

  it('with no right of that level is led home and told why', async () => {
    wire.enter(await as(t, { po: w.po }));
    open(registryCreate);
    await heading('Не здесь');
    expect(await screen.findByText('Страница не открылась. Доступно на уровне МО')).toBeTruthy();
  });

  it('without the right is led home and told why', async () => {
    wire.enter(await as(t, { po: w.po, capabilities: [1] }));
    open(financeEdit);
    await heading('Не здесь');
    expect(await screen.findByText('Страница не открылась. Нужно право «Взносы и баланс»')).toBeTruthy();
    cleanup();
    open(superuser);
    await heading('Не здесь');
    expect(await screen.findByText('Страница не открылась. Доступно только суперпользователю')).toBeTruthy();
  });
});
