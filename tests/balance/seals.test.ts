// Seals: every column of the ledger that is changed behind the application is noticed and named; untouched books are silent.
import { sql } from 'kysely';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { linesOf, post, reverseDocument, type Line } from '../../server/balance/ledger.ts';
import { verifyLedger, type LedgerFault } from '../../server/balance/queries.ts';
import { dayFaults } from '../../server/balance/queries/days.ts';
import { closeLedgerDay, proveLedger } from '../../server/balance/writing/days.ts';
import { sealOldBooks } from '../../server/balance/writing/oldBooks.ts';
import { changeDocumentWords, sealParts } from '../../server/balance/writing/sealing.ts';
import type { ReadDb, WriteDb } from '../../server/kernel/ctx.ts';
import { actAlone } from '../kit/act.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { garageBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { chargeLine, posting } from './posting.ts';

let t: TestApp;
let w: World;
let charge: number;
let file: string;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const ids: number[] = [];
  for (const po of [w.po, w.po, w.siblingPo])
    ids.push((await mo.call(garages.create, { body: garageBody(po) })).body.id);
  charge = await inAct(async (tx) => {
    const made = await post(
      tx,
      posting(w, { basisDocument: 'Протокол № 3', comment: 'за год', request: { sum: 1 } }),
      linesOf(ids.map((id) => line(id))),
    );
    return made.contributionId;
  });
  await inAct((tx) =>
    changeDocumentWords(
      tx,
      charge,
      { basisDocument: 'Протокол № 4', comment: 'за год' },
      { by: null, at: t.deps.clock.now() },
    ),
  );
  await inAct(async (tx) => {
    const paid = await post(tx, posting(w, { kind: 'payment' }), linesOf(ids.map((id) => payment(id))));
    await reverseDocument(tx, posting(w, { comment: 'ошибка' }), paid.contributionId);
    await post(tx, posting(w, { kind: 'payment', comment: null }), linesOf([payment(ids[0]!)]));
    const penalty = await post(
      tx,
      posting(w, { source: 'penalty' }),
      linesOf([line(ids[0]!, { accrual_type_id: 11, amount_kopecks: 700 })]),
    );
    await sql`insert into penalty_part (operation_id, garage_id, accrual_type_id, period_year, from_day, to_day, days, amount_kopecks)
      select id, garage_id, 1, 2026, '2026-03-01', '2026-03-07', 7, 700 from balance_operation where contribution_id = ${penalty.contributionId}`.execute(
      tx,
    );
    await sealParts(tx, penalty.contributionId, AT);
  });
  await closeLedgerDay(t.deps);
  file = readFileSync(t.deps.settings.ledgerHeadsFile, 'utf8');
});
afterAll(() => t.close());

const AT = '2026-11-20T09:00:00.000Z';
const inAct = <T>(work: (tx: WriteDb) => Promise<T>) => actAlone(t, work);
const line = (garage: number, more: Partial<Line> = {}) => chargeLine(garage, '2026-02-01', 450_000, more);
const payment = (id: number) =>
  line(id, {
    sign: 1,
    amount_kopecks: 100,
    accrual_type_id: null,
    payment_type_id: 1,
    paper_no: '№ 7',
    comment: 'касса',
  });

/** All that a proof says, of the database as the work leaves it; the work is taken back. */
async function faultsAfter(
  work: (tx: WriteDb) => Promise<unknown>,
  outside: string | null = file,
  pos: readonly number[] | null = null,
): Promise<LedgerFault[]> {
  return t.deps.db
    .transaction()
    .execute(async (tx) => {
      // What the owner of the database may do: no trigger and no foreign key stands in the way.
      await sql`set local session_replication_role = replica`.execute(tx);
      await work(tx as WriteDb);
      const faults = [
        ...(await verifyLedger(tx as ReadDb, pos, t.deps.secrets)),
        ...(await dayFaults(tx as ReadDb, outside)),
      ];
      throw Object.assign(new Error('back'), { faults });
    })
    .catch((error: { faults?: LedgerFault[] }) => error.faults ?? Promise.reject(error as never));
}
const textsAfter = async (statement: string) =>
  (await faultsAfter((tx) => sql.raw(statement).execute(tx))).map((fault) => fault.text);

