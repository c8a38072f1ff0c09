// Steps of a case as writes: the machine says whether, the lock and the badges follow.
import type { z } from 'zod';
import type { moveReregistration } from '../../../contract/reregistrations/steps.ts';
import { act, type Write } from '../../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { invalid, notFound, refuseWhen } from '../../kernel/errors.ts';
import { staleBy } from '../../kernel/lastChange.ts';
import { formOf, lockedCase, otherHalf, partiesOf, type CaseRecord, type KeptDetails } from '../queries/card.ts';
import { evaluate, previewOf } from '../queries/facts.ts';
import { hindering } from '../rules/checks.ts';
import { edges, refuseStep } from '../rules/machine.ts';
import { reasonOf } from '../rules/reasons.ts';
import { wordsOfStatus } from '../rules/words.ts';
import {
  caseObject,
  emitCaseChanged,
  placeIds,
  readCard,
  requireCase,
  requireExchange,
  stepFacts,
  tellEvent,
  walkerOf,
} from '../writing.ts';
import { annulCases } from './annulling.ts';
import { completeCases } from './completing.ts';
import { insertPair } from './exchange.ts';

type Step = z.output<typeof moveReregistration.body>;

/** The case under its lock, as the person saw it. @throws 404, 409 */
export async function takeCase(write: Write, ctx: Ctx, id: number, version: number): Promise<CaseRecord> {
  const row = await lockedCase(ctx, write.tx, id);
  if (!row) throw notFound();
  if (row.version !== version)
    throw await staleBy(ctx, write.tx, { type: 'reregistration', id }, await readCard(ctx, id, write.tx));
  return row;
}

/** Takes a step of a case; the other half of an exchange takes it too. */
export async function takeStep(ctx: Ctx, id: number, body: Step): Promise<void> {
  await requireCase(ctx, id);
  const edge = edges[body.verb];
  await act(ctx, `reregistration.${edge.logVerb}`, async (write) => {
    const row = await takeCase(write, ctx, id, body.version);
    refuseWhen(refuseStep(body.verb, walkerOf(ctx), await stepFacts(ctx, write.tx, row, todayOf(ctx))));
    if (edge.comment && !body.comment) throw invalid({ comment: edge.comment });
    const rows = await halves(write, row);
    if (body.verb === 'complete') {
      const seen = body.acknowledged.length ? await acknowledge(write, ctx, rows, body.acknowledged) : rows;
      return completeCases(write, ctx, seen, body.expected ?? null);
    }
    if (body.verb === 'annul') return annulCases(write, ctx, rows, { comment: body.comment!, payments: body.payments });
    if (body.verb === 'apply') return applyCase(write, ctx, row);
    for (const one of rows) await walkEdge(write, ctx, one, body);
  });
}

/** Who completes has seen a pledge: it is said in the case, with its words, before anything else. */
async function acknowledge(
  { tx, log }: Write,
  ctx: Ctx,
  rows: readonly CaseRecord[],
  ids: readonly number[],
): Promise<CaseRecord[]> {
  return Promise.all(
    rows.map(async (row) => {
      const found = await tx
        .selectFrom('garage_restriction')
        .where('garage_id', '=', row.garage_id)
        .where('id', 'in', ids)
        .where('lifted_at', 'is', null)
        .select(['id', 'ground'])
        .execute();
      const kept = row.details as KeptDetails;
      const fresh = found.filter(({ id }) => !kept.acknowledged?.includes(id));
      if (!fresh.length) return row;
      const details = { ...kept, acknowledged: [...(kept.acknowledged ?? []), ...fresh.map(({ id }) => id)] };
      await tx
        .updateTable('reregistration')
        .set({ details: JSON.stringify(details) })
        .where('id', '=', row.id)
        .execute();
      const text = `Ознакомлены с ограничением: ${fresh.map(({ ground }) => ground).join('; ')}`;
      await tellEvent(tx, ctx, { id: row.id, verb: 'paper', status: row.status, text });
      await log({
        verb: 'reregistration.update',
        object: caseObject(row.id),
        place: placeIds(row),
        text: `Переоформление № ${row.id}. ${text}`,
      });
      return { ...row, details: details as never };
    }),
  );
}

/** A case and its other half, while both stand in the same state. */
async function halves(write: Write, row: CaseRecord): Promise<CaseRecord[]> {
  // The machine has said whether this person may do it to a half that he does not see.
  const pair = await otherHalf(write.tx, row);
  return pair && pair.status === row.status ? [row, pair] : [row];
}

