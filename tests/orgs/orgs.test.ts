// Organisation: the official order, check digits, writing, options of every level.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { garages } from '../../contract/garages.ts';
import { registerAsOf } from '../../contract/garages/asOf.ts';
import * as c from '../../contract/orgs.ts';
import { fitsBank, isInn, requisitesProblems } from '../../server/orgs/rules.ts';
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';
import { MOVES } from '../../server/orgs/moving.ts';
import { timeZoneOfActor } from '../../server/kernel/timeZones.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { menuCounters } from '../../contract/session.ts';
import { testEngine } from '../kit/database.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { form, ownedGarage, save } from '../reregistrations/kit.ts';
import { world, type World } from '../kit/world.ts';

/** Tables that name a ПО and its МО and keep both as they are, each with the reason. */
const STAYS: Readonly<Record<string, string>> = {
  action_log: 'what was done stays in the log of the place where it was done',
  log_day: 'sums of the log',
  log_month: 'sums of the log',
  balance_operation: 'a ПО with ledger lines does not move',
  contribution: 'a ПО with ledger lines does not move',
  cash_day: 'a ПО with ledger lines does not move',
  ledger_month: 'a ПО with ledger lines does not move',
};

describe('check digits', () => {
  it('of known requisites fit', () => {
    expect(isInn('9999000006')).toBe(true);
    expect(fitsBank('30101810400000000225', '044525225', true)).toBe(true);
    expect(fitsBank('40703810900000012303', '040000999', false)).toBe(true);
  });
  it('notice a changed digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 19 }), fc.integer({ min: 1, max: 9 }), (at, shift) => {
        const account = '40703810900000012303';
        const changed = account.slice(0, at) + ((Number(account[at]) + shift) % 10) + account.slice(at + 1);
        return !fitsBank(changed, '040000999', false);
      }),
    );
    expect(isInn('9999000007')).toBe(false);
    expect(isInn('999900000')).toBe(false);
  });
  it('tell the field', () => {
    expect(
      requisitesProblems({ inn: '9999000007', bik: null, account: '40703810900000012303', corr_account: null }),
    ).toEqual({ inn: 'Неверный ИНН: не сходится контрольная цифра', bik: 'Укажите БИК' });
    expect(
      requisitesProblems({
        inn: null,
        bik: '040000999',
        account: '40703810900000012304',
        corr_account: '30101810500000000998',
      }),
    ).toEqual({
      account: 'Счёт не подходит к БИК: не сходится ключ',
      corr_account: 'Счёт не подходит к БИК: не сходится ключ',
    });
  });
});

