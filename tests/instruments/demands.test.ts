// «Прекратить обработку»: terms, grounds in words, mailings stopped at once, the due day, the act, and that nothing of him is left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import * as c from '../../contract/instruments/demands.ts';
import { destroyData, personalDuties } from '../../contract/instruments/personal.ts';
import { takePayment } from '../../contract/payments.ts';
import { addConsent, profiles } from '../../contract/profiles.ts';
import { checkPassword } from '../../contract/session.ts';
import { doDue } from '../../server/jobs/due.ts';
import { destroyDue, lookAtDemands } from '../../server/instruments/writing/demands.ts';
import { forgetOldActs } from '../../server/instruments/retention.ts';
import { destroyPerson } from '../../server/instruments/writing/destroying.ts';
import { keptWords } from '../../server/instruments/rules/keptWords.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { destroyPersonKey } from '../../server/kernel/personKeys.ts';
import { actAlone, nobodyCtx } from '../kit/act.ts';
import { newGarage, newPerson, personBody } from '../kit/rows.ts';
import { correctionOf } from '../../server/instruments/queries/corrections.ts';
import { correctionPaper } from '../../server/instruments/rules/correctionPaper.ts';
import { world, type World } from '../kit/world.ts';
import { bringPapers, charge, form, move, save } from '../reregistrations/kit.ts';
import { mailing, preview, sendAs } from '../notifications/kit.ts';

const NOW = '2026-11-20T09:00:00.000Z';
const PASSWORD = 'Garage-2026';
let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let po: Caller;

beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  w = await world(t.deps.db);
  [admin, mo, po] = await Promise.all([
    as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }),
    as(t, { mo: w.mo }),
    as(t, { po: w.po }),
  ]);
  await t.deps.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', admin.userId)
    .execute();
});
afterAll(() => t.close());

const demand = (who: Caller, id: number, more: object = {}) =>
  who.call(c.takeDemand, {
    params: { id },
    body: { kind: 'revoked', onDate: '2026-11-20', ground: 'Заявление от 20.11.2026', ...more },
  });
const standing = (who: Caller, id: number) => who.call(c.demandOf, { params: { id } });
const ofPerson = (id: number) =>
  t.deps.db.selectFrom('profile').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const at = async (moment: string, work: () => Promise<unknown>) => {
  t.setNow(moment);
  await work();
  t.setNow(NOW);
};
const dueRun = () => doDue(t.deps, [destroyDue]);
const destroyNow = async (id: number) => {
  await admin.call(checkPassword, { params: { id: admin.userId }, body: { password: PASSWORD } });
  return admin.call(destroyData, { params: { id }, body: { ground: 'Заявление' } });
};
const destroyPersonData = (id: number) => actAlone(t, (tx) => destroyPersonKey(tx, { kind: 'profile', id }, NOW));
const leave = (id: number, day = '2026-11-01') =>
  t.deps.db.updateTable('ownership').set({ ended_on: day }).where('profile_id', '=', id).execute();

