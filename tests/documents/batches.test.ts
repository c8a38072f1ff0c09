// Piles of papers: the plan, the block of numbers, one file in order, a crash between numbers and pages, lists without numbers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentTypeInfo, documents } from '../../contract/documents.ts';
import { planBatch, printBatch, type BatchKind } from '../../contract/documents/batches.ts';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { exportList } from '../../contract/exports.ts';
import { addOwner, removeOwner } from '../../contract/garages.ts';
import { retryJob } from '../../contract/jobs.ts';
import { addConsent } from '../../contract/profiles.ts';
import { getDocumentProxy } from 'unpdf';
import { batchJob } from '../../server/documents/batches.ts';
import { finishPapers } from '../../server/documents/writing/finishing.ts';
import { runJob } from '../../server/jobs/run.ts';
import { Refused } from '../../server/kernel/errors.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { noRoom } from '../../server/ports/files.ts';
import { testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { charge, day, ownedGarage, place, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
const garages: number[] = [];
const debts = [0, 450_000, 120_000, 0, 990_000];

beforeAll(async () => {
  t = await testApp();
  // The queue is not running here: a test does the job itself.
  t.deps.jobs.enqueue = async () => crypto.randomUUID();
  at = await place(t);
  for (const [nth, debt] of debts.entries()) {
    const { garage } = await ownedGarage(at, { lastName: `Должников${'абвгд'[nth]}`, passNum: String(100_000 + nth) });
    garages.push(garage.id);
    if (debt) await charge(at, garage.id, debt);
  }
});
afterAll(() => t.close());

const selection = (filter: object = {}) => ({ filter, included: [], excluded: [], all: true, expected: 0 });
const plan = async (kind: BatchKind, filter = {}, who: Caller = at.po) =>
  (await who.call(planBatch, { body: { kind, selection: selection(filter), date: day } })).body;
const start = (kind: BatchKind, papers: number, filter = {}, who: Caller = at.po, chosen: object = selection(filter)) =>
  who.call(printBatch, { body: { kind, selection: chosen, date: day, papers } as never });
const run = async (kind: BatchKind, papers: number, filter = {}, chosen?: object) => {
  const started = await start(kind, papers, filter, at.po, chosen);
  expect(started.status).toBe(200);
  await runJob(t.deps, batchJob, { jobId: started.body.job_id });
  const job = await t.deps.db
    .selectFrom('background_job')
    .where('id', '=', started.body.job_id)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(job.status).toBe('done');
  const file = await t.deps.db
    .selectFrom('stored_file')
    .where('id', '=', job.file_id!)
    .selectAll()
    .executeTakeFirstOrThrow();
  const parts: Buffer[] = [];
  for await (const part of t.deps.files.get(file.store_key)) parts.push(part as Buffer);
  return { job, bytes: new Uint8Array(Buffer.concat(parts)) };
};
const numbers = async () =>
  (await t.deps.db.selectFrom('document').where('type_id', '=', 16).orderBy('id').select('number').execute()).map(
    (row) => Number(/\/(\d+)-/.exec(row.number)![1]),
  );

describe('debt notices over a sum', () => {
  it('the plan says how many, why others are left out, which numbers', async () => {
    expect(await plan('debt_notices')).toMatchObject({
      garages: 5,
      papers: 3,
      left: [{ reason: 'долга нет', garages: 2 }],
      blocks: [{ papers: 3, first: expect.stringMatching(/-16\/1-26$/), last: expect.stringMatching(/-16\/3-26$/) }],
      refusal: null,
    });
    expect(await plan('debt_notices', { debtFrom: 400_000 })).toMatchObject({ papers: 2 });
  });

  it('one file in the official order, numbers in a row, each paper with its own pages and row', async () => {
    const { job, bytes } = await run('debt_notices', 3);
    expect(await numbers()).toEqual([1, 2, 3]);
    const pdf = await getDocumentProxy(bytes.slice());
    expect(pdf.numPages).toBe(3);
    const text = await textOf(bytes);
    const at16 = [1, 2, 3].map((nth) => text.indexOf(`-16/${nth}-26`));
    expect(at16).toEqual(at16.toSorted((one, other) => one - other));
    expect(text.match(/1 \/ 1/g)).toHaveLength(3);
    expect(job.summary).toContain('Документов: 3');
    const states = await t.deps.db
      .selectFrom('document')
      .where('type_id', '=', 16)
      .select(['state', 'batch_nth'])
      .orderBy('id')
      .execute();
    expect(states).toEqual([1, 2, 3].map((batch_nth) => ({ state: 'valid', batch_nth })));
  });

  it('the journal has one row for the pile, which opens; a search finds each', async () => {
    const whole = await at.po.call(documents.list, { query: { range: [0, 24] } });
    expect(whole.body).toHaveLength(1);
    expect(whole.body[0].batch).toMatchObject({ papers: 3, last: expect.stringMatching(/-16\/3-26$/) });
    const opened = await at.po.call(documents.list, {
      query: { filter: { batch: whole.body[0].batch.id }, range: [0, 24] },
    });
    expect(opened.body).toHaveLength(3);
    const found = await at.po.call(documents.list, { query: { filter: { garage: garages[1] }, range: [0, 24] } });
    expect(found.body).toHaveLength(1);
  });

  it('as a file the pile is one row too, with its first and last number', async () => {
    const { text } = await at.po.call(exportList, {
      params: { resource: 'documents' },
      body: { format: 'csv', columns: ['number', 'object'], sort: ['printed_at', 'ASC'], filter: {} },
    } as never);
    const rows = text.trimEnd().split('\r\n').slice(1);
    expect(rows[0]).toMatch(/-16\/1-26 … \S*-16\/3-26;пачка, бумаг: 3$/);
    expect(rows.filter((row) => row.includes('-16/2-26'))).toEqual([]);
  });

  it('next numbers go on after the block', async () => {
    const { body } = await at.po.call(documentTypeInfo, { body: { garage_id: garages[1], document_types: [16] } });
    expect(body.data[0].next_number).toMatch(/-16\/4-26$/);
  });
});

describe('what goes wrong', () => {
  it('a count that is not what the person saw', async () => {
    const { status, body } = await start('debt_notices', 7);
    expect([status, body.errors.papers]).toEqual([422, 'Вы видели 7, сейчас войдёт 3. Проверьте ещё раз']);
  });

  it('a crash after the numbers: the second attempt makes the same papers, no number is taken twice', async () => {
    const render = t.deps.pdf.render;
    t.deps.pdf.render = () => Promise.reject(new Error('the worker died'));
    const started = await start('debt_notices', 3);
    const work = () => runJob(t.deps, batchJob, { jobId: started.body.job_id });
    await work().catch(() => undefined);
    t.deps.pdf.render = render;
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6]);
    await work();
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6]);
    const row = await t.deps.db
      .selectFrom('background_job')
      .where('id', '=', started.body.job_id)
      .select('status')
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('done');
  });

  it('papers with personal data and addresses ask for the right', async () => {
    expect((await plan('owner_cards', {}, at.reader)).refusal).toMatch(/Ведение реестра/);
    expect((await start('labels', 5, {}, at.reader)).status).toBe(403);
    expect((await start('owner_cards', 5, {}, at.reader)).status).toBe(403);
  });
});

