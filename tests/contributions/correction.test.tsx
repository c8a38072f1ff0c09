// The card of a charge and its correction on screen: refusals in words, before and after, undoing in numbers, a stale save.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore, type DataProvider } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accrualDefaults } from '../../contract/books.ts';
import {
  correctContribution,
  previewAccrual,
  readingRows,
  reversalPreview,
  reverseContribution,
} from '../../contract/contributions/charging.ts';
import { accrualTypes } from '../../contract/references.ts';
import { contributionLines, contributionPaid, type ContributionCard } from '../../contract/contributions.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { HttpError, type CallOptions } from '../../providers/http.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { storeToken } from '../../providers/session.ts';
import ContributionEdit from '../../resources/contributions/ContributionEdit.tsx';
import ContributionShow from '../../resources/contributions/ContributionShow.tsx';
import { FakeAccruals } from './fakeAccruals.ts';

const part = (value: unknown) => btoa(JSON.stringify(value));
const token = (claims: object) =>
  `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [1, 2, 3], exp: 4e9, ...claims })}.s`;

const whole: ContributionCard = {
  id: 9,
  kind: 'accrual',
  source: 'mass',
  on_date: '2026-02-01',
  accrual_type: { id: 1, name: 'Членский годовой взнос' },
  payment_type: null,
  year: 2026,
  mo_name: 'Невское МО',
  po: { id: 1, name: 'КАС № 1' },
  garages: 5,
  amount_kopecks: 2_025_000,
  user: { id: 7, name: 'Зимина Г. П.' },
  is_reversed: false,
  basis_document: 'Протокол 1',
  comment: null,
  garage: null,
  version: 1,
  created_at: '2026-02-01T09:00:00.000Z',
  lines: 5,
  reversed_lines: 0,
  reversal_of: null,
  reversed_by: null,
  corrects: null,
  corrected_by: null,
  unit_kopecks: 450_000,
  unit: 'garage',
  penalties: { garages: 0, amount_kopecks: 0 },
  has_payments: false,
  edit_refusal: null,
  reverse_refusal: null,
  period_closed_until: null,
};

let card: ContributionCard;
let server: FakeAccruals;
let sent: { endpoint: AnyEndpoint; body: Record<string, unknown> }[];
let refusal: Error | null;

vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: async (endpoint: AnyEndpoint, { body }: CallOptions<AnyEndpoint> = {}) => {
    if (endpoint === accrualDefaults) return { year: 2025, today: '2026-11-22', mo: null, period_closed_until: null };
    if (endpoint === accrualTypes) return { data: server.types };
    if (endpoint === previewAccrual)
      return server.preview({
        ...body,
        isAllGaragSelected: true,
        excludedGarages: [],
        includedGarages: [],
        readings: body.readings ?? [],
      });
    if (endpoint === readingRows) return server.readingRows();
    if (endpoint === contributionPaid) return { data: [{ id: 9, amount_kopecks: 2_025_000, paid_kopecks: 405_000 }] };
    if (endpoint === reversalPreview) return { relaid: 4 };
    if (endpoint === contributionLines) return { data: [], total: 0 };
    sent.push({ endpoint, body });
    const thrown = refusal;
    refusal = null;
    if (thrown) throw thrown;
    if (endpoint === correctContribution) return { contribution: body.money ? 10 : 9 };
    return { contribution: 11, garages: 5, amount_kopecks: 2_025_000 };
  },
}));

const dataProvider = { getOne: async () => ({ data: card }) } as unknown as DataProvider;
const user = userEvent.setup();
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

