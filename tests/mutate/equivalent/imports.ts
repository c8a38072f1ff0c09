// Of loads.
import type { Equivalent } from '../changes.ts';

export const imports: Equivalent[] = [
  {
    file: 'server/imports/rules/sheetFates.ts',
    old: 'field && money.includes(field)',
    fresh: '(money.includes(field))',
    why: 'a column without a field is in no list of fields: it is asked about for its type alone',
  },
  {
    file: 'server/imports/queries.ts',
    old: 'at ? numbered(at.map((place) => place.number)) : sql`true`',
    fresh: '(sql`true`)',
    why: 'garages of other numbers are read besides and asked for by nobody: their places are looked up by the key',
  },
  {
    file: 'server/imports/rules/money.ts',
    old: '<',
    fresh: '<=',
    within: "${kopecks < 0 ? 'долг' : 'переплата'}",
    why: 'a nought is shown without a word: it has been told apart on the same line',
  },
  {
    file: 'server/imports/rules/money.ts',
    old: '<',
    fresh: '<=',
    within: '(isMinus ? -way : way) < 0',
    why: 'the way of a column is 1 or -1, never nought',
  },
  {
    file: 'server/imports/rules/owners.ts',
    old: '<',
    fresh: '<=',
    within: 'if (at < 0) return [part];',
    why: 'the search takes no word before the second: the place found is never nought',
  },
  {
    file: 'server/imports/rules/place.ts',
    old: '!fits || sizeX === undefined || sizeY === undefined',
    fresh: '(!fits || sizeX === undefined)',
    why: 'parts are none, two or three: whenever there is a first there is a second, the compiler does not know it',
  },
  {
    file: 'server/imports/rules/shares.ts',
    old: '>',
    fresh: '>=',
    within: "Number(part[1]!.replace(',', '.')) > 1 ? 100 : 1",
    why: 'a bare one is the whole and was taken before; written as 01 it is no share either way, neither of one nor of a hundred',
  },
  {
    file: 'server/imports/coOwners.ts',
    old: 'a && b',
    fresh: '(a)',
    why: 'shares that are not read are refused before, and the sheet of the ПО stores none of them: both are read here',
  },
  {
    file: 'server/imports/coOwners.ts',
    old: 'a && b',
    fresh: '(b)',
    why: 'shares that are not read are refused before, and the sheet of the ПО stores none of them: both are read here',
  },
  {
    file: 'server/imports/parse.ts',
    old: '<',
    fresh: '<=',
    within: 'one < other ? -1 : 1',
    why: 'keys of an object are never equal',
  },
  {
    file: 'server/imports/differences.ts',
    old: 'one.isEmpty && !isLoaded && !one.locked',
    fresh: '(one.isEmpty && !isLoaded)',
    why: 'what is locked, owners and a consent in force, is never empty in the register',
  },
  {
    file: 'server/imports/differences.ts',
    old: 'owner.passport && passportHash',
    fresh: '(owner.passport)',
    why: 'the hash is made of the passport of the same owner: it is there whenever he has one',
  },
  {
    file: 'server/imports/relateRows.ts',
    old: "one.kind === 'continuation' && one.read",
    fresh: "(one.kind === 'continuation')",
    why: 'a second line of a garage is always read, the compiler does not know it',
  },
  {
    file: 'server/imports/relateRows.ts',
    old: 'if (!garage) return;',
    fresh: '',
    why: 'the row above a second line is one of a garage and was read, the compiler does not know it',
  },
];
