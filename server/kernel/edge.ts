// What no call takes, whatever its schema says: texts that a database can't keep, and nesting no form has.

/** Deeper than any form; what writes JSON out again would run out of its stack. */
const DEEPEST = 40;

export const BAD_TEXT = 'Недопустимые знаки';
export const TOO_DEEP = 'Слишком глубокая вложенность';

export interface EdgeFault {
  /** Where it is: `filter.q`; `form` when it is the whole. */
  path: string;
  text: string;
}

/** A zero byte has no place in a text of PostgreSQL, half of a surrogate pair none in UTF-8. */
const isBad = (text: string) => text.includes('\0') || !text.isWellFormed();

/** The first thing in parsed JSON that is refused at the door, names of fields included; null when there is none. */
export function edgeFault(value: unknown): EdgeFault | null {
  const open: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: one, path } = next;
    if (typeof one === 'string' && isBad(one)) return { path: path.join('.') || 'form', text: BAD_TEXT };
    if (typeof one !== 'object' || one === null) continue;
    if (path.length >= DEEPEST) return { path: path[0] ?? 'form', text: TOO_DEEP };
    for (const [key, inner] of Object.entries(one)) {
      if (isBad(key)) return { path: path.join('.') || 'form', text: BAD_TEXT };
      open.push({ value: inner, path: [...path, key] });
    }
  }
  return null;
}
