// «QR для оплаты» on the screen: the drawn path read back, requisites to copy, what is missing and who can fill it in.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import jsQR from 'jsqr';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { garagePaymentQr, type PaymentQrReply } from '../../contract/balance.ts';
import { garages, type GarageCard } from '../../contract/garages.ts';
import PaymentQrDialog from '../../resources/balance/PaymentQrDialog.tsx';
import { PaymentQrBody } from '../../resources/balance/PaymentQrBody.tsx';
import { charge, ownedGarage, place, type Place } from '../documents/kit.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

const nbsp = '\u00a0';
let t: TestApp;
let wire: Wire;
let at: Place;
/** Owes 4 500 ₽ of the yearly fee and 1 000 ₽ for rubbish. */
let garage: GarageCard;
/** A place whose requisites nobody has filled in. */
let bare: World;
let bareHead: Caller;
let bareGarage: number;
const YEARLY = { accrual_type: 1, year: 2026, amount: 450_000 };
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  at = await place(t);
  const { id } = (await ownedGarage(at)).garage;
  await charge(at, id, 450_000, '2026-02-01', 2026);
  await charge(at, id, 100_000, '2026-02-01', 2026, 8);
  garage = (await at.po.call(garages.one, { params: { id } })).body;
  bare = await world(t.deps.db);
  bareHead = await as(t, { mo: bare.mo });
  bareGarage = (await newGarage(bareHead, bare.po)).id;
});
afterAll(() => t.close());

/** The code of a dialog comes with its first opening. */
const patient = { timeout: 10_000 };

beforeEach(() => {
  wire.enter(at.po);
  wire.asked.length = 0;
});
afterEach(cleanup);
const mount = (element: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
/** What the application answers about a garage. */
async function answered(who: Caller, id: number, query: object): Promise<PaymentQrReply> {
  const { status, body, text } = await who.call(garagePaymentQr, { params: { id }, query: { ...query } });
  expect(status, text).toBe(200);
  return body;
}

/** Fills the strips of the drawn path, four pixels to a module, and reads the picture. */
function readDrawn(): number[] | undefined {
  const svg = screen.getByRole('img', { name: `QR для оплаты 4${nbsp}500,00${nbsp}₽` });
  const size = Number(svg.getAttribute('viewBox')!.split(' ')[2]);
  const side = size * 4;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, run] of svg
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row += 1)
      for (let column = Number(x) * 4; column < (Number(x) + Number(run)) * 4; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return jsQR(pixels, side, side)?.binaryData;
}

describe('the picture', () => {
  it('as it is drawn is read back byte for byte', async () => {
    const reply = await answered(at.po, garage.id, YEARLY);
    expect(reply.text).toMatch(
      /^ST00012\|Name=ПО КАС № 12-3 ВОА\|PersonalAcc=40703810900000012303\|.*\|Sum=450000\|Purpose=Членский годовой взнос 2026 ЛС \d+ гараж \d+\|PersAcc=\d+$/,
    );
    mount(<PaymentQrBody reply={reply} stale={false} owes />);
    expect(readDrawn()).toEqual([...new TextEncoder().encode(reply.text!)]);
  });

  it('stands beside the requisites, each with a button that copies it', async () => {
    const user = userEvent.setup();
    const reply = await answered(at.po, garage.id, YEARLY);
    mount(<PaymentQrBody reply={reply} stale={false} owes />);
    await user.click(screen.getByRole('button', { name: 'Скопировать: расчётный счёт' }));
    expect(await navigator.clipboard.readText()).toBe('40703810900000012303');
    await user.click(screen.getByRole('button', { name: 'Скопировать все реквизиты' }));
    expect((await navigator.clipboard.readText()).split('\n')).toContain(
      `Назначение платежа: Членский годовой взнос 2026 ЛС ${garage.account_no} гараж ${garage.number}`,
    );
    expect(screen.queryByText('КПП')).toBeNull();
  });
});

describe('without requisites', () => {
  const lacking = (who: Caller) => answered(who, bareGarage, { amount: 450_000 });
  it('says which are missing; a superuser is led to the card', async () => {
    const root = await as(t, { mo: bare.mo, isSuperuser: 2, role: 'superuser' });
    wire.enter(root);
    const reply = await lacking(root);
    mount(<PaymentQrBody reply={reply} stale={false} owes />);
    const said = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(said).toEqual(reply.problems);
    expect(said).toEqual(expect.arrayContaining(['не указан БИК', 'не указан ИНН']));
    expect(screen.getByRole('link', { name: 'Открыть карточку ПО' }).getAttribute('href')).toBe(`/admin/po/${bare.po}`);
    expect(screen.queryByRole('img')).toBeNull();
  });
  it('nothing to pay: a garage without a debt is not said to owe', async () => {
    const free = (await ownedGarage(at)).garage;
    const empty = await answered(at.po, free.id, {});
    const { rerender } = mount(<PaymentQrBody reply={empty} stale={false} owes />);
    expect(screen.getByText('Введите сумму')).toBeTruthy();
    rerender(<PaymentQrBody reply={empty} stale={false} owes={false} />);
    expect(screen.getByText('Введите сумму: гараж ничего не должен')).toBeTruthy();
  });
  it('others are told who fills them in', async () => {
    wire.enter(bareHead);
    const reply = await lacking(bareHead);
    mount(<PaymentQrBody reply={reply} stale={false} owes />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(/Реквизиты заполняет суперпользователь/)).toBeTruthy();
  });
});

describe('the dialog', () => {
  it('starts with the whole debt; a line brings its own sum; a typed sum is asked for when typing stops', async () => {
    const user = userEvent.setup();
    const asked = () => wire.queries(garagePaymentQr);
    const rubbish = (amount: number) => ({ amount: String(amount), accrual_type: '8', year: '2026' });
    mount(<PaymentQrDialog garage={garage} onClose={vi.fn()} />);
    const dialog = await screen.findByRole('dialog', { name: /QR для оплаты/ }, patient);
    await screen.findByText('Реквизиты', {}, patient);
    expect(asked()).toEqual([{ amount: '550000' }]);
    await user.click(within(dialog).getByRole('combobox', { name: 'За что' }));
    await user.click(screen.getByRole('option', { name: /Вывоз мусора .*2026/ }));
    await vi.waitFor(() => expect(asked().at(-1)).toEqual(rubbish(100_000)), patient);
    const sum = within(dialog).getByRole('textbox', { name: 'Сумма' });
    await user.clear(sum);
    expect(screen.getByText(/Введите сумму/)).toBeTruthy();
    await user.type(sum, '250');
    await vi.waitFor(() => expect(asked().at(-1)).toEqual(rubbish(25_000)), patient);
    expect(asked()).not.toContainEqual(rubbish(200));
    expect(await within(dialog).findByRole('img', { name: `QR для оплаты 250,00${nbsp}₽` })).toBeTruthy();
  });
});