describe('a demand about wrong data', () => {
  it('is answered by a corrected card: the act names what was changed, the demand is done, nothing is destroyed', async () => {
    const person = await newPerson(mo, w.po, { email: 'wrong@example.ru' });
    const { id } = person;
    expect((await demand(po, id, { kind: 'wrong', ground: 'Заявление, вх. № 7' })).body.demand.state).toBe('scheduled');
    const answer = (who: Caller) => who.call(c.correctByDemand, { params: { id }, body: {} });
    expect((await answer(po)).body.errors.form).toContain('Сначала исправьте карточку');
    const card = (await mo.call(profiles.one, { params: { id } })).body;
    const change = personBody({ lastName: 'Исправленный', email: 'right@example.ru' });
    const saved = await mo.call(profiles.update, {
      params: { id },
      body: { ...change, version: card.version },
    });
    expect(saved.status, saved.text).toBe(200);
    const done = await answer(po);
    expect(done.status, done.text).toBe(200);
    expect(done.body).toMatchObject({
      demand: null,
      corrections: [{ on_date: '2026-11-20', due_on: '2026-12-01', is_late: false }],
    });
    expect((await answer(po)).body.errors.form).toContain('Обновите страницу');
    expect((await ofPerson(id)).restricted_at).toBeNull();
    await at('2026-12-02T09:00:00.000Z', dueRun);
    expect((await ofPerson(id)).is_anonymised).toBe(false);
    const [{ id: correction, act_no }] = done.body.corrections as [{ id: number; act_no: string }];
    const listed = (await admin.call(personalDuties)).body.corrections;
    expect(listed[0]).toMatchObject({
      id: correction,
      profile_id: id,
      act_no,
      who: expect.stringMatching(/^Чиновников/),
    });
    const paper = await po.call(c.correctionAct, { params: { id }, body: { correction } });
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    const facts = (await correctionOf(nobodyCtx(t), correction))!;
    const told = facts.changes.map(({ field, before, after }) => [field, before, after]);
    expect(told).toContainEqual(['E-mail', 'wrong@example.ru', 'right@example.ru']);
    expect(told.map(([field]) => field)).toContain('Фамилия');
    const source = correctionPaper(facts, ['Почтовая служба']).replaceAll('\u00a0', ' ');
    for (const words of [
      act_no.replaceAll('\u00a0', ' '),
      'wrong@example.ru',
      'right@example.ru',
      'вх. № 7',
      'ст. 20 ч. 3',
      'исполнено в срок',
      'Уведомление',
      'Почтовая служба',
    ])
      expect(source).toContain(words);
    // A look at whole values is a look at the person.
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_id', '=', id)
      .where('verb', '=', 'profile.held')
      .select('text')
      .executeTakeFirstOrThrow();
    expect(line.text).toBe(`Открыт акт об уточнении данных № ${act_no}`);
    const other = await newPerson(mo, w.po);
    expect((await po.call(c.correctionAct, { params: { id: other.id }, body: { correction } })).status).toBe(404);
    // What the act says goes with the key of the person.
    await destroyPersonData(id);
    expect((await correctionOf(nobodyCtx(t), correction))!.changes[0]!.before).toBe('данные уничтожены');
  });

  it('another demand is not answered so; a late answer says that it is late', async () => {
    const one = await newPerson(mo, w.po);
    await demand(po, one.id, { kind: 'excessive' });
    const asked = await po.call(c.correctByDemand, { params: { id: one.id }, body: {} });
    expect(asked.body.errors.form).toContain('о неверных данных');
    const two = await newPerson(mo, w.po);
    await demand(po, two.id, { kind: 'wrong', onDate: '2026-10-01' });
    const { version } = (await mo.call(profiles.one, { params: { id: two.id } })).body;
    await mo.call(profiles.update, {
      params: { id: two.id },
      body: { ...personBody({ lastName: 'Поздний' }), version },
    });
    const late = await po.call(c.correctByDemand, { params: { id: two.id }, body: {} });
    expect(late.body.corrections[0].is_late).toBe(true);
  });
});

