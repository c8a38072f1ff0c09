// Words of names that the search hints at: `name_word` of everybody, `place_word` of each ПО. Triggers add them.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';

/** Forgets those of the words by which nobody is called any more, in one ПО or in each (`poId` null). */
export async function forgetNameWords(tx: WriteDb, words: readonly string[], poId: number | null): Promise<void> {
  const isOne = sql`w.word = any(${words}::text[])`;
  // The index knows parts of names, the array whole words: «иван» goes though «иванов» stays.
  const bears = sql`like '%' || w.word || '%' and w.word = any(regexp_split_to_array(p.name_key, '[\\s-]+'))`;
  await sql`delete from place_word w where ${isOne} and (${poId}::int is null or w.po_id = ${poId})
    and not exists (select 1 from profile_place p where p.po_id = w.po_id and p.name_key ${bears})`.execute(tx);
  await sql`delete from name_word w where ${isOne}
    and not exists (select 1 from profile p where p.name_key ${bears})`.execute(tx);
}
