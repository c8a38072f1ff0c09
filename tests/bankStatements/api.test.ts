// Statements through the API: who may, foreign accounts, assigning, posting once, undoing, registries, closed books.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCashDay, correctOperation, payments, reverseOperation } from '../../contract/payments.ts';
import * as c from '../../contract/bankStatements.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { archive, charge } from '../contributions/park.ts';
import { pay } from '../payments/desk.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { testEngine } from '../kit/database.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { cp1251, exchangeText } from './files.ts';
import { bank, load, postAll, rowsOf, send, type Bank } from './kit.ts';

let t: TestApp;
let b: Bank;
beforeAll(async () => {
  t = await testApp();
  b = await bank(t, 6);
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

let paper = 0;
/** A payment of its own that names the account of a garage. */
const sure = (garage: number, sum = '4500.00') => ({
  number: String((paper += 1)),
  sum,
  payer: 'Плательщиков',
  purpose: `Членский взнос 2026 ЛС ${b.garages[garage]!.account_no}`,
});
const unknown = (sum = '1000.00') => ({ number: String((paper += 1)), sum, payer: 'Неизвестный', purpose: 'оплата' });
const loaded = (docs: Parameters<typeof exchangeText>[1], who = b.po) => load(t, who, exchangeText(b.account, docs));
const balance = async (garage: number) =>
  (
    await t.deps.db
      .selectFrom('garage_balance')
      .where('garage_id', '=', b.garages[garage]!.id)
      .select('balance_kopecks')
      .executeTakeFirst()
  )?.balance_kopecks ?? 0;

describe('who may', () => {
  it('a region reads, МО and ПО load and post; without the right nobody does either; others do not see', async () => {
    const { id, rows } = await loaded([sure(0)]);
    const region = await as(t, { region: b.w.region });
    const auditor = await as(t, { po: b.w.po, capabilities: [1, 3] });
    const strangers = [
      await as(t, { po: b.w.siblingPo }),
      await as(t, { mo: b.w.siblingMo }),
      await as(t, { region: b.w.foreignRegion }),
      await as(t, { mo: b.w.foreignMo }),
    ];
    for (const reader of [region, b.mo, b.po]) {
      expect((await reader.call(c.statement, { params: { id } })).status).toBe(200);
      expect((await rowsOf(reader, id)).length).toBe(1);
    }
    expect((await auditor.call(c.statements)).status).toBe(403);
    expect((await send(t, auditor, c.uploadStatement, Buffer.from('x'))).status).toBe(403);
    expect((await send(t, region, c.uploadStatement, Buffer.from('x'))).status).toBe(403);
    expect((await postAll(region, rows)).status).toBe(403);
    for (const stranger of strangers) {
      expect((await stranger.call(c.statement, { params: { id } })).status).toBe(404);
      expect((await stranger.call(c.statementRows, { query: { statement: id } })).status).toBe(404);
      expect((await stranger.call(c.statementRows)).body.data).toEqual([]);
      if ((await stranger.call(c.statements)).body.total) throw new Error('a stranger sees statements');
    }
    for (const stranger of [strangers[0]!, strangers[1]!, strangers[3]!]) {
      const params = { id: rows[0]!.id };
      expect((await postAll(stranger, rows)).status).toBe(404);
      expect((await stranger.call(c.skipRow, { params, body: { version: 1, skip: true } })).status).toBe(404);
      expect((await stranger.call(c.assignRow, { params, body: { version: 1, parts: [] } })).status).toBe(404);
      expect((await stranger.call(c.detachBankRegistry, { params })).status).toBe(404);
      expect((await send(t, stranger, c.attachBankRegistry, Buffer.from('1;2'), { params })).status).toBe(404);
    }
    expect(await balance(0)).toBe(0);
  });

  it('statements stand the newest first, on their pages too', async () => {
    const [older, newer] = [await loaded([sure(0)]), await loaded([sure(1)])];
    const idsOf = async (query: { offset: number; limit: number }) =>
      (await b.po.call(c.statements, { query })).body.data.map(({ id }: { id: number }) => id);
    expect(await idsOf({ offset: 0, limit: 2 })).toEqual([newer.id, older.id]);
    expect(await idsOf({ offset: 0, limit: 1 })).toEqual([newer.id]);
    expect(await idsOf({ offset: 1, limit: 1 })).toEqual([older.id]);
  });

  it('an account of somebody else is refused, and says which account is one’s own', async () => {
    const sibling = await as(t, { po: b.w.siblingPo });
    await t.deps.db
      .updateTable('po')
      .set({ account: '40703810900000077777' })
      .where('id', '=', b.w.siblingPo)
      .execute();
    const foreign = await load(t, sibling, exchangeText(b.account, [sure(0)]));
    expect(foreign.status).toBe(422);
    expect(foreign.body.errors.file).toBe(`Это чужой счёт: выписка по ${b.account}, а ваш счёт 40703810900000077777`);
    const nothing = await as(t, { po: b.w.cousinPo });
    expect((await load(t, nothing, exchangeText(b.account, [sure(0)]))).body.errors.file).toContain(
      'не указан расчётный счёт',
    );
  });

  it('a file of two accounts, one of them somebody else’s: what is not loaded is said', async () => {
    const other = '40703810900000066666';
    const text = exchangeText(b.account, [sure(0), { ...sure(1), more: { ПолучательСчет: other } }]);
    const { body, id, rows } = await load(
      t,
      b.po,
      text.replace('СекцияРасчСчет', `РасчСчет=${other}\r\nСекцияРасчСчет`),
    );
    expect([body.ids, rows.length]).toEqual([[id], 1]);
    const { warnings } = (await b.po.call(c.statement, { params: { id } })).body;
    expect(warnings.at(-1)).toContain(`Документов других счетов: 1. Они не загружены: ${other}`);
  });

  it('hostile files leave nothing behind', async () => {
    const before = (await b.po.call(c.statements)).body.total;
    const good = exchangeText(b.account, [sure(0)]);
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('MZ\0\x01binary'),
      cp1251(good.replace('КонецФайла', '')),
      cp1251(good + good),
      cp1251(good.replace('Плательщик=', `Плательщик=${'я'.repeat(2_000_000)}`)),
      Buffer.from(good.slice(0, 200)),
    ]) {
      const reply = await send(t, b.po, c.uploadStatement, bytes);
      expect(reply.status).toBe(422);
      expect(reply.body.errors.file).toMatch(/^[А-Я]/);
    }
    expect((await b.po.call(c.statements)).body.total).toBe(before);
  });
});

