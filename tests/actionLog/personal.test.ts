// Personal values in the action log: sealed at rest, masked on the page, whole for a return, gone with the key.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/actionLog.ts';
import { profileFields } from '../../contract/fields/profiles.ts';
import { garages } from '../../contract/garages.ts';
import { profiles } from '../../contract/profiles.ts';
import { readFormerValues } from '../../server/actionLog/queries/returning.ts';
import { changesOf } from '../../server/actionLog/rules.ts';
import { act } from '../../server/kernel/act.ts';
import type { WriteDb } from '../../server/kernel/ctx.ts';
import { nobody, workCtx } from '../../server/kernel/ctx.ts';
import { destroyPersonKey, openSides } from '../../server/kernel/personKeys.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson, personBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let chief: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  chief = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const was = {
  lastName: 'Прежнев',
  birthday: '1951-02-03',
  registrationAddress: 'г. Псков, ул. Лесная, д. 5, кв. 8',
  email: 'prezhnev@example.ru',
  phoneNumberList: ['+79005554433'],
};
const now = {
  lastName: 'Новиков',
  birthday: '1952-03-04',
  registrationAddress: 'г. Псков, ул. Новая, д. 1',
  email: 'novikov@example.ru',
  phoneNumberList: ['+79001112233'],
};

/** Somebody whose every personal field was changed, and the line that says so. */
async function changedPerson() {
  const person = await newPerson(chief, w.po, was);
  const body = { ...personBody(), ...now, version: person.version };
  const saved = await chief.call(profiles.update, { params: { id: person.id }, body: body as never });
  expect(saved.status).toBe(200);
  const line = (await linesOf(person.id)).find((row) => row.verb === 'profile.update')!;
  return { id: person.id, line, version: saved.body.version as number };
}
const linesOf = async (id: number) => {
  const query = { filter: { tab: 'profile' }, sort: '["at","DESC"]', range: '[0,999]' };
  const rows = (await chief.call(c.actionLog.list, { query })).body as c.ActionRow[];
  return rows.filter((row) => row.object?.id === id);
};
const wordsOf = (line: c.ActionRow) =>
  Object.fromEntries(line.changes.map((change) => [change.field, [change.before, change.after]]));
const formerOf = (lineId: number, mo = w.mo) =>
  readFormerValues(workCtx(t.deps, { ...nobody, mo, capabilities: [1] }), lineId);

describe('a personal value', () => {
  it('is in no row of the database as it was typed', async () => {
    const { line } = await changedPerson();
    const { rows } = await sql<{ raw: string }>`
      select coalesce(before::text, '') || coalesce(after::text, '') || text as raw from action_log where id = ${line.id}`.execute(
      t.deps.db,
    );
    for (const secret of ['Прежнев', '1951', 'Лесная', 'prezhnev', '5554433', 'Новиков', '1112233'])
      expect(rows[0]!.raw).not.toContain(secret);
  });

  it('is shown masked; the name, of which the line is, as it is', async () => {
    const { line } = await changedPerson();
    expect(wordsOf(line)).toMatchObject({
      Фамилия: ['Прежнев', 'Новиков'],
      'Дата рождения': ['**.**.1951', '**.**.1952'],
      'Адрес регистрации': ['г. Псков, ул. Лесная, ***', 'г. Псков, ул. Новая, ***'],
      'E-mail': ['p***@example.ru', 'n***@example.ru'],
    });
    expect(wordsOf(line).Телефоны![0]).toMatch(/-44-33$/);
    expect(JSON.stringify(line)).not.toMatch(/900555|900111/);
  });

  it.each([
    ['190000, г Санкт-Петербург, ул Лесная, д 5, кв 8', 'г Санкт-Петербург, ул Лесная, ***'],
    ['Псков, Лесная 5-8', 'Псков, Лесная, ***'],
    ['г. Псков, 9-я Советская ул., дом № 5', 'г. Псков, 9-я Советская ул., ***'],
  ])('an address ends at its street however it is spelt: «%s»', (typed, shown) => {
    const after = { registration_address: typed };
    expect(changesOf(null, after, {}, true, profileFields)).toEqual([
      { field: 'Адрес регистрации', before: '—', after: shown },
    ]);
  });

  it('a phone that somebody wrote into a name stays hidden', () => {
    const [was] = changesOf({ last_name: 'Петров 8 921 123-45-67' }, { last_name: 'Петров' }, {}, true, profileFields);
    expect(was).toEqual({ field: 'Фамилия', before: 'Петров +7 *** ***-45-67', after: 'Петров' });
  });

  it('can be given back whole, inside the scope', async () => {
    const { line } = await changedPerson();
    const values = Object.fromEntries((await formerOf(line.id)).map((one) => [one.column, one.value]));
    expect(values).toMatchObject({
      last_name: 'Прежнев',
      birthday: '1951-02-03',
      registration_address: was.registrationAddress,
      phones: was.phoneNumberList,
    });
    // The privilege and the passport come back by their own papers.
    expect(Object.keys(values)).not.toContain('privilege_id');
    await expect(formerOf(line.id, w.foreignMo)).rejects.toMatchObject({ status: 404 });
  });
});

