// Shapes the browser checks by itself: zod stays on the server, a tenth of what an old computer would have to read first.

/** Tells whether a value of unknown origin is a `T`. */
export type Is<T> = (value: unknown) => value is T;

export const isText: Is<string> = (value): value is string => typeof value === 'string';
export const isNumber: Is<number> = (value): value is number => typeof value === 'number';
export const isFlag: Is<boolean> = (value): value is boolean => typeof value === 'boolean';
export const orNull =
  <T>(is: Is<T>): Is<T | null> =>
  (value): value is T | null =>
    value === null || is(value);
export const orNothing =
  <T>(is: Is<T>): Is<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || is(value);
export const listOf =
  <T>(is: Is<T>): Is<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(is);

/** The check of every field of an object. */
export type Fields<T> = { readonly [F in keyof T]-?: Is<T[F]> };

/** An object whose fields are as given; others are let through. */
export const shapeOf =
  <T extends object>(fields: Fields<T>): Is<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Is<unknown>>(fields).every(([name, is]) => is((value as Record<string, unknown>)[name]));
