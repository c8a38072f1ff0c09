// The page of personal data: an incident is asked about between two moments, to the minute; terms say what comes next.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  addPolicy,
  incident,
  incidentFile,
  incidentPeople,
  personalDuties,
} from '../../contract/instruments/personal.ts';
import { revealProfile } from '../../contract/profiles.ts';
import PersonalPage from '../../resources/admin/instruments/PersonalPage.tsx';
import { hasUnsavedWork } from '../../widgets/leaveGuard.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let wire: Wire;
let mo: Caller;
let admin: Caller;

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  wire = wireTo(t);
  mo = await as(t, { mo: w.mo });
  admin = await as(t, { region: w.region, isSuperuser: 2 });
  wire.enter(admin);
});
afterAll(() => t.close());
afterEach(cleanup);

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PersonalPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('a new version of the policy holds the page once its words are others', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Новая версия' }));
  expect(hasUnsavedWork()).toBe(false);
  fireEvent.change(screen.getByLabelText(/^Текст/), { target: { value: 'Новые слова' } });
  expect(hasUnsavedWork()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(hasUnsavedWork()).toBe(false);
});

it('the text of every version of the policy is read there, also of one that another replaced', async () => {
  open();
  const card = (await screen.findByText('Политика обработки данных')).closest('section')!;
  const before = (await within(card).findAllByText(/^Текст версии/)).length;
  cleanup();
  const add = async (text: string, after: number) =>
    (await admin.call(addPolicy, { body: { approvedAt: '2026-11-20', text, after } })).body as { version: number };
  const words = (which: string) => `${which} версия слов о том, что делается с данными людей. `.repeat(3).trim();
  const { body } = await admin.call(personalDuties);
  const first = await add(words('Прежняя'), body.policies[0].version);
  await add(words('Новая'), first.version);
  open();
  const texts = await screen.findAllByText(/^Текст версии/);
  expect(texts).toHaveLength(before + 2);
  fireEvent.click(screen.getByText(`Текст версии ${first.version}`));
  expect(screen.getByText(words('Прежняя')).closest('details')!.open).toBe(true);
});

it('asks between two moments of the clock of Moscow; a time that is none is told and not asked about', async () => {
  const { id } = await newPerson(mo, w.po);
  // 12:05 in Moscow.
  t.setNow('2026-11-20T09:05:00.000Z');
  await mo.call(revealProfile, { params: { id }, body: { what: 'phones' } });
  t.setNow('2026-11-20T09:10:00.000Z');
  open();
  const form = within((await screen.findByRole('button', { name: 'Составить список' })).closest('form')!);
  const ask = form.getByRole<HTMLButtonElement>('button', { name: 'Составить список' });
  type('С', '20.11.2026');
  type('По', '20.11.2026');
  type('Время, с', '12:06');
  type('Время, по', '25:00');
  expect(form.getByText('Введите время: ЧЧ:ММ')).toBeTruthy();
  expect(ask.disabled).toBe(true);
  type('Время, по', '12:30');
  fireEvent.click(ask);
  expect(await screen.findByText(/никто не открывал/)).toBeTruthy();
  type('Время, с', '12:05');
  fireEvent.click(ask);
  expect(await screen.findByText('Показаны телефоны')).toBeTruthy();
  // The file is of the list on screen, whatever was typed since.
  type('Время, с', '12:20');
  fireEvent.click(screen.getByRole('button', { name: 'Скачать каждую запись (Excel)' }));
  await vi.waitFor(() => expect(wire.sent(incidentFile)).toHaveLength(1));
  expect(wire.sent(incidentFile)[0]).toEqual(wire.sent(incident).at(-1));
});

it('asks about one person: whose data were looked at, by whom, and who could have', async () => {
  const [{ id: own }, { id: other }] = [
    await newPerson(mo, w.po, { lastName: 'Пострадавший' }),
    await newPerson(mo, w.po, { lastName: 'Посторонний' }),
  ];
  t.setNow('2026-11-20T09:12:00.000Z');
  await mo.call(revealProfile, { params: { id: own }, body: { what: 'phones' } });
  await mo.call(revealProfile, { params: { id: other }, body: { what: 'phones' } });
  t.setNow('2026-11-20T09:13:00.000Z');
  open();
  const form = within((await screen.findByRole('button', { name: 'Составить список' })).closest('form')!);
  type('С', '20.11.2026');
  type('По', '20.11.2026');
  type('Время, с', '12:12');
  type('Время, по', '12:13');
  fireEvent.click(form.getByRole('button', { name: 'Составить список' }));
  expect(await screen.findByText(/2 раза, людей — 2/)).toBeTruthy();
  await userEvent.type(form.getByRole('combobox', { name: 'Человек' }), 'Пострадав');
  await userEvent.click(await screen.findByRole('option', { name: /Пострадавший/ }));
  fireEvent.click(form.getByRole('button', { name: 'Составить список' }));
  expect(await screen.findByText(/1 раз, людей — 1/)).toBeTruthy();
  expect(wire.sent(incident).at(-1)).toMatchObject({ profile: own, mo: null });
});

it('finds people of any place, and of a chosen МО those who were ever known there', async () => {
  const stranger = await as(t, { mo: w.foreignMo });
  const away = await newPerson(stranger, w.foreignPo, { lastName: 'Дальнов' });
  const left = await newPerson(mo, w.po, { lastName: 'Дальнова' });
  open();
  const form = within((await screen.findByRole('button', { name: 'Составить список' })).closest('form')!);
  await userEvent.type(form.getByRole('combobox', { name: 'Человек' }), 'Дальнов');
  expect(await screen.findByRole('option', { name: /^Дальнов /i })).toBeTruthy();
  expect(screen.getAllByRole('option')).toHaveLength(2);
  const found = async (query: object) =>
    (await admin.call(incidentPeople, { query: { q: 'дальнов', ...query } })).body.data.map(
      ({ id }: { id: number }) => id,
    );
  expect(await found({ mo: w.foreignMo })).toEqual([away.id]);
  expect(await found({ mo: w.mo })).toEqual([left.id]);
});

it('says of each term when it is carried out next', async () => {
  open();
  const row = (await screen.findByText('Файлы заданий')).closest('li')!;
  expect(row.textContent).toContain('первая уборка 21.11.2026 03:00');
});
