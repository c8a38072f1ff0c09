// Refusals of mailings on a person's card: read with their history, written down by his word, taken back on a ground.
import { sql } from 'kysely';
import type { z } from 'zod';
import { mailingKinds, type MailingKind } from '../../contract/notifications.ts';
import {
  addRefusal,
  liftGrounds,
  liftRefusal,
  refusalChannels,
  refusalSources,
  type Refusal,
  type RefusalChannel,
} from '../../contract/notifications/refusals.ts';
import { DEAD } from '../../contract/profiles/membership.ts';
import { act } from '../kernel/act.ts';
import { ofAnyCard } from '../kernel/alias.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { FORMER } from '../kernel/objects.ts';
import { read } from '../kernel/read.ts';
import { HOME_ZONE } from '../ports/clock.ts';
import { profileForWrite } from '../profiles/queries.ts';
import { liftProblems } from './rules/refusals.ts';
import { dropWithdrawn } from './writing/dropping.ts';
import { placeOf } from './writing.ts';

interface Kept {
  source: string;
  at: string;
  day: string;
}
const nameOf = (column: string) =>
  sql`(select trim(who.last_name || ' ' || who.first_name) from app_user who where who.id = ${sql.ref(column)})`;

/** Of the person by any of his cards. @throws 404 */
export async function refusalsOf(ctx: Ctx, id: number): Promise<{ data: Refusal[] }> {
  const person = await profileForWrite(ctx, ctx.db, id);
  if (!person) throw notFound();
  if (!person.is_present) return { data: [] };
  const data = await read(
    ctx.db,
    sql<Refusal>`select u.kind, u.channel, u.source, u.at, ${nameOf('u.created_by')} as by, null::json as lifted
      from unsubscription u where ${ofAnyCard(sql`u.profile_id`, sql`${id}::int`)}
    union all select l.kind, l.channel, l.source, l.at, ${nameOf('l.created_by')}, json_build_object('at', l.lifted_at, 'said_on', l.said_on,
        'ground', l.ground, 'doc_no', l.doc_no, 'by', ${nameOf('l.lifted_by')})
      from unsubscription_lift l where ${ofAnyCard(sql`l.profile_id`, sql`${id}::int`)}`,
  );
  const isLifted = ({ lifted }: Refusal) => Number(lifted !== null);
  return {
    data: data
      .map((one) => ({ ...one, at: new Date(one.at).toISOString() }))
      .sort((one, other) => isLifted(one) - isLifted(other) || other.at.localeCompare(one.at)),
  };
}

/** Stops letters or SMS of a kind by the person's word, also those that wait. @throws 403, 404, 422 */
export async function writeRefusal(
  ctx: Ctx,
  id: number,
  { kind, channel, source }: z.output<typeof addRefusal.body>,
): Promise<void> {
  const person = await presentPerson(ctx, ctx.db, id);
  if (source === 'operator' && channel !== 'sms') throw invalid({ source: 'Оператор связи запрещает только СМС' });
  await act(ctx, 'notification.unsubscribe', async ({ tx, log }) => {
    if (await inForce(ctx, tx, id, kind, channel)) throw invalid({ form: 'Этот отказ уже записан' });
    await tx
      .insertInto('unsubscription')
      .values({ profile_id: id, kind, channel, source, at: ctx.now().toISOString(), created_by: ctx.actor.userId })
      .execute();
    await dropWithdrawn(tx, ctx.now());
    await log({
      ...about(person),
      text: `Отписка от рассылок «${mailingKinds[kind]}» по ${toWhat(channel)}: ${refusalSources[source]}`,
    });
  });
}

/** Takes a refusal back; what was said before stays in its history. @throws 403, 404, 422 by field */
export async function writeLift(ctx: Ctx, id: number, asked: z.output<typeof liftRefusal.body>): Promise<void> {
  const { kind, channel, ground, saidOn, docNo } = asked;
  const person = await presentPerson(ctx, ctx.db, id);
  const ads = await ctx.db
    .selectFrom('consent')
    .where('profile_id', '=', id)
    .where('kind', '=', 'ads')
    .where('revoked_at', 'is', null)
    .select(sql<string | null>`max(signed_at)::text`.as('since'))
    .executeTakeFirst();
  await act(ctx, 'notification.resubscribe', async ({ tx, log }) => {
    const kept = await inForce(ctx, tx, id, kind, channel);
    if (!kept) throw notFound();
    refuseIf(
      liftProblems(asked, {
        kind,
        source: kept.source,
        refusedOn: kept.day,
        adsConsent: ads?.since ?? null,
        isRestricted: person.restricted_at !== null,
        isDeceased: person.voa_status_id === DEAD || person.is_anonymised,
        today: todayOf(ctx),
      }),
    );
    await sql`with gone as (delete from unsubscription u where ${ofAnyCard(sql`u.profile_id`, sql`${id}::int`)} and u.kind = ${kind} and u.channel = ${channel}
        returning u.profile_id, u.kind, u.channel, u.source, u.at, u.created_by)
      insert into unsubscription_lift (profile_id, kind, channel, source, at, created_by, lifted_at, said_on, ground, doc_no, lifted_by)
      select gone.*, ${ctx.now().toISOString()}::timestamptz, ${saidOn}::date, ${ground}::text, ${docNo ?? null}::text, ${ctx.actor.userId}::int from gone`.execute(
      tx,
    );
    await log({
      ...about(person),
      text: `Снят отказ от рассылок «${mailingKinds[kind]}» по ${toWhat(channel)}: ${liftGrounds[ground]}${docNo ? ` № ${docNo}` : ''} от ${saidOn.split('-').reverse().join('.')}`,
    });
  });
}

const toWhat = (channel: RefusalChannel) => refusalChannels[channel];
const about = (person: Awaited<ReturnType<typeof presentPerson>>) => ({
  object: { type: 'profile' as const, id: person.id, name: person.full_name ?? '' },
  place: placeOf(person),
});

/** The earliest refusal of a kind and a channel by any of his cards, its day by the clock of the reader. */
async function inForce({ timeZone }: Ctx, tx: WriteDb, id: number, kind: MailingKind, channel: RefusalChannel) {
  const { rows } =
    await sql<Kept>`select u.source, u.at, (u.at at time zone ${timeZone ?? HOME_ZONE})::date::text as day from unsubscription u
    where ${ofAnyCard(sql`u.profile_id`, sql`${id}::int`)} and u.kind = ${kind} and u.channel = ${channel} order by u.at limit 1 for update`.execute(
      tx,
    );
  return rows[0];
}

/** @throws 404, and 403 of a former one */
async function presentPerson(ctx: Ctx, db: ReadDb, id: number) {
  const person = await profileForWrite(ctx, db, id);
  if (!person) throw notFound();
  if (!person.is_present) throw forbidden(FORMER);
  return person;
}
