// Consents of many people at once: a sheet that a meeting signed, a pile of forms that came back.
import { sql } from 'kysely';
import type { z } from 'zod';
import { consentText } from '../rules.ts';
import { addConsents, MOST_CONSENTS } from '../../../contract/profiles/consents.ts';
import { NOT_LATER } from '../../../contract/kernel/words.ts';
import { act } from '../../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { invalid, Refused } from '../../kernel/errors.ts';
import { personInScope, personPresent } from '../../kernel/scope.ts';
import { profileConditions } from '../queries.ts';
import { logPhoneSearch } from './phoneSearch.ts';
import { limitTo } from '../../db/planned.ts';

type Asked = z.output<typeof addConsents.body>;
interface Chosen {
  id: number;
  full_name: string;
  region_id: number;
  mo_id: number;
  po_id: number;
  has: boolean;
  gone: boolean;
  /** Belongs to the place now; the list shows former people too, and so they are counted. */
  lives: boolean;
}

/** Writes the consent to everybody chosen who has none of its kind in force. @throws 409 when other people are chosen than were seen, 422 */
export async function markConsents(ctx: Ctx, asked: Asked): Promise<z.output<typeof addConsents.reply>> {
  const { kind, signedAt, docNo, source, expected } = asked;
  if (signedAt > todayOf(ctx)) throw invalid({ signedAt: NOT_LATER });
  const named = asked.all
    ? sql`(${profileConditions(ctx, asked.filter)} and not p.id = any(${asked.excluded}::int[]))`
    : sql`p.id = any(${asked.included}::int[])`;
  if (asked.all) await logPhoneSearch(ctx, asked.filter.nameFilter);
  return act(ctx, 'profile.consent', async ({ tx, log }) => {
    const { rows } =
      await sql<Chosen>`select p.id, p.full_name, p.region_id, p.mo_id, p.po_id, p.voa_status_id = 8 or p.is_anonymised as gone,
        exists (select 1 from consent c where c.profile_id = p.id and c.kind = ${kind} and c.revoked_at is null) as has,
        ${personPresent(ctx.actor, 'p', todayOf(ctx))} as lives
      from profile p where p.merged_into is null and ${personInScope(ctx.actor, 'p')} and ${named} order by p.id ${limitTo(MOST_CONSENTS + 1)} for update of p`.execute(
        tx,
      );
    if (!rows.length) throw invalid({ form: 'Никто не выбран' });
    if (rows.length > MOST_CONSENTS) throw invalid({ form: `За один раз не больше ${MOST_CONSENTS} человек` });
    if (rows.length !== expected)
      throw new Refused(409, {
        message: `Вы видели ${expected} чел., сейчас выбрано ${rows.length}. Проверьте выбор`,
        code: 'selection_changed',
      });
    const marked = rows.filter((one) => one.lives && !one.has && !one.gone);
    await sql`insert into consent (profile_id, kind, doc_no, signed_at, source, created_by, created_at)
      select id, ${kind}, ${docNo}, ${signedAt}::date, ${source}, ${ctx.actor.userId}, ${ctx.now().toISOString()} from unnest(${marked.map(({ id }) => id)}::int[]) as id`.execute(
      tx,
    );
    for (const { id, full_name: name, region_id, mo_id, po_id } of marked)
      await log({
        object: { type: 'profile', id, name },
        place: { region_id, mo_id, po_id },
        text: consentText('Записано согласие', kind),
      });
    const left = rows.filter(({ gone }) => gone).length;
    const former = rows.filter(({ gone, lives }) => !gone && !lives).length;
    const had = rows.length - marked.length - left - former;
    const nobody = had ? 'уже было у всех, у кого его можно отметить' : 'отметить не у кого';
    if (!marked.length)
      await log({ text: `${consentText('Согласие', kind)} — ${left + former ? nobody : 'уже было у всех выбранных'}` });
    return { marked: marked.length, had, left, former };
  });
}

/** Takes a consent back with the others of its kind: cards that were merged brought one each. @throws 422 when it is taken back already */
export async function revokeKind(
  tx: WriteDb,
  profileId: number,
  { id, kind }: { id: number; kind: string },
  day: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('consent')
    .set({ revoked_at: day })
    .where('profile_id', '=', profileId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('consent as asked')
          .where('asked.id', '=', id)
          .where('asked.revoked_at', 'is', null)
          .select('asked.id'),
      ),
    )
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw invalid({ form: 'Это согласие уже отозвано. Обновите страницу' });
}
