// A region of the soak: its desks and people, the reference beside the real ledger, and how a random write is made and kept.
import { sql } from 'kysely';
import { garages } from '../../contract/garages.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import type { LedgerFact } from '../../server/balance/rules.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { walkMoney } from '../kit/moneyWalk.ts';
import { garageBody, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { Reference, type RefDocument, type RefGarage, type RefKind, type RefLine } from './reference.ts';

/** The last day of the soak's calendar: what is undone, corrected or changes hands does so on it. */
export const TODAY = '2026-11-20';
export const TYPES = [1, 3, 4];
export const YEARS = [2023, 2024, 2025, 2026];

export interface Answer {
  status: number;
  // eslint-disable-next-line -- the soak asserts on what came
  body: any;
}
/** A write that was made: the same call again must do nothing. */
interface Made {
  caller: Caller;
  endpoint: AnyEndpoint;
  request: { params?: Record<string, number>; body: object };
  /** What of the answer must be the same. */
  identity: (answer: Answer) => unknown;
  first: unknown;
}

export interface SoakReport {
  operations: number;
  writes: number;
  refusals: number;
  retries: number;
  parallel: number;
  checks: number;
  lines: number;
  /** Former owners whose books were walked. */
  formers: number;
  byKind: Record<string, number>;
}

/** The same numbers for the same seed. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Desk {
  caller: Caller;
  level: 'po' | 'mo';
  mo: number;
  po: number | null;
}

/** One region of one run; what officials do in it lies in the files beside. */
export class Soak {
  readonly reference = new Reference();
  readonly report: SoakReport;
  readonly region: number;
  private readonly made: Made[] = [];
  readonly ids: number[] = [];
  readonly t: TestApp;
  readonly desks: Desk[];
  readonly people: number[];
  readonly random: () => number;

  private constructor(
    t: TestApp,
    region: number,
    report: SoakReport,
    { desks, people, random }: { desks: Desk[]; people: number[]; random: () => number },
  ) {
    this.t = t;
    this.region = region;
    this.report = report;
    this.desks = desks;
    this.people = people;
    this.random = random;
  }

  /** Two МО of one region: three ПО, 24 garages, people who own several. */
  static async prepare(t: TestApp, seed: number, report: SoakReport): Promise<Soak> {
    const w = await world(t.deps.db);
    const mo = await as(t, { mo: w.mo });
    const other = await as(t, { mo: w.siblingMo });
    const desks: Desk[] = [
      { caller: await as(t, { po: w.po }), level: 'po', mo: w.mo, po: w.po },
      { caller: mo, level: 'mo', mo: w.mo, po: null },
      { caller: await as(t, { po: w.siblingPo }), level: 'po', mo: w.mo, po: w.siblingPo },
      { caller: other, level: 'mo', mo: w.siblingMo, po: null },
    ];
    const people: number[] = [];
    for (let nth = 0; nth < 10; nth += 1) people.push((await newPerson(mo, w.po)).id);
    const strangers: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) strangers.push((await newPerson(other, w.cousinPo)).id);
    const penalty = {
      enabled: true,
      method: 'percent_day',
      rate: 0.1,
      due_day_month: '31.12',
      grace_days: 0,
      cap: 100,
    };
    await t.deps.db
      .updateTable('po')
      .set({ penalty: JSON.stringify(penalty) })
      .where('id', 'in', [w.po, w.siblingPo])
      .execute();
    const soak = new Soak(t, w.region, report, { desks, people, random: chance(seed) });
    for (const [po, count, owners] of [
      [w.po, 10, people],
      [w.siblingPo, 8, people],
      [w.cousinPo, 6, strangers],
    ] as const)
      for (let nth = 0; nth < count; nth += 1) {
        const owner = owners[nth % owners.length]!;
        const caller = po === w.cousinPo ? other : mo;
        const body = garageBody(po, { alreadyExistProfile: [{ profileId: owner, isPrimary: true }] });
        const { body: card } = await caller.call(garages.create, { body });
        const place = { region: w.region, mo: po === w.cousinPo ? w.siblingMo : w.mo, po };
        soak.reference.add({ id: card.id, ...place, owners: [owner] });
      }
    return soak;
  }

  int(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!;
  }
  garagesOf(desk: Desk): RefGarage[] {
    return [...this.reference.garages.values()].filter((one) => (desk.po ? one.po === desk.po : one.mo === desk.mo));
  }
  day(): string {
    return new Date(Date.UTC(2026, this.int(0, 9), this.int(1, 28))).toISOString().slice(0, 10);
  }
  /** A document of the kinds asked for, the recent ones more often. */
  document(kinds: readonly RefKind[]): RefDocument | null {
    for (let turn = 0; turn < 20 && this.ids.length; turn += 1) {
      const from = this.random() < 0.7 ? Math.max(0, this.ids.length - 60) : 0;
      const document = this.reference.documents.get(this.ids[this.int(from, this.ids.length - 1)]!)!;
      if (kinds.includes(document.kind)) return document;
    }
    return null;
  }
  post(document: RefDocument) {
    this.reference.post(document);
    this.ids.push(document.id);
    this.report.lines += document.lines.length;
  }

  /**
   * Makes a call once, or several times at once with one key: every answer is the same and one of them did the work.
   * Keeps it for retries.
   */
  async write(made: Omit<Made, 'first'>): Promise<Answer> {
    const copies = this.random() < 0.1 ? this.int(2, 4) : 1;
    if (copies > 1) this.report.parallel += 1;
    const answers = await Promise.all(
      Array.from({ length: copies }, () => made.caller.call(made.endpoint, made.request)),
    );
    const [first] = answers;
    for (const other of answers)
      same([other.status, made.identity(other)], [first!.status, made.identity(first!)], 'copies of one call');
    if (first!.status === 200) {
      this.report.writes += 1;
      this.made.push({ ...made, first: made.identity(first!) });
      if (this.made.length > 300) this.made.shift();
    } else this.report.refusals += 1;
    return first!;
  }

  async retry() {
    if (!this.made.length) return;
    const made = this.pick(this.made);
    this.report.retries += 1;
    const answer = await made.caller.call(made.endpoint, made.request);
    same([answer.status, made.identity(answer)], [200, made.first], 'a retry');
  }

  by = (desk: Desk) => ({ author: desk.caller.userId, level: desk.level, mo: desk.mo });

  /** Who undoes: the author, or the МО; sometimes somebody who may not. */
  undoer(document: RefDocument): { desk: Desk; may: boolean } {
    const desk = this.pick(this.desks.filter((one) => one.mo === document.mo && this.sees(one, document)));
    return { desk, may: desk.level === 'mo' || (document.level === 'po' && document.author === desk.caller.userId) };
  }
  sees = (desk: Desk, document: RefDocument) =>
    !desk.po || document.lines.every((line) => this.reference.garages.get(line.garage)!.po === desk.po);

  /** The last document that undid something of another. */
  async reversalOf(document: number): Promise<number> {
    const { rows } = await sql<{
      id: number;
    }>`select id from contribution where reversal_of = ${document} order by id desc limit 1`.execute(this.t.deps.db);
    return rows[0]!.id;
  }

  /** What a garage owes and has ahead as the walk has it, kopecks. */
  async standing(id: number, { debtor = null, on }: { debtor?: number | null; on?: string } = {}) {
    const { rows } = await sql<LedgerFact>`
      select id, on_date, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year, reversal_of, debtor_id, origin_id
      from balance_operation where garage_id = ${id}`.execute(this.t.deps.db);
    const known = on ? rows.filter((line) => line.on_date <= on) : rows;
    const { owing, purses } = walkMoney(known, debtor);
    const sum = (of: readonly { left: number }[]) => of.reduce((total, { left }) => total + left, 0);
    return { owed: sum(owing), ahead: sum(purses) };
  }
}

export const documentOf = ({ status, body }: Answer) => (status === 200 ? body.contribution : null);

export const lineOf = (
  garage: RefGarage,
  sign: 1 | -1,
  amount: number,
  type: number | null,
  year: number,
  id: number | null = null,
): RefLine => ({ garage: garage.id, owner: garage.owners[0]!, sign, amount, type, year, isUndone: false, id });

export function same(real: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(real), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one}, expected ${other}`);
}