it('a line about something without fields, or about nothing, gives nothing back', async () => {
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  for (const object of [{ type: 'reregistration', id: 7 } as const, undefined]) {
    await act(workCtx(t.deps, { name: 'Правщик' }), 'reregistration.take', ({ log }) =>
      log({ place, text: 'Изменено', before: { number: '5', last_name: 'Прежнев' }, ...(object ? { object } : {}) }),
    );
    const { id } = await t.deps.db
      .selectFrom('action_log')
      .orderBy('id', 'desc')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(await formerOf(Number(id))).toEqual([]);
  }
});

describe('a destroyed key', () => {
  it('leaves nothing to read of this person, and all of the others', async () => {
    const [gone, kept] = [await changedPerson(), await changedPerson()];
    await t.deps.db
      .transaction()
      .execute((tx) =>
        destroyPersonKey(tx as unknown as WriteDb, { kind: 'profile', id: gone.id }, '2026-11-20T09:00:00Z'),
      );
    const [line] = (await linesOf(gone.id)).filter((row) => row.verb === 'profile.update');
    expect(new Set(line!.changes.flatMap((change) => [change.before, change.after]))).toEqual(
      new Set(['данные уничтожены']),
    );
    expect((await formerOf(line!.id)).every((one) => one.isGone && one.value === null)).toBe(true);
    expect(wordsOf((await linesOf(kept.id)).find((row) => row.verb === 'profile.update')!).Фамилия).toEqual([
      'Прежнев',
      'Новиков',
    ]);
  });

  it('nothing of it can be given back, and the card says so', async () => {
    const { id, line, version } = await changedPerson();
    await t.deps.db
      .transaction()
      .execute((tx) => destroyPersonKey(tx as unknown as WriteDb, { kind: 'profile', id }, '2026-11-20T09:00:00Z'));
    const former = (await chief.call(c.profileFormer, { params: { id, line: line.id } })).body as c.ReturnReply;
    expect(former.data.find((one) => one.column === 'email')).toEqual({
      column: 'email',
      label: 'E-mail',
      former: 'данные уничтожены',
      now: 'n***@example.ru',
      may: false,
    });
    const body = { line: line.id, columns: ['email'], version };
    const back = await chief.call(c.profileReturn, { params: { id }, body });
    expect([back.status, back.body.errors]).toEqual([422, { columns: 'Эта запись не может вернуть такое поле' }]);
  });

  it('is not made anew: what is changed later is not kept either', async () => {
    const { id, version } = await changedPerson();
    const owner = { kind: 'profile', id } as const;
    const destroy = () =>
      t.deps.db
        .transaction()
        .execute((tx) => destroyPersonKey(tx as unknown as WriteDb, owner, '2026-11-20T09:00:00Z'));
    await destroy();
    await destroy();
    const body = { ...personBody(), lastName: 'Позднев', version };
    expect((await chief.call(profiles.update, { params: { id }, body: body as never })).status).toBe(200);
    const { rows } = await sql<{ raw: string }>`
      select before::text || after::text as raw from action_log where object_type = 'profile' and object_id = ${id} and verb = 'profile.update'
      order by id desc limit 1`.execute(t.deps.db);
    expect(rows[0]!.raw).toContain('"$sealed": null');
    expect(rows[0]!.raw).not.toContain('Позднев');
  });
});

it('beside the personal values of a line others stay as they are, whatever their shape', async () => {
  const { id } = await newPerson(chief, w.po, was);
  const ctx = workCtx(t.deps, { ...nobody, mo: w.mo, capabilities: [1] });
  const told = { email: was.email, columns: { a: [1, null] }, of: null, lines: [{ email: 'b@example.ru' }] };
  await act(ctx, 'profile.update', ({ log }) =>
    log({ object: { type: 'profile', id }, text: 'проба', before: ['список', { email: 1 }], after: told }),
  );
  const { rows } = await sql<{ before: unknown; after: unknown }>`select before, after from action_log
    where object_type = 'profile' and object_id = ${id} order by id desc limit 1`.execute(t.deps.db);
  expect(JSON.stringify(rows[0])).not.toContain(was.email);
  const owner = { kind: 'profile', id } as const;
  const [line] = await openSides(t.deps.db, t.deps.secrets, [{ owner, ...rows[0]! }]);
  expect(line).toEqual({ owner, before: ['список', { email: 1 }], after: told });
});

it('a sealed value moved to another person does not open', async () => {
  const [one, other] = [await changedPerson(), await changedPerson()];
  const { rows } = await sql<{ before: unknown }>`select before from action_log where id = ${one.line.id}`.execute(
    t.deps.db,
  );
  const moved = { owner: { kind: 'profile', id: other.id } as const, before: rows[0]!.before, after: null };
  await expect(openSides(t.deps.db, t.deps.secrets, [moved])).rejects.toThrow();
});

