// Open payments are recognised anew when the register has changed; what people did with a row is never overwritten.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOwner } from '../../contract/garages.ts';
import { profiles } from '../../contract/profiles.ts';
import * as c from '../../contract/bankStatements.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson, personBody } from '../kit/rows.ts';
import { cp1251, exchangeText } from './files.ts';
import { bank, load, postAll, rowsOf, send, type Bank } from './kit.ts';

let t: TestApp;
let b: Bank;
beforeAll(async () => {
  t = await testApp();
  b = await bank(t, 2);
});
afterAll(() => t.close());

let paper = 0;
const doc = (purpose: string, payer = '') => ({ number: String((paper += 1)), purpose, payer });
const loaded = (docs: Parameters<typeof exchangeText>[1], who = b.po) => load(t, who, exchangeText(b.account, docs));
const rematch = async (statement: number | null, who: Caller = b.po) => {
  const { status, body } = await who.call(c.rematchRows, { body: { statement } });
  expect(status).toBe(200);
  return body.changed as number;
};
const logLines = async () =>
  (
    await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'balance_operation.statement_match')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('recognising anew', () => {
  it('finds a new garage, a new owner, a corrected name; writes nothing when nothing is new', async () => {
    const person = await newPerson(b.mo, b.w.po, { lastName: 'Непрвильный' });
    const vacant = await newGarage(b.mo, b.w.po, { section: 'Б', number: '71', alreadyExistProfile: [] });
    const { id, rows } = await loaded([
      doc('за гараж 70'),
      doc('взнос', 'Правильный Иван Петрович//г. Примерск//'),
      doc('совсем ничего'),
    ]);
    expect(rows.map((row) => row.group)).toEqual(['none', 'none', 'none']);
    expect([await rematch(id), await logLines()]).toEqual([0, 0]);

    const fresh = await newGarage(b.mo, b.w.po, { number: '70' });
    const { body: card } = await b.mo.call(profiles.one, { params: { id: person.id } });
    const renamed = await b.mo.call(profiles.update, {
      params: { id: person.id },
      body: { ...personBody(), lastName: 'Правильный', version: card.version } as never,
    });
    expect(renamed.status).toBe(200);
    const owned = await b.mo.call(addOwner, {
      params: { id: vacant.id },
      body: { profileId: person.id, date: '2026-02-01', check: true } as never,
    });
    expect(owned.status).toBe(200);
    expect(await rematch(id)).toBe(2);
    const now = await rowsOf(b.po, id);
    expect(now.map((row) => [row.group, row.parts[0]?.garage.id, row.version])).toEqual([
      ['likely', fresh.id, 2],
      ['possible', vacant.id, 2],
      ['none', undefined, 1],
    ]);
    expect([await rematch(id), await rematch(null), await logLines()]).toEqual([0, 0, 1]);
  });

  it('leaves alone what was assigned, put aside or posted, and says so to whoever holds an old version', async () => {
    const { id, rows } = await loaded([
      doc('за гараж 80'),
      doc('за гараж 80'),
      doc('за гараж 80'),
      doc(`ЛС ${b.garages[1]!.account_no}`),
    ]);
    const assigned = await b.po.call(c.assignRow, {
      params: { id: rows[0]!.id },
      body: { version: 1, parts: [{ garage: b.garages[0]!.id, amount_kopecks: 450_000 }] },
    });
    const aside = await b.po.call(c.skipRow, { params: { id: rows[1]!.id }, body: { version: 1, skip: true } });
    expect((await postAll(b.po, [rows[3]!])).status).toBe(200);
    const before = await rowsOf(b.po, id);
    const fresh = await newGarage(b.mo, b.w.po, { number: '80' });
    expect(await rematch(id)).toBe(1);
    const now = await rowsOf(b.po, id);
    expect(now[0]).toEqual({ ...assigned.body });
    expect(now[1]).toEqual({ ...aside.body });
    expect(now[3]).toEqual(before[3]);
    expect(now[2]!.parts[0]!.garage.id).toBe(fresh.id);
    // The colleague still sees the row as it was.
    const late = await b.mo.call(c.assignRow, {
      params: { id: rows[2]!.id },
      body: { version: 1, parts: [{ garage: b.garages[0]!.id, amount_kopecks: 450_000 }] },
    });
    expect(late.status).toBe(409);
    expect((await postAll(b.mo, [{ ...now[2]!, version: 1 }])).body.errors).toHaveProperty([`rows.${rows[2]!.id}`]);
  });

  it('what a colleague assigned between the reading and the writing stands; what he did before is not read over', async () => {
    const { id, rows } = await loaded([doc('за гараж 81'), doc('за гараж 81')]);
    const { id: fresh } = await newGarage(b.mo, b.w.po, { number: '81' });
    const parts = [{ garage: b.garages[0]!.id, amount_kopecks: 450_000 }];
    const assign = () => b.mo.call(c.assignRow, { params: { id: rows[0]!.id }, body: { version: 1, parts } });
    let said: Awaited<ReturnType<typeof assign>> | undefined;
    setFailHook(async (point) => {
      if (point === 'rows matched') said ??= await assign();
    });
    // Of the two rows that were read one is written.
    expect(await rematch(id).finally(() => setFailHook(null))).toBe(1);
    expect(said?.status).toBe(200);
    const now = await rowsOf(b.po, id);
    expect(now.map((row) => [row.version, row.parts[0]?.garage.id])).toEqual([
      [2, b.garages[0]!.id],
      [2, fresh],
    ]);
    expect((await assign()).status).toBe(409);
  });

  it('taking an assignment back gives what the row is taken for now', async () => {
    const { rows } = await loaded([{ ...doc(`ЛС ${b.garages[1]!.account_no}`), sum: '4503.00' }]);
    const put = (version: number, parts: object[]) =>
      b.po.call(c.assignRow, { params: { id: rows[0]!.id }, body: { version, parts } as never });
    const moved = await put(1, [{ garage: b.garages[0]!.id, amount_kopecks: 450_300 }]);
    expect(moved.body).toMatchObject({ group: 'assigned' });
    const back = await put(2, []);
    expect(back.body).toMatchObject({ group: 'sure', preticked: true, refusal: null });
    expect(back.body.parts[0].garage.id).toBe(b.garages[1]!.id);
  });

  it('rows of a registry are matched by their account, whatever else stands in them', async () => {
    const { id, rows } = await loaded([{ ...doc('Перевод по реестру'), sum: '30.00' }]);
    const csv = cp1251(`ЛС;ФИО;Сумма\r\n${b.garages[0]!.account_no};Кто-то Там;10,00\r\n;гараж 90;20,00\r\n`);
    const params = { id: rows[0]!.id };
    expect((await send(t, b.po, c.attachBankRegistry, csv, { params })).status).toBe(200);
    expect(await rematch(id)).toBe(0);
    const fresh = await newGarage(b.mo, b.w.po, { number: '90' });
    expect(await rematch(id)).toBe(1);
    const now = (await rowsOf(b.po, id)).filter((row) => row.parent_id !== null);
    expect(now.map((row) => [row.group, row.parts[0]!.garage.id, row.parts[0]!.amount_kopecks])).toEqual([
      ['sure', b.garages[0]!.id, 1000],
      ['likely', fresh.id, 2000],
    ]);
  });

  it('gives one answer whoever opens: two ПО of one МО with one account keep their own garages', async () => {
    const twin = await as(t, { po: b.w.siblingPo });
    await t.deps.db.updateTable('po').set({ account: b.account }).where('id', '=', b.w.siblingPo).execute();
    const theirs = await newGarage(b.mo, b.w.siblingPo, { number: '95' });
    const { id } = await loaded([doc('за гараж 95')]);
    expect([await rematch(id), await rematch(id, b.mo), await rematch(null, b.mo)]).toEqual([0, 0, 0]);
    expect(await rematch(null, twin)).toBe(0);
    const other = await load(t, twin, exchangeText(b.account, [doc('за гараж 95')]));
    expect(other.rows[0]!.parts[0]!.garage.id).toBe(theirs.id);
    await t.deps.db.updateTable('po').set({ account: null }).where('id', '=', b.w.siblingPo).execute();
    // The account has left the card: there is nothing to match with, what was known stays known.
    expect([await rematch(other.id, twin), await rematch(other.id, b.mo)]).toEqual([0, 0]);
  });
});
