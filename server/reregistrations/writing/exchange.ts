// The two halves of an exchange as writes: the other one is made of the first, and follows what is changed in it.
import { formatDate } from '../../../contract/kernel/words.ts';
import type { Write } from '../../kernel/act.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { formOf, otherHalf, partiesOf, type CaseRecord } from '../queries/card.ts';
import { comersOf, garageFacts, type KnownForm } from '../queries/facts.ts';
import { leavingOf } from '../rules/facts.ts';
import { caseObject, emitCaseChanged, formColumns, placeIds, tellEvent, writeParties } from '../writing.ts';

/** The other half of an exchange: the same words, the people the other way round. */
export async function insertPair(write: Write, ctx: Ctx, row: CaseRecord): Promise<CaseRecord> {
  const { tx } = write;
  const form = formOf(row, await partiesOf(ctx, tx, row.id));
  const garages = await garageFacts(tx, [row.garage_id, form.exchangeGarage!], todayOf(ctx));
  const [own, other] = [garages.get(row.garage_id)!, garages.get(form.exchangeGarage!)!];
  // What is said of one garage is not said of the other: its inventory paper, its debt, its restrictions.
  const ofOneGarage = { pibNumber: null, pibDate: null, debtAnswer: null, acknowledged: [], leaving: [], shares: {} };
  const leaving = leavingOf({ ...form, owners: own.owners, newOwners: form.newOwner }).leaving.map(({ id }) => id);
  const pairForm = {
    ...form,
    ...ofOneGarage,
    exchangeGarage: row.garage_id,
    newOwner: comersOf(ofOneGarage, other, own, leaving),
  };
  const now = ctx.now().toISOString();
  const pair = await tx
    .insertInto('reregistration')
    .values({
      garage_id: other.id,
      ...placeIds(other),
      ...formColumns(pairForm),
      status: 0,
      author_id: row.author_id,
      pair_id: row.id,
      last_event_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeParties(tx, pair.id, pairForm, other);
  await writeParties(tx, row.id, { ...form, newOwner: comersOf(form, own, other, []) }, own);
  await tx.updateTable('reregistration').set({ pair_id: pair.id }).where('id', '=', row.id).execute();
  return pair;
}

/**
 * One half was changed: who leaves its garage comes to the other, and both change hands on one day. What was said to end by
 * itself was said of both: whoever changes one says it again.
 */
export async function followHalf(write: Write, ctx: Ctx, row: CaseRecord, form: KnownForm): Promise<void> {
  const { tx } = write;
  const pair = await otherHalf(tx, row);
  if (!pair) return;
  const before = formOf(pair, await partiesOf(ctx, tx, pair.id));
  const garages = await garageFacts(tx, [row.garage_id, pair.garage_id], todayOf(ctx));
  const [own, other] = [garages.get(row.garage_id)!, garages.get(pair.garage_id)!];
  await writeParties(tx, row.id, { ...form, newOwner: comersOf(form, own, other, before.leaving) }, own);
  const leaving = leavingOf({ ...form, owners: own.owners, newOwners: form.newOwner }).leaving.map(({ id }) => id);
  const after = { ...before, newOwner: comersOf(before, other, own, leaving) };
  const isMoved = pair.on_date !== form.date;
  const areOthers = JSON.stringify(after.newOwner) !== JSON.stringify(before.newOwner);
  if (!isMoved && !areOthers && !pair.planned_at) return;
  if (areOthers) await writeParties(tx, pair.id, after, other);
  const now = ctx.now().toISOString();
  await tx
    .updateTable('reregistration')
    .set((e) => ({
      on_date: form.date,
      planned_at: null,
      last_event_at: now,
      updated_at: now,
      version: e('version', '+', 1),
    }))
    .where('id', '=', pair.id)
    .execute();
  const said = [
    isMoved ? `день обмена теперь ${formatDate(form.date)}` : null,
    areOthers ? 'состав владельцев другой' : null,
    pair.planned_at ? 'само не завершится' : null,
  ].filter(Boolean);
  const text = `Парное дело изменено: ${said.join(', ')}`;
  await tellEvent(tx, ctx, { id: pair.id, verb: 'update', status: pair.status, text });
  await write.log({
    object: caseObject(pair.id),
    place: placeIds(pair),
    text: `Переоформление № ${pair.id}: ${text.toLowerCase()}`,
  });
  await emitCaseChanged(write, pair);
}