describe('money between own accounts', () => {
  it('is put aside with a word, is not in the queue and may be taken back', async () => {
    const savings = '40703810900000000777';
    const po = t.deps.db.updateTable('po').set({ account: savings }).where('id', '=', b.w.siblingPo);
    await po.execute();
    const own = { ...sure(1), more: { ПлательщикСчет: savings } };
    const { rows } = await loaded([own, sure(1, '100.00')], b.mo);
    expect(rows.map((row) => [row.group, row.parts.length, row.reason])).toEqual([
      ['skipped', 0, `Перевод со своего счёта ${savings}: это не взнос`],
      ['sure', 1, expect.stringContaining('ЛС')],
    ]);
    const back = await b.mo.call(c.skipRow, {
      params: { id: rows[0]!.id },
      body: { version: rows[0]!.version, skip: false },
    });
    expect(back.status).toBe(200);
    expect(back.body.group).not.toBe('skipped');
  });
});

describe('words of a payer', () => {
  it('stay words: markup, formulas, quotes, half letters of two', async () => {
    const [payer, purpose] = [
      'ООО «Ромашка» "<b>x</b>"',
      '=HYPERLINK("http://x";"y") <script>alert(1)</script> год=2025',
    ];
    const file = exchangeText(b.account, [{ ...sure(0), payer, purpose, number: `${'1'.repeat(55)}🚗` }]);
    const { id, rows } = await load(t, b.po, file, Buffer.from);
    expect(rows[0]).toMatchObject({ payer, purpose });
    const { body: assigned } = await b.po.call(c.assignRow, {
      params: { id: rows[0]!.id },
      body: { version: 1, parts: [{ garage: b.garages[0]!.id, amount_kopecks: 450_000 }] },
    });
    const posted = await postAll(b.po, [assigned]);
    expect(posted.status).toBe(200);
    const { posted: lines } = (await rowsOf(b.po, id))[0]!;
    const { body: card } = await b.po.call(payments.one, { params: { id: lines[0]!.operation } });
    expect(card).toMatchObject({ paper_no: `п/п ${'1'.repeat(55)}`, comment: `${payer}. ${purpose}` });
  });
});