/** Edges that change the state and nothing else. */
async function walkEdge(write: Write, ctx: Ctx, row: CaseRecord, body: Step) {
  const edge = edges[body.verb];
  const now = ctx.now().toISOString();
  const isAsked = body.verb === 'ask_annul';
  await write.tx
    .updateTable('reregistration')
    .set((e) => ({
      status: edge.to,
      planned_at: null,
      last_event_at: now,
      updated_at: now,
      version: e('version', '+', 1),
      ...(body.verb === 'take' ? { reviewer_id: ctx.actor.userId, taken_at: now } : {}),
      ...(edge.closing ? { closing: edge.closing, closing_reason: body.comment, closed_at: now } : {}),
      ...(isAsked ? { annul_asked_by: ctx.actor.userId, annul_asked_reason: body.comment } : {}),
    }))
    .where('id', '=', row.id)
    .execute();
  if (edge.to === 4)
    await write.tx
      .updateTable('garage')
      .set({ locked_by_reregistration: null })
      .where('id', '=', row.garage_id)
      .where('locked_by_reregistration', '=', row.id)
      .execute();
  const text = eventTexts[body.verb] ?? edge.title;
  await tellEvent(write.tx, ctx, { id: row.id, verb: body.verb, status: edge.to, text, comment: body.comment });
  await write.log({
    object: caseObject(row.id),
    place: placeIds(row),
    text: `Переоформление № ${row.id}: ${text.toLowerCase()}${body.comment ? `. ${body.comment}` : ''}`,
    before: wordsOfStatus(row.status),
    after: wordsOfStatus(edge.to, edge.closing),
  });
  await emitCaseChanged(write, row);
}
const eventTexts: Partial<Record<Step['verb'], string>> = {
  take: 'Взято в работу',
  return: 'Возвращено на доработку',
  withdraw: 'Отозвано заявителем',
  refuse: 'Отклонено',
  lapse: 'Закрыто: истёк срок',
  ask_annul: 'Просят аннулировать',
};

const OTHER_OWNERS = 'Владельцы гаража сменились: откройте черновик и проверьте, кто выбывает';

/** An application: it is checked, its garage locked, and an exchange gets its other half. */
export async function applyCase(write: Write, ctx: Ctx, row: CaseRecord): Promise<void> {
  const { tx } = write;
  const parties = await partiesOf(ctx, tx, row.id);
  // Whoever was to leave is no owner any more, as if he had never been: no choice at all would put out everybody.
  if (parties.some(({ side, ownership_id }) => side === 'old' && !ownership_id))
    throw invalid({ leaving: OTHER_OWNERS });
  const form = formOf(row, parties);
  // A draft that repeats a case may name a garage that its author does not keep.
  if (!row.pair_id) await requireExchange(ctx, form, tx);
  const evaluated = await evaluate(ctx, tx, row.garage_id, form, { caseId: row.id, pairId: row.pair_id });
  const wrong = hindering(previewOf(evaluated).checks, 'apply');
  if (wrong.length) throw invalid(Object.fromEntries(wrong.map(({ field, key, text }) => [field ?? key, text])));
  const rows = [row, ...(form.exchangeGarage && !row.pair_id ? [await insertPair(write, ctx, row)] : [])];
  // Both were returned and both go again, even where the other half lies in a ПО that the reader does not see.
  const pair = await otherHalf(tx, row);
  if (pair && [0, 6].includes(pair.status)) rows.push(pair);
  await holdGarages(tx, rows);
  const now = ctx.now().toISOString();
  for (const one of rows) {
    await lockGarage(write, one);
    await tx
      .updateTable('reregistration')
      .set((e) => ({
        status: 1,
        applied_at: one.applied_at ?? now,
        last_event_at: now,
        updated_at: now,
        version: e('version', '+', 1),
      }))
      .where('id', '=', one.id)
      .execute();
    const text = one.status === 6 ? 'Исправлено и подано снова' : 'Заявка подана, гараж заперт';
    await tellEvent(tx, ctx, { id: one.id, verb: 'apply', status: 1, text });
    await write.log({
      verb: 'reregistration.apply',
      object: caseObject(one.id),
      place: placeIds(one),
      text: `Заявка на переоформление № ${one.id}: ${reasonOf(one.reason_id).name.toLowerCase()}`,
      before: wordsOfStatus(one.status),
      after: wordsOfStatus(1),
    });
    await emitCaseChanged(write, one);
  }
}

/**
 * Garages of both halves until commit, in one order: of two exchanges crosswise one waits for the other. Their numbers stay: cases that
 * were written for them meanwhile hold those.
 */
const holdGarages = (tx: WriteDb, rows: readonly CaseRecord[]) =>
  tx
    .selectFrom('garage')
    .where(
      'id',
      'in',
      rows.map((row) => row.garage_id),
    )
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();

async function lockGarage(write: Write, row: CaseRecord) {
  const garage = await write.tx
    .selectFrom('garage')
    .where('id', '=', row.garage_id)
    .select('locked_by_reregistration as by')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (garage.by && garage.by !== row.id) throw invalid({ form: `По гаражу уже идёт переоформление № ${garage.by}` });
  await write.tx
    .updateTable('garage')
    .set({ locked_by_reregistration: row.id })
    .where('id', '=', row.garage_id)
    .execute();
}
