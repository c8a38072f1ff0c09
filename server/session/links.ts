// One-time links: random, kept as a hash, bound to a purpose and a person, taken once.
import { createHash, randomBytes } from 'node:crypto';
import type { LinkPurpose, LinkState } from '../../contract/session/links.ts';
import { linkPage, type LinkFlow } from '../../contract/pages.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import { LINK_LIFE_MS, linkProblem, linkState } from './rules/links.ts';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Writes a link and answers its secret, which is kept nowhere. */
export async function makeLink(
  tx: WriteDb,
  ctx: Ctx,
  link: { purpose: LinkPurpose; userId: number; payload?: object },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await tx
    .insertInto('one_time_link')
    .values({
      token_hash: hashOf(secret),
      purpose: link.purpose,
      user_id: link.userId,
      payload: JSON.stringify(link.payload ?? {}),
      created_at: ctx.now().toISOString(),
      expires_at: new Date(ctx.now().getTime() + LINK_LIFE_MS[link.purpose]).toISOString(),
    })
    .execute();
  return secret;
}

/** Full address of a letter's link. */
export const linkAddress = (ctx: Ctx, flow: LinkFlow, secret: string) =>
  `${ctx.deps.settings.publicUrl}${linkPage(flow, secret)}`;

/** Links of a purpose that lie in the mailbox stop working. */
export async function closeLinks(tx: WriteDb, ctx: Ctx, userId: number, purposes: readonly LinkPurpose[]) {
  const at = ctx.now().toISOString();
  await tx
    .updateTable('one_time_link')
    .set({ expires_at: at })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('denied_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
}

export interface Link<Payload> {
  id: number;
  userId: number;
  payload: Payload;
  state: LinkState;
  expiresAt: string;
  createdAt: string;
}

/** The link of a secret, whatever it is worth; a secret of another purpose is unknown. */
export async function findLink<Payload = Record<string, never>>(
  ctx: Ctx,
  purpose: LinkPurpose,
  secret: string,
  db: ReadDb = ctx.db,
): Promise<Link<Payload> | null> {
  const row = await db
    .selectFrom('one_time_link')
    .where('token_hash', '=', hashOf(secret))
    .where('purpose', '=', purpose)
    .selectAll()
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        userId: row.user_id,
        payload: row.payload as Payload,
        state: linkState(row, ctx.now().getTime()),
        expiresAt: new Date(row.expires_at).toISOString(),
        createdAt: new Date(row.created_at).toISOString(),
      }
    : null;
}

/** The same, good. @throws 422 with `code` used, denied, expired or unknown */
export async function goodLink<Payload = Record<string, never>>(
  ctx: Ctx,
  purpose: LinkPurpose,
  secret: string,
): Promise<Link<Payload>> {
  const link = await findLink<Payload>(ctx, purpose, secret);
  if (link?.state !== 'good') throw deadLink(purpose, link?.state ?? 'unknown');
  return link;
}

/** Refusal of a link that is worth nothing. */
export function deadLink(purpose: LinkPurpose, state: Exclude<LinkState, 'good'> | 'unknown') {
  const message = linkProblem(purpose, state);
  return new Refused(422, { message, code: state, errors: { form: message } });
}

/** Uses a link up, or denies it. Two requests with one link: only the first finds it. @throws 422 for the second */
export async function takeLink(
  tx: WriteDb,
  ctx: Ctx,
  link: { id: number },
  purpose: LinkPurpose,
  as: 'used_at' | 'denied_at' = 'used_at',
) {
  const at = ctx.now().toISOString();
  const taken = await tx
    .updateTable('one_time_link')
    .set(as === 'used_at' ? { used_at: at } : { denied_at: at })
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .where('denied_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  if (!taken.numUpdatedRows) throw deadLink(purpose, 'used');
}

/** What the last invitation of a person is worth; null for who was never invited. */
export async function lastInvite(db: ReadDb, ctx: Ctx, userId: number): Promise<LinkState | null> {
  const row = await db
    .selectFrom('one_time_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invite')
    .orderBy('id', 'desc')
    .select(['used_at', 'denied_at', 'expires_at'])
    .executeTakeFirst();
  return row ? linkState(row, ctx.now().getTime()) : null;
}
