// Lines of the log by a few typed words: who did it, over whom, over which garage or paper, where.
// What is written in lines is not read: a phone that the reader sees masked would be told by what is found. Names, plates, numbers and
// places lead to numbers of objects, and those to lines by the indexes that there are.
import { sql, type RawBuilder } from 'kysely';
import { foldText, nameWords } from '../../../contract/kernel/words.ts';
import { limitTo } from '../../db/planned.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { likeText } from '../../kernel/list.ts';
import { mayAskNames } from '../../kernel/masking.ts';

/** Of one kind so many objects are looked for: words that fit more are no search. */
const MOST = 300;
/** A shorter piece of a number stands in too many papers. */
const SHORTEST_NUMBER = 3;
/** Numbers of objects that people call them by. */
const NUMBERED = ['reregistration', 'notification', 'contribution'];
const LARGEST_ID = 2_147_483_647;

const within = (column: RawBuilder<unknown>, words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${column} like ${`%${likeText(word)}%`}`),
    sql` and `,
  );
const ids = (query: RawBuilder<unknown>) => sql`any(array(${query} ${limitTo(MOST)}))`;

/** Condition on lines `l` for `actor`; `here` keeps what stands at the reader's place, by the alias that carries its columns. */
export function foundBy(actor: Actor, text: string, here: (alias: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  const words = nameWords(text);
  if (!words.length) return sql<boolean>`true`;
  const plain = foldText(text).trim();
  const squeezed = plain.replace(/[^\p{L}\d]/gu, '');
  const all: RawBuilder<unknown>[] = [
    sql`l.user_id = ${ids(sql`select u.id from app_user u where ${within(sql`fold(u.last_name || ' ' || u.first_name || ' ' || u.father_name)`, words)}`)}`,
    sql`l.po_id = ${ids(sql`select po.id from po where ${within(sql`fold(po.name)`, plain.split(/\s+/))}`)}`,
    sql`l.mo_id = ${ids(sql`select mo.id from mo where ${within(sql`fold(mo.name)`, plain.split(/\s+/))}`)}`,
  ];
  if (mayAskNames(actor, words))
    all.push(
      sql`l.object_type = 'profile' and l.object_id = ${ids(sql`select place.profile_id from profile_place place where ${here('place')} and ${within(sql`place.name_key`, words)}`)}`,
    );
  if (/\d/.test(squeezed)) {
    all.push(
      sql`l.object_type = 'garage' and l.object_id = ${ids(sql`select g.id from garage g where ${here('g')} and (plate(g.section || g.number) = ${squeezed} or plate(g.number) = ${squeezed})`)}`,
    );
    if (squeezed.length >= SHORTEST_NUMBER)
      all.push(
        sql`l.object_type = 'document' and l.object_id = ${ids(sql`select d.id from document d where ${here('d')} and d.number ilike ${`%${likeText(text.trim())}%`}`)}`,
      );
  }
  if (/^№?\s*\d{1,10}$/.test(plain) && Number(squeezed) <= LARGEST_ID)
    all.push(sql`l.object_type = any(${NUMBERED}::text[]) and l.object_id = ${Number(squeezed)}::bigint`);
  return sql<boolean>`(${sql.join(
    all.map((one) => sql`(${one})`),
    sql` or `,
  )})`;
}
