// Signed links to stored files: whoever was given the link may open it until it expires.
import { storedFile } from '../../contract/files.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import type { Ctx, Deps } from './ctx.ts';
import { rightsOfLiving } from './sessions.ts';

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
interface Signed {
  expires: number;
  session?: number | undefined;
  /** Version of the rights of its reader. */
  rights?: number | undefined;
}

export function signedLink(deps: Deps, fileId: number, now: Date): string {
  return addressOf(deps, fileId, { expires: longLife(now) });
}

/** A link for minutes, which ends with the reader's session and with any change of his rights. */
export function personalLink(ctx: Ctx, fileId: number): string {
  return ownLink(ctx, fileId, Math.floor(ctx.now().getTime() / 1000) + PERSONAL_LIFE_S);
}

/** One as long as that of everybody, which ends with the reader's session and rights all the same. */
export function sessionLink(ctx: Ctx, fileId: number): string {
  return ownLink(ctx, fileId, longLife(ctx.now()));
}

const longLife = (now: Date) => (Math.floor(now.getTime() / 1000 / STEP_S) + 1) * STEP_S + LIFE_S;

const ownLink = ({ deps, actor }: Ctx, fileId: number, expires: number) =>
  addressOf(deps, fileId, { expires, session: actor.sessionId, rights: actor.rightsVersion });

function addressOf(deps: Deps, fileId: number, link: Signed): string {
  const asked = `expires=${link.expires}&signature=${signatureOf(deps, fileId, link)}`;
  return `${pathOf(storedFile, { id: fileId })}?${asked}${link.session ? `&session=${link.session}` : ''}`;
}

/** The version of the rights is signed and not said: a link of former rights has another signature. */
const signatureOf = (deps: Deps, fileId: number, { expires, session, rights }: Signed) =>
  deps.secrets.sign(`${fileId}:${expires}${session ? `:${session}:${rights}` : ''}`);

/**
 * True for a link that was made here and has not expired; one of a session is good while the session lives, with the rights it
 * was made with.
 */
export async function isGoodLink({ deps, now }: Ctx, fileId: number, link: Link): Promise<boolean> {
  if (link.expires * 1000 <= now().getTime()) return false;
  if (!link.session) return signatureOf(deps, fileId, link) === link.signature;
  const rights = await rightsOfLiving(deps, link.session);
  return rights !== null && signatureOf(deps, fileId, { ...link, rights }) === link.signature;
}
