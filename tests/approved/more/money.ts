// Money that is seen before it is written: cash days, penalties, corrections, statements of a bank, closed books.
import type { Engine } from '../../../server/db/engine.ts';
import { cp1251 } from '../../bankStatements/files.ts';
import { chief, mo, po, type Asked } from '../asked.ts';
import { key } from '../stage.ts';

const DAY = '2026-11-19';
const seenDay = (asker: typeof mo) => asker('GET /api/cash_days/', undefined, { query: `po=1&date=${DAY}` });
const pay = (nth: number, garage: number, date: string, amount: number) =>
  po('POST /api/payments/', { idempotencyKey: key(nth), date, lines: [{ garage, amount }], confirmDuplicate: true });
const closing = ({ count, amount_kopecks }: Sum) => ({ date: DAY, po: 1, expected: { count, amount_kopecks } });
interface Sum {
  count: number;
  amount_kopecks: number;
}

function cashDays(garage: number): Asked[] {
  const taken = pay(701, garage, DAY, 120_000);
  return [
    po('POST /api/cash_days/close/', (_paid, day: Sum) => closing(day), { before: [taken, seenDay(po)] }),
    mo(
      'POST /api/cash_days/reopen/',
      { date: DAY, po: 1, reason: 'Пересчёт' },
      {
        before: [taken, seenDay(po), po('POST /api/cash_days/close/', (_paid, day: Sum) => closing(day))],
      },
    ),
  ];
}

const penaltiesSeen = mo('POST /api/penalty_preview/', { date: DAY, poFilter: [1] });
const penalties = ({ garages, sum_kopecks }: { garages: number; sum_kopecks: number }) => ({
  date: DAY,
  poFilter: [1],
  basisDocument: 'Протокол № 2',
  idempotencyKey: key(710),
  expected: { garages, amount_kopecks: sum_kopecks },
});

/** A penalty is charged, and a payment of before is entered after it: it has lost its ground. */
function unfounded(): Asked[] {
  const expected = ({ penalties: many, amount_kopecks }: { penalties: number; amount_kopecks: number }) => ({
    idempotencyKey: key(711),
    expected: { penalties: many, amount_kopecks },
  });
  return [
    mo('POST /api/penalties/', penalties, { before: [penaltiesSeen] }),
    mo('POST /api/unfounded_penalties/take_back/', (_seen, _charged, _paid, lost) => expected(lost), {
      before: [
        penaltiesSeen,
        mo('POST /api/penalties/', penalties),
        mo('POST /api/payments/', (seen: { rows: { garage: { id: number } }[] }) => ({
          idempotencyKey: key(712),
          date: '2026-02-01',
          lines: [{ garage: seen.rows[0]!.garage.id, amount: 900_000 }],
        })),
        mo('GET /api/unfounded_penalties/'),
      ],
    }),
  ];
}

function corrections(garage: number, other: number): Asked[] {
  const money = { garage: other, date: DAY, amount: 90_000, paymentType: 1, reason: 'Не тот гараж' };
  const taken = pay(720, garage, DAY, 120_000);
  const line = (paid: { lines: { id: number }[] }) => paid.lines[0]!.id;
  const call = 'POST /api/balance_operations/:id/correct/';
  return [
    po(call, { version: 1, idempotencyKey: key(721), comment: 'За брата' }, { at: line, before: [taken] }),
    mo(call, { version: 1, idempotencyKey: key(722), comment: 'За брата', money }, { at: line, before: [taken] }),
  ];
}

interface Row {
  id: number;
  version: number;
  /** Of a garage. */
  account?: string;
}
function ofStatements(garage: number, statement: number, row: Row): Asked[] {
  const parts = [
    { garage, amount_kopecks: 50_000 },
    { garage, accrual_type: 1, year: 2026, amount_kopecks: 50_000 },
  ];
  const assigned = po('PUT /api/statement_rows/:id', { version: row.version, parts }, { at: row.id });
  const post = (nth: number, rows: Row[]) => ({
    idempotencyKey: key(nth),
    rows: rows.map(({ id, version }) => ({ id, version })),
    confirmDuplicate: true,
  });
  const withdrawn = 'POST /api/statements/:id/withdraw/';
  return [
    po('POST /api/statement_posts/', (kept: Row) => post(730, [kept]), { before: [assigned] }),
    po('POST /api/statement_rows/:id/skip/', { version: row.version, skip: true }, { at: row.id }),
    po(withdrawn, { assigned: 1 }, { at: statement, before: [assigned] }),
    mo(withdrawn, { assigned: 0 }, { at: statement }),
  ];
}

/** A registry of the bank takes the place of its document: two garages and somebody nobody knows. */
function registriesOfBank(row: number, accounts: readonly string[]): Asked[] {
  const lines = [
    'Дата;Лицевой счёт;ФИО;Сумма;Комиссия',
    `14.02.2026;${accounts[0]};Кто-то Там;600,00;1,00`,
    `14.02.2026;${accounts[1]};Кто-то Там;350,50;1,00`,
    '14.02.2026;;Некто Безвестный;49,50;1,00',
    '=3;1000,00',
    '',
  ];
  const more = { at: row, file: { name: 'реестр.csv', bytes: cp1251(lines.join('\r\n')) } };
  const attached = po('POST /api/statement_rows/:id/registry/', {}, more);
  return [
    po('POST /api/statement_rows/:id/registry_preview/', {}, more),
    attached,
    po('DELETE /api/statement_rows/:id/registry/', undefined, { at: row, before: [attached] }),
  ];
}

function closedBooks(): Asked[] {
  const closed = mo('POST /api/closing/', { until: '2025-12-31', was: '2022-12-31' });
  return [
    closed,
    chief(
      'POST /api/closing/open/',
      { until: null, was: '2025-12-31', reason: 'Ошибка в ведомости' },
      { before: [closed] },
    ),
  ];
}

/** What stands in its way is done first; the garages owe most. */
export async function moneyOf(engine: Engine): Promise<Asked[]> {
  const ids = async (text: string) => (await engine.query(text)).rows as unknown as Row[];
  const [debtor, other] = await ids(
    `select b.garage_id as id, g.account_no as account from garage_balance b join garage g on g.id = b.garage_id
      where b.po_id = 1 and b.is_active order by b.debt_kopecks desc, b.garage_id limit 2`,
  );
  const [row] = await ids(
    `select id, version, statement_id from bank_row where kind = 'incoming' and amount_kopecks = 100000 order by id limit 1`,
  );
  const { statement_id: statement } = row as unknown as { statement_id: number };
  return [
    ...cashDays(debtor!.id),
    ...unfounded(),
    ...corrections(debtor!.id, other!.id),
    ...ofStatements(debtor!.id, statement, row!),
    ...registriesOfBank(
      row!.id,
      [debtor, other].map((garage) => garage!.account!),
    ),
    ...closedBooks(),
  ];
}
