// Which statements a connection keeps planned, and under which names: those with values whose text comes again.

/** Statements that one connection keeps; the one unused longest gives way. */
const MOST_KEPT = 200;
/** Texts that were seen; a text is prepared when it comes again. */
const MOST_SEEN = 5000;
/** Values longer than these may be anything from one row to thousands: a plan made once would fit few of them. */
const LONG_LIST = 20;
const LONG_TEXT = 2000;

/**
 * The condition of a partial index given as a value: a plan made once knows no values, so it can't tell which index is
 * meant and the server refuses the statement from its sixth run on.
 */
const CONFLICT_BY_VALUE = /on conflict \([^)]*\) where (?:(?! do ).)*\$\d/is;

const isLong = (value: unknown) =>
  Array.isArray(value) ? value.length > LONG_LIST : typeof value === 'string' && value.length > LONG_TEXT;

/** Texts that were asked, with whether one plan fits them at all: a long text is looked through once. */
const seen = new Map<string, boolean>();

/**
 * Whether one plan fits all runs of a statement that was asked before, on any connection of the process; from now on it was.
 */
export function isPlannedOnce(text: string, params: readonly unknown[]): boolean {
  if (params.length === 0 || params.some(isLong)) return false;
  const fits = seen.get(text);
  if (fits !== undefined) return fits;
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.set(text, !CONFLICT_BY_VALUE.test(text));
  return false;
}

/** Statements that one connection keeps, by their text. */
export class KeptStatements<Statement> {
  readonly #byText = new Map<string, Statement>();

  /** The statement of a text, used just now. */
  use(text: string): Statement | undefined {
    const known = this.#byText.get(text);
    if (known === undefined) return undefined;
    // Goes to the end: the first of the map is the one unused longest.
    this.#byText.delete(text);
    this.#byText.set(text, known);
    return known;
  }

  keep(text: string, statement: Statement): void {
    this.#byText.set(text, statement);
  }

  /** The next time the statement is prepared anew. */
  forget(text: string): void {
    this.#byText.delete(text);
  }

  /** Takes out the one unused longest, when no more can be kept. */
  giveWay(): Statement | undefined {
    const oldest = this.#byText.size >= MOST_KEPT ? this.#byText.entries().next().value : undefined;
    if (oldest) this.#byText.delete(oldest[0]);
    return oldest?.[1];
  }
}

/** True when the statement was refused because what was kept of it fits no more, and nothing of it has run. */
export function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '26000' || (code === '0A000' && /cached plan/.test(message ?? ''));
}
