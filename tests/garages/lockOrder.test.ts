// Who writes a garage while its section is renamed: the ПО is held before its garages by all, so nobody waits in a ring.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveGarage, restoreGarage } from '../../contract/garages.ts';
import * as imports from '../../contract/imports.ts';
import * as orgs from '../../contract/orgs.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { testEngine } from '../kit/database.ts';
import { runImport } from '../kit/jobs.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { bring } from '../imports/kit.ts';
import { form, inWork, move, ownedGarage } from '../reregistrations/kit.ts';

let t: TestApp;
let w: World;
let root: Caller;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [root, mo] = await Promise.all([as(t, { region: w.region, isSuperuser: 2, role: 'superuser' }), as(t, { mo: w.mo })]);
});
afterAll(() => t.close());

const penalty = { enabled: false, method: 'none', rate: 0, due_day_month: '31.12', grace_days: 0, cap: 100 } as const;
let made = 500;
async function newPo() {
  made += 1;
  const name = `КАС № ${made}`;
  const { body } = await root.call(orgs.poes.create, {
    body: { name, mo_id: w.mo, penalty, sections: [{ name: 'А' }, { name: 'Б' }] },
  });
  const first = await newGarage(mo, body.id, { section: 'А', number: '1' });
  return { name, id: body.id as number, version: body.version as number, first: first.id };
}
const waiting = async () => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(t.deps.db);
  return rows.length;
};

/** Renames the section while somebody holds its first garage; `write` comes after the renaming has begun. */
async function whileRenaming<T>(po: Awaited<ReturnType<typeof newPo>>, write: () => Promise<T>): Promise<[number, T]> {
  const holding = await t.deps.db.startTransaction().execute();
  await holding.selectFrom('garage').where('id', '=', po.first).select('id').forUpdate().execute();
  const { body: card } = await root.call(orgs.poes.one, { params: { id: po.id } });
  const renaming = root.call(orgs.poes.update, {
    params: { id: po.id },
    body: {
      name: po.name,
      mo_id: w.mo,
      penalty,
      sections: [{ name: 'Верхний', was: 'А' }, { name: 'Б' }],
      version: card.version,
    },
  });
  let writing: Promise<T>;
  try {
    await expect.poll(waiting).toBe(1);
    writing = write();
    // It waits too, or is done already.
    await Promise.race([writing, expect.poll(waiting).toBe(2)]);
  } finally {
    await holding.commit().execute();
  }
  return [(await renaming).status, await writing];
}

describe.skipIf(testEngine !== 'server')('on a server (the embedded engine has one connection)', () => {
  it('a garage goes to the archive', async () => {
    const po = await newPo();
    const { id, version } = await newGarage(mo, po.id, { section: 'А', number: '2' });
    const body = { reason: 'mistake' as const, comment: null, version };
    const [renamed, archived] = await whileRenaming(po, () => mo.call(archiveGarage, { params: { id }, body }));
    expect([renamed, archived.status]).toEqual([200, 409]);
  });

  it('a garage comes back from the archive', async () => {
    const po = await newPo();
    const { id, version } = await newGarage(mo, po.id, { section: 'А', number: '2' });
    const body = { reason: 'mistake' as const, comment: null, version };
    const { body: archived } = await mo.call(archiveGarage, { params: { id }, body });
    const [renamed, restored] = await whileRenaming(po, () =>
      mo.call(restoreGarage, { params: { id }, body: { version: archived.version } }),
    );
    expect([renamed, restored.status]).toEqual([200, 409]);
  });

  it('a registry is loaded', async () => {
    const po = await newPo();
    await newGarage(mo, po.id, { section: 'А', number: '2' });
    const head = ['№ гаража', 'ФИО', 'Долг'];
    const rows = [head, [2, 'Строкин Иван Ильич', 0], [900, 'Строкин Пётр Ильич', 0]];
    const batch = await bring(t, root, po.id, { А: rows });
    const [renamed] = await whileRenaming(po, () => runImport(t.deps, root.userId, batch.id));
    const done = (await root.call(imports.importBatch, { params: { id: batch.id } })).body;
    expect([renamed, done.status, done.failure]).toEqual([200, 'done', null]);
  });

  it('a re-registration is completed: its new owner becomes known at the ПО', async () => {
    const po = await newPo();
    const garage = await ownedGarage(mo, po.id);
    const comes = await newPerson(mo, w.po);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: [{ profileId: comes.id }] }));
    // A row that names the ПО does not wait for the renaming, which finds the garage free of its case afterwards.
    const [renamed, completed] = await whileRenaming(po, () => move(mo, card, 'complete'));
    expect([renamed, completed.status]).toEqual([200, 200]);
  });
});
