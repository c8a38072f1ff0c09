// «Кто видел мои данные»: every deed that shows or takes away hidden data of a person stands on his sheet, and on nobody else's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentCopy, documentFile, generateDocument, previewDocument } from '../../contract/documents.ts';
import { printBatch, type BatchKind } from '../../contract/documents/batches.ts';
import { exportList, generateFullRegister } from '../../contract/exports.ts';
import { revealAttention } from '../../contract/imports.ts';
import { heldData } from '../../contract/instruments/personal.ts';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { batchJob } from '../../server/documents/batches.ts';
import { SEEN, SEEN_AMONG_OTHERS, SEEN_OF_PERSON } from '../../server/instruments/rules/seen.ts';
import { runJob } from '../../server/jobs/run.ts';
import { act, type LogEntry } from '../../server/kernel/act.ts';
import { copied } from '../../server/kernel/copied.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { day, ownedGarage, place, type Place } from '../documents/kit.ts';
import { form, save } from '../reregistrations/kit.ts';

let t: TestApp;
let at: Place;
let sale: ReregistrationCard;
let garage: number;
let seller: number;
let buyer: number;
let stranger: number;

beforeAll(async () => {
  t = await testApp();
  // The queue is not running here: a test does the job itself.
  t.deps.jobs.enqueue = async () => crypto.randomUUID();
  at = await place(t);
  const owned = await ownedGarage(at, { passNum: '100001', registrationAddress: 'г. Тверь, ул. Мира, д. 5' });
  garage = owned.garage.id;
  seller = owned.person.id;
  buyer = (await newPerson(at.mo, at.w.po, { lastName: 'Кузнецова', passSeria: '9999', passNum: '654321' })).id;
  stranger = (await newPerson(at.mo, at.w.po, { lastName: 'Стороннев' })).id;
  sale = await save(at.mo, { ...form(garage, 1, { newOwner: [{ profileId: buyer }] }), apply: true } as never);
});
afterAll(() => t.close());

