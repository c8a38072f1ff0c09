// Signed links to stored files: whoever was given the link may open it until it expires.
import { storedFile } from '../../contract/files.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import type { Deps } from './ctx.ts';

/** Links change once an hour, so that a page redrawn does not load its pictures again. */
const STEP_S = 3600;
const LIFE_S = 4 * STEP_S;

export function signedLink(deps: Deps, fileId: number, now: Date): string {
  const expires = (Math.floor(now.getTime() / 1000 / STEP_S) + 1) * STEP_S + LIFE_S;
  return `${pathOf(storedFile, { id: fileId })}?expires=${expires}&signature=${deps.secrets.sign(`${fileId}:${expires}`)}`;
}

/** True for a link that was made here and has not expired. */
export function isGoodLink(
  deps: Deps,
  fileId: number,
  link: { expires: number; signature: string },
  now: Date,
): boolean {
  return link.expires * 1000 > now.getTime() && deps.secrets.sign(`${fileId}:${link.expires}`) === link.signature;
}
