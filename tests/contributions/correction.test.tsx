// The card of a charge and its correction on screen: refusals in words, before and after, undoing in numbers, a stale save.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useParams } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  correctContribution,
  previewAccrual,
  reversalPreview,
  reverseContribution,
} from '../../contract/contributions/charging.ts';
import { contributionLines, contributions, type ContributionCard } from '../../contract/contributions.ts';
import { reverseOperation, takePayment } from '../../contract/payments.ts';
import { postPenalties, previewPenalties } from '../../contract/penalties.ts';
import ContributionEdit from '../../resources/contributions/ContributionEdit.tsx';
import ContributionShow from '../../resources/contributions/ContributionShow.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { charge, chargePenalties, fee, garagesInRow, park, type Park } from './park.ts';

let t: TestApp;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  t.setNow('2026-11-22T09:00:00Z');
  wire = wireTo(t);
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

interface Charged extends Park {
  id: number;
}
/** The fee of 2026 of five garages, one of them half: 20 250 ₽. */
async function charged(): Promise<Charged> {
  const made = await garagesInRow(t, 5);
  const reply = await charge(made.po, { contributionDate: '2026-02-01', basisDocument: 'Протокол 1' });
  expect(reply.status, reply.text).toBe(200);
  return { ...made, id: reply.body.contribution };
}
async function pay(made: Park, nth: number, amount: number, date: string) {
  const body = { idempotencyKey: crypto.randomUUID(), date, lines: [{ garage: made.ids[nth]!, amount }] };
  const reply = await made.po.call(takePayment, { body });
  expect(reply.status, reply.text).toBe(200);
}
/** The fee of 2025 of three garages, 45 days late: penalties of 202,50 ₽ each stand on it. */
async function punished(): Promise<Charged> {
  const made = await park(t, 3);
  await chargePenalties(t, made.w.po);
  const reply = await charge(made.po, { contributionPeriod: 2025, contributionDate: '2025-03-01' });
  const date = '2026-02-14';
  const seen = (await made.po.call(previewPenalties, { body: { date } })).body;
  const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
  expect(expected).toEqual({ garages: 3, amount_kopecks: 60_750 });
  const body = { date, idempotencyKey: crypto.randomUUID(), expected };
  expect((await made.po.call(postPenalties, { body })).status).toBe(200);
  return { ...made, id: reply.body.contribution };
}
const cardOf = async (who: Caller, id: number): Promise<ContributionCard> =>
  (await who.call(contributions.one, { params: { id } })).body;
const closePeriods = ({ w }: Park, until: string) =>
  t.deps.db.updateTable('mo').set({ period_closed_until: until }).where('id', '=', w.mo).execute();
/** Changes the sum of a charge; answers the new document. */
async function correct({ po }: Park, id: number, contributionAmount: number): Promise<number> {
  const terms = { ...fee({ contributionDate: '2026-02-01' }), contributionAmount };
  const selection = { isAllGaragSelected: false, includedGarages: [], repeated: 'add' as const, corrects: id };
  const seen = (await po.call(previewAccrual, { body: { ...terms, ...selection } })).body;
  const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
  const reply = await po.call(correctContribution, {
    params: { id },
    body: { version: 1, idempotencyKey: crypto.randomUUID(), money: { ...terms, reason: 'Опечатка', expected } },
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.contribution;
}

const user = userEvent.setup();
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const Opened = () => <p>открыт документ {useParams().id}</p>;

function open(page: 'contribution' | 'contribution_edit', who: Caller, id: number) {
  wire.enter(who);
  wire.asked.length = 0;
  render(
    <Console at={`/${page}/${id}`}>
      <Routes>
        <Route path="/contribution/:id" element={page === 'contribution' ? <ContributionShow /> : <Opened />} />
        <Route path="/contribution_edit/:id" element={<ContributionEdit />} />
      </Routes>
    </Console>,
  );
}
/** The page of the document that took the place of this one. */
async function newDocument({ po, id }: Charged) {
  const { corrected_by } = await cardOf(po, id);
  return screen.findByText(`открыт документ ${corrected_by!.id}`);
}
interface Correcting {
  version: number;
  basisDocument: string | null;
  money: Record<string, unknown> | null;
}
const corrections = () => wire.sent<Correcting>(correctContribution);
/** The day of the books has come: till then the one of the browser stands there. */
const dayKnown = () =>
  waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Дата сторно/).value).toBe('22.11.2026'));
