// «QR для оплаты» on the screen: the drawn path read back, requisites to copy, what is missing and who can fill it in.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import jsQR from 'jsqr';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentQrReply } from '../../contract/balance.ts';
import type { GarageCard } from '../../contract/garages.ts';
import { storeToken } from '../../providers/session.ts';
import PaymentQrDialog from '../../resources/balance/PaymentQrDialog.tsx';
import { PaymentQrBody } from '../../resources/balance/PaymentQrBody.tsx';

const asked: unknown[] = [];
let answer: PaymentQrReply;
vi.mock('../../providers/http.ts', () => ({
  call: async (_endpoint: unknown, request: { query: unknown }) => {
    asked.push(request.query);
    return answer;
  },
}));

const nbsp = '\u00a0';
const part = (value: unknown) => btoa(JSON.stringify(value));
const signIn = (isSuperuser: number) =>
  storeToken(
    `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: isSuperuser, role: 'clerk', region: null, mo: null, po: 5, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [1], exp: 4e9 })}.s`,
  );
const text =
  'ST00012|Name=ПО КАС № 12-3 ВОА|PersonalAcc=40703810900000012303|BankName=ДЕМО-БАНК|BIC=040000999|CorrespAcc=30101810500000000999|PayeeINN=9999000006|Sum=450000|Purpose=Членский взнос 2026 ЛС 1123000455 гараж 45|PersAcc=1123000455|LastName=Петров';
const reply: PaymentQrReply = {
  text,
  bytes: 289,
  sum_kopecks: 450_000,
  purpose: 'Членский взнос 2026 ЛС 1123000455 гараж 45',
  problems: [],
  po: { id: 5, name: 'КАС № 12-3' },
  account_no: '1123000455',
  payee: {
    payee_name: 'ПО КАС № 12-3 ВОА',
    inn: '9999000006',
    kpp: null,
    bank_name: 'ДЕМО-БАНК',
    bik: '040000999',
    account: '40703810900000012303',
    corr_account: '30101810500000000999',
  },
};
const line = (accrual_type_id: number, accrual_type: string, owed_kopecks: number) => ({
  accrual_type_id,
  accrual_type,
  year: 2026,
  accrued_kopecks: owed_kopecks,
  paid_kopecks: 0,
  owed_kopecks,
  charges: [],
  paid_by: [],
});
const garage = {
  id: 3,
  number: '45',
  balance_kopecks: -550_000,
  aside_kopecks: 0,
  former_kopecks: 0,
  debt: [line(1, 'Членский', 450_000), line(5, 'Земля', 100_000)],
};

/** The code of a dialog comes with its first opening. */
const patient = { timeout: 10_000 };

beforeEach(() => {
  asked.length = 0;
  answer = reply;
  signIn(0);
});
afterEach(() => {
  cleanup();
  storeToken(null);
});
const mount = (element: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  );

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
      for (let at = Number(x) * 4; at < (Number(x) + Number(run)) * 4; at += 1)
        pixels.fill(0, (row * side + at) * 4, (row * side + at) * 4 + 3);
  return jsQR(pixels, side, side)?.binaryData;
}

describe('the picture', () => {
  it('as it is drawn is read back byte for byte', () => {
    mount(<PaymentQrBody reply={reply} stale={false} owes />);
    expect(readDrawn()).toEqual([...new TextEncoder().encode(text)]);
  });

  it('stands beside the requisites, each with a button that copies it', async () => {
    const user = userEvent.setup();
    mount(<PaymentQrBody reply={reply} stale={false} owes />);
    await user.click(screen.getByRole('button', { name: 'Скопировать: расчётный счёт' }));
    expect(await navigator.clipboard.readText()).toBe('40703810900000012303');
    await user.click(screen.getByRole('button', { name: 'Скопировать все реквизиты' }));
    expect((await navigator.clipboard.readText()).split('\n')).toContain(
      'Назначение платежа: Членский взнос 2026 ЛС 1123000455 гараж 45',
    );
    expect(screen.queryByText('КПП')).toBeNull();
  });
});

describe('without requisites', () => {
  const lacking = { ...reply, text: null, problems: ['не указан БИК', 'не указан ИНН'] };
  it('says which are missing; a superuser is led to the card', () => {
    signIn(2);
    mount(<PaymentQrBody reply={lacking} stale={false} owes />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(lacking.problems);
    expect(screen.getByRole('link', { name: 'Открыть карточку ПО' }).getAttribute('href')).toBe('/admin/po/5');
    expect(screen.queryByRole('img')).toBeNull();
  });
  it('nothing to pay: a garage without a debt is not said to owe', () => {
    const empty = { ...reply, text: null, sum_kopecks: 0 };
    const { rerender } = mount(<PaymentQrBody reply={empty} stale={false} owes />);
    expect(screen.getByText('Введите сумму')).toBeTruthy();
    rerender(<PaymentQrBody reply={empty} stale={false} owes={false} />);
    expect(screen.getByText('Введите сумму: гараж ничего не должен')).toBeTruthy();
  });
  it('others are told who fills them in', () => {
    mount(<PaymentQrBody reply={lacking} stale={false} owes />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(/Реквизиты заполняет суперпользователь/)).toBeTruthy();
  });
});

describe('the dialog', () => {
  it('starts with the whole debt; a line brings its own sum; a typed sum is asked for when typing stops', async () => {
    const user = userEvent.setup();
    mount(<PaymentQrDialog garage={garage as unknown as GarageCard} onClose={vi.fn()} />);
    const dialog = await screen.findByRole('dialog', { name: /QR для оплаты/ }, patient);
    await screen.findByText('Реквизиты', {}, patient);
    expect(asked).toEqual([{ amount: 550_000 }]);
    await user.click(within(dialog).getByRole('combobox', { name: 'За что' }));
    await user.click(screen.getByRole('option', { name: /Земля 2026/ }));
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ amount: 100_000, accrual_type: 5, year: 2026 }), patient);
    const sum = within(dialog).getByRole('textbox', { name: 'Сумма' });
    await user.clear(sum);
    expect(screen.getByText(/Введите сумму/)).toBeTruthy();
    await user.type(sum, '250');
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ amount: 25_000, accrual_type: 5, year: 2026 }), patient);
    expect(asked).not.toContainEqual({ amount: 200, accrual_type: 5, year: 2026 });
  });
});
