// Loading registries through the API: counts, what is stored, loading twice, taking back, resuming, hostile files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import * as c from '../../contract/imports.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world, type World } from '../kit/world.ts';
import { send as sendFile } from './kit.ts';

let t: TestApp;
let w: World;
let root: Caller;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '..', 'fixtures', 'registries', name));

const send = (person: Caller, endpoint: AnyEndpoint, params: Record<string, number>, name: string, bytes: Buffer) =>
  sendFile(t, person, endpoint, params, name, bytes);

/** Runs a batch as the queue does. */
async function run(batchId: number) {
  await runImport(t.deps, root.userId, batchId);
  return (await root.call(c.importBatch, { params: { id: batchId } })).body as c.ImportBatch;
}
const count = async (table: 'garage' | 'profile' | 'balance_operation', po: number) =>
  (
    await t.deps.db
      .selectFrom(table)
      .where('po_id', '=', po)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe.each([
  ['clean.xlsx', 'clean'],
  ['dirty.xlsx', 'dirty'],
  ['registry.csv', 'registry'],
])('%s', (file, name) => {
  const expected = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'fixtures', 'registries', `${name}.expected.json`), 'utf8'),
  );
  it('is stored as expected, and a second load changes nothing', async () => {
    const { po } = await world(t.deps.db);
    const sent = await send(root, c.uploadRegistry, { po }, file, fixture(file));
    expect(sent.status).toBe(200);
    expect(sent.body.summary).toEqual(expected.summary);
    const stored = expected.summary.created + expected.summary.created_with_warning;
    expect(sent.body.plan).toEqual({ create: stored, update: 0, same: 0, conflict: 0, differs: 0 });
    const done = await run(sent.body.id);
    expect([done.status, done.failure]).toEqual(['done', null]);
    expect([await count('garage', po), await count('profile', po)]).toEqual([stored, expected.summary.people]);
    const debts = await t.deps.db
      .selectFrom('garage_balance')
      .where('po_id', '=', po)
      .select((e) => e.fn.sum<string>('balance_kopecks').as('sum'))
      .executeTakeFirstOrThrow();
    const due = expected.rows
      .filter((row: { outcome: string }) => row.outcome.startsWith('created'))
      .reduce((sum: number, row: { openingBalanceKopecks: number }) => sum + row.openingBalanceKopecks, 0);
    expect(Number(debts.sum)).toBe(due);
    expect(await verifyLedger(t.deps.db)).toEqual([]);

    const again = await send(root, c.uploadRegistry, { po }, file, fixture(file));
    expect(again.body.plan).toEqual({ create: 0, update: 0, same: stored, conflict: 0, differs: 0 });
    const lines = await count('balance_operation', po);
    await run(again.body.id);
    expect([await count('garage', po), await count('profile', po), await count('balance_operation', po)]).toEqual([
      stored,
      expected.summary.people,
      lines,
    ]);

    const book = await root.call(c.importResult, { params: { id: done.id } });
    expect(book.status).toBe(200);
  });
});

describe('a batch', () => {
  it('is taken back until somebody edits what it made', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const first = await run(
      (await send(root, c.uploadRegistry, { po: own.po }, 'registry.csv', fixture('registry.csv'))).body.id,
    );
    const back = await root.call(c.rollbackImport, { params: { id: first.id } });
    expect(back.body.status).toBe('rolled_back');
    expect((await chief.call(garages.list, { query: {} })).body).toEqual([]);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
    const second = await run(
      (await send(root, c.uploadRegistry, { po: own.po }, 'registry.csv', fixture('registry.csv'))).body.id,
    );
    const [row] = (await chief.call(garages.list, { query: {} })).body;
    const card = (await chief.call(garages.one, { params: { id: row.id } })).body;
    await chief.call(garages.update, {
      params: { id: row.id },
      body: { section: card.section, number: card.number, type: { value: 1 }, version: card.version },
    });
    const refused = await root.call(c.rollbackImport, { params: { id: second.id } });
    expect(refused.body.message).toContain('После загрузки уже есть изменения');
  });

  it('stopped between chunks goes on where it stopped and loads every row once', async () => {
    const own = await world(t.deps.db);
    const { body } = await send(root, c.uploadRegistry, { po: own.po }, 'clean.xlsx', fixture('clean.xlsx'));
    const chunks: number[] = [];
    const real = t.deps.db.transaction.bind(t.deps.db);
    let allowed = 2;
    t.deps.db.transaction = (() => {
      if (allowed-- <= 0) throw new Error('the server was stopped');
      chunks.push(1);
      return real();
    }) as never;
    await expect(run(body.id)).rejects.toThrow('the server was stopped');
    t.deps.db.transaction = real as never;
    expect(await count('garage', own.po)).toBe(200);
    expect((await run(body.id)).status).toBe('done');
    expect(await count('garage', own.po)).toBe(320);
  });

  it('cells are corrected before the run', async () => {
    const own = await world(t.deps.db);
    const { body } = await send(root, c.uploadRegistry, { po: own.po }, 'registry.csv', fixture('registry.csv'));
    const wrong = (await root.call(c.importRows, { params: { id: body.id }, query: { outcome: 'error' } })).body;
    expect(wrong.total).toBe(3);
    const overrides = wrong.data.map((row: c.PreviewRow, i: number) => ({
      sheet: row.sheet,
      row: row.row,
      column: row.column,
      field: 'number',
      text: `90${i}`,
    }));
    const fixed = await root.call(c.changeImport, { params: { id: body.id }, body: { overrides } });
    expect(fixed.body.summary.error).toBe(0);
    const bad = await root.call(c.changeImport, { params: { id: body.id }, body: { balanceDate: '2030-01-01' } });
    expect(bad.body.errors).toEqual({ balanceDate: 'Дата не может быть позже сегодняшней' });
  });
});

describe('refusals', () => {
  it.each([
    ['a picture by another name', 'a.xlsx', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])],
    ['a broken book', 'b.xlsx', fixture('clean.xlsx').subarray(0, 5000)],
    [
      'an old book',
      'c.xls',
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
        Buffer.alloc(600),
        Buffer.from('Workbook', 'utf16le'),
      ]),
    ],
    ['nothing', 'd.csv', Buffer.from('')],
  ])('%s', async (_name, file, bytes) => {
    const { status, body } = await send(root, c.uploadRegistry, { po: w.po }, file, bytes as Buffer);
    expect(status).toBe(422);
    expect(body.errors.file).toMatch(/[а-яё]/i);
  });

  it('only superusers load registries', async () => {
    expect((await send(mo, c.uploadRegistry, { po: w.po }, 'registry.csv', fixture('registry.csv'))).status).toBe(403);
    expect((await send(root, c.uploadRegistry, { po: 999_999 }, 'registry.csv', fixture('registry.csv'))).status).toBe(
      404,
    );
  });
});
