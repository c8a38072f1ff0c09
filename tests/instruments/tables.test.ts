// What a merge of two cards moves and what it may change: no row is left behind, no column is written by two choices.
import { expect, it } from 'vitest';
import { mergeFields } from '../../contract/instruments/merging.ts';
import {
  cardColumns,
  caseColumns,
  fieldColumns,
  movedTables,
  unitedColumns,
} from '../../server/instruments/rules/tables.ts';

it('moves what hangs on a person: garages, cases, papers, words about him, consents, privileges, statuses', () => {
  expect(movedTables.map(({ table, words }) => [table, words])).toEqual([
    ['ownership', 'Гаражи, с прежними'],
    ['reregistration_party', 'Переоформления'],
    ['attachment', 'Документы и сканы'],
    ['comment', 'Комментарии'],
    ['consent', 'Согласия'],
    ['profile_privilege', 'Льготы'],
    ['profile_voa_status', 'Статусы ВОА'],
  ]);
});

it('files and comments stand on other objects too: of them those of people alone are moved', () => {
  const shared = movedTables.filter(({ ofPeople }) => ofPeople);
  expect(shared.map(({ table }) => table)).toEqual(['attachment', 'comment']);
  const columns = movedTables.map(({ table, column }) => [table, column]);
  expect(columns).toEqual(movedTables.map((one) => [one.table, shared.includes(one) ? 'object_id' : 'profile_id']));
});

it('of every choice there are columns of its own', () => {
  expect(Object.keys(fieldColumns).toSorted()).toEqual([...mergeFields].toSorted());
  expect(Object.values(fieldColumns).every((columns) => columns.length > 0)).toBe(true);
  expect(new Set(cardColumns).size).toBe(cardColumns.length);
});

it.each([
  ['lastName', ['last_name']],
  ['otherNames', ['first_name', 'father_name']],
  ['birthday', ['birthday']],
  // A number is nothing without its cipher, its print and its mask; an address without its code.
  ['passport', ['pass_cipher', 'pass_hash', 'pass_masked']],
  ['registrationAddress', ['registration_address', 'registration_fias']],
  ['actualAddress', ['actual_address', 'actual_fias']],
  ['privilege', ['privilege_id', 'privilege_end_date']],
  ['membership', ['is_voa_member', 'voa_status_id', 'voa_entry_date', 'ticket_number', 'ticket_issued_at']],
  ['email', ['email']],
] as const)('with %s go %j', (field, columns) => expect(fieldColumns[field]).toEqual(columns));

it('the rest is made of both cards: phones, confirmation, representative, the name in cases', () => {
  expect(caseColumns).toEqual(['name_genitive', 'name_dative', 'name_instrumental']);
  expect(unitedColumns).toEqual(['phones', 'phones_key', 'confirmed_at', 'inn', 'representative_id', ...caseColumns]);
  expect(cardColumns).toEqual([...Object.values(fieldColumns).flat(), ...unitedColumns]);
});
