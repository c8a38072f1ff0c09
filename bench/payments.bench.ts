// Payments on M: a page deep in the history against the first one; a payment taken, against the bare statements it needs.
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { payments } from '../contract/payments.ts';
import { linesOf, post } from '../server/balance/ledger.ts';
import { lockBooks } from '../server/contributions/queries.ts';
import { nobody, type Ctx, type WriteDb } from '../server/kernel/ctx.ts';
import { dateIn } from '../server/ports/clock.ts';
import * as q from '../server/payments/queries.ts';
import { takePayment } from '../server/payments/writing.ts';
import { compare, report, type Bench } from './kit.ts';

const ROUNDS = 20;
const AMOUNT = 12_300;

export async function run(bench: Bench) {
  const { app, headers } = bench;
  const ask = async (first: number) => {
    const query = `sort=["on_date","DESC"]&range=[${first},${first + 24}]&filter={}`;
    const answer = await app.inject({ url: encodeURI(`${payments.list.path}?${query}`), headers });
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return answer;
  };
  const total = Number(String((await ask(0)).headers['content-range']).split('/')[1]);
  for (const [name, at] of [
    ['середине', Math.floor(total / 2)],
    ['конце', total - 30],
  ] as const) {
    const deep = await compare(
      () => ask(at),
      () => ask(0),
      ROUNDS,
    );
    report(`страница платежей в ${name} к первой`, deep.ratio, 1.3, `${deep.ours.toFixed(1)} мс, ${total} строк`);
  }
  await onePayment(bench);
}

async function onePayment({ deps, region }: Bench) {
  const garage = await deps.db
    .selectFrom('garage')
    .where('region_id', '=', region)
    .where('is_active', '=', true)
    .orderBy('id')
    .select(['id', 'mo_id', 'po_id'])
    .executeTakeFirstOrThrow();
  const { id: userId } = await deps.db.selectFrom('app_user').orderBy('id').select('id').executeTakeFirstOrThrow();
  const ctx: Ctx = {
    actor: { ...nobody, userId, mo: garage.mo_id, capabilities: [2] },
    db: deps.db,
    deps,
    ip: '',
    fingerprint: '',
    now: () => new Date(),
  };
  const date = dateIn(new Date());
  const ours = () =>
    takePayment(ctx, {
      idempotencyKey: randomUUID(),
      date,
      paymentType: 1,
      paperNo: null,
      lines: [{ garage: garage.id, amount: AMOUNT, accrualType: null, year: null, comment: null }],
      confirmDuplicate: true,
    });
  const both = await compare(ours, () => bare(deps, { ...garage, region, userId, date }), ROUNDS);
  report('платёж к тем же операторам без правил и сеанса', both.ratio, 1 / 0.6, `${both.ours.toFixed(1)} мс`);
}

interface Place {
  id: number;
  mo_id: number;
  po_id: number;
  region: number;
  userId: number;
  date: string;
}
/** What a payment reads and writes in a transaction, without any check. */
const bare = (deps: Bench['deps'], { id, mo_id, po_id, region, userId, date }: Place) =>
  deps.db.transaction().execute(async (transaction) => {
    const tx = transaction as WriteDb;
    await lockBooks(tx, mo_id);
    await q.postedByKey(tx, randomUUID());
    await q.method(tx, 1);
    await q.garageFacts(tx, { ...nobody, mo: mo_id }, [id], date);
    const at = new Date().toISOString();
    const line = {
      garage_id: id,
      owner_id: null,
      sign: 1 as const,
      amount_kopecks: AMOUNT,
      accrual_type_id: null,
      payment_type_id: 1,
      period_year: Number(date.slice(0, 4)),
      on_date: date,
    };
    const place = { region_id: region, mo_id, po_id };
    const posting = {
      kind: 'payment' as const,
      source: 'desk' as const,
      idempotencyKey: randomUUID(),
      place,
      onDate: date,
      createdBy: userId,
      at,
    };
    await post(tx, posting, linesOf([line]));
    await q.postedByKey(tx, posting.idempotencyKey);
    await sql`insert into action_log (at, user_id, user_name, verb, region_id, mo_id, po_id, text)
      values (${at}::timestamptz, ${userId}, 'Замер', 'balance_operation.payment', ${region}, ${mo_id}, ${po_id}, 'проба')`.execute(
      tx,
    );
  });