describe('lists without numbers', () => {
  it('the attendance sheet has a line for every owner; nothing is kept in the journal', async () => {
    const before = (await t.deps.db.selectFrom('document').select('id').execute()).length;
    const { bytes } = await run('attendance', 5);
    const text = await textOf(bytes);
    for (const letter of 'абвгд') expect(text).toContain(`Должников${letter}`);
    expect(text).toContain('ЯВОЧНЫЙ ЛИСТ');
    expect(text).toMatch(/Председатель собрания _{20} Секретарь _{20}/);
    expect((await t.deps.db.selectFrom('document').select('id').execute()).length).toBe(before);
  });

  it('labels carry addresses', async () => {
    const { bytes } = await run('labels', 5);
    expect(await textOf(bytes)).toContain('190000, г Санкт-Петербург, ул Примерная');
  });
});

describe('a garage whose debt was left to a former owner', () => {
  it('the pile holds a notice for him of his debt alone, whether the present owner owes or not', async () => {
    const { garage, person } = await ownedGarage(at, { lastName: 'Прежнев', passNum: '200000' });
    await charge(at, garage.id, 671_200);
    const buyer = await newPerson(at.mo, at.w.po, { lastName: 'Нынешний', firstName: 'Олег', fatherName: 'Павлович' });
    await at.mo.call(addOwner, {
      params: { id: garage.id },
      body: { profileId: buyer.id, isPrimary: true, date: day },
    });
    const { id: ownershipId } = await t.deps.db
      .selectFrom('ownership')
      .where('garage_id', '=', garage.id)
      .where('profile_id', '=', person.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const removed = await at.mo.call(removeOwner, {
      params: { id: garage.id, ownershipId },
      body: { date: day, debtAnswer: 'stays_old' },
    });
    expect(removed.status, removed.text).toBe(200);
    const only = { filter: {}, included: [garage.id], excluded: [], all: false, expected: 1 };
    const ask = async () =>
      (await at.po.call(planBatch, { body: { kind: 'debt_notices', selection: only, date: day } })).body;
    expect(await ask()).toMatchObject({ garages: 1, papers: 1, former: 1, left: [], refusal: null });
    const later = await at.mo.call(postAccrual, {
      body: {
        isAllGaragSelected: false,
        includedGarages: [garage.id],
        accrualType: { value: 4 },
        contributionAmount: 30_000,
        contributionDate: day,
        idempotencyKey: crypto.randomUUID(),
        expected: { garages: 1, amount_kopecks: 30_000 },
      },
    });
    expect(later.status, later.text).toBe(200);
    expect(await ask()).toMatchObject({ garages: 1, papers: 2, former: 1, left: [] });
    const { bytes } = await run('debt_notices', 2, {}, only);
    expect((await getDocumentProxy(bytes.slice())).numPages).toBe(2);
    const text = await textOf(bytes);
    expect(text).toContain('6 712,00');
    expect(text).toContain('Прежневу');
    expect(text).toContain('300,00');
    expect(text).not.toContain('7 012,00');
  });
});

describe('consents', () => {
  it('a sheet for every owner who has given none, one for a person whatever he owns', async () => {
    const [first, second] = await t.deps.db
      .selectFrom('ownership')
      .where('garage_id', 'in', garages.slice(0, 2))
      .orderBy('garage_id')
      .select('profile_id')
      .execute();
    // The first owns a second garage; the second has given his consent already.
    const also = await newGarage(at.mo, at.w.po, {
      alreadyExistProfile: [{ profileId: first!.profile_id }],
      ownedSince: '2020-01-01',
    });
    const given = await at.mo.call(addConsent, {
      params: { id: second!.profile_id },
      body: { kind: 'pd_processing', signedAt: day },
    });
    expect(given.status, given.text).toBe(200);
    const chosen = { filter: {}, included: [...garages.slice(0, 3), also.id], excluded: [], all: false, expected: 4 };
    const { body } = await at.po.call(planBatch, { body: { kind: 'consents', selection: chosen, date: day } });
    expect(body).toMatchObject({ garages: 4, papers: 2, former: 0, refusal: null });
    expect(body.left).toHaveLength(2);
    expect(body.left).toEqual(
      expect.arrayContaining([
        { reason: 'лист человека уже в пачке', garages: 1 },
        { reason: 'согласие уже есть или не нужно', garages: 1 },
      ]),
    );
    const { bytes, job } = await run('consents', 2, {}, chosen);
    expect(job.summary).toContain('Документов: 2');
    const text = await textOf(bytes);
    expect(text.match(/на обработку персональных данных/g)!.length).toBeGreaterThanOrEqual(2);
    for (const [letter, isThere] of [
      ['а', true],
      ['б', false],
      ['в', true],
    ] as const)
      expect(text.includes(`Должников${letter}`), letter).toBe(isThere);
    const papers = await t.deps.db.selectFrom('document').where('type_id', '=', 10).select('profile_id').execute();
    expect(papers.map((paper) => paper.profile_id)).toContain(first!.profile_id);
    expect((await plan('consents', {}, at.reader)).refusal).toMatch(/Ведение реестра/);
  });
});

describe('a pile that stops after its numbers', () => {
  const down = () => Promise.reject(new Refused(503, { message: 'Хранилище файлов не отвечает' }));
  const full = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' })).catch(noRoom);
  const jobOf = (id: number) =>
    t.deps.db.selectFrom('background_job').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const work = (id: number) => runJob(t.deps, batchJob, { jobId: id });
  const papersOf = (id: number) =>
    t.deps.db
      .selectFrom('document as d')
      .innerJoin('document_batch as b', 'b.id', 'd.batch_id')
      .where('b.job_id', '=', id)
      .orderBy('d.batch_nth')
      .select(['d.number', 'd.state', 'd.check_code', 'd.file_id'])
      .execute();
  const logged = () =>
    t.deps.db.selectFrom('action_log').orderBy('id', 'desc').select('text').limit(1).executeTakeFirstOrThrow();
  const page = async (code: string) => (await t.app.inject({ method: 'GET', url: `/d/${code}` })).payload;
  /** A pile of two notices whose work ends as `stopped` makes it. */
  const begun = async (stopped: (id: number) => Promise<unknown>) => {
    const { papers } = await plan('debt_notices', { debtFrom: 400_000 });
    const { body } = await start('debt_notices', papers, { debtFrom: 400_000 });
    await stopped(body.job_id);
    return { id: body.job_id as number, papers: await papersOf(body.job_id) };
  };
  const withStore = (put: () => Promise<never>) => async (id: number) => {
    const kept = t.deps.files.put;
    t.deps.files.put = put;
    await work(id).finally(() => {
      t.deps.files.put = kept;
    });
  };
  const cancelled = async (id: number) => {
    setFailHook(async (point) => {
      if (point !== 'after commit' || !(await papersOf(id)).length) return;
      setFailHook(null);
      await t.deps.db.updateTable('background_job').set({ cancel_asked_at: day }).where('id', '=', id).execute();
    });
    await work(id);
  };

  it.each([
    ['the store is down', withStore(down), 'failed', /^Хранилище файлов не отвечает/],
    ['the store is full', withStore(full), 'failed', /нет места/],
    ['it is cancelled', cancelled, 'cancelled', /^отменено/],
  ] as const)('%s: the taken numbers are told, and the repeat makes the same papers', async (_, stopped, how, why) => {
    const { id, papers } = await begun(stopped);
    expect(papers.length).toBeGreaterThan(1);
    expect(papers.every(({ state }) => state === 'printing')).toBe(true);
    const job = await jobOf(id);
    const numbersOf = `Номера ${papers[0]!.number} … ${papers.at(-1)!.number} заняты`;
    expect([job.status, job.can_retry]).toEqual([how, true]);
    expect(job.failure).toMatch(why);
    expect(job.failure).toContain(`${numbersOf}, бумаги ждут печати: нажмите «Повторить»`);
    const { text } = await logged();
    expect(text).toContain(numbersOf);
    for (const said of [text, job.failure!]) expect(said).not.toMatch(/номера не заняты|ничего не записано/i);
    const shown = await page(papers[0]!.check_code);
    expect(shown).toContain('Готовится');
    expect(shown).not.toContain('Действителен');
    expect((await at.po.call(retryJob, { params: { id } })).status).toBe(204);
    await work(id);
    expect((await jobOf(id)).status).toBe('done');
    const after = await papersOf(id);
    expect(after.map(({ number }) => number)).toEqual(papers.map(({ number }) => number));
    expect(after.every(({ state }) => state === 'valid')).toBe(true);
    expect(await page(papers[0]!.check_code)).toContain('Действителен');
  });

  it('before its numbers it says that none are taken', async () => {
    const { body } = await start('debt_notices', 2, { debtFrom: 400_000 });
    await t.deps.db.updateTable('background_job').set({ cancel_asked_at: day }).where('id', '=', body.job_id).execute();
    await work(body.job_id);
    expect((await logged()).text).toMatch(/^Пачка не напечатана, номера не заняты: отменено$/);
    expect((await jobOf(body.job_id)).failure).toBe('отменено');
  });

  it.each(['labels', 'attendance'] as const)(
    'of %s, which carry no numbers, it says nothing of numbers',
    async (kind) => {
      const { papers } = await plan(kind);
      const cancelled = await start(kind, papers);
      const { id } = await jobOf(cancelled.body.job_id);
      await t.deps.db.updateTable('background_job').set({ cancel_asked_at: day }).where('id', '=', id).execute();
      await work(id);
      expect((await logged()).text).toBe('Пачка не напечатана: отменено');
      const { body } = await start(kind, papers);
      const { render } = t.deps.pdf;
      t.deps.pdf.render = () => Promise.reject(new Error('the worker died'));
      for (let attempt = 0; attempt < 3; attempt += 1) await work(body.job_id).catch(() => undefined);
      t.deps.pdf.render = render;
      const job = await jobOf(body.job_id);
      expect([job.status, job.failure]).toEqual(['failed', 'Печать прервалась. Повторите её']);
      expect((await logged()).text).toBe('Пачка не напечатана: Печать прервалась. Повторите её');
    },
  );

  it('what nobody repeats is finished by the night; a pile at work is left alone', async () => {
    const { id } = await begun(withStore(down));
    const status = (value: string) =>
      t.deps.db.updateTable('background_job').set({ status: value }).where('id', '=', id).execute();
    t.setNow('2026-11-21T00:05:00.000Z');
    await status('running');
    await finishPapers(t.deps);
    expect((await papersOf(id)).every(({ state }) => state === 'printing')).toBe(true);
    await status('failed');
    await finishPapers(t.deps);
    t.setNow('2026-11-20T09:00:00.000Z');
    const papers = await papersOf(id);
    expect(papers.every(({ state, file_id }) => state === 'valid' && file_id !== null)).toBe(true);
    await at.po.call(retryJob, { params: { id } });
    await work(id);
    expect((await jobOf(id)).status).toBe('done');
    expect((await papersOf(id)).map(({ number }) => number)).toEqual(papers.map(({ number }) => number));
  });
});

it('the plan tells of names that are declined by guess, and of garages that it does not know on a past day', async () => {
  const guessed = await ownedGarage(at, {
    lastName: 'Воробей',
    firstName: 'Любовь',
    fatherName: 'Петровна',
    passNum: '505051',
  });
  await charge(at, guessed.garage.id, 77_000_000);
  const asked = { debtFrom: 70_000_000 };
  expect((await plan('debt_notices', asked)).doubtful).toMatchObject({
    people: 1,
    first: [{ id: guessed.person.id, name: 'Воробей Любовь Петровна', words: expect.stringMatching(/^кому — /) }],
  });
  expect((await plan('owner_cards', asked)).doubtful).toEqual({ people: 0, first: [] });
  expect((await plan('debt_notices', asked)).unknown).toBe(0);
  const past = { kind: 'owner_cards' as const, selection: selection(asked), date: '2020-01-01' };
  expect((await at.po.call(planBatch, { body: past })).body.unknown).toBe(1);
});
