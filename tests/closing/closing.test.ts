// Closing a year: what is counted, who closes, what every money write says afterwards, who opens again.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  correctContribution,
  postAccrual,
  previewAccrual,
  reverseContribution,
} from '../../contract/contributions/charging.ts';
import { closePeriod, closingReview, openPeriod, closingReadiness, type PoReadiness } from '../../contract/closing.ts';
import { askHandover, handoverCard } from '../../contract/instruments/handovers.ts';
import { changeImport, importBatch, uploadRegistry } from '../../contract/imports.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { correctOperation, reverseOperation, specialOperation, takePayment } from '../../contract/payments.ts';
import { postPenalties } from '../../contract/penalties.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { changesOf } from '../../server/actionLog/rules.ts';
import { linesOf, post } from '../../server/balance/ledger.ts';
import { paymentLine, posting } from '../balance/posting.ts';
import { actAlone } from '../kit/act.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { charge, fee, park, type Park } from '../contributions/park.ts';
import { runImport } from '../kit/jobs.ts';
import { newGarage } from '../kit/rows.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const YEAR = '2025-12-31';
const CLOSED = 'Период закрыт до 31.12.2025';
const close = (caller: Caller, until = YEAR, was: string | null = null) =>
  caller.call(closePeriod, { body: { until, was } });
const reopen = (caller: Caller, more: object = {}) =>
  caller.call(openPeriod, { body: { until: null, was: YEAR, reason: 'Решение ревизии № 3', ...more } });
const superuser = (made: Park) => as(t, { mo: made.w.mo, isSuperuser: 2, role: 'superuser' });

/** Garages charged and partly paid in 2025. */
async function lastYear(count = 2) {
  const made = await park(t, count);
  const accrual = await charge(made.po, { contributionPeriod: 2025, contributionDate: '2025-03-01' });
  expect(accrual.status).toBe(200);
  const key = randomUUID() as string;
  const paid = await made.po.call(takePayment, {
    body: { idempotencyKey: key, date: '2025-12-30', lines: [{ garage: made.ids[0]!, amount: 500_000 }] },
  });
  expect(paid.status).toBe(200);
  return { ...made, accrual: accrual.body.contribution as number, line: paid.body.lines[0].id as number };
}
type Year = Awaited<ReturnType<typeof lastYear>>;

const byNumber = (one: number, other: number) => one - other;

