// What of a kept text may be seen without asking: the digits and the letters of personal fields are hidden.
import type { ImportField } from '../../../contract/importFields.ts';

const plain = new Set<ImportField>([
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
  if (plain.has(field)) return text;
  return text
    .replace(/\d(?=(?:\D*\d){2})/g, '*')
    .replace(/\p{L}{2,}/gu, (word) => word[0]! + '*'.repeat(Math.min(word.length - 1, 4)));
}
