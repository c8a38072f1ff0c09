// Undoing a completed case: owners, shares and money as they were, by entries of the day of the annulment.
import { reverseDocument } from '../../balance/ledger.ts';
import { moveDebtToNewOwner, returnDebtToOwners, returnMoneyToOwners } from '../../balance/writing/transfers.ts';
import { lockBooks } from '../../books/queries/lock.ts';
import { ownersChanged } from '../../garages/queries.ts';
import { bump, shareColumns } from '../../garages/writing.ts';
import { forgetPrimariesSince } from '../../garages/writing/primary.ts';
import { restoreSharePeriods } from '../../garages/writing/shares.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { failPoint } from '../../kernel/failPoints.ts';
import { dateIn } from '../../ports/clock.ts';
import { refreshOwnersKeysOf } from '../../profiles/queries.ts';
import type { PaymentAfter } from '../../../contract/reregistrations/steps.ts';
import { validPapers, type CaseRecord } from '../queries/card.ts';
import { annulObstacles, type Outcome } from '../queries/obstacles.ts';
import { wordsOfStatus } from '../rules/words.ts';
import { caseObject, emitCaseChanged, placeIds, tellEvent } from '../writing.ts';
import { transferOf } from './completing.ts';
import { unmarkDead } from './deceased.ts';
import { refuseUnanswered, settlePayments } from './payments.ts';

/**
 * Annuls a case, or both halves of an exchange. Each payment made since has its answer: it goes back, to another garage of
 * its payer, or stays for the debt of those who are restored.
 * @throws 422 naming what stands in the way and every payment without an answer
 */
export async function annulCases(
  write: Write,
  ctx: Ctx,
  rows: readonly CaseRecord[],
  body: { comment: string; payments: readonly PaymentAfter[] },
): Promise<void> {
  const { tx } = write;
  await holdPapers(tx, rows);
  await lockBooks(tx, rows[0]!.mo_id);
  const mo = await tx.selectFrom('mo').where('id', '=', rows[0]!.mo_id).select('time_zone').executeTakeFirstOrThrow();
  const today = dateIn(ctx.now(), mo.time_zone);
  for (const row of rows) await refuseBlocked(tx, ctx, row, today);
  await refuseUnanswered(tx, ctx, rows, body.payments, today);
  // Before the owners change back: the other garages of a payer are those he has now.
  const said = new Map<number, string>();
  for (const row of rows) said.set(row.id, await settlePayments(write, ctx, row, body.payments, today));
  for (const row of rows) await annulOne(write, ctx, row, today, `${body.comment}${said.get(row.id)}`);
}

/** A copy that is being written holds its paper and then the garage: it is waited for before anything else, and ends with the paper. */
async function holdPapers(tx: WriteDb, rows: readonly CaseRecord[]): Promise<void> {
  const ofCases = rows.map(({ id }) => id);
  await tx
    .selectFrom('document')
    .where('reregistration_id', 'in', ofCases)
    .orderBy('id')
    .forUpdate()
    .select('id')
    .execute();
}

/** Papers of the case, and copies of them, lose their force with it: whoever checks one is told so. */
async function cancelPapers(write: Write, ctx: Ctx, row: CaseRecord): Promise<string> {
  const papers = await validPapers(write.tx, row);
  if (!papers.length) return '';
  const ids = papers.map(({ id }) => id);
  const reason = `Аннулировано переоформление № ${row.id}`;
  await write.tx
    .updateTable('document')
    .set({ state: 'cancelled', cancel_reason: reason, ended_at: ctx.now().toISOString(), ended_by: ctx.actor.userId })
    .where('state', 'in', ['valid', 'printing'])
    .where((where) => where.or([where('id', 'in', ids), where('copy_of', 'in', ids)]))
    .execute();
  const place = placeIds(row);
  for (const { id, number, type } of papers)
    await write.log({
      verb: 'reference.cancel',
      object: { type: 'document', id, name: `№ ${number}` },
      place,
      text: `Аннулирован документ «${type}» № ${number}: ${reason}`,
    });
  const audience = { region: place.region_id, mo: place.mo_id, po: place.po_id };
  await write.emit(audience, { type: 'records_changed', message: { resource: 'documents', ids } });
  return `. Документы дела потеряли силу: ${papers.map(({ number, type }) => `«${type}» № ${number}`).join(', ')}`;
}

