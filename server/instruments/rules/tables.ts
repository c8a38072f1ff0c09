// What of a person moves with a merge, table by table, and the columns of the card that a choice takes.
import type { MergeField } from '../../../contract/instruments/merging.ts';

export interface MovedTable {
  table:
    | 'ownership'
    | 'reregistration_party'
    | 'attachment'
    | 'comment'
    | 'consent'
    | 'profile_privilege'
    | 'profile_voa_status';
  /** Column that names the person. */
  column: 'profile_id' | 'object_id';
  /** Rows of people alone, where a table keeps other objects too. */
  ofPeople?: true;
  /** How the rows are called where they are counted. */
  words: string;
}

/** Rows that are re-pointed. Ledger lines, seals, papers, messages and the log never are: they are read through the alias. */
export const movedTables: readonly MovedTable[] = [
  { table: 'ownership', column: 'profile_id', words: 'Гаражи, с прежними' },
  { table: 'reregistration_party', column: 'profile_id', words: 'Переоформления' },
  { table: 'attachment', column: 'object_id', ofPeople: true, words: 'Документы и сканы' },
  { table: 'comment', column: 'object_id', ofPeople: true, words: 'Комментарии' },
  { table: 'consent', column: 'profile_id', words: 'Согласия' },
  { table: 'profile_privilege', column: 'profile_id', words: 'Льготы' },
  { table: 'profile_voa_status', column: 'profile_id', words: 'Статусы ВОА' },
];

/** Columns that a choice takes together. */
export const fieldColumns: Record<MergeField, readonly string[]> = {
  lastName: ['last_name'],
  otherNames: ['first_name', 'father_name'],
  birthday: ['birthday'],
  passport: ['pass_cipher', 'pass_hash', 'pass_masked'],
  registrationAddress: ['registration_address', 'registration_fias'],
  actualAddress: ['actual_address', 'actual_fias'],
  privilege: ['privilege_id', 'privilege_end_date'],
  membership: ['is_voa_member', 'voa_status_id', 'voa_entry_date', 'ticket_number', 'ticket_issued_at'],
  email: ['email'],
};
/** Columns in which both cards are kept. */
export const unitedColumns = [
  'phones',
  'phones_key',
  'confirmed_at',
  'inn',
  'representative_id',
  'name_genitive',
  'name_dative',
  'name_instrumental',
] as const;
/** A name in cases: of the card whose whole name is taken. */
export const caseColumns = ['name_genitive', 'name_dative', 'name_instrumental'] as const;
/** Every column of the surviving card that a merge may change. */
export const cardColumns: readonly string[] = [...Object.values(fieldColumns).flat(), ...unitedColumns];
