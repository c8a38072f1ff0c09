// What the destruction of a person does to papers: his own go, those given to others stay, those with the passports of both go too.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPassword } from '../../contract/session.ts';
import { destroyData } from '../../contract/instruments/personal.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { form, move, save } from '../reregistrations/kit.ts';
import { day, ownedGarage, place, print, type Place } from '../documents/kit.ts';

const PASSWORD = 'Garage-2026';
let t: TestApp;
let at: Place;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
});
afterAll(() => t.close());

async function destroy(id: number) {
  const admin = await as(t, { mo: at.w.mo, isSuperuser: 2, role: 'superuser' });
  await t.deps.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', admin.userId)
    .execute();
  await admin.call(checkPassword, { params: { id: admin.userId }, body: { password: PASSWORD } });
  const { status, text } = await admin.call(destroyData, { params: { id }, body: { ground: 'Заявление' } });
  expect(status, text).toBe(200);
  return t.deps.db
    .selectFrom('destruction')
    .where('profile_id', '=', id)
    .select(['counts', 'kept'])
    .executeTakeFirstOrThrow();
}

async function printed(body: object): Promise<number> {
  const made = await print(t, at.po, body as Parameters<typeof print>[2]);
  expect(made.problem).toBe(null);
  return made.id;
}

const standing = async (id: number) => {
  const { file_id, snapshot } = await t.deps.db
    .selectFrom('document')
    .where('id', '=', id)
    .select(['file_id', 'snapshot'])
    .executeTakeFirstOrThrow();
  return file_id !== null && snapshot !== null;
};

it('papers given to a co-owner and to a buyer are theirs; a paper without a file is told of in the act', async () => {
  const { person, garage } = await ownedGarage(at);
  const other = await newPerson(at.mo, at.w.po, { lastName: 'Совладелец' });
  const shared = await newGarage(at.mo, at.w.po, {
    alreadyExistProfile: [{ profileId: person.id }, { profileId: other.id }],
    ownedSince: '2019-08-02',
  });
  const buyer = await newPerson(at.mo, at.w.po, { lastName: 'Покупателев' });
  const sale = await save(at.mo, {
    ...form(garage.id, 1, { newOwner: [{ profileId: buyer.id }] }),
    apply: true,
  } as never);
  const one = { start_date: day, end_date: day };
  const papers = {
    his: await printed({ document_type_id: 1, garage_id: shared.id, profile_id: person.id }),
    others: await printed({ document_type_id: 1, garage_id: shared.id, profile_id: other.id }),
    join: await printed({ document_type_id: 9, reregistration_id: sale.id }),
    contract: await printed({ document_type_id: 12, reregistration_id: sale.id, ...one }),
    unmade: await printed({ document_type_id: 15, profile_id: person.id, number: '15', ...one }),
  };
  await t.deps.db.updateTable('document').set({ file_id: null }).where('id', '=', papers.unmade).execute();
  await t.deps.db.updateTable('ownership').set({ ended_on: day }).where('profile_id', '=', person.id).execute();
  const gone = await move(at.po, sale, 'withdraw', { comment: 'Передумали' });
  expect(gone.status, gone.text).toBe(200);
  const { counts, kept } = await destroy(person.id);
  expect([await standing(papers.others), await standing(papers.join)]).toEqual([true, true]);
  expect([await standing(papers.his), await standing(papers.contract)]).toEqual([false, false]);
  expect(counts).toMatchObject({ 'данные документов, у которых файла не было': 1 });
  expect(kept).toContainEqual({ what: 'документы, выданные другим людям', reason: 'это их документы', count: 2 });
});
