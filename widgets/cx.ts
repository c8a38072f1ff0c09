// Joins class names, leaving out what does not apply.

/** `cx('a', condition && 'b')`. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ') || undefined;
