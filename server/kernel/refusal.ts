// What pure rules answer when a thing may not be done. `mustNot` of errors.ts turns it into the answer of a call.

export interface Refusal {
  /** `right`: this person may not, another may (403). `state`: nobody may as things stand (422). */
  readonly kind: 'right' | 'state';
  /** Where a form shows it; `form` when it belongs to no field. */
  readonly field: string;
  /** Russian sentence. */
  readonly text: string;
}

export const noRight = (text: string): Refusal => ({ kind: 'right', field: 'form', text });
export const notNow = (text: string, field = 'form'): Refusal => ({ kind: 'state', field, text });
