// Every state of an entry against everything that may be done to it: what is legal happens once, what is not says why.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  correctContribution,
  postAccrual,
  previewAccrual,
  reverseContribution,
} from '../../contract/contributions/charging.ts';
import { correctOperation, reverseOperation, specialOperation, takePayment } from '../../contract/payments.ts';
import { postPenalties } from '../../contract/penalties.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { charge, chargePenalties, fee, park, type Park } from './park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const TODAY = '2026-11-20';
const key = () => randomUUID() as string;

/** An entry in some state: its document, one of its lines, who works with it. */
interface Entry extends Park {
  document: number;
  line: number;
}
const lineOf = async (document: number) =>
  (
    await t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', document)
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id;

const undoDocument = (caller: Caller, id: number, more: object = {}) =>
  caller.call(reverseContribution, {
    params: { id },
    body: { idempotencyKey: key(), date: TODAY, reason: 'ошибка', ...more },
  });
const undoLine = (caller: Caller, id: number) =>
  caller.call(reverseOperation, { params: { id }, body: { idempotencyKey: key(), date: TODAY, reason: 'ошибка' } });
const editWords = (caller: Caller, id: number) =>
  caller.call(correctContribution, {
    params: { id },
    body: { version: 1, idempotencyKey: key(), contributionComment: 'иначе' },
  });
/** Changes the sum to 1 000 ₽ for each garage, as the preview of the correction shows it. */
const editMoney = async (caller: Caller, id: number) => {
  const terms = {
    accrualType: { value: 1 },
    contributionPeriod: 2026,
    contributionAmount: 100_000,
    contributionDate: TODAY,
  };
  const selection = { isAllGaragSelected: false, includedGarages: [], repeated: 'add' as const, corrects: id };
  const seen = (await caller.call(previewAccrual, { body: { ...terms, ...selection } })).body;
  const expected = { garages: seen.garages ?? 0, amount_kopecks: seen.sum_kopecks ?? 0 };
  const money = { ...terms, reason: 'опечатка', expected };
  return caller.call(correctContribution, { params: { id }, body: { version: 1, idempotencyKey: key(), money } });
};
const editLine = (caller: Caller, id: number, garage: number) => {
  const money = { garage, date: TODAY, amount: 100, paymentType: 1, reason: 'опечатка' };
  return caller.call(correctOperation, { params: { id }, body: { version: 1, idempotencyKey: key(), money } });
};

const charged = async (): Promise<Entry> => {
  const made = await park(t, 2);
  const document = (await charge(made.po)).body.contribution as number;
  return { ...made, document, line: await lineOf(document) };
};
const paid = async (): Promise<Entry> => {
  const made = await charged();
  const body = { idempotencyKey: key(), date: TODAY, lines: [{ garage: made.ids[0]!, amount: 1000 }] };
  const { body: answer } = await made.po.call(takePayment, { body });
  return { ...made, document: answer.contribution, line: answer.lines[0].id };
};
/** The same entry after something was done to it. */
const after = async (entry: Entry, work: (entry: Entry) => Promise<{ status: number; body: { message?: string } }>) => {
  const { status, body } = await work(entry);
  if (status !== 200) throw new Error(body.message);
  return entry;
};

it('the preview of a correction tells what will be owed: what it takes the place of is owed no more', async () => {
  const made = await charged();
  const selection = {
    isAllGaragSelected: false,
    includedGarages: [],
    repeated: 'add' as const,
    corrects: made.document,
  };
  const terms = { accrualType: { value: 1 }, contributionPeriod: 2026, contributionDate: TODAY };
  const preview = async (contributionAmount: number) =>
    (await made.po.call(previewAccrual, { body: { ...terms, contributionAmount, ...selection } })).body;
  for (const amount of [100_000, 450_000, 500_000]) {
    const seen = await preview(amount);
    expect([amount, seen.debt_after_kopecks]).toEqual([amount, 2 * amount]);
  }
  const seen = await preview(100_000);
  const edited = await editMoney(made.po, made.document);
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  const { debt } = await t.deps.db
    .selectFrom('garage_balance')
    .where('garage_id', 'in', made.ids)
    .select(({ fn }) => fn.sum<string>('debt_kopecks').as('debt'))
    .executeTakeFirstOrThrow();
  expect(Number(debt)).toBe(seen.debt_after_kopecks);
});

const states: Record<string, () => Promise<Entry>> = {
  charge: charged,
  'charge of the МО': async () => {
    const made = await park(t, 2);
    await newGarage(made.mo, made.w.siblingPo);
    const document = (await charge(made.mo)).body.contribution as number;
    return { ...made, document, line: await lineOf(document) };
  },
  'charge of a colleague': async () => {
    const made = await charged();
    return { ...made, po: await as(t, { po: made.w.po }) };
  },
  'charge with a payment': async () => {
    const made = await charged();
    const body = { idempotencyKey: key(), date: TODAY, lines: [{ garage: made.ids[0]!, amount: 1000 }] };
    return after(made, () => made.po.call(takePayment, { body }));
  },
  'charge, undone': async () => after(await charged(), ({ po, document }) => undoDocument(po, document)),
  'charge, one line undone': async () => after(await charged(), ({ po, line }) => undoLine(po, line)),
  'charge, corrected': async () => after(await charged(), ({ po, document }) => editMoney(po, document)),
  'correction of a charge': async () => {
    const made = await charged();
    const document = (await editMoney(made.po, made.document)).body.contribution as number;
    return { ...made, document, line: await lineOf(document) };
  },
  'reversal of a charge': async () => {
    const made = await charged();
    const document = (await undoDocument(made.po, made.document)).body.contribution as number;
    return { ...made, document, line: await lineOf(document) };
  },
  payment: paid,
  'payment, undone': async () => after(await paid(), ({ po, line }) => undoLine(po, line)),
  'payment, corrected': async () => after(await paid(), ({ po, line, ids }) => editLine(po, line, ids[0]!)),
  'reversal of a payment': async () => {
    const made = await paid();
    const document = (await undoLine(made.po, made.line)).body.contribution as number;
    return { ...made, document, line: await lineOf(document) };
  },
  'correction ±': async () => {
    const made = await charged();
    const body = {
      idempotencyKey: key(),
      kind: 'correction' as const,
      date: TODAY,
      garage: made.ids[0]!,
      amount: 500,
      comment: 'округление',
    };
    const { body: answer } = await made.po.call(specialOperation, { body });
    return { ...made, document: answer.contribution, line: answer.lines[0].id };
  },
  penalty: async () => {
    const made = await park(t, 2);
    await charge(made.po, { contributionPeriod: 2025, contributionDate: '2025-03-01' });
    await chargePenalties(t, made.w.po);
    const expected = { garages: 2, amount_kopecks: 40_500 };
    const { body } = await made.po.call(postPenalties, {
      body: { date: '2026-02-14', idempotencyKey: key(), expected },
    });
    return { ...made, document: body.contribution, line: await lineOf(body.contribution) };
  },
};

const actions: Record<string, (entry: Entry) => Promise<{ status: number; body: { message?: string } }>> = {
  'undo document': ({ po, document }) => undoDocument(po, document),
  'undo line': ({ po, line }) => undoLine(po, line),
  'edit words': ({ po, document }) => editWords(po, document),
  'edit money': ({ po, document }) => editMoney(po, document),
  'edit line': ({ po, line, ids }) => editLine(po, line, ids[0]!),
};

const ok = 'is done';
const undone = 'Уже сторнировано';
const noUndo = 'Сторно не отменяется';
const onlyCharge = 'Изменяется только начисление';
const inPayments = 'Оплата отменяется в «Платежах»';
const ofColleague = 'Чужую запись отменяет МО';
const ofMo = 'Начисление сделано на уровне МО: его отменяет МО';
const inCard = 'Начисление изменяется в карточке документа';
const byItself = 'Эта запись сделана автоматически: её можно только отменить';
/** For each state the outcome of each action, in their order: done, or the beginning of the refusal. */
const table: Record<string, [string, string, string, string, string]> = {
  charge: [ok, ok, ok, ok, inCard],
  'charge of the МО': [ofMo, ofColleague, ofMo, ofMo, inCard],
  'charge of a colleague': [ofColleague, ofColleague, ofColleague, ofColleague, inCard],
  'charge with a payment': [ok, ok, ok, ok, inCard],
  'charge, undone': [undone, undone, undone, undone, inCard],
  'charge, one line undone': [ok, undone, ok, ok, inCard],
  'charge, corrected': [undone, undone, undone, undone, inCard],
  'correction of a charge': [ok, ok, ok, ok, inCard],
  'reversal of a charge': [noUndo, noUndo, onlyCharge, onlyCharge, 'Сторно не изменяется'],
  payment: [inPayments, ok, onlyCharge, onlyCharge, ok],
  'payment, undone': [inPayments, undone, onlyCharge, onlyCharge, undone],
  'payment, corrected': [inPayments, undone, onlyCharge, onlyCharge, undone],
  'reversal of a payment': [noUndo, noUndo, onlyCharge, onlyCharge, 'Сторно не изменяется'],
  'correction ±': [inPayments, ok, onlyCharge, onlyCharge, 'Эту запись можно только отменить и внести заново'],
  penalty: [ok, ok, byItself, byItself, inCard],
};

describe('an entry', () => {
  it('every state and every action are in the table', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(states).sort());
    for (const row of Object.values(table)) expect(row).toHaveLength(Object.keys(actions).length);
  });

  const rows = Object.entries(table).flatMap(([state, outcomes]) =>
    Object.keys(actions).map((action, nth) => [state, action, outcomes[nth]!] as const),
  );
  it.each(rows)('%s: %s — %s', async (state, action, outcome) => {
    const entry = await states[state]!();
    const before = await balances(entry);
    const answer = await actions[action]!(entry);
    if (outcome === ok) {
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      return;
    }
    expect([403, 422]).toContain(answer.status);
    expect(answer.body.message?.slice(0, outcome.length)).toBe(outcome);
    expect(await balances(entry)).toEqual(before);
  });
});