describe('an earlier value is given back as a new change', () => {
  const shown = async (who: Caller, id: number, line: number) => who.call(c.profileFormer, { params: { id, line } });
  const back = async (who: Caller, id: number, body: { line: number; columns: string[]; version: number }) =>
    who.call(c.profileReturn, { params: { id }, body });

  it('one field of a person, the others and the passport as they are', async () => {
    const { id, line, version } = await changedPerson();
    const before = await t.deps.db.selectFrom('profile').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    const reply = (await shown(chief, id, line.id)).body as c.ReturnReply;
    expect(reply.version).toBe(version);
    expect(reply.data.find((one) => one.column === 'email')).toEqual({
      column: 'email',
      label: 'E-mail',
      former: 'p***@example.ru',
      now: 'n***@example.ru',
      may: true,
    });
    const done = await back(chief, id, { line: line.id, columns: ['email', 'phones'], version });
    expect(done.status, done.text).toBe(200);
    const after = await t.deps.db.selectFrom('profile').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    const changed = Object.keys(after).filter(
      (key) => key !== 'updated_at' && JSON.stringify(after[key as 'id']) !== JSON.stringify(before[key as 'id']),
    );
    expect([after.email, after.phones]).toEqual([was.email, was.phoneNumberList]);
    expect(changed.sort()).toEqual(['email', 'phones', 'phones_key', 'version']);
    const newest = (await linesOf(id))[0]!;
    expect(newest).toMatchObject({ verb: 'profile.update', text: 'Возвращены прежние: телефоны, E-mail' });
    expect(wordsOf(newest)['E-mail']).toEqual(['n***@example.ru', 'p***@example.ru']);
    // Given back already: there is nothing more to give.
    const again = (await shown(chief, id, line.id)).body as c.ReturnReply;
    expect(again.data.find((one) => one.column === 'email')!.may).toBe(false);
  });

  it('not over somebody else’s later save, not another field, not to strangers', async () => {
    const { id, line, version } = await changedPerson();
    expect((await back(chief, id, { line: line.id, columns: ['email'], version: version - 1 })).status).toBe(409);
    expect((await back(chief, id, { line: line.id, columns: ['pass_masked'], version })).status).toBe(422);
    const other = await changedPerson();
    expect((await back(chief, id, { line: other.line.id, columns: ['email'], version })).status).toBe(404);
    const clerk = await as(t, { mo: w.mo, capabilities: [2] });
    expect((await back(clerk, id, { line: line.id, columns: ['email'], version })).status).toBe(403);
    const stranger = await as(t, { mo: w.siblingMo });
    expect((await back(stranger, id, { line: line.id, columns: ['email'], version })).status).toBe(404);
    expect((await shown(stranger, id, line.id)).status).toBe(404);
  });

  it('a garage: its size and type; a number that is taken meanwhile is refused', async () => {
    const garage = await newGarage(chief, w.po, {
      section: 'Я',
      number: '701',
      sizeX: 5,
      sizeY: 3,
      type: { value: 1 },
    });
    const card = (await chief.call(garages.one, { params: { id: garage.id } })).body;
    const body = { section: 'Я', number: '702', sizeX: 6.5, sizeY: 3, type: { value: 2 }, version: card.version };
    const saved = await chief.call(garages.update, { params: { id: garage.id }, body: body as never });
    expect(saved.status, saved.text).toBe(200);
    const query = { filter: { tab: 'garage', object: `garage:${garage.id}` }, sort: '["at","DESC"]', range: '[0,9]' };
    const [line] = (await chief.call(c.actionLog.list, { query })).body as c.ActionRow[];
    const give = (columns: string[], version: number) =>
      chief.call(c.garageReturn, { params: { id: garage.id }, body: { line: line!.id, columns, version } });
    const given = await give(['size_x', 'type_id'], saved.body.version);
    expect(given.status, given.text).toBe(200);
    const now = (await chief.call(garages.one, { params: { id: garage.id } })).body;
    expect(now).toMatchObject({ number: '702', sizeX: 5, sizeY: 3, type: { value: 1 } });
    await newGarage(chief, w.po, { section: 'Я', number: '701' });
    expect((await give(['number'], given.body.version)).status).toBe(422);
    // A side that was not known is not known again, and is no nought.
    const high = { section: 'Я', number: '702', sizeX: 5, sizeY: 3, sizeZ: 2.5, type: { value: 1 } };
    const version = given.body.version;
    const raised = await chief.call(garages.update, {
      params: { id: garage.id },
      body: { ...high, version } as never,
    });
    expect([raised.status, raised.body.sizeZ], raised.text).toEqual([200, 2.5]);
    const [raising] = (await chief.call(c.actionLog.list, { query })).body as c.ActionRow[];
    const lowered = await chief.call(c.garageReturn, {
      params: { id: garage.id },
      body: { line: raising!.id, columns: ['size_z'], version: raised.body.version },
    });
    expect(lowered.status, lowered.text).toBe(200);
    expect((await chief.call(garages.one, { params: { id: garage.id } })).body.sizeZ).toBeNull();
  });
});
