// Whose fee a change of owners is: the main one of the side that is named, and who pays where that side is empty.
import { describe, expect, it } from 'vitest';
import type { NewOwner, OwnerFacts } from '../../server/reregistrations/rules/facts.ts';
import { feePayerOf, payerWords, sideWords } from '../../server/reregistrations/rules/feePayer.ts';

const owner = (id: number, is_primary = false) =>
  ({ id, profile_id: id * 10, full_name: `Владелец ${id}`, is_primary }) as OwnerFacts;
const comer = (id: number, is_primary = false) =>
  ({ profile_id: id, full_name: `Новый ${id}`, is_primary }) as NewOwner;
const [one, two] = [owner(1, true), owner(2)];

/** «сторона кто», then the words. */
const told = (named: 'old' | 'new', sides: Partial<Parameters<typeof feePayerOf>[0]>) => {
  const full = { reason: 1, owners: [one, two], leaving: [], shares: {}, newOwners: [], ...sides };
  const payer = feePayerOf(full, named);
  return [payer && `${sideWords(payer)} ${payer.person.full_name}`, payerWords(payer, named)];
};
const SALE = 1;
const ADDED = 9;
const EXCLUDED = 10;
const REFUSED = 7;
const RENAMED = 12;
const MISTAKE = 13;

describe('the new owner pays', () => {
  it('the main one of several, or the first', () => {
    expect(told('new', { reason: SALE, newOwners: [comer(5), comer(6, true)] })).toEqual([
      'новый Новый 6',
      'Новый 6: платит новый владелец, он получает квитанции',
    ]);
    expect(told('new', { reason: SALE, newOwners: [comer(5), comer(6)] })[1]).toBe(
      'Новый 5: платит новый владелец, он указан первым',
    );
    expect(told('new', { reason: ADDED, newOwners: [comer(5)] })).toEqual([
      'новый Новый 5',
      'Новый 5: платит новый владелец',
    ]);
  });
  it('till he is entered nobody pays in his place', () => {
    const nobody = [null, 'По настройке тарифов платит новый владелец'];
    expect(told('new', { reason: SALE, leaving: [2] })).toEqual(nobody);
    expect(told('new', { reason: ADDED })).toEqual(nobody);
  });
  it('where nobody comes, who stays; where nobody stays, who leaves', () => {
    expect(told('new', { reason: EXCLUDED, leaving: [1] })).toEqual([
      'остающийся Владелец 2',
      'Владелец 2: нового владельца нет, платит остающийся',
    ]);
    expect(told('new', { reason: REFUSED })).toEqual([
      'прежний Владелец 1',
      'Владелец 1: нового владельца нет, платит прежний, он получает квитанции',
    ]);
    expect(told('new', { reason: RENAMED, owners: [one] })[0]).toBe('остающийся Владелец 1');
    expect(told('new', { reason: MISTAKE, shares: { 1: '1/4', 2: '3/4' } })[0]).toBe('остающийся Владелец 1');
  });
});

describe('the old owner pays', () => {
  it('of several the one who leaves, be the main one another', () => {
    expect(told('old', { reason: SALE, leaving: [2], newOwners: [comer(5)] })).toEqual([
      'прежний Владелец 2',
      'Владелец 2: по этому основанию платит прежний владелец',
    ]);
  });
  it('where nobody leaves, who stays', () => {
    expect(told('old', { reason: ADDED, newOwners: [comer(5)] })).toEqual([
      'остающийся Владелец 1',
      'Владелец 1: по этому основанию платит прежний владелец, он получает квитанции',
    ]);
  });
  it('where the garage had no owner, the new one', () => {
    expect(told('old', { reason: 8, owners: [], newOwners: [comer(5)] })).toEqual([
      'новый Новый 5',
      'Новый 5: прежнего владельца нет, платит новый',
    ]);
    expect(told('old', { reason: 8, owners: [] })[0]).toBeNull();
  });
});
