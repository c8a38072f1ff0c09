// Rules of news: which audience a writer may name, what state a news is in, who may change it.
import { SUPERUSER, type Actor, type Level } from '../../contract/kernel/scope.ts';
import type { Audience } from '../../contract/news.ts';

/** A text for the list: the first words in one line. */
export const LEAD_LENGTH = 140;
/** Latest moment for which publishing may be planned, ms from now. */
const FARTHEST_MS = 366 * 86_400_000;
/** Clocks of people's computers run a little late, ms. */
const LATE_MS = 5 * 60_000;

export type NewsState = 'draft' | 'planned' | 'published' | 'withdrawn';

/** State of a news at a moment. */
export function stateOf(row: { published_at: string | null; withdrawn_at: string | null }, now: Date): NewsState {
  if (row.withdrawn_at) return 'withdrawn';
  if (!row.published_at) return 'draft';
  return new Date(row.published_at) > now ? 'planned' : 'published';
}

/** What is wrong with an audience, by field; empty when nothing is. `held` are the places the writer may name. */
export function audienceProblem(
  actor: Actor,
  audience: Audience,
  held: readonly { level: Level; id: number }[],
): Record<string, string> {
  if (audience.all)
    return actor.isSuperuser === SUPERUSER ? {} : { audience: 'Всем пишет только суперпользователь. Выберите места' };
  if (!audience.places.length) return { audience: 'Выберите, кому адресована новость' };
  const isHeld = (place: { level: Level; id: number }) =>
    held.some(({ level, id }) => level === place.level && id === place.id);
  return audience.places.every(isHeld) ? {} : { audience: 'Можно писать только своему месту и тем, кто под ним' };
}

/** Moment of publishing: null keeps a draft. `was` is the moment it has now. */
export function publishMoment(
  publish: string,
  now: Date,
  was: string | null,
): { at: string | null } | { problem: string } {
  if (publish === 'draft')
    return was && new Date(was) <= now ? { problem: 'Новость уже вышла: её можно только снять' } : { at: null };
  // What is out already keeps its place in the list.
  if (was && new Date(was) <= now) return { at: was };
  if (publish === 'now') return { at: now.toISOString() };
  const at = new Date(publish);
  if (at.getTime() < now.getTime() - LATE_MS) return { problem: 'Это время уже прошло' };
  if (at.getTime() > now.getTime() + FARTHEST_MS) return { problem: 'Не дальше года вперёд' };
  return { at: at.toISOString() };
}

/** The author at the place where he wrote it, and superusers. */
export const mayEdit = (
  actor: Actor,
  news: { author_id: number; region_id: number | null; mo_id: number | null; po_id: number | null },
) =>
  actor.isSuperuser === SUPERUSER ||
  (actor.capabilities.includes(3) &&
    news.author_id === actor.userId &&
    news.region_id === actor.region &&
    news.mo_id === actor.mo &&
    news.po_id === actor.po);
