// Duties about personal data: the sheet, destruction by an act, the policy, an incident.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import {
  addPolicy,
  destroyData,
  heldData,
  incident,
  incidentFile,
  personalDuties,
} from '../../contract/instruments/personal.ts';
import { previewDocument } from '../../contract/documents.ts';
import { addConsent, confirmProfile, profiles, revealPhones, revealProfile } from '../../contract/profiles.ts';
import { garages } from '../../contract/garages.ts';
import { checkPassword } from '../../contract/session.ts';
import { disableUser, users } from '../../contract/users.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { garageBody, newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

const PASSWORD = 'Garage-2026';
let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let foreign: Caller;
let reader: Caller;

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [admin, mo, foreign, reader] = await Promise.all([
    as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }),
    as(t, { mo: w.mo }),
    as(t, { mo: w.foreignMo }),
    as(t, { mo: w.mo, capabilities: [2] }),
  ]);
  await t.deps.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', admin.userId)
    .execute();
});
afterAll(() => t.close());

const held = (caller: Caller, id: number) => caller.call(heldData, { params: { id }, body: {} });
const destroy = (id: number, ground = 'Заявление от 01.11.2026') =>
  admin.call(destroyData, { params: { id }, body: { ground } });
const confirmPassword = () => admin.call(checkPassword, { params: { id: admin.userId }, body: { password: PASSWORD } });
const logOf = (id: number) =>
  t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'profile')
    .where('object_id', '=', id)
    .selectAll()
    .execute();

describe('the sheet of a person', () => {
  it('has everything whole, is a logged reveal, and is refused out of place and without the right', async () => {
    const { id } = await newPerson(mo, w.po, {
      passSeria: '9999',
      passNum: '123456',
      email: 'held@example.ru',
      registrationAddress: 'г. Тверь, ул. Мира, д. 5, кв. 7',
    });
    await mo.call(addConsent, { params: { id }, body: { kind: 'sms_info', signedAt: '2026-01-02', docNo: '17' } });
    await mo.call(revealProfile, { params: { id }, body: { what: 'passport' } });
    const { status, body } = await held(mo, id);
    expect(status).toBe(200);
    const text = JSON.stringify(body.facts);
    for (const part of ['9999 123456', 'held@example.ru', 'кв. 7', '17.05.1960']) expect(text).toContain(part);
    expect(body.consents).toEqual([
      expect.objectContaining({ kind: 'СМС-оповещения', doc_no: '17', signed_at: '2026-01-02' }),
    ]);
    expect(body.seen.map(({ what }: { what: string }) => what)).toEqual(['Показаны паспортные данные']);
    expect(body.seen_total).toBe(1);
    expect((await logOf(id)).filter(({ verb }) => verb === 'profile.held')).toHaveLength(1);
    expect((await held(foreign, id)).status).toBe(404);
    expect((await held(reader, id)).status).toBe(403);
  });

  it('names the privilege of today before those that ended', async () => {
    const { id } = await newPerson(mo, w.po);
    const privilege = { profile_id: id, privilege_id: 14 };
    await t.deps.db
      .insertInto('profile_privilege')
      .values([
        { ...privilege, number: '777111', is_current: false },
        { ...privilege, number: '777222', is_current: true },
      ])
      .execute();
    const { facts } = (await held(mo, id)).body;
    const papers = JSON.stringify(facts).match(/777222|777111/g);
    expect(papers).toEqual(['777222', '777111']);
  });

  it('of one who is known in two places tells each what it holds itself, and a superuser everything', async () => {
    const { id } = await newPerson(mo, w.po);
    const [here, there] = [await newGarage(mo, w.po), await newGarage(foreign, w.foreignPo)];
    await t.deps.db
      .insertInto('profile_place')
      .values({ profile_id: id, region_id: w.foreignRegion, mo_id: w.foreignMo, po_id: w.foreignPo })
      .execute();
    for (const garage of [here, there])
      await t.deps.db
        .insertInto('ownership')
        .values({ garage_id: garage.id, profile_id: id, is_primary: true, started_on: '2020-01-01' })
        .execute();
    await mo.call(revealPhones, { body: { ids: [id] } });
    const sheet = async (caller: Caller) => {
      const { body, status } = await held(caller, id);
      expect(status).toBe(200);
      const counts = body.counts as { label: string; count: number }[];
      return {
        garages: (body.garages as { label: string }[]).map(({ label }) => label.split(',')[0]),
        looks: (body.seen as { what: string }[]).map(({ what }) => what),
        lines: counts.find(({ label }) => label === 'Записи журнала')?.count ?? 0,
      };
    };
    const [own, other, whole] = [await sheet(mo), await sheet(foreign), await sheet(admin)];
    expect([own.garages, other.garages]).toEqual([['КАС № 12-3'], ['КАС № 7']]);
    expect(new Set(whole.garages)).toEqual(new Set(['КАС № 12-3', 'КАС № 7']));
    // Phones of a list were looked at in the first place: no business of the second one, who hears of the sheets made since.
    expect([own.looks, other.looks]).toEqual([
      ['Показаны телефоны: 1 чел.'],
      ['Составлены сведения об обрабатываемых данных'],
    ]);
    expect(whole.lines).toBeGreaterThan(other.lines);
  });
});

