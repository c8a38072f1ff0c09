// Charging penalties through the API: what is seen is posted once, a day is paid for once, a reversal frees its days.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reverseContribution } from '../../contract/contributions/charging.ts';
import { contributions } from '../../contract/contributions.ts';
import { reverseOperation } from '../../contract/payments.ts';
import { keyRateReference } from '../../contract/references.ts';
import { postPenalties, previewPenalties } from '../../contract/penalties.ts';
import { jobList } from '../../contract/jobs.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { postLines } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { charge, park, type Park } from '../contributions/park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const settings = { enabled: true, method: 'percent_day', rate: 0.1, due_day_month: '31.12', grace_days: 0, cap: 100 };
const enable = (po: number, more: object = {}) =>
  t.deps.db
    .updateTable('po')
    .set({ penalty: JSON.stringify({ ...settings, ...more }) })
    .where('id', '=', po)
    .execute();

/** Garages that were charged 4 500 ₽ for 2025 in time and have paid nothing. */
async function debtors(count: number): Promise<Park> {
  const made = await park(t, count);
  await enable(made.w.po);
  const fee = { contributionPeriod: 2025, contributionDate: '2025-03-01' };
  expect((await charge(made.po, fee)).status).toBe(200);
  return made;
}
const pay = (made: Park, garage: number, amount_kopecks: number, on_date: string) =>
  postLines(t, made.w, [
    {
      garage_id: garage,
      sign: 1,
      amount_kopecks,
      accrual_type_id: null,
      payment_type_id: 1,
      period_year: 2025,
      on_date,
    },
  ]);
const DATE = '2026-02-14';
const preview = (caller: Caller, more: object = {}) => caller.call(previewPenalties, { body: { date: DATE, ...more } });
async function post(caller: Caller, more: object = {}, key = randomUUID() as string) {
  const seen = (await preview(caller, more)).body;
  const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
  return caller.call(postPenalties, { body: { date: DATE, ...more, idempotencyKey: key, expected } });
}
const balance = async (garage: number) =>
  (
    await t.deps.db
      .selectFrom('garage_balance')
      .where('garage_id', '=', garage)
      .select('balance_kopecks')
      .executeTakeFirstOrThrow()
  ).balance_kopecks;

