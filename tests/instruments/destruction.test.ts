// Destruction leaves nothing: every column of words is walked for what came in by every road.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { takePayment } from '../../contract/payments.ts';
import { addConsent, profiles } from '../../contract/profiles.ts';
import { destroyPerson } from '../../server/instruments/writing/destroying.ts';
import { keptWords } from '../../server/instruments/rules/keptWords.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { bringPapers, charge, form, move, save } from '../reregistrations/kit.ts';
import { mailing, sendAs } from '../notifications/kit.ts';
import { demandPlace, destroyNow, leave, NOW, ofPerson } from './demandKit.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, admin, mo, po } = await demandPlace());
});
afterAll(() => t.close());

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
    const { status, body } = await destroyNow(admin, id);
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

  it('the act counts what stays of each kind, words of several columns together', async () => {
    const { id } = await newPerson(mo, w.po, { lastName: 'Памятнов' });
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    const name = 'Памятнов Иван Петрович';
    const note = { object_type: 'garage', object_id: garage.id, region_id: w.region, mo_id: w.mo, po_id: w.po };
    await t.deps.db
      .insertInto('comment')
      .values([`${name} звонил`, `${name} не звонил`].map((text) => ({ ...note, text, author_id: mo.userId })))
      .execute();
    const charged = await mo.call(postAccrual, {
      body: {
        isAllGaragSelected: false,
        includedGarages: [garage.id],
        contributionAmount: 100_000,
        contributionDate: '2026-11-01',
        basisDocument: `Заявление: ${name}`,
        idempotencyKey: crypto.randomUUID(),
        expected: { garages: 1, amount_kopecks: 100_000 },
      },
    });
    expect(charged.status, charged.text).toBe(200);
    for (const amount of [30_000, 70_000]) {
      const lines = [{ garage: garage.id, amount }];
      const body = { idempotencyKey: crypto.randomUUID(), date: '2026-11-02', comment: `взнос ${name}`, lines };
      const paid = await mo.call(takePayment, { body: body as never });
      expect(paid.status, paid.text).toBe(200);
    }
    await leave(t, id);
    expect((await destroyNow(admin, id)).status).toBe(200);
    const { kept } = await t.deps.db
      .selectFrom('destruction')
      .where('profile_id', '=', id)
      .select('kept')
      .executeTakeFirstOrThrow();
    expect((kept as { what: string; count: number }[]).map(({ what, count }) => [what, count])).toEqual([
      ['Комментарии сотрудников к гаражам и переоформлениям', 2],
      // The ground of a charge stands twice: as words of its document and in what was asked for. And two comments.
      ['Слова первичных документов (основание, комментарий)', 4],
    ]);
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
    expect((await destroyNow(admin, gone.id)).status).toBe(200);
    expect(await columnsWith('двойников')).toContain('saved_view.name');
    expect((await ofPerson(t, stays.id)).last_name).toBe('Двойников');
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

it('a surname of two letters is found in texts by the name beside it; words like it stay', async () => {
  const { id } = await newPerson(mo, w.po, { lastName: 'Ли', firstName: 'Анна', fatherName: 'Львовна' });
  const garage = await newGarage(mo, w.po);
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  const said = [
    'Ли Анна Львовна звонила',
    'Просила А. Л. Ли, не ЛИ ОЛЬГА',
    'Звонила ли Анна Петровна?',
    'Платила ли она?',
  ];
  const note = { object_type: 'garage', object_id: garage.id, ...place, author_id: mo.userId };
  await t.deps.db
    .insertInto('comment')
    .values(said.map((text) => ({ ...note, text })))
    .execute();
  const batch = await t.deps.db
    .insertInto('import_batch')
    .values({
      ...place,
      file_name: 'реестр Ли.xlsx',
      file_sha256: 'short',
      created_by: mo.userId,
      summary: JSON.stringify({ questions: said }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.deps.db
    .insertInto('saved_view')
    .values({ user_id: mo.userId, resource: 'profiles', name: 'Ли', state: JSON.stringify({ nameFilter: 'ли анна' }) })
    .execute();
  const { kept } = await t.deps.db
    .transaction()
    .execute((tx) => destroyPerson({ tx: tx as never }, { now: t.deps.clock.now, deps: t.deps }, id));
  const gone = `Удалено № ${id}`;
  const { summary, file_name } = await t.deps.db
    .selectFrom('import_batch')
    .where('id', '=', batch.id)
    .select(['summary', 'file_name'])
    .executeTakeFirstOrThrow();
  const [view] = await t.deps.db.selectFrom('saved_view').where('name', '=', 'Ли').select('state').execute();
  expect([summary, file_name, view!.state]).toEqual([
    { questions: [`${gone} звонила`, `Просила ${gone}, не ЛИ ОЛЬГА`, 'Звонила ли Анна Петровна?', 'Платила ли она?'] },
    'реестр Ли.xlsx',
    { nameFilter: gone },
  ]);
  // Comments of officials about a garage stay, and are counted for the act.
  expect(kept.map(({ what, count }) => [what, count])).toEqual([
    ['Комментарии сотрудников к гаражам и переоформлениям', 2],
  ]);
});