describe('a row', () => {
  it('is assigned, split, put aside, taken back; what does not fit is said by field', async () => {
    const { rows } = await loaded([unknown('1000.00')]);
    const [row] = rows as [c.StatementRow];
    expect(row).toMatchObject({ group: 'none', refusal: 'Выберите гараж', preticked: false, parts: [] });
    const put = (parts: object[], version = row.version) =>
      b.po.call(c.assignRow, { params: { id: row.id }, body: { version, parts } as never });
    const part = (garage: number, amount_kopecks: number, more: object = {}) => ({
      garage: b.garages[garage]!.id,
      amount_kopecks,
      ...more,
    });
    const wrong = await put([
      part(0, 60_000),
      { garage: 2_000_000, amount_kopecks: 1, accrual_type: 12345, year: 2026 },
    ]);
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toMatchObject({
      'parts.1.garage': 'Такого гаража нет среди гаражей этого счёта',
      'parts.1.accrual_type': 'Выберите вид начисления из списка',
      parts: expect.stringContaining('а платёж'),
    });
    expect((await put([part(0, 100_000, { accrual_type: 1 })])).body.errors).toEqual({
      'parts.0.year': 'Укажите и вид, и год',
    });
    expect((await put([part(0, -5)])).status).toBe(422);
    const split = await put([part(0, 60_000, { accrual_type: 3, year: 2025 }), part(1, 40_000)]);
    expect(split.body).toMatchObject({ group: 'assigned', refusal: null, preticked: true, version: 2 });
    expect((await put([part(0, 100_000)])).status).toBe(409);
    const aside = await b.po.call(c.skipRow, { params: { id: row.id }, body: { version: 2, skip: true } });
    expect(aside.body).toMatchObject({ group: 'skipped', preticked: false });
    expect((await postAll(b.po, [aside.body])).body.errors[`rows.${row.id}`]).toContain('пропущена');
    const back = await b.po.call(c.skipRow, { params: { id: row.id }, body: { version: 3, skip: false } });
    const before = [await balance(0), await balance(1)];
    const posted = await postAll(b.mo, [back.body]);
    expect(posted.body.amount_kopecks).toBe(100_000);
    expect([await balance(0), await balance(1)]).toEqual([before[0]! + 60_000, before[1]! + 40_000]);
    const lines = await t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', posted.body.rows[0].contribution)
      .orderBy('id')
      .select(['accrual_type_id', 'payment_type_id', 'period_year', 'on_date', 'paper_no', 'owner_id'])
      .execute();
    expect(lines).toMatchObject([
      { accrual_type_id: 3, payment_type_id: 2, period_year: 2025, on_date: '2026-02-14' },
      { accrual_type_id: null, payment_type_id: 2, period_year: 2026 },
    ]);
    expect(lines.every((line) => line.owner_id)).toBe(true);
  });

  it('a garage of another ПО is not of the account', async () => {
    const { rows } = await loaded([unknown()], b.mo);
    const other = await t.deps.db
      .insertInto('garage')
      .values({
        region_id: b.w.region,
        mo_id: b.w.mo,
        po_id: b.w.siblingPo,
        number: '7',
        account_no: `9${Date.now()}`.slice(0, 10),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const reply = await b.mo.call(c.assignRow, {
      params: { id: rows[0]!.id },
      body: { version: 1, parts: [{ garage: other.id, amount_kopecks: 100_000 }] },
    });
    expect(reply.body.errors).toHaveProperty(['parts.0.garage']);
  });

  it('stays in the queue of what is not recognised until somebody settles it', async () => {
    const { id, rows } = await loaded([unknown(), sure(1)]);
    const queue = await b.po.call(c.statementRows, { query: { group: 'none', limit: 500 } });
    expect(queue.body.data.map((row: c.StatementRow) => row.id)).toContain(rows[0]!.id);
    const waiting = (await b.po.call(c.statements)).body.waiting;
    expect(waiting.find((one: { group: string }) => one.group === 'none').rows).toBe(queue.body.total);
    const { body } = await b.po.call(c.statement, { params: { id } });
    expect(body.counts).toEqual(
      expect.arrayContaining([
        { group: 'none', rows: 1, amount_kopecks: 100_000 },
        { group: 'sure', rows: 1, amount_kopecks: 450_000 },
      ]),
    );
    const page = await b.po.call(c.statementRows, { query: { statement: id, offset: 5 } });
    expect(page.body).toEqual({ data: [], total: 2 });
    expect((await b.po.call(c.statementRows, { query: { limit: c.MAX_ROWS } })).status).toBe(200);
    expect((await b.po.call(c.statementRows, { query: { limit: c.MAX_ROWS + 1 } })).status).toBe(422);
  });
});

describe('posting', () => {
  it('is done once for its key, one after another and at once', async () => {
    const { rows } = await loaded([sure(2), sure(2, '1.50')]);
    const key = randomUUID();
    const before = await balance(2);
    const answers = await Promise.all([postAll(b.po, rows, key), postAll(b.po, rows, key), postAll(b.po, rows, key)]);
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200]);
    expect(answers.filter((one) => !one.body.isRepeat)).toHaveLength(1);
    expect(new Set(answers.map((one) => JSON.stringify(one.body.rows))).size).toBe(1);
    expect((await postAll(b.po, rows, key)).body.isRepeat).toBe(true);
    expect((await postAll(b.mo, rows, key)).body.errors).toEqual({ idempotencyKey: 'Этот ключ уже занят' });
    expect(await balance(2)).toBe(before + 450_150);
  });

  it('two people who press at once post once', async () => {
    const { rows } = await loaded([sure(3), sure(3)]);
    const answers = await Promise.all([postAll(b.po, rows), postAll(b.mo, rows), postAll(b.po, rows)]);
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(await balance(3)).toBe(900_000);
    const refused = answers.find((one) => one.status === 422)!;
    expect(refused.body.errors[`rows.${rows[0]!.id}`]).toBe('Уже проведено');
  });

  it('the same file loaded twice at once is new once', async () => {
    const text = exchangeText(b.account, [sure(4), unknown()]);
    const both = await Promise.all([load(t, b.po, text), load(t, b.po, text)]);
    const kinds = both.flatMap((one) => one.rows.map((row) => row.kind)).sort();
    expect(kinds).toEqual(['duplicate', 'duplicate', 'incoming', 'incoming']);
    const late = both.find((one) => one.rows[0]!.kind === 'duplicate')!;
    expect(late.rows[0]!.duplicate_of).toMatchObject({ nth: 1, file_name: 'statement.txt' });
  });

  it('two ПО with one account never post the same payment twice', async () => {
    const twin = await as(t, { po: b.w.siblingPo });
    await t.deps.db.updateTable('po').set({ account: b.account }).where('id', '=', b.w.siblingPo).execute();
    const docs = [sure(4)];
    const first = await loaded(docs);
    const second = await load(t, twin, exchangeText(b.account, docs));
    expect(second.rows[0]).toMatchObject({ kind: 'incoming', certainty: 'none' });
    expect((await postAll(b.po, first.rows)).status).toBe(200);
    expect((await rowsOf(twin, second.id))[0]!.refusal).toContain('уже проведён из другого файла');
    await t.deps.db.updateTable('po').set({ account: null }).where('id', '=', b.w.siblingPo).execute();
  });

  it('of two ПО with one account, what one has loaded goes to its own garages alone', async () => {
    await t.deps.db.updateTable('po').set({ account: b.account }).where('id', '=', b.w.siblingPo).execute();
    const theirs = await newGarage(b.mo, b.w.siblingPo, { number: '78' });
    const { rows } = await loaded([unknown('12.00')]);
    const put = (garage: number) =>
      b.mo.call(c.assignRow, {
        params: { id: rows[0]!.id },
        body: { version: rows[0]!.version, parts: [{ garage, amount_kopecks: 1_200 }] },
      });
    expect((await put(theirs.id)).body.errors).toEqual({
      'parts.0.garage': 'Такого гаража нет среди гаражей этого счёта',
    });
    expect((await put(b.garages[0]!.id)).status).toBe(200);
    await t.deps.db.updateTable('po').set({ account: null }).where('id', '=', b.w.siblingPo).execute();
  });

  it('is all or nothing: a closed day and an archived garage are refused by row', async () => {
    expect((await archive(b.mo, b.garages[5]!.id)).status).toBe(200);
    const { rows } = await loaded([sure(0, '4501.00'), sure(5), { ...sure(0), date: '30.12.2025' }]);
    const before = await balance(0);
    await t.deps.db.updateTable('mo').set({ period_closed_until: '2025-12-31' }).where('id', '=', b.w.mo).execute();
    const shown = await rowsOf(b.po, rows[0]!.statement_id);
    expect(shown.map((row) => [row.refusal, row.preticked])).toEqual([
      [null, true],
      ['Гараж А 6 в архиве: верните его или выберите другой', false],
      ['Период закрыт до 31.12.2025', false],
    ]);
    const refused = await postAll(b.po, shown);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors).sort()).toEqual([`rows.${rows[1]!.id}`, `rows.${rows[2]!.id}`]);
    expect(await balance(0)).toBe(before);
    expect((await postAll(b.po, [shown[0]!])).status).toBe(200);
    await t.deps.db.updateTable('mo').set({ period_closed_until: null }).where('id', '=', b.w.mo).execute();
  });

  it('a write-off, no rows, a row twice, a strange row', async () => {
    const { rows } = await loaded([{ ...unknown(), more: { ПлательщикСчет: b.account, ПолучательСчет: '4' } }]);
    expect((await postAll(b.po, rows)).body.errors[`rows.${rows[0]!.id}`]).toContain('списание');
    expect((await postAll(b.po, [])).status).toBe(422);
    expect((await postAll(b.po, [rows[0]!, rows[0]!])).status).toBe(422);
    expect((await postAll(b.po, [{ ...rows[0]!, id: 2_000_000_000 }])).status).toBe(404);
  });

  it('undone by the reversal of its document, a row is free again', async () => {
    const { id, rows } = await loaded([sure(1, '77.00')]);
    const before = await balance(1);
    const posted = await postAll(b.po, rows);
    const contribution = posted.body.rows[0].contribution as number;
    const [shown] = await rowsOf(b.po, id);
    expect(shown).toMatchObject({
      group: 'posted',
      refusal: 'Уже проведено',
      left_kopecks: 0,
      posted: [{ contribution }],
    });
    const undone = await b.po.call(reverseOperation, {
      params: { id: shown!.posted[0]!.operation },
      body: { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'Не тот гараж' },
    });
    expect(undone.status).toBe(200);
    expect(await balance(1)).toBe(before);
    const [free] = await rowsOf(b.po, id);
    expect(free).toMatchObject({
      group: 'sure',
      posted: [],
      was_undone: true,
      refusal: null,
      preticked: false,
    });
    const moved = await b.po.call(c.assignRow, {
      params: { id: free!.id },
      body: { version: free!.version, parts: [{ garage: b.garages[0]!.id, amount_kopecks: 7_700 }] },
    });
    const start = await balance(0);
    expect((await postAll(b.po, [moved.body])).status).toBe(200);
    expect(await balance(0)).toBe(start + 7_700);
  });

  it('corrected by hand, a payment stays posted: its money is in the books', async () => {
    const { id, rows } = await loaded([sure(1, '88.00')]);
    const document = (await postAll(b.po, rows)).body.rows[0].contribution as number;
    const line = (await b.po.call(payments.list, { query: { filter: { document } } })).body[0];
    // A closed desk is nothing to money of the bank.
    const desk = { date: '2026-02-14', expected: { count: 0, amount_kopecks: 0 } };
    expect((await b.po.call(closeCashDay, { body: desk })).body.state).toBe('closed');
    const { body: card } = await b.po.call(payments.one, { params: { id: line.id } });
    const corrected = await b.po.call(correctOperation, {
      params: { id: line.id },
      body: {
        version: card.version,
        idempotencyKey: randomUUID(),
        comment: null,
        money: {
          garage: b.garages[0]!.id,
          amount: 8_800,
          accrualType: null,
          year: null,
          paymentType: 2,
          date: '2026-02-14',
          paperNo: null,
          reason: 'Не тот гараж',
        },
      },
    });
    expect(corrected.status).toBe(200);
    expect((await rowsOf(b.po, id))[0]).toMatchObject({
      group: 'posted',
      refusal: 'Уже проведено',
      standing_kopecks: 8_800,
    });
  });
});

