// Code that arrives when it is needed: up to three more tries when it does not.
import type { ComponentType } from 'react';

const RETRIES = 3;
const STEP_MS = 1000;
const TIMEOUT_MS = 120_000;

export type Load<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** One try, then retries after 1, 2 and 3 s; each waits 120 s at most. @throws when nothing helped */
export async function loadPatiently<Props>(load: Load<Props>, remaining = RETRIES): ReturnType<Load<Props>> {
  try {
    return await inTime(load());
  } catch (error) {
    if (!remaining) throw error;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS * (RETRIES + 1 - remaining)));
    return loadPatiently(load, remaining - 1);
  }
}

/** @throws when the code has not come in time */
export function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Страница не загрузилась за 120 секунд')), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
