// Children who come by a garage: under 14 another signs for them, from 14 to 18 with a consent; nobody of them enters ВОА.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeOwner } from '../../contract/garages.ts';
import { reregistrations, type Check, type ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { profiles } from '../../contract/profiles.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { bringPapers, form, garageNow, move, ownedGarage, save, tariff } from './kit.ts';

const ENTRANCE = 100_000;
let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  await tariff(t, 'heir', 300_000);
  await tariff(t, 'entrance', ENTRANCE);
});
afterAll(() => t.close());

/** A case of an heir of this birthday, in work without its papers; the day of the change is 20.11.2026. */
async function heir(birthday: string, more: object = {}): Promise<ReregistrationCard> {
  const garage = await ownedGarage(mo, w.po);
  const { id } = await newPerson(mo, w.po, { birthday, ...more });
  const body = form(garage.id, 3, { newOwner: [{ profileId: id }] });
  const applied = await save(mo, { ...body, apply: true } as never);
  return (await move(mo, applied, 'take')).body;
}
const brought = (card: ReregistrationCard) => bringPapers(mo, card);
const minorChecks = (card: ReregistrationCard) =>
  card.preview.checks.filter((check: Check) => check.key.startsWith('minor')).map((check) => [check.state, check.text]);
const kinds = (card: ReregistrationCard) => card.papers.map((paper) => paper.kind);
const rowOf = async (card: ReregistrationCard) =>
  (
    (await mo.call(reregistrations.list, { query: { filter: JSON.stringify({ id: [card.id] }) } as never })).body as {
      missing_paper: string | null;
      turn: string;
    }[]
  )[0]!;

it('under 14: nothing is completed until a parent or a guardian is named and his paper is there', async () => {
  const card = await heir('2012-11-21');
  expect(kinds(card)).toContain('guardian');
  expect(minorChecks(card)).toEqual([
    ['blocks', expect.stringContaining('ещё нет 14 лет. Добавьте в дело законного представителя')],
  ]);
  const brought = await bringPapers(mo, card);
  expect((await move(mo, brought, 'complete')).body.errors.minor).toContain('ещё нет 14 лет');
  const add = (isLegal: boolean) =>
    mo.call(steps.addRepresentative, {
      params: { id: card.id },
      body: { side: 'new', fullName: 'Гаражова Анна', number: 'II-АК 7', issuedOn: '2013-01-10', isLegal },
    });
  // A power of attorney makes nobody a parent.
  expect(minorChecks((await add(false)).body)[0]![0]).toBe('blocks');
  const named: ReregistrationCard = (await add(true)).body;
  expect(named.representatives.at(-1)).toMatchObject({ full_name: 'Гаражова Анна', is_legal: true });
  expect(minorChecks(named)).toEqual([['ok', expect.stringContaining('действует законный представитель')]]);
  const done = await move(mo, named, 'complete');
  expect([done.status, done.body.status], done.text).toEqual([200, 3]);
  // No ВОА before 18: no entrance fee either.
  expect([done.body.entrance_kopecks, done.body.fee_kopecks]).toEqual([0, 300_000]);
  expect((await garageNow(mo, card.garage.id)).balance_kopecks).toBe(-300_000);
});

it('on the day he is 14 he signs himself with a consent; on the day he is 18 he is like everybody', async () => {
  const teen = await heir('2012-11-20');
  expect(minorChecks(teen)).toEqual([['warns', expect.stringContaining('с согласия законного представителя')]]);
  expect(kinds(teen)).toContain('minor_consent');
  const required = teen.papers.filter((paper) => paper.required && paper.kind !== 'minor_consent');
  for (const { kind } of required)
    await mo.call(steps.saveReregistrationPaper, { params: { id: teen.id, kind }, body: { received: true } });
  expect(await rowOf(teen)).toMatchObject({ missing_paper: 'Согласие законного представителя', turn: 'applicant' });
  const now: ReregistrationCard = (await mo.call(reregistrations.one, { params: { id: teen.id } })).body;
  expect(now.turn).toBe('applicant');
  expect(Object.values((await move(mo, now, 'complete')).body.errors)).toEqual([
    'Нет бумаги: Согласие законного представителя',
  ]);
  const all = await mo.call(steps.receiveReregistrationPapers, { params: { id: teen.id } });
  expect(await rowOf(teen)).toMatchObject({ missing_paper: null, turn: 'mo' });
  const done = await move(mo, all.body, 'complete');
  expect([done.status, done.body.entrance_kopecks], done.text).toEqual([200, 0]);

  const grown = await heir('2008-11-20');
  expect([minorChecks(grown), kinds(grown).filter((kind) => kind.startsWith('minor'))]).toEqual([[], []]);
  expect(grown.preview.entrance_kopecks).toBe(ENTRANCE);
});

