// The page of SMS prices in the administrator's panel: the list, a new price, refusals at the field, a change, a removal.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { removeSmsPrice, smsPriceReference } from '../../contract/references.ts';
import AdminPage from '../../src/pages/AdminPage.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let root: Caller;
let known: number;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  const made = await root.call(smsPriceReference.create, {
    body: { prefix: '+7911', kopecks: 690, operator: 'Северный' },
  });
  known = made.body.id;
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const Where = () => <output aria-label="адрес">{useLocation().pathname}</output>;
const where = () => screen.getByLabelText('адрес').textContent;
function open(address: string) {
  wire.enter(root);
  render(
    <Console at={address}>
      <Routes>
        <Route path="/admin/*" element={<AdminPage />} />
      </Routes>
      <Where />
    </Console>,
  );
}
const prices = async () => {
  const { body } = await root.call(smsPriceReference.list, { query: { sort: ['prefix', 'ASC'] as never } });
  return (body as { prefix: string; kopecks: number; operator: string | null }[]).map(
    ({ prefix, kopecks, operator }) => [prefix, kopecks, operator],
  );
};
const box = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const save = async (name: RegExp) => userEvent.click((await screen.findAllByRole('button', { name }))[0]!);
const type = async (name: RegExp, text: string) => {
  const input = await box(name);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
/** What the field says under its box. */
const saidAt = async (name: RegExp) => {
  const input = await box(name);
  const said = (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
  return [input.getAttribute('aria-invalid'), said.map((one) => one?.textContent ?? '').join(' ')];
};

it('the list says each price by how the number begins; the row of all others is named so', async () => {
  open('/admin/sms_prices');
  const row = (await screen.findByText('+7 911')).closest('tr')!;
  expect(within(row).getByText('Северный')).toBeTruthy();
  expect(within(row).getByText('6,90 ₽')).toBeTruthy();
  const others = screen.getByText('Остальные номера').closest('tr')!;
  expect(within(others).getByText('6,00 ₽')).toBeTruthy();
  expect(screen.getByText(/считается та, где начало номера длиннее/)).toBeTruthy();
  expect(document.title).toBe('Цены СМС — Реестр гаражей');
  await userEvent.click(screen.getByRole('link', { name: 'Добавить цену' }));
  await waitFor(() => expect(where()).toBe('/admin/admin_sms_price'));
  await waitFor(() => expect(document.title).toBe('Новая запись: цена СМС — Реестр гаражей'));
});

it('a wrong beginning is told at its field, one that is there is refused, a right one is added', async () => {
  open('/admin/admin_sms_price');
  await type(/Цена одной части/, '5,50');
  for (const [text, words] of [
    ['+7 812', 'Мобильный номер начинается с +79'],
    ['91a', 'Только цифры, например +7911'],
    ['+7 911 123-45-67', 'Это целый номер: нужно только его начало, например +7911'],
    ['8 911', 'Цена для этого начала номера уже указана'],
  ]) {
    await type(/Номер начинается с/, text!);
    await save(/Сохранить|Добавить/);
    await waitFor(async () => expect(await saidAt(/Номер начинается с/)).toEqual(['true', words]));
    expect(where()).toBe('/admin/admin_sms_price');
  }
  expect(await prices()).toHaveLength(2);
  await type(/Номер начинается с/, '8 (952)');
  await type(/Оператор/, 'Полярный');
  await save(/Сохранить|Добавить/);
  await waitFor(() => expect(where()).toBe('/admin/sms_prices'));
  expect(await screen.findByText('+7 952')).toBeTruthy();
  expect(await prices()).toEqual([
    ['+7', 600, null],
    ['+7911', 690, 'Северный'],
    ['+7952', 550, 'Полярный'],
  ]);
});

it('a price is changed; the beginning of the row of all others is not, and that row stays', async () => {
  open(`/admin/admin_sms_price/${known}`);
  expect((await box(/Номер начинается с/)).value).toBe('+7911');
  await type(/Цена одной части/, '7,20');
  // What will change is said in roubles.
  await waitFor(() => expect(document.body.textContent).toMatch(/6,90\s₽\s*→\s*7,20\s₽/));
  await save(/Сохранить/);
  await waitFor(() => expect(where()).toBe('/admin/sms_prices'));
  expect(await screen.findByText('7,20 ₽')).toBeTruthy();
  expect(await prices()).toContainEqual(['+7911', 720, 'Северный']);
  cleanup();
  open('/admin/admin_sms_price/1');
  expect((await box(/Номер начинается с/)).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Удалить' })).toBeNull();
});

it('a price is removed after a question', async () => {
  open(`/admin/admin_sms_price/${known}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText('Удалить: цена СМС «+7 911»?')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(wire.sent(removeSmsPrice)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  const asked = wire.asked.filter(({ call }) => call === `GET /api/sms_prices/${known}`).length;
  expect(asked).toBeGreaterThan(0);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(where()).toBe('/admin/sms_prices'));
  await waitFor(() => expect(screen.queryByText('+7 911')).toBeNull());
  // What is gone was not asked for again.
  expect(wire.asked.at(-1)!.call).toMatch(/^GET \/api\/sms_prices\/?\?/);
  expect(wire.asked.filter(({ call }) => call === `GET /api/sms_prices/${known}`)).toHaveLength(asked);
  expect((await prices()).map(([prefix]) => prefix)).toEqual(['+7', '+7952']);
});