describe('destruction', () => {
  it('is refused while he owns a garage, without the password, and twice', async () => {
    const { id } = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po);
    await t.deps.db
      .insertInto('ownership')
      .values({ garage_id: garage.id, profile_id: id, is_primary: true, started_on: '2020-01-01' })
      .execute();
    await confirmPassword();
    expect((await destroy(id)).body.errors.form).toContain('Владеет гаражом');
    await t.deps.db.updateTable('ownership').set({ ended_on: '2026-01-01' }).where('profile_id', '=', id).execute();
    expect((await destroy(id)).status).toBe(200);
    expect((await destroy(id)).body.errors.form).toContain('уже уничтожены');
    const { id: other } = await newPerson(mo, w.po);
    const refused = await destroy(other);
    expect(refused.status).not.toBe(200);
    expect(
      (await t.deps.db.selectFrom('profile').where('id', '=', other).select('is_anonymised').executeTakeFirstOrThrow())
        .is_anonymised,
    ).toBe(false);
    // The garage keeps its history, without the name.
    const card = await mo.call(garages.one, { params: { id: garage.id } });
    expect(card.text).not.toContain('Гаражов');
  });

  it('leaves no trace of the person in any table, and a line beside the copies', async () => {
    const secret = 'Необыкновенский';
    const { id } = await newPerson(mo, w.po, {
      lastName: secret,
      email: 'uncommon@example.ru',
      registrationAddress: 'г. Уникальск, ул. Редкая, д. 1',
    });
    await mo.call(profiles.update, {
      params: { id },
      body: {
        ...(await mo.call(profiles.one, { params: { id } })).body,
        registrationAddress: 'г. Уникальск, ул. Иная, д. 2',
      },
    });
    await t.deps.db
      .insertInto('comment')
      .values({
        object_type: 'profile',
        object_id: id,
        region_id: w.region,
        mo_id: w.mo,
        po_id: w.po,
        text: `${secret} звонил`,
        author_id: mo.userId,
      })
      .execute();
    await confirmPassword();
    const { status, body } = await destroy(id);
    expect(status, JSON.stringify(body)).toBe(200);
    const found: string[] = [];
    const tables = await t.deps.engine.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables.rows) {
      const table = JSON.stringify(name);
      const { rows } = await t.deps.engine.query(
        `select 1 from ${table} x where x::text ~* 'необыкновенск|uncommon@|уникальск' limit 1`,
      );
      if (rows.length) found.push(String(name));
    }
    expect(found).toEqual([]);
    const list = readFileSync(join(t.deps.settings.BACKUP_DIR, 'destroyed.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(list.at(-1)!)).toMatchObject({ profile: id, act: body.act_no });
    const duties = (await admin.call(personalDuties)).body;
    expect(duties.destructions[0]).toMatchObject({ profile_id: id, act_no: body.act_no });
    expect((await admin.call(heldData, { params: { id }, body: {} })).body).toMatchObject({
      isDestroyed: true,
      name: `Удалено № ${id}`,
    });
    // The log itself still can't be changed.
    await expect(
      t.deps.db.updateTable('action_log').set({ object_name: 'x' }).where('object_id', '=', id).execute(),
    ).rejects.toThrow('never changed');
    await expect(
      t.deps.db
        .updateTable('action_log')
        .set({ object_name: `Удалено № ${id}`, text: 'x' })
        .where('object_id', '=', id)
        .execute(),
    ).rejects.toThrow('never changed');
  });

  it('leaves a card in which nothing is written any more, and which owns nothing', async () => {
    const { id } = await newPerson(mo, w.po);
    const { body: card } = await mo.call(profiles.one, { params: { id } });
    await confirmPassword();
    expect((await destroy(id)).status).toBe(200);
    const { body: emptied } = await mo.call(profiles.one, { params: { id } });
    const form = 'Данные этого человека уничтожены: карточка больше не меняется';
    for (const reply of [
      await mo.call(profiles.update, { params: { id }, body: { ...card, version: emptied.version } }),
      await mo.call(addConsent, { params: { id }, body: { kind: 'sms_info', signedAt: '2026-01-01' } }),
      await mo.call(confirmProfile, { params: { id } }),
    ])
      expect([reply.status, reply.body.errors], reply.text).toEqual([422, { form }]);
    const owned = await mo.call(garages.create, {
      body: garageBody(w.po, { alreadyExistProfile: [{ profileId: id }] }) as never,
    });
    expect(owned.body.errors).toEqual({ 'alreadyExistProfile.0.profileId': 'Человек не найден' });
    const { lastName, confirmed_at } = (await mo.call(profiles.one, { params: { id } })).body;
    expect([lastName, confirmed_at]).toEqual([`Удалено № ${id}`, null]);
  });

  it('is not done where the list beside the copies can’t be written', async () => {
    const { id } = await newPerson(mo, w.po);
    await confirmPassword();
    const { tellDestroyed } = t.deps.backups;
    t.deps.backups.tellDestroyed = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    const { status } = await destroy(id);
    t.deps.backups.tellDestroyed = tellDestroyed;
    expect(status).toBe(507);
    expect(
      (await t.deps.db.selectFrom('profile').where('id', '=', id).select('is_anonymised').executeTakeFirstOrThrow())
        .is_anonymised,
    ).toBe(false);
  });
});

