// The card of a garage for who may little: tabs he has, reasons beside what he may not; a plan that has nothing to draw.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { garageMap } from '../../contract/garages.ts';
import { poOptions } from '../../contract/orgs.ts';
import GarageShow from '../../resources/garages/GarageShow.tsx';
import SectionMap from '../../resources/garages/SectionMap.tsx';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let wire: Wire;
let garage: number;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  garage = (await newGarage(await as(t, { mo: w.mo }), w.po)).id;
});
afterAll(() => t.close());
afterEach(cleanup);

const open = (address: string, page: ReactNode) =>
  render(
    <Console at={address}>
      <Routes>
        <Route path="/garage/:id" element={page} />
        <Route path="/" element={page} />
      </Routes>
    </Console>,
  );
const chosen = async () => (await screen.findByRole('tab', { selected: true })).textContent;

it.each(['contributions', 'nothing'])('a region that asks for the tab «%s» gets the garage itself', async (tab) => {
  wire.enter(await as(t, { region: w.region }));
  open(`/garage/${garage}?tab=${tab}`, <GarageShow />);
  expect(await chosen()).toBe('Гараж');
});

it('a region reads why it does not re-register; who keeps no register reads why nothing is changed', async () => {
  wire.enter(await as(t, { region: w.region, capabilities: [1] }));
  open(`/garage/${garage}`, <GarageShow />);
  const entry = async (name: RegExp) => {
    await userEvent.click((await screen.findAllByRole('button', { name: 'Ещё действия' }))[0]!);
    return screen.findByRole('menuitem', { name });
  };
  expect((await entry(/Переоформить/)).textContent).toContain('Доступно на уровне');
  cleanup();
  wire.enter(await as(t, { po: w.po, capabilities: [] }));
  open(`/garage/${garage}`, <GarageShow />);
  expect((await entry(/Перевести в архив/)).textContent).toContain('Нужно право «Ведение реестра»');
  // In the head of the card and in the bar under it, which a phone has.
  const pays = screen.getAllByTitle('Нужно право «Взносы и баланс»');
  expect(pays.filter((one) => one.textContent?.includes('Принять оплату'))).toHaveLength(2);
});

it('a plan says that there is no ПО, and that the answer did not come', async () => {
  const { id } = await t.deps.db
    .insertInto('mo')
    .values({ region_id: w.region, name: 'Новое МО' })
    .returning('id')
    .executeTakeFirstOrThrow();
  wire.enter(await as(t, { mo: id }));
  open('/?view=map', <SectionMap />);
  expect(await screen.findByText('Показывать нечего')).toBeTruthy();
  cleanup();
  for (const lost of [poOptions, garageMap]) {
    wire.enter(await as(t, { mo: w.mo }));
    wire.lose(lost);
    open('/?view=map', <SectionMap />);
    const alert = within(await screen.findByRole('alert'));
    await userEvent.click(alert.getByRole('button', { name: 'Повторить' }));
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
    cleanup();
  }
});

it('a number is found on the plan in whichever letters it is typed; what is not there is said', async () => {
  const place = await world(t.deps.db);
  const mo = await as(t, { mo: place.mo });
  for (const [section, number] of [['А', '1'], ['В', '12а']]) await newGarage(mo, place.po, { section, number }); // prettier-ignore
  wire.enter(mo);
  open('/?view=map', <SectionMap />);
  const box = await screen.findByPlaceholderText('Номер на плане');
  const panel = () => within(screen.getByLabelText('Выбранный гараж')).getByRole('heading').textContent;
  expect(panel()).toBe('Гараж № 1');
  await userEvent.type(box, 'B 12A{Enter}');
  expect(panel()).toBe('Гараж № 12а');
  await userEvent.clear(box);
  await userEvent.type(box, '12б{Enter}');
  expect(screen.getByText('Такого номера нет')).toBeTruthy();
});
