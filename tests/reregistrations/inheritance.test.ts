// An inheritance by the domain's text: the dead is marked by his certificate and leaves, heirs come one by one, an annulment gives all back.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profiles, type ProfileCard } from '../../contract/profiles.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { details, form, garageNow, inWork, move, ownedGarage } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const personNow = async (id: number): Promise<ProfileCard> => (await mo.call(profiles.one, { params: { id } })).body;
const standing = ({ isVOAMember, statusVoa, voa_history }: ProfileCard) => ({
  isVOAMember,
  status: statusVoa.id,
  /** As they were entered. */
  history: voa_history
    .toSorted((one, other) => one.id - other.id)
    .map(({ status_id, on_date, ground }) => ({ status_id, on_date, ground })),
});
const heir = async (share: string | null = null) => ({
  profileId: (await newPerson(mo, w.po)).id,
  share,
  isPrimary: share === null,
});
const refusal = async (garage: number, more: object): Promise<Record<string, string>> =>
  (await mo.call(reregistrations.create, { body: { ...form(garage, 3, more), apply: true } as never })).body.errors;
async function complete(garage: number, more: object) {
  const card = await inWork(mo, form(garage, 3, more));
  const done = await move(mo, card, 'complete', { expected: card.preview.expected });
  expect(done.status, done.text).toBe(200);
  return { card, done: done.body };
}
/** A garage whose only owner is a member of ВОА since 2001. */
async function garageOfMember() {
  const garage = await ownedGarage(mo, w.po);
  const id = garage.owners[0]!.profile_id;
  const { version, lastName } = await personNow(id);
  const member = { lastName, firstName: 'Иван', fatherName: 'Петрович', birthday: '1960-05-17', isVOAMember: true };
  const saved = await mo.call(profiles.update, {
    params: { id },
    body: {
      ...member,
      voaEntryDate: '2001-05-01',
      statusVoa: { id: 3 },
      statusVoaDate: '2001-05-01',
      statusVoaGround: 'заявление',
      version,
    } as never,
  });
  expect(saved.status, saved.text).toBe(200);
  return { garage, dead: id };
}

it('who was marked as dead anew by hand stays so after the annulment: the mark of the case is gone already', async () => {
  const { garage, dead } = await garageOfMember();
  const { done } = await complete(garage.id, { newOwner: [await heir()] });
  const own = (of: string) => t.deps.db.selectFrom('profile_voa_status').where('profile_id', '=', dead).where('ground', 'like', of); // prettier-ignore
  const { id } = await own('Свидетельство о смерти%').select('id').executeTakeFirstOrThrow();
  await t.deps.db.deleteFrom('profile_voa_status').where('id', '=', id).execute();
  const byHand = { profile_id: dead, status_id: 8, on_date: '2026-02-28', ground: 'справка ЗАГС' };
  await t.deps.db
    .insertInto('profile_voa_status')
    .values({ ...byHand, created_by: mo.userId, created_at: '2026-11-20T09:00:00Z' })
    .execute();
  const now = (await mo.call(reregistrations.one, { params: { id: done.id } })).body;
  const undone = await move(mo, now, 'annul', { comment: 'Ошиблись' });
  expect(undone.status, undone.text).toBe(200);
  expect(standing(await personNow(dead))).toMatchObject({ isVOAMember: false, status: 8 });
});

it('marks the dead by the day and the certificate, says so before, and an annulment gives the member back', async () => {
  const { garage, dead } = await garageOfMember();
  const before = standing(await personNow(dead));
  const { card, done } = await complete(garage.id, { newOwner: [await heir()] });
  const name = (await personNow(dead)).full_name;
  expect(card.preview.lines.find(({ key }) => key === 'dead')?.text).toBe(`${name} будет отмечен умершим 01.03.2026`);
  expect(standing(await personNow(dead))).toEqual({
    isVOAMember: false,
    status: 8,
    history: [...before.history, { status_id: 8, on_date: '2026-03-01', ground: 'Свидетельство о смерти № II-АК 2' }],
  });
  const corrected = await mo.call(steps.correctReregistration, {
    params: { id: done.id },
    body: {
      version: done.version,
      details: { ...details, deathDate: '2026-03-02', deathCertificate: 'II-АК 3' },
    } as never,
  });
  expect(corrected.status, corrected.text).toBe(200);
  expect(standing(await personNow(dead)).history.at(-1)).toEqual({
    status_id: 8,
    on_date: '2026-03-02',
    ground: 'Свидетельство о смерти № II-АК 3',
  });
  const wrong = async (said: object) =>
    (
      await mo.call(steps.correctReregistration, {
        params: { id: done.id },
        body: { version: corrected.body.version, details: said } as never,
      })
    ).body.errors;
  // The change was on the 20th, the certificate of the heirs is of the 1st of October.
  expect(await wrong({ deathDate: '2026-10-02' })).toEqual({
    'details.inheritanceDate': 'Свидетельство о праве на наследство выдают после дня смерти',
  });
  await t.deps.db.updateTable('reregistration').set({ on_date: '2026-09-01' }).where('id', '=', done.id).execute();
  expect(await wrong({ deathDate: '2026-09-02' })).toEqual({
    'details.deathDate': 'Дата перехода не может быть раньше дня смерти, 02.09.2026',
  });
  await t.deps.db.updateTable('reregistration').set({ on_date: '2026-11-20' }).where('id', '=', done.id).execute();
  const back = await move(mo, corrected.body, 'annul', { comment: 'Нашлось завещание', payments: [] });
  expect(back.status, back.text).toBe(200);
  expect(standing(await personNow(dead))).toEqual(before);
});