describe('penalties', () => {
  it('45 days of 4 500 ₽ at 0,1 % are 202,50 ₽: seen, posted, logged', async () => {
    const made = await debtors(3);
    await pay(made, made.ids[1]!, 450_000, '2025-12-30');
    await pay(made, made.ids[2]!, 225_000, '2026-01-10');
    const seen = (await preview(made.po)).body;
    expect(seen).toMatchObject({
      garages: 2,
      sum_kopecks: 20_250 + 4_500 + 7_875,
      principal_kopecks: 675_000,
      capped: 0,
    });
    expect(seen.pos).toEqual([
      {
        po: { id: made.w.po, name: 'КАС № 12-3' },
        settings: '0,1 % в день, срок годовых взносов 31.12, других 30 дней, не больше 100 % взноса',
        note: null,
        garages: 2,
        sum_kopecks: seen.sum_kopecks,
      },
    ]);
    expect(seen.rows[0]).toMatchObject({
      garage: { id: made.ids[0] },
      principal_kopecks: 450_000,
      days: 45,
      sum_kopecks: 20_250,
      charged_before_kopecks: 0,
      entries: [{ accrual_type: 'Членский годовой взнос', year: 2025, from: '2026-01-01', to: DATE, days: 45 }],
    });
    expect(seen.rows[0].owner).toMatch(/^Гаражов/);
    const answer = await post(made.po, { basisDocument: 'Устав, п. 4.7' });
    expect(answer.body).toMatchObject({ garages: 2, amount_kopecks: seen.sum_kopecks, isRepeat: false, job: null });
    expect(await balance(made.ids[0]!)).toBe(-450_000 - 20_250);
    expect(await balance(made.ids[1]!)).toBe(0);
    const card = (await made.po.call(contributions.one, { params: { id: answer.body.contribution } })).body;
    expect(card).toMatchObject({
      source: 'penalty',
      accrual_type: { id: 11 },
      basis_document: 'Устав, п. 4.7',
      reverse_refusal: null,
    });
    expect(card.edit_refusal).toBe('Эта запись сделана автоматически: её можно только отменить');
    const log = await t.deps.db.selectFrom('action_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(log).toMatchObject({ verb: 'balance_operation.penalty', tab: 'balance_operation', po_id: made.w.po });
    expect(log.text).toMatch(/^Начислены пени по 14\.02\.2026: 2\u00a0гаража, 326,25\u00a0₽$/);
  });

  it('no day twice: the next run goes on where the last one ended, never on penalties; a reversal frees the days', async () => {
    const made = await debtors(1);
    const first = await post(made.po);
    expect((await preview(made.po)).body).toMatchObject({ garages: 0, sum_kopecks: 0 });
    expect((await post(made.po)).body.errors).toEqual({
      form: 'Начислять нечего: просрочки нет или её дни уже оплачены пенями',
    });
    const later = (await preview(made.po, { date: '2026-02-24' })).body;
    expect(later.rows).toMatchObject([{ sum_kopecks: 4_500, days: 10, charged_before_kopecks: 20_250 }]);
    const undo = await made.po.call(reverseContribution, {
      params: { id: first.body.contribution },
      body: { idempotencyKey: randomUUID(), date: '2026-03-01' },
    });
    expect(undo.status).toBe(200);
    expect((await preview(made.po, { date: '2026-02-24' })).body.rows).toMatchObject([
      { sum_kopecks: 24_750, days: 55, charged_before_kopecks: 0 },
    ]);
    const again = await made.po.call(reverseContribution, {
      params: { id: first.body.contribution },
      body: { idempotencyKey: randomUUID(), date: '2026-03-01' },
    });
    expect(again.body.errors).toEqual({ form: 'Уже сторнировано' });
    expect((await post(made.po, { date: '2026-02-24' })).body.amount_kopecks).toBe(24_750);
    expect(await balance(made.ids[0]!)).toBe(-450_000 - 24_750);
  });

  it('days before the beginning of a run, and those of a charge entered later, are offered by the next one', async () => {
    const made = await debtors(1);
    expect((await post(made.po, { since: '2026-02-01' })).body.amount_kopecks).toBe(14 * 450);
    const before = (await preview(made.po)).body;
    expect(before.rows).toMatchObject([
      { days: 31, sum_kopecks: 31 * 450, charged_before_kopecks: 14 * 450, principal_kopecks: 450_000 },
    ]);
    expect(before.rows[0].entries).toMatchObject([{ from: '2026-01-01', to: '2026-01-31', days: 31 }]);
    expect((await post(made.po)).status).toBe(200);
    expect((await preview(made.po)).body.garages).toBe(0);
    const month = {
      contributionPeriod: 2025,
      contributionDate: '2025-04-01',
      contributionAmount: 100_000,
      repeated: 'add',
    };
    expect((await charge(made.po, month)).status).toBe(200);
    expect((await preview(made.po, { date: '2026-02-24' })).body.rows).toMatchObject([
      { days: 55, sum_kopecks: 55 * 100 + 10 * 450, principal_kopecks: 550_000 },
    ]);
    expect((await post(made.po, { date: '2026-02-24' })).body.amount_kopecks).toBe(10_000);
    expect((await preview(made.po, { date: '2026-02-24' })).body.garages).toBe(0);
  });

  it('one line undone frees the days of its garage alone; undoing the rest frees the others', async () => {
    const made = await debtors(2);
    const posted = await post(made.po);
    const line = await t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', posted.body.contribution)
      .where('garage_id', '=', made.ids[1]!)
      .select('id')
      .executeTakeFirstOrThrow();
    const undo = { idempotencyKey: randomUUID(), date: '2026-02-20', reason: 'договорились' };
    expect((await made.po.call(reverseOperation, { params: { id: line.id }, body: undo })).status).toBe(200);
    const freed = (await preview(made.po)).body;
    expect(freed.rows).toMatchObject([{ garage: { id: made.ids[1] }, days: 45, charged_before_kopecks: 0 }]);
    expect(freed.rows_total).toBe(1);
    const rest = await made.po.call(reverseContribution, {
      params: { id: posted.body.contribution },
      body: { idempotencyKey: randomUUID(), date: '2026-02-20', reason: 'договорились' },
    });
    expect(rest.body).toMatchObject({ garages: 1, amount_kopecks: 20_250 });
    expect((await preview(made.po)).body).toMatchObject({ garages: 2, sum_kopecks: 40_500 });
  });

  it('undoing the charge of one month leaves the penalties of another', async () => {
    const made = await park(t, 1);
    await enable(made.w.po);
    await t.deps.db
      .updateTable('accrual_type')
      .set({ period: 'month', penalty_applies: true })
      .where('id', '=', 7)
      .execute();
    const month = { accrualType: { value: 7 }, contributionPeriod: 2025 };
    const first = await charge(made.po, { ...month, contributionDate: '2025-03-01' });
    // Due thirty days later: nothing of it was overdue on 14.02.
    const second = await charge(made.po, { ...month, contributionDate: '2026-02-01' });
    expect([first.status, second.status]).toEqual([200, 200]);
    const posted = await post(made.po);
    const sum = posted.body.amount_kopecks!;
    expect(sum).toBeGreaterThan(0);
    const penalties = async (id: number) => (await made.po.call(contributions.one, { params: { id } })).body.penalties;
    expect(await penalties(second.body.contribution)).toEqual({ garages: 0, amount_kopecks: 0 });
    expect(await penalties(first.body.contribution)).toEqual({ garages: 1, amount_kopecks: sum });
    const undo = await made.po.call(reverseContribution, {
      params: { id: second.body.contribution },
      body: { idempotencyKey: randomUUID(), date: '2026-03-01' },
    });
    expect(undo.status, undo.text).toBe(200);
    expect(await balance(made.ids[0]!)).toBe(-450_000 - sum);
  });

  it('the cap holds over several runs', async () => {
    const made = await debtors(1);
    await enable(made.w.po, { cap: 10 });
    expect((await post(made.po)).body.amount_kopecks).toBe(20_250);
    const next = (await preview(made.po, { date: '2026-11-01' })).body;
    expect(next).toMatchObject({
      sum_kopecks: 24_750,
      capped: 1,
      rows: [{ is_capped: true, entries: [{ cap_kopecks: 45_000 }] }],
    });
    expect((await post(made.po, { date: '2026-11-01' })).body.amount_kopecks).toBe(24_750);
    expect((await preview(made.po, { date: '2026-11-20' })).body.garages).toBe(0);
  });

  it('each ПО by its own settings; what is off says so; one garage may be left out', async () => {
    const made = await debtors(2);
    const far = await newGarage(made.mo, made.w.siblingPo);
    await charge(made.mo, {
      contributionPeriod: 2025,
      contributionDate: '2025-03-01',
      includedGarages: [far.id],
      isAllGaragSelected: false,
    });
    const off = (await preview(made.mo)).body;
    expect(off.pos.map((one: { note: string | null; garages: number }) => [one.garages, one.note])).toEqual([
      [2, null],
      [0, 'Включаются в карточке ПО'],
    ]);
    await enable(made.w.siblingPo, { method: 'key_rate_300' });
    const both = (await preview(made.mo)).body;
    // 45 days of 16 % a year by three hundredths.
    expect(both.pos[1]).toMatchObject({
      garages: 1,
      sum_kopecks: 10_800,
      settings: '1/300 ключевой ставки, срок годовых взносов 31.12, других 30 дней, не больше 100 % взноса',
      note: 'Последняя известная ставка 16 % от 22.12.2025',
    });
    // A rate put in between counts from its day; days before the first rate cost nothing.
    const root = await as(t, { region: made.w.region, isSuperuser: 2, role: 'superuser' });
    const added = await root.call(keyRateReference.create, { body: { since: '2026-02-05', percent: 8 } });
    // 35 days of 16 %, 10 days of 8 %.
    expect((await preview(made.mo, { poFilter: [made.w.siblingPo] })).body.sum_kopecks).toBe(8_400 + 1_200);
    const twice = await root.call(keyRateReference.create, { body: { since: '2026-02-05', percent: 9 } });
    expect(twice.body.errors).toEqual({ since: 'Ставка с этого дня уже указана' });
    const { version } = added.body;
    const moved = { params: { id: added.body.id }, body: { since: '2026-12-31', percent: 8, version } };
    expect((await root.call(keyRateReference.update, moved)).status).toBe(200);
    expect((await preview(made.mo, { poFilter: [made.w.siblingPo] })).body).toMatchObject({
      garages: 1,
      sum_kopecks: 10_800,
    });
    expect((await preview(made.mo, { excludedGarages: [far.id, made.ids[0]] })).body.garages).toBe(1);
    expect((await preview(made.mo, { since: '2026-02-05', excludedGarages: [far.id] })).body.sum_kopecks).toBe(
      2 * 4_500,
    );
    const number = (await preview(made.mo, { q: far.number })).body;
    expect([number.rows_total, number.rows[0].garage.id, number.garages]).toEqual([1, far.id, 3]);
    expect((await preview(made.po)).body.garages).toBe(2);
    await enable(made.w.siblingPo, { method: 'none' });
    expect((await preview(made.mo)).body.pos[1]).toMatchObject({
      garages: 0,
      settings: 'Пени не начисляются',
      note: 'Включаются в карточке ПО',
    });
  });

  it('a garage whose days have no rate is left out, and it is said how many are', async () => {
    const made = await debtors(2);
    await enable(made.w.po, { method: 'key_rate_300' });
    const fee = { contributionPeriod: 2000, contributionDate: '2000-03-01' };
    expect((await charge(made.po, { ...fee, includedGarages: [made.ids[0]!], isAllGaragSelected: false })).status).toBe(200); // prettier-ignore
    const seen = (await preview(made.po, { date: '2001-02-14' })).body;
    expect(seen.pos[0]).toMatchObject({
      garages: 0,
      note: 'Пропущены без ставки: 1\u00a0гараж. Ключевая ставка на этот день не внесена',
    });
    expect(seen.unrated).toMatchObject([
      { garage: { id: made.ids[0] }, from: '2001-01-01', to: '2001-02-14', days: 45 },
    ]);
    expect((await preview(made.po, { date: '2000-02-14' })).body.pos[0].note).toMatch(/^Просрочки нет/);
  });

  it('the same key charges once, in turn and at once; what changed since is refused', async () => {
    const made = await debtors(2);
    const key = randomUUID();
    const expected = { garages: 2, amount_kopecks: 40_500 };
    const send = (caller = made.po, more: object = {}) =>
      caller.call(postPenalties, { body: { date: DATE, idempotencyKey: key, expected, ...more } });
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((one) => one.body.contribution)).size).toBe(1);
    expect(answers.filter((one) => !one.body.isRepeat)).toHaveLength(1);
    expect((await send(made.mo)).body.errors).toEqual({ idempotencyKey: 'Этот ключ уже занят' });
    const late = await send(made.po, { idempotencyKey: randomUUID() });
    expect([late.status, late.body.code]).toEqual([409, 'selection_changed']);
    expect(late.body.message).toContain('стало 0');
    // As many garages, another sum.
    const other = await debtors(2);
    for (const amount_kopecks of [40_499, 40_501]) {
      const wrong = await other.po.call(postPenalties, {
        body: { date: DATE, idempotencyKey: randomUUID(), expected: { garages: 2, amount_kopecks } },
      });
      expect([wrong.status, wrong.body.code]).toEqual([409, 'selection_changed']);
    }
  });

  it('two people who charge the same days at once charge them once', async () => {
    const made = await debtors(2);
    const expected = { garages: 2, amount_kopecks: 40_500 };
    const send = (caller: Caller) =>
      caller.call(postPenalties, { body: { date: DATE, idempotencyKey: randomUUID(), expected } });
    const answers = await Promise.all([send(made.po), send(made.mo), send(made.po)]);
    expect(answers.map((one) => one.status).sort((one, other) => one - other)).toEqual([200, 409, 409]);
    expect(await balance(made.ids[0]!)).toBe(-450_000 - 20_250);
  });

  it('over 500 garages go to the background and lead to their document', { timeout: 60_000 }, async () => {
    const made = await park(t, 0);
    await enable(made.w.po);
    const place = { region_id: made.w.region, mo_id: made.w.mo, po_id: made.w.po };
    const garages = await t.deps.db
      .insertInto('garage')
      .values(
        Array.from({ length: 501 }, (_, nth) => ({
          ...place,
          number: String(nth + 1),
          account_no: `p${made.w.po}-${nth}`,
        })),
      )
      .returning('id')
      .execute();
    await postLines(
      t,
      made.w,
      garages.map(({ id }) => ({
        garage_id: id,
        sign: -1 as const,
        amount_kopecks: 450_000,
        accrual_type_id: 1,
        payment_type_id: null,
        period_year: 2025,
        on_date: '2025-03-01',
      })),
    );
    const { startWork } = await import('../../server/work.ts');
    const stop = await startWork(t.deps as never);
    const answer = await post(made.po);
    expect(answer.body).toMatchObject({ contribution: null, garages: 501, amount_kopecks: 501 * 20_250 });
    let job: { id: number; status: string; finished_at: string | null; link: string } | undefined;
    for (let turn = 0; turn < 300 && !job?.finished_at; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      job = (await made.po.call(jobList)).body.data.find((one: { id: number }) => one.id === answer.body.job);
    }
    expect(job).toMatchObject({ status: 'done' });
    const id = Number(job!.link.split('/').pop());
    const card = (await made.po.call(contributions.one, { params: { id } })).body;
    expect(card).toMatchObject({ garages: 501, source: 'penalty', amount_kopecks: 501 * 20_250 });
    expect((await preview(made.po)).body.garages).toBe(0);
    await stop();
  });
});

