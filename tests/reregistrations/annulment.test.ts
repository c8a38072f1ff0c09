// Annulment and the money that came meanwhile: an answer for each payment. Random transfers and annulments against the reference ledger.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctContribution, postAccrual } from '../../contract/contributions/charging.ts';
import { registerAsOf } from '../../contract/garages/asOf.ts';
import { reverseOperation, takePayment } from '../../contract/payments.ts';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { annulmentLines } from '../../resources/reregistrations/annulmentLines.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { hearRecords } from '../kit/heard.ts';
import { inTime } from '../kit/busy.ts';
import { sample } from '../kit/deep.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { Reference } from '../soak/reference.ts';
import { charge, form, garageNow, inWork, move, ownedGarage, tariff, TODAY } from './kit.ts';

const FEE = 300_000;
let t: TestApp;
let w: World;
let mo: Caller;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  root = await as(t, { mo: w.mo, isSuperuser: 2 });
  for (const group of ['full', 'court'] as const) await tariff(t, group, FEE);
});
afterAll(() => t.close());

const pay = async (garage: number, amount: number, debtor: number | null = null, date = TODAY) => {
  const reply = await mo.call(takePayment, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      date,
      paymentType: 1,
      confirmDuplicate: true,
      lines: [{ garage, amount, accrualType: null, year: null, debtor }],
    },
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body as { lines: { id: number }[] };
};
const chargeOld = async (garage: number, kopecks: number) => {
  const reply = await mo.call(postAccrual, {
    body: {
      isAllGaragSelected: false,
      includedGarages: [garage],
      contributionAmount: kopecks,
      contributionDate: '2020-01-01',
      contributionPeriod: 2020,
      repeated: 'add',
      idempotencyKey: crypto.randomUUID(),
      expected: { garages: 1, amount_kopecks: kopecks },
    },
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.contribution as number;
};
const cardOf = async (id: number): Promise<ReregistrationCard> =>
  (await mo.call(reregistrations.one, { params: { id } })).body;

/** Annuls as a МО does after money came: it asks, a superuser confirms. */
async function annul(card: ReregistrationCard, payments: object[]) {
  const asked = await move(mo, await cardOf(card.id), 'ask_annul', { comment: 'Ошиблись' });
  if (asked.status !== 200) throw new Error(asked.text);
  return move(root, asked.body, 'annul', { comment: 'Подтверждаю', payments });
}

it('tells what it takes back before it does, to the kopeck', async () => {
  const garage = await ownedGarage(mo, w.po);
  await chargeOld(garage.id, 50_000);
  const buyer = await newPerson(mo, w.po);
  const sale = { newOwner: [{ profileId: buyer.id }], debtAnswer: 'moves_new' };
  const card = await inWork(mo, form(garage.id, 1, sale));
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  const before = await garageNow(mo, garage.id);
  const lines = annulmentLines(await cardOf(card.id));
  expect(lines.map(({ key }) => key)).toEqual(['owners', 'fee', 'debt', 'day']);
  expect(lines[0]!.note).toBe(
    `перестанет быть владельцем: ${buyer.full_name}; снова владеет: ${garage.owners[0]!.full_name}`,
  );
  const told = lines.reduce((sum, { kopecks }) => sum + (kopecks ?? 0), 0);
  expect(told).toBe(-FEE);
  const undone = await move(mo, await cardOf(card.id), 'annul', { comment: 'Ошиблись' });
  expect(undone.status, undone.text).toBe(200);
  const now = await garageNow(mo, garage.id);
  expect(now.owners.map(({ profile_id }) => profile_id)).toEqual([garage.owners[0]!.profile_id]);
  expect(now.balance_kopecks - before.balance_kopecks).toBe(-told);
});

it.each([0, 50_000])(
  'what is charged to the buyer since goes back with the garage, be %i kopecks owed before or none',
  async (owed) => {
    const garage = await ownedGarage(mo, w.po);
    const seller = garage.owners[0]!.profile_id;
    if (owed) await chargeOld(garage.id, owed);
    const buyer = await newPerson(mo, w.po);
    const sale = { newOwner: [{ profileId: buyer.id }], debtAnswer: owed ? 'moves_new' : null };
    const card = await inWork(mo, form(garage.id, 1, sale));
    const done = await move(mo, card, 'complete');
    expect(done.status, done.text).toBe(200);
    await charge(mo, garage.id, 300_000);
    const undone = await move(mo, await cardOf(card.id), 'annul', { comment: 'Ошиблись' });
    expect(undone.status, undone.text).toBe(200);
    const open = await sql<{ owner_id: number; kopecks: number }>`
    select o.owner_id, sum(s.kopecks)::int as kopecks from settle(array[${garage.id}::int]) s join balance_operation o on o.id = s.line_id
    where s.kind = 'charge' and s.kopecks > 0 group by 1`.execute(t.deps.db);
    expect(open.rows).toEqual([{ owner_id: seller, kopecks: 300_000 + owed }]);
    expect(await verifyLedger(t.deps.db, null, t.deps.secrets)).toEqual([]);
  },
);

describe('payments since the completion', () => {
  it('each gets its answer: back, to another garage of the payer, or for the debt of the garage', async () => {
    const garage = await ownedGarage(mo, w.po);
    const buyer = await newPerson(mo, w.po);
    const owner = { alreadyExistProfile: [{ profileId: buyer.id, isPrimary: true }], ownedSince: '2020-01-01' };
    const his = await newGarage(mo, w.siblingPo, owner);
    const foreign = await ownedGarage(mo, w.po);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: [{ profileId: buyer.id }] }));
    const done = (await move(mo, card, 'complete')).body;
    const sums = [100_000, 20_000, 3000];
    for (const sum of sums) await pay(garage.id, sum);
    const [back, moved, kept] = (await cardOf(done.id)).payments_since;
    expect([back, moved, kept].map((line) => line!.amount_kopecks)).toEqual(sums);
    expect(moved!.garages.map(({ id }) => id)).toEqual([his.id]);

    const alone = await move(mo, await cardOf(done.id), 'annul', { comment: 'Ошиблись' });
    expect(alone.body.errors?.form ?? alone.body.message).toContain('уже есть оплата');
    const partly = await annul(done, [
      { id: back!.id, answer: 'return' },
      { id: moved!.id, answer: 'move', garage: foreign.id },
    ]);
    expect(partly.status).toBe(422);
    expect(partly.body.errors).toEqual({
      [`payments.${moved!.id}`]: 'Выберите другой гараж этого плательщика',
      [`payments.${kept!.id}`]: 'Решите, что с этой оплатой',
    });
    expect((await garageNow(mo, garage.id)).owners[0]!.profile_id).toBe(buyer.id);

    const undone = await annul(done, [
      { id: back!.id, answer: 'return' },
      { id: moved!.id, answer: 'move', garage: his.id },
      { id: kept!.id, answer: 'keep' },
    ]);
    expect(undone.status, undone.text).toBe(200);
    const now = await garageNow(mo, garage.id);
    expect([now.owners[0]!.profile_id, now.balance_kopecks]).toEqual([garage.owners[0]!.profile_id, 3000]);
    expect((await garageNow(mo, his.id)).balance_kopecks).toBe(20_000);
    const { comment } = undone.body.events[0]!;
    for (const words of ['вернуть плательщику', `зачтено на гараж ${his.section} ${his.number}`, 'в счёт долга гаража'])
      expect(comment).toContain(words);
    expect(await verifyLedger(t.deps.db, null, t.deps.secrets)).toEqual([]);
  });

  it('one that goes to a garage of another ПО is told there, to those who look at this garage', async () => {
    const garage = await ownedGarage(mo, w.po);
    const buyer = await newPerson(mo, w.po);
    const owner = { alreadyExistProfile: [{ profileId: buyer.id, isPrimary: true }], ownedSince: '2020-01-01' };
    const his = await newGarage(mo, w.siblingPo, owner);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: [{ profileId: buyer.id }] }));
    const done = (await move(mo, card, 'complete')).body;
    await pay(garage.id, 20_000);
    const [payment] = (await cardOf(done.id)).payments_since;
    const { told, stop } = await hearRecords(t, w.siblingPo);
    try {
      const undone = await annul(done, [{ id: payment!.id, answer: 'move', garage: his.id }]);
      expect(undone.status, undone.text).toBe(200);
      await expect
        .poll(() => told)
        .toEqual([
          { resource: 'payments', ids: [] },
          { resource: 'garages', ids: [his.id] },
          { resource: 'contributions', ids: [] },
        ]);
    } finally {
      await stop();
    }
  });

  it('left nothing of a debt to the one who left; what its charge is corrected to is more: he owes the rest, once', async () => {
    const garage = await ownedGarage(mo, w.po);
    const document = await chargeOld(garage.id, 50_000);
    const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
    const card = await inWork(mo, form(garage.id, 5, { newOwner, date: '2021-01-01', debtAnswer: 'stays_old' }));
    expect((await move(mo, card, 'complete')).status).toBe(200);
    await pay(garage.id, 50_000, null, '2026-11-02');
    const corrected = await mo.call(correctContribution, {
      params: { id: document },
      body: {
        version: 1,
        idempotencyKey: crypto.randomUUID(),
        money: {
          accrualType: { value: 1 },
          contributionPeriod: 2020,
          contributionAmount: 80_000,
          contributionDate: '2020-01-01',
          reason: 'опечатка',
          expected: { garages: 1, amount_kopecks: 80_000 },
        },
      },
    });
    expect(corrected.status, corrected.text).toBe(200);
    const now = await garageNow(mo, garage.id);
    expect([now.former_kopecks, now.balance_kopecks]).toEqual([30_000, -FEE]);
    expect(await verifyLedger(t.deps.db, null, t.deps.secrets)).toEqual([]);
  });

  it('is undone after the annulment: the debt that it had paid is the owner’s, no case leaves it to anybody', async () => {
    const garage = await ownedGarage(mo, w.po);
    await chargeOld(garage.id, 50_000);
    const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
    const card = await inWork(mo, form(garage.id, 5, { newOwner, date: '2021-01-01', debtAnswer: 'stays_old' }));
    const done = await move(mo, card, 'complete');
    expect(done.status, done.text).toBe(200);
    const sums = async () => {
      const { former_kopecks, balance_kopecks } = await garageNow(mo, garage.id);
      return [former_kopecks, balance_kopecks];
    };
    expect(await sums()).toEqual([50_000, -FEE]);
    const paid = await pay(garage.id, 50_000, null, '2026-11-02');
    expect(await sums()).toEqual([0, -FEE]);
    const { payments_since: payments } = await cardOf(card.id);
    const undone = await annul(
      done.body,
      payments.map(({ id }) => ({ id, answer: 'keep', garage: null })),
    );
    expect(undone.status, undone.text).toBe(200);
    expect(await sums()).toEqual([0, 0]);
    const back = await mo.call(reverseOperation, {
      params: { id: paid.lines[0]!.id },
      body: { idempotencyKey: crypto.randomUUID(), date: TODAY, reason: 'ошибка', penalties_kopecks: 0 },
    });
    expect(back.status, back.text).toBe(200);
    expect(await sums()).toEqual([0, -50_000]);
  });

  it('what another case left to the same person stays with him', async () => {
    const garage = await ownedGarage(mo, w.po);
    const [first] = garage.owners;
    const sell = async (to: number, date: string) => {
      const newOwner = [{ profileId: to }];
      const card = await inWork(mo, form(garage.id, 5, { newOwner, date, debtAnswer: 'stays_old' }));
      const done = await move(mo, card, 'complete');
      expect(done.status, done.text).toBe(200);
      return done.body as ReregistrationCard;
    };
    const between = await newPerson(mo, w.po);
    const last = await newPerson(mo, w.po);
    await chargeOld(garage.id, 70_000);
    await sell(between.id, '2021-01-01');
    await sell(first!.profile_id, '2022-01-01');
    await chargeOld(garage.id, 5000);
    const done = await sell(last.id, '2023-01-01');
    expect((await garageNow(mo, garage.id)).former_kopecks).toBe(75_000);
    const undone = await move(mo, done, 'annul', { comment: 'Ошиблись' });
    expect(undone.status, undone.text).toBe(200);
    const now = await garageNow(mo, garage.id);
    expect([now.former_kopecks, now.balance_kopecks]).toEqual([70_000, -(5000 + 2 * FEE)]);
  });
});

