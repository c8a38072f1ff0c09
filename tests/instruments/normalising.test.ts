// Normalising of addresses: the plan, the run by the dictionary and by a service that may fail, decisions, originals given back.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  decideAddresses,
  normalisationPlan,
  normalisationRows,
  normalisations,
  startNormalisation,
  type AddressRow,
} from '../../contract/instruments/normalising.ts';
import { decideJob, normaliseJob } from '../../server/instruments/normalising.ts';
import { runJob } from '../../server/jobs/run.ts';
import { addressCleaner } from '../../server/ports/addressCleaner.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let peer: Server | null = null;

beforeAll(async () => {
  t = await testApp();
  // The queue takes nothing by itself here: a job is done when the test says so.
  t.deps.jobs.enqueue = async () => '00000000-0000-4000-8000-000000000001';
  admin = await as(t, { mo: (await world(t.deps.db)).mo, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());
afterEach(() => {
  t.deps.cleaner = null;
  peer?.close();
  peer = null;
});

/** Longer than any machine is busy: only a service that says nothing is given up. */
const LONG_MS = 60_000;

/** A service of the house: answers what `reply` says; keeps what it was asked. */
async function service(
  reply: (address: string, nth: number) => { status?: number; body?: unknown } | null,
  timeoutMs = LONG_MS,
) {
  const asked: { address: string; headers: Record<string, unknown> }[] = [];
  peer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [address] = JSON.parse(Buffer.concat(chunks).toString()) as [string];
      asked.push({ address, headers: request.headers });
      const said = reply(address, asked.length);
      if (!said) return;
      response.statusCode = said.status ?? 200;
      response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? []));
    });
  });
  await new Promise<void>((ready) => peer!.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/clean`;
  t.deps.cleaner = addressCleaner({ url, token: 'token', secret: 'secret', priceKopecks: 20, timeoutMs });
  return asked;
}

/** A МО of its own with one person for each address. */
async function people(...addresses: string[]): Promise<number[]> {
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  const ids = [];
  for (const registrationAddress of addresses) ids.push((await newPerson(mo, w.po, { registrationAddress })).id);
  return ids;
}
async function start(more: object = {}): Promise<number> {
  const scope = { mo: w.mo, ...more };
  const plan = (await admin.call(normalisationPlan, { body: scope })).body;
  const { status, body } = await admin.call(startNormalisation, {
    body: { ...scope, expected: { addresses: plan.addresses, cost_kopecks: plan.cost_kopecks } },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await runJob(t.deps, normaliseJob, { jobId: body.job_id });
  return body.id;
}
const rowsOf = async (id: number, more: object = {}): Promise<AddressRow[]> =>
  (await admin.call(normalisationRows, { params: { id }, body: { limit: 200, ...more } })).body.data;
const runOf = async (id: number) =>
  (await admin.call(normalisations)).body.data.find((one: { id: number }) => one.id === id);
const addressOf = async (id: number) =>
  (await t.deps.db.selectFrom('profile').where('id', '=', id).select('registration_address').executeTakeFirstOrThrow())
    .registration_address;

const byText = (one: readonly unknown[], other: readonly unknown[]) => String(one).localeCompare(String(other));

describe('by the dictionary of the register', () => {
  it('puts in what is sure, leaves the rest for a person, and gives originals back', async () => {
    const [plain, typo, none] = await people('г Тверь ул Полевая д 5', 'г. Тверь, ул. Полевоя, д. 7', 'нет данных');
    const more = [];
    for (let nth = 1; nth <= 5; nth += 1)
      more.push((await newPerson(mo, w.po, { registrationAddress: `г. Тверь, ул. Полевая, д. ${nth}` })).id);
    const plan = (await admin.call(normalisationPlan, { body: { mo: w.mo } })).body;
    expect(plan).toEqual({
      people: 8,
      cards: 8,
      addresses: 8,
      source: 'dictionary',
      price_kopecks: 0,
      cost_kopecks: 0,
    });
    const id = await start();
    expect(await addressOf(plain!)).toBe('г. Тверь, ул. Полевая, д. 5');
    expect(await addressOf(typo!)).toBe('г. Тверь, ул. Полевоя, д. 7');
    const rows = await rowsOf(id);
    expect(rows.map(({ was, becomes, quality, state }) => [was, becomes, quality, state]).toSorted(byText)).toEqual(
      [
        ['г Тверь ул Полевая д 5', 'г. Тверь, ул. Полевая, д. 5', 'sure', 'applied'],
        ['г. Тверь, ул. Полевоя, д. 7', 'г. Тверь, ул. Полевая, д. 7', 'variants', 'waiting'],
        ['нет данных', null, 'garbage', 'waiting'],
      ].toSorted(byText),
    );
    // The card's own log has the change, and what the address was.
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'profile')
      .where('object_id', '=', plain!)
      .where('verb', '=', 'profile.update')
      .selectAll()
      .execute();
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines[0]!.before)).not.toContain('Полевая');
    const waiting = rows.find(({ quality }) => quality === 'variants')!;
    const apply = { deed: 'apply' as const, rows: [waiting.id] };
    expect(
      (await admin.call(decideAddresses, { params: { id }, body: { ...apply, expected: 2 } })).body.errors.form,
    ).toContain('Обновите');
    expect((await admin.call(decideAddresses, { params: { id }, body: { ...apply, expected: 1 } })).body).toEqual({
      job_id: null,
      addresses: 1,
      cards: 1,
      left: 0,
    });
    expect(await addressOf(typo!)).toBe('г. Тверь, ул. Полевая, д. 7');
    // Somebody has changed one card since: its address stays, and that is said.
    await t.deps.db.updateTable('profile').set({ registration_address: 'г. Клин' }).where('id', '=', plain!).execute();
    for (const quality of ['sure', 'variants'] as const) {
      const back = await admin.call(decideAddresses, {
        params: { id },
        body: { deed: 'return', quality, expected: 1 },
      });
      expect(back.body).toMatchObject(quality === 'sure' ? { cards: 0, left: 1 } : { cards: 1, left: 0 });
    }
    expect([await addressOf(plain!), await addressOf(typo!)]).toEqual(['г. Клин', 'г. Тверь, ул. Полевоя, д. 7']);
    // «Нет данных» is looked at by each run until somebody says to leave it.
    const garbage = rows.find(({ quality }) => quality === 'garbage')!;
    await admin.call(decideAddresses, { params: { id }, body: { deed: 'skip', rows: [garbage.id], expected: 1 } });
    expect(await addressOf(none!)).toBe('нет данных');
    expect((await admin.call(normalisationPlan, { body: { mo: w.mo } })).body.addresses).toBe(1);
    await t.deps.db
      .updateTable('address_run')
      .set({ created_at: '2026-08-01T09:00:00Z' })
      .where('id', '=', id)
      .execute();
    const late = await admin.call(decideAddresses, {
      params: { id },
      body: { deed: 'return', quality: 'sure', expected: 0 },
    });
    expect(late.status).toBe(422);
  });

  it('is asked for with the numbers seen, and not twice at once', async () => {
    await people('г Тверь ул Мира д 5');
    const wrong = await admin.call(startNormalisation, {
      body: { mo: w.mo, expected: { addresses: 7, cost_kopecks: 0 } },
    });
    expect(wrong.body.errors.form).toContain('Адресов стало 1, а было 7');
    const body = { mo: w.mo, expected: { addresses: 1, cost_kopecks: 0 } };
    const first = await admin.call(startNormalisation, { body });
    expect(first.status).toBe(200);
    expect((await admin.call(startNormalisation, { body })).body.errors.form).toContain('уже идёт');
    await runJob(t.deps, normaliseJob, { jobId: first.body.job_id });
  });

  it('pressed by two at one moment it is begun and paid for once', async () => {
    await people('г Тверь ул Мира д 6');
    const plan = (await admin.call(normalisationPlan, { body: { mo: w.mo } })).body;
    const body = { mo: w.mo, expected: { addresses: plan.addresses, cost_kopecks: plan.cost_kopecks } };
    const second = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
    const count = async () =>
      (
        await t.deps.db
          .selectFrom('address_run')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const before = Number(await count());
    const begun = await Promise.all(
      [admin, second, admin, second].map((who) => who.call(startNormalisation, { body })),
    );
    // Whoever comes after it was begun is told so before he waits for his turn.
    const [first, ...others] = begun.map(({ status }) => status).sort((a, b) => a - b);
    expect(first).toBe(200);
    for (const status of others) expect([409, 422]).toContain(status);
    expect(Number(await count())).toBe(before + 1);
    await runJob(t.deps, normaliseJob, { jobId: begun.find(({ status }) => status === 200)!.body.job_id });
  });

  it('does many cards in the background', async () => {
    await people();
    for (let nth = 0; nth < 52; nth += 1)
      await newPerson(mo, w.po, { registrationAddress: 'г Омск ул Мира д 5 за рекой' });
    const id = await start();
    const decided = await admin.call(decideAddresses, {
      params: { id },
      body: { deed: 'apply', quality: 'leftovers', expected: 1 },
    });
    expect(decided.body.job_id).toEqual(expect.any(Number));
    await runJob(t.deps, decideJob, { jobId: decided.body.job_id });
    expect((await rowsOf(id))[0]).toMatchObject({ state: 'applied', cards: 52 });
  });
});

describe('by a service', () => {
  const good = (address: string) => ({
    body: [{ result: `чисто ${address}`, postal_code: '170000', qc: 0, qc_complete: 0, unparsed_parts: null }],
  });

  it('asks once for a spelling, with its keys, and counts the money', async () => {
    const [one, other] = await people('тверь мира 5', 'тверь мира 5', 'тверь мира 6');
    const asked = await service((address) =>
      address.endsWith('6')
        ? { body: [{ result: 'г Тверь', qc: 1, qc_complete: 5, unparsed_parts: 'МИРА' }] }
        : good(address),
    );
    const id = await start();
    expect(asked.map(({ address }) => address).toSorted()).toEqual(['тверь мира 5', 'тверь мира 6']);
    expect(asked[0]!.headers).toMatchObject({ authorization: 'Token token', 'x-secret': 'secret' });
    expect([await addressOf(one!), await addressOf(other!)]).toEqual(Array(2).fill('170000, чисто тверь мира 5'));
    expect(await runOf(id)).toMatchObject({ source: 'service', spent_kopecks: 40, job: { status: 'done' } });
    expect((await rowsOf(id, { quality: 'leftovers' }))[0]).toMatchObject({
      remark: 'Не разобрано: МИРА',
      state: 'waiting',
      isPostal: false,
    });
  });

  it('keeps the ФИАС id with the text it belongs to, gives back what was, and looks at those without an id alone', async () => {
    const fias_id = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5';
    const [one, same, none] = await people('тверь ленина 5', 'г Тверь, ул Ленина, д 6', 'тверь ленина 7');
    const known = { text: 'тверь ленина 8', fias_id, postal_code: null };
    const coded = await newPerson(mo, w.po, { registrationAddress: known.text, registrationFias: known });
    const asked = await service((address) => ({
      body: [
        address === 'тверь ленина 7'
          ? { result: 'г Тверь, ул Ленина, д 7', qc: 0, qc_complete: 0, fias_id: 'не код' }
          : { result: `г Тверь, ул Ленина, д ${address.at(-1)}`, qc: 0, qc_complete: 0, fias_id },
      ],
    }));
    const id = await start({ onlyWithoutId: true });
    expect(asked.map(({ address }) => address)).not.toContain(known.text);
    const codeOf = async (person: number) =>
      (
        await t.deps.db
          .selectFrom('profile')
          .where('id', '=', person)
          .select('registration_fias')
          .executeTakeFirstOrThrow()
      ).registration_fias;
    const code = (text: string) => ({ text, fias_id, postal_code: null });
    expect([await codeOf(one!), await codeOf(same!), await codeOf(none!), await codeOf(coded.id)]).toEqual([
      code('г Тверь, ул Ленина, д 5'),
      code('г Тверь, ул Ленина, д 6'),
      null,
      known,
    ]);
    expect(
      (await admin.call(normalisationPlan, { body: { mo: w.mo, onlyNew: false, onlyWithoutId: true } })).body,
    ).toMatchObject({ cards: 1 });
    // The card whose id was known goes another way, and back to the id it had.
    const all = await start({ onlyNew: false });
    expect(await codeOf(coded.id)).toEqual(code('г Тверь, ул Ленина, д 8'));
    for (const run of [all, id]) {
      const body = { deed: 'return' as const, rows: (await rowsOf(run, { state: 'applied' })).map((row) => row.id) };
      const { status, text } = await admin.call(decideAddresses, {
        params: { id: run },
        body: { ...body, expected: (await rowsOf(run, { state: 'applied' })).reduce((sum, row) => sum + row.cards, 0) },
      });
      expect(status, text).toBe(200);
    }
    expect([await codeOf(one!), await codeOf(coded.id)]).toEqual([null, known]);
  });

  it.each([
    ['nonsense', { body: 'not json' }],
    ['an empty answer', { body: [] }],
    ['an unknown quality', { body: [{ result: 'x', qc: 77 }] }],
    ['an error of its own', { status: 500 }],
    ['silence', null],
  ])('%s: this address is left without an answer, the others go on', async (_, said) => {
    const [bad] = await people('плохой адрес', 'тверь мира 5');
    await service((address) => (address.startsWith('плохой') ? said : good(address)), said ? LONG_MS : 1000);
    const id = await start();
    expect(await addressOf(bad!)).toBe('плохой адрес');
    expect((await runOf(id)).job).toMatchObject({ status: 'done', errors: 1 });
    expect((await rowsOf(id, { quality: 'failed' })).map(({ was }) => was)).toEqual(['плохой адрес']);
  });

  it('out of money in the middle: what was answered is kept, and a repeat pays only for the rest', async () => {
    await people(...Array.from({ length: 12 }, (_, nth) => `тверь лесная ${nth + 1}`));
    let isPaid = false;
    const asked = await service((address, nth) => (nth > 5 && !isPaid ? { status: 402 } : good(address)));
    const id = await start();
    expect((await runOf(id)).job).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('деньги'),
      canRetry: true,
    });
    const kept = (await rowsOf(id)).length;
    expect(kept).toBe(5);
    isPaid = true;
    asked.length = 0;
    const jobId = (await runOf(id)).job.id;
    await t.deps.db
      .updateTable('background_job')
      .set({ status: 'queued', attempts: 0 })
      .where('id', '=', jobId)
      .execute();
    await runJob(t.deps, normaliseJob, { jobId });
    expect(asked).toHaveLength(7);
    expect((await runOf(id)).job.status).toBe('done');
    expect((await rowsOf(id)).every(({ state }) => state === 'applied')).toBe(true);
  });

  it('a service that is not there ends the run with words', async () => {
    await people(...Array.from({ length: 11 }, (_, nth) => `тверь садовая ${nth + 1}`));
    await service(() => ({ status: 503 }));
    const id = await start();
    expect((await runOf(id)).job).toMatchObject({ status: 'failed', failure: expect.stringContaining('не отвечает') });
    expect(await rowsOf(id)).toEqual([]);
  });
});