describe('a demand', () => {
  it.each([
    ['unlawful', '2026-12-04'],
    ['wrong', '2026-12-01'],
    ['excessive', '2026-12-01'],
    ['revoked', '2026-12-20'],
    ['reached', '2026-12-20'],
  ])('%s has its term: %s', async (kind, due) => {
    const { id } = await newPerson(mo, w.po);
    const { status, body } = await demand(po, id, { kind });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.demand).toMatchObject({ kind, due_on: due, state: 'scheduled', destroy_on: due });
    expect((await mo.call(profiles.one, { params: { id } })).body.processing).toEqual({
      restricted_on: '2026-11-20',
      due_on: due,
      destroy_on: due,
    });
  });

  it('is refused at its field: later than today, long ago, without a ground, twice, of an organisation', async () => {
    const { id } = await newPerson(mo, w.po);
    const errors = async (more: object) => (await demand(mo, id, more)).body.errors;
    expect((await errors({ onDate: '2026-11-21' })).onDate).toContain('позже сегодняшней');
    expect((await errors({ onDate: '2025-11-01' })).onDate).toContain('год назад');
    expect((await errors({ ground: ' ' })).ground).toBeTruthy();
    expect((await errors({ kind: 'other' })).kind).toBeTruthy();
    expect((await demand(mo, id)).status).toBe(200);
    expect((await errors({})).form).toBe('Требование уже записано');
    const firm = await newPerson(mo, w.po, {
      kind: 'organisation',
      lastName: 'ООО «Ромашка»',
      inn: '7707083893',
      firstName: '',
      fatherName: '',
      birthday: null,
      passSeria: null,
      passNum: null,
    });
    expect((await demand(mo, firm.id)).body.errors.form).toContain('только у человека');
  });

  it('is taken in МО and ПО with the right; a stranger finds nothing, a region and a reader may not', async () => {
    const { id } = await newPerson(mo, w.po);
    for (const stranger of [await as(t, { mo: w.foreignMo }), await as(t, { po: w.siblingPo })]) {
      expect((await demand(stranger, id)).status).toBe(404);
      expect((await standing(stranger, id)).status).toBe(404);
    }
    expect((await demand(await as(t, { region: w.region }), id)).status).toBe(403);
    expect((await demand(await as(t, { mo: w.mo, capabilities: [2, 3] }), id)).status).toBe(403);
    expect((await mo.call(c.demands)).status).toBe(403);
  });

  it('is taken back with a reason: nothing is destroyed on its day', async () => {
    const { id } = await newPerson(mo, w.po);
    await demand(mo, id);
    const withdraw = (reason: string) => mo.call(c.withdrawDemand, { params: { id }, body: { reason } });
    expect((await withdraw('')).body.errors.reason).toBeTruthy();
    expect((await withdraw('Передумал')).body.demand).toBeNull();
    expect((await withdraw('Передумал')).body.errors.form).toContain('уже нет');
    await at('2026-12-20T10:00:00Z', dueRun);
    expect(await ofPerson(id)).toMatchObject({ is_anonymised: false, restricted_at: null });
  });
});

describe('what holds the data', () => {
  it('a garage, a debt, an open case, in words; another place is told without them', async () => {
    const { id } = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    const other = await newGarage(mo, w.siblingPo, {
      alreadyExistProfile: [{ profileId: id }],
      ownedSince: '2020-01-01',
    });
    await charge(mo, garage.id, 671_250);
    await save(mo, {
      ...form(garage.id, 1, { newOwner: [{ profileId: (await newPerson(mo, w.po)).id }] }),
      apply: true,
    } as never);
    const { body } = await demand(mo, id);
    expect(body.demand).toMatchObject({ state: 'restricted', destroy_on: null });
    const words = body.grounds.map((one: { words: string }) => one.words).join('\n');
    expect(words).toMatch(new RegExp(`Владеет гаражом № А-${garage.number} \\(КАС № 12-3`));
    expect(words).toMatch(new RegExp(`Владеет гаражом № А-${other.number} \\(КАС № 12-10`));
    expect(words).toMatch(/Долг 6.712,50/);
    expect(words).toContain('Идёт переоформление №');
    const told = (await standing(po, id)).body.grounds.map((one: { words: string }) => one.words);
    expect(told.join('\n')).not.toContain('12-10');
    expect(told).toContain('Есть основание в другой организации');
    const refused = await destroyNow(id);
    expect([refused.status, refused.body.errors.form]).toEqual([422, expect.stringContaining('Владеет гаражом')]);
  });

  it('an advance that nobody took holds too; five years of the books are told and hold nothing', async () => {
    const { id } = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    const paid = await mo.call(takePayment, {
      body: {
        idempotencyKey: crypto.randomUUID(),
        date: '2026-11-02',
        lines: [{ garage: garage.id, amount: 100_000 }],
      },
    });
    expect(paid.status, paid.text).toBe(200);
    await leave(id, '2026-11-10');
    const { body } = await demand(mo, id);
    expect(body.grounds).toEqual([
      { words: expect.stringMatching(/^Аванс 1.000,00.₽ по гаражу/), holds: true },
      { words: expect.stringContaining('хранится до 10.11.2031'), holds: false },
    ]);
    expect((await destroyNow(id)).body.errors.form).toContain('Аванс');
  });

  it('a debt left to a former owner holds him when the garage is another’s', async () => {
    const { id } = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    await charge(mo, garage.id, 50_000);
    const heir = await newPerson(mo, w.po);
    const card = await save(mo, {
      ...form(garage.id, 1, { newOwner: [{ profileId: heir.id }], debtAnswer: 'stays_old' }),
      apply: true,
    } as never);
    const ready = await bringPapers(mo, (await move(mo, card, 'take')).body);
    const done = await move(mo, ready, 'complete', { expected: ready.preview.expected });
    expect(done.status, done.text).toBe(200);
    expect((await demand(mo, id)).body.grounds[0].words).toMatch(/^Долг 500,00/);
    expect((await standing(mo, heir.id)).body.grounds.map((one: { words: string }) => one.words).join()).not.toContain(
      'Долг',
    );
  });

  it('a ground that falls lets the data go the next night; one that comes back holds them again', async () => {
    const { id } = await newPerson(mo, w.po);
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    expect((await demand(mo, id)).body.demand.state).toBe('restricted');
    await leave(id, '2026-11-20');
    await at('2026-12-25T00:00:00Z', () => lookAtDemands(t.deps));
    expect((await standing(mo, id)).body.demand).toMatchObject({ state: 'scheduled', destroy_on: '2026-12-26' });
    await t.deps.db.updateTable('ownership').set({ ended_on: null }).where('profile_id', '=', id).execute();
    await at('2026-12-26T00:30:00Z', dueRun);
    expect((await standing(mo, id)).body.demand).toMatchObject({ state: 'restricted', destroy_on: null });
    expect((await ofPerson(id)).is_anonymised).toBe(false);
  });
});

