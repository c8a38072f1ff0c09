// Whether the author of a job still holds what he asked with: the job acts with the rights of that moment.
import { levelOf, SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import type { ReadDb } from '../kernel/ctx.ts';

/** What a job keeps of its author; a job of the system keeps no account. */
export type Asked = Partial<Actor>;
/** What a job keeps of the rights it was asked with. */
export interface AskedWith {
  actor: Asked;
  capability?: number | null | undefined;
}

/** Capabilities that open data to a reader: what a job wrote with them must not be read without them. */
const OPENING = [1, 2];

/** The account as it is now. */
interface Present {
  isSuperuser: number;
  capabilities: readonly number[];
}

/**
 * Why a job may not go on for its author: dismissed, no superuser any more, without the place or the right he asked with. Null
 * when he may, with the capabilities that he held then and holds now.
 */
export async function authorNow(
  db: ReadDb,
  userId: number,
  { actor, capability }: AskedWith,
): Promise<{ lost: string } | { lost: null; capabilities: number[] }> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['is_active', 'is_superuser', 'capabilities'])
    .executeTakeFirst();
  if (!row?.is_active) return { lost: 'Автор задания отключён' };
  const present = { isSuperuser: row.is_superuser, capabilities: row.capabilities };
  if ((actor.isSuperuser ?? 0) > present.isSuperuser)
    return { lost: 'У автора задания больше нет прав суперпользователя, с которыми оно начато' };
  if (!(await holdsPlace(db, userId, actor, present)))
    return { lost: 'У автора задания больше нет права на место, для которого оно начато' };
  if (capability && !present.capabilities.includes(capability))
    return { lost: 'У автора задания больше нет нужного права' };
  return { lost: null, capabilities: (actor.capabilities ?? []).filter((one) => present.capabilities.includes(one)) };
}

/** The place is one of his rights; a superuser works anywhere. */
async function holdsPlace(db: ReadDb, userId: number, asked: Asked, { isSuperuser }: Present): Promise<boolean> {
  const place = { region: asked.region ?? null, mo: asked.mo ?? null, po: asked.po ?? null };
  const level = levelOf(place);
  if (!level || isSuperuser === SUPERUSER) return true;
  const right = await db
    .selectFrom('user_right')
    .where('user_id', '=', userId)
    .where(`${level}_id`, '=', place[level])
    .select('id')
    .executeTakeFirst();
  return right !== undefined;
}

/** Whether one of his rights covers a place: it is held there or above it; a superuser works anywhere. */
export async function coversPlace(
  db: ReadDb,
  userId: number,
  place: { region_id: number | null; mo_id: number | null; po_id: number | null },
): Promise<boolean> {
  const right = await db
    .selectFrom('app_user as u')
    .leftJoin('user_right as r', 'r.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where((e) =>
      e.or([
        e('u.is_superuser', '=', SUPERUSER),
        e('r.region_id', '=', place.region_id),
        e('r.mo_id', '=', place.mo_id),
        e('r.po_id', '=', place.po_id),
      ]),
    )
    .select('u.id')
    .executeTakeFirst();
  return right !== undefined;
}

/** Why what a job made may not be handed to its author any more; null when it may. */
export async function handingProblem(db: ReadDb, userId: number, asked: AskedWith): Promise<string | null> {
  const now = await authorNow(db, userId, asked);
  if (now.lost !== null) return now.lost;
  const isNarrower = OPENING.some((one) => asked.actor.capabilities?.includes(one) && !now.capabilities.includes(one));
  return isNarrower ? 'У автора задания больше нет нужного права' : null;
}
