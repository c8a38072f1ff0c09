// What a registry says otherwise than the register, and what a person chooses of the two.
import { z } from 'zod';
import { garageFields } from './fields/garages.ts';
import { importLabels } from './kernel/fields.ts';

/** What may differ between the file and the register, by the names of the fields. */
export const differenceFields = {
  type: 'Тип гаража',
  size: 'Размер',
  ...importLabels(garageFields),
  birthday: 'Дата рождения',
  phone: 'Телефон',
  email: 'E-mail',
  registrationAddress: 'Адрес прописки',
  actualAddress: 'Адрес проживания',
  passport: 'Паспорт',
  passportIssued: 'Кем и когда выдан паспорт',
  ticketNumber: 'Номер членского билета',
  privilege: 'Льгота',
  privilegeCertificate: 'Удостоверение льготника',
  voaEntryDate: 'Член ВОА с',
  consentPd: 'Согласие на обработку ПДн',
  consentSms: 'Согласие на СМС',
  consentEmail: 'Согласие на e-mail',
  owners: 'Владельцы и доли',
  debt: 'Долг',
} as const;
export type DifferenceField = keyof typeof differenceFields;
const DifferenceField = z.enum(Object.keys(differenceFields) as [DifferenceField, ...DifferenceField[]]);
const Choice = z.enum(['file', 'keep']);
/** «Взять из файла» or «оставить»: for one value, for a column, for all; the closer one wins. */
export const ImportChoices = z.object({
  all: Choice.nullable().default(null),
  fields: z.partialRecord(DifferenceField, Choice).default({}),
  rows: z.record(z.string().max(60), z.partialRecord(DifferenceField, Choice)).default({}),
});
export type ImportChoices = z.infer<typeof ImportChoices>;
/** One decision laid over those taken before: of a row by its place, of a whole column without one; null takes it back. */
export const ImportChoice = z.object({
  row: z.string().max(60).nullable().default(null),
  field: DifferenceField,
  choice: Choice.nullable(),
});
export type ImportChoice = z.infer<typeof ImportChoice>;

/** The choices with some more of them decided. */
export function withChoices(choices: ImportChoices, more: readonly ImportChoice[]): ImportChoices {
  const next = structuredClone(choices);
  for (const { row, field, choice } of more) {
    const of = row === null ? next.fields : (next.rows[row] ??= {});
    if (choice === null) delete of[field];
    else of[field] = choice;
  }
  return next;
}
export const Difference = z.object({
  field: DifferenceField,
  was: z.string(),
  becomes: z.string(),
  choice: Choice.nullable(),
  /** Why it is not taken from a file at all. */
  locked: z.string().optional(),
});
export type Difference = z.infer<typeof Difference>;
