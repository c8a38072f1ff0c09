// What a line of «Копии» keeps of what was taken away: one place of its `after`, read by the columns of that tab.

interface Copied {
  /** Name of the file; null before there is one. */
  file?: string | null;
  /** What it is of, as people call it: a list, a document, a mailing. */
  of: string;
  /** For what it was taken, or why it was not. */
  reason?: string | null;
}

/** The `after` of a line `copy.*`; `beside` is what else is worth keeping: columns, conditions. */
export const copied = ({ file = null, of, reason = null }: Copied, beside: object = {}) => ({
  file,
  of,
  reason,
  ...beside,
});

/** Whether a line says what was taken: one of «Копии» that does not is a fault. */
export const saysWhatWasTaken = (after: unknown): boolean =>
  typeof (after as Copied | null | undefined)?.of === 'string';
