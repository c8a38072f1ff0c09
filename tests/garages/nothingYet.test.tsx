// The list of an installation that holds nothing: whoever may set it up is led to the organisations, others are told who may.
import { cleanup, render, screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { pages } from '../../contract/pages.ts';
import GarageList from '../../resources/garages/GarageList.tsx';
import { as, testApp, type Person, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';

let t: TestApp;
let wire: Wire;
let region: number;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const made = t.deps.db.insertInto('region').values({ name: 'Новый' }).returning('id');
  region = (await made.executeTakeFirstOrThrow()).id;
});
afterAll(() => t.close());
afterEach(cleanup);

async function open(person: Person) {
  wire.enter(await as(t, { region, ...person }));
  render(
    <Console>
      <ResourceContextProvider value="garages">
        <GarageList />
      </ResourceContextProvider>
    </Console>,
  );
  await screen.findByText('Гаражей пока нет');
}
const way = () => screen.queryByRole('link', { name: 'Открыть организации' });

it('a superuser goes on to the organisations', async () => {
  await open({ isSuperuser: 2, role: 'superuser' });
  expect(way()?.getAttribute('href')).toBe(pages.admin);
});

it('an official is not led to what he may not open', async () => {
  await open({});
  expect(way()).toBeNull();
});