describe('a correction', () => {
  it('charges again what stands of the document, not what was undone one by one', async () => {
    const entry = await states['charge, one line undone']!();
    const { body } = await editMoney(entry.po, entry.document);
    const { garage_id: undoneGarage } = await t.deps.db
      .selectFrom('balance_operation')
      .where('id', '=', entry.line)
      .select('garage_id')
      .executeTakeFirstOrThrow();
    const lines = await t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', body.contribution)
      .select('garage_id')
      .execute();
    expect(lines).toEqual([{ garage_id: entry.ids.find((id) => id !== undoneGarage) }]);
    const sums = (await balances(entry)).map((row) => [row.garage_id === undoneGarage, row.balance_kopecks]);
    expect(sums).toEqual(
      expect.arrayContaining([
        [true, 0],
        [false, -100_000],
      ]),
    );
  });
});

describe('a write repeated with its key happens once: at once and in turn', () => {
  const writes: [
    string,
    () => Promise<[Entry, (idempotencyKey: string) => Promise<{ status: number; body: object }>, number]>,
  ][] = [
    [
      'charge',
      async () => {
        const made = await park(t, 2);
        const expected = { garages: 2, amount_kopecks: 900_000 };
        const send = (idempotencyKey: string) =>
          made.po.call(postAccrual, { body: { ...fee(), idempotencyKey, expected } });
        return [{ ...made, document: 0, line: 0 }, send, 1];
      },
    ],
    [
      'undoing of a charge',
      async () => {
        const made = await charged();
        return [made, (idempotencyKey) => undoDocument(made.po, made.document, { idempotencyKey }), 1];
      },
    ],
    [
      'correction of a charge',
      async () => {
        const made = await charged();
        const money = {
          accrualType: { value: 1 },
          contributionPeriod: 2026,
          contributionAmount: 100_000,
          contributionDate: TODAY,
          reason: 'опечатка',
          expected: { garages: 2, amount_kopecks: 200_000 },
        };
        const send = (idempotencyKey: string) =>
          made.po.call(correctContribution, {
            params: { id: made.document },
            body: { version: 1, idempotencyKey, money },
          });
        return [made, send, 2];
      },
    ],
    [
      'penalty',
      async () => {
        const made = await states.penalty!();
        const expected = { garages: 2, amount_kopecks: 9_000 };
        const send = (idempotencyKey: string) =>
          made.po.call(postPenalties, { body: { date: '2026-02-24', idempotencyKey, expected } });
        return [made, send, 1];
      },
    ],
    [
      'payment',
      async () => {
        const made = await charged();
        const lines = [{ garage: made.ids[0]!, amount: 700 }];
        const send = (idempotencyKey: string) =>
          made.po.call(takePayment, { body: { idempotencyKey, date: TODAY, lines } });
        return [made, send, 1];
      },
    ],
    [
      'undoing of a payment',
      async () => {
        const made = await paid();
        const body = { date: TODAY, reason: 'ошибка' };
        const send = (idempotencyKey: string) =>
          made.po.call(reverseOperation, { params: { id: made.line }, body: { idempotencyKey, ...body } });
        return [made, send, 1];
      },
    ],
    [
      'correction of a payment',
      async () => {
        const made = await paid();
        const money = { garage: made.ids[1]!, date: TODAY, amount: 100, paymentType: 2, reason: 'опечатка' };
        const send = (idempotencyKey: string) =>
          made.po.call(correctOperation, {
            params: { id: made.line },
            body: { version: 1, idempotencyKey, money },
          });
        return [made, send, 2];
      },
    ],
    [
      'correction ±',
      async () => {
        const made = await charged();
        const body = {
          kind: 'correction' as const,
          date: TODAY,
          garage: made.ids[0]!,
          amount: 5,
          comment: 'округление',
        };
        const send = (idempotencyKey: string) => made.po.call(specialOperation, { body: { idempotencyKey, ...body } });
        return [made, send, 1];
      },
    ],
  ];
  it.each(writes)('%s', async (_name, prepare) => {
    const [entry, send, documents] = await prepare();
    const before = await count(entry);
    const once = key();
    const answers = [...(await Promise.all([send(once), send(once), send(once)])), await send(once), await send(once)];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    const told = answers.map(({ body }) => JSON.stringify({ ...body, isRepeat: null }));
    expect(new Set(told).size).toBe(1);
    expect((await count(entry)) - before).toBe(documents);
  });
});

const balances = ({ ids }: Entry) =>
  t.deps.db
    .selectFrom('garage_balance')
    .where('garage_id', 'in', ids)
    .select(['garage_id', 'balance_kopecks'])
    .orderBy('garage_id')
    .execute();
async function count({ w }: Entry) {
  const { n } = await t.deps.db
    .selectFrom('contribution')
    .where('mo_id', '=', w.mo)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
