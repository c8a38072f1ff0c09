// What a refused call answers: one shape for the whole API.
import { z } from 'zod';

/**
 * `message` is a Russian sentence for the person; `errors` puts texts on form fields (react-admin shows them by itself).
 * A stale save (409) carries `current`: the record as it is now, so that nothing typed is lost.
 */
export const Problem = z.object({
  message: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  current: z.unknown().optional(),
  /** Of a stale save: it was the person himself, in another tab. */
  own: z.boolean().optional(),
});
export type Problem = z.infer<typeof Problem>;

/** Texts by field; an empty object means that nothing is wrong. */
export type FieldErrors = Record<string, string>;

/** Zod issues as texts on fields: `phoneNumberList.0`. The first text of a field wins. */
export function fieldErrors(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) errors[issue.path.map(String).join('.') || 'form'] ??= issue.message;
  return errors;
}

/** Code of the refusal of a key that was used before to ask for something else; `current` is what was answered then. */
export const KEY_USED = 'key_used';
