// A demand about wrong data that is answered by a corrected card: the act says what was changed, and the demand is done.
import { sql } from 'kysely';
import { formatDate } from '../../../contract/kernel/words.ts';
import { withdrawDue } from '../../jobs/due.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { correctedFields, linesSince } from '../queries/corrections.ts';
import { liveDemand, type PersonOfDemand } from '../queries/demands.ts';
import { cardsOf } from '../queries/grounds.ts';
import { DESTROY_DUE } from './destroying.ts';

const NOTHING_CHANGED = 'Сначала исправьте карточку: после требования в ней ничего не менялось';

/** Answers a demand about wrong data with what of the card was corrected since. @throws 422 */
export async function answerByCorrection(ctx: Ctx, person: PersonOfDemand): Promise<void> {
  const { region_id, mo_id, po_id } = person;
  await act(ctx, 'profile.demand', async (write) => {
    const { tx } = write;
    await sql`select id from profile where id = ${person.id} for update`.execute(tx);
    const cards = await cardsOf(tx, person.id);
    const demand = await liveDemand(tx, cards);
    if (!demand) throw invalid({ form: 'Требования уже нет. Обновите страницу' });
    if (demand.kind !== 'wrong') throw invalid({ form: 'Уточнением отвечают на требование о неверных данных' });
    const { created_at } = await tx
      .selectFrom('processing_demand')
      .where('id', '=', demand.id)
      .select('created_at')
      .executeTakeFirstOrThrow();
    const lines = await linesSince(tx, cards, new Date(created_at).toISOString());
    const changes = await correctedFields(ctx, tx, lines);
    if (!changes.length) throw invalid({ form: NOTHING_CHANGED });
    const number = await keepAct(
      write.tx,
      ctx,
      person,
      demand.id,
      lines.map(({ id }) => id),
    );
    await tx
      .updateTable('processing_demand')
      .set({ state: 'done', destroy_on: null })
      .where('id', '=', demand.id)
      .execute();
    await tx.updateTable('profile').set({ restricted_at: null }).where('id', '=', person.id).execute();
    await withdrawDue(tx, { what: DESTROY_DUE, object: String(demand.id) });
    const fields = [...new Set(changes.map(({ field }) => field))].join(', ');
    await write.log({
      object: { type: 'profile', id: person.id, name: person.full_name ?? '' },
      place: { region_id, mo_id, po_id },
      text: `Данные уточнены по требованию от ${formatDate(demand.on_date)}, акт № ${number}: ${fields}`,
    });
    await write.emit(
      { region: region_id, mo: mo_id, po: po_id },
      { type: 'records_changed', message: { resource: 'profiles', ids: [person.id] } },
    );
  });
}

async function keepAct(
  tx: WriteDb,
  ctx: Ctx,
  person: PersonOfDemand,
  demand: number,
  lines: readonly number[],
): Promise<string> {
  const at = ctx.now().toISOString();
  const { rows } = await sql<{
    id: number;
  }>`insert into correction (profile_id, demand_id, act_no, at, operator, lines, done_by)
    select ${person.id}, ${demand}, '', ${at}::timestamptz, concat_ws(', ', coalesce(po.payee_name, po.name), 'ИНН ' || po.inn, po.address),
      ${[...lines]}::bigint[], ${ctx.actor.userId || null}::int from po where po.id = ${person.po_id} returning id`.execute(
    tx,
  );
  const { id } = rows[0]!;
  const number = `У-${id}/${at.slice(0, 4)}`;
  await tx.updateTable('correction').set({ act_no: number }).where('id', '=', id).execute();
  return number;
}