it('corrected by the МО onto a garage of another ПО, a row tells its own ПО nothing of that garage', async () => {
  const stranger = await newPerson(b.mo, b.w.siblingPo);
  const other = await newGarage(b.mo, b.w.siblingPo, {
    number: '79',
    alreadyExistProfile: [{ profileId: stranger.id, isPrimary: true }],
  });
  const { id, rows } = await loaded([sure(1, '89.00')]);
  const document = (await postAll(b.po, rows)).body.rows[0].contribution as number;
  const line = (await b.mo.call(payments.list, { query: { filter: { document } } })).body[0];
  const { body: card } = await b.mo.call(payments.one, { params: { id: line.id } });
  const money = {
    garage: other.id,
    amount: 8_900,
    accrualType: null,
    year: null,
    paymentType: 2,
    date: '2026-02-14',
    paperNo: null,
    reason: 'Не тот гараж',
  };
  const corrected = await b.mo.call(correctOperation, {
    params: { id: line.id },
    body: { version: card.version, idempotencyKey: randomUUID(), comment: null, money },
  });
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
  const [own] = await rowsOf(b.po, id);
  expect(own).toMatchObject({ group: 'posted', standing_kopecks: 8_900, left_kopecks: 0, posted: [] });
  expect(JSON.stringify(own)).not.toContain(stranger.full_name);
  const [whole] = await rowsOf(b.mo, id);
  expect(whole!.posted.map((part) => [part.garage.id, part.owner])).toEqual([[other.id, stranger.full_name]]);
});