it('a child who is written down as a member of ВОА is told of', async () => {
  const { id, parties } = await heir('2010-05-01');
  // By hand, as an old register has it: the card refuses it now.
  await t.deps.db
    .updateTable('profile')
    .set({ is_voa_member: true, voa_status_id: 3, voa_entry_date: '2025-01-01' })
    .where('id', '=', parties.find(({ side }) => side === 'new')!.profile_id)
    .execute();
  const card: ReregistrationCard = (await mo.call(reregistrations.one, { params: { id } })).body;
  expect(minorChecks(card)).toContainEqual(['warns', expect.stringContaining('в ВОА принимают с 18 лет')]);
});

it('a parent who is named with a phone has a card, and represents the child once the case is over', async () => {
  const card = await brought(await heir('2015-01-01'));
  const add = (body: object) =>
    mo.call(steps.addRepresentative, {
      params: { id: card.id },
      body: { side: 'new', number: 'II-АК 8', issuedOn: '2015-02-01', isLegal: true, ...body } as never,
    });
  expect((await add({ fullName: 'Гаражова', phone: '+79211112233' })).body.errors).toEqual({
    fullName: 'Напишите фамилию и имя представителя или выберите его из базы',
  });
  expect((await add({ fullName: 'Гаражова Анна', phone: '+7921' })).status).toBe(422);
  expect((await add({})).body.errors).toEqual({ fullName: 'Заполните поле' });
  const child = card.parties.find(({ side }) => side === 'new')!.profile_id;
  expect((await add({ profileId: child })).body.errors).toEqual({ profileId: 'Представителю нет 18 лет' });
  const named: ReregistrationCard = (await add({ fullName: 'Гаражова Анна', phone: '+79211112233' })).body;
  const mother = named.representatives.at(-1)!.profile_id!;
  const of = async (id: number) => (await mo.call(profiles.one, { params: { id } })).body;
  expect(await of(mother)).toMatchObject({
    full_name: 'Гаражова Анна',
    phones_masked: ['+7 *** ***-22-33'],
    represents: [],
  });
  expect((await of(child)).representative).toBeNull();
  expect((await move(mo, named, 'complete')).status).toBe(200);
  expect((await of(child)).representative).toMatchObject({ id: mother });
  expect((await of(mother)).represents).toEqual([{ id: child, name: (await of(child)).full_name }]);
  // A completed case is corrected too: who is named later takes over.
  const aunt = await newPerson(mo, w.po, { birthday: '1980-01-01' });
  await add({ profileId: aunt.id });
  expect((await of(child)).representative).toMatchObject({ id: aunt.id });
});

it('a parent who inherits too and proves to be a child himself represents the other child, never himself', async () => {
  const garage = await ownedGarage(mo, w.po);
  const child = await newPerson(mo, w.po, { birthday: '2015-01-01' });
  const parent = await newPerson(mo, w.po);
  const newOwner = [{ profileId: child.id }, { profileId: parent.id }];
  const applied = await save(mo, { ...form(garage.id, 3, { newOwner }), apply: true } as never);
  const { body: card } = await move(mo, applied, 'take');
  const named = await mo.call(steps.addRepresentative, {
    params: { id: card.id },
    body: { side: 'new', profileId: parent.id, number: 'II-АК 9', issuedOn: '2015-02-01', isLegal: true } as never,
  });
  expect(named.status, named.text).toBe(200);
  await t.deps.db.updateTable('profile').set({ birthday: '2010-01-01' }).where('id', '=', parent.id).execute();
  const now: ReregistrationCard = (await mo.call(reregistrations.one, { params: { id: card.id } })).body;
  const done = await move(mo, await brought(now), 'complete');
  expect(done.status, done.text).toBe(200);
  const representativeOf = async (id: number) => (await mo.call(profiles.one, { params: { id } })).body.representative;
  expect(await representativeOf(child.id)).toMatchObject({ id: parent.id });
  expect(await representativeOf(parent.id)).toBeNull();
});

