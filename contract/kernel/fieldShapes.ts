// Schemas made of a list of fields: what a form may send and what a card and a row carry of the plain ones.
import { z } from 'zod';
import { plainFields, type Fields, type PlainKey } from './fields.ts';
import { IsoDate, optionalLine, optionalText } from './scalars.ts';

/** A date or nothing; an empty text is nothing. */
export const optionalDate = z.preprocess(
  (value) => (value === '' ? null : value),
  IsoDate.nullish().transform((value) => value ?? null),
);

type BodyOf<K> = K extends 'date' ? typeof optionalDate : ReturnType<typeof optionalLine>;

/** Plain fields of a form's body, each by its kind. */
export function plainBody<F extends Fields>(fields: F): { [K in PlainKey<F>]: BodyOf<F[K]['kind']> } {
  const shapes = plainFields(fields).map(([key, { kind, max = 200 }]) => [
    key,
    kind === 'date' ? optionalDate : kind === 'longText' ? optionalText(max) : optionalLine(max),
  ]);
  return Object.fromEntries(shapes) as { [K in PlainKey<F>]: BodyOf<F[K]['kind']> };
}

type Shown = z.ZodNullable<z.ZodString>;
const shown: Shown = z.string().nullable();

/** Plain fields of a card, by their keys. */
export const plainCard = <F extends Fields>(fields: F) =>
  Object.fromEntries(plainFields(fields).map(([key]) => [key, shown])) as { [K in PlainKey<F>]: Shown };

type RowColumns<F extends Fields> = {
  [K in PlainKey<F> as F[K] extends { listed: object; column: infer C extends string } ? C : never]: Shown;
};
/** Plain fields of a list's row, by their columns. */
export const plainRow = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    plainFields(fields)
      .filter(([, field]) => field.listed)
      .map(([, field]) => [field.column, shown]),
  ) as RowColumns<F>;