/** The same numbers for the same seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** A garage as the rules of the books say it: money and charges of those present, what stands with former ones, who owned since when. */
interface Kept {
  id: number;
  charged: number;
  fees: number;
  money: number;
  owners: { since: string; people: number[] }[];
  cases: { card: ReregistrationCard; steps: number; fee: number; left: { owner: number; kopecks: number } | null }[];
  left: Map<number, number>;
}
const owedOld = (garage: Kept) => Math.max(0, garage.charged - garage.money);
const nextDay = (day: string, more: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + more * 86_400_000).toISOString().slice(0, 10);

class Walk {
  readonly reference = new Reference();
  readonly garages: Kept[] = [];
  readonly names = new Map<number, string>();
  readonly did = { sale: 0, chain: 0, annul: 0, refused: 0, paid: 0, return: 0, keep: 0, move: 0 };
  private documents = 0;
  private readonly random: () => number;
  constructor(seed: number) {
    this.random = chance(seed);
  }
  int(from: number, to: number) {
    return from + Math.floor(this.random() * (to - from + 1));
  }
  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)]!;
  }

  /** One line of the reference: sums of every level follow it. */
  private post(garage: Kept, owner: number, sign: 1 | -1, amount: number) {
    const line = { garage: garage.id, owner, sign, amount, type: null, year: 2026, isUndone: false, id: null };
    this.reference.post({
      id: (this.documents += 1),
      kind: 'special',
      author: 0,
      level: 'mo',
      mo: w.mo,
      lines: [line],
    });
  }
  private present = (garage: Kept) => garage.owners.at(-1)!.people;

  async prepare() {
    for (let nth = 0; nth < 8; nth += 1) {
      const person = await newPerson(mo, w.po);
      this.names.set(person.id, person.full_name);
    }
    for (let nth = 0; nth < 4; nth += 1) {
      const owner = [...this.names.keys()][nth]!;
      const card = await newGarage(mo, w.po, {
        alreadyExistProfile: [{ profileId: owner, isPrimary: true }],
        ownedSince: '2020-01-01',
      });
      this.reference.add({ id: card.id, region: w.region, mo: w.mo, po: w.po, owners: [owner] });
      const owners = [{ since: '2020-01-01', people: [owner] }];
      this.garages.push({ id: card.id, charged: 0, fees: 0, money: 0, owners, cases: [], left: new Map() });
    }
  }

  async charge(garage: Kept) {
    const kopecks = this.int(1, 500_000);
    await chargeOld(garage.id, kopecks);
    garage.charged += kopecks;
    this.post(garage, this.present(garage)[0]!, -1, kopecks);
  }

  async pay(garage: Kept) {
    const kopecks = this.int(1, 300_000);
    await pay(garage.id, kopecks);
    garage.money += kopecks;
    this.did.paid += 1;
    this.post(garage, this.present(garage)[0]!, 1, kopecks);
  }

  async sell(garage: Kept) {
    const last = garage.owners.at(-1)!;
    const date = nextDay(last.since, this.int(2, 90));
    const others = [...this.names.keys()].filter((id) => !last.people.includes(id));
    const first = this.pick(others);
    const second = this.pick(others.filter((id) => id !== first));
    const through = this.pick(others.filter((id) => id !== first && id !== second));
    const isTwo = this.random() < 0.3;
    const isChain = this.random() < 0.3;
    const newOwner = isTwo
      ? [first, second].map((profileId, nth) => ({ profileId, share: '1/2', isPrimary: nth === 0 }))
      : [{ profileId: first }];
    const step = nextDay(last.since, 1);
    const chain = isChain ? [{ owner: { profileId: through }, date: step, reason: 5, paper: 'решение' }] : [];
    const debtAnswer = this.pick(['stays_old', 'moves_new'] as const);
    const more = { newOwner, date, debtAnswer, alreadyExistTransitProfile: chain };
    const card = await inWork(mo, form(garage.id, 5, more));
    const done = await move(mo, card, 'complete', { expected: card.preview.expected });
    expect(done.status, done.text).toBe(200);
    const fee = FEE * (isChain ? 2 : 1);
    // Debts dated before the first new owner's day stay with the one who left; the fee is the new owner's.
    const kopecks = debtAnswer === 'stays_old' ? owedOld(garage) : 0;
    const former = last.people[0]!;
    if (kopecks) {
      garage.charged -= kopecks;
      garage.left.set(former, (garage.left.get(former) ?? 0) + kopecks);
      this.post(garage, former, 1, kopecks);
    }
    garage.fees += fee;
    this.post(garage, first, -1, fee);
    if (isChain) garage.owners.push({ since: step, people: [through] });
    garage.owners.push({ since: date, people: isTwo ? [first, second] : [first] });
    const left = kopecks ? { owner: former, kopecks } : null;
    garage.cases.push({ card: done.body, steps: isChain ? 2 : 1, fee, left });
    this.did.sale += 1;
    if (isChain) this.did.chain += 1;
  }

  async annul(garage: Kept) {
    const last = garage.cases.at(-1);
    if (!last) return;
    if (garage.cases.length > 1 && this.random() < 0.3) {
      const early = await cardOf(garage.cases[0]!.card.id);
      expect(early.annul_obstacles).not.toEqual([]);
      this.did.refused += 1;
    }
    const { payments_since: payments } = await cardOf(last.card.id);
    const answers = payments.map((line) => {
      const target = line.garages.length && this.random() < 0.4 ? this.pick(line.garages).id : null;
      const answer = target ? ('move' as const) : this.pick(['return', 'keep'] as const);
      return { id: line.id, answer, garage: target, kopecks: line.amount_kopecks };
    });
    const undone = await annul(
      last.card,
      answers.map(({ kopecks: _sum, ...answer }) => answer),
    );
    expect(undone.status, undone.text).toBe(200);
    const present = this.present(garage)[0]!;
    for (const { answer, garage: target, kopecks } of answers) {
      this.did[answer] += 1;
      if (answer === 'keep') continue;
      garage.money -= kopecks;
      this.post(garage, present, -1, kopecks);
      const other = this.garages.find(({ id }) => id === target);
      if (!other) continue;
      other.money += kopecks;
      this.post(other, present, 1, kopecks);
    }
    garage.cases.pop();
    garage.owners.splice(-last.steps);
    garage.fees -= last.fee;
    this.post(garage, present, 1, last.fee);
    if (last.left) {
      garage.charged += last.left.kopecks;
      garage.left.set(last.left.owner, garage.left.get(last.left.owner)! - last.left.kopecks);
      this.post(garage, last.left.owner, -1, last.left.kopecks);
    }
    this.did.annul += 1;
  }

  async check() {
    for (const garage of this.garages) {
      const now = await garageNow(mo, garage.id);
      const expected = garage.money - garage.charged - garage.fees;
      expect([garage.id, now.balance_kopecks]).toEqual([garage.id, expected]);
      expect(this.reference.garages.get(garage.id)!.balance).toBe(expected);
      expect(now.former_kopecks).toBe([...garage.left.values()].reduce((sum, one) => sum + one, 0));
      await this.checkDays(garage);
    }
    expect(await verifyLedger(t.deps.db, null, t.deps.secrets)).toEqual([]);
    // However often debts were moved and moved anew: no move is of more than its charge.
    const { rows } =
      await sql`select moved.* from balance_operation moved join balance_operation charge on charge.id = moved.origin_id
      where moved.amount_kopecks > charge.amount_kopecks`.execute(t.deps.db as never);
    expect(rows).toEqual([]);
  }

  /** Who owned on each past day: the register answers what a replay of the cases that stand says. */
  private async checkDays(garage: Kept) {
    const days = garage.owners.flatMap(({ since }) => [nextDay(since, -1), since, nextDay(since, 1)]);
    for (const on of [...new Set(days)].filter((day) => day >= '2020-01-01' && day <= TODAY)) {
      const { body } = await mo.call(registerAsOf, { query: { on, garage: garage.id } as never });
      const replay = garage.owners.findLast(({ since }) => since <= on)!;
      const names = body.data[0].on.owners.map((one: { full_name: string }) => one.full_name);
      expect([on, ...names.toSorted()]).toEqual([on, ...replay.people.map((id) => this.names.get(id)!).toSorted()]);
    }
  }
}

const walks: Walk[] = [];
it.each(sample([11, 13, 14, 17], 2))(
  'random transfers, payments and annulments, seed %i: money, debts of former owners and owners of each past day',
  async (seed) => {
    const walk = new Walk(seed);
    walks.push(walk);
    await walk.prepare();
    for (let step = 1; step <= 48; step += 1) {
      const garage = walk.pick(walk.garages);
      const work = walk.pick(['charge', 'pay', 'pay', 'sell', 'sell', 'annul'] as const);
      await walk[work](garage);
      if (step % 12 === 0) await walk.check();
    }
    expect(walk.did.sale).toBeGreaterThan(5);
    expect(walk.did.annul).toBeGreaterThan(1);
  },
  inTime(120_000),
);
it('the walks together met every answer to a payment, and cases that may not be annulled', () => {
  for (const what of ['return', 'keep', 'move', 'refused', 'chain'] as const)
    expect([what, walks.reduce((sum, { did }) => sum + did[what], 0)]).not.toEqual([what, 0]);
});
