// Posting more rows than one call takes: call by call, what was posted stays when a later call is refused or lost.
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { assignRow, MAX_POSTED, postRows, type StatementRow } from '../../contract/bankStatements.ts';
import StatementPage from '../../resources/bankStatements/StatementPage.tsx';
import { Toasts } from '../../src/shell/Toasts.tsx';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { exchangeText } from './files.ts';
import { bank, load, rowsOf, type Bank } from './kit.ts';

let t: TestApp;
let wire: Wire;
let b: Bank;
let statement: number;
let rows: StatementRow[];
const user = userEvent.setup();
/** A few more than one call takes. */
const ROWS = MAX_POSTED + 3;

beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  b = await bank(t, 2);
  const docs = Array.from({ length: ROWS }, (_, i) => ({
    number: String(i + 1),
    sum: `${100 + i}.00`,
    payer: 'ПЛАТЕЛЬЩИК',
    purpose: `Членский взнос за 2026 год л/с ${b.garages[i % 2]!.account_no}`,
  }));
  ({ id: statement, rows } = await load(t, b.po, exchangeText(b.account, docs)));
  expect(rows.filter((row) => row.refusal === null)).toHaveLength(ROWS);
  wire.enter(b.po);
  wire.asked.length = 0;
  render(
    <Console at={`/contributions/statements?statement=${statement}`}>
      <StatementPage />
      <Toasts />
    </Console>,
  );
});

interface Sent {
  idempotencyKey: string;
  rows: { id: number }[];
}
const sent = () => wire.sent<Sent>(postRows);
const lengths = () => sent().map((one) => one.rows.length);
const press = async (count: number) => user.click(await screen.findByText(new RegExp(`^Провести ${count}\\s`)));
const openRows = async () => (await rowsOf(b.po, statement)).filter((row) => row.left_kopecks > 0);

it('goes on by itself until all of them are in the books, each call under a key of its own', async () => {
  let goOn = () => {};
  wire.before(postRows, () => void (goOn = wire.hold(postRows)));
  await press(ROWS);
  await screen.findByText(`Проведено ${MAX_POSTED} из ${ROWS}`);
  goOn();
  await screen.findByText(new RegExp(`^Проведено: ${ROWS}\\sплатежа на`));
  expect(lengths()).toEqual([MAX_POSTED, 3]);
  expect(new Set(sent().map((one) => one.idempotencyKey)).size).toBe(2);
  expect(await openRows()).toHaveLength(0);
});

it('a later call that is refused leaves its rows ticked, says why and says what was posted', async () => {
  const stale = (await rowsOf(b.po, statement))[ROWS - 1]!;
  wire.before(postRows, () =>
    b.mo.call(assignRow, {
      params: { id: stale.id },
      body: {
        version: stale.version,
        parts: [
          {
            garage: b.garages[0]!.id,
            debtor: null,
            accrual_type: null,
            year: null,
            amount_kopecks: stale.left_kopecks,
          },
        ],
      },
    }),
  );
  await press(ROWS);
  await screen.findByText(new RegExp(`^Проведено: ${MAX_POSTED}\\sплатежей на`));
  await screen.findByText(/^Не проведено ничего: строк с замечаниями 1/);
  expect(await openRows()).toHaveLength(3);
  // What is left is on the screen as it is now, and goes with one more press.
  await press(3);
  await waitFor(async () => expect(await openRows()).toHaveLength(0));
  expect(lengths()).toEqual([MAX_POSTED, 3, 3]);
});

it('an answer of a later call that was lost is said so; what it posted is not there to be posted again', async () => {
  wire.before(postRows, () => wire.lose(postRows, 'answer'));
  await press(ROWS);
  await screen.findByText('Нет связи с сервером. Проверьте интернет и повторите');
  expect(lengths()).toEqual([MAX_POSTED, 3]);
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Проведение отмеченных' }).textContent).toMatch(/^Отметьте платежи/),
  );
  const { rows: lines } = await t.deps.engine.query(
    'select count(*)::int as n from balance_operation where garage_id = any($1) and sign > 0',
    [b.garages.map((one) => one.id)],
  );
  expect(lines[0]!.n).toBe(ROWS);
});
