// The end of a case in one transaction: owners closed and opened by date, shares, debt, fees, the lock. Kept so that it can be undone.
import { formatDate } from '../../../contract/kernel/words.ts';
import { linesOf, post } from '../../balance/ledger.ts';
import { leaveDebtWithFormerOwner, moveDebtToNewOwner, type Transfer } from '../../balance/writing/transfers.ts';
import { ownersChanged } from '../../garages/queries.ts';
import { ownershipsOf } from '../../garages/queries/card.ts';
import { linkGuardians } from './guardians.ts';
import { bump, shareColumns } from '../../garages/writing.ts';
import { choosePrimary } from '../../garages/writing/primary.ts';
import { changeShare, sharePeriodsOf } from '../../garages/writing/shares.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { invalid, Refused } from '../../kernel/errors.ts';
import { failPoint } from '../../kernel/failPoints.ts';
import { planDue } from '../../jobs/due.ts';
import { startOfDay } from '../../ports/clock.ts';
import { lockBooks } from '../../books/queries/lock.ts';
import { refreshOwnersKeysOf } from '../../profiles/queries.ts';
import { formOf, partiesOf, type CaseRecord, type KeptDetails } from '../queries/card.ts';
import { evaluate, previewOf, type Evaluated, type KnownForm } from '../queries/facts.ts';
import type { Outcome } from '../queries/obstacles.ts';
import { hindering } from '../rules/checks.ts';
import { leavingOf, sharesAfter } from '../rules/facts.ts';
import { newNameOf, renamedOf } from '../rules/outcome.ts';
import { PIB, reasonOf, type Reason } from '../rules/reasons.ts';
import { wordsOfOwners, wordsOfStatus } from '../rules/words.ts';
import { caseObject, emitCaseChanged, placeIds, tellEvent } from '../writing.ts';
import { markDead } from './deceased.ts';

/** How the small dialogs of a garage finish: what their form says of papers and ground. */
export interface SmallEnd {
  /** Papers of the reason were seen; left out, they must be there. */
  checked?: boolean;
  /** Ground for the history, in place of the reason's name. */
  ground?: string | null;
}

/**
 * Completes a case, or both halves of an exchange: all or nothing. What people saw must still be so.
 * @throws 422 with every check that blocks, 409 when figures moved since `expected` was shown
 */
export async function completeCases(
  write: Write,
  ctx: Ctx,
  rows: readonly CaseRecord[],
  expected: string | null,
  small: SmallEnd = {},
): Promise<void> {
  const { tx } = write;
  refuseHalf(rows);
  await lockBooks(tx, rows[0]!.mo_id);
  const garages = rows.map((row) => row.garage_id);
  await tx.selectFrom('garage').where('id', 'in', garages).orderBy('id').select('id').forUpdate().execute();
  const seen: { row: CaseRecord; form: KnownForm; evaluated: Evaluated }[] = [];
  for (const row of rows) {
    const form = formOf(row, await partiesOf(ctx, tx, row.id));
    const evaluated = await evaluate(ctx, tx, row.garage_id, form, { caseId: row.id, pairId: row.pair_id });
    const preview = previewOf(evaluated);
    const wrong = hindering(preview.checks, 'complete').filter(
      (check) => small.checked === undefined || !check.key.startsWith('paper:'),
    );
    if (wrong.length) throw invalid(Object.fromEntries(wrong.map(({ field, key, text }) => [field ?? key, text])));
    if (expected && row === rows[0] && expected !== preview.expected)
      throw new Refused(409, {
        message: 'Пока вы смотрели, цифры изменились. Проверьте строки и завершите ещё раз',
        code: 'changed',
        current: preview,
      });
    seen.push({ row, form, evaluated });
  }
  if (seen.some(({ row, evaluated }) => row.on_date > evaluated.today)) return planCases(write, ctx, rows);
  for (const { row, form, evaluated } of seen) await completeOne(write, ctx, row, form, evaluated, small);
}

/** @throws 422 where only one half of an exchange would end, or the two on different days */
function refuseHalf(rows: readonly CaseRecord[]): void {
  const [row, pair] = rows;
  if (!row!.pair_id) return;
  if (!pair || rows.some(({ status }) => status !== 2))
    throw invalid({ form: `Парное дело № ${row!.pair_id} не в работе: обе половины обмена завершаются вместе` });
  if (row!.on_date !== pair.on_date)
    throw invalid({
      date: `В парном деле № ${pair.id} другая дата перехода: ${formatDate(pair.on_date)}. У обмена одна дата: сохраните её в одном из дел`,
    });
}