function open(page: 'contribution' | 'contribution_edit') {
  render(
    <MemoryRouter initialEntries={[`/${page}/9`]}>
      <CoreAdminContext dataProvider={dataProvider} store={memoryStore()} queryClient={createQueryClient()}>
        <Routes>
          <Route path="/contribution/10" element={<p>новое начисление</p>} />
          <Route path="/contribution/:id" element={<ContributionShow />} />
          <Route path="/contribution_edit/:id" element={<ContributionEdit />} />
        </Routes>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  card = { ...whole };
  server = new FakeAccruals();
  sent = [];
  refusal = null;
  storeToken(token({ po: 1 }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  storeToken(null);
});

describe('the card', () => {
  it('says how much is paid; both actions are open', async () => {
    open('contribution');
    expect(await screen.findByRole('heading', { name: /Членский годовой взнос, 2026 год/ })).toBeTruthy();
    expect(plain((await screen.findByText(/осталось/)).textContent)).toBe(
      '4 050,00 ₽ из 20 250,00 ₽, осталось 16 200,00 ₽',
    );
    for (const name of ['Исправить', 'Отменить начисление'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false);
  });

  it('refusals are words beside disabled buttons', async () => {
    card = { ...card, edit_refusal: 'Период закрыт до 31.12.2025', reverse_refusal: 'Чужую запись отменяет МО' };
    open('contribution');
    expect(await screen.findByText('Исправить: Период закрыт до 31.12.2025')).toBeTruthy();
    expect(screen.getByText('Отменить: Чужую запись отменяет МО')).toBeTruthy();
    for (const name of ['Исправить', 'Отменить начисление'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  });

  it('a region reads and is told which level may', async () => {
    storeToken(token({ region: 1 }));
    open('contribution');
    expect(await screen.findByText('Доступно на уровне МО или ПО')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Исправить' })).toHaveProperty('disabled', true);
  });

  it('what undid it and what it corrects are links', async () => {
    const other = { on_date: '2026-03-01', amount_kopecks: 2_025_000, comment: 'Ошибка' };
    card = {
      ...card,
      is_reversed: true,
      reversed_by: { id: 12, ...other },
      corrected_by: { id: 13, ...other },
      corrects: { id: 8, ...other },
    };
    open('contribution');
    expect(await screen.findByText('Сторнировано')).toBeTruthy();
    expect(screen.getByText('Исправлено')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /от 01\.03\.2026/ }).map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/contribution/8', '/contribution/12', '/contribution/13']);
  });
});

describe('undoing', () => {
  it('says what will happen in numbers, sends the day and the reason, keeps refusals by the fields', async () => {
    card = { ...card, has_payments: true };
    open('contribution');
    await user.click(await screen.findByRole('button', { name: 'Отменить начисление' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(plain(dialog.getByText(/их долг/).textContent)).toBe('5 гаражей, их долг уменьшится на 20 250,00 ₽.');
    expect(plain(dialog.getByText(/Уже оплачено/).textContent)).toContain('Уже оплачено 4 050,00 ₽');
    expect(plain((await dialog.findByText(/лягут/)).textContent)).toMatch(/^4 оплаты лягут иначе/);
    const text = 'По начислению уже есть оплаты: укажите причину сторно';
    refusal = new HttpError(422, { message: text, errors: { reason: text } });
    await user.click(dialog.getByRole('button', { name: 'Отменить начисление' }));
    expect(await dialog.findByText(text)).toBeTruthy();
    await user.type(dialog.getByLabelText(/Причина/), 'Дважды');
    await user.click(dialog.getByRole('button', { name: 'Отменить начисление' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.map((one) => one.endpoint)).toEqual([reverseContribution, reverseContribution]);
    expect(sent[1]!.body).toMatchObject({ date: '2026-11-22', reason: 'Дважды' });
    expect(sent[0]!.body.idempotencyKey).toBe(sent[1]!.body.idempotencyKey);
  });

  it('tells of the penalties that go with it and sends what was told', async () => {
    card = { ...card, penalties: { garages: 3, amount_kopecks: 60_750 } };
    open('contribution');
    expect(plain((await screen.findByText('Пени на него')).nextSibling?.textContent)).toBe('3 гаража, 607,50 ₽');
    await user.click(await screen.findByRole('button', { name: 'Отменить начисление' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(plain(dialog.getByText(/Вместе с ним отменятся пени/).textContent)).toContain('3 гаража, 607,50 ₽');
    await user.click(dialog.getByRole('button', { name: 'Отменить начисление' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body.penalties_kopecks).toBe(60_750);
  });
});

describe('correcting', () => {
  it('words change in place: no money is sent', async () => {
    open('contribution_edit');
    const basis = await screen.findByLabelText('Основание');
    await user.clear(basis);
    await user.type(basis, 'Протокол 2');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body).toMatchObject({ version: 1, basisDocument: 'Протокол 2', money: null });
  });

  it('money: a reason is asked, before and after are shown, what was seen is what is sent', async () => {
    open('contribution_edit');
    const amount = await screen.findByLabelText('Сумма с гаража');
    await user.clear(amount);
    await user.type(amount, '5000');
    const change = within(await screen.findByRole('region', { name: 'Что изменится в деньгах' }));
    expect(plain((await change.findByText(/22.500,00/)).closest('tr')!.textContent)).toBe(
      'Сумма20 250,00 ₽22 500,00 ₽',
    );
    expect(plain(change.getByText(/вырастет на/).closest('tr')!.textContent)).toContain('2 250,00 ₽');
    await user.keyboard('{Control>}s{/Control}');
    expect((await screen.findByRole('alert')).textContent).toContain('Укажите причину исправления');
    expect(sent).toHaveLength(0);
    await user.type(screen.getByLabelText(/Причина исправления/), 'Опечатка');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('новое начисление')).toBeTruthy();
    expect(sent[0]!.body.money).toEqual({
      accrualType: { value: 1 },
      contributionPeriod: 2026,
      contributionAmount: 500_000,
      contributionDate: '2026-02-01',
      reason: 'Опечатка',
      penalties_kopecks: 0,
      readings: [],
      expected: { garages: 5, amount_kopecks: 2_250_000 },
    });
  });

  it('somebody saved in between: mine and theirs, the chosen are saved on the fresh version', async () => {
    open('contribution_edit');
    const basis = await screen.findByLabelText('Основание');
    await user.clear(basis);
    await user.type(basis, 'Моё');
    const current = { ...card, version: 2, basis_document: 'Чужое' };
    refusal = new HttpError(409, { message: 'Данные изменил Зимина Г. П. в 12:30', code: 'stale', current });
    await user.keyboard('{Control>}s{/Control}');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Чужое')).toBeTruthy();
    await user.click(dialog.getByLabelText('Моё'));
    await user.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]!.body).toMatchObject({ version: 2, basisDocument: 'Моё' });
  });

  it('a closed period says so and leads back to the card', async () => {
    card = { ...card, edit_refusal: 'Период закрыт до 31.12.2026' };
    open('contribution_edit');
    expect(await screen.findByText(/Период закрыт до 31\.12\.2026/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'К начислению' }).getAttribute('href')).toBe('/contribution/9');
    expect(screen.queryByLabelText('Основание')).toBeNull();
  });

  it('penalties that go with it are told in money', async () => {
    card = { ...card, penalties: { garages: 3, amount_kopecks: 60_750 } };
    open('contribution_edit');
    const amount = await screen.findByLabelText('Сумма с гаража');
    await user.clear(amount);
    await user.type(amount, '5000');
    const change = within(await screen.findByRole('region', { name: 'Что изменится в деньгах' }));
    expect(plain((await change.findByText(/Пени на это начисление/)).closest('tr')!.textContent)).toContain('607,50 ₽');
    expect(plain((await change.findByText(/1.642,50/)).closest('tr')!.textContent)).toContain('вырастет на');
    await user.type(screen.getByLabelText(/Причина исправления/), 'Опечатка');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('новое начисление')).toBeTruthy();
    expect(sent[0]!.body.money).toMatchObject({ penalties_kopecks: 60_750, readings: [] });
  });

  it('a charge by readings: they are entered anew, the sum follows', async () => {
    card = {
      ...card,
      unit: 'kwh',
      unit_kopecks: 550,
      accrual_type: { id: 6, name: 'Электроэнергия' },
      amount_kopecks: 55_000,
    };
    server.entered = [{ garage: 1, previous: 100, current: 200 }];
    open('contribution_edit');
    const reading = await screen.findByLabelText('Показание, гараж А 1');
    expect((reading as HTMLInputElement).value).toBe('200');
    await user.clear(reading);
    await user.type(reading, '150');
    const change = within(await screen.findByRole('region', { name: 'Что изменится в деньгах' }));
    expect(plain((await change.findAllByText(/275,00/))[0]!.closest('tr')!.textContent)).toBe('Сумма550,00 ₽275,00 ₽');
    await user.clear(reading);
    await user.type(reading, '50');
    await user.type(screen.getByLabelText(/Причина исправления/), 'Счётчик списан неверно');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findAllByText('Исправьте показания: 1 гараж')).not.toHaveLength(0);
    expect(sent).toHaveLength(0);
    await user.clear(reading);
    await user.type(reading, '150');
    await change.findAllByText(/275,00/);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Что изменится в деньгах' }).getAttribute('aria-busy')).toBe('false'),
    );
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('новое начисление')).toBeTruthy();
    expect(sent[0]!.body.money).toMatchObject({
      readings: [{ garage: 1, previous: 100, current: 150 }],
      expected: { garages: 1, amount_kopecks: 27_500 },
    });
  });
});