it('leaves a status alone that was set by hand: before the case, or since', async () => {
  const { garage, dead } = await garageOfMember();
  const { done } = await complete(garage.id, { newOwner: [await heir()] });
  // By hand: he was excluded, not dead.
  await t.deps.db.updateTable('profile').set({ voa_status_id: 6 }).where('id', '=', dead).execute();
  const back = await move(mo, done, 'annul', { comment: 'Ошибка', payments: [] });
  expect(back.status, back.text).toBe(200);
  expect((await personNow(dead)).statusVoa.id).toBe(6);

  const other = await garageOfMember();
  await t.deps.db
    .updateTable('profile')
    .set({ voa_status_id: 8, is_voa_member: false })
    .where('id', '=', other.dead)
    .execute();
  const known = standing(await personNow(other.dead));
  const { card } = await complete(other.garage.id, { newOwner: [await heir()] });
  expect(card.preview.lines.some(({ key }) => key === 'dead')).toBe(false);
  expect(standing(await personNow(other.dead))).toEqual(known);
});

it('heirs come one by one: the rest stays in the estate until nothing is left of it', async () => {
  const garage = await ownedGarage(mo, w.po);
  const start = async () =>
    (await mo.call(steps.reregistrationStart, { params: { id: garage.id } })).body.owners as {
      id: number;
      full_name: string;
      share: string | null;
      dead: { id: number } | null;
      estate: { id: number } | null;
    }[];
  const [owner] = await start();
  const dead = garage.owners[0]!.profile_id;
  expect(owner).toMatchObject({ dead: { id: dead }, estate: null });
  const estate = { kind: 'estate', lastName: 'Наследство Гаражова', estateOf: dead, isVOAMember: false };
  const first = await heir('1/4');
  expect(await refusal(garage.id, { newOwner: [first] })).toEqual({
    newOwner: 'Сумма долей должна быть равна 1',
  });
  await complete(garage.id, { newOwner: [first, { person: estate, share: '3/4', isPrimary: false }] });
  const sharesNow = async () =>
    Object.fromEntries((await garageNow(mo, garage.id)).owners.map((one) => [one.full_name.split(' ')[0], one.share]));
  const surname = async (id: number) => (await personNow(id)).lastName;
  expect(await sharesNow()).toEqual({ [await surname(first.profileId)]: '1/4', Наследство: '3/4' });

  // The second takes a half: the estate leaves with three quarters and stays with one.
  const left = (await start()).find(({ estate: one }) => one)!;
  expect(left.dead?.id).toBe(dead);
  const second = await heir('1/2');
  const again = { person: { ...estate, lastName: 'Ещё одно' }, share: '1/4', isPrimary: false };
  expect(await refusal(garage.id, { leaving: [left.id], newOwner: [second, again] })).toEqual({
    'newOwner.1.person.estateOf': 'Уже есть в базе: Наследство Гаражова. Выберите её из списка',
  });
  const kept = { profileId: left.estate!.id, share: '1/4', isPrimary: false };
  await complete(garage.id, {
    leaving: [left.id],
    newOwner: [second, kept],
    details: { ...details, inheritanceCertificate: '77 АА 2' },
  });
  expect(await sharesNow()).toEqual({
    [await surname(first.profileId)]: '1/4',
    [await surname(second.profileId)]: '1/2',
    Наследство: '1/4',
  });
  // The last one ends the estate.
  const last = (await start()).find(({ full_name }) => full_name.startsWith('Наследство'))!;
  const third = await heir('1/4');
  await complete(garage.id, {
    leaving: [last.id],
    newOwner: [third],
    details: { ...details, inheritanceCertificate: '77 АА 3' },
  });
  expect(Object.values(await sharesNow()).toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    '1/2',
    '1/4',
    '1/4',
  ]);
  expect((await start()).some(({ full_name }) => full_name.startsWith('Наследство'))).toBe(false);
});

