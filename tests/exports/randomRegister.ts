// Random registers of two ПО of an МО: garages of every kind, people with much, little and nothing known of them, one of both ПО,
// some who own nothing, one who left.
import { sql } from 'kysely';
import { ownersChanged } from '../../server/garages/queries.ts';
import { actAlone } from '../kit/act.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { charge } from '../reregistrations/kit.ts';

const PEOPLE = 36;
const GARAGES = 20;

/** Fills both ПО; answers the surname of the person whose tie is over. */
export async function randomRegister(t: TestApp, w: World, seed: number): Promise<{ former: string }> {
  let state = seed;
  // The low digits of such a row come by turns: the high ones are taken.
  const random = (n: number) =>
    Math.floor(((state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648) * n);
  const maybe = <T>(value: T): T | undefined => (random(2) ? value : undefined);
  const chief = await as(t, { mo: w.mo });
  const places = [w.po, w.siblingPo];
  const people: { id: number; po: number }[] = [];
  for (let nth = 0; nth < PEOPLE; nth += 1) {
    const po = places[nth % 2]!;
    people.push({ id: (await newPerson(chief, po, traits(nth, random, maybe))).id, po });
  }
  const both = await newPerson(chief, w.po, { lastName: 'Дваждыев', firstName: 'Пётр', fatherName: 'Ильич' });
  // The last third owns nothing.
  const owning = (po: number) => people.slice(0, (PEOPLE * 2) / 3).filter((one) => one.po === po);
  for (const po of places) {
    const own = owning(po);
    for (let nth = 0; nth < GARAGES; nth += 1) await oneGarage(chief, po, nth, own, random, maybe);
    await newGarage(chief, po, {
      section: 'Я',
      number: '900',
      alreadyExistProfile: [{ profileId: both.id }],
      ownedSince: '2020-01-01',
    });
  }
  return { former: await leaver(t, chief, w.po) };
}

type Maybe = <T>(value: T) => T | undefined;

const traits = (nth: number, random: (n: number) => number, maybe: Maybe) => ({
  birthday: random(5) ? `19${40 + random(50)}-0${1 + random(9)}-1${random(9)}` : null,
  phoneNumberList: Array.from({ length: random(3) }, (_, at) => `+7911${String(nth * 10 + at).padStart(7, '0')}`),
  email: maybe(`person${nth}@example.ru`),
  registrationAddress: maybe(`190000, г. Санкт-Петербург, ул. Примерная, д. ${1 + nth}, кв. ${1 + random(90)}`),
  actualAddress: maybe(`г. Кронштадт, ул. Дальняя, д. ${1 + nth}`),
  ...(random(2) && {
    passSeria: '4012',
    passNum: String(100_000 + nth * 37),
    passText: 'ОВД Невского р-на 01.02.2003',
  }),
  ...(random(3)
    ? { isVOAMember: true, voaEntryDate: `20${10 + random(9)}-05-01`, ticketNumber: String(7000 + nth) }
    : { isVOAMember: false }),
  ...(random(3) === 0 && { consent: { signedAt: `2024-0${1 + random(9)}-15`, docNo: maybe(String(1 + nth)) } }),
});

async function oneGarage(
  chief: Caller,
  po: number,
  nth: number,
  own: readonly { id: number }[],
  random: (n: number) => number,
  maybe: Maybe,
) {
  const [one, other] = [own[nth % own.length]!, own[(nth + 3) % own.length]!];
  const owners = [
    [],
    [{ profileId: one.id }],
    [{ profileId: one.id }],
    [
      { profileId: one.id, share: '2/3', isPrimary: true },
      { profileId: other.id, share: '1/3' },
    ],
  ][nth % 4]!;
  const garage = await newGarage(chief, po, {
    // Every ПО counts its garages from the first: the numbers of one are those of another.
    section: 'АБВ'[nth % 3],
    number: `${nth + 1}${nth % 4 ? '' : 'а'}`,
    type: { value: 1 + random(3) },
    ...(random(2) && { sizeX: 6, sizeY: 3 + random(3) / 4, sizeZ: 2.5 }),
    dateOfConstruction: maybe('1987-06-05'),
    pibNumber: maybe(`ПИБ-${nth}`),
    note: maybe(`Ключ у сторожа, ряд ${nth}`),
    alreadyExistProfile: owners,
    ...(owners.length && { ownedSince: '2020-01-01' }),
  });
  if (owners.length && (nth === 1 || random(2))) await charge(chief, garage.id, 100 + random(500_000));
}

/** Owned here and left years ago: nothing of him is the place's business any more but the name. */
async function leaver(t: TestApp, chief: Caller, po: number): Promise<string> {
  const person = await newPerson(chief, po, { lastName: 'Ушедшев' });
  const garage = await newGarage(chief, po, {
    section: 'Я',
    number: '901',
    alreadyExistProfile: [{ profileId: person.id }],
    ownedSince: '2020-01-01',
  });
  await sql`update ownership set ended_on = '2022-03-04', end_reason = 'продал' where garage_id = ${garage.id}`.execute(
    t.deps.db,
  );
  await actAlone(t, (tx) => ownersChanged(tx, garage.id));
  return 'Ушедшев';
}
