// SQL of the plain fields of a list: what is written of a form, what a card, a row, an export and an import read.
import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from './ctx.ts';
import {
  exportTitleOf,
  listKeyOf,
  plainFields,
  plainlyExported,
  type ComputedExport,
  type Field,
  type Fields,
  type PlainKey,
} from '../../contract/kernel/fields.ts';

/** Values of the plain fields by their columns. */
export type PlainColumns<F extends Fields> = {
  [K in PlainKey<F> as F[K] extends { column: infer C extends string } ? C : never]: string | null;
};

/** Columns to write of what a form sent. */
export const plainColumns = <F extends Fields>(fields: F, body: { [K in PlainKey<F>]: string | null }) =>
  Object.fromEntries(
    plainFields(fields).map(([key, { column }]) => [column, (body as Record<string, string | null>)[key] ?? null]),
  ) as PlainColumns<F>;

/** Pairs of `json_build_object` for a card, beginning with a comma: `, 'pibNumber', g.pib_number`. */
export const plainPairs = (fields: Fields, table: string): RawBuilder<unknown> =>
  joined(plainFields(fields).map(([key, { column }]) => sql`, ${sql.lit(key)}, ${sql.ref(`${table}.${column}`)}`));

/** Columns of a list's row, or of what is asked for, each with a comma before it. */
export const plainRowColumns = (
  fields: Fields,
  table: string,
  wanted = (field: Field): unknown => field.listed,
): RawBuilder<unknown> =>
  joined(
    plainFields(fields)
      .filter(([, field]) => wanted(field))
      .map(([, { column }]) => sql`, ${sql.ref(`${table}.${column}`)}`),
  );

const joined = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql``);

export interface ExportColumn {
  title: string;
  value: RawBuilder<unknown>;
  /** How the cell is typed; text by default. */
  kind?: 'money' | 'date' | 'number';
  /** What the values of a batch become where SQL can't say it: sealed sides of the log in words. */
  tell?: (ctx: Ctx, values: unknown[]) => unknown[] | Promise<unknown[]>;
}

/**
 * Exported columns by the keys of the list, in the order of the fields. A text or a date is the column of `table`; what
 * is computed comes from `values`, by the key of its list column.
 */
export function exportColumns<F extends Fields>(
  fields: F,
  table: string,
  values: Readonly<Record<ComputedExport<F>, RawBuilder<unknown>>> & Readonly<Record<string, RawBuilder<unknown>>>,
): Record<string, ExportColumn> {
  const direct = (field: Field) =>
    field.column && plainlyExported.some((kind) => kind === field.kind) ? sql.ref(`${table}.${field.column}`) : null;
  const columns = Object.entries(fields).flatMap(([key, field]): [string, ExportColumn][] => {
    if (!field.exported) return [];
    const listKey = listKeyOf(key, field);
    const value = values[listKey] ?? direct(field);
    if (!value) throw new Error(`the exported field ${key} has no SQL`);
    const { kind } = field;
    const cell = kind === 'money' || kind === 'date' || kind === 'number' ? { kind } : {};
    return [[listKey, { title: exportTitleOf(field), value, ...cell }]];
  });
  return Object.fromEntries(columns);
}