it('the only owner is an estate: one heir comes, the rest stays with it', async () => {
  const garage = await ownedGarage(mo, w.po);
  const dead = garage.owners[0]!.profile_id;
  const estate = { kind: 'estate', lastName: 'Наследство одно', estateOf: dead, isVOAMember: false };
  const card = await inWork(mo, form(garage.id, 5, { newOwner: [{ person: estate, share: null, isPrimary: true }] }));
  expect((await move(mo, card, 'complete', { expected: card.preview.expected })).status).toBe(200);
  const id = (await garageNow(mo, garage.id)).owners[0]!.profile_id;
  const alone = await refusal(garage.id, { newOwner: [{ profileId: id, share: null, isPrimary: true }] });
  expect(alone.newOwner).toContain('уже владеет этим гаражом');
  const rest = { profileId: id, share: '1/2', isPrimary: false };
  await complete(garage.id, { newOwner: [await heir('1/2'), rest] });
  expect((await garageNow(mo, garage.id)).owners.filter(({ ended_on }) => !ended_on).map(({ share }) => share)).toEqual(
    ['1/2', '1/2'],
  );
});

it('is refused after two at once, after an organisation, before the death, for the dead himself and another one’s estate', async () => {
  const two = await ownedGarage(mo, w.po, 2);
  const newOwner = [await heir()];
  expect((await refusal(two.id, { newOwner })).leaving).toBe(
    'Наследуют после одного человека: отметьте, чья доля переходит',
  );
  const [one, other] = two.owners;
  expect(await refusal(two.id, { newOwner, leaving: [one!.id], date: '2026-02-28' })).toMatchObject({
    date: 'Дата перехода не может быть раньше дня смерти, 01.03.2026',
  });
  expect(
    await refusal(two.id, { newOwner, leaving: [one!.id], details: { ...details, inheritanceDate: '2026-02-28' } }),
  ).toMatchObject({ 'details.inheritanceDate': 'Свидетельство о праве на наследство выдают после дня смерти' });
  // The day of death itself is the first possible one.
  expect(
    (
      await mo.call(reregistrations.create, {
        body: { ...form(two.id, 3, { newOwner, leaving: [one!.id], date: '2026-03-01' }), apply: true } as never,
      })
    ).status,
  ).toBe(200);
  const next = await ownedGarage(mo, w.po, 2);
  const himself = { profileId: next.owners[0]!.profile_id, share: '1/2', isPrimary: false };
  expect((await refusal(next.id, { newOwner: [himself], leaving: [next.owners[0]!.id] })).newOwner).toContain(
    'наследуют после этого человека',
  );
  const estate = { kind: 'estate', lastName: 'Наследство чужого', estateOf: other!.profile_id, isVOAMember: false };
  expect(
    (
      await refusal(next.id, {
        newOwner: [await heir('1/4'), { person: estate, share: '1/4', isPrimary: false }],
        leaving: [next.owners[0]!.id],
      })
    ).newOwner,
  ).toBe('Наследство чужого: это наследство другого человека');
  const firm = { person: { kind: 'organisation', lastName: 'ООО «Гараж»', inn: '7707083893', isVOAMember: false } };
  const sold = await ownedGarage(mo, w.po);
  const card = await inWork(mo, form(sold.id, 1, { newOwner: [firm] }));
  expect((await move(mo, card, 'complete', { expected: card.preview.expected })).status).toBe(200);
  expect((await refusal(sold.id, { newOwner })).leaving).toBe(
    'После организации не наследуют: выберите другое основание',
  );
});

it('an application names who comes in full; a child needs neither passport nor phone', async () => {
  const garage = await ownedGarage(mo, w.po);
  const bare = { lastName: 'Неполный', firstName: 'Пётр', isVOAMember: false };
  expect((await refusal(garage.id, { newOwner: [{ person: bare }] })).newOwner).toBe(
    'Неполный Пётр: нет данных (дата рождения, паспорт, адрес регистрации, телефон). Впишите их здесь или в карточке человека',
  );
  const child = { ...bare, lastName: 'Малой', birthday: '2015-01-01', registrationAddress: 'ул. Гаражная, д. 3' };
  expect(await refusal(garage.id, { newOwner: [{ person: child }] })).toBeUndefined();
});
