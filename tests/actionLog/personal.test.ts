// Personal values in the action log: sealed at rest, masked on the page, whole for a return, gone with the key.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/actionLog.ts';
import { profiles } from '../../contract/profiles.ts';
import { readFormerValues } from '../../server/actionLog/returning.ts';
import type { WriteDb } from '../../server/kernel/ctx.ts';
import { nobody, workCtx } from '../../server/kernel/ctx.ts';
import { destroyPersonKey, openSides } from '../../server/kernel/personKeys.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson, personBody } from '../kit/rows.ts';
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

it('a sealed value moved to another person does not open', async () => {
  const [one, other] = [await changedPerson(), await changedPerson()];
  const { rows } = await sql<{ before: unknown }>`select before from action_log where id = ${one.line.id}`.execute(
    t.deps.db,
  );
  const moved = { owner: { kind: 'profile', id: other.id } as const, before: rows[0]!.before, after: null };
  await expect(openSides(t.deps.db, t.deps.secrets, [moved])).rejects.toThrow();
});
