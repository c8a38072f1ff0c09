// Named moments of a write at which a test may stop the process. Nothing is set outside tests: a point costs one comparison.

export type FailPoint =
  | 'before post'
  | 'after lines'
  | 'owners changed'
  | 'owners restored'
  | 'rows moved'
  | 'rows returned'
  | 'before commit'
  | 'after commit'
  | 'messages taken'
  | 'message handed over'
  | 'fates gathered'
  | 'fates written'
  | 'before settling'
  | 'fates settled'
  | 'debts followed'
  | 'rows matched'
  | 'log file stored'
  | 'log lines dropped'
  | 'restore marked'
  | 'copy loaded'
  | 'files in place'
  | 'restore kept'
  | 'restore in place';
type Hook = (point: FailPoint) => Promise<void>;

let hook: Hook | null = null;

/** Sets what happens at the points; null takes it away. For tests only. */
export function setFailHook(next: Hook | null): void {
  hook = next;
}

/** Passes a point. */
export async function failPoint(point: FailPoint): Promise<void> {
  if (hook) await hook(point);
}