async function refuseBlocked(tx: WriteDb, ctx: Ctx, row: CaseRecord, today: string) {
  await tx.selectFrom('garage').where('id', '=', row.garage_id).select('id').forUpdate().executeTakeFirstOrThrow();
  const obstacles = await annulObstacles(ctx, tx, row, today);
  if (obstacles.length) throw invalid({ form: obstacles.map(({ text }) => text).join('. ') });
}

async function annulOne(write: Write, ctx: Ctx, row: CaseRecord, today: string, why: string) {
  const { tx } = write;
  const comment = `${why}${await cancelPapers(write, ctx, row)}`;
  const outcome = row.outcome as Outcome;
  await tx
    .updateTable('reregistration_party')
    .set({ ownership_id: null })
    .where('ownership_id', 'in', [0, ...outcome.opened])
    .execute();
  if (outcome.opened.length) await tx.deleteFrom('ownership').where('id', 'in', outcome.opened).execute();
  for (const { id, share, is_primary } of outcome.before)
    await tx
      .updateTable('ownership')
      .set({
        ended_on: null,
        end_reason: null,
        ended_by_reregistration: null,
        is_primary,
        ...(is_primary ? {} : { primary_since: null }),
        ...shareColumns(share),
      })
      .where('id', '=', id)
      .execute();
  await restoreSharePeriods(tx, row.garage_id, row.id, outcome.periods);
  await forgetPrimariesSince(tx, row.garage_id, await firstDay(tx, row));
  if (outcome.name) {
    const { profile_id, ...name } = outcome.name;
    await tx
      .updateTable('profile')
      .set((e) => ({ ...name, version: e('version', '+', 1) }))
      .where('id', '=', profile_id)
      .execute();
    await refreshOwnersKeysOf(tx, profile_id);
  }
  if (outcome.dead) await unmarkDead(write, row, outcome.dead);
  await failPoint('owners restored');
  await returnMoney(tx, ctx, row, outcome, today);
  await ownersChanged(tx, row.garage_id);
  await bump(tx, ctx, row.garage_id);
  const now = ctx.now().toISOString();
  await tx
    .updateTable('reregistration')
    .set((e) => ({ status: 5, annulled_at: now, last_event_at: now, updated_at: now, version: e('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
  await tellEvent(tx, ctx, { id: row.id, verb: 'annul', status: 5, text: 'Переоформление аннулировано', comment });
  const asked = row.annul_asked_by
    ? await tx.selectFrom('app_user').where('id', '=', row.annul_asked_by).select('last_name').executeTakeFirst()
    : undefined;
  await write.log({
    verb: 'reregistration.cancel',
    object: caseObject(row.id),
    place: placeIds(row),
    text: `Аннулировано переоформление № ${row.id}${asked ? ` по просьбе: ${asked.last_name}` : ''}: ${comment}`,
    before: wordsOfStatus(row.status),
    after: wordsOfStatus(5),
  });
  await emitCaseChanged(write, row);
}

/** The day on which the owners changed: that of the first step of a chain. */
async function firstDay(tx: WriteDb, row: CaseRecord): Promise<string> {
  const { first } = await tx
    .selectFrom('reregistration_party')
    .where('reregistration_id', '=', row.id)
    .where('side', '=', 'transit')
    .select((e) => e.fn.min('on_date').as('first'))
    .executeTakeFirstOrThrow();
  return first ?? row.on_date;
}

async function returnMoney(tx: WriteDb, ctx: Ctx, row: CaseRecord, outcome: Outcome, today: string) {
  const at = ctx.now().toISOString();
  for (const [key, document] of [
    ['fee', outcome.feeDocument],
    ['entrance', outcome.entranceDocument],
  ] as const)
    if (document)
      await reverseDocument(
        tx,
        {
          idempotencyKey: `reregistration:${row.id}:${key}:back`,
          place: placeIds(row),
          onDate: today,
          comment: `Аннулировано переоформление № ${row.id}`,
          createdBy: ctx.actor.userId,
          at,
        },
        document,
      );
  const transfer = (key: string) => transferOf(ctx, row, today, key);
  // What other cases left to the same person stays with him.
  if (outcome.debt?.answer === 'stays_old') {
    const { former: back } = outcome.debt;
    await returnDebtToOwners(tx, back, back, {
      ...transfer('stays:back'),
      movedBy: `reregistration:${row.id}:stays`,
    });
    await returnMoneyToOwners(tx, back, back, transfer('money:back'));
  }
  // Cases of before tell the sides where there was a debt.
  const { former, owner = null } = outcome.sides ?? outcome.debt ?? {};
  if (former && owner) await moveDebtToNewOwner(tx, former, { ...transfer('moves:back'), owners: [owner] });
}
