// Plain fields of a garage that a registry may carry: their columns and how each is read. Pure but for its SQL.
import { sql, type RawBuilder } from 'kysely';
import { garageFields } from '../../contract/fields/garages.ts';
import { importKeyOf, plainFields, type Field, type Fields } from '../../contract/kernel/fields.ts';
import type { ImportField } from '../../contract/importFields.ts';

type Imported<F extends Fields> = {
  [
    K in keyof F as F[K] extends { plain: string; importable: object; kind: 'text' | 'date'; column: infer C }
      ? C & string
      : never
  ]: string | null;
};
/** Values of a registry's row by the columns of the garage. */
export type ImportedColumns = Imported<typeof garageFields>;

type ImportedField = Field & { key: string; column: keyof ImportedColumns };
/** A long text takes what found no place of its own: the reader has a rule for it. */
export const importedFields = plainFields(garageFields)
  .filter(([, { importable, kind }]) => importable && kind !== 'longText')
  .map(([key, field]) => ({ ...field, key: importKeyOf(key, field) }) as ImportedField);

/** Reads every plain field of a row by its kind. */
export function readPlain(read: {
  date: (field: ImportField) => string | null;
  /** @param max letters that the card takes */
  text: (field: ImportField, max: number) => string | null;
}): ImportedColumns {
  const values = importedFields.map(({ key, column, kind, max }) => {
    const from = key as ImportField;
    return [column, kind === 'date' ? read.date(from) : read.text(from, max ?? 4000)];
  });
  return Object.fromEntries(values) as unknown as ImportedColumns;
}

/** The plain values of a garage alone. */
export const importedOf = (garage: ImportedColumns): ImportedColumns =>
  Object.fromEntries(importedFields.map(({ column }) => [column, garage[column]])) as unknown as ImportedColumns;

/** The columns of `table`, each with a comma before it. */
export const importedColumns = (table: string): RawBuilder<unknown> =>
  sql.join(
    importedFields.map(({ column }) => sql`, ${sql.ref(`${table}.${column}`)}`),
    sql``,
  );

/** Assignments that give the former values back, each with a comma before it; `before` is what was kept of the row. */
export const takenBack = (before: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    importedFields.map(
      ({ column, kind }) =>
        sql`, ${sql.ref(column)} = (${before} ->> ${sql.lit(column)})::${sql.raw(kind === 'date' ? 'date' : 'text')}`,
    ),
    sql``,
  );