it('a child who leaves: under 14 his representative signs, from 14 on he consents; of who has died nothing is asked', async () => {
  const sale = async (birthday: string, reason = 1) => {
    const garage = await ownedGarage(mo, w.po);
    const { profile_id } = garage.owners[0]!;
    await t.deps.db.updateTable('profile').set({ birthday }).where('id', '=', profile_id).execute();
    const body = form(garage.id, reason, { newOwner: [{ profileId: (await newPerson(mo, w.po)).id }] });
    const applied = await save(mo, { ...body, apply: true } as never);
    return (await move(mo, applied, 'take')).body as ReregistrationCard;
  };
  const child = await sale('2012-11-21');
  expect(kinds(child)).toContain('guardian_old');
  expect(await rowOf(child)).toMatchObject({ turn: 'applicant' });
  for (const { kind } of child.papers.filter((paper) => paper.required && paper.kind !== 'guardian_old'))
    await mo.call(steps.saveReregistrationPaper, { params: { id: child.id, kind }, body: { received: true } });
  expect(await rowOf(child)).toMatchObject({
    missing_paper: 'Документ законного представителя прежнего владельца',
    turn: 'applicant',
  });
  const ready = await brought(child);
  expect(await rowOf(child)).toMatchObject({ missing_paper: null, turn: 'mo' });
  expect((await move(mo, ready, 'complete')).body.errors.minor_old).toContain('законного представителя прежнего');
  const named = await mo.call(steps.addRepresentative, {
    params: { id: child.id },
    body: { side: 'old', fullName: 'Гаражова Анна', number: 'II-АК 7', issuedOn: '2013-01-10', isLegal: true },
  });
  expect(minorChecks(named.body)).toEqual([['ok', expect.stringContaining('действует законный представитель')]]);
  expect((await move(mo, named.body, 'complete')).status).toBe(200);

  const teen = await sale('2012-11-20');
  expect(kinds(teen)).toContain('minor_consent_old');
  expect(minorChecks(teen)).toEqual([['warns', expect.stringContaining('с согласия законного представителя')]]);
  const left = await sale('2012-11-21', 3);
  expect([minorChecks(left), kinds(left).filter((kind) => kind.endsWith('_old'))]).toEqual([[], []]);
});

it('«Убрать владельца» names who acts for a child: without him he does not leave', async () => {
  const garage = await ownedGarage(mo, w.po, 2);
  const [stays, leaves] = garage.owners;
  await t.deps.db.updateTable('profile').set({ birthday: '2015-01-01' }).where('id', '=', leaves!.profile_id).execute();
  const remove = (guardian?: object) =>
    mo.call(removeOwner, {
      params: { id: garage.id, ownershipId: leaves!.id },
      body: {
        date: '2026-11-20',
        reason: 'продажа доли',
        shares: { [stays!.id]: null },
        check: true,
        guardian,
      } as never,
    });
  const alone = await remove();
  expect([alone.status, alone.body.errors.guardian]).toEqual([422, expect.stringContaining('ещё нет 14 лет')]);
  const paper = { number: 'II-АК 9', issuedOn: '2015-02-10' };
  expect((await remove({ ...paper, fullName: '' })).body.errors).toEqual({ 'guardian.fullName': 'Заполните поле' });
  expect((await remove({ ...paper, fullName: 'Гаражова Анна', issuedOn: '2030-01-01' })).body.errors).toEqual({
    'guardian.issuedOn': 'Дата не может быть позже сегодняшней',
  });
  const done = await remove({ ...paper, fullName: 'Гаражова Анна Петровна' });
  expect(done.status, done.text).toBe(200);
  expect(done.body.owners.map((owner: { id: number }) => owner.id)).toEqual([stays!.id]);
  const { rows } = await sql<{ full_name: string; side: string; is_legal: boolean }>`
    select x.full_name, x.side, x.is_legal from reregistration_representative x join reregistration r on r.id = x.reregistration_id
    where r.garage_id = ${garage.id}`.execute(t.deps.db);
  expect(rows).toEqual([{ full_name: 'Гаражова Анна Петровна', side: 'old', is_legal: true }]);
});

it('of an exchange the parent is named once, beside the garage that the child leaves, and represents him from then on', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
  const child = one.owners[0]!.profile_id;
  await t.deps.db.updateTable('profile').set({ birthday: '2015-01-01' }).where('id', '=', child).execute();
  const applied = await save(mo, { ...form(one.id, 4, { exchangeGarage: other.id }), apply: true } as never);
  const taken: ReregistrationCard = (await move(mo, applied, 'take')).body;
  const add = (more: object) =>
    mo.call(steps.addRepresentative, {
      params: { id: taken.id },
      body: { side: 'old', fullName: 'Гаражова Анна', number: 'II-АК 7', isLegal: true, ...more } as never,
    });
  expect((await add({ issuedOn: '2026-11-21' })).body.errors).toEqual({
    issuedOn: 'Дата не может быть позже сегодняшней',
  });
  const named = await add({ issuedOn: '2015-02-01', phone: '+79211112244' });
  expect(named.status, named.text).toBe(200);
  const read = async (id: number) =>
    (await mo.call(reregistrations.one, { params: { id } })).body as ReregistrationCard;
  await brought(await read(taken.id));
  await brought(await read(taken.pair_id!));
  const done = await move(mo, await read(taken.id), 'complete');
  expect(done.status, done.text).toBe(200);
  const mother = (named.body as ReregistrationCard).representatives.at(-1)!.profile_id;
  const representative = async () => (await mo.call(profiles.one, { params: { id: child } })).body.representative;
  expect(await representative()).toMatchObject({ id: mother });
  // Who is named later takes over, also there.
  const aunt = await newPerson(mo, w.po, { birthday: '1980-01-01' });
  expect((await add({ fullName: undefined, profileId: aunt.id, issuedOn: '2015-02-01' })).status).toBe(200);
  expect(await representative()).toMatchObject({ id: aunt.id });
});
