// What a save changed, for the log: sentences for its line and both sides of every touched field. Pure.
import { valueText, type Field, type Fields, type ReferenceNames } from '../../contract/kernel/fields.ts';

type Row = Readonly<Record<string, unknown>>;

export interface Difference {
  /** «номер 45 → 44», «примечание»: a personal or long value is only named. */
  parts: string[];
  /** «номер», «примечание». */
  names: string[];
  /** Touched fields by their columns; the log seals what is personal. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/**
 * Logged fields in which two rows differ. Rows are keyed by columns (by keys where a field has none); a column that
 * `after` does not carry was not saved. `names`: rows of the references that the sentence speaks of.
 */
export function difference(fields: Fields, before: Row, after: Row, names: ReferenceNames = {}): Difference {
  const touched = Object.entries(fields)
    .filter(([, field]) => field.logged)
    .map(([key, field]): [column: string, field: Field] => [field.column ?? key, field])
    .filter(([column]) => column in after && plainValue(before[column]) !== plainValue(after[column]));
  const side = (row: Row) => Object.fromEntries(touched.map(([column]) => [column, row[column] ?? null]));
  const nameOf = (field: Field) => lowerFirst(field.label);
  return {
    parts: touched.map(([column, field]) =>
      field.sensitive || field.logged === 'name'
        ? nameOf(field)
        : `${nameOf(field)} ${valueText(field, before[column], names)} → ${valueText(field, after[column], names)}`,
    ),
    names: touched.map(([, field]) => nameOf(field)),
    before: side(before),
    after: side(after),
  };
}

/** «Изменено: название, адрес», or that nothing was. */
export const changedText = (
  names: readonly string[],
  word = 'Изменено',
  nothing = 'Сохранено без изменений',
): string => (names.length ? `${word}: ${names.join(', ')}` : nothing);

/** Nothing is null, numbers and decimal texts of the same worth are equal, keys of an object stand in any order. */
function plainValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'null';
  if (typeof value === 'object')
    return JSON.stringify(value, Array.isArray(value) ? undefined : Object.keys(value).toSorted());
  return String(value as string | number);
}

/** «Дата постройки» → «дата постройки»; «ИНН» and «E-mail» stay. */
const lowerFirst = (label: string) =>
  /^\p{Lu}(?:\p{Lu}|-)/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
