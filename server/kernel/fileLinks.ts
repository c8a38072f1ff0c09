// Signed links to stored files: whoever was given the link may open it until it expires.
import { storedFile } from '../../contract/files.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import type { Ctx, Deps } from './ctx.ts';

/** Links change once an hour, so that a page redrawn does not load its pictures again. */
const STEP_S = 3600;
const LIFE_S = 4 * STEP_S;
/** A link to what is personal: as long as a page with it is looked at. */
const PERSONAL_LIFE_S = 1800;

interface Link {
  expires: number;
  signature: string;
  session?: number | undefined;
}

export function signedLink(deps: Deps, fileId: number, now: Date): string {
  const expires = (Math.floor(now.getTime() / 1000 / STEP_S) + 1) * STEP_S + LIFE_S;
  return addressOf(deps, fileId, expires);
}

/** A link for minutes, which ends with the reader's session. */
export function personalLink({ deps, actor, now }: Ctx, fileId: number): string {
  return addressOf(deps, fileId, Math.floor(now().getTime() / 1000) + PERSONAL_LIFE_S, actor.sessionId);
}

function addressOf(deps: Deps, fileId: number, expires: number, session?: number): string {
  const asked = `expires=${expires}&signature=${signatureOf(deps, fileId, { expires, session })}`;
  return `${pathOf(storedFile, { id: fileId })}?${asked}${session ? `&session=${session}` : ''}`;
}

const signatureOf = (deps: Deps, fileId: number, { expires, session }: Omit<Link, 'signature'>) =>
  deps.secrets.sign(`${fileId}:${expires}${session ? `:${session}` : ''}`);

/** True for a link that was made here and has not expired; one of a session is good while the session lives. */
export async function isGoodLink({ deps, db, now }: Ctx, fileId: number, link: Link): Promise<boolean> {
  if (link.expires * 1000 <= now().getTime() || signatureOf(deps, fileId, link) !== link.signature) return false;
  if (!link.session) return true;
  const alive = await db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('s.id', '=', link.session)
    .where('s.ended_at', 'is', null)
    .where('u.is_active', '=', true)
    .select('s.id')
    .executeTakeFirst();
  return Boolean(alive);
}