/** The latest lines of a person's sheet, read by one who has just come and leaves a line behind himself. */
async function seen(person: number): Promise<string[]> {
  const { body, status, text } = await at.mo.call(heldData, { params: { id: person }, body: {} });
  expect(status, text).toBe(200);
  return body.seen.map(({ what }: { what: string }) => what).filter((what: string) => !what.startsWith('Составлены'));
}
/** What was added to the sheets of seller, buyer and stranger by a deed. */
async function added(deed: () => Promise<unknown>): Promise<string[][]> {
  const people = [seller, buyer, stranger];
  const before: number[] = [];
  for (const one of people) before.push((await seen(one)).length);
  await deed();
  const found: string[][] = [];
  for (const [nth, one] of people.entries()) {
    const now = await seen(one);
    found.push(now.slice(0, now.length - before[nth]!));
  }
  return found;
}
const ok = async (reply: Promise<{ status: number; text: string }>) => {
  const { status, text } = await reply;
  expect(status, text.slice(0, 300)).toBe(200);
};
const CONTRACT = 12;
const contract = () => ({ document_type_id: CONTRACT, reregistration_id: sale.id, start_date: day, end_date: day });
const lastPaper = async () =>
  (
    await t.deps.db
      .selectFrom('document')
      .where('copy_of', 'is', null)
      .orderBy('id', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id;

describe('a paper of two sides', () => {
  it('looked at before it is printed, printed, opened and copied, is told to both', async () => {
    const told = (start: string) => [[expect.stringMatching(start)], [expect.stringMatching(start)], []];
    expect(await added(() => ok(at.mo.call(previewDocument, { body: contract() as never })))).toEqual(
      told('^Открыт до'),
    );
    expect(await added(() => ok(at.mo.call(generateDocument, { body: contract() as never })))).toEqual(
      told('^Напечатан документ'),
    );
    const id = await lastPaper();
    expect(await added(() => ok(at.mo.call(documentFile, { params: { id } })))).toEqual(told('^Открыт документ'));
    expect(await added(() => ok(at.mo.call(documentCopy, { params: { id } })))).toEqual(told('^Выдана копия'));
    // Whoever opens the copy has the same before him.
    const copy = await t.deps.db
      .selectFrom('document')
      .where('copy_of', '=', id)
      .select('id')
      .executeTakeFirstOrThrow();
    expect(await added(() => ok(at.mo.call(documentFile, { params: { id: copy.id } })))).toEqual(
      told('^Открыт документ'),
    );
  });

  it('an ordinary certificate shows nothing hidden and is no look', async () => {
    const body = { document_type_id: 1, garage_id: garage, start_date: day, end_date: day };
    expect(await added(() => at.mo.call(generateDocument, { body: body as never }))).toEqual([[], [], []]);
  });
});

describe('one garage and two people', () => {
  it('the same paper of another person is another look', async () => {
    const look = (profile_id: number) => () =>
      at.po.call(previewDocument, {
        body: { document_type_id: 10, profile_id, specific_po: at.w.po, start_date: day, end_date: day } as never,
      });
    expect((await added(look(seller)))[0]).toHaveLength(1);
    expect((await added(look(buyer)))[1]).toHaveLength(1);
  });
});

describe('piles', () => {
  const run = async (kind: BatchKind, papers: number) => {
    const selection = { filter: {}, included: [garage], excluded: [], all: false, expected: 1 };
    const started = await at.po.call(printBatch, { body: { kind, selection, date: day, papers } as never });
    expect(started.status, started.text).toBe(200);
    await runJob(t.deps, batchJob, { jobId: started.body.job_id });
  };
  it('labels with addresses and cards of owners are told to their people', async () => {
    expect(await added(() => run('labels', 1))).toEqual([[expect.stringMatching(/^Напечатано: «.*1 чел/)], [], []]);
    expect(await added(() => run('owner_cards', 1))).toEqual([[expect.stringMatching(/^Напечатана пачка/)], [], []]);
    // Names to sign beside are no hidden data.
    expect(await added(() => run('attendance', 1))).toEqual([[], [], []]);
  });
});

describe('lists taken away', () => {
  const take = (resource: 'profiles' | 'garages', columns: string[], phonesReason: string | null) => () =>
    ok(
      at.mo.call(exportList, {
        params: { resource },
        body: { format: 'csv', columns, sort: ['id', 'ASC'], filter: {}, phonesReason } as never,
      }),
    );
  it('with whole phones are told to those whose phones are there', async () => {
    await t.deps.db.updateTable('profile').set({ phones: [] }).where('id', '=', stranger).execute();
    const line = [expect.stringContaining('с телефонами целиком')];
    expect(await added(take('profiles', ['name', 'phone'], 'обзвон должников'))).toEqual([line, line, []]);
    expect(await added(take('garages', ['plate', 'phone'], 'обзвон должников'))).toEqual([line, [], []]);
    expect(await added(take('profiles', ['name', 'phone'], null))).toEqual([[], [], []]);
    expect(await added(take('profiles', ['name'], 'обзвон должников'))).toEqual([[], [], []]);
  });

  it('of thousands keep them beside the line, which stays light', async () => {
    const many = Array.from({ length: 3000 }, (_, nth) => 1_000_000 + nth);
    const ctx = workCtx(t.deps, { userId: at.mo.userId, name: 'Выгрузивший' });
    expect(
      await added(() =>
        act(ctx, 'copy.export', ({ log }) =>
          log({ text: 'Выгрузка трёх тысяч', after: copied({ of: 'Люди' }), people: [...many, seller] }),
        ),
      ),
    ).toEqual([['Выгрузка трёх тысяч'], [], []]);
    const [line] = await t.deps.db
      .selectFrom('action_log')
      .where('text', '=', 'Выгрузка трёх тысяч')
      .select(['id', 'after'])
      .execute();
    expect(JSON.stringify(line!.after).length).toBeLessThan(200);
    await expect(t.deps.db.deleteFrom('log_seen').where('line_id', '=', line!.id).execute()).rejects.toThrow(
      'never changed',
    );
    await expect(
      t.deps.db.updateTable('log_seen').set({ people: [] }).where('line_id', '=', line!.id).execute(),
    ).rejects.toThrow('never changed');
  });

  it('the whole register is told to everybody in it', async () => {
    await t.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', '=', at.w.mo).execute();
    await t.deps.db
      .updateTable('session')
      .set({ password_checked_at: t.deps.clock.now().toISOString() })
      .where('user_id', '=', at.mo.userId)
      .execute();
    const line = [expect.stringMatching(/^Резервная копия реестра/)];
    expect(await added(() => ok(at.mo.call(generateFullRegister)))).toEqual([line, line, line]);
  });
});

it('texts of a loaded registry are told to the owners of the garage', async () => {
  const line = [expect.stringContaining('тексты реестра')];
  expect(await added(() => ok(at.mo.call(revealAttention, { params: { id: garage } })))).toEqual([line, [], []]);
});

describe('every deed by which hidden data are seen', () => {
  const ctx = () => workCtx(t.deps, { userId: at.mo.userId, name: 'Смотревший' });
  const kept = (verb: string, more: Partial<LogEntry>) =>
    act(ctx(), verb, ({ log }) => log({ text: `Проба ${verb}`, after: copied({ of: 'Проба' }), ...more }));
  it('is known as one of a card or of many', () => {
    const known = new Set<string>([...SEEN_OF_PERSON, ...SEEN_AMONG_OTHERS]);
    expect(SEEN.filter((verb) => !known.has(verb))).toEqual([]);
  });
  it.each([...SEEN_OF_PERSON])('%s, of his card', async (verb) => {
    const deed = () => kept(verb, { object: { type: 'profile', id: seller }, after: undefined });
    expect(await added(deed)).toEqual([[`Проба ${verb}`], [], []]);
  });
  it.each([...SEEN_AMONG_OTHERS])('%s, among others', async (verb) => {
    expect(await added(() => kept(verb, { people: [buyer, seller] }))).toEqual([
      [`Проба ${verb}`],
      [`Проба ${verb}`],
      [],
    ]);
  });
});