describe('a registry of the bank', () => {
  const file = (rows: string[], total: string) =>
    cp1251(['Дата;Лицевой счёт;ФИО;Сумма;Комиссия', ...rows, `=${rows.length};${total}`, ''].join('\r\n'));
  const line = (garage: number, sum: string) => `14.02.2026;${b.garages[garage]!.account_no};Кто-то Там;${sum};1,00`;

  it('takes the place of its document, row by row', async () => {
    const { id, rows } = await loaded([{ ...unknown('300.00'), purpose: 'Перевод по реестру № 3, членские 2026' }]);
    const params = { id: rows[0]!.id };
    const bytes = file([line(0, '100,00'), line(1, '150,50'), '14.02.2026;;Некто Безвестный;49,50;1,00'], '300,00');
    const seen = await send(t, b.po, c.previewBankRegistry, bytes, { params, name: 'реестр.csv' });
    expect(seen.body).toMatchObject({
      rows: 3,
      sum_kopecks: 30_000,
      fee_kopecks: 300,
      sure: 2,
      problems: [],
      columns: 5,
    });
    expect((await send(t, b.po, c.attachBankRegistry, bytes, { params })).body).toMatchObject({
      group: 'registry',
      registry: { rows: 3, posted: 0, fee_kopecks: 300 },
    });
    expect((await send(t, b.po, c.attachBankRegistry, bytes, { params })).body.errors.form).toContain('уже приложен');
    const parts = (await rowsOf(b.po, id)).filter((row) => row.parent_id === rows[0]!.id);
    expect(parts.map((row) => [row.group, row.amount_kopecks, row.preticked])).toEqual([
      ['sure', 10_000, true],
      ['sure', 15_050, true],
      ['none', 4_950, false],
    ]);
    expect(parts[0]!.parts[0]).toMatchObject({ accrual_type: { id: 1 }, year: 2026 });
    const before = await balance(1);
    expect((await postAll(b.po, parts.slice(0, 2))).status).toBe(200);
    expect(await balance(1)).toBe(before + 15_050);
    expect((await postAll(b.po, await rowsOf(b.po, id).then((all) => all.slice(0, 1)))).status).toBe(422);
    expect((await b.po.call(c.detachBankRegistry, { params })).body.errors.form).toContain('уже проведены');
  });

  it.runIf(testEngine === 'server')('is not taken off from under a payment that is being posted', async () => {
    const { id, rows } = await loaded([{ ...unknown('100.00'), purpose: 'Перевод по реестру № 4, членские 2026' }]);
    const params = { id: rows[0]!.id };
    const bytes = file([line(0, '100,00')], '100,00');
    expect((await send(t, b.po, c.attachBankRegistry, bytes, { params })).status).toBe(200);
    const [part] = (await rowsOf(b.po, id)).filter((row) => row.parent_id === rows[0]!.id);
    const waiting = async () => {
      const { rows: found } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(t.deps.db);
      return found.length;
    };
    // Somebody holds the garage: the posting has looked at its rows and waits.
    const held = await t.deps.db.startTransaction().execute();
    await sql`select 1 from garage where id = ${b.garages[0]!.id} for update`.execute(held);
    const posting = postAll(b.po, [part!]);
    await expect.poll(waiting).toBe(1);
    const detaching = b.mo.call(c.detachBankRegistry, { params });
    await expect.poll(waiting).toBe(2);
    await held.commit().execute();
    expect((await posting).status).toBe(200);
    expect((await detaching).body.errors?.form).toContain('уже проведены');
    expect((await rowsOf(b.po, id)).map((row) => row.standing_kopecks)).toContain(10_000);
  });

  it('is not put under a payment that stands, a write-off, a repeat or a row of another; nor are those assigned or put aside', async () => {
    const own = sure(0, '21.00');
    const out = { ...unknown(), more: { ПлательщикСчет: b.account, ПолучательСчет: '4' } };
    const { id, rows: fresh } = await loaded([own, out, own, unknown('22.00')]);
    expect((await postAll(b.po, [fresh[0]!])).status).toBe(200);
    const asked = { params: { id: fresh[3]!.id } };
    expect((await send(t, b.po, c.attachBankRegistry, file([line(0, '22,00')], '22,00'), asked)).status).toBe(200);
    const rows = await rowsOf(b.po, id);
    const child = rows.find((row) => row.parent_id !== null)!;
    const attach = async ({ id: row }: c.StatementRow) =>
      (await send(t, b.po, c.attachBankRegistry, file([line(0, '21,00')], '21,00'), { params: { id: row } })).body;
    const notOne = 'Реестр прилагается к поступлению из выписки';
    const refused = [];
    for (const row of rows.slice(0, 4)) {
      const params = { id: row.id };
      const parts = [{ garage: b.garages[1]!.id, amount_kopecks: row.amount_kopecks }];
      const put = await b.po.call(c.assignRow, { params, body: { version: row.version, parts } });
      const aside = await b.po.call(c.skipRow, { params, body: { version: row.version, skip: true } });
      expect([put.status, aside.status, aside.body.errors]).toEqual([422, 422, put.body.errors]);
      refused.push([put.body.errors.form, (await attach(row)).errors.form]);
    }
    expect(refused).toEqual([
      ['Уже проведено: сначала сторнируйте документ', 'Документ уже проведён одной суммой'],
      ['Списания не разносятся', notOne],
      ['Этот документ уже загружен раньше', notOne],
      ['К документу приложен реестр: разносятся его строки', 'К документу уже приложен реестр'],
    ]);
    expect((await attach(child)).errors.form).toBe(notOne);
  });

  it('whose row was posted and undone stays where it is', async () => {
    const { id, rows } = await loaded([unknown('23.00')]);
    const params = { id: rows[0]!.id };
    expect((await b.po.call(c.detachBankRegistry, { params })).body.errors.form).toBe('К документу не приложен реестр');
    expect((await send(t, b.po, c.attachBankRegistry, file([line(0, '23,00')], '23,00'), { params })).status).toBe(200);
    const child = (await rowsOf(b.po, id)).find((row) => row.parent_id !== null)!;
    expect((await postAll(b.po, [child])).status).toBe(200);
    const posted = (await rowsOf(b.po, id)).find((row) => row.parent_id !== null)!;
    const undone = await b.po.call(reverseOperation, {
      params: { id: posted.posted[0]!.operation },
      body: { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'Не тот гараж' },
    });
    expect(undone.status).toBe(200);
    expect((await b.po.call(c.detachBankRegistry, { params })).body.errors.form).toBe(
      'По строкам реестра были документы: он остаётся приложенным',
    );
  });

  it('that does not give the sum of the document is refused; columns are told and remembered; it is taken off', async () => {
    const { rows } = await loaded([unknown('20.00'), unknown('20.00')]);
    const params = { id: rows[0]!.id };
    const wrong = await send(t, b.po, c.attachBankRegistry, file([line(0, '10,00')], '10,00'), { params });
    expect(wrong.body.errors.file).toContain('не равна сумме документа');
    const total = await send(t, b.po, c.attachBankRegistry, file([line(0, '20,00')], '21,00'), { params });
    expect(total.body.errors.file).toContain('Итог');
    const odd = cp1251(`код;деньги;прочее\r\n${b.garages[0]!.account_no};20,00;99,00\r\n`);
    const layout = JSON.stringify({
      headerRows: 1,
      columns: { date: null, account: 0, payer: null, amount: 1, fee: null },
    });
    expect((await send(t, b.po, c.attachBankRegistry, odd, { params, fields: { layout } })).status).toBe(200);
    expect((await b.po.call(c.detachBankRegistry, { params })).body).toMatchObject({ group: 'none', registry: null });
    const again = await send(t, b.po, c.previewBankRegistry, odd, { params: { id: rows[1]!.id } });
    expect(again.body.layout).toEqual(JSON.parse(layout));
    for (const bad of ['{', '{"headerRows":-1}', '[]'])
      expect((await send(t, b.po, c.previewBankRegistry, odd, { params, fields: { layout: bad } })).status).toBe(422);
    expect((await send(t, b.po, c.previewBankRegistry, Buffer.from('\0\x01'), { params })).body.errors.file).toContain(
      'не текст',
    );
  });
});

