// The author of a mailing as he sends it: at the place where it was written, with the rights he has now.
import { authorNow, coversPlace } from '../jobs/author.ts';
import { workCtx, type Ctx, type Deps, type ReadDb } from '../kernel/ctx.ts';
import { timeZoneOfActor } from '../kernel/timeZones.ts';
import type { KeptNotification } from './queries.ts';

type Kept = Pick<KeptNotification, 'created_by' | 'region_id' | 'mo_id' | 'po_id'>;

/** A context of the author's place; `refusal` says why he may not send any more, null when he may. */
export async function authorOf(deps: Deps, db: ReadDb, kept: Kept): Promise<{ ctx: Ctx; refusal: string | null }> {
  const author = await db
    .selectFrom('app_user')
    .where('id', '=', kept.created_by ?? 0)
    .selectAll()
    .executeTakeFirst();
  const place = { region: kept.mo_id ? null : kept.region_id, mo: kept.po_id ? null : kept.mo_id, po: kept.po_id };
  const name = author ? [author.last_name, author.first_name].filter(Boolean).join(' ') : 'Рассылка';
  const ctx = workCtx(
    deps,
    { userId: author?.id ?? 0, name, ...place, capabilities: author?.capabilities ?? [] },
    undefined,
    await timeZoneOfActor(deps.db, place),
  );
  return { ctx, refusal: await refusalOf(db, kept) };
}

/** Whoever left, lost the right of mailings or the place of this one sends nothing there any more. */
async function refusalOf(db: ReadDb, kept: Kept): Promise<string | null> {
  const { lost } = await authorNow(db, kept.created_by ?? 0, { actor: {}, capability: 3 });
  if (lost !== null) return 'У автора больше нет права рассылок';
  return (await coversPlace(db, kept.created_by ?? 0, kept)) ? null : 'У автора больше нет права на место рассылки';
}
