// What was said lately. A page reads first and opens its channel after that: what changed between the two is told it then.
import type { LiveAudience } from '../../contract/kernel/live.ts';
import type { LiveEvent } from '../kernel/act.ts';

export interface Said {
  audience: LiveAudience;
  message: LiveEvent;
}

/** How long it is remembered, ms: slow computers open a page in ten seconds. */
const KEPT_MS = 30_000;
/** From the moment that a page tells its age until it is heard here, ms. */
const ON_THE_WAY_MS = 3000;
const MOST = 5000;
/** These end or begin something at their moment; told later they would do it again. */
const MOMENTARY: ReadonlySet<LiveEvent['type']> = new Set<LiveEvent['type']>([
  'sign_in_trigger',
  'sign_out_trigger',
  'rights_changed',
  'file_ready',
  'file_message',
  'support_typing',
  'card_viewers',
]);

/** Remembers what this process has heard; `now` is a clock that only goes forward, ms. */
export class RecentlySaid {
  readonly #said: (Said & { at: number })[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  remember(said: Said): void {
    if (MOMENTARY.has(said.message.type)) return;
    const oldest = this.#now() - KEPT_MS;
    const gone = this.#said.findIndex(({ at }) => at >= oldest);
    this.#said.splice(0, Math.max(gone < 0 ? this.#said.length : gone, this.#said.length + 1 - MOST));
    this.#said.push({ ...said, at: this.#now() });
  }

  /** What was said, in its order, since a page of this age (ms) began to read; nothing for one that tells none. */
  since(age: number | null): Said[] {
    if (age === null) return [];
    const oldest = this.#now() - Math.min(age + ON_THE_WAY_MS, KEPT_MS);
    return this.#said.filter(({ at }) => at >= oldest);
  }
}
