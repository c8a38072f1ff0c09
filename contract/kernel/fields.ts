// What a field of a record is, said once, and how everybody reads it: forms, lists, cards, the log, files, templates.
import { DASH, formatDate, formatMoney, formatNumber, formatPhone, maskPhone } from './words.ts';

/**
 * How a value is kept and read. `metres` and `number` are numbers or decimal texts, `money` whole kopecks, `date`
 * `YYYY-MM-DD`, `phones` an array, `choice` a key of `words`, `reference` an id of the list `of`, `flag` yes or no,
 * `parts` a structure of its own.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'date'
  | 'money'
  | 'number'
  | 'metres'
  | 'phone'
  | 'phones'
  | 'email'
  | 'passport'
  | 'name'
  | 'address'
  | 'person'
  | 'choice'
  | 'reference'
  | 'flag'
  | 'parts';

/** Reference lists whose ids a field may hold; each is a table with `id` and `name`. */
export type ReferenceTable =
  'garage_type' | 'accrual_type' | 'payment_type' | 'privilege' | 'voa_status' | 'region' | 'mo' | 'po';

/** The field as a column of its list. */
export interface ListColumn {
  /** Key in saved choices of columns and in exports; that of the field by default. */
  key?: string;
  /** Width in px, «112px»; the one column without it takes the rest. */
  width?: string;
  align?: 'end';
  /** Field to sort by. */
  sort?: string;
  /** Always shown. */
  fixed?: boolean;
  /** May give way in a narrow table: 1 goes first; `true` goes after the numbered ones. */
  wide?: boolean | number;
  /** Hidden until it is chosen in «Столбцы». */
  optional?: boolean;
  skeleton?: 'text' | 'plate';
}

/** The field as a column of a registry that is loaded from a workbook. */
export interface ImportColumn {
  /** Key in layouts that are remembered; that of the field by default. */
  key?: string;
  /** What the mapping screen calls it; the label by default. */
  label?: string;
  /** Several columns may carry it. */
  many?: boolean;
  /** How its title is known, in small letters with ё = е, as a regular expression; absent: a rule of the reader's own. */
  title?: string;
}

export interface Field {
  /** «Дата постройки»: in forms, on cards, in the log. */
  label: string;
  /** In the narrow head of a list and in exports, where the label is too long. */
  short?: string;
  kind: FieldKind;
  /** Column of the record's own table; absent: computed, or kept elsewhere. */
  column?: string;
  /** Most letters of a text. */
  max?: number;
  /** Values of a choice in words. */
  words?: Readonly<Record<string, string>>;
  /** The list of a reference. */
  of?: ReferenceTable;
  /**
   * An optional text or date with no rule of its own: the body, the columns, the card, the input, the list, exports and
   * imports are all made of this entry. The value is the section of the editor in which it stands.
   */
  plain?: string;
  /** Personal: sealed in the log with the key of its person, shown there masked. */
  sensitive?: boolean;
  /** Changes are logged: «было → стало» in the line itself, or only the name of the field with both sides beside. */
  logged?: 'value' | 'name';
  /** A former value may be given back from the log. */
  returnable?: boolean;
  listed?: ListColumn;
  /** Title of its column in exports; `true`: the short or the whole label. */
  exported?: string | true;
  /** Title in «Полный реестр»: one that the loader of registries understands. */
  register?: string;
  importable?: ImportColumn;
  /** May stand in papers and messages as a variable. */
  templated?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** Keeps the letters of the entries, so that a missing key or a wrong column is a matter for the compiler. */
export const defineFields = <const F extends Fields>(fields: F): F => fields;

/** Keys of the fields that are plain. */
export type PlainKey<F extends Fields> = {
  [K in keyof F]: F[K] extends { plain: string } ? K & string : never;
}[keyof F];
/** Kinds whose column stands in an export as it is. */
export const plainlyExported = ['text', 'longText', 'date', 'number', 'name', 'person', 'email'] as const;
/** Fields of an export that no column of the table gives: each needs an SQL of its own. */
export type ComputedExport<F extends Fields> = {
  [K in keyof F]: F[K] extends { exported: unknown }
    ? F[K] extends { column: string; kind: (typeof plainlyExported)[number] }
      ? never
      : ListKey<F, K>
    : never;
}[keyof F];
type ListKey<F extends Fields, K extends keyof F> = F[K] extends { listed: { key: infer L extends string } }
  ? L
  : K & string;

/** Entries in their order, narrowed by what is asked of them. */
export const fieldsWith = (fields: Fields, wanted: (field: Field) => unknown): [key: string, field: Field][] =>
  Object.entries(fields).filter(([, field]) => wanted(field));

/** Plain fields with their columns, in order. */
export const plainFields = (fields: Fields) =>
  fieldsWith(fields, (field) => field.plain !== undefined) as [key: string, field: Field & { column: string }][];

/** Name of a field by its key; the key itself when there is none. */
export const labelOf = (fields: Fields, key: string): string => fields[key]?.label ?? key;
export const shortOf = (field: Field): string => field.short ?? field.label;

/** Names by key, for a form. */
export const labelsOf = <F extends Fields>(fields: F): { [K in keyof F]: string } =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.label])) as { [K in keyof F]: string };