describe('the review', () => {
  it('counts what would be closed, what is undone, and proves the books', async () => {
    const made = await lastYear();
    await charge(made.po);
    const seen = await made.mo.call(closingReview);
    expect(seen.body).toMatchObject({
      mo: { id: made.w.mo },
      closed_until: null,
      until: YEAR,
      problem: null,
      documents: 2,
      lines: 3,
      charged_kopecks: 900_000,
      paid_kopecks: 500_000,
      debt_kopecks: 450_000,
      advance_kopecks: 50_000,
      debtors: 1,
      open_cash_days: 1,
      faults_total: 0,
      history: [],
    });
    const all = await made.mo.call(closingReview, { query: { until: '2026-11-19' } });
    expect(all.body).toMatchObject({ lines: 5, documents: 3 });
    const today = await made.mo.call(closingReview, { query: { until: '2026-11-20' } });
    expect(today.body.problem).toBe('Закрыть можно только прошедший период');
    expect((await made.po.call(closingReview)).body.lines).toBe(3);
    const sibling = await as(t, { po: made.w.siblingPo });
    expect((await sibling.call(closingReview)).body).toMatchObject({ lines: 0, mo: { id: made.w.mo } });
  });

  it('a day on which only an import brought cash is no open day of the desk', async () => {
    const made = await lastYear();
    const day = '2025-11-05';
    await actAlone(t, (tx) =>
      post(
        tx,
        posting(made.w, { kind: 'payment', source: 'import', onDate: day }),
        linesOf([paymentLine(made.ids[1]!, day, 100)]),
      ),
    );
    // What came by a card is no cash either.
    const line = { garage: made.ids[1]!, amount: 200 };
    const card = { idempotencyKey: randomUUID() as string, date: '2025-11-06', paymentType: 3, lines: [line] };
    expect((await made.po.call(takePayment, { body: card })).status).toBe(200);
    expect((await made.mo.call(closingReview)).body).toMatchObject({ open_cash_days: 1, paid_kopecks: 500_300 });
    const left = async () => {
      const { data } = (await made.mo.call(closingReadiness, { query: { until: YEAR } })).body;
      return data.find(({ po }: PoReadiness) => po.id === made.w.po).open_cash_days as number;
    };
    expect(await left()).toBe(1);
    const place = { region_id: made.w.region, mo_id: made.w.mo, po_id: made.w.po };
    const signed = { on_date: '2025-12-30', payments: 1, amount_kopecks: 500_000, closed_at: '2025-12-30T18:00:00Z' };
    await t.deps.db
      .insertInto('cash_day')
      .values({ ...place, ...signed, closed_by: made.po.userId })
      .execute();
    expect(await left()).toBe(0);
    // A day that was opened again is open.
    const opened = { reopened_at: '2026-01-10T09:00:00Z', reopened_by: made.mo.userId, reopen_reason: 'пересчёт' };
    await t.deps.db.updateTable('cash_day').set(opened).where('po_id', '=', made.w.po).execute();
    expect(await left()).toBe(1);
  });

  it('cases that have not ended and were asked for by the day are counted', async () => {
    const made = await lastYear(1);
    const place = { region_id: made.w.region, mo_id: made.w.mo, po_id: made.w.po };
    const asked = [0, 1, 2, 3, 4, 5, 6].map((status) => ({ status, date_request: YEAR }));
    for (const one of [...asked, { status: 1, date_request: '2026-01-01' }])
      await t.deps.db
        .insertInto('reregistration')
        .values({
          ...place,
          ...one,
          closing: one.status === 4 ? 'refused' : null,
          garage_id: (await newGarage(made.mo, made.w.po)).id,
          reason_id: 1,
          on_date: one.date_request,
          author_id: made.mo.userId,
        })
        .execute();
    const { data } = (await made.mo.call(closingReadiness, { query: { until: YEAR } })).body;
    const cases = (po: number) => data.find((row: PoReadiness) => row.po.id === po).open_cases as number;
    // Asked for, at work, given back to be put right.
    expect([cases(made.w.po), cases(made.w.siblingPo)]).toEqual([3, 0]);
  });

  it('says of each ПО what is left, inside the reader’s place alone; a handover says the same sums', async () => {
    const made = await lastYear();
    const ask = async (caller: Caller) => (await caller.call(closingReadiness, { query: { until: YEAR } })).body;
    const { data } = await ask(made.mo);
    expect(data.map(({ po }: PoReadiness) => po.id).toSorted(byNumber)).toEqual(
      [made.w.po, made.w.siblingPo].toSorted(byNumber),
    );
    const row = data.find(({ po }: PoReadiness) => po.id === made.w.po);
    expect(row).toMatchObject({
      garages: 2,
      uncharged: 0,
      open_cash_days: 1,
      open_cases: 0,
      debtors: 1,
      debt_kopecks: 450_000,
    });
    const next = (await made.mo.call(closingReadiness, { query: { until: '2026-12-31' } })).body.data;
    expect(next.find(({ po }: PoReadiness) => po.id === made.w.po)).toMatchObject({ uncharged: 2 });
    const sibling = await as(t, { po: made.w.siblingPo });
    expect((await ask(sibling)).data.map(({ po }: PoReadiness) => po.id)).toEqual([made.w.siblingPo]);
    const wish = {
      po: made.w.po,
      onDate: YEAR,
      lastName: 'Новиков',
      firstName: 'Пётр',
      email: `taker-${made.w.po}@example.ru`,
      phone: null,
    };
    const { id } = (await made.mo.call(askHandover, { body: wish })).body;
    const act = (await made.mo.call(handoverCard, { params: { id } })).body;
    expect(act.figures).toMatchObject({
      charged_kopecks: 900_000,
      paid_kopecks: 500_000,
      debt_kopecks: 450_000,
      advance_kopecks: 50_000,
      debtors: 1,
    });
    expect(act.debtors).toEqual([expect.objectContaining({ garage_id: made.ids[1], debt_kopecks: 450_000 })]);
    expect(act.figures.open).toContainEqual({ label: 'Незакрытые дни кассы', count: 1 });
    // Once the year is closed nobody is sent to its cash: nothing can be done there any more.
    expect((await close(made.mo)).status).toBe(200);
    const closed = (await ask(made.mo)).data.find(({ po }: PoReadiness) => po.id === made.w.po);
    expect(closed).toMatchObject({ open_cash_days: 0, debtors: 1, debt_kopecks: 450_000 });
  });

  it('papers of the year that others sign and that have not come back are counted', async () => {
    const made = await lastYear(1);
    const place = { region_id: made.w.region, mo_id: made.w.mo, po_id: made.w.po };
    const { db } = t.deps;
    const scan = await db
      .insertInto('stored_file')
      .values({ store_key: `scan${made.w.mo}`, name: 'акт.pdf', mime: 'application/pdf', size_bytes: 1, sha256: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const act = { type_id: 8, state: 'valid', on_date: '2025-12-30', year: 2025 };
    const certificate = 1;
    const rest = [
      { scan_file_id: scan.id, received_at: '2025-12-31T09:00:00Z' },
      // Half of it is there: it has not come back.
      { type_id: 12, scan_file_id: scan.id, scan_pages: [1], scan_of: 2 },
      { state: 'cancelled' },
      { type_id: certificate },
      { on_date: '2026-01-10', year: 2026 },
    ];
    await db
      .insertInto('document')
      .values(
        [{}, { type_id: 12 }, ...rest].map((more, nth) => ({
          ...place,
          context: 'garage',
          garage_id: made.ids[0]!,
          number: String(nth + 1),
          check_code: `unsigned-${made.w.mo}-${nth}`,
          printed_at: '2025-12-30T09:00:00Z',
          ...act,
          ...more,
        })),
      )
      .execute();
    const { data } = (await made.mo.call(closingReadiness, { query: { until: YEAR } })).body;
    expect(data.map((row: PoReadiness) => [row.po.id === made.w.po, row.unsigned_papers])).toEqual(
      expect.arrayContaining([
        [true, 3],
        [false, 0],
      ]),
    );
  });

  it('payments of a statement that nobody posted are counted, those put aside and later ones are not', async () => {
    const made = await lastYear(1);
    const place = { region_id: made.w.region, mo_id: made.w.mo, po_id: made.w.po };
    const { db } = t.deps;
    const file = await db
      .insertInto('stored_file')
      .values({ store_key: `s${made.w.mo}`, name: 'kl_to_1c.txt', mime: 'text/plain', size_bytes: 1, sha256: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const statement = await db
      .insertInto('bank_statement')
      .values({
        ...place,
        account: '40703810900000012303',
        file_id: file.id,
        file_name: 'kl_to_1c.txt',
        incoming_kopecks: 4,
        outgoing_kopecks: 1,
        created_by: made.mo.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = {
      ...place,
      statement_id: statement.id,
      kind: 'incoming',
      on_date: '2025-12-01',
      doc_date: '2025-12-01',
      amount_kopecks: 1,
    };
    await db
      .insertInto('bank_row')
      .values(
        [{}, {}, { is_skipped: true }, { kind: 'outgoing' }, { on_date: '2026-02-01' }].map((more, nth) => ({
          ...row,
          nth,
          hash: `h${nth}`,
          ...more,
        })),
      )
      .execute();
    expect((await made.mo.call(closingReview)).body.open_statement_rows).toBe(2);
    const { data: poes } = (await made.mo.call(closingReadiness, { query: { until: YEAR } })).body;
    expect(poes.map((one: PoReadiness) => [one.po.id === made.w.po, one.open_statement_rows])).toEqual(
      expect.arrayContaining([
        [true, 2],
        [false, 0],
      ]),
    );
  });

  it('books that disagree are not closed', async () => {
    const made = await lastYear(1);
    const shift = (by: number) =>
      t.deps.db
        .updateTable('garage_balance')
        .set((e) => ({ balance_kopecks: e('balance_kopecks', '+', by) }))
        .where('garage_id', '=', made.ids[0]!)
        .execute();
    await shift(1);
    const text = 'Закрыть нельзя: остатки не сходятся с записями (1). Обратитесь в поддержку';
    const seen = (await made.mo.call(closingReview)).body;
    expect(seen).toMatchObject({ problem: text, faults_total: 1 });
    expect((await close(made.mo)).body.errors).toEqual({ until: text });
    await shift(-1);
    expect((await close(made.mo)).status).toBe(200);
  });
});

describe('a closed year', () => {
  it('is closed once: again and at once is the same; the log says so', async () => {
    const made = await lastYear();
    const answers = [...(await Promise.all([close(made.mo), close(made.mo)])), await close(made.mo)];
    expect(answers.map((one) => [one.status, one.body.closed_until])).toEqual([
      [200, YEAR],
      [200, YEAR],
      [200, YEAR],
    ]);
    expect(answers[2]!.body.history).toMatchObject([{ text: 'Период закрыт до 31.12.2025: 3\u00a0записи' }]);
    expect(answers[2]!.body.problem).toBe('Период уже закрыт до этой даты');
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'mo')
      .where('object_id', '=', made.w.mo)
      .select(['verb', 'tab', 'before', 'after', 'mo_id'])
      .execute();
    expect(changesOf(log[0]!.before, log[0]!.after, {}, false)).toEqual([
      { field: 'Период закрыт до', before: '—', after: '31.12.2025' },
    ]);
    expect(log).toEqual([
      {
        verb: 'balance_operation.period_close',
        tab: 'balance_operation',
        before: { period_closed_until: null },
        after: { period_closed_until: YEAR },
        mo_id: made.w.mo,
      },
    ]);
  });

  const writes: [
    string,
    string,
    (made: Year) => Promise<{ status: number; body: { errors?: object; message: string } }>,
  ][] = [
    ['a preview', 'contributionDate', ({ po }) => po.call(previewAccrual, { body: fee({ contributionDate: YEAR }) })],
    [
      'a charge',
      'contributionDate',
      ({ po }) =>
        po.call(postAccrual, {
          body: {
            ...fee({ contributionDate: YEAR }),
            idempotencyKey: randomUUID(),
            expected: { garages: 2, amount_kopecks: 900_000 },
          },
        }),
    ],
    [
      'an edit of a charge',
      'contributionDate',
      ({ po, accrual }) =>
        po.call(correctContribution, {
          params: { id: accrual },
          body: { version: 1, idempotencyKey: randomUUID(), contributionComment: 'иначе' },
        }),
    ],
    [
      'undoing a charge in the closed days',
      'date',
      ({ po, accrual }) =>
        po.call(reverseContribution, {
          params: { id: accrual },
          body: { idempotencyKey: randomUUID(), date: YEAR, reason: 'ошибка' },
        }),
    ],
    [
      'penalties',
      'date',
      ({ po }) =>
        po.call(postPenalties, {
          body: { date: YEAR, idempotencyKey: randomUUID(), expected: { garages: 1, amount_kopecks: 1 } },
        }),
    ],
    [
      'a payment',
      'date',
      ({ po, ids }) =>
        po.call(takePayment, {
          body: { idempotencyKey: randomUUID(), date: YEAR, lines: [{ garage: ids[1]!, amount: 100 }] },
        }),
    ],
    [
      'undoing a payment in the closed days',
      'date',
      ({ po, line }) =>
        po.call(reverseOperation, {
          params: { id: line },
          body: { idempotencyKey: randomUUID(), date: YEAR, reason: 'ошибка' },
        }),
    ],
    [
      'a refund',
      'date',
      ({ po, ids }) =>
        po.call(specialOperation, {
          body: {
            idempotencyKey: randomUUID(),
            kind: 'refund',
            date: YEAR,
            garage: ids[0]!,
            amount: 100,
            comment: 'возврат',
          },
        }),
    ],
  ];
  it.each(writes)('%s says so and changes nothing', async (_name, field, write) => {
    const made = await lastYear();
    expect((await close(made.mo)).status).toBe(200);
    const before = await documents(made);
    const answer = await write(made);
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: CLOSED }]);
    expect(await documents(made)).toEqual(before);
  });

  it('an edited payment of the year says so; its storno in the new period works', async () => {
    const made = await lastYear();
    await close(made.mo);
    const edit = await made.po.call(correctOperation, {
      params: { id: made.line },
      body: {
        version: 1,
        idempotencyKey: randomUUID(),
        money: { garage: made.ids[0]!, date: '2026-11-20', amount: 1, paymentType: 1, reason: 'опечатка' },
      },
    });
    expect(edit.status).toBe(422);
    expect(edit.body.message).toBe(CLOSED);
    const undone = await made.po.call(reverseOperation, {
      params: { id: made.line },
      body: { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'не тот гараж' },
    });
    expect(undone.status).toBe(200);
    const charged = await made.po.call(reverseContribution, {
      params: { id: made.accrual },
      body: { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'ошибка' },
    });
    expect(charged.status).toBe(200);
  });

  it('opening balances of a registry are refused too', async () => {
    const made = await lastYear(1);
    await close(made.mo);
    const root = await superuser(made);
    const bytes = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'registries', 'dirty.xlsx'));
    const boundary = 'registry-form';
    const sent = await t.app.inject({
      method: 'POST',
      url: pathOf(uploadRegistry, { po: made.w.po }),
      payload: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="dirty.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
      headers: { authorization: `Bearer ${root.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect(sent.statusCode).toBe(200);
    const { id } = sent.json() as { id: number };
    const body = { balanceDate: YEAR } as never;
    const changed = await root.call(changeImport, { params: { id }, body });
    expect(changed.body.errors).toEqual({ balanceDate: CLOSED });
    // Closed between the check and the run: the run itself refuses.
    await t.deps.db.updateTable('import_batch').set({ balance_date: YEAR }).where('id', '=', id).execute();
    await runImport(t.deps, root.userId, id);
    expect((await root.call(importBatch, { params: { id } })).body).toMatchObject({
      status: 'failed',
      failure: CLOSED,
    });
  });

  it('a posting and a closing at one moment: the posting is inside or refused, never after', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const made = await lastYear();
      const late = { contributionPeriod: 2024, contributionDate: '2025-06-01' };
      const [posted, closed] = await Promise.all([charge(made.po, late), close(made.mo)]);
      expect(closed.status).toBe(200);
      expect([200, 422]).toContain(posted.status);
      if (posted.status === 422) expect(posted.body.errors).toEqual({ contributionDate: CLOSED });
      const again = await charge(made.po, { ...late, contributionPeriod: 2023 });
      expect([again.status, again.body.errors]).toEqual([422, { contributionDate: CLOSED }]);
    }
  });
});

describe('who closes and who opens', () => {
  it('the МО with the right to money closes; ПО, region, others are told what they lack', async () => {
    const made = await lastYear(1);
    const refused = async (caller: Caller) => {
      const answers = [await close(caller), await reopen(caller)];
      expect(answers.map((one) => one.status)).toEqual([403, 403]);
      return answers[0]!.body.message;
    };
    expect(await refused(made.po)).toBe('Доступно на уровне МО');
    expect(await refused(await as(t, { region: made.w.region }))).toBe('Доступно на уровне МО');
    expect(await refused(await as(t, { mo: made.w.mo, capabilities: [1, 3] }))).toBe('Нужно право «Взносы и баланс»');
    expect((await close(await as(t, { mo: made.w.siblingMo }))).status).toBe(200);
    expect((await made.mo.call(closingReview)).body.closed_until).toBeNull();
    expect((await close(made.mo)).status).toBe(200);
    const opened = await reopen(made.mo);
    expect([opened.status, opened.body.message]).toEqual([403, 'Доступно только суперпользователю']);
    const back = await close(made.mo, '2024-12-31', YEAR);
    expect(back.body.errors).toEqual({ until: 'Открыть период может только суперпользователь: укажите причину' });
  });

  it('a superuser opens with a reason, once; what was seen must still be so', async () => {
    const made = await lastYear(1);
    await close(made.mo);
    const root = await superuser(made);
    expect((await reopen(root, { reason: ' ' })).body.errors).toEqual({ reason: 'Укажите причину' });
    expect((await reopen(root, { was: '2024-12-31' })).status).toBe(409);
    expect((await reopen(root, { until: '2026-06-30' })).body.errors).toEqual({ until: 'Эти дни и так открыты' });
    const answers = [...(await Promise.all([reopen(root), reopen(root)])), await reopen(root)];
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200]);
    expect(answers[2]!.body).toMatchObject({ closed_until: null, history: [{}, {}] });
    expect(answers[2]!.body.history[0].text).toBe(
      'Период открыт: был закрыт до 31.12.2025, теперь открыто всё. Причина: Решение ревизии № 3',
    );
    expect((await charge(made.po, { contributionPeriod: 2024, contributionDate: '2025-06-01' })).status).toBe(200);
    expect((await close(made.mo, YEAR, YEAR)).status).toBe(409);
  });

  it('a superuser opens down to a day, which the log says; where nothing is closed there is nothing to open', async () => {
    const made = await lastYear(1);
    const root = await superuser(made);
    expect((await reopen(root, { was: null, until: '2025-06-30' })).body.errors).toEqual({
      until: 'Эти дни и так открыты',
    });
    await close(made.mo);
    const opened = await reopen(root, { until: '2025-06-30' });
    expect(opened.body).toMatchObject({ closed_until: '2025-06-30' });
    expect(opened.body.history[0].text).toBe(
      'Период открыт: был закрыт до 31.12.2025, теперь до 30.06.2025. Причина: Решение ревизии № 3',
    );
    expect((await charge(made.po, { contributionPeriod: 2024, contributionDate: '2025-06-30' })).status).toBe(422);
    expect((await charge(made.po, { contributionPeriod: 2024, contributionDate: '2025-07-01' })).status).toBe(200);
  });

  it('wrong days are told in words', async () => {
    const made = await lastYear(1);
    expect((await close(made.mo, '2026-12-31')).body.errors).toEqual({
      until: 'Закрыть можно только прошедший период',
    });
    expect((await close(made.mo, '2025-02-30')).body.errors).toEqual({ until: 'Введите корректную дату' });
    expect((await close(made.mo, '2024-12-31', null)).status).toBe(200);
    expect((await close(made.mo, YEAR, null)).body.code).toBe('period_changed');
    expect((await close(made.mo, YEAR, '2024-12-31')).status).toBe(200);
  });
});

async function documents(made: Year) {
  const { n } = await t.deps.db
    .selectFrom('contribution')
    .where('mo_id', '=', made.w.mo)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
