// Destruction by an act: everything at once, the act with its extract, the line beside the copies, then the bytes of files.
import { sql } from 'kysely';
import { act } from '../../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import type { DestroyedLine } from '../../ports/backups.ts';
import { cardsOf, groundsNow, holding } from '../queries/grounds.ts';
import { destroyedName, destroyPerson, type Destroyed } from './destroying.ts';

interface Doomed {
  id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
}
interface Deed {
  ground: string;
  /** Runs inside the transaction, before anything is destroyed. */
  inside?: (tx: WriteDb) => Promise<unknown>;
}

/** Destroys the data of a person and answers the number of the act. @throws 422 with what holds the data */
export async function destroyByAct(ctx: Ctx, person: Doomed, { ground, inside }: Deed): Promise<string> {
  const { region_id, mo_id, po_id } = person;
  const place = { region_id, mo_id, po_id };
  const { backups } = ctx.deps;
  const told: DestroyedLine[] = [];
  const { act_no, storeKeys } = await act(ctx, 'profile.anonymise', async (write) => {
    const { tx } = write;
    await inside?.(tx);
    const cards = await lockedCards(tx, person.id);
    const held = holding(await groundsNow(tx, person.id, todayOf(ctx)));
    if (held.length) throw invalid({ form: held.join('. ') });
    const destroyed = await destroyPerson(write, ctx, person.id);
    const { number, words } = await keepAct(tx, ctx, person, destroyed, ground);
    await write.log({
      object: { type: 'profile', id: person.id, name: destroyedName(person.id) },
      place,
      text: `Данные уничтожены, акт № ${number}: ${words}`,
    });
    await write.emit(
      { region: region_id, mo: mo_id, po: po_id },
      { type: 'records_changed', message: { resource: 'profiles', ids: [person.id] } },
    );
    // Before the commit: without these lines a restore would bring the person back. In a copy of before a merge each card stands alone.
    const at = ctx.now().toISOString();
    for (const { id, created_at: created } of cards) {
      const line = { profile: id, created, act: number, at, ground: words };
      await backups.tellDestroyed(line);
      told.push(line);
    }
    return { act_no: number, storeKeys: destroyed.storeKeys };
  }).catch(async (error: unknown) => {
    // Nobody was destroyed: a restore must not do it by a line that speaks of nothing.
    for (const line of told) await backups.tellDestroyed({ ...line, undone: true });
    throw error;
  });
  for (const key of storeKeys) await ctx.deps.files.remove(key);
  return act_no;
}

/** All cards of a person until commit, his own first. */
async function lockedCards(tx: WriteDb, id: number) {
  const cards = await cardsOf(tx, id);
  const { rows } = await sql<{ id: number; created_at: string }>`select id, created_at from profile
    where id = any(${cards}::int[]) order by id <> ${id}, id for update`.execute(tx);
  return rows;
}

/** Writes the act with what was destroyed, what stays, the extract of the log and the demand it answers. */
async function keepAct(
  tx: WriteDb,
  ctx: Ctx,
  person: Doomed,
  { counts, kept, forget, demandId }: Destroyed,
  ground: string,
) {
  const at = ctx.now().toISOString();
  // A ground typed by hand may name him.
  const words = forget(ground);
  const { rows: extract } = await sql<{
    at: string;
    who: string;
    text: string;
  }>`select at, user_name as who, text from action_log
    where object_type = 'profile' and object_id = ${person.id} and verb = 'profile.demand' order by id`.execute(tx);
  const { rows: operators } = await sql<{
    name: string;
  }>`select concat_ws(', ', coalesce(payee_name, name), 'ИНН ' || inn, address) as name
    from po where id = ${person.po_id}`.execute(tx);
  const { id } = await tx
    .insertInto('destruction')
    .values({
      profile_id: person.id,
      act_no: '',
      at,
      ground: words,
      counts: JSON.stringify(counts),
      kept: JSON.stringify(kept),
      extract: JSON.stringify(extract),
      operator: operators[0]!.name,
      demand_id: demandId,
      done_by: ctx.actor.userId || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const number = `${id}/${at.slice(0, 4)}`;
  await tx.updateTable('destruction').set({ act_no: number }).where('id', '=', id).execute();
  return { number, words };
}