/** The field that a column of the table keeps. */
export const fieldOfColumn = (fields: Fields, column: string): Field | undefined =>
  Object.values(fields).find((field) => field.column === column);

/** Key of a field's column in lists, saved choices and exports. */
export const listKeyOf = (key: string, field: Field): string => field.listed?.key ?? key;
/** Title of a field's column in exports. */
export const exportTitleOf = (field: Field): string =>
  typeof field.exported === 'string' ? field.exported : shortOf(field);

/** Key of a field in the layouts of imports. */
export const importKeyOf = (key: string, field: Field): string => field.importable?.key ?? key;

type PlainImports<F extends Fields> = {
  [
    K in keyof F as F[K] extends { plain: string; importable: object }
      ? F[K] extends { importable: { key: infer I extends string } }
        ? I
        : K
      : never
  ]: { label: string; many: boolean };
};
/** Plain fields that a registry may carry, as the mapping of its columns names them. */
export const plainImports = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    plainFields(fields)
      .filter(([, field]) => field.importable)
      .map(([key, field]) => [
        importKeyOf(key, field),
        { label: field.importable?.label ?? field.label, many: field.importable?.many ?? false },
      ]),
  ) as PlainImports<F>;

/** Their names alone. */
export const importLabels = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries<{ label: string }>(plainImports(fields)).map(([key, { label }]) => [key, label]),
  ) as { [K in keyof PlainImports<F>]: string };

/** Names of a reference's rows by their ids. */
export type ReferenceNames = Partial<Record<ReferenceTable, ReadonlyMap<number, string>>>;

/**
 * A value in words, a dash for nothing: «12.05.1987», «4 500,00 ₽», «5,40 м», «да». Ids are told by `names`.
 * It is the whole value: what is personal goes through `maskedText`.
 */
export function valueText(field: Field, value: unknown, names: ReferenceNames = {}): string {
  if (value === null || value === undefined || value === '') return DASH;
  if (Array.isArray(value) && field.kind !== 'parts')
    return value.map((one) => valueText(asOne(field), one, names)).join(', ') || DASH;
  switch (field.kind) {
    case 'date':
      return formatDate(String(value));
    case 'money':
      return formatMoney(Number(value));
    case 'metres':
      return `${formatNumber(Number(value), 2)} м`;
    case 'number':
      return formatNumber(Number(value));
    case 'phone':
      return formatPhone(String(value));
    case 'flag':
      return value ? 'да' : 'нет';
    case 'choice':
      return field.words?.[String(value)] ?? String(value);
    case 'reference':
      return (field.of && names[field.of]?.get(Number(value))) ?? `№ ${String(value)}`;
    case 'parts':
      return JSON.stringify(value);
    default:
      return String(value as string | number);
  }
}

/**
 * A personal value as the log shows it: «+7 *** ***-41-42», «40** ***123», «m***@example.ru», «**.**.1965». A name is shown as it
 * is: the line is about this person. Addresses are cut at their street by the server.
 */
export function maskedText(field: Field, value: unknown, names: ReferenceNames = {}): string {
  if (value === null || value === undefined || value === '') return DASH;
  if (Array.isArray(value)) return value.map((one) => maskedText(asOne(field), one, names)).join(', ') || DASH;
  const text = String(value as string | number);
  switch (field.kind) {
    case 'phone':
      return maskPhone(text);
    case 'email':
      return text.replace(/^(.).*(@.*)$/u, '$1***$2');
    case 'date':
      return `**.**.${text.slice(0, 4)}`;
    case 'address':
      return '***';
    case 'passport':
      return text.includes('*') ? text : `${text.slice(0, 2)}***${text.slice(-3)}`;
    case 'text':
    case 'longText':
      return text.length > 3 ? `***${text.slice(-3)}` : '***';
    default:
      return valueText(field, value, names);
  }
}

const asOne = (field: Field): Field => (field.kind === 'phones' ? { ...field, kind: 'phone' } : field);