/** Another value of a column, by its type. */
const otherValue: Record<string, (column: string) => string> = {
  integer: (c) => `coalesce(${c}, 0) + 1000003`,
  bigint: (c) => `coalesce(${c}, 0) + 1000003`,
  smallint: (c) => `-${c}`,
  text: (c) => `coalesce(${c}, '') || 'я'`,
  date: (c) => `coalesce(${c}, '2026-01-01') + 1`,
  'timestamp with time zone': (c) => `${c} + interval '1 second'`,
  bytea: (c) => `sha256(coalesce(${c}, ''))`,
  jsonb: () => `'{"x": 1}'`,
  boolean: (c) => `not ${c}`,
};
const otherWord: Record<string, string> = { kind: `'transfer'`, source: `'offset'`, what: `'words'` };
/** One row of each table, and columns that say nothing of money: `names_ahead` and `was_ahead` only tell where to look for money set aside. */
const oneRow: Record<string, string> = {
  balance_operation: 'id = (select max(id) from balance_operation where comment is not null and reversal_of is null)',
  contribution: `id = (select min(id) from contribution where request is not null)`,
  contribution_words: 'version = 2',
  penalty_part: 'true',
  ledger_seal: `(po_id, seq) in (select po_id, seq from ledger_seal where what = 'posting' order by seq desc, po_id limit 1)`,
  ledger_head: 'po_id = (select min(po_id) from ledger_head)',
  ledger_day: 'true',
  ledger_day_head: 'po_id = (select min(po_id) from ledger_head)',
  ledger_month: 'ctid = (select min(ctid) from ledger_month)',
  garage_balance: 'garage_id = (select min(garage_id) from garage_balance)',
};
const saysNothing = new Set(['garage_balance.names_ahead', 'garage_balance.was_ahead']);