const undoings = () => wire.sent(reverseContribution);

describe('the card', () => {
  it('says how much is paid; both actions are open', async () => {
    const made = await charged();
    await pay(made, 1, 405_000, '2026-03-01');
    open('contribution', made.po, made.id);
    expect(await screen.findByRole('heading', { name: /Членский годовой взнос, 2026 год/ })).toBeTruthy();
    expect(plain((await screen.findByText(/, осталось/)).textContent)).toBe(
      '4 050,00 ₽ из 20 250,00 ₽, осталось 16 200,00 ₽',
    );
    for (const name of ['Исправить', 'Отменить начисление'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false);
  });

  it('refusals are words beside disabled buttons', async () => {
    const made = await charged();
    open('contribution', await as(t, { po: made.w.po }), made.id);
    // One reason of both is said once.
    expect(await screen.findByText('Чужую запись отменяет МО')).toBeTruthy();
    for (const name of ['Исправить', 'Отменить начисление'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  });

  it('a closed period keeps the charge as it is; undone it may be, by an open day', async () => {
    const made = await charged();
    await closePeriods(made, '2026-06-30');
    open('contribution', made.po, made.id);
    expect(await screen.findByText('Период закрыт до 30.06.2026')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Исправить' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Отменить начисление' })).toHaveProperty('disabled', false);
  });

  it('a region reads and is told which level may', async () => {
    const { w, id } = await charged();
    open('contribution', await as(t, { region: w.region }), id);
    expect(await screen.findByText('Доступно на уровне МО или ПО')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Исправить' })).toHaveProperty('disabled', true);
  });

  it('what undid it and what it corrects are links', async () => {
    const made = await charged();
    const second = await correct(made, made.id, 500_000);
    const third = await correct(made, second, 550_000);
    const { reversed_by } = await cardOf(made.po, second);
    open('contribution', made.po, second);
    expect(await screen.findByText('Сторнировано')).toBeTruthy();
    expect(screen.getByText('Исправлено')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /от \d\d\.\d\d\.2026/ }).map((link) => link.getAttribute('href'));
    expect(links).toEqual([made.id, reversed_by!.id, third].map((id) => `/contribution/${id}`));
  });
});

describe('undoing', () => {
  it('says what will happen in numbers, sends the day and the reason, keeps refusals by the fields', async () => {
    const made = await charged();
    // A younger charge takes what paid the older one.
    expect((await charge(made.po, { accrualType: { value: 3 }, contributionDate: '2026-04-01' })).status).toBe(200);
    for (const nth of [1, 2, 3, 4]) await pay(made, nth, 101_250, '2026-05-01');
    const query = { date: '2026-11-22' };
    expect((await made.po.call(reversalPreview, { params: { id: made.id }, query })).body).toEqual({ relaid: 4 });
    const counted = wire.hold(reversalPreview);
    open('contribution', made.po, made.id);
    await user.click(await screen.findByRole('button', { name: 'Отменить начисление' }));
    const dialog = within(await screen.findByRole('dialog'));
    // Nothing said would read as «none moves».
    expect(await dialog.findByText('Считаем, какие оплаты лягут иначе…')).toBeTruthy();
    counted();
    expect(plain(dialog.getByText(/их долг/).textContent)).toBe('5 гаражей, их долг уменьшится на 20 250,00 ₽.');
    expect(plain((await dialog.findByText(/Уже оплачено/)).textContent)).toContain('Уже оплачено 4 050,00 ₽');
    expect(plain((await dialog.findByText(/^4 оплаты лягут/)).textContent)).toMatch(/^4 оплаты лягут иначе/);
    await dayKnown();
    await user.click(dialog.getByRole('button', { name: 'Отменить начисление' }));
    expect(await dialog.findByText('По начислению уже есть оплаты: укажите причину сторно')).toBeTruthy();
    await user.type(dialog.getByLabelText(/Причина/), 'Дважды');
    await user.click(dialog.getByRole('button', { name: 'Отменить начисление' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(undoings()).toHaveLength(2);
    expect(undoings()[1]).toMatchObject({ date: '2026-11-22', reason: 'Дважды' });
    expect(undoings()[0]!.idempotencyKey).toBe(undoings()[1]!.idempotencyKey);
    expect((await cardOf(made.po, made.id)).is_reversed).toBe(true);
  });

  it('tells of the penalties that go with it and sends what was told', async () => {
    const { po, id } = await punished();
    open('contribution', po, id);
    expect(plain((await screen.findByText('Пени на него')).nextSibling?.textContent)).toBe('3 гаража, 607,50 ₽');
    await user.click(await screen.findByRole('button', { name: 'Отменить начисление' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(plain(dialog.getByText(/Вместе с ним отменятся пени/).textContent)).toContain('3 гаража, 607,50 ₽');
    await dayKnown();
    await user.click(dialog.getByRole('button', { name: 'Отменить начисление' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(undoings()).toMatchObject([{ penalties_kopecks: 60_750 }]);
    expect((await cardOf(po, id)).is_reversed).toBe(true);
  });
});

describe('correcting', () => {
  it('words change in place: no money is sent', async () => {
    const { po, id } = await charged();
    open('contribution_edit', po, id);
    const basis = await screen.findByLabelText('Основание');
    await user.clear(basis);
    await user.type(basis, 'Протокол 2');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText(`открыт документ ${id}`)).toBeTruthy();
    expect(corrections()).toMatchObject([{ version: 1, basisDocument: 'Протокол 2', money: null }]);
    expect(await cardOf(po, id)).toMatchObject({ version: 2, basis_document: 'Протокол 2', corrected_by: null });
  });

  it('money: a reason is asked, before and after are shown, what was seen is what is sent', async () => {
    const made = await charged();
    open('contribution_edit', made.po, made.id);
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
    expect(corrections()).toEqual([]);
    await user.type(screen.getByLabelText(/Причина исправления/), 'Опечатка');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect((await cardOf(made.po, made.id)).corrected_by).not.toBeNull());
    expect(await newDocument(made)).toBeTruthy();
    expect(corrections()[0]!.money).toMatchObject({
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
    const { po, w, id } = await charged();
    const colleague = await as(t, { mo: w.mo });
    open('contribution_edit', po, id);
    const basis = await screen.findByLabelText('Основание');
    await user.clear(basis);
    await user.type(basis, 'Моё');
    wire.before(correctContribution, async () => {
      const body = { version: 1, idempotencyKey: crypto.randomUUID(), basisDocument: 'Чужое', money: null };
      expect((await colleague.call(correctContribution, { params: { id }, body })).status).toBe(200);
    });
    await user.keyboard('{Control>}s{/Control}');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Чужое')).toBeTruthy();
    await user.click(dialog.getByLabelText('Моё'));
    await user.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    await waitFor(() => expect(corrections()).toHaveLength(2));
    expect(corrections()[1]).toMatchObject({ version: 2, basisDocument: 'Моё' });
    await waitFor(async () => expect((await cardOf(po, id)).basis_document).toBe('Моё'));
  });

  it('a closed period says so and leads back to the card', async () => {
    const made = await charged();
    await closePeriods(made, '2026-12-31');
    open('contribution_edit', made.po, made.id);
    expect(await screen.findByText(/Период закрыт до 31\.12\.2026/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'К начислению' }).getAttribute('href')).toBe(`/contribution/${made.id}`);
    expect(screen.queryByLabelText('Основание')).toBeNull();
  });

  it('penalties that go with it are told in money', async () => {
    const made = await punished();
    open('contribution_edit', made.po, made.id);
    const amount = await screen.findByLabelText('Сумма с гаража');
    await user.clear(amount);
    await user.type(amount, '5000');
    const change = within(await screen.findByRole('region', { name: 'Что изменится в деньгах' }));
    expect(plain((await change.findByText(/Пени на это начисление/)).closest('tr')!.textContent)).toContain('607,50 ₽');
    // 1 500 ₽ more of the fee, 607,50 ₽ less of penalties.
    expect(plain((await change.findByText(/892,50/)).closest('tr')!.textContent)).toContain('вырастет на');
    await user.type(screen.getByLabelText(/Причина исправления/), 'Опечатка');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect((await cardOf(made.po, made.id)).corrected_by).not.toBeNull());
    expect(await newDocument(made)).toBeTruthy();
    expect(corrections()[0]!.money).toMatchObject({ penalties_kopecks: 60_750, readings: [] });
  });

  it('a charge by readings: they are entered anew, the sum follows', async () => {
    const row = await garagesInRow(t, 2);
    const readings = [{ garage: row.ids[0]!, previous: 100, current: 200 }];
    const terms = { accrualType: { value: 6 }, contributionAmount: 550, contributionDate: '2026-02-01', readings };
    const { body } = await charge(row.po, terms);
    const made = { ...row, id: body.contribution as number };
    open('contribution_edit', made.po, made.id);
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
    expect(corrections()).toEqual([]);
    await user.clear(reading);
    await user.type(reading, '150');
    await change.findAllByText(/275,00/);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Что изменится в деньгах' }).getAttribute('aria-busy')).toBe('false'),
    );
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect((await cardOf(made.po, made.id)).corrected_by).not.toBeNull());
    expect(await newDocument(made)).toBeTruthy();
    expect(corrections()[0]!.money).toMatchObject({
      readings: [{ garage: row.ids[0], previous: 100, current: 150 }],
      expected: { garages: 1, amount_kopecks: 27_500 },
    });
  });

  it('what was undone garage by garage is no part of what changes', async () => {
    const made = await charged();
    const { data } = (await made.po.call(contributionLines, { params: { id: made.id } })).body;
    const body = { idempotencyKey: crypto.randomUUID(), date: '2026-11-22', reason: 'снесён' };
    const undone = await made.po.call(reverseOperation, { params: { id: data.at(-1).id }, body });
    expect(undone.status, undone.text).toBe(200);
    open('contribution_edit', made.po, made.id);
    const sum = await screen.findByLabelText('Сумма с гаража');
    await user.clear(sum);
    await user.type(sum, '5000');
    const change = within(await screen.findByRole('region', { name: 'Что изменится в деньгах' }));
    // 15 750 ₽ stand, 17 500 ₽ would.
    expect(plain((await change.findByText(/1.750,00/)).closest('tr')!.textContent)).toContain('вырастет на');
    expect(plain(change.getByText('Гаражей').closest('tr')!.textContent)).toBe('Гаражей44');
    expect(plain(change.getByText('Сумма').closest('tr')!.textContent)).toBe('Сумма15 750,00 ₽17 500,00 ₽');
  });

  it('a charge by used kWh: another price keeps what was used', async () => {
    const row = await garagesInRow(t, 2);
    const readings = row.ids.map((garage) => ({ garage, quantity: 100 }));
    const terms = { accrualType: { value: 6 }, contributionAmount: 550, contributionDate: '2026-02-01', readings };
    const { body } = await charge(row.po, terms);
    open('contribution_edit', row.po, body.contribution as number);
    const box = await screen.findByLabelText<HTMLInputElement>('Расход, гараж А 2');
    expect(box.value).toBe('100');
    const price = screen.getByLabelText('Цена за кВт·ч');
    await user.clear(price);
    await user.type(price, '6');
    const change = within(await screen.findByRole('region', { name: 'Что изменится в деньгах' }));
    expect(plain((await change.findByText(/1.200,00/)).closest('tr')!.textContent)).toBe('Сумма1 100,00 ₽1 200,00 ₽');
    expect(change.queryByRole('alert')).toBeNull();
  });
});
