// Random work of officials against a reference ledger: after every so many operations all sums agree and the chain of seals holds.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { correctContribution, postAccrual, reverseContribution } from '../../contract/contributions/charging.ts';
import { contributions } from '../../contract/contributions.ts';
import { addOwner, garages, removeOwner } from '../../contract/garages.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { correctOperation, reverseOperation, specialOperation, takePayment } from '../../contract/payments.ts';
import { postPenalties, previewPenalties, takeBackUnfounded, unfoundedPenalties } from '../../contract/penalties.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { followDebts } from '../../server/balance/writing/debts.ts';
import { oldestUnpaid } from '../../server/balance/queries/ageing.ts';
import type { LedgerFact } from '../../server/balance/rules.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { oldestDay, walkMoney } from '../kit/moneyWalk.ts';
import { garageBody, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { Reference, type RefDocument, type RefGarage, type RefKind, type RefLine } from './reference.ts';

const TODAY = '2026-11-20';
/** Tokens live a quarter of an hour of the application's clock, which stands still here. */
const TYPES = [1, 3, 4];
/** Garages whose lines are walked at each check, turn by turn. */
const WALKED = 4;
const YEARS = [2023, 2024, 2025, 2026];
/** Operations after which the work goes on in a region of its own: a garage has as many lines as decades leave, not more. */
const GENERATION = 2000;
const SWEPT_EVERY = 500;

interface Answer {
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

/** Does `steps` operations; throws at the first difference with the seed and the step. */
export async function soakLedger(options: {
  steps: number;
  seed: number;
  every: number;
  /** The whole ledger is proved at each so many checks: it costs as much as everything that was ever entered. */
  chainEvery?: number;
  tell?: (text: string) => void;
}): Promise<SoakReport> {
  const t = await testApp();
  const report = emptyReport();
  const { steps, seed, every, chainEvery = 1, tell } = options;
  let soak: Soak | null = null;
  let step = 0;
  try {
    for (step = 1; step <= steps; step += 1) {
      if (step % GENERATION === 1) {
        await soak?.check();
        soak = await Soak.prepare(t, seed + step, report);
      }
      await soak!.step();
      // A kept database is swept every half an hour; one in memory is not, and work on swollen tables grows slower and slower.
      if (step % SWEPT_EVERY === 0 && t.deps.engine.kind === 'embedded') await t.deps.engine.script('vacuum (analyze)');
      if (step % every !== 0 && step !== steps) continue;
      await soak!.check();
      const isProved = step === steps || (step / every) % chainEvery === 0;
      if (isProved) await checkChain(t);
      tell?.(`${step} operations agree${isProved ? ', and the whole chain' : ''}`);
    }
    return report;
  } catch (error) {
    throw new Error(`step ${step} of seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await t.close();
  }
}

/** The whole ledger against itself, words of documents too. */
async function checkChain({ deps }: TestApp): Promise<void> {
  // Debts of days were followed all the way: what is kept of them is proved too.
  await followDebts(deps);
  same(await verifyLedger(deps.db, null, deps.secrets), [], 'the chain');
}

const emptyReport = (): SoakReport => ({
  operations: 0,
  writes: 0,
  refusals: 0,
  retries: 0,
  parallel: 0,
  checks: 0,
  lines: 0,
  formers: 0,
  byKind: {},
});

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

interface Desk {
  caller: Caller;
  level: 'po' | 'mo';
  mo: number;
  po: number | null;
}

class Soak {
  readonly reference = new Reference();
  readonly report: SoakReport;
  private readonly region: number;
  private readonly made: Made[] = [];
  private readonly ids: number[] = [];
  private readonly t: TestApp;
  private readonly desks: Desk[];
  private readonly people: number[];
  private readonly random: () => number;

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

  /** One random operation. */
  async step(): Promise<void> {
    const actions: [number, string, () => Promise<void>][] = [
      [18, 'charge one', () => this.charge(false)],
      [3, 'charge all', () => this.charge(true)],
      [28, 'payment', () => this.pay()],
      [8, 'undo charge', () => this.undoCharge()],
      [8, 'undo payment', () => this.undoPayment()],
      [5, 'correct charge', () => this.correctCharge()],
      [6, 'correct payment', () => this.correctPayment()],
      [5, 'offset', () => this.offset()],
      [8, 'refund, write-off, correction', () => this.special()],
      [8, 'retry', () => this.retry()],
      [6, 'owner', () => this.changeOwner()],
      [3, 'crowd', () => this.crowd()],
      [4, 'former owner', () => this.former()],
      [3, 'penalties', () => this.penalties()],
    ];
    let left = this.random() * actions.reduce((sum, [weight]) => sum + weight, 0);
    const [, name, work] = actions.find(([weight]) => (left -= weight) < 0)!;
    this.report.operations += 1;
    this.report.byKind[name] = (this.report.byKind[name] ?? 0) + 1;
    await work();
  }

  private int(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }
  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!;
  }
  private garagesOf(desk: Desk): RefGarage[] {
    return [...this.reference.garages.values()].filter((one) => (desk.po ? one.po === desk.po : one.mo === desk.mo));
  }
  private day(): string {
    return new Date(Date.UTC(2026, this.int(0, 9), this.int(1, 28))).toISOString().slice(0, 10);
  }
  /** A document of the kinds asked for, the recent ones more often. */
  private document(kinds: readonly RefKind[]): RefDocument | null {
    for (let turn = 0; turn < 20 && this.ids.length; turn += 1) {
      const from = this.random() < 0.7 ? Math.max(0, this.ids.length - 60) : 0;
      const document = this.reference.documents.get(this.ids[this.int(from, this.ids.length - 1)]!)!;
      if (kinds.includes(document.kind)) return document;
    }
    return null;
  }
  private post(document: RefDocument) {
    this.reference.post(document);
    this.ids.push(document.id);
    this.report.lines += document.lines.length;
  }

  /**
   * Makes a call once, or several times at once with one key: every answer is the same and one of them did the work.
   * Keeps it for retries.
   */
  private async write(made: Omit<Made, 'first'>): Promise<Answer> {
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

  private async retry() {
    if (!this.made.length) return;
    const made = this.pick(this.made);
    this.report.retries += 1;
    const answer = await made.caller.call(made.endpoint, made.request);
    same([answer.status, made.identity(answer)], [200, made.first], 'a retry');
  }

  private async charge(everybody: boolean) {
    const desk = this.pick(this.desks);
    const all = this.garagesOf(desk);
    const [type, year] = [this.pick(TYPES), this.pick(YEARS)];
    const repeated = this.random() < 0.5 ? ('skip' as const) : ('add' as const);
    const excluded = everybody ? all.filter(() => this.random() < 0.15).map((one) => one.id) : [];
    const chosen = everybody ? all.filter((one) => !excluded.includes(one.id)) : [this.pick(all)];
    const charged = chosen.filter((one) => repeated === 'add' || !this.reference.isCharged(one.id, type, year));
    const amount = this.int(1, 900_000);
    const body = {
      isAllGaragSelected: everybody,
      excludedGarages: excluded,
      includedGarages: everybody ? [] : [chosen[0]!.id],
      accrualType: { value: type },
      contributionPeriod: year,
      contributionAmount: amount,
      contributionDate: this.day(),
      repeated,
      idempotencyKey: randomUUID(),
      expected: { garages: charged.length, amount_kopecks: charged.length * amount },
    };
    const answer = await this.write({
      caller: desk.caller,
      endpoint: postAccrual,
      request: { body },
      identity: documentOf,
    });
    same(answer.status, charged.length ? 200 : 422, `a charge: ${JSON.stringify(answer.body)}`);
    if (!charged.length) return;
    same([answer.body.garages, answer.body.amount_kopecks], [charged.length, charged.length * amount], 'a charge');
    // Money is that of whose garage it was on its day; these days are before every change of hands.
    const lines = charged.map((one) => ({ ...lineOf(one, -1, amount, type, year), owner: one.first }));
    this.post({ id: answer.body.contribution, kind: 'charge', ...this.by(desk), lines });
  }

  private by = (desk: Desk) => ({ author: desk.caller.userId, level: desk.level, mo: desk.mo });

  private async pay(): Promise<void> {
    const desk = this.pick(this.desks);
    const all = this.garagesOf(desk);
    const parts = Array.from({ length: this.random() < 0.2 ? this.int(2, 3) : 1 }, () => {
      const named = this.random() < 0.4 ? { accrualType: this.pick(TYPES), year: this.pick(YEARS) } : {};
      return { garage: this.pick(all).id, amount: this.int(1, 900_000), ...named };
    });
    const body = {
      idempotencyKey: randomUUID(),
      date: this.day(),
      paymentType: this.int(1, 4),
      confirmDuplicate: true,
      lines: parts,
    };
    const answer = await this.write({
      caller: desk.caller,
      endpoint: takePayment,
      request: { body },
      identity: documentOf,
    });
    same(answer.status, 200, `a payment: ${JSON.stringify(answer.body)}`);
    const lines = parts.map((part, nth) => {
      const garage = this.reference.garages.get(part.garage)!;
      const line = lineOf(
        garage,
        1,
        part.amount,
        part.accrualType ?? null,
        part.year ?? 2026,
        answer.body.lines[nth].id,
      );
      return { ...line, owner: garage.first };
    });
    this.post({ id: answer.body.contribution, kind: 'payment', ...this.by(desk), lines });
  }

  /** Who undoes: the author, or the МО; sometimes somebody who may not. */
  private undoer(document: RefDocument): { desk: Desk; may: boolean } {
    const desk = this.pick(this.desks.filter((one) => one.mo === document.mo && this.sees(one, document)));
    return { desk, may: desk.level === 'mo' || (document.level === 'po' && document.author === desk.caller.userId) };
  }
  private sees = (desk: Desk, document: RefDocument) =>
    !desk.po || document.lines.every((line) => this.reference.garages.get(line.garage)!.po === desk.po);

  private async undoCharge() {
    const document = this.document(['charge']);
    if (!document) return;
    const { desk, may } = this.undoer(document);
    const isOpen = document.lines.some((line) => !line.isUndone);
    const penalties_kopecks = await this.penaltiesOn(document);
    const request = {
      params: { id: document.id },
      body: { idempotencyKey: randomUUID(), date: TODAY, reason: 'ошибка', penalties_kopecks },
    };
    const answer = await this.write({
      caller: desk.caller,
      endpoint: reverseContribution,
      request,
      identity: documentOf,
    });
    if (!isOpen || !may) return same(answer.status, isOpen ? 403 : 422, `an undoing: ${JSON.stringify(answer.body)}`);
    same(answer.status, 200, `an undoing: ${JSON.stringify(answer.body)}`);
    const sum = this.reference.undo(document, answer.body.contribution, desk.caller.userId);
    same(answer.body.amount_kopecks, sum, 'the sum of an undoing');
    await this.followPenalties();
  }

  private async undoPayment() {
    const document = this.document(['payment', 'offset', 'special']);
    if (!document) return;
    const line = this.pick(document.lines);
    const { desk, may } = this.undoer(document);
    const whole = this.random() < 0.5;
    const request = {
      params: { id: line.id! },
      body: { idempotencyKey: randomUUID(), date: TODAY, reason: 'ошибка', whole },
    };
    const answer = await this.write({ caller: desk.caller, endpoint: reverseOperation, request, identity: documentOf });
    if (line.isUndone || !may)
      return same(answer.status, line.isUndone ? 422 : 403, `an undoing: ${JSON.stringify(answer.body)}`);
    same(answer.status, 200, `an undoing: ${JSON.stringify(answer.body)}`);
    const all = whole || document.kind === 'offset';
    const sum = this.reference.undo(document, answer.body.contribution, desk.caller.userId, all ? undefined : line);
    same(answer.body.amount_kopecks, sum, 'the sum of an undoing');
  }

  private async correctCharge() {
    const document = this.document(['charge']);
    if (!document) return;
    const desk = this.desks.find((one) => one.level === 'mo' && one.mo === document.mo)!;
    const isOpen = document.lines.some((line) => !line.isUndone);
    // A new charge follows the debt to whoever it was left to: whose it is then is told by other tests.
    if (document.lines.some((line) => this.reference.garages.get(line.garage)!.formers.size)) return;
    const penalties_kopecks = await this.penaltiesOn(document);
    const [type, year, amount] = [this.pick(TYPES), this.pick(YEARS), this.int(1, 900_000)];
    const expected = { garages: document.lines.length, amount_kopecks: document.lines.length * amount };
    const request = {
      params: { id: document.id },
      body: {
        version: 1,
        idempotencyKey: randomUUID(),
        money: {
          accrualType: { value: type },
          contributionPeriod: year,
          contributionAmount: amount,
          contributionDate: TODAY,
          reason: 'опечатка',
          penalties_kopecks,
          expected,
        },
      },
    };
    const identity = ({ body }: Answer) => body.contribution;
    const answer = await this.write({ caller: desk.caller, endpoint: correctContribution, request, identity });
    same(answer.status, isOpen ? 200 : 422, `a correction: ${JSON.stringify(answer.body)}`);
    if (!isOpen) return;
    const undone = await this.reversalOf(document.id);
    this.reference.undo(document, undone, desk.caller.userId);
    const lines = document.lines.map((line) =>
      lineOf(this.reference.garages.get(line.garage)!, -1, amount, type, year),
    );
    this.post({ id: answer.body.contribution, kind: 'charge', ...this.by(desk), lines });
    await this.followPenalties();
  }

  private async correctPayment() {
    const document = this.document(['payment']);
    if (!document) return;
    const line = this.pick(document.lines);
    const desk = this.desks.find((one) => one.level === 'mo' && one.mo === document.mo)!;
    const garage = this.pick(this.garagesOf(desk));
    const amount = this.int(1, 900_000);
    const request = {
      params: { id: line.id! },
      body: {
        version: 1,
        idempotencyKey: randomUUID(),
        money: { garage: garage.id, date: TODAY, amount, paymentType: this.int(1, 4), reason: 'опечатка' },
      },
    };
    const identity = ({ body }: Answer) => body.operation;
    const answer = await this.write({ caller: desk.caller, endpoint: correctOperation, request, identity });
    same(answer.status, line.isUndone ? 422 : 200, `a correction: ${JSON.stringify(answer.body)}`);
    if (line.isUndone) return;
    const made = await this.t.deps.db
      .selectFrom('balance_operation')
      .where('id', '=', answer.body.operation)
      .select('contribution_id')
      .executeTakeFirstOrThrow();
    this.reference.undo(document, await this.reversalOf(document.id), desk.caller.userId, line);
    const lines = [lineOf(garage, 1, amount, null, 2026, answer.body.operation)];
    this.post({ id: made.contribution_id, kind: 'payment', ...this.by(desk), lines });
  }

  /** The last document that undid something of another. */
  private async reversalOf(document: number): Promise<number> {
    const { rows } = await sql<{
      id: number;
    }>`select id from contribution where reversal_of = ${document} order by id desc limit 1`.execute(this.t.deps.db);
    return rows[0]!.id;
  }

  private async offset() {
    const desk = this.pick(this.desks);
    const all = this.garagesOf(desk);
    const from = this.pick(all);
    const to = this.pick(all);
    const { ahead } = await this.standing(from.id);
    const amount = this.int(1, Math.max(1, Math.min(ahead, 900_000) + 1));
    const may = from.id !== to.id && amount <= ahead && from.owners.some((owner) => to.owners.includes(owner));
    const body = {
      idempotencyKey: randomUUID(),
      kind: 'offset',
      date: TODAY,
      garage: from.id,
      toGarage: to.id,
      amount,
    };
    const answer = await this.write({
      caller: desk.caller,
      endpoint: specialOperation,
      request: { body },
      identity: documentOf,
    });
    same(answer.status, may ? 200 : 422, `an offset: ${JSON.stringify(answer.body)}`);
    if (!may) return;
    const ids = (answer.body.lines as { id: number }[]).map((line) => line.id);
    const lines = [lineOf(from, -1, amount, null, 2026, ids[0]), lineOf(to, 1, amount, null, 2026, ids[1])];
    this.post({ id: answer.body.contribution, kind: 'offset', ...this.by(desk), lines });
  }

  private async special() {
    const desk = this.pick(this.desks);
    const garage = this.pick(this.garagesOf(desk));
    const kind = this.pick(['refund', 'write_off', 'correction'] as const);
    const direction = this.random() < 0.5 ? ('lower' as const) : ('raise' as const);
    // Money set aside is given back beside a debt; a debt is written off beside money set aside.
    const date = this.random() < 0.5 ? TODAY : this.day();
    const { owed, ahead } = await this.standing(garage.id);
    const then = kind === 'refund' ? await this.standing(garage.id, { on: date }) : { ahead };
    const room = { refund: Math.min(ahead, then.ahead), write_off: owed, correction: 900_000 }[kind];
    const amount = this.int(1, Math.max(1, Math.min(room, 900_000) + 1));
    const may = kind === 'correction' || amount <= room;
    const words = { comment: 'проверка', protocol: 'Протокол № 3' };
    const named =
      kind === 'correction' && this.random() < 0.5 ? { accrualType: this.pick(TYPES), year: this.pick(YEARS) } : {};
    const body = { idempotencyKey: randomUUID(), kind, date, garage: garage.id, amount, direction, ...named, ...words };
    const answer = await this.write({
      caller: desk.caller,
      endpoint: specialOperation,
      request: { body },
      identity: documentOf,
    });
    same(answer.status, may ? 200 : 422, `${kind}: ${JSON.stringify(answer.body)}`);
    if (!may) return;
    const sign = kind === 'refund' || (kind === 'correction' && direction === 'raise') ? -1 : 1;
    const line = lineOf(garage, sign, amount, null, 2026, answer.body.lines[0].id);
    const lines = [date === TODAY ? line : { ...line, owner: garage.first }];
    this.post({ id: answer.body.contribution, kind: 'special', ...this.by(desk), lines });
  }

  /** Somebody to whom a debt was left pays, more than he owes too, or gets back what was too much. */
  private async former() {
    const desk = this.pick(this.desks);
    const all = this.garagesOf(desk).filter(({ formers }) => formers.size);
    if (!all.length) return;
    const garage = this.pick(all);
    const debtor = this.pick([...garage.formers]);
    const { owed, ahead } = await this.standing(garage.id, { debtor });
    const isBack = ahead > 0 && this.random() < 0.5;
    const amount = this.int(1, isBack ? ahead : owed * 2 + 1000);
    const date = isBack ? TODAY : this.pick([TODAY, this.day()]);
    const key = { idempotencyKey: randomUUID(), date };
    const body = isBack
      ? { ...key, kind: 'refund', garage: garage.id, amount, debtor, comment: 'переплата' }
      : { ...key, paymentType: 1, confirmDuplicate: true, lines: [{ garage: garage.id, amount, debtor }] };
    const answer = await this.write({
      caller: desk.caller,
      endpoint: isBack ? specialOperation : takePayment,
      request: { body },
      identity: documentOf,
    });
    same(answer.status, 200, `of a former owner: ${JSON.stringify(answer.body)}`);
    const line = lineOf(garage, isBack ? -1 : 1, amount, null, 2026, answer.body.lines[0].id);
    const lines = [{ ...line, owner: debtor }];
    this.post({ id: answer.body.contribution, kind: 'special', ...this.by(desk), lines });
  }

  /** A run of penalties for a few garages, or the taking back of those that lost their ground; afterwards nothing of the same days is left. */
  private async penalties() {
    const desk = this.desks[1]!;
    const all = this.garagesOf(desk).map(({ id }) => id);
    const found = (await desk.caller.call(unfoundedPenalties, { query: {} })).body;
    if (found.penalties && this.random() < 0.6) {
      const expected = { penalties: found.penalties, amount_kopecks: found.amount_kopecks };
      const body = { idempotencyKey: randomUUID(), garage: null, expected };
      const identity = ({ body: { penalties } }: Answer) => penalties;
      const answer = await this.write({
        caller: desk.caller,
        endpoint: takeBackUnfounded,
        request: { body },
        identity,
      });
      same(answer.status, 200, `a taking back: ${JSON.stringify(answer.body)}`);
      await this.followPenalties();
      return;
    }
    const date = this.random() < 0.5 ? TODAY : this.day();
    const since = this.random() < 0.4 ? this.day() : null;
    const chosen = new Set([this.pick(all), this.pick(all)]);
    const terms = {
      date,
      since: since && since <= date ? since : null,
      excludedGarages: all.filter((id) => !chosen.has(id)),
    };
    const seen = (await desk.caller.call(previewPenalties, { body: terms })).body;
    if (!seen.garages) return;
    const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
    const body = { ...terms, idempotencyKey: randomUUID(), expected };
    const answer = await this.write({
      caller: desk.caller,
      endpoint: postPenalties,
      request: { body },
      identity: documentOf,
    });
    same(answer.status, 200, `penalties: ${JSON.stringify(answer.body)}`);
    const lines = await this.t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', answer.body.contribution)
      .select(['id', 'garage_id', 'owner_id', 'amount_kopecks', 'period_year'])
      .execute();
    this.post({
      id: answer.body.contribution,
      kind: 'penalty',
      ...this.by(desk),
      lines: lines.map((line) => ({
        ...lineOf(this.reference.garages.get(line.garage_id)!, -1, line.amount_kopecks, 11, line.period_year, line.id),
        owner: line.owner_id!,
      })),
    });
    const again = (await desk.caller.call(previewPenalties, { body: terms })).body;
    same([again.garages, again.sum_kopecks], [0, 0], 'a second run of the same days');
  }

  /** Penalties that stand on a charge go with it: what the person is shown of them. */
  private async penaltiesOn(document: RefDocument): Promise<number> {
    const desk = this.desks.find((one) => one.level === 'mo' && one.mo === document.mo)!;
    const { body } = await desk.caller.call(contributions.one, { params: { id: document.id } });
    return body.penalties.amount_kopecks;
  }
  private async followPenalties() {
    const standing = this.reference.penalties().map(({ id }) => id!);
    const { rows } = await sql<{ id: number }>`
      select reversal_of as id from balance_operation where reversal_of = any(${standing}::bigint[])`.execute(
      this.t.deps.db,
    );
    this.reference.undoPenalties(new Set(rows.map(({ id }) => id)));
  }

  /** A garage passes to somebody else; what was entered before stays with whom it was entered for. */
  private async changeOwner() {
    const desk = this.desks[1]!;
    const all = this.garagesOf(desk);
    // Mostly where a debt can be left: the order of parallel writes decides which garages owe, no run may do without.
    const owing = all.filter(({ balance }) => balance < 0);
    const garage = this.pick(owing.length && this.random() < 0.8 ? owing : all);
    const person = this.pick(this.people);
    const owner = { profileId: person, isPrimary: true, date: TODAY };
    const added = await desk.caller.call(addOwner, { params: { id: garage.id }, body: owner });
    if (added.status !== 200) return;
    let owners = added.body.owners as { ownershipId?: number; id: number; profile_id?: number }[];
    const leaving = await this.presentOwners(garage.id);
    const gone = leaving.find((one) => one.profile_id !== person);
    const debtAnswer = this.pick(['stays_old', 'stays_old', 'moves_new'] as const);
    if (gone)
      owners = (
        await desk.caller.call(removeOwner, {
          params: { id: garage.id, ownershipId: gone.id },
          body: { date: TODAY, debtAnswer },
        })
      ).body.owners;
    if (!owners) throw new Error('the owner was not removed');
    const { rows: left } = await sql<{ id: number }>`
      select distinct debtor_id as id from balance_operation where garage_id = ${garage.id} and debtor_id is not null`.execute(
      this.t.deps.db,
    );
    for (const { id } of left) garage.formers.add(id);
    garage.owners = (await this.presentOwners(garage.id)).map((one) => one.profile_id);
  }
  private presentOwners = (garage: number) =>
    this.t.deps.db
      .selectFrom('ownership')
      .where('garage_id', '=', garage)
      .where('ended_on', 'is', null)
      .select(['id', 'profile_id'])
      .orderBy('is_primary', 'desc')
      .orderBy('id')
      .execute();

  /** Different writes at one moment. */
  private async crowd() {
    await Promise.all([this.pay(), this.pay(), this.pay(), this.charge(false)]);
  }

  /** Every sum of the region in the real ledger against the reference. */
  async check(): Promise<void> {
    this.report.checks += 1;
    await followDebts(this.t.deps);
    const { db } = this.t.deps;
    const balances = await db
      .selectFrom('garage_balance')
      .where('region_id', '=', this.region)
      .select(['garage_id', sql<number>`balance_kopecks + former_kopecks`.as('kopecks')])
      .execute();
    const real = new Map(balances.map((row) => [row.garage_id, row.kopecks]));
    for (const garage of this.reference.garages.values())
      same(real.get(garage.id) ?? 0, garage.balance, `the balance of garage ${garage.id}`);
    for (const level of ['po', 'mo', 'region'] as const) {
      const column = sql.ref(`${level}_id`);
      const { rows } = await sql<{ id: number; months: number; balances: number }>`
        select m.id, m.sum as months, b.sum as balances from (select ${column} as id, sum(sign * amount_kopecks)::bigint as sum from ledger_month where region_id = ${this.region} group by 1) m
        join (select ${column} as id, sum(balance_kopecks + former_kopecks)::bigint as sum from garage_balance where region_id = ${this.region} group by 1) b using (id)`.execute(
        db,
      );
      const sums = this.reference.sums(level);
      for (const row of rows)
        same([row.months, row.balances], [sums.get(row.id), sums.get(row.id)], `${level} ${row.id}`);
      if (!rows.length && this.ids.length) throw new Error(`no sums of ${level}`);
    }
    const { rows: owners } = await sql<{ owner: number; sum: number }>`
      select owner_id as owner, sum(sign * amount_kopecks)::bigint as sum from balance_operation where region_id = ${this.region} group by 1`.execute(
      db,
    );
    const byOwner = this.reference.byOwner();
    for (const { owner, sum } of owners) same(sum, byOwner.get(owner) ?? 0, `person ${owner}`);
    await this.checkSettlement();
  }

  /** What a garage owes and has ahead as the walk has it, kopecks. */
  private async standing(id: number, { debtor = null, on }: { debtor?: number | null; on?: string } = {}) {
    const { rows } = await sql<LedgerFact>`
      select id, on_date, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year, reversal_of, debtor_id, origin_id
      from balance_operation where garage_id = ${id}`.execute(this.t.deps.db);
    const known = on ? rows.filter((line) => line.on_date <= on) : rows;
    const { owing, purses } = walkMoney(known, debtor);
    const sum = (of: readonly { left: number }[]) => of.reduce((total, { left }) => total + left, 0);
    return { owed: sum(owing), ahead: sum(purses) };
  }

  /** What some garages owe and have ahead, line by line, as a walk day by day from the rules of money alone has it. */
  private async checkSettlement() {
    const all = [...this.reference.garages.keys()];
    const from = this.report.checks * WALKED;
    const next = (of: number[]) =>
      of.length ? Array.from({ length: WALKED }, (_, nth) => of[(from + nth) % of.length]!) : [];
    // Garages whose debt was left to somebody are few and the hardest: the walk sees some of them each time.
    const ids = [...new Set([...next(all), ...next(all.filter((id) => this.reference.garages.get(id)!.formers.size))])];
    const { db } = this.t.deps;
    const { rows: lines } = await sql<LedgerFact & { garage_id: number }>`
      select id, garage_id, on_date, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year, reversal_of, debtor_id, origin_id
      from balance_operation where garage_id = any(${ids}::int[])`.execute(db);
    const { rows: books } = await sql<{
      garage_id: number;
      debtor_id: number | null;
      kind: string;
      line_id: number;
      since: string;
      kopecks: number;
    }>`
      select garage_id, debtor_id, kind, line_id, since, kopecks from settle(${ids}::int[]) where kopecks > 0`.execute(
      db,
    );
    const { rows: unpaid } = await sql<{ garage_id: number; since: string }>`
      select * from (${oldestUnpaid(sql`select unnest(${ids}::int[])`)}) as unpaid`.execute(db);
    for (const id of ids) {
      const own = lines.filter((line) => line.garage_id === id);
      const told = books.filter((row) => row.garage_id === id);
      const words = told.map((row) => `${row.debtor_id} ${row.kind} ${row.line_id} ${row.since} ${row.kopecks}`);
      const debtors = new Set([null, ...own.map((line) => line.debtor_id ?? null)]);
      const walk = [...debtors].flatMap((debtor) => {
        const { owing, purses } = walkMoney(own, debtor);
        return [
          ...owing.map((one) => `${debtor} charge ${one.line} ${one.day} ${one.left}`),
          ...purses.map((one) => `${debtor} ${one.waits ? 'aside' : 'advance'} ${one.line} ${one.day} ${one.left}`),
        ];
      });
      this.report.formers += debtors.size - 1;
      same(words.toSorted(), walk.toSorted(), `the settlement of garage ${id}`);
      const since = unpaid.find((row) => row.garage_id === id)?.since ?? null;
      same(since, oldestDay(walkMoney(own, null)), `the age of the debt of garage ${id}`);
    }
  }
}

const documentOf = ({ status, body }: Answer) => (status === 200 ? body.contribution : null);

const lineOf = (
  garage: RefGarage,
  sign: 1 | -1,
  amount: number,
  type: number | null,
  year: number,
  id: number | null = null,
): RefLine => ({ garage: garage.id, owner: garage.owners[0]!, sign, amount, type, year, isUndone: false, id });

function same(real: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(real), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one}, expected ${other}`);
}
