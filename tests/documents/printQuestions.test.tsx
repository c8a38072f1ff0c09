// The window of printing asks: which consent, what only people know of a claim (and shows it), whether a number that stands is meant.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { PrintDocument } from '../../src/shell/modals/PrintDocument.tsx';
import type { Modal } from '../../widgets/modals.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { newPerson } from '../kit/rows.ts';
import { form, save } from '../reregistrations/kit.ts';
import { charge, ownedGarage, place, type Place } from './kit.ts';

/** A paper is drawn in seconds on a busy machine. */
const slow = { timeout: inTime(20_000) };
let t: TestApp;
let at: Place;
let wire: Wire;
let garage: number;
let other: number;
let person: number;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const own = await ownedGarage(at);
  [garage, person] = [own.garage.id, own.person.id];
  other = (await ownedGarage(at, { passNum: '222222' })).garage.id;
  await charge(at, garage, 450_000);
  // The window takes the day of the machine.
  t.setNow(new Date().toISOString());
  at.po = await as(t, { po: at.w.po });
  wire = wireTo(t);
  wire.enter(at.po);
  URL.createObjectURL ??= () => 'blob:paper';
  URL.revokeObjectURL ??= () => undefined;
});
afterAll(() => t.close());
afterEach(cleanup);

type Print = Extract<Modal, { name: 'print-document' }>;
const open = (about: Print['about'], more: Partial<Print> = {}) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PrintDocument modal={{ name: 'print-document', about, title: 'Запись', ...more }} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
const choose = async (box: RegExp, option: RegExp) => {
  await userEvent.click(await screen.findByRole('combobox', { name: box }, slow));
  await userEvent.click(await screen.findByRole('option', { name: option }, slow));
};
const papers = () =>
  t.deps.db.selectFrom('document').orderBy('id').select(['type_id', 'consent_kind', 'number', 'garage_id']).execute();
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('asks which consent, the usual one first; a kind that is known already is printed at once', async () => {
  open({ profile_id: person }, { types: [10] });
  const box = await screen.findByRole('combobox', { name: /На что согласие/ }, slow);
  expect(box.textContent).toContain('Обработка персональных данных');
  await choose(/На что согласие/, /СМС/);
  await press('Напечатать');
  await waitFor(async () => expect((await papers()).map((one) => one.consent_kind)).toEqual(['sms_info']), slow);
  cleanup();
  open({ profile_id: person }, { types: [10], consent: 'ads' });
  await waitFor(async () => expect((await papers()).map((one) => one.consent_kind)).toEqual(['sms_info', 'ads']), slow);
  cleanup();
  // Printed before: it is said of that kind alone.
  open({ profile_id: person }, { types: [10], consent: 'ads' });
  expect(await screen.findByText(/уже запрашивался/, {}, slow)).toBeTruthy();
  await choose(/На что согласие/, /e-mail/);
  expect(screen.queryByText(/уже запрашивался/)).toBeNull();
});

it('a claim is written, looked at without a number, and printed', async () => {
  open({ garage_id: garage }, { types: [17] });
  await userEvent.type(await screen.findByRole('textbox', { name: /^Суд/ }, slow), 'Мировому судье участка № 5');
  await press('Посмотреть');
  expect(await screen.findByRole('img', { name: 'Как выйдет документ' }, slow)).toBeTruthy();
  expect((await papers()).filter((one) => one.type_id === 17)).toEqual([]);
  // What was seen is not what stands now.
  await userEvent.type(screen.getByRole('textbox', { name: /^Обстоятельства/ }), 'Обещал');
  expect(screen.queryByRole('img', { name: 'Как выйдет документ' })).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: /Как уведомили/ }), 'лично');
  await press('Напечатать');
  expect(await screen.findByText('Укажите, когда уведомили', {}, slow)).toBeTruthy();
  await userEvent.clear(screen.getByRole('textbox', { name: /Как уведомили/ }));
  await press('Напечатать');
  await waitFor(async () => expect((await papers()).filter((one) => one.type_id === 17)).toHaveLength(1), slow);
});

it('a number that stands is asked about; the second press means it, another number forgets the question', async () => {
  const numbered = async (id: number) => {
    open({ garage_id: id }, { types: [3] });
    const box = await screen.findByRole('textbox', { name: /Номер/ }, slow);
    await userEvent.clear(box);
    await userEvent.type(box, '31');
    return box;
  };
  const certificates = async () => (await papers()).filter((one) => one.type_id === 3).map((one) => one.number);
  await numbered(garage);
  await press('Напечатать');
  await waitFor(async () => expect(await certificates()).toEqual(['31']), slow);
  cleanup();
  const box = await numbered(other);
  await press('Напечатать');
  expect(await screen.findByText(/Номер 31 уже занят/, {}, slow)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Открыть документ № 31' })).toBeTruthy();
  await userEvent.type(box, '2');
  expect(screen.queryByRole('button', { name: 'Напечатать под этим номером' })).toBeNull();
  await userEvent.type(box, '{Backspace}');
  await press('Напечатать');
  await userEvent.click(await screen.findByRole('button', { name: 'Напечатать под этим номером' }, slow));
  await waitFor(async () => expect(await certificates()).toEqual(['31', '31']), slow);
});

it('of two heirs each gets an application of his own: whose it is, is asked', async () => {
  const mo = await as(t, { mo: at.w.mo });
  const heirs = [
    await newPerson(mo, at.w.po, { lastName: 'Первов' }),
    await newPerson(mo, at.w.po, { lastName: 'Второв' }),
  ];
  const newOwner = heirs.map(({ id }) => ({ profileId: id, share: '1/2' }));
  const { id } = await save(mo, { ...form(other, 3, { newOwner }), apply: true } as never);
  open({ reregistration_id: id }, { types: [9] });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Напечатать' }, slow);
  expect(await screen.findByText('Выберите, для кого документ', {}, slow)).toBeTruthy();
  expect(button.disabled).toBe(true);
  await choose(/Для кого/, /Второв/);
  await press('Напечатать');
  const printed = () =>
    t.deps.db.selectFrom('document').where('reregistration_id', '=', id).select('profile_id').execute();
  await waitFor(async () => expect(await printed()).toEqual([{ profile_id: heirs[1]!.id }]), slow);
});