describe('an account of a МО', () => {
  it('covers garages of all its ПО; only the МО sees such a statement', async () => {
    const account = '40703810900000088888';
    await t.deps.db.updateTable('mo').set({ account }).where('id', '=', b.w.mo).execute();
    const { id, rows } = await load(t, b.mo, exchangeText(account, [sure(0), unknown()]));
    expect(rows.map((row) => row.certainty)).toEqual(['sure', 'none']);
    expect((await b.po.call(c.statement, { params: { id } })).status).toBe(404);
    expect((await load(t, b.po, exchangeText(account, [sure(0)]))).status).toBe(422);
    // The ПО has come to the same account: what the МО has loaded is a repeat, of a file it does not see.
    await t.deps.db.updateTable('po').set({ account }).where('id', '=', b.w.po).execute();
    const repeat = await load(t, b.po, exchangeText(account, [{ ...unknown(), number: rows[1]!.number }]));
    expect(repeat.rows[0]).toMatchObject({ kind: 'duplicate', duplicate_of: null });
    await t.deps.db.updateTable('po').set({ account: b.account }).where('id', '=', b.w.po).execute();
    const posted = await postAll(b.mo, rows.slice(0, 1));
    const document = await t.deps.db
      .selectFrom('contribution')
      .where('id', '=', posted.body.rows[0].contribution)
      .select(['po_id', 'source', 'kind', 'amount_kopecks'])
      .executeTakeFirstOrThrow();
    expect(document).toEqual({ po_id: b.w.po, source: 'statement', kind: 'payment', amount_kopecks: 450_000 });
  });
});

