// The search for one person's cards goes by stretches of indexes: it finds what comparing everybody with everybody finds, whatever the slices.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countPeople, meetings, pairsOf, slicesOf } from '../../server/instruments/queries/pairs.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';
import { dice } from './bits.ts';

const PEOPLE = 240;
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

interface Card {
  id: number;
  region_id: number;
  name_key: string | null;
  birthday: string | null;
  pass_hash: Uint8Array | null;
  phones: string[];
  email: string | null;
  registration_address: string | null;
}

/** People of few names, days, phones, mailboxes and passports in two regions. */
async function crowd(): Promise<Card[]> {
  const w = await world(t.deps.db);
  const d = dice(20_261_120);
  const one = <T>(of: readonly T[]) => of[d(of.length)]!;
  const homes = [
    { region_id: w.region, mo_id: w.mo, po_id: w.po },
    { region_id: w.foreignRegion, mo_id: w.foreignMo, po_id: w.foreignPo },
  ];
  const rows = Array.from({ length: PEOPLE }, () => ({
    ...one(homes),
    last_name: one(['Щекотихин', 'Щекoтихин', 'Щикотихин', 'Ёлкин', 'Ли']),
    first_name: one(['Павел', 'Пётр']),
    father_name: one(['Андреевич', 'Ильич']),
    birthday: one([null, '1961-11-03', '1961-11-04', '1975-02-01', '1980-03-03', '1990-12-30']),
    phones: one([
      [],
      ['+79000000001'],
      ['+79000000002', '+79000000003'],
      ['+79000000003'],
      [`+7901${1_000_000 + d(99)}`],
    ]),
    email: one([null, 'A@example.ru', 'a@example.ru']),
    registration_address: one([null, 'ул. Примерная, д. 1', 'УЛ ПРИМЕРНАЯ Д 1', 'ул. Иная, д. 2']),
    pass_hash: d(4) ? null : Buffer.from(`passport ${d(9)}`),
    is_anonymised: d(20) === 0,
  }));
  const all = await t.deps.db.insertInto('profile').values(rows).returning('id').execute();
  await t.deps.db.updateTable('profile').set({ merged_into: all[0]!.id }).where('id', '=', all[7]!.id).execute();
  return t.deps.db
    .selectFrom('profile')
    .where('merged_into', 'is', null)
    .where('is_anonymised', '=', false)
    .orderBy('id')
    .select(['id', 'region_id', 'name_key', 'birthday', 'pass_hash', 'phones', 'email', 'registration_address'])
    .execute();
}

const spelled = (text: string | null) => text?.toLowerCase().replace(/[^а-яa-z0-9]+/g, ' ') || null;
const isSame = (one: string | null | undefined, other: string | null | undefined) => Boolean(one) && one === other;
const isOther = (one: string | null | undefined, other: string | null | undefined) =>
  Boolean(one && other) && one !== other;

/** The rule of domain §12 told over again, pair by pair. */
function meet(a: Card, b: Card, atPhone: (region: number, phone: string) => number): boolean {
  const pass = [a.pass_hash, b.pass_hash].map((hash) => hash && Buffer.from(hash).toString('hex'));
  if (a.region_id !== b.region_id || isOther(a.birthday, b.birthday) || isOther(pass[0], pass[1])) return false;
  const [first, ...rest] = a.name_key!.split(' ');
  const [itsFirst, ...itsRest] = b.name_key!.split(' ');
  const isNear = a.name_key !== b.name_key && (first === itsFirst || rest.join(' ') === itsRest.join(' '));
  const shared = a.phones.filter((phone) => b.phones.includes(phone));
  const contact =
    isSame(a.birthday, b.birthday) ||
    shared.length > 0 ||
    isSame(a.email?.toLowerCase(), b.email?.toLowerCase()) ||
    isSame(spelled(a.registration_address), spelled(b.registration_address));
  return (
    isSame(pass[0], pass[1]) ||
    (a.name_key === b.name_key && a.name_key!.length > 3 && contact) ||
    (isNear && (isSame(a.birthday, b.birthday) || shared.some((phone) => atPhone(a.region_id, phone) <= 20)))
  );
}

it('finds exactly the pairs that comparing all with all does, in slices of any size', async () => {
  const cards = await crowd();
  const atPhone = (region: number, phone: string) =>
    cards.filter((card) => card.region_id === region && card.phones.includes(phone)).length;
  const wanted = cards.flatMap((a, nth) =>
    cards.slice(nth + 1).flatMap((b) => (meet(a, b, atPhone) ? [`${a.id} ${b.id}`] : [])),
  );
  expect(wanted.length).toBeGreaterThan(100);
  const people = await countPeople(t.deps.db);
  expect(people).toBe(cards.length);
  for (const size of [1, 7, 100, undefined]) {
    const found = new Set<string>();
    let slices = 0;
    for (const meeting of meetings)
      for await (const slice of slicesOf(t.deps.db, meeting, people, size)) {
        slices += 1;
        for (const { one_id, other_id } of await pairsOf(t.deps.db, slice)) found.add(`${one_id} ${other_id}`);
      }
    expect([...found].sort(), `slices of ${size ?? 'the usual size'}: ${slices}`).toEqual([...wanted].sort());
  }
  // A pair that a person has told apart is gone; what else its two cards meet stays.
  const often = wanted.find((pair) => wanted.filter((one) => one.startsWith(`${pair.split(' ')[0]} `)).length > 2)!;
  const [one_id, other_id] = often.split(' ').map(Number) as [number, number];
  await t.deps.db
    .insertInto('merge_different')
    .values({ one_id, other_id, decided_at: '2026-11-20T09:00:00Z' })
    .execute();
  const left = new Set<string>();
  for (const meeting of meetings)
    for await (const slice of slicesOf(t.deps.db, meeting, people))
      for (const pair of await pairsOf(t.deps.db, slice)) left.add(`${pair.one_id} ${pair.other_id}`);
  expect([...left].sort()).toEqual(wanted.filter((pair) => pair !== often).toSorted());
});
