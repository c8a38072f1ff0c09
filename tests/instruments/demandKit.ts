// What tests of demands and of destruction share: the place with its officials, a demand taken and answered, its day come.
import * as c from '../../contract/instruments/demands.ts';
import { destroyData } from '../../contract/instruments/personal.ts';
import { checkPassword } from '../../contract/session.ts';
import { doDue } from '../../server/jobs/due.ts';
import { destroyDue } from '../../server/instruments/writing/demands.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';

export const NOW = '2026-11-20T09:00:00.000Z';
const PASSWORD = 'Garage-2026';

/** The place: a superuser who knows his password, the МО, the ПО. */
export async function demandPlace() {
  const t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  const w = await world(t.deps.db);
  const [admin, mo, po] = await Promise.all([
    as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }),
    as(t, { mo: w.mo }),
    as(t, { po: w.po }),
  ]);
  await t.deps.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', admin.userId)
    .execute();
  return { t, w, admin, mo, po };
}

export const demand = (who: Caller, id: number, more: object = {}) =>
  who.call(c.takeDemand, {
    params: { id },
    body: { kind: 'revoked', onDate: '2026-11-20', ground: 'Заявление от 20.11.2026', ...more },
  });
export const standing = (who: Caller, id: number) => who.call(c.demandOf, { params: { id } });
export const ofPerson = ({ deps }: TestApp, id: number) =>
  deps.db.selectFrom('profile').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
/** Work at another moment. */
export async function at(t: TestApp, moment: string, work: (t: TestApp) => Promise<unknown>) {
  t.setNow(moment);
  await work(t);
  t.setNow(NOW);
}
/** What is due is destroyed. */
export const dueRun = ({ deps }: TestApp) => doDue(deps, [destroyDue]);
export async function destroyNow(admin: Caller, id: number) {
  await admin.call(checkPassword, { params: { id: admin.userId }, body: { password: PASSWORD } });
  return admin.call(destroyData, { params: { id }, body: { ground: 'Заявление' } });
}
export const leave = ({ deps }: TestApp, id: number, day = '2026-11-01') =>
  deps.db.updateTable('ownership').set({ ended_on: day }).where('profile_id', '=', id).execute();
