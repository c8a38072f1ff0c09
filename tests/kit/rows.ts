// Shorthands that make garages and people through the API, as an official would.
import { garages, type GarageCard } from '../../contract/garages.ts';
import { profiles, type ProfileCard } from '../../contract/profiles.ts';
import type { Caller } from './app.ts';

/** Of everybody and everything made in this process; garages begin above the numbers that tests name themselves. */
let made = 1000;
/** The next one is the first again, in a database of its own. */
export const countRowsAnew = (): void => {
  made = 1000;
};

/** Body of a person of whom all is known that an application for a garage names; every call is somebody else. */
export const personBody = (more: object = {}) => {
  made += 1;
  return {
    lastName: `Гаражов${letters(made)}`,
    firstName: 'Иван',
    fatherName: 'Петрович',
    birthday: '1960-05-17',
    isVOAMember: false,
    phoneNumberList: [`+7900${String(made).padStart(7, '0')}`],
    passSeria: '4001',
    passNum: String(made).padStart(6, '0'),
    registrationAddress: 'г. Санкт-Петербург, ул. Гаражная, д. 1',
    ...more,
  };
};

export async function newPerson(mo: Caller, po: number, more: object = {}): Promise<ProfileCard> {
  const { status, body } = await mo.call(profiles.create, { body: { ...personBody(more), po } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

export const garageBody = (po: number, more: object = {}) => ({
  po: { value: po },
  section: 'А',
  number: String((made += 1)),
  ...more,
});

export async function newGarage(mo: Caller, po: number, more: object = {}): Promise<GarageCard> {
  const { status, body } = await mo.call(garages.create, { body: garageBody(po, more) });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/**
 * Names differ by letters: digits in a surname would be found by phone searches. All are of one length, so that people sort as they
 * were made whatever files of tests ran before.
 */
const letters = (n: number) => [...String(n).padStart(5, '0')].map((digit) => 'абвгдежзик'[Number(digit)]).join('');
