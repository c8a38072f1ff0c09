// Links of letters: how long they live, what they are worth now, and what a worthless one is called.
import type { LinkPurpose, LinkState } from '../../../contract/session/links.ts';

const HOUR_MS = 3600_000;

/** Life of a link by purpose, ms. */
export const LINK_LIFE_MS: Record<LinkPurpose, number> = {
  reset_password: HOUR_MS,
  new_device: HOUR_MS,
  reset_email: 24 * HOUR_MS,
  confirm_email: 24 * HOUR_MS,
  invite: 7 * 24 * HOUR_MS,
};

export interface LinkFacts {
  used_at: string | Date | null;
  denied_at: string | Date | null;
  expires_at: string | Date;
}

/** What a link is worth at a moment. */
export function linkState(link: LinkFacts, nowMs: number): LinkState {
  if (link.denied_at) return 'denied';
  if (link.used_at) return 'used';
  return new Date(link.expires_at).getTime() > nowMs ? 'good' : 'expired';
}

/** What is said of a link that is not good; `unknown` was never made. */
export function linkProblem(purpose: LinkPurpose, state: Exclude<LinkState, 'good'> | 'unknown'): string {
  if (purpose === 'invite') return 'Приглашение недействительно';
  // A denied letter means that the password is known to somebody else.
  return state === 'denied' ? 'Ссылка отклонена. Смените пароль' : 'Ссылка устарела или уже использована';
}

/** `m***@example.ru`: enough to know one's own address by. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${at < 0 ? '' : email.slice(at)}`;
}