describe('mailings', () => {
  it('leave him out at once, also what waits; reasons sum to the people', async () => {
    const people = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const { id } = await newPerson(mo, w.po, {
        isVOAMember: true,
        statusVoa: { id: 3 },
        voaEntryDate: '2010-01-01',
        email: `m${nth}@example.ru`,
      });
      await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
      people.push(id);
    }
    const body = mailing(people, { channel: 'email', kind: 'news', skipRepeated: false });
    const sent = await sendAs(po, body);
    expect(sent.status, sent.text).toBe(200);
    await demand(mo, people[0]!, { kind: 'excessive' });
    const message = await t.deps.db
      .selectFrom('notification_message')
      .where('profile_id', '=', people[0]!)
      .select(['status', 'reason'])
      .executeTakeFirstOrThrow();
    expect(message).toEqual({ status: 9, reason: 'restricted' });
    for (const selection of [body.selection, { of: 'profiles', all: true, filter: {}, included: [], excluded: [] }]) {
      const { receiverCounter } = await preview(po, { ...body, selection });
      expect(receiverCounter.reasons.restricted).toBeGreaterThanOrEqual(1);
      const reasons = Object.values(receiverCounter.reasons as Record<string, number>).reduce((sum, n) => sum + n, 0);
      expect(reasons).toBe(receiverCounter.none);
    }
  });
});

