// How a line of the log is read: fields by their names, values as words, personal data hidden. Pure.
import { fieldObjects, fieldsOf } from '../../contract/fields/index.ts';
import {
  fieldOfColumn,
  maskedText,
  valueText,
  type Field,
  type Fields,
  type ReferenceNames,
  type ReferenceTable,
} from '../../contract/kernel/fields.ts';
import { formatDate, formatMoney } from '../../contract/kernel/words.ts';
import { maskText, streetText } from '../kernel/masking.ts';
import { DESTROYED } from '../kernel/personKeys.ts';

/** What lines speak of beside the fields of their object. */
const labels: Record<string, string> = {
  type: 'Тип',
  comment: 'Комментарий',
  share: 'Доля',
  owners: 'Владельцы',
  columns: 'Столбцы',
  filter: 'Отбор',
  format: 'Вид файла',
  file: 'Файл',
  of: 'Объект',
  reason: 'Причина',
  balance_kopecks: 'Остаток',
  amount_kopecks: 'Сумма',
  garages: 'Гаражей',
  region: 'Регион',
  mo: 'МО',
  po: 'ПО',
};
/** Ids of reference lists that are fields of no card. */
const ids: Record<string, ReferenceTable> = { accrual_type_id: 'accrual_type', payment_type_id: 'payment_type' };
const every: readonly Fields[] = fieldObjects.map(([, name]) => fieldsOf(name));

/** The field that a key of a line means: of the line's own object, else of whatever list knows the column. */
function fieldOf(key: string, own: Fields | undefined): Field | undefined {
  if (own) return fieldOfColumn(own, key) ?? own[key];
  return every.map((fields) => fieldOfColumn(fields, key)).find(Boolean);
}

/** The list whose names a key of a line needs. */
export const referenceOf = (key: string, own: Fields | undefined): ReferenceTable | undefined =>
  fieldOf(key, own)?.of ?? ids[key];

export interface LogChange {
  field: string;
  before: string;
  after: string;
}

/** Of a person who is no more in the register nothing can be read. */
const GONE = 'данные уничтожены';
const NOTHING = '—';
const PEOPLE = 'people';
const MOST_LETTERS = 300;
const LONGEST_SECRET = 100;

/**
 * What differs between two sides of a line, each in words. `seesHealth`: privileges by name. `own`: fields of the object
 * that the line is about.
 */
export function changesOf(
  before: unknown,
  after: unknown,
  names: ReferenceNames,
  seesHealth: boolean,
  own?: Fields,
): LogChange[] {
  const [was, now] = [sideOf(before), sideOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) => {
    // Whom a look showed is asked from the side of the person.
    if (key === PEOPLE) return [];
    const field = fieldOf(key, own);
    const words = (value: unknown) => valueWords(key, field, value, names, seesHealth);
    const change = { field: field?.label ?? labels[key] ?? key, before: words(was[key]), after: words(now[key]) };
    // Two personal values may look the same behind their masks.
    const isSame = field?.sensitive && was[key] !== null ? false : change.before === change.after;
    return isSame ? [] : [change];
  });
}

function sideOf(side: unknown): Record<string, unknown> {
  if (side === null || side === undefined) return {};
  return typeof side === 'object' && !Array.isArray(side) ? (side as Record<string, unknown>) : { Запись: side };
}

/** A value of a field in words: the personal masked, privileges named only to those who keep the register. */
export function valueWords(
  key: string,
  field: Field | undefined,
  value: unknown,
  names: ReferenceNames,
  seesHealth: boolean,
): string {
  if (value === DESTROYED) return GONE;
  if (value === null || value === undefined || value === '') return NOTHING;
  if (key.startsWith('privilege') && field?.kind !== 'date' && !seesHealth)
    return Number(value) === 0 ? 'нет' : 'льгота';
  if (field?.sensitive) return personalWords(field, value, names).slice(0, MOST_LETTERS);
  if (field && field.kind !== 'parts') return freeText(valueText(field, value, names));
  const list = ids[key];
  if (list) return names[list]?.get(Number(value)) ?? `№ ${String(value)}`;
  if (key.endsWith('_kopecks')) return formatMoney(Number(value));
  return freeText(plain(value));
}

/** An address ends at its street however it is spelt; a phone written into a name stays hidden. */
const personalWords = (field: Field, value: unknown, names: ReferenceNames): string =>
  field.kind === 'address' ? `${streetText(String(value as string))}, ***` : maskText(maskedText(field, value, names));

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (Array.isArray(value)) return value.length ? value.map(plain).join(', ') : NOTHING;
  if (typeof value === 'object' && value !== null)
    return (
      Object.entries(value)
        .map(([key, inner]) => `${labels[key] ?? key}: ${plain(inner)}`)
        .join('; ') || NOTHING
    );
  if (value === null || value === undefined || value === '') return NOTHING;
  const text = String(value as string | number);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text;
}

/** Cut first: what is not shown is not looked through. A little more, so that no half of a phone stays open at the end. */
const freeText = (text: string) => maskText(text.slice(0, MOST_LETTERS + LONGEST_SECRET)).slice(0, MOST_LETTERS);
