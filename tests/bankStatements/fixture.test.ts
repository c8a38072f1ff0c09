// The bank's file of the tidy registry is recognised exactly as its expected file says, and posts once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as imports from '../../contract/imports.ts';
import * as c from '../../contract/bankStatements.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world, type World } from '../kit/world.ts';
import { cp1251 } from './files.ts';
import { postAll, rowsOf, send } from './kit.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '..', 'fixtures', 'registries', name));
const expected = JSON.parse(fixture('statement.expected.json').toString('utf8'));

let t: TestApp;
let w: World;
let po: Caller;
let text: string;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  await t.deps.db.updateTable('po').set({ account: expected.account }).where('id', '=', w.po).execute();
  const root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  po = await as(t, { po: w.po });
  const { body } = await send(t, root, imports.uploadRegistry, fixture('clean.xlsx'), {
    params: { po: w.po },
    name: 'clean.xlsx',
  });
  await runImport(t.deps, root.userId, body.id);
  const garages = await t.deps.db
    .selectFrom('garage')
    .where('po_id', '=', w.po)
    .select(['section', 'number', 'account_no'])
    .execute();
  const accountOf = new Map(garages.map((garage) => [`${garage.section}/${garage.number}`, garage.account_no]));
  text = new TextDecoder('windows-1251')
    .decode(fixture('statement.txt'))
    .replace(/\{ЛС:([^/}]+)\/([^}]+)\}/g, (_, section: string, number: string) =>
      accountOf.get(`${section}/${number}`)!,
    );
}, 120_000);
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

describe('statement.txt after clean.xlsx', () => {
  let id: number;
  it('gives every document its garage and certainty, and the sums of the file', async () => {
    const reply = await send(t, po, c.uploadStatement, cp1251(text));
    expect(reply.status).toBe(200);
    id = reply.body.ids[0];
    const rows = await rowsOf(po, id);
    const nthOf = new Map(rows.map((row) => [row.id, row.nth]));
    const read = rows.map((row) => ({
      index: row.nth,
      kind: row.kind,
      match: row.parts[0] ? { section: row.parts[0].garage.section, number: row.parts[0].garage.number } : null,
      certainty: row.certainty,
      amountKopecks: row.amount_kopecks,
      ...(row.duplicate_of ? { duplicateOf: row.duplicate_of.nth } : {}),
    }));
    expect(nthOf.size).toBe(44);
    for (const [index, document] of expected.documents.entries()) expect(read[index]).toEqual(document);
    expect(read).toHaveLength(expected.documents.length);
    const { body: card } = await po.call(c.statement, { params: { id } });
    expect(card).toMatchObject({
      account: expected.account,
      opening_kopecks: expected.openingKopecks,
      incoming_kopecks: expected.incomingKopecks,
      outgoing_kopecks: expected.outgoingKopecks,
      closing_kopecks: expected.closingKopecks,
      warnings: ['Повторных документов в файле: 1. Они учтены один раз'],
    });
    const counts = Object.fromEntries(card.counts.map((one: { group: string; rows: number }) => [one.group, one.rows]));
    expect(counts).toEqual(expected.counts);
    expect(rows.filter((row) => row.preticked).map((row) => row.certainty)).toEqual(Array(12).fill('sure'));
  });

  it('posts what is sure; the same file again posts nothing', async () => {
    const rows = (await rowsOf(po, id)).filter((row) => row.preticked);
    const posted = await postAll(po, rows);
    expect(posted.status).toBe(200);
    expect(posted.body.rows).toHaveLength(12);
    expect(posted.body.amount_kopecks).toBe(rows.reduce((sum, row) => sum + row.amount_kopecks, 0));
    const again = await send(t, po, c.uploadStatement, cp1251(text));
    const second = await rowsOf(po, again.body.ids[0]);
    expect(new Set(second.map((row) => row.kind))).toEqual(new Set(['duplicate']));
    const refused = await postAll(po, second);
    expect(refused.status).toBe(422);
    const { n } = await t.deps.db
      .selectFrom('contribution')
      .where('source', '=', 'statement')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(12);
  });
});