describe('the due day', () => {
  it('destroys by an act; the list of demands and the act tell of it; late it asks', async () => {
    const { id } = await newPerson(mo, w.po);
    const late = await newPerson(mo, w.po);
    await demand(po, id, { kind: 'wrong' });
    await demand(po, late.id, { kind: 'wrong', onDate: '2026-11-19' });
    const list = (await admin.call(c.demands)).body.demands;
    expect(list.map((one: { due_on: string }) => one.due_on)).toEqual(
      list.map((one: { due_on: string }) => one.due_on).toSorted(),
    );
    await at('2026-11-30T21:00:00Z', dueRun);
    expect((await ofPerson(id)).is_anonymised).toBe(false);
    await at('2026-12-01T01:00:00Z', dueRun);
    expect(await ofPerson(id)).toMatchObject({ is_anonymised: true, last_name: `Удалено № ${id}` });
    const act = (await admin.call(personalDuties)).body.destructions.find(
      (one: { profile_id: number }) => one.profile_id === id,
    );
    expect(act.ground).toContain('Заявление от 20.11.2026');
    const paper = await t.app.inject({
      method: 'POST',
      url: `/api/destructions/${act.id}/act/`,
      payload: {},
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([paper.statusCode, paper.headers['content-type'], paper.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const kept = await t.deps.db
      .selectFrom('destruction')
      .where('id', '=', act.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(kept.extract)).toContain('Требование прекратить обработку от 20.11.2026');
    // Three years later its number and day are left.
    await at('2029-12-03T00:00:00Z', () => forgetOldActs(t.deps));
    const later = await t.deps.db
      .selectFrom('destruction')
      .where('id', '=', act.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([later.act_no, later.ground, later.extract]).toEqual([kept.act_no, '', []]);

    const asked = await newPerson(mo, w.po);
    await demand(po, asked.id, { kind: 'wrong' });
    await at('2026-12-05T01:00:00Z', dueRun);
    const due = await t.deps.db.selectFrom('due_moment').where('what', '=', destroyDue.what).selectAll().execute();
    expect(due.filter(({ state }) => state === 'asks').length).toBeGreaterThanOrEqual(1);
    expect((await ofPerson(asked.id)).is_anonymised).toBe(false);
  });

  it('former owners whose five years are over are named, those who owe are not', async () => {
    const [free, owes] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    for (const { id } of [free, owes]) {
      const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2015-01-01' });
      if (id === owes.id) await charge(mo, garage.id, 10_000);
      await leave(id, '2020-05-01');
    }
    const { former, former_total } = (await admin.call(c.demands)).body;
    expect(former).toEqual([{ id: free.id, name: free.full_name, left_on: '2020-05-01' }]);
    expect(former_total).toBe(1);
  });
});

/** The oracle: every column that holds words, whatever tables there will be. */
async function columnsWith(pattern: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector', 'USER-DEFINED')`.execute(
    t.deps.db,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const { rows: hits } =
      await sql`select 1 from ${sql.table(table)} x where ${sql.ref(`x.${column}`)}::text ~* ${pattern} limit 1`.execute(
        t.deps.db,
      );
    if (hits.length) found.push(`${table}.${column}`);
  }
  return found.sort();
}
const isAllowed = (place: string) => {
  const [table, column] = place.split('.');
  return keptWords.some((one) => one.table === table && (!one.columns || one.columns.includes(column!)));
};

/** Every road by which a name comes in: card, garage, money, case, bank, registry, mailing, papers, notes, habits of the search. */
async function lived(lastName: string): Promise<number> {
  const db = t.deps.db;
  const { id } = await newPerson(mo, w.po, {
    lastName,
    email: 'uncommon@example.ru',
    registrationAddress: 'г. Уникальск, ул. Редкая, д. 1',
    isVOAMember: true,
    statusVoa: { id: 3 },
    voaEntryDate: '2010-01-01',
  });
  const name = `${lastName} Иван Петрович`;
  const [whose, whom] = [lastName.replace(/ий$/, 'ого'), lastName.replace(/ий$/, 'им')];
  await mo.call(addConsent, { params: { id }, body: { kind: 'sms_info', signedAt: '2026-01-02', docNo: '17' } });
  const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  for (const [object_type, object_id] of [
    ['profile', id],
    ['garage', garage.id],
  ] as const)
    await db
      .insertInto('comment')
      .values({ object_type, object_id, ...place, text: `${name} звонил`, author_id: mo.userId })
      .execute();
  await sendAs(
    po,
    mailing([id], { channel: 'email', kind: 'news', skipRepeated: false, title: `Письмо для ${whose}` }),
  );
  const paid = await mo.call(takePayment, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      date: '2026-11-02',
      comment: `взнос ${name}`,
      lines: [{ garage: garage.id, amount: 100_000 }],
    } as never,
  });
  expect(paid.status, paid.text).toBe(200);
  await charge(mo, garage.id, 100_000);
  const heir = await newPerson(mo, w.po);
  const saved = await save(mo, {
    ...form(garage.id, 1, { newOwner: [{ profileId: heir.id }], comment: `Продал ${name}, договор с ${whom}` }),
    apply: true,
  } as never);
  await db
    .insertInto('reregistration_representative')
    .values({
      reregistration_id: saved.id,
      side: 'old',
      full_name: 'Доверенный Олег',
      number: '1',
      issued_on: '2026-01-01',
      powers: `от имени ${name}`,
    })
    .execute();
  const ready = await bringPapers(mo, (await move(mo, saved, 'take')).body);
  const done = await move(mo, ready, 'complete', { expected: ready.preview.expected });
  expect(done.status, done.text).toBe(200);
  const file = await db
    .insertInto('stored_file')
    .values({ name: `${lastName}.txt`, mime: 'text/plain', size_bytes: 1, sha256: 'x', store_key: `bank-${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const statement = await db
    .insertInto('bank_statement')
    .values({
      ...place,
      account: '40703810900000012303',
      file_id: file.id,
      file_name: `${lastName}.txt`,
      date_from: '2026-02-14',
      date_to: '2026-02-15',
      incoming_kopecks: 100,
      outgoing_kopecks: 0,
      created_by: mo.userId,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bank_row')
    .values({
      statement_id: statement.id,
      nth: 1,
      ...place,
      kind: 'incoming',
      hash: 'x',
      on_date: '2026-02-14',
      doc_date: '2026-02-14',
      amount_kopecks: 100,
      payer: name.toUpperCase(),
      purpose: `Членский взнос ${lastName} И.П.`,
      raw: JSON.stringify({ Плательщик: name, Сумма: 1 }),
    })
    .execute();
  const batch = await db
    .insertInto('import_batch')
    .values({
      ...place,
      file_name: 'реестр.xlsx',
      file_sha256: 'x',
      created_by: mo.userId,
      summary: JSON.stringify({ questions: [name] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('import_row')
    .values({
      batch_id: batch.id,
      row_no: 1,
      outcome: 'new',
      row_hash: 'x',
      payload: JSON.stringify({ owner: name, address: 'г. Уникальск, ул. Редкая, д. 1' }),
    } as never)
    .execute();
  await db
    .insertInto('saved_view')
    .values({
      user_id: mo.userId,
      resource: 'profiles',
      name: `Долги ${whose}`,
      state: JSON.stringify({ nameFilter: lastName.toLowerCase() }),
    })
    .execute();
  await db
    .insertInto('user_setting')
    .values({ user_id: mo.userId, key: 'search', value: JSON.stringify([lastName]) })
    .execute();
  await sql`insert into action_log (at, user_id, user_name, verb, object_type, object_id, object_name, text, before, region_id, mo_id, po_id)
    values (${NOW}, ${mo.userId}, 'Кто-то', 'garage.update', 'garage', ${garage.id}, ${`гараж ${whose}`}, ${`Добавлен владелец ${name}`},
      ${JSON.stringify({ owner: name })}::jsonb, ${w.region}, ${w.mo}, ${w.po})`.execute(db);
  return id;
}

describe('destruction leaves nothing', () => {
  it('walks every column of words: the surname, mailbox and address stay only where the law keeps them', async () => {
    const id = await lived('Необыкновенский');
    expect((await columnsWith('необыкновенск')).length).toBeGreaterThan(12);
    const { status, body } = await destroyNow(id);
    expect(status, JSON.stringify(body)).toBe(200);
    const left = [...(await columnsWith('необыкновенск')), ...(await columnsWith('uncommon@|уникальск'))];
    expect(left.filter((place) => !isAllowed(place))).toEqual([]);
    // What stays is named on the act, with its reason.
    const { kept } = await t.deps.db
      .selectFrom('destruction')
      .where('profile_id', '=', id)
      .select('kept')
      .executeTakeFirstOrThrow();
    const told = JSON.stringify(kept);
    for (const one of keptWords.filter(({ isOthers }) => !isOthers))
      if (
        left.some(
          (place) => place.split('.')[0] === one.table && (!one.columns || one.columns.includes(place.split('.')[1]!)),
        )
      )
        expect(told).toContain(one.what);
    expect(left).toContain('comment.text');
    for (const others of [
      'profile.full_name',
      'profile.name_key',
      'profile_place.name_key',
      'garage.owners_key',
      'name_word.word',
    ])
      expect(left).not.toContain(others);
    // Money and history stay; the history of owners has initials.
    const { rows } = await sql<{
      n: number;
      initials: string;
    }>`select (select count(*)::int from balance_operation where owner_id = ${id}) as n,
      (select owner_initials from ownership where profile_id = ${id} limit 1) as initials`.execute(t.deps.db);
    expect(rows[0]).toEqual({ n: expect.any(Number), initials: 'Н. И. П.' });
    expect(rows[0]!.n).toBeGreaterThan(0);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('a namesake keeps his words: only what is tied to the card goes', async () => {
    const gone = await newPerson(mo, w.po, { lastName: 'Двойников', firstName: 'Олег', fatherName: 'Ильич' });
    const stays = await newPerson(mo, w.po, {
      lastName: 'Двойников',
      firstName: 'Олег',
      fatherName: 'Ильич',
      birthday: '1970-01-01',
    });
    await t.deps.db
      .insertInto('saved_view')
      .values({ user_id: mo.userId, resource: 'profiles', name: 'Двойников Олег', state: '{}' })
      .execute();
    expect((await destroyNow(gone.id)).status).toBe(200);
    expect(await columnsWith('двойников')).toContain('saved_view.name');
    expect((await ofPerson(stays.id)).last_name).toBe('Двойников');
  });

  it('the words of the log are changed by a destruction alone', async () => {
    const { id } = await newPerson(mo, w.po);
    const change = () =>
      t.deps.db.transaction().execute(async (tx) => {
        await sql`select set_config('registry.destroyed_person', ${String(id)}, true)`.execute(tx);
        await sql`update action_log set text = ${`Удалено № ${id}`} where object_type = 'profile' and object_id = ${id}`.execute(
          tx,
        );
      });
    await expect(change()).rejects.toThrow('never changed');
  });
});

it('a person called like something of the registry goes; what the registry calls so stays', async () => {
  const names = () =>
    sql<{ name: string }>`select name from accrual_type union all select name from document_type
      union all select sms_text from message_template order by 1`.execute(t.deps.db);
  const before = (await names()).rows;
  for (const lastName of ['Пеня', 'Земля', 'Членский']) {
    const { id } = await newPerson(mo, w.po, { lastName });
    await t.deps.db
      .transaction()
      .execute((tx) => destroyPerson({ tx: tx as never }, { now: t.deps.clock.now, deps: t.deps }, id));
    expect((await mo.call(profiles.one, { params: { id } })).body.full_name).toContain('Удалено №');
  }
  expect((await names()).rows).toEqual(before);
});

describe('terms', () => {
  it('are seen and changed by a superuser, checked and logged; demands of before keep their day', async () => {
    const root = await as(t, { mo: w.foreignMo, isSuperuser: 2, role: 'superuser' });
    expect((await mo.call(c.demandTerms)).status).toBe(403);
    const was = (await root.call(c.demandTerms)).body.data as c.DemandTerm[];
    expect(was).toHaveLength(5);
    const save = (terms: object[], seen = was) =>
      root.call(c.setDemandTerms, { body: { terms: terms as c.DemandTerm[], was: seen } });
    const other = (part: object) => was.map((one) => (one.kind === 'revoked' ? { ...one, ...part } : one));
    expect((await save(other({ days: 0 }))).status).toBe(422);
    expect((await save(other({ days: 366 }))).status).toBe(422);
    expect((await save(other({ article: ' ' }))).status).toBe(422);
    expect((await save(was.slice(1))).status).toBe(422);
    expect((await save(was)).body.errors.form).toContain('не изменилось');
    const early = (await newPerson(mo, w.po)).id;
    const ask = (id: number) =>
      mo.call(c.takeDemand, { params: { id }, body: { kind: 'revoked', onDate: '2026-11-20', ground: 'Заявление' } });
    const day = (await ask(early)).body.demand.due_on;
    const next = other({ days: 3, is_working: true, article: 'ст. 21 ч. 5.1 152-ФЗ' });
    expect((await save(next)).body.data).toEqual(next);
    expect((await save(other({ days: 5 }))).body.message).toContain('уже изменены');
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'admin.demand_terms')
      .select('text')
      .execute();
    expect(lines.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringContaining('30 дней (календарных), ст. 21 ч. 5 152-ФЗ → 3 дня (рабочих), ст. 21 ч. 5.1 152-ФЗ'),
    ]);
    const late = (await newPerson(mo, w.po)).id;
    expect((await ask(late)).body.demand.due_on).toBe('2026-11-25');
    expect((await mo.call(c.demandOf, { params: { id: early } })).body.demand.due_on).toBe(day);
    expect((await save(was, next)).status).toBe(200);
  });
});
