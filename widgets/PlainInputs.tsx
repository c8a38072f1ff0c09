// Inputs of the plain fields of one section of an editor, each by its kind.
import { plainFields, type Fields, type PlainKey } from '../contract/kernel/fields.ts';
import { today } from './today.ts';
import { DateInput, TextAreaInput, TextInput } from './inputs.ts';

/** Plain values of a form. */
export type PlainValues<F extends Fields> = { [K in PlainKey<F>]: string | null };

/** Keys of the plain fields of a section, for the editor's list of sections. */
export const plainKeys = (fields: Fields, section: string): string[] =>
  plainFields(fields)
    .filter(([, field]) => field.plain === section)
    .map(([key]) => key);

/** Plain values of a card; nothing for a new one. */
export const plainValues = <F extends Fields>(fields: F, card: Partial<PlainValues<F>> = {}) =>
  Object.fromEntries(
    plainFields(fields).map(([key]) => [key, (card as Record<string, string | null>)[key] ?? null]),
  ) as PlainValues<F>;

/** Dates are not later than today. */
export function PlainInputs({ fields, section }: { fields: Fields; section: string }) {
  return plainFields(fields)
    .filter(([, field]) => field.plain === section)
    .map(([source, { kind, label, max = 200 }]) => {
      if (kind === 'date') return <DateInput key={source} source={source} label={label} max={today()} />;
      const Input = kind === 'longText' ? TextAreaInput : TextInput;
      return <Input key={source} source={source} label={label} maxLength={max} />;
    });
}