describe('who and when', () => {
  it('a region, those without the right and strangers do not charge; a foreign ПО is not named', async () => {
    const made = await debtors(1);
    const region = await as(t, { region: made.w.region });
    const clerk = await as(t, { po: made.w.po, capabilities: [1, 3] });
    for (const caller of [region, clerk]) {
      expect((await preview(caller)).status).toBe(403);
      expect((await caller.call(postPenalties, { body: {} as never })).status).toBe(403);
    }
    for (const place of [{ po: made.w.siblingPo }, { mo: made.w.siblingMo }, { po: made.w.foreignPo }])
      expect((await preview(await as(t, place))).body.garages).toBe(0);
    const foreign = await preview(made.po, { poFilter: [made.w.siblingPo] });
    expect(foreign.body.errors).toEqual({ poFilter: 'Среди выбранных есть ПО, которых нет в вашем списке' });
  });

  it('a day to come, a closed one, an inverted period: all at once', async () => {
    const made = await debtors(1);
    expect((await preview(made.po, { date: '2026-12-01', since: '2026-12-05' })).body.errors).toEqual({
      date: 'Дата не может быть позже сегодняшней',
      since: 'Начало позже последнего дня',
    });
    expect((await preview(made.po, { since: DATE })).body.sum_kopecks).toBe(450);
    await t.deps.db.updateTable('mo').set({ period_closed_until: '2026-06-30' }).where('id', '=', made.w.mo).execute();
    expect((await preview(made.po)).body.errors).toEqual({ date: 'Период закрыт до 30.06.2026' });
    const expected = { garages: 1, amount_kopecks: 20_250 };
    const refused = await made.po.call(postPenalties, { body: { date: DATE, idempotencyKey: randomUUID(), expected } });
    expect([refused.status, refused.body.errors]).toEqual([422, { date: 'Период закрыт до 30.06.2026' }]);
  });
});