describe('through the API', () => {
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
  const penalty = { enabled: false, method: 'none' as const, rate: 0, due_day_month: '31.12', grace_days: 0 };

  describe('the official order', () => {
    const names = [
      'Без номера 77',
      'Ёлка',
      'кас № 003',
      '№ 5 — 1',
      'ГСК № 7/2',
      'КАС №12',
      'КАС № 12-3',
      'КАС №\u00a012-4',
      'КАС №\u202f12\u00a0-\u00a05',
      'КАС № 12-10',
      'КАС № 123456789012345',
    ];
    const ordered = async (pinned: string | null) => {
      const { rows } = await sql<{ name: string }>`select name from unnest(${names.toSorted()}::text[]) as name
        order by org_sort_key(name, name is not distinct from ${pinned}) collate "C"`.execute(t.deps.db);
      return rows.map(({ name }) => name);
    };
    it('unnumbered first, then by number and sub-number, whatever stands between them', async () =>
      expect(await ordered(null)).toEqual(names));
    it('a pinned organisation keeps the first place', async () =>
      expect(await ordered('КАС № 12-3')).toEqual(['КАС № 12-3', ...names.filter((name) => name !== 'КАС № 12-3')]));
  });

  it('only superusers see and write organisations', async () => {
    for (const resource of [c.regions, c.moes, c.poes]) {
      expect((await root.call(resource.list, { query: {} })).status).toBe(200);
      expect((await mo.call(resource.list, { query: {} })).status).toBe(403);
      expect((await mo.call(resource.one, { params: { id: 1 } })).status).toBe(403);
    }
    expect((await mo.call(c.regions.create, { body: { name: 'Мой регион' } })).status).toBe(403);
  });

  it('a ПО gets a free code, keeps its sections and tells what is wrong', async () => {
    const body = { name: 'КАС № 99', mo_id: w.mo, penalty, sections: [{ name: 'А' }, { name: 'Б' }] };
    const made = await root.call(c.poes.create, { body });
    expect(made.body).toMatchObject({
      name: 'КАС № 99',
      sections: [
        { name: 'А', garages: 0 },
        { name: 'Б', garages: 0 },
      ],
      mo: { id: w.mo },
      region: { id: w.region },
    });
    expect(made.body.code).toBeGreaterThanOrEqual(1001);
    expect((await root.call(c.poes.create, { body })).body.errors).toEqual({ name: 'Такое название уже есть' });
    // However it is typed: small letters, no space, a Latin «C».
    for (const name of ['Кас №99', 'КАC  № 99', 'КАС-99'])
      expect((await root.call(c.poes.create, { body: { ...body, name } })).body.errors, name).toEqual({
        name: 'Такое название уже есть: КАС № 99',
      });
    expect((await root.call(c.poes.create, { body: { ...body, name: 'КАС № 9-9' } })).status).toBe(200);
    expect(
      (
        await root.call(c.poes.create, {
          body: {
            ...body,
            name: 'Ы',
            mo_id: 999_999,
            sections: [{ name: 'а' }, { name: 'А' }],
            bik: '040000999',
            account: '40703810900000012304',
          },
        })
      ).body.errors,
    ).toEqual({
      mo_id: 'Выберите МО',
      sections: 'Секция А указана дважды',
      account: 'Счёт не подходит к БИК: не сходится ключ',
    });
    const garage = await newGarage(mo, made.body.id, { section: 'Б' });
    const { id, version } = made.body;
    expect(
      (await root.call(c.poes.update, { params: { id }, body: { ...body, sections: [{ name: 'А' }], version } })).body
        .errors,
    ).toEqual({ sections: `Секция Б занята: гаражи ${garage.number}` });
    expect(
      (await root.call(c.poes.update, { params: { id }, body: { ...body, is_active: false, version } })).body.errors,
    ).toEqual({ is_active: `Сначала переведите в архив гаражи: гараж Б ${garage.number}, ${body.name}` });
    expect(
      (await root.call(c.poes.update, { params: { id }, body: { ...body, name: 'КАС № 98', version } })).body.name,
    ).toBe('КАС № 98');
    const stale = await root.call(c.poes.update, { params: { id }, body: { ...body, version } });
    expect([stale.status, stale.body.current.name]).toEqual([409, 'КАС № 98']);
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'po')
      .where('object_id', '=', id)
      .orderBy('id')
      .select('verb')
      .execute();
    expect(log.map((line) => line.verb)).toEqual(['admin.org_create', 'admin.org_update']);
  });

  it('lists go in the official order and back', async () => {
    const own = await world(t.deps.db);
    const names = async (order: 'ASC' | 'DESC') =>
      (await root.call(c.poes.list, { query: { sort: ['order', order], filter: { mo_id: own.mo } } })).body.map(
        (row: { name: string }) => row.name,
      );
    for (const name of ['КАС № 70', 'Автолюбитель'])
      await root.call(c.poes.create, { body: { name, mo_id: own.mo, penalty } });
    const forward = await names('ASC');
    expect([forward[0], forward.at(-1)]).toEqual(['Автолюбитель', 'КАС № 70']);
    expect(await names('DESC')).toEqual(forward.toReversed());
  });

  it('sections change places and names; their garages follow', async () => {
    const sections = [{ name: 'А' }, { name: 'Б' }];
    const made = await root.call(c.poes.create, { body: { name: 'КАС № 41', mo_id: w.mo, penalty, sections } });
    const { id, version } = made.body;
    const garage = await newGarage(mo, id, { section: 'А', number: '1' });
    await newGarage(mo, id, { section: 'Б', number: '1' });
    const save = (list: { name: string; was?: string }[], from: number) =>
      root.call(c.poes.update, {
        params: { id },
        body: { name: 'КАС № 41', mo_id: w.mo, penalty, sections: list, version: from },
      });
    const swapped = await save([{ name: 'Б', was: 'А' }, { name: 'А', was: 'Б' }, { name: 'В' }], version);
    expect(swapped.body.sections).toEqual([
      { name: 'Б', garages: 1 },
      { name: 'А', garages: 1 },
      { name: 'В', garages: 0 },
    ]);
    const row = await t.deps.db.selectFrom('garage').where('id', '=', garage.id).select('section').executeTakeFirst();
    expect(row?.section).toBe('Б');
    const torn = [{ name: 'Верх', was: 'А' }, { name: 'Низ', was: 'А' }, { name: 'Б' }];
    expect((await save(torn, version + 1)).body.errors.sections).toMatch(/^Секция А переименована дважды/);
    const merged = await save([{ name: 'Б', was: 'А' }, { name: 'В' }], version + 1);
    expect(merged.body.errors.sections).toMatch(/^Секция Б занята: гаражи \S+$/);
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'po')
      .where('object_id', '=', id)
      .orderBy('id', 'desc')
      .select(['text', 'region_id', 'mo_id', 'po_id', 'before', 'after'])
      .executeTakeFirst();
    expect(line).toMatchObject({ text: 'Изменено: секции', region_id: w.region, mo_id: w.mo, po_id: id });
    expect([line!.before, line!.after]).toEqual([{ sections: 'А, Б' }, { sections: 'Б, А, В' }]);
  });

  it('a section is not renamed under an open case; renamed, each garage tells it in its log and on a past day', async () => {
    const sections = [{ name: 'А' }, { name: 'Б' }];
    const made = await root.call(c.poes.create, { body: { name: 'КАС № 42', mo_id: w.mo, penalty, sections } });
    const { id, version } = made.body;
    const ids: number[] = [];
    for (const number of ['1', '2', '3', '4', '5'])
      ids.push((await newGarage(mo, id, { section: 'А', number, ownedSince: '2020-01-01' })).id);
    t.setNow('2026-11-25T09:00:00.000Z');
    const later = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    const late = await as(t, { mo: w.mo });
    const rename = () =>
      later.call(c.poes.update, {
        params: { id },
        body: {
          name: 'КАС № 42',
          mo_id: w.mo,
          penalty,
          sections: [{ name: 'Верхний', was: 'А' }, { name: 'Б' }],
          version,
        },
      });
    const lock = (by: number | null) =>
      t.deps.db.updateTable('garage').set({ locked_by_reregistration: by }).where('id', 'in', ids.slice(1)).execute();
    await lock(318);
    expect((await rename()).body.errors).toEqual({
      sections:
        'Секцию не переименовать, пока по её гаражам идут переоформления: А 2 (№ 318), А 3 (№ 318), А 4 (№ 318) и ещё 1',
    });
    await lock(null);
    expect((await rename()).status).toBe(200);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'garage')
      .where('object_id', 'in', ids)
      .where('verb', '=', 'garage.update')
      .orderBy('object_id')
      .select(['object_id', 'object_name', 'text', 'before', 'after', 'po_id', 'user_id'])
      .execute();
    expect(lines).toEqual(
      ids.map((object_id, nth) => ({
        object_id,
        object_name: `Верхний ${nth + 1}`,
        text: 'Изменён: секция А → Верхний',
        before: { section: 'А' },
        after: { section: 'Верхний' },
        po_id: id,
        user_id: later.userId,
      })),
    );
    const { body } = await late.call(registerAsOf, { query: { on: '2026-11-20', to: '2026-11-25', po: id } });
    expect(body.data[0]).toMatchObject({ on: { section: 'А' }, to: { section: 'Верхний' }, changes: ['number'] });
    const note = { section: 'А', number: '1', type: { value: 1 }, version: 1 };
    const stale = await late.call(garages.update, { params: { id: ids[0]! }, body: note });
    t.setNow('2026-11-20T09:00:00.000Z');
    expect(stale.body.message).toMatch(/^Данные изменил Чиновников\d+ .* в 12:00\. Обновите страницу$/);
  });

  it.skipIf(testEngine !== 'server')(
    'a section renamed while one of its garages is being saved: they go in turn (skipped on the embedded engine, which has one connection)',
    async () => {
      const sections = [{ name: 'А' }];
      const made = await root.call(c.poes.create, { body: { name: 'КАС № 43', mo_id: w.mo, penalty, sections } });
      const { id, version } = made.body;
      const first = await newGarage(mo, id, { section: 'А', number: '1' });
      const second = await newGarage(mo, id, { section: 'А', number: '2' });
      const waiting = async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(t.deps.db);
        return rows.length;
      };
      // Somebody holds the first garage: the renaming holds the ПО and waits before it comes to the second.
      const holding = await t.deps.db.startTransaction().execute();
      await holding.selectFrom('garage').where('id', '=', first.id).select('id').forUpdate().execute();
      const body = { name: 'КАС № 43', mo_id: w.mo, penalty, sections: [{ name: 'Верхний', was: 'А' }], version };
      const renaming = root.call(c.poes.update, { params: { id }, body });
      const form = { section: 'Нижний', number: '2', type: { value: 1 }, version: second.version };
      let saving: ReturnType<typeof mo.call> | undefined;
      try {
        await expect.poll(waiting).toBe(1);
        saving = mo.call(garages.update, { params: { id: second.id }, body: form });
        await expect.poll(waiting).toBe(2);
      } finally {
        await holding.commit().execute();
      }
      expect([(await renaming).status, (await saving)!.status]).toEqual([200, 409]);
    },
  );

  it('everything wrong is told at once, and nothing is written', async () => {
    const before = await root.call(c.poes.one, { params: { id: w.po } });
    await newGarage(mo, w.po, { section: 'Я', number: '77' });
    const answer = await root.call(c.poes.update, {
      params: { id: w.po },
      body: {
        name: before.body.name,
        mo_id: 999_999,
        penalty,
        inn: '9999000007',
        is_active: false,
        sections: [],
        version: before.body.version,
      },
    });
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['inn', 'is_active', 'mo_id', 'sections']);
    expect((await root.call(c.poes.one, { params: { id: w.po } })).body.version).toBe(before.body.version);
  });

  it('the limit of SMS of a ПО: empty none, 0 no SMS, told apart on the card and in the log', async () => {
    const body = { name: 'КАС № 981', mo_id: w.mo, penalty };
    const { body: made } = await root.call(c.poes.create, { body });
    expect(made).toMatchObject({ sms_limit_month: null });
    const none = await root.call(c.poes.update, {
      params: { id: made.id },
      body: { ...body, sms_limit_month: 0, version: made.version },
    });
    expect(none.body.sms_limit_month).toBe(0);
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'po')
      .where('object_id', '=', made.id)
      .orderBy('id', 'desc')
      .select(['before', 'after'])
      .executeTakeFirstOrThrow();
    expect([line.before, line.after]).toEqual([{ sms_limit_month: null }, { sms_limit_month: 0 }]);
    const wrong = await root.call(c.poes.update, {
      params: { id: made.id },
      body: { ...body, sms_limit_month: -1, version: none.body.version },
    });
    expect(wrong.body.errors).toEqual({ sms_limit_month: 'Не меньше 0' });
  });

  it('an МО keeps its time zone; an unknown one is refused', async () => {
    const body = { name: 'Дальнее МО', region_id: w.region };
    const made = await root.call(c.moes.create, { body: { ...body, time_zone: 'Asia/Vladivostok' } });
    expect(made.body.time_zone).toBe('Asia/Vladivostok');
    const wrong = await root.call(c.moes.create, { body: { ...body, name: 'Иное', time_zone: 'Moon' as never } });
    expect(wrong.body.errors).toEqual({ time_zone: 'Выберите часовой пояс' });
  });

  it('a region keeps the zone of its screens, Moscow where none is named', async () => {
    const made = await root.call(c.regions.create, { body: { name: 'Дальний край' } });
    expect(made.body.time_zone).toBe('Europe/Moscow');
    const { id, version } = made.body;
    const body = { ...made.body, version, time_zone: 'Asia/Kamchatka' as const };
    expect((await root.call(c.regions.update, { params: { id }, body })).body.time_zone).toBe('Asia/Kamchatka');
    expect(await timeZoneOfActor(t.deps.db, { region: id })).toBe('Asia/Kamchatka');
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'region')
      .where('object_id', '=', id)
      .orderBy('id', 'desc')
      .select('after')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(line.after)).toContain('Asia/Kamchatka');
  });

  it('every table that names a ПО and its МО moves with the ПО, or stays for a reason', async () => {
    const { rows } = await sql<{ name: string }>`select distinct c.table_name as name from information_schema.columns c
      join information_schema.columns m using (table_schema, table_name)
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'po_id' and m.column_name in ('mo_id', 'region_id')`.execute(
      t.deps.db,
    );
    expect([...MOVES, ...Object.keys(STAYS)].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    expect(Object.values(STAYS).filter((reason) => !reason)).toEqual([]);
  });

  it('a ПО that moves takes its statements, layouts, jobs and questions along; both МО hear of it', async () => {
    const made = await root.call(c.poes.create, { body: { name: 'КАС № 56', mo_id: w.mo, penalty } });
    const { id, version } = made.body;
    const place = { region_id: w.region, mo_id: w.mo, po_id: id as number };
    const file = { store_key: 'vv/vv', name: 'в.txt', mime: 'text/plain', size_bytes: 1, sha256: '0'.repeat(64) };
    const { id: file_id } = await t.deps.db
      .insertInto('stored_file')
      .values(file)
      .returning('id')
      .executeTakeFirstOrThrow();
    const statement = await t.deps.db
      .insertInto('bank_statement')
      .values({
        ...place,
        account: '40703810900000012304',
        file_id,
        file_name: 'в.txt',
        incoming_kopecks: 0,
        outgoing_kopecks: 0,
        created_by: mo.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.deps.db
      .insertInto('bank_row')
      .values({
        ...place,
        statement_id: statement.id,
        nth: 1,
        kind: 'incoming',
        hash: '1',
        on_date: '2026-11-01',
        doc_date: '2026-11-01',
        amount_kopecks: 100,
      })
      .execute();
    const { region_id: _, ...within } = place;
    await t.deps.db
      .insertInto('bank_layout')
      .values({ ...within, signature: 's', layout: '{}' })
      .execute();
    await t.deps.db
      .insertInto('background_job')
      .values({ ...place, kind: 'export', title: 'Люди' })
      .execute();
    await t.deps.db
      .insertInto('support_thread')
      .values({ ...place, user_id: mo.userId })
      .execute();
    const told: string[] = [];
    const stop = await t.deps.engine.listen(LIVE_CHANNEL, (payload) => {
      const { audience, message } = JSON.parse(payload) as { audience: { mo?: number }; message: { message: object } };
      told.push(`${audience.mo} ${(message.message as { resource?: string }).resource}`);
    });
    const params = { params: { id } };
    const moved = await root.call(c.poes.update, {
      ...params,
      body: { name: 'КАС № 56', mo_id: w.siblingMo, penalty, sections: [], version },
    });
    expect(moved.status, moved.text).toBe(200);
    for (const table of ['bank_statement', 'bank_row', 'bank_layout', 'background_job', 'support_thread'] as const) {
      const rows = await t.deps.db.selectFrom(table).where('po_id', '=', id).select('mo_id').execute();
      expect([table, rows]).toEqual([table, [{ mo_id: w.siblingMo }]]);
    }
    const heard = [w.mo, w.siblingMo].flatMap((one) => [`${one} garages`, `${one} statements`]);
    await expect.poll(() => heard.filter((one) => !told.includes(one))).toEqual([]);
    await stop();
  });

  it('a ПО that moves takes everything along: its garages, people, cases', async () => {
    const made = await root.call(c.poes.create, { body: { name: 'КАС № 55', mo_id: w.mo, penalty } });
    const garage = await ownedGarage(mo, made.body.id);
    const { id: profileId } = await newPerson(mo, made.body.id);
    await save(mo, { ...form(garage.id, 1, { newOwner: [{ profileId }] }), apply: true } as never);
    const { id, version } = made.body;
    const badges: unknown[] = [];
    const stop = await t.deps.engine.listen(LIVE_CHANNEL, (payload) => {
      const { message } = JSON.parse(payload) as { message: { type: string; message: { mo: number; count: number } } };
      if (message.type === 'new_reregistration_count') badges.push([message.message.mo, message.message.count]);
    });
    const waiting = async (mo_id: number) =>
      (await (await as(t, { mo: mo_id })).call(menuCounters)).body.newReregistrations as number;
    const [before, after] = [await waiting(w.mo), await waiting(w.siblingMo)];
    expect(
      (
        await root.call(c.poes.update, {
          params: { id },
          body: { name: 'КАС № 55', mo_id: w.siblingMo, penalty, sections: [{ name: 'А' }], version },
        })
      ).status,
    ).toBe(200);
    // The case waits for the other МО now: the badges of both are told.
    await expect
      .poll(() => badges)
      .toEqual([
        [w.mo, before - 1],
        [w.siblingMo, after + 1],
      ]);
    await stop();
    expect([await waiting(w.mo), await waiting(w.siblingMo)]).toEqual([before - 1, after + 1]);
    const { rows: tables } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
      join information_schema.columns m on m.table_schema = c.table_schema and m.table_name = c.table_name and m.column_name = 'mo_id'
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.column_name = 'po_id' order by 1`.execute(t.deps.db);
    const left: string[] = [];
    let moved = 0;
    for (const { name } of tables) {
      const { rows } = await sql<{
        mo_id: number;
      }>`select mo_id from ${sql.table(name)} where po_id = ${id} and mo_id is not null`.execute(t.deps.db);
      moved += rows.filter((row) => row.mo_id === w.siblingMo).length;
      if (rows.some((row) => row.mo_id !== w.siblingMo)) left.push(name);
    }
    expect(left.filter((name) => !(name in STAYS))).toEqual([]);
    expect(moved).toBeGreaterThan(5);
    const sibling = await as(t, { mo: w.siblingMo });
    const cases = async (who: Caller) =>
      (await who.call(reregistrations.list, { query: { filter: { garage: garage.id } as never } })).body.length;
    expect([await cases(mo), await cases(sibling)]).toEqual([0, 1]);
  });

  it('options are those of the scope, in order', async () => {
    const labels = async (person: Caller, endpoint: typeof c.poOptions | typeof c.moOptions, query: object = {}) =>
      (await person.call(endpoint, { query: query as never })).body.data.map((one: { value: number }) => one.value);
    expect(await labels(await as(t, { po: w.po }), c.poOptions)).toEqual([w.po]);
    expect(await labels(await as(t, { mo: w.foreignMo }), c.poOptions)).toEqual([w.foreignPo]);
    expect(await labels(await as(t, { region: w.foreignRegion }), c.moOptions)).toEqual([w.foreignMo]);
    expect(await labels(await as(t, {}), c.poOptions)).toEqual([]);
    // A superuser who names a region chooses among its МО, wherever he works; without one he is asked within his place like everybody.
    const root = await as(t, { region: w.foreignRegion, isSuperuser: 2, role: 'superuser' });
    const own = await labels(await as(t, { region: w.region }), c.moOptions);
    expect(own).toContain(w.mo);
    expect(await labels(root, c.moOptions, { region: w.region })).toEqual(own);
    expect(await labels(root, c.moOptions)).toEqual([w.foreignMo]);
    const stranger = await as(t, { region: w.foreignRegion });
    expect(await labels(stranger, c.moOptions, { region: w.region })).toEqual([]);
  });
});
