// The score of data, by the weights that are promised: what is missing takes its own away, of nobody nothing is said.
import { expect, it } from 'vitest';
import { qualityOf, type Lacks } from '../../server/statistics/rules/quality.ts';

const nothing: Lacks = {
  phone: 0,
  consent: 0,
  birthday: 0,
  address: 0,
  owner: 0,
  duplicates: 0,
  confirmed: 0,
  people: 0,
  garages: 0,
};
const scored = (lacks: Partial<Lacks>) => qualityOf({ ...nothing, ...lacks });
const gains = (lacks: Partial<Lacks>) => scored(lacks).parts.map(({ part, missing, gain }) => [part, missing, gain]);

it.each([
  // Nobody and nothing: no score, which is not a hundred.
  [{}, null],
  [{ people: 3 }, 100],
  [{ garages: 3 }, 100],
  [{ people: 4, garages: 5 }, 100],
  [{ people: 4, phone: 4 }, 75],
  [{ people: 4, consent: 4 }, 80],
  [{ people: 4, birthday: 4 }, 85],
  [{ people: 4, address: 4 }, 85],
  [{ garages: 4, owner: 4 }, 90],
  [{ people: 4, duplicates: 4 }, 90],
  [{ people: 4, confirmed: 4 }, 95],
  // Owners are those of garages, all else is of people.
  [{ people: 10, garages: 4, owner: 1, phone: 5 }, 85],
  // 100 − 25/3 = 91.66…, to a tenth.
  [{ people: 3, phone: 1 }, 91.7],
  [{ people: 7, garages: 7, phone: 7, consent: 7, birthday: 7, address: 7, owner: 7, duplicates: 7, confirmed: 7 }, 0],
])('%j: %s', (lacks, score) => {
  expect(scored(lacks).score).toBe(score);
});

it('tells how many lack each part and what mending all of it gains', () => {
  expect(gains({ people: 3, garages: 2, phone: 1, owner: 1 })).toEqual([
    ['phone', 1, 8.3],
    ['consent', 0, 0],
    ['birthday', 0, 0],
    ['address', 0, 0],
    ['owner', 1, 5],
    ['duplicates', 0, 0],
    ['confirmed', 0, 0],
  ]);
  // Of nobody nothing can be gained, whatever is counted.
  expect(gains({ phone: 2, owner: 2 }).map(([, , gain]) => gain)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(scored({ people: 3, garages: 2 })).toMatchObject({ people: 3, garages: 2 });
});