describe('a long statement', () => {
  it('asks the database as often for many rows as for two: nobody waits for a long statement', async () => {
    const asked = async (rows: Awaited<ReturnType<typeof loaded>>['rows']) => {
      let n = 0;
      const { engine } = t.deps;
      const acquire = engine.acquire.bind(engine);
      engine.acquire = async () => {
        const held = await acquire();
        const counted: typeof held = { ...held, query: (text, params) => ((n += 1), held.query(text, params)) };
        return counted;
      };
      try {
        expect((await postAll(b.po, rows)).status).toBe(200);
      } finally {
        engine.acquire = acquire;
      }
      return n;
    };
    const few = await asked((await loaded([sure(1), sure(2)])).rows);
    const many = await asked(
      (await loaded(Array.from({ length: c.MAX_POSTED }, (_, i) => sure(1 + (i % 3), `${10 + i}.00`)))).rows,
    );
    expect(many).toBe(few);
    expect(few).toBeGreaterThan(5);
  });
});

it('rows of a past day say how many later payments close something else now, in the answer and in the log', async () => {
  const own = await bank(t, 1);
  const { id: garage, account_no } = own.garages[0]!;
  const selected = { isAllGaragSelected: false, includedGarages: [garage] };
  for (const [contributionPeriod, contributionDate] of [
    [2025, '2026-01-10'],
    [2026, '2026-05-10'],
  ]) {
    const { status, text } = await charge(own.po, { contributionPeriod, contributionDate, ...selected });
    expect(status, text).toBe(200);
  }
  expect((await pay(own.po, garage, 450_000, { date: '2026-06-01' })).status).toBe(200);
  const row = (date: string) => ({
    number: String((paper += 1)),
    date,
    payer: 'Плательщиков',
    purpose: `ЛС ${account_no}`,
  });
  const past = await load(t, own.po, exchangeText(own.account, [row('14.02.2026')]));
  const posted = await postAll(own.po, past.rows);
  expect([posted.status, posted.body.relaid]).toEqual([200, 1]);
  const { text } = await t.deps.db
    .selectFrom('action_log')
    .where('verb', '=', 'balance_operation.statement_post')
    .orderBy('id', 'desc')
    .select('text')
    .executeTakeFirstOrThrow();
  expect(text).toMatch(/\. Переложена 1\sоплата$/u);
  // A day later than all others moves nothing.
  const late = await load(t, own.po, exchangeText(own.account, [row('20.11.2026')]));
  expect((await postAll(own.po, late.rows)).body.relaid).toBe(0);
});
