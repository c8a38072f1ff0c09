// Looking through someone's eyes: a token that sees what the person sees, changes nothing and ends by itself.
import { randomBytes } from 'node:crypto';
import { SUPERUSER, type Level } from '../../contract/kernel/scope.ts';
import { act, type Write } from '../kernel/act.ts';
import { workCtx, type Ctx, type Deps } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { forgetSession } from '../kernel/sessions.ts';
import { signToken } from '../kernel/token.ts';
import { claimsOf, placeNames, rightsOf, userById } from '../session/queries.ts';
import { holds, shortName, type Place } from '../session/rules.ts';
import { VIEW_AS_MS } from './rules.ts';

/**
 * A read-only token of the person at one of his places, for half an hour at most. It belongs to a session that no
 * cookie opens, so it can't be refreshed, and it dies with the superuser's own session.
 * @throws 404, 422 for a superuser, a disabled account, a place that is not held
 */
export async function lendEyes(ctx: Ctx, userId: number, body: { level: Level; place: number }): Promise<string> {
  const user = await userById(ctx.db, userId);
  if (!user) throw notFound();
  const place: Place = { region: null, mo: null, po: null, [body.level]: body.place };
  if (user.id === ctx.actor.userId) throw invalid({ form: 'Это вы и есть' });
  if (user.is_superuser === SUPERUSER)
    throw invalid({ form: 'Суперпользователь видит всё: смотреть его глазами незачем' });
  if (!user.is_active) throw invalid({ form: 'Учётная запись отключена' });
  if (!holds(await rightsOf(ctx.db, user.id), place)) throw invalid({ place: 'Этого права у пользователя нет' });
  const names = await placeNames(ctx.db, place);
  const placeName = names.po_name ?? names.mo_name ?? names.region_name;
  const at = ctx.now();
  const until = new Date(at.getTime() + VIEW_AS_MS);
  const sessionId = await act(ctx, 'user.view_as', async (write) => {
    await closeViews(write, ctx, ctx.actor.sessionId, 'начат другой просмотр');
    const own = await write.tx
      .selectFrom('session')
      .where('id', '=', ctx.actor.sessionId)
      .select('device_id')
      .executeTakeFirst();
    const made = await write.tx
      .insertInto('session')
      .values({
        user_id: ctx.actor.userId,
        view_as_user_id: user.id,
        parent_id: ctx.actor.sessionId,
        device_id: own?.device_id ?? null,
        // Nobody knows what this is a hash of.
        refresh_hash: randomBytes(32),
        region_id: place.region,
        mo_id: place.mo,
        po_id: place.po,
        ip: ctx.ip,
        created_at: at.toISOString(),
        last_seen_at: at.toISOString(),
        expires_at: until.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await write.log({
      object: { type: 'user', id: user.id, name: shortName(user) },
      place: { region_id: place.region, mo_id: place.mo, po_id: place.po },
      text: `Начат просмотр глазами пользователя: ${placeName}, не дольше 30 минут`,
    });
    return made.id;
  });
  const claims = await claimsOf(ctx.db, user, sessionId, place);
  const viewed = { ...claims, view_only: true, viewer: ctx.actor.userId };
  return signToken(ctx.deps.secrets, viewed, at, VIEW_AS_MS / 1000);
}

/** Ends what this session of a superuser looks at; nothing is written when it looks at nothing. */
export async function endViews(ctx: Ctx, parentId: number): Promise<void> {
  const open = await ctx.db
    .selectFrom('session')
    .where('parent_id', '=', parentId)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (open) await act(ctx, 'user.view_as_end', (write) => closeViews(write, ctx, parentId, 'вернулся сам'));
}

async function closeViews({ tx, log, emit, afterCommit }: Write, ctx: Ctx, parentId: number, reason: string) {
  const closed = await tx
    .updateTable('session')
    .set({ ended_at: ctx.now().toISOString(), end_reason: reason })
    .where('parent_id', '=', parentId)
    .where('ended_at', 'is', null)
    .returning(['id', 'view_as_user_id', 'region_id', 'mo_id', 'po_id'])
    .execute();
  for (const { id, view_as_user_id, ...place } of closed) {
    const user = await userById(tx, view_as_user_id!);
    afterCommit(() => forgetSession(ctx.deps, id));
    await emit({ session: id }, { type: 'rights_changed', message: {} });
    await log({
      verb: 'user.view_as_end',
      object: { type: 'user', id: view_as_user_id!, name: user ? shortName(user) : '' },
      place,
      text: `Закончен просмотр глазами пользователя: ${reason}`,
    });
  }
}

/** Writes down the end of views that ran out or whose superuser signed out. */
export async function endOldViews(deps: Deps): Promise<void> {
  const old = await deps.db
    .selectFrom('session as s')
    .innerJoin('session as own', 'own.id', 's.parent_id')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('s.ended_at', 'is', null)
    .where((e) => e.or([e('s.expires_at', '<=', deps.clock.now().toISOString()), e('own.ended_at', 'is not', null)]))
    .select(['own.id', 's.user_id', 'u.last_name', 'u.first_name', 'u.father_name', 'u.email'])
    .execute();
  for (const { id, user_id, ...person } of old) {
    const ctx = workCtx(deps, { userId: user_id, sessionId: id, name: shortName(person) });
    await act(ctx, 'user.view_as_end', (write) => closeViews(write, ctx, id, 'время вышло'));
  }
}