export const COMPLETE_DUE = 'reregistration.complete';

/** A day that is ahead: the case waits for it in work, ready; till then the old owner is owner, payer and debtor. */
async function planCases(write: Write, ctx: Ctx, rows: readonly CaseRecord[]): Promise<void> {
  const { tx } = write;
  const now = ctx.now().toISOString();
  for (const row of rows) {
    await tx
      .updateTable('reregistration')
      .set((e) => ({
        planned_at: now,
        planned_by: ctx.actor.userId,
        plan_failure: null,
        last_event_at: now,
        updated_at: now,
        version: e('version', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    const text = `Готово, завершится ${formatDate(row.on_date)}`;
    await tellEvent(tx, ctx, { id: row.id, verb: 'plan', status: row.status, text });
    await write.log({
      verb: 'reregistration.plan',
      object: caseObject(row.id),
      place: placeIds(row),
      text: `Переоформление № ${row.id}: ${text.toLowerCase()}`,
    });
    await emitCaseChanged(write, row);
  }
  // One moment for both halves of an exchange.
  const mo = await tx.selectFrom('mo').where('id', '=', rows[0]!.mo_id).select('time_zone').executeTakeFirstOrThrow();
  await planDue(tx, {
    what: COMPLETE_DUE,
    object: String(rows[0]!.id),
    at: startOfDay(rows[0]!.on_date, mo.time_zone),
  });
}

async function completeOne(
  write: Write,
  ctx: Ctx,
  row: CaseRecord,
  form: KnownForm,
  evaluated: Evaluated,
  small: SmallEnd,
) {
  const { tx } = write;
  const reason = reasonOf(row.reason_id);
  const outcome: Outcome = {
    before: evaluated.facts.owners.map(({ id, share, is_primary }) => ({ id, share, is_primary })),
    closed: [],
    opened: [],
    feeDocument: null,
    entranceDocument: null,
    debt: null,
    name: null,
    periods: await sharePeriodsOf(tx, row.garage_id),
    lastLine: 0,
  };
  if (reason.id === 12) outcome.name = await rename(tx, form, evaluated);
  else await changeOwners(tx, ctx, row, form, evaluated, outcome, small);
  outcome.after = (await ownershipsOf(tx, row.garage_id)).flatMap(({ id, share, ended_on }) =>
    ended_on ? [] : [{ id, share }],
  );
  outcome.dead = await markDead(write, ctx, row, evaluated.facts);
  await failPoint('owners changed');
  await settleMoney(tx, ctx, row, evaluated, outcome);
  const { last } = await tx
    .selectFrom('balance_operation')
    .where('garage_id', '=', row.garage_id)
    .select((e) => e.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  outcome.lastLine = last ?? 0;
  const kept = row.details as KeptDetails;
  await tx
    .updateTable('garage')
    .set({
      locked_by_reregistration: null,
      ...(kept.pibNumber ? { pib_number: kept.pibNumber, pib_date: kept.pibDate ?? null } : {}),
      ...(await pibScan(tx, row.id)),
    })
    .where('id', '=', row.garage_id)
    .execute();
  await ownersChanged(tx, row.garage_id);
  await linkGuardians(tx, ctx, row.id);
  await bump(tx, ctx, row.garage_id);
  const now = ctx.now().toISOString();
  await tx
    .updateTable('reregistration')
    .set((e) => ({
      status: 3,
      completed_at: now,
      completed_by: ctx.actor.userId,
      last_event_at: now,
      updated_at: now,
      version: e('version', '+', 1),
      fee_kopecks: evaluated.money.fee.kopecks,
      entrance_kopecks: evaluated.money.entrance.reduce((sum, { kopecks }) => sum + kopecks, 0),
      outcome: JSON.stringify(outcome),
      planned_at: null,
    }))
    .where('id', '=', row.id)
    .execute();
  await tellEvent(tx, ctx, { id: row.id, verb: 'complete', status: 3, text: 'Переоформление завершено' });
  await logEnd(write, row, form, evaluated, outcome);
  await emitCaseChanged(write, row);
}

/** The line of the log: the state and the owners before and after. */
function logEnd(write: Write, row: CaseRecord, form: KnownForm, { facts }: Evaluated, outcome: Outcome) {
  const { stays, comes } = sharesAfter(facts);
  const renamed = outcome.name?.profile_id;
  const after = [...stays, ...comes].map(({ owner, share }) => ({
    full_name: owner.profile_id === renamed ? newNameOf(form, outcome.name!) : owner.full_name,
    share,
  }));
  return write.log({
    verb: 'reregistration.complete',
    object: caseObject(row.id),
    place: placeIds(row),
    text: `Завершено переоформление № ${row.id}: ${reasonOf(row.reason_id).name.toLowerCase()}`,
    before: { ...wordsOfStatus(row.status), ...wordsOfOwners(facts.owners) },
    after: { ...wordsOfStatus(3), ...wordsOfOwners(after) },
  });
}

async function changeOwners(
  tx: WriteDb,
  ctx: Ctx,
  row: CaseRecord,
  form: KnownForm,
  { facts }: Evaluated,
  outcome: Outcome,
  small: SmallEnd,
) {
  const reason = reasonOf(row.reason_id);
  const ground = small.ground ?? reason.name;
  const { leaving } = leavingOf(facts);
  const { stays, comes } = sharesAfter(facts);
  const first = facts.transit[0]?.date ?? row.on_date;
  outcome.closed = leaving.map((owner) => owner.id);
  if (leaving.length)
    await tx
      .updateTable('ownership')
      .set({ ended_on: first, end_reason: ground, ended_by_reregistration: row.id })
      .where('id', 'in', outcome.closed)
      .execute();
  for (const { owner, share } of stays)
    if (share !== owner.share) await changeShare(tx, owner.id, { share, day: first, by: row.id });
  const start = {
    garage_id: row.garage_id,
    reregistration_id: row.id,
    created_by: ctx.actor.userId,
    created_at: ctx.now().toISOString(),
    documents_checked: small.checked ?? true,
  };
  // What one of several gives away passes through the chain as it was.
  const passing = stays.length && leaving.length === 1 ? leaving[0]!.share : null;
  await openTransit(tx, row, form, outcome, reason, { ...start, ...shareColumns(passing) });
  const staysPrimary = stays.some(({ owner }) => owner.is_primary);
  const primary = staysPrimary
    ? -1
    : Math.max(
        0,
        comes.findIndex(({ owner }) => owner.is_primary),
      );
  for (const [nth, { owner, share }] of comes.entries()) {
    const { id } = await tx
      .insertInto('ownership')
      .values({
        ...start,
        profile_id: owner.profile_id,
        ...shareColumns(share),
        started_on: row.on_date,
        start_reason: ground,
        is_primary: nth === primary,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    outcome.opened.push(id);
  }
  if (!comes.length && !staysPrimary && stays[0]) await choosePrimary(tx, row.garage_id, stays[0].owner.id, first);
}

/** Owners between the former and the new: each owned until the next. */
async function openTransit(
  tx: WriteDb,
  row: CaseRecord,
  form: KnownForm,
  outcome: Outcome,
  reason: Reason,
  start: {
    garage_id: number;
    reregistration_id: number;
    created_by: number;
    created_at: string;
    documents_checked: boolean;
    share_num: number | null;
    share_den: number | null;
  },
) {
  for (const [nth, step] of form.alreadyExistTransitProfile.entries()) {
    const until = form.alreadyExistTransitProfile[nth + 1]?.date ?? row.on_date;
    const { id } = await tx
      .insertInto('ownership')
      .values({
        ...start,
        profile_id: step.profileId,
        started_on: step.date,
        ended_on: until,
        start_reason: reasonOf(step.reason).name,
        end_reason: reason.name,
        ended_by_reregistration: row.id,
        is_transit: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    outcome.opened.push(id);
  }
}

async function rename(tx: WriteDb, form: KnownForm, { facts }: Evaluated): Promise<Outcome['name']> {
  const owner = renamedOf(facts.owners, form.leaving)!;
  const before = await tx
    .selectFrom('profile')
    .where('id', '=', owner.profile_id)
    .select(['last_name', 'first_name', 'father_name'])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('profile')
    .set((e) => ({
      last_name: form.details.newLastName ?? before.last_name,
      first_name: form.details.newFirstName || before.first_name,
      father_name: form.details.newFatherName || before.father_name,
      version: e('version', '+', 1),
    }))
    .where('id', '=', owner.profile_id)
    .execute();
  await refreshOwnersKeysOf(tx, owner.profile_id);
  return { profile_id: owner.profile_id, ...before };
}

/** What every transfer of a case carries. */
export const transferOf = (ctx: Ctx, row: CaseRecord, today: string, key: string): Transfer => ({
  garageId: row.garage_id,
  onDate: today,
  owners: null,
  before: null,
  since: null,
  idempotencyKey: `reregistration:${row.id}:${key}`,
  place: placeIds(row),
  comment: `Переоформление № ${row.id}`,
  createdBy: ctx.actor.userId,
  at: ctx.now().toISOString(),
});

async function settleMoney(
  tx: WriteDb,
  ctx: Ctx,
  row: CaseRecord,
  { facts, money, today }: Evaluated,
  outcome: Outcome,
) {
  const reason = reasonOf(row.reason_id);
  const { leaving, staying } = leavingOf(facts);
  const former = (leaving.find((owner) => owner.is_primary) ?? leaving[0])?.profile_id ?? null;
  const receiver = (facts.newOwners.find((owner) => owner.is_primary) ?? facts.newOwners[0])?.profile_id ?? null;
  const owners = staying.length ? leaving.map((owner) => owner.profile_id) : null;
  const transfer = (key: string) => ({ ...transferOf(ctx, row, today, key), owners });
  outcome.sides = former && receiver ? { former, owner: receiver } : null;
  if (former && facts.debt_kopecks > 0 && !reason.ignoresDebt) {
    outcome.debt = { answer: row.debt_answer!, former, owner: receiver };
    if (row.debt_answer === 'stays_old')
      await leaveDebtWithFormerOwner(tx, former, { ...transfer('stays'), before: row.on_date });
    else if (row.debt_answer === 'moves_new' && receiver)
      await moveDebtToNewOwner(tx, receiver, { ...transfer('moves'), before: row.on_date });
  }
  // Asked or not, whatever was owed before.
  if (former && receiver && !reason.ignoresDebt)
    await moveDebtToNewOwner(tx, receiver, { ...transfer('since'), since: row.on_date });
  const line = (owner: number, type: number, kopecks: number, debtor: number | null) => ({
    garage_id: row.garage_id,
    owner_id: owner,
    sign: -1 as const,
    amount_kopecks: kopecks,
    accrual_type_id: type,
    payment_type_id: null,
    period_year: Number(today.slice(0, 4)),
    on_date: today,
    comment: `Переоформление № ${row.id}`,
    debtor_id: debtor,
  });
  const charge = async (key: string, type: number, lines: ReturnType<typeof line>[]) =>
    (
      await post(
        tx,
        {
          kind: 'accrual',
          source: 'reregistration',
          idempotencyKey: `reregistration:${row.id}:${key}`,
          place: placeIds(row),
          accrualTypeId: type,
          periodYear: Number(today.slice(0, 4)),
          onDate: today,
          basisDocument: `Переоформление № ${row.id}`,
          createdBy: ctx.actor.userId,
          at: ctx.now().toISOString(),
        },
        linesOf(lines),
      )
    ).contributionId;
  if (money.fee.kopecks && money.payer) {
    const { side, person } = money.payer;
    const debtor = side === 'former' ? person.profile_id : null;
    outcome.feeDocument = await charge('fee', FEE, [line(person.profile_id, FEE, money.fee.kopecks, debtor)]);
  }
  if (money.entranceFor.length)
    outcome.entranceDocument = await charge(
      'entrance',
      ENTRANCE,
      money.entranceFor.map(({ profile_id, kopecks }) => line(profile_id, ENTRANCE, kopecks, null)),
    );
}
/** Accrual types «За переоформление» and «Вступительный». */
const FEE = 10;
const ENTRANCE = 2;

/** The scan of the inventory paper goes to the garage with its number. */
async function pibScan(tx: WriteDb, id: number): Promise<{ pib_file_id?: number }> {
  const scan = tx.selectFrom('reregistration_paper').where('reregistration_id', '=', id).where('kind', '=', PIB.kind);
  const found = await scan.select('file_id').executeTakeFirst();
  return found?.file_id ? { pib_file_id: found.file_id } : {};
}
