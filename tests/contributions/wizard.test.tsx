// Mass accrual on screen: the equation, leaving out and putting back, a selection that changed, drafts, keys, the job.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postAccrual, previewAccrual } from '../../contract/contributions/charging.ts';
import { jobList } from '../../contract/jobs.ts';
import type { Sent } from '../../contract/kernel/endpoint.ts';
import { dataProvider } from '../../providers/dataProvider.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { operationKey } from '../../providers/operationKey.ts';
import ChargePage from '../../resources/contributions/charge/ChargePage.tsx';
import { startWork } from '../../server/work.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { archive, charge, garagesInRow, type Park } from './park.ts';

let t: TestApp;
let wire: Wire;
/** Six garages in a row, А 1 with a privilege, А 6 in the archive. */
let made: Park;
beforeAll(async () => {
  t = await testApp();
  t.setNow('2026-11-22T09:00:00Z');
  wire = wireTo(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  made = await garagesInRow(t, 6);
  expect((await archive(made.mo, made.ids[5]!)).status).toBe(200);
  wire.enter(made.po);
  wire.asked.length = 0;
});
const idOf = (number: number) => made.ids[number - 1]!;
const posts = () => wire.sent<Sent<(typeof postAccrual)['body']>>(postAccrual);
const lastAsked = () => wire.sent(previewAccrual).at(-1)!;
/** The document that was made last. */
const lastDocument = async () =>
  (await t.deps.db.selectFrom('contribution').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
/** What the meters showed on the 15th of October, by garage. */
async function knownReadings(known: Record<number, number>) {
  const readings = Object.entries(known).map(([number, current]) => ({
    garage: idOf(Number(number)),
    previous: 0,
    current,
  }));
  const terms = { accrualType: { value: 6 }, contributionAmount: 550, contributionDate: '2026-10-15', readings };
  const reply = await charge(made.po, terms);
  expect(reply.status, reply.text).toBe(200);
}

function open(entry: string | { pathname: string; state: unknown } = '/contributions/new') {
  return render(
    <Console at={entry}>
      <Routes>
        <Route path="/contributions/new" element={<ChargePage />} />
        <Route path="*" element={<p>другая страница</p>} />
      </Routes>
    </Console>,
  );
}

const user = userEvent.setup();
const equation = () => within(screen.getByRole('region', { name: 'Что произойдёт' }));
const fact = (name: string | RegExp) => equation().getByText(name).closest('div')!.querySelector('dd')!.textContent;
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const chargeButton = () => screen.findByRole('button', { name: /^Начислить \d/ });
const settled = () =>
  waitFor(() => expect(equation().getByText('Итого').closest('section')!.getAttribute('aria-busy')).toBe('false'));

/** Opens the wizard and walks to the check with 4 500 ₽ for 2026. */
async function toCheck(entry?: Parameters<typeof open>[0]) {
  open(entry);
  await screen.findByText('Всем гаражам по условиям');
  await user.keyboard('{Control>}{Enter}{/Control}');
  // Where something was charged before, its sum stands there.
  await user.clear(await screen.findByLabelText(/Сумма с гаража/));
  await user.type(screen.getByLabelText(/Сумма с гаража/), '4500');
  await user.type(screen.getByLabelText('Основание'), 'Протокол 14');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('К начислению', { selector: 'th' });
  await settled();
}

afterEach(() => {
  // A draft that waits to be written is written now, so that it does not come into the next test.
  act(() => void window.dispatchEvent(new Event('pagehide')));
  cleanup();
  localStorage.clear();
});

describe('the equation', () => {
  it('counts before the sum is typed, ends in the sum, and the button repeats it', async () => {
    open();
    await screen.findByText('Всем гаражам по условиям');
    await waitFor(() => expect(fact('Найдено гаражей')).toBe('6'));
    expect(fact('в архиве')).toBe('−1');
    expect(fact('Будет начислено гаражам')).toBe('5');
    expect(plain(equation().getByRole('status').textContent)).toBe('—');
    await user.click(screen.getByRole('button', { name: /Дальше/ }));
    await user.type(await screen.findByLabelText(/Сумма с гаража/), '4500');
    await waitFor(() => expect(plain(equation().getByRole('status').textContent)).toBe('20 250,00 ₽'));
    expect(fact(/^4 ×/)).toBe('18\u00a0000,00');
    expect(fact(/^1 ×/)).toBe('2\u00a0250,00');
    expect(fact(/Долг ПО станет/)).toBe('20\u00a0250,00\u00a0₽');
    await user.click(screen.getByRole('button', { name: /Дальше/ }));
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 20 250,00 ₽');
  });

  it('the second step asks for what is missing and says a closed period at once', async () => {
    // The last closed day itself is closed.
    await t.deps.db.updateTable('mo').set({ period_closed_until: '2026-11-22' }).where('id', '=', made.w.mo).execute();
    open();
    await screen.findByText('Всем гаражам по условиям');
    await user.click(screen.getByRole('button', { name: /Дальше/ }));
    const amount = await screen.findByLabelText(/Сумма с гаража/);
    expect(await screen.findByText('Период закрыт до 22.11.2026', { selector: '[id$=message] *' })).toBeTruthy();
    expect(screen.queryByText(/Сумма должна быть больше нуля/)).toBeNull();
    await user.click(screen.getByRole('button', { name: /Дальше/ }));
    expect(screen.getByText(/Сумма должна быть больше нуля/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    await user.type(amount, '100');
    await user.click(screen.getByRole('button', { name: /Дальше/ }));
    expect(screen.getByText('Что начислить').closest('li')!.getAttribute('aria-current')).toBe('step');
  });

  it('Enter in a field goes on, never posts; the focus comes along', async () => {
    open();
    await user.type(await screen.findByLabelText('Номер, владелец или телефон'), '{Enter}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Шаг 2 из 3: Что начислить');
    await user.tab();
    expect(document.activeElement?.getAttribute('name')).toBe('accrualType');
    await user.type(screen.getByLabelText('Комментарий'), 'одна{Enter}две');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Комментарий').value).toBe('одна\nдве');
    await user.type(screen.getByLabelText(/Сумма с гаража/), '4500{Enter}');
    await chargeButton();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Шаг 3 из 3: Проверка');
    await user.type(screen.getByPlaceholderText('Номер, владелец'), 'петров{Enter}');
    await waitFor(() => expect(lastAsked()).toMatchObject({ q: 'петров' }));
    expect(posts()).toEqual([]);
  });

  it('nobody named: the first step does not let on', async () => {
    open();
    await user.click(await screen.findByLabelText('Отдельным гаражам'));
    await user.click(screen.getByRole('button', { name: /Дальше/ }));
    expect(await screen.findByText('Выберите хотя бы один гараж')).toBeTruthy();
    expect(screen.getByText('Кому', { selector: 'button' }).closest('li')!.getAttribute('aria-current')).toBe('step');
  });
});

describe('the check', () => {
  it('a cross leaves a garage out, it is put back from «Пропущены», sums follow', async () => {
    await toCheck();
    await user.click(screen.getByRole('button', { name: 'Не начислять: Гараж А 2' }));
    expect(screen.queryByRole('button', { name: 'Не начислять: Гараж А 2' })).toBeNull();
    await waitFor(() => expect(fact('исключено вручную')).toBe('−1'));
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 15 750,00 ₽');
    await user.click(screen.getByRole('button', { name: /^Пропущены/ }));
    await user.click(await screen.findByRole('button', { name: 'Вернуть: Гараж А 2' }));
    await waitFor(() => expect(equation().queryByText('исключено вручную')).toBeNull());
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 20 250,00 ₽');
    expect(screen.getByText('в архиве', { selector: 'td > span' })).toBeTruthy();
  });

  it('charged already: skipped first, added by choice, counted at once', async () => {
    expect((await charge(made.po)).status).toBe(200);
    await toCheck();
    expect(screen.getByText(/Уже начислено за 2026 год/).textContent).toMatch(/5\u00a0гаражей/);
    expect(screen.getByRole('button', { name: 'Начислять некому' })).toHaveProperty('disabled', true);
    await user.click(screen.getByLabelText('Добавить'));
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 20 250,00 ₽');
    await user.click(screen.getByRole('button', { name: /^Обратите внимание/ }));
    expect((await screen.findAllByText('уже начислено за этот год', { selector: 'td > span' })).length).toBe(5);
  });

  it('a monthly type says which month is charged already', async () => {
    expect((await charge(made.po, { accrualType: { value: 7 } })).status).toBe(200);
    open();
    await screen.findByText('Всем гаражам по условиям');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.click(await screen.findByLabelText(/Вид начисления/));
    await user.click(screen.getByRole('option', { name: 'Охрана' }));
    // What the type was at its last charge stands there.
    expect(screen.getByLabelText<HTMLInputElement>(/Сумма с гаража/).value).toBe('4\u00a0500,00');
    await user.clear(screen.getByLabelText(/Сумма с гаража/));
    await user.type(screen.getByLabelText(/Сумма с гаража/), '500{Enter}');
    expect((await screen.findByText(/Уже начислено за/)).textContent).toMatch(/^Уже начислено за ноябрь 2026: 5/);
  });

  it('the crosses are one stop of Tab, arrows lead along them', async () => {
    await toCheck();
    const crosses = screen.getAllByRole('button', { name: /^Не начислять/ });
    expect(crosses.filter((cross) => cross.tabIndex === 0)).toEqual([crosses[0]]);
    act(() => crosses[0]!.focus());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(crosses[2]);
    expect(crosses.filter((cross) => cross.tabIndex === 0)).toEqual([crosses[2]]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(fact('исключено вручную')).toBe('−1'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Не начислять: Гараж А 4');
  });

  it('Esc leads a step back and nothing is lost', async () => {
    await toCheck();
    await user.keyboard('{Escape}');
    expect((await screen.findByLabelText<HTMLInputElement>(/Сумма с гаража/)).value).toBe('4\u00a0500,00');
    expect(screen.getByLabelText<HTMLInputElement>('Основание').value).toBe('Протокол 14');
  });
});

describe('posting', () => {
  it('what was seen is what is sent; one link to the document and how it is undone', async () => {
    await toCheck();
    await user.click(await chargeButton());
    const said = await screen.findByRole('heading', { name: /^Начислено/ });
    expect(said.textContent).toBe('Начислено: 5\u00a0гаражей, 20\u00a0250,00\u00a0₽');
    expect(said.closest('[role=status]')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Открыть начисление' }).getAttribute('href')).toBe(
      `/contribution/${await lastDocument()}`,
    );
    expect(screen.getByRole('link', { name: 'Отмените начисление' }).getAttribute('href')).toBe(
      `/contribution/${await lastDocument()}?reverse`,
    );
    expect(posts()).toHaveLength(1);
    expect(posts()[0]).toMatchObject({
      isAllGaragSelected: true,
      contributionAmount: 450_000,
      contributionPeriod: 2026,
      contributionDate: '2026-11-22',
      basisDocument: 'Протокол 14',
      expected: { garages: 5, amount_kopecks: 2_025_000, payers: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  it('two presses at once are one operation', async () => {
    await toCheck();
    await chargeButton();
    act(() => {
      for (const _press of [1, 2]) fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true });
    });
    await screen.findByRole('link', { name: 'Открыть начисление' });
    expect(posts()).toHaveLength(1);
  });

  it('a selection that changed: the text, a fresh preview, nothing typed is lost, another key', async () => {
    await toCheck();
    expect((await archive(made.mo, idOf(3))).status).toBe(200);
    await user.click(await chargeButton());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Пока вы смотрели, список изменился: было гаражей 5, стало 4');
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 15 750,00 ₽');
    expect(fact('Основание')).toBe('Протокол 14');
    await user.click(await chargeButton());
    await screen.findByRole('link', { name: 'Открыть начисление' });
    expect(posts().map((post) => post.expected.garages)).toEqual([5, 4]);
    expect(new Set(posts().map((post) => post.idempotencyKey)).size).toBe(2);
  });

  it('a lost answer is asked again with the same key; other terms have another', async () => {
    await toCheck();
    wire.lose(postAccrual);
    await user.click(await chargeButton());
    expect((await screen.findByRole('alert')).textContent).toContain('Нет связи с сервером');
    wire.lose(postAccrual);
    await user.click(await chargeButton());
    await waitFor(() => expect(posts()).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Не начислять: Гараж А 2' }));
    await settled();
    await user.click(await chargeButton());
    await screen.findByRole('link', { name: 'Открыть начисление' });
    const keys = posts().map((post) => post.idempotencyKey);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('a long run is a job: progress, then the document; a failed one leads back to the check', async () => {
    const { w, mo } = made;
    const many = Array.from({ length: 500 }, (_, nth) => ({
      region_id: w.region,
      mo_id: w.mo,
      po_id: w.po,
      section: 'Б',
      number: String(nth + 1),
      account_no: `77${w.po}${String(nth).padStart(5, '0')}`,
    }));
    await t.deps.db.insertInto('garage').values(many).execute();
    await toCheck();
    // Nobody owns them: they wait beside until they are charged on purpose.
    expect(fact('Будет начислено гаражам')).toBe('5');
    expect(screen.getByText('Без владельца: 500 гаражей.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Начислить' }));
    await waitFor(() => expect(fact('Будет начислено гаражам')).toBe('505'));
    // Between the look and the run one more garage appears: the run has another sum.
    wire.before(postAccrual, () => newGarage(mo, w.po, { number: '7' }));
    const stop = await startWork(t.deps as never);
    const tell = wire.hold(jobList);
    await user.click(await chargeButton());
    expect(await screen.findByText(/начисление продолжится/)).toBeTruthy();
    tell();
    expect(screen.getByRole('link', { name: 'Заданиях' }).getAttribute('href')).toBe('/jobs');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Пока вы смотрели, список изменился: было гаражей 505, стало 506',
    );
    await user.click(screen.getByRole('button', { name: 'Вернуться к проверке' }));
    await waitFor(() => expect(fact('Будет начислено гаражам')).toBe('506'));
    await settled();
    const tellAgain = wire.hold(jobList);
    await user.click(await chargeButton());
    expect(await screen.findByText(/начисление продолжится/)).toBeTruthy();
    tellAgain();
    const link = await screen.findByRole('link', { name: 'Открыть начисление' });
    expect(link.getAttribute('href')).toBe(`/contribution/${await lastDocument()}`);
    expect(new Set(posts().map((post) => post.idempotencyKey)).size).toBe(2);
    await stop();
  });
});

describe('drafts and selections that come from elsewhere', () => {
  it('survives a reload at the step where it was left, and goes away when posted', async () => {
    await toCheck();
    await user.click(screen.getByRole('button', { name: 'Не начислять: Гараж А 2' }));
    act(() => void window.dispatchEvent(new Event('pagehide')));
    cleanup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Продолжить' }));
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 15 750,00 ₽');
    await user.click(await chargeButton());
    await screen.findByRole('link', { name: 'Открыть начисление' });
    cleanup();
    open();
    await screen.findByText('Всем гаражам по условиям');
    expect(screen.queryByText(/Есть черновик/)).toBeNull();
  });

  it('takes the selection of the garage list: its filter and who was left out', async () => {
    const selection = { filter: { type: 'active', garageDebt: 'debt' }, all: true, included: [], excluded: [idOf(4)] };
    expect((await charge(made.po, { contributionPeriod: 2025, contributionDate: '2025-03-01' })).status).toBe(200);
    await toCheck({ pathname: '/contributions/new', state: { selection } });
    expect(lastAsked()).toMatchObject({
      isAllGaragSelected: true,
      selectedGarageFilters: { garageDebt: 'debt' },
      excludedGarages: [idOf(4)],
    });
    expect(lastAsked().selectedGarageFilters).not.toHaveProperty('type');
  });

  it('one garage from its card', async () => {
    await toCheck(`/contributions/new?garage=${idOf(2)}`);
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 4 500,00 ₽');
    await user.click(await chargeButton());
    await screen.findByRole('link', { name: 'Открыть начисление' });
    expect(posts()[0]).toMatchObject({ isAllGaragSelected: false, includedGarages: [idOf(2)] });
  });
});

describe('readings', () => {
  /** Opens the second step for electricity at 5,50 ₽. */
  async function toReadings() {
    open();
    await screen.findByText('Всем гаражам по условиям');
    await user.click(screen.getByRole('button', { name: /Дальше/ }));
    await user.click(await screen.findByLabelText(/Вид начисления/));
    await user.click(screen.getByRole('option', { name: 'Электроэнергия' }));
    // Where kWh were charged before, their last price stands there.
    await user.clear(screen.getByLabelText(/Цена за кВт·ч/));
    await user.type(screen.getByLabelText(/Цена за кВт·ч/), '5,50');
    await screen.findByLabelText('Показание, гараж А 1');
  }
  const now = (garage: number) => screen.getByLabelText(`Показание, гараж А ${garage}`);
  const was = (garage: number) => screen.getByLabelText(`Было, гараж А ${garage}`);
  const value = (box: HTMLElement) => plain((box as HTMLInputElement).value);
  const next = () => user.click(screen.getByRole('button', { name: /Дальше/ }));

  it('go on from the last ones; Enter and the arrows walk; garages without them are left out', async () => {
    await knownReadings({ 1: 1234, 2: 50 });
    await toReadings();
    await next();
    expect(await screen.findByText('Внесите показания хотя бы одного гаража')).toBeTruthy();
    expect(screen.getByText('15.10.2026', { selector: 'tr[data-nth="0"] small' })).toBeTruthy();
    await user.type(now(1), '1300,5{Enter}');
    expect(document.activeElement).toBe(now(2));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(now(3));
    await user.keyboard('{ArrowUp}60');
    expect(screen.getByText('внесено 2 из 5')).toBeTruthy();
    await next();
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 420,75 ₽');
    expect(lastAsked().readings).toEqual([
      { garage: idOf(1), previous: 1234, current: 1300.5 },
      { garage: idOf(2), previous: 50, current: 60 },
    ]);
  });

  it('a reading below the last one is told when the row is left; a new meter begins anew', async () => {
    await knownReadings({ 1: 1234 });
    await toReadings();
    await user.type(now(1), '12');
    expect(screen.queryByText(/меньше прежнего/)).toBeNull();
    await user.keyboard('{Enter}');
    expect(await screen.findAllByText(/^Показание меньше прежнего/)).not.toHaveLength(0);
    await next();
    expect(await screen.findByText('Исправьте показания: 1 гараж')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Счётчик заменён' }));
    expect(document.activeElement).toBe(was(1));
    await user.clear(was(1));
    await user.keyboard('2{Tab}');
    await next();
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 55,00 ₽');
    expect(lastAsked().readings).toEqual([{ garage: idOf(1), previous: 2, current: 12 }]);
  });

  it('without a last reading both are asked for; the used kWh alone may be entered', async () => {
    await toReadings();
    await user.type(now(1), '12{Enter}');
    expect(await screen.findAllByText(/^Нет прежнего показания/)).not.toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Расход' }));
    await user.type(screen.getByLabelText('Расход, гараж А 2'), '10');
    await next();
    expect(plain((await chargeButton()).textContent)).toBe('Начислить 55,00 ₽');
    expect(lastAsked().readings).toEqual([{ garage: idOf(2), quantity: 10 }]);
  });

  it('a pasted column goes down, a table goes by numbers; what is not taken is told and all of it can be taken back', async () => {
    await knownReadings({ 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 });
    await toReadings();
    await user.click(now(2));
    await user.paste('100\n\n\n1 200,5\n7\n');
    expect([1, 2, 3, 4, 5].map((id) => value(now(id)))).toEqual(['', '100', '', '', '1 200,5']);
    expect(screen.getByText(/^Вставлено/).closest('[role=status]')!.textContent).toMatch(
      /Вставлено: 2\s?показания.*Ниже последнего гаража: 1\s?строка/,
    );
    await user.click(screen.getByRole('button', { name: 'Отменить вставку' }));
    expect(value(now(2))).toBe('');
    await user.click(now(1));
    await user.paste('№\tПоказание\nа3\t30\nA 4\t40\n77\t5\n5\tнет\n');
    expect([3, 4, 5].map((id) => value(now(id)))).toEqual(['30', '40', '']);
    expect(screen.getByText(/^Вставлено/).closest('[role=status]')!.textContent).toMatch(
      /Таких гаражей здесь нет: 77.*Это не показание.*: 5/,
    );
    // What meters showed before is pasted beside, two numbers are both.
    await user.click(screen.getByRole('button', { name: 'Исправить прежнее показание, гараж А 1' }));
    await user.paste('10\n11\n');
    expect([value(was(1)), value(was(2))]).toEqual(['10', '11']);
    await user.click(now(1));
    await user.paste('2\t5\t9\n');
    expect([value(was(2)), value(now(2))]).toEqual(['5', '9']);
    // One number goes into its box as ever.
    await user.click(now(5));
    await user.paste('50');
    expect(value(now(5))).toBe('50');
  });
});

describe('keys of operations', () => {
  it('are UUIDs also without `randomUUID`', () => {
    const given = crypto.randomUUID;
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const keys = Array.from({ length: 50 }, operationKey);
    Object.defineProperty(crypto, 'randomUUID', { value: given, configurable: true });
    expect(new Set(keys).size).toBe(50);
    for (const key of keys)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('the step in the address', () => {
  function openWithHistory() {
    const router = createMemoryRouter(
      [
        { path: '/contributions/new', element: <ChargePage /> },
        { path: '*', element: <p>другая страница</p> },
      ],
      { initialEntries: ['/contributions', `/contributions/new?garage=${idOf(2)}`], initialIndex: 1 },
    );
    render(
      <CoreAdminContext dataProvider={dataProvider} store={memoryStore()} queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </CoreAdminContext>,
    );
    return router;
  }

  it('Enter on the fresh page goes on; the browser goes one step back and on again, never past a wrong field', async () => {
    const router = openWithHistory();
    await screen.findByText('Всем гаражам по условиям');
    await user.keyboard('{Enter}');
    await screen.findByLabelText(/Сумма с гаража/);
    expect(router.state.location.search).toBe(`?garage=${idOf(2)}&step=2`);

    await act(() => router.navigate(-1));
    expect(await screen.findByText('Всем гаражам по условиям')).toBeTruthy();
    expect(router.state.location.search).toBe(`?garage=${idOf(2)}`);

    await act(() => router.navigate(1));
    await user.type(await screen.findByLabelText(/Сумма с гаража/), '4500');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('К начислению', { selector: 'th' });
    await act(() => router.navigate(-1));
    await user.clear(await screen.findByLabelText(/Сумма с гаража/));
    await act(() => router.navigate(1));
    expect(screen.getByLabelText(/Сумма с гаража/)).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(`?garage=${idOf(2)}&step=2`));
  });

  it('an address with a step begins at the first one: what was typed is not in it', async () => {
    open('/contributions/new?step=3');
    expect(await screen.findByText('Всем гаражам по условиям')).toBeTruthy();
  });
});
