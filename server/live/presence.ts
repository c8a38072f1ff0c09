// Who has a card open now, across processes: kept in memory, told by the database's notifications, gone with the tab.
import { randomUUID } from 'node:crypto';
import type { CardRef, LiveMessage } from '../../contract/kernel/live.ts';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';

/** Channel on which processes tell each other their viewers. */
export const PRESENCE_CHANNEL = 'presence';
/** A process that is silent for longer is gone, ms. */
const SILENCE_MS = 40_000;
/** Names that fit into one notification. */
const MOST_TOLD = 30;
const MOST_CARDS = 20;

/** One open tab. */
export interface Viewer {
  actor: Actor;
  say(message: LiveMessage): void;
}
/** Where somebody works, with what stands above it: region, МО, ПО. */
export type Standing = readonly [number | null, number | null, number | null];
interface Person {
  id: number;
  name: string;
  at: Standing;
}
/** Said of somebody who works neither here, nor above, nor below. */
const OF_ANOTHER = 'сотрудник другой организации';
interface Announcement {
  from: string;
  card: CardRef;
  people: Person[];
  /** The others are asked to tell theirs. */
  asks: boolean;
}

export interface PresencePorts {
  /** Whether this person may see this card at all. */
  maySee(actor: Actor, card: CardRef): Promise<boolean>;
  /** Where this person works. */
  placeOf(actor: Actor): Promise<Standing>;
  /** Tells the other processes; absent where there are none. */
  announce?: (payload: string) => Promise<void>;
  now(): number;
}

/** Whoever works in one place or one above the other knows the other by name; nobody is known to one without a place. */
const areNear = (one: Standing, other: Standing): boolean =>
  one[0] !== null &&
  other[0] !== null &&
  one.every((id, level) => id === null || other[level] === null || id === other[level]);

/** A superuser knows everybody. */
const mayName = ({ isSuperuser }: Actor, own: Standing, other: Standing): boolean =>
  isSuperuser === SUPERUSER || areNear(own, other);

const keyOf = ({ resource, id }: CardRef) => `${resource}:${id}`;

export class Presence {
  readonly #ports: PresencePorts;
  readonly #process = randomUUID();
  readonly #own = new Map<string, { card: CardRef; viewers: Set<Viewer> }>();
  readonly #others = new Map<string, Map<string, { people: Person[]; at: number }>>();
  /** Where a viewer works, known before he has a card open. */
  readonly #places = new WeakMap<Viewer, Standing>();
  /** What a viewer was told last of a card. */
  readonly #told = new WeakMap<Viewer, Map<string, string>>();

  constructor(ports: PresencePorts) {
    this.#ports = ports;
  }

  /** A tab shows a card. Nothing happens when the person may not see it. */
  async open(viewer: Viewer, card: CardRef): Promise<void> {
    if (this.#cardsOf(viewer).length >= MOST_CARDS || !(await this.#ports.maySee(viewer.actor, card))) return;
    this.#places.set(viewer, await this.#ports.placeOf(viewer.actor));
    const key = keyOf(card);
    const entry = this.#own.get(key) ?? { card, viewers: new Set() };
    this.#own.set(key, entry);
    entry.viewers.add(viewer);
    await this.#announce(card, true);
    this.#tell(key);
  }

  async close(viewer: Viewer, card: CardRef): Promise<void> {
    const key = keyOf(card);
    const entry = this.#own.get(key);
    if (!entry?.viewers.delete(viewer)) return;
    this.#told.get(viewer)?.delete(key);
    if (!entry.viewers.size) this.#own.delete(key);
    this.#tell(key);
    await this.#announce(card, false);
  }

  /** The tab is gone. */
  async leave(viewer: Viewer): Promise<void> {
    for (const card of this.#cardsOf(viewer)) await this.close(viewer, card);
  }

  /** Another process has told its viewers of a card. */
  async hear(payload: string): Promise<void> {
    const { from, card, people, asks } = JSON.parse(payload) as Announcement;
    if (from === this.#process) return;
    const key = keyOf(card);
    const known = this.#others.get(key) ?? new Map<string, { people: Person[]; at: number }>();
    if (people.length) known.set(from, { people, at: this.#ports.now() });
    else known.delete(from);
    if (known.size) this.#others.set(key, known);
    else this.#others.delete(key);
    if (asks && this.#own.has(key)) await this.#announce(card, false);
    this.#tell(key);
  }

  /** Says again what is open here, and forgets processes that have gone silent. */
  async beat(): Promise<void> {
    const limit = this.#ports.now() - SILENCE_MS;
    for (const [key, known] of this.#others) {
      for (const [from, { at }] of known) if (at < limit) known.delete(from);
      if (!known.size) this.#others.delete(key);
      this.#tell(key);
    }
    for (const { card } of this.#own.values()) await this.#announce(card, false);
  }

  #cardsOf(viewer: Viewer): CardRef[] {
    return [...this.#own.values()].filter(({ viewers }) => viewers.has(viewer)).map(({ card }) => card);
  }

  /** People of this process; who looks through someone's eyes is nobody. */
  #people(key: string): Person[] {
    const seen = [...(this.#own.get(key)?.viewers ?? [])].filter(({ actor }) => !actor.viewOnly);
    const byId = new Map(
      seen.map((viewer) => {
        const { userId: id, name } = viewer.actor;
        return [id, { id, name: name.slice(0, 60), at: this.#placeOf(viewer) }];
      }),
    );
    return [...byId.values()].slice(0, MOST_TOLD);
  }

  #placeOf(viewer: Viewer): Standing {
    return this.#places.get(viewer) ?? [null, null, null];
  }

  async #announce(card: CardRef, asks: boolean): Promise<void> {
    const told: Announcement = { from: this.#process, card, people: this.#people(keyOf(card)), asks };
    await this.#ports.announce?.(JSON.stringify(told));
  }

  /** Tells every tab here that shows the card who else does; only what is new is said. */
  #tell(key: string): void {
    const entry = this.#own.get(key);
    if (!entry) return;
    const others = [...(this.#others.get(key)?.values() ?? [])].flatMap(({ people }) => people);
    const everybody = new Map([...this.#people(key), ...others].map((person) => [person.id, person]));
    for (const viewer of entry.viewers) {
      const names = [...everybody.values()]
        .filter(({ id }) => id !== viewer.actor.userId)
        .map(({ name, at }) => (mayName(viewer.actor, this.#placeOf(viewer), at) ? name : OF_ANOTHER));
      // Whoever is not named is said once, however many they are.
      const people = names
        .filter((name, nth) => name !== OF_ANOTHER || names.indexOf(name) === nth)
        .sort((one, other) => one.localeCompare(other, 'ru'));
      const told = this.#told.get(viewer) ?? new Map<string, string>();
      this.#told.set(viewer, told);
      const words = people.join('\n');
      if ((told.get(key) ?? '') === words) continue;
      told.set(key, words);
      viewer.say({ type: 'card_viewers', message: { ...entry.card, people } });
    }
  }
}
