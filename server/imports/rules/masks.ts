// What of a kept text may be seen without asking: the digits and the letters of personal fields are hidden.
import type { DifferenceField } from '../../../contract/importChoices.ts';
import type { ImportField } from '../../../contract/importFields.ts';
import { maskPhone } from '../../../contract/kernel/words.ts';
import { maskText as maskWords, streetText } from '../../kernel/masking.ts';

/** Fields of the garage and of money: nothing in them is about a person. */
export const plainTexts: ReadonlySet<ImportField> = new Set<ImportField>([
  'section',
  'number',
  'place',
  'type',
  'size',
  'sizeX',
  'sizeY',
  'sizeZ',
  'dateOfConstruction',
  'pib',
  'basis',
  'share',
  'debt',
  'credit',
  'balance',
  'signedDebt',
  'voaEntryDate',
]);

/** Words of the garage and of money stay; of personal texts the last two digits of a number and the first letter of a word. */
export function maskText(field: ImportField, text: string): string {
  if (plainTexts.has(field)) return text;
  return text
    .replace(/\d(?=(?:\D*\d){2})/g, '*')
    .replace(/\p{L}{2,}/gu, (word) => word[0]! + '*'.repeat(Math.min(word.length - 1, 4)));
}

/** Names are found and taken out by themselves when their person is destroyed. */
const named = new Set<ImportField>(['owner', 'lastName', 'firstName', 'fatherName', 'numberAndOwner']);

/** What of a cell may stay in a sentence that is kept: the words of the garage, of money, and names. */
export const maskCell = (field: ImportField, text: string): string =>
  named.has(field) ? maskWords(text) : maskText(field, text);

/** A value of the register as the card shows it before it is asked for. */
export function shownValue(field: DifferenceField, value: string): string {
  if (value === '') return '';
  switch (field) {
    case 'phone':
      return value.split(', ').map(maskPhone).join(', ');
    case 'email':
      return value.replace(/^(.).*(@[^@]*)$/u, '$1***$2');
    case 'registrationAddress':
    case 'actualAddress':
      return `${streetText(value)}, ***`;
    case 'passportIssued':
      return '***';
    default:
      return value;
  }
}

/** A value as it lies in the result of a load: masked on both sides, the file's and the register's. */
export function keptValue(field: DifferenceField, value: string): string {
  switch (field) {
    case 'passport':
      return value.replace(/^(\d\d)\d\d (\d{3})(?=\d{3}$)/, '$1** ***');
    case 'birthday':
      return value && `**.**.${value.slice(0, 4)}`;
    case 'privilegeCertificate':
    case 'ticketNumber':
      return value.replace(/\d(?=(?:\D*\d){2})/g, '*');
    case 'note':
      return value && '***';
    default:
      return value.includes('***') ? value : shownValue(field, value);
  }
}