describe('policy and incident', () => {
  it('a version comes after the last, three years to its review', async () => {
    const before = (await admin.call(personalDuties)).body;
    const last = before.policies[0].version as number;
    const body = { approvedAt: '2026-11-20', text: 'Политика обработки персональных данных. '.repeat(5), after: last };
    expect(
      (await admin.call(addPolicy, { body: { ...body, approvedAt: '2026-11-21' } })).body.errors.approvedAt,
    ).toContain('позже');
    expect((await admin.call(addPolicy, { body: { ...body, after: last + 5 } })).body.errors.form).toContain(
      'Обновите',
    );
    expect((await admin.call(addPolicy, { body: { ...body, text: 'коротко' } })).body.errors.text).toContain('100');
    expect((await admin.call(addPolicy, { body })).body).toEqual({ version: last + 1 });
    // A next one may be of the same day, never of an earlier one.
    const next = (approvedAt: string) => admin.call(addPolicy, { body: { ...body, approvedAt, after: last + 1 } });
    expect((await next('2026-11-19')).body.errors).toEqual({ approvedAt: 'Прежняя версия утверждена 20.11.2026' });
    const after = (await admin.call(personalDuties)).body;
    expect(after.policies[0]).toMatchObject({ version: last + 1, review_due: '2029-11-20' });
    expect(after.retention.length).toBeGreaterThan(5);
    expect((await next('2026-11-20')).body).toEqual({ version: last + 2 });
  });

  it('terms say when each is carried out next: upkeep of the night at three, copies when they are made by themselves', async () => {
    const terms = async () =>
      new Map(
        (await admin.call(personalDuties)).body.retention.map(
          ({ what, next }: { what: string; next: string | null }) => [what, next] as const,
        ),
      );
    const usual = await terms();
    expect(usual.get('Файлы заданий')).toBe('2026-11-21T00:00:00.000Z');
    expect([usual.get('Журнал действий'), usual.get('Копии установки')]).toEqual([null, null]);
    const { settings } = t.deps;
    Object.assign(settings, { BACKUP_DAILY: true });
    expect((await terms()).get('Копии установки')).toBe('2026-11-20T23:00:00.000Z');
    Object.assign(settings, { BACKUP_DAILY: false });
  });

  it('names who looked between two moments, and who could have', async () => {
    const { id } = await newPerson(mo, w.po);
    t.setNow('2026-11-20T09:05:00.000Z');
    await mo.call(revealProfile, { params: { id }, body: { what: 'phones' } });
    t.setNow('2026-11-20T09:00:00.000Z');
    const ask = (from: string, to: string) => admin.call(incident, { body: { from, to, profile: id } });
    const inside = (await ask('2026-11-20T09:04:00Z', '2026-11-20T09:06:00Z')).body;
    expect(inside.rows).toEqual([
      expect.objectContaining({ user_id: mo.userId, what: 'Показаны телефоны', times: 1, people: 1 }),
    ]);
    const names = inside.couldSee.map(({ who }: { who: string }) => who);
    const nameOf = async ({ userId }: Caller) =>
      (await t.deps.db.selectFrom('app_user').where('id', '=', userId).select('last_name').executeTakeFirstOrThrow())
        .last_name;
    expect(names.join()).toContain(await nameOf(mo));
    expect(names.join(',')).not.toContain(`${await nameOf(foreign)} `);
    expect((await ask('2026-11-20T09:07:00Z', '2026-11-20T09:08:00Z')).body.rows).toEqual([]);
    expect((await ask('2026-11-20T09:07:00Z', '2026-11-20T09:05:00Z')).body.errors.to).toContain('раньше начала');
  });

  it('shows on the page no more of a text than its file does', async () => {
    const line = { user_name: 'Проба', verb: 'copy.export', region_id: w.region, mo_id: w.mo };
    await t.deps.db
      .insertInto('action_log')
      .values([
        { ...line, at: '2026-11-18T03:00:10Z', text: 'Выгрузка по поиску 8 921 555-66-77' },
        {
          ...line,
          at: '2026-11-18T03:00:20Z',
          verb: 'profile.reveal',
          object_type: 'profile',
          object_id: 1,
          text: 'Показан ivanov77@example.ru',
        },
      ])
      .execute();
    const { body } = await admin.call(incident, { body: { from: '2026-11-18T03:00:00Z', to: '2026-11-18T03:01:00Z' } });
    expect(body.rows.map(({ what }: { what: string }) => what).sort()).toEqual([
      'Выгрузка по поиску +7 *** ***-66-77',
      'Показан i***@example.ru',
    ]);
  });

  it('counts what was made with a card that went into this one', async () => {
    const [{ id }, gone] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const type = await t.deps.db.selectFrom('document_type').select('id').orderBy('id').executeTakeFirstOrThrow();
    const paper = { ...place, type_id: type.id, context: 'profile', number: '79', year: 2026, state: 'valid' };
    await t.deps.db
      .insertInto('document')
      .values({
        ...paper,
        profile_id: gone.id,
        on_date: '2026-11-01',
        check_code: `held-${gone.id}`,
        printed_at: '2026-11-01T09:00:00Z',
      })
      .execute();
    const mailing = await t.deps.db
      .insertInto('notification')
      .values({ ...place, status: 3, kind: 'news', selection: '{}', sent_from: 'МО' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const message = { notification_id: mailing.id, person_name: 'К', status: 2 };
    await t.deps.db
      .insertInto('notification_message')
      .values([
        { ...message, receiver: `p${gone.id}`, profile_id: gone.id },
        { ...message, receiver: 'other', profile_id: null, ward_ids: [gone.id] },
      ])
      .execute();
    const counts = async () => {
      const { body } = await held(mo, id);
      return Object.fromEntries(
        body.counts.map(({ label, count }: { label: string; count: number }) => [label, count]),
      ) as Record<string, number>;
    };
    const before = await counts();
    expect([before['Бумаги'], before['Сообщения рассылок']]).toEqual([undefined, undefined]);
    await t.deps.db.updateTable('profile').set({ merged_into: id }).where('id', '=', gone.id).execute();
    const after = await counts();
    expect([after['Бумаги'], after['Сообщения рассылок']]).toEqual([1, 2]);
    // The line that the card was entered, and the first look at the sheet.
    expect(after['Записи журнала']).toBe(before['Записи журнала']! + 2);
  });

  it('names who could have looked then, whatever he holds now: a right taken since, one given since, superusers of anywhere', async () => {
    const { id } = await newPerson(mo, w.po);
    t.setNow('2026-11-19T09:00:00.000Z');
    const [loses, gains, leaves] = [
      await as(t, { po: w.po }),
      await as(t, { po: w.cousinPo }),
      await as(t, { mo: w.mo }),
    ];
    const elsewhere = await as(t, { po: w.foreignPo, isSuperuser: 2, role: 'superuser' });
    const nameOf = async ({ userId }: Caller) =>
      (await t.deps.db.selectFrom('app_user').where('id', '=', userId).select('last_name').executeTakeFirstOrThrow())
        .last_name;
    const save = async (who: Caller, po: number) => {
      const { body: card } = await admin.call(users.one, { params: { id: who.userId } });
      const rights = [{ level: 'po' as const, id: po, role: 'clerk' as const }];
      const { last_name, first_name, father_name, is_superuser, capabilities, version } = card;
      const body = { last_name, first_name, father_name, phone: null, is_superuser, capabilities, version, rights };
      const saved = await admin.call(users.update, { params: { id: who.userId }, body });
      expect(saved.status, saved.text).toBe(200);
    };
    t.setNow('2026-11-20T09:06:00.000Z');
    await save(loses, w.foreignPo);
    await save(gains, w.po);
    expect((await admin.call(disableUser, { params: { id: leaves.userId } })).status).toBeLessThan(300);
    const could = async (from: string, to: string, more: object = { profile: id }) => {
      const { body } = await admin.call(incident, { body: { from, to, ...more } });
      return body.couldSee as { who: string; since: string | null; until: string | null; isSuperuser: boolean }[];
    };
    const [first, second, third, fourth] = await Promise.all([loses, gains, leaves, elsewhere].map(nameOf));
    const named = (list: { who: string }[]) =>
      [first, second, third, fourth].map((name) => list.some(({ who }) => who.startsWith(`${name} `)));
    const before = await could('2026-11-20T09:01:00Z', '2026-11-20T09:05:00Z');
    expect(named(before)).toEqual([true, false, true, true]);
    const after = await could('2026-11-20T09:06:01Z', '2026-11-20T10:00:00Z');
    expect(named(after)).toEqual([false, true, false, true]);
    const whole = await could('2026-11-20T09:01:00Z', '2026-11-20T10:00:00Z', { mo: w.mo });
    expect(named(whole)).toEqual([true, true, true, true]);
    const changed = '2026-11-20T09:06:00.000Z';
    const row = (name: string) => whole.find(({ who }) => who.startsWith(`${name} `))!;
    expect(row(first!)).toMatchObject({ since: null, until: changed, isSuperuser: false });
    expect(row(second!)).toMatchObject({ since: changed, until: null });
    expect(row(fourth!)).toMatchObject({ since: null, until: null, isSuperuser: true });
    // The table of changes is younger than the accounts: what was before its day is said, what came after needs no word.
    const begun = (at: string) =>
      sql`update schema_migration set applied_at = ${at}::timestamptz where name = '0326_merging.sql'`.execute(
        t.deps.db,
      );
    const knownFrom = async (from: string) =>
      (await admin.call(incident, { body: { from, to: '2026-11-20T10:00:00Z', profile: id } })).body.rights_from;
    await begun('2026-11-20T21:30:00Z');
    expect(await knownFrom('2026-11-20T09:01:00Z')).toBe('2026-11-21');
    await begun('2026-11-20T09:02:00Z');
    expect(await knownFrom('2026-11-20T09:01:00Z')).toBe('2026-11-20');
    expect(await knownFrom('2026-11-20T09:03:00Z')).toBeNull();
    await begun('2020-01-01T00:00:00Z');
    expect(await knownFrom('2019-11-20T09:01:00Z')).toBeNull();
    // Nobody had an account yet.
    expect(named(await could('2026-11-18T10:00:00Z', '2026-11-18T11:00:00Z'))).toEqual([false, false, false, false]);
    t.setNow('2026-11-20T09:00:00.000Z');
  });

  it('the file has every look, a line each, scans and searches by phone too, those of a card that went into this one as well', async () => {
    const [{ id }, gone] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const stranger = await newPerson(mo, w.po);
    const say = (verb: string, card: number | null, more: { mo?: number; text?: string } = {}) =>
      sql`insert into action_log (at, user_id, user_name, verb, object_type, object_id, object_name, text, region_id, mo_id, ip)
        values ('2026-11-20T10:00:00Z', ${mo.userId}, 'Смотревший', ${verb}, ${card && 'profile'}, ${card}, 'Кто-то', ${more.text ?? verb},
          ${w.region}, ${more.mo ?? w.mo}, '10.0.0.7')`.execute(t.deps.db);
    const verbs = ['profile.open', 'profile.open_file', 'profile.search_phone', 'profile.held'];
    for (const verb of verbs) await say(verb, id);
    await say('profile.reveal', gone.id, { text: 'Показаны телефоны, +7 921 123-45-67' });
    await say('profile.reveal', stranger.id);
    await say('copy.export', null);
    await say('copy.export', null, { mo: w.foreignMo });
    await say('garage.update', null);
    await t.deps.db.updateTable('profile').set({ merged_into: id }).where('id', '=', gone.id).execute();
    const during = { from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:00:01Z' };
    const take = async (who: Caller, more: object) => {
      const reply = await t.app.inject({
        method: 'POST',
        url: incidentFile.path,
        payload: { ...during, ...more },
        headers: { authorization: `Bearer ${who.token}` },
      });
      if (reply.statusCode !== 200) return [[reply.statusCode]];
      return (await readXlsx(new Uint8Array(reply.rawPayload))).sheets[0]!.rows;
    };
    const [head, ...rows] = await take(admin, { profile: id, mo: w.mo });
    expect(head).toEqual([
      'Время, МСК',
      'Кто',
      'Что сделал',
      'Карточка №',
      'Над чем',
      'МО',
      'ПО',
      'Адрес',
      'Устройство',
    ]);
    expect(rows.map((row) => [row[2], row[3]])).toEqual([
      ...verbs.map((verb) => [verb, id]),
      [expect.stringMatching(/^Показаны телефоны, .*67$/), gone.id],
      ['copy.export', null],
    ]);
    expect(rows[4]!.join()).not.toContain('123-45');
    expect(rows[0]!.slice(0, 2)).toEqual(['20.11.2026 13:00:00', 'Смотревший']);
    expect(await take(admin, {})).toHaveLength(1 + verbs.length + 4);
    // The page tells the same of the same.
    const { body } = await admin.call(incident, { body: { ...during, profile: id, mo: w.mo } });
    expect(body.rows.reduce((sum: number, { times }: { times: number }) => sum + times, 0)).toBe(rows.length);
    expect([body.total, body.couldSeeTotal]).toEqual([body.rows.length, body.couldSee.length]);
    expect((await held(mo, id)).body.seen_total).toBe(verbs.length + 1);
    expect(await take(mo, {})).toEqual([[403]]);
    const [line] = (await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'admin.incident')
      .orderBy('id', 'desc')
      .select('text')
      .execute()) as [{ text: string }];
    expect(line.text).toBe('Составлен список видевших данные: 20.11.2026');
    // Nothing has left the log: an early beginning has all there is.
    const [titles, first] = await take(admin, { from: '2020-01-01T00:00:00Z' });
    expect([titles![0], first![0]]).toEqual(['Время, МСК', '20.11.2026 12:00:00']);
  });
});

it('who looked at him among others, or at a paper of his before it was printed, is named to him too', async () => {
  const { id } = await newPerson(mo, w.po);
  const other = await newPerson(mo, w.po);
  const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }] });
  const seen = async (person: number) =>
    (await held(mo, person)).body.seen.map(({ what }: { what: string }) => what).toReversed();
  expect((await mo.call(revealPhones, { body: { ids: [id, other.id] } as never })).status).toBe(200);
  const look = { document_type_id: 14, garage_id: garage.id, specific_po: w.po };
  const drawn = await mo.call(previewDocument, { body: look as never });
  expect(drawn.status, drawn.text).toBe(200);
  expect(await seen(id)).toEqual([
    'Показаны телефоны: 2 чел.',
    expect.stringMatching(/^Открыт до печати документ с личными данными: «/),
  ]);
  expect(await seen(other.id)).toEqual(['Показаны телефоны: 2 чел.']);
});
