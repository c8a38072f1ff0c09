// What must not slip between what a person saw and what is written: a charge of what is archived, sums that no number holds, days that run back.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  correctContribution,
  postAccrual,
  previewAccrual,
  reverseContribution,
} from '../../contract/contributions/charging.ts';
import { MAX_AMOUNT_KOPECKS } from '../../contract/books.ts';
import { garageDebt } from '../../contract/balance.ts';
import { garageSelection } from '../../contract/garages.ts';
import { notifications } from '../../contract/notifications.ts';
import { profileSelection } from '../../contract/profiles.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { editRefusal } from '../../server/contributions/rules.ts';
import { DbError } from '../../server/db/engine.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { rowRefusal } from '../../server/bankStatements/rules/rows.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { postLines } from '../balance/posting.ts';
import { archive, charge, fee, park } from './park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  setFailHook(null);
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

it.each(['import', 'penalty', 'reregistration'])(
  'what was entered by itself (%s) is never corrected by hand, not by its author, nor in its words',
  (source) => {
    const actor = { userId: 7, mo: 1, po: null, region: null, capabilities: [1, 2], isSuperuser: 0 } as never;
    const document = {
      kind: 'accrual',
      on_date: '2026-11-02',
      po_id: 1,
      created_by: 7,
      reversed_by: null,
      open_lines: 1,
      case_no: null,
    };
    expect(editRefusal(actor, { ...document, source: 'mass' }, null)).toBeNull();
    expect(editRefusal(actor, { ...document, source }, null)).toMatchObject({
      text: expect.stringContaining('сделана автоматически'),
    });
  },
);

describe('a garage', () => {
  it('that is on its way to the archive is not charged', async () => {
    const { po, mo, ids } = await park(t, 1);
    const body = {
      ...fee(),
      idempotencyKey: randomUUID() as string,
      expected: { garages: 1, amount_kopecks: 450_000 },
    };
    let posted: ReturnType<typeof po.call> | undefined;
    setFailHook(async (point) => {
      if (point !== 'before commit' || posted) return;
      posted = po.call(postAccrual, { body });
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    expect((await archive(mo, ids[0]!)).status).toBe(200);
    setFailHook(null);
    const answer = await posted!;
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('стало 0')]);
  });
});

it.each(['40P01', '40001'])(
  'a write that the database took back for another one (%s) is said so, and is done when repeated',
  async (code) => {
    const { mo, ids } = await park(t, 1);
    setFailHook((point) =>
      point === 'before commit'
        ? Promise.reject(new DbError({ message: 'deadlock detected', code }))
        : Promise.resolve(),
    );
    const refused = await archive(mo, ids[0]!);
    setFailHook(null);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Ничего не сохранено')]);
    expect((await archive(mo, ids[0]!)).status).toBe(200);
  },
);

describe('a sum', () => {
  it('that is multiplied does not outgrow what a person may type', async () => {
    const { po, mo, w } = await park(t, 0);
    await newGarage(mo, w.po, { sizeX: 6, sizeY: 4 });
    const terms = fee({ accrualType: { value: 5 }, contributionAmount: MAX_AMOUNT_KOPECKS });
    const errors = { contributionAmount: expect.stringMatching(/^Гараж .+: выходит .+ Проверьте ставку и размеры$/) };
    const seen = await po.call(previewAccrual, { body: terms });
    expect([seen.status, seen.body.errors]).toEqual([422, errors]);
    const expected = { garages: 1, amount_kopecks: MAX_AMOUNT_KOPECKS * 24 };
    const posted = await po.call(postAccrual, { body: { ...terms, idempotencyKey: randomUUID(), expected } });
    expect([posted.status, posted.body.errors]).toEqual([422, errors]);
    const less = { ...terms, contributionAmount: 1_000 };
    expect((await po.call(previewAccrual, { body: less })).body.sum_kopecks).toBe(24_000);
  });

  it('of a bank document is posted to one garage only as far', () => {
    const row = (amount: number) => ({
      kind: 'incoming',
      on_date: '2026-11-01',
      amount_kopecks: amount,
      standing_kopecks: 0,
      left_kopecks: amount,
      is_skipped: false,
      has_registry: false,
      posted_elsewhere: false,
      parts: [{ amount, year: null, debtor: null, is_active: true, place: 'А 45' }],
    });
    const calendar = { today: '2026-11-20', closedUntil: null };
    expect(rowRefusal(row(MAX_AMOUNT_KOPECKS), calendar)).toBeNull();
    expect(rowRefusal(row(MAX_AMOUNT_KOPECKS + 1), calendar)).toContain('разделите платёж');
  });
});

describe('a charge that an advance paid', () => {
  it('is undone with a reason only', async () => {
    const { po, w, ids } = await park(t, 1);
    const advance = { garage_id: ids[0]!, sign: 1 as const, amount_kopecks: 450_000, period_year: 2026 };
    await postLines(t, w, [{ ...advance, accrual_type_id: null, payment_type_id: 1, on_date: '2026-01-10' }]);
    const { contribution } = (await charge(po, { contributionDate: '2026-05-10' })).body;
    const undo = (reason: string | null) =>
      po.call(reverseContribution, {
        params: { id: contribution },
        body: { idempotencyKey: randomUUID(), date: '2026-11-02', reason, penalties_kopecks: 0 },
      });
    const refused = await undo(null);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { reason: 'По начислению уже есть оплаты: укажите причину сторно' },
    ]);
    expect((await undo('ошибка')).status).toBe(200);
  });
});

describe('a correction', () => {
  it('to an earlier day does not give the garage money back before it was charged', async () => {
    const { po, ids } = await park(t, 1);
    const { contribution } = (await charge(po, { contributionDate: '2026-05-10' })).body;
    const money = {
      accrualType: { value: 1 },
      contributionPeriod: 2026,
      contributionAmount: 450_000,
      contributionDate: '2026-02-01',
      reason: 'не та дата',
      expected: { garages: 1, amount_kopecks: 450_000 },
    };
    const body = { version: 1, idempotencyKey: randomUUID() as string, money };
    expect((await po.call(correctContribution, { params: { id: contribution }, body })).status).toBe(200);
    const owed = async (on: string) =>
      (await po.call(garageDebt, { params: { id: ids[0]! }, query: { on } })).body.balance_kopecks;
    expect([await owed('2026-01-31'), await owed('2026-03-01'), await owed('2026-11-20')]).toEqual([
      0, -450_000, -450_000,
    ]);
  });
});

it('a selection with a condition that nobody knows is refused: it would choose more than was meant', async () => {
  const { po } = await park(t, 1);
  const unknown = { poList: [5] } as never;
  const body = { ...fee(), selectedGarageFilters: unknown };
  const answers = [
    await po.call(previewAccrual, { body }),
    await po.call(garageSelection, { body: { filter: unknown, all: true, expected: 0 } }),
    await po.call(profileSelection, { body: { filter: unknown, all: true } }),
    await po.call(notifications.create, {
      body: { selection: { of: 'garages', all: true, filter: unknown } } as never,
    }),
  ];
  for (const { status, body: said } of answers) {
    expect(status).toBe(422);
    expect(Object.values(said.errors as Record<string, string>).join()).toContain('Неизвестное поле: poList');
  }
});