describe('a change behind the application', () => {
  it('of any column of any table of the ledger is noticed', async () => {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select table_name as table, column_name as column, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = any(${Object.keys(oneRow)}::text[]) and is_generated = 'NEVER' order by 1, ordinal_position`.execute(
      t.deps.db,
    );
    expect(rows.length).toBeGreaterThan(80);
    const unseen: string[] = [];
    for (const { table, column, type } of rows) {
      const value = otherWord[column] ?? otherValue[type]!(column);
      const texts = await textsAfter(`update ${table} set ${column} = ${value} where ${oneRow[table]}`);
      if (!texts.length) unseen.push(`${table}.${column}`);
    }
    expect(unseen).toEqual([...saysNothing]);
  });

  it.each([
    ['update balance_operation set amount_kopecks = amount_kopecks + 5 where', 'строка', 'сумма'],
    [`update balance_operation set paper_no = 'другой' where`, 'строка', 'номер бумаги'],
    [`update balance_operation set on_date = on_date + 1 where`, 'строка', 'дата'],
    [`update balance_operation set owner_id = 77 where`, 'строка', 'плательщик'],
    [`update balance_operation set created_by = 77 where`, 'строка', 'автор'],
    [`update balance_operation set created_at = created_at + interval '1 day' where`, 'строка', 'когда внесено'],
  ])('of a line names line, document, ПО and field: %s', async (statement, row, field) => {
    const { rows } = await sql<{
      id: number;
      document: number;
      po: string;
    }>`select o.id, contribution_id as document, po.name as po
      from balance_operation o join po on po.id = o.po_id where comment is not null and reversal_of is null order by o.id limit 1`.execute(
      t.deps.db,
    );
    const [one] = rows as [(typeof rows)[0]];
    const texts = await textsAfter(`${statement} id = ${one.id}`);
    const said = texts.find((text) => text.includes(`«${field}»`));
    expect(said).toContain(`${one.po}, документ № ${one.document}`);
    expect(said).toContain(`${row} № ${one.id}`);
  });

  it.each([
    ['update contribution set amount_kopecks = 1 where id = ', 'сумма'],
    [`update contribution set on_date = on_date + 1 where id = `, 'дата'],
    ['update contribution set created_by = 77 where id = ', 'автор'],
    [
      `update contribution_words set basis_document = 'Протокол № 5' where version = 1 and contribution_id = `,
      'основание',
    ],
    [`update contribution_words set comment = 'другое' where version = 2 and contribution_id = `, 'комментарий'],
    [`update contribution set request = '{"sum": 2}' where id = `, 'что было задано'],
  ])('of a document names document, ПО and field: %s', async (statement, field) => {
    const texts = await textsAfter(statement + charge);
    expect(texts.some((text) => text.includes(`документ № ${charge}: изменено: «${field}»`))).toBe(true);
  });

  it('of a part of a penalty names its line and field', async () => {
    const texts = await textsAfter('update penalty_part set amount_kopecks = 1');
    expect(texts).toEqual([expect.stringMatching(/документ № \d+: изменена дни пеней строки № \d+ .*«сумма»/)]);
  });

  it('that swaps the sums of two lines names both', async () => {
    const two = await sql<{
      id: number;
    }>`select id from balance_operation where contribution_id = ${charge} and po_id = ${w.po} order by id`.execute(
      t.deps.db,
    );
    const [a, b] = two.rows.map((row) => row.id);
    const texts = (
      await faultsAfter(async (tx) => {
        await sql`update balance_operation set amount_kopecks = amount_kopecks + 7 where id = ${a!}`.execute(tx);
        await sql`update balance_operation set amount_kopecks = amount_kopecks - 7 where id = ${b!}`.execute(tx);
      })
    ).map((fault) => fault.text);
    for (const id of [a, b])
      expect(texts.some((text) => text.includes(`строка № ${id} `) && text.includes('«сумма»'))).toBe(true);
  });

  it('that writes a document, words or a line past the ledger, or takes one away, is noticed', async () => {
    const texts = [
      await textsAfter(
        `insert into contribution (region_id, mo_id, po_id, kind, on_date, idempotency_key) values (${w.region}, ${w.mo}, ${w.po}, 'accrual', '2026-01-01', 'мимо')`,
      ),
      await textsAfter(
        `insert into contribution_words (contribution_id, version, comment, created_at) values (${charge}, 3, 'мимо', now())`,
      ),
      await textsAfter(`delete from contribution_words where version = 2`),
      await textsAfter(`delete from balance_operation where contribution_id = ${charge} and po_id = ${w.siblingPo}`),
      await textsAfter('delete from penalty_part'),
    ];
    expect(texts.map((found) => found.length > 0)).toEqual([true, true, true, true, true]);
  });

  it('to words written past the ledger is told of the ПО that were asked about alone', async () => {
    const pastOf = async (pos: number[]) => {
      const write = (tx: WriteDb) =>
        sql`insert into contribution_words (contribution_id, version, comment, created_at) values (${charge}, 3, 'мимо', now())`.execute(
          tx,
        );
      const faults = await faultsAfter(write, file, pos);
      return faults.filter(({ text }) => text.includes('вписаны мимо учёта')).length;
    };
    expect([await pastOf([w.po]), await pastOf([w.siblingPo]), await pastOf([w.foreignPo])]).toEqual([1, 1, 0]);
  });

  it('that takes away the last document of a ПО with all its traces is noticed by the day', async () => {
    const cut = async (tx: WriteDb) => {
      const { rows } = await sql<{
        contribution_id: number;
        seq: number;
        garage_id: number;
      }>`select s.contribution_id, s.seq, o.garage_id from ledger_seal s
        join balance_operation o using (contribution_id, po_id) where s.po_id = ${w.po} and s.what = 'posting' and not exists (select 1 from penalty_part) order by seq desc limit 1`.execute(
        tx,
      );
      const [last] = rows as [(typeof rows)[0]];
      await sql`delete from ledger_seal where po_id = ${w.po} and seq >= ${last.seq}`.execute(tx);
      await sql`delete from balance_operation where contribution_id = ${last.contribution_id}`.execute(tx);
      await sql`delete from contribution_words where contribution_id = ${last.contribution_id}`.execute(tx);
      await sql`delete from contribution where id = ${last.contribution_id}`.execute(tx);
      await sql`update ledger_head h set seq = s.seq, hash = s.hash from ledger_seal s where s.po_id = h.po_id and s.seq = ${last.seq - 1} and h.po_id = ${w.po}`.execute(
        tx,
      );
      await sql`update garage_balance b set balance_kopecks = (select sum(sign * amount_kopecks) from balance_operation o where o.garage_id = b.garage_id) where po_id = ${w.po}`.execute(
        tx,
      );
      await sql`delete from ledger_month where po_id = ${w.po}`.execute(tx);
      await sql`insert into ledger_month (po_id, mo_id, region_id, month, sign, accrual_type_id, payment_type_id, lines, amount_kopecks)
        select po_id, mo_id, region_id, date_trunc('month', on_date)::date, sign, coalesce(accrual_type_id, 0), coalesce(payment_type_id, 0), count(*), sum(amount_kopecks)
        from balance_operation where po_id = ${w.po} group by 1, 2, 3, 4, 5, 6, 7`.execute(tx);
      await sql`select fill_po_sums(), fill_payment_sums(), fill_years()`.execute(tx);
    };
    const dropParts = (tx: WriteDb) => sql`delete from penalty_part`.execute(tx);
    const seen = await faultsAfter(async (tx) => {
      await dropParts(tx);
      await cut(tx);
    });
    expect([...new Set(seen.map((fault) => fault.what))]).toEqual(['day']);
    expect(seen[0]!.text).toMatch(/нет печати № \d+, которая была 20\.11\.2026/);
    // Days that are cut off too are missed by the file outside the database.
    const deeper = await faultsAfter(async (tx) => {
      await dropParts(tx);
      await cut(tx);
      await sql`delete from ledger_day_head`.execute(tx);
      await sql`delete from ledger_day`.execute(tx);
    });
    expect(deeper.map((fault) => fault.text)).toEqual([
      'Печати за 20.11.2026: день записан в файле вне базы, а в базе его нет',
    ]);
  });

  it('is refused by the database itself where a table only grows', async () => {
    const grows = [
      'balance_operation',
      'contribution',
      'contribution_words',
      'ledger_seal',
      'penalty_part',
      'ledger_day',
      'ledger_day_head',
    ];
    for (const table of grows) {
      const { rows } = await sql<{
        column: string;
      }>`select column_name as column from information_schema.columns where table_name = ${table} limit 1`.execute(
        t.deps.db,
      );
      const { column } = rows[0]!;
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ])
        await expect(sql.raw(statement).execute(t.deps.db), statement).rejects.toMatchObject({ code: '23001' });
    }
  });
});

describe('untouched books', () => {
  it('are silent, also after another day and another document', async () => {
    expect(await proveLedger(t.deps)).toEqual([]);
    await inAct((tx) => post(tx, posting(w, { kind: 'payment' }), linesOf([payment(1)])));
    t.setNow('2026-11-21T09:00:00.000Z');
    await closeLedgerDay(t.deps);
    expect(readFileSync(t.deps.settings.ledgerHeadsFile, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(await proveLedger(t.deps)).toEqual([]);
  });

  it('say that the file outside is gone or is another', async () => {
    const kept = readFileSync(t.deps.settings.ledgerHeadsFile, 'utf8');
    writeFileSync(t.deps.settings.ledgerHeadsFile, kept.replace(/ [0-9a-f]{64}/, ` ${'0'.repeat(64)}`));
    expect((await proveLedger(t.deps)).map((fault) => fault.text)).toEqual([
      'Печати за 20.11.2026: хэш дня не тот, что записан в файле вне базы',
    ]);
    writeFileSync(t.deps.settings.ledgerHeadsFile, kept);
    expect(await dayFaults(t.deps.db, null)).toHaveLength(1);
  });

  it('that differ are told to superusers at night', async () => {
    await as(t, { isSuperuser: 2 });
    t.setNow('2026-11-22T09:00:00.000Z');
    await sql`update garage_balance set balance_kopecks = balance_kopecks + 1 where garage_id = 1`.execute(t.deps.db);
    await closeLedgerDay(t.deps);
    await sql`update garage_balance set balance_kopecks = balance_kopecks - 1 where garage_id = 1`.execute(t.deps.db);
    const letters = await t.deps.db
      .selectFrom('outbox')
      .where('what', 'like', 'ledger.faults:%')
      .select('body_text')
      .execute();
    expect(letters[0]!.body_text).toMatch(/гараж .*: остаток .* ₽, по строкам/);
  });
});

describe('old books', () => {
  /** Seals as they were made before: the hash of lines, joined to the seal before. */
  const makeOld = async (tx: WriteDb) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from ledger_day_head`.execute(tx);
    await sql`delete from ledger_day`.execute(tx);
    await sql`delete from ledger_seal where what <> 'posting'`.execute(tx);
    await sql`create temporary table old_seal on commit drop as select s.po_id, s.contribution_id, row_number() over (partition by s.po_id order by s.seq)::int as seq, own.hash, own.n, s.created_at
      from ledger_seal s join (select po_id, contribution_id, count(*)::int as n,
        sha256(convert_to(string_agg(row(id, garage_id, owner_id, contribution_id, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year, on_date - date '2000-01-01', paper_no, comment, reversal_of)::text, E'\n' order by id), 'UTF8')) as hash
        from balance_operation group by 1, 2) own using (po_id, contribution_id)`.execute(tx);
    await sql`delete from ledger_seal`.execute(tx);
    await sql`insert into ledger_seal (po_id, seq, contribution_id, lines, lines_hash, hash, created_at)
      select po_id, seq, contribution_id, n, hash, seal_chain(hash) over (partition by po_id order by seq), created_at from old_seal`.execute(
      tx,
    );
    await sql`update ledger_head h set seq = s.seq, hash = s.hash from (select distinct on (po_id) * from ledger_seal order by po_id, seq desc) s where s.po_id = h.po_id`.execute(
      tx,
    );
    await sql`insert into ledger_old_books (po_id) select distinct po_id from ledger_seal`.execute(tx);
  };

  it('are proved and sealed anew; a ПО that does not agree keeps its seals and is named', async () => {
    await inAct(makeOld);
    await t.deps.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update balance_operation set amount_kopecks = amount_kopecks + 1 where po_id = ${w.siblingPo} and contribution_id = ${charge}`.execute(
        tx,
      );
    });
    const named = await sealOldBooks(t.deps);
    expect(named.map((fault) => fault.text).join('\n')).toContain('строки не сходятся со старой печатью');
    const { rows } = await sql<{
      po_id: number;
      fresh: number;
      old: number;
    }>`select po_id, count(*) filter (where document is not null)::int as fresh,
      count(*) filter (where document is null)::int as old from ledger_seal group by 1`.execute(t.deps.db);
    const of = (po: number) => rows.find((row) => row.po_id === po)!;
    expect(of(w.po).fresh).toBeGreaterThan(of(w.po).old);
    expect(of(w.siblingPo).fresh).toBe(0);
    const left = await verifyLedger(t.deps.db, [w.po], t.deps.secrets);
    expect(left).toEqual([]);
    const texts = (await verifyLedger(t.deps.db, null, t.deps.secrets)).map((fault) => fault.text);
    expect(texts.some((text) => text.includes('ПО осталась под старыми'))).toBe(true);
    expect(await sealOldBooks(t.deps)).toEqual([]);
  });
});
