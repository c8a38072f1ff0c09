// The slip of a letter on paper, the ballot torn off a notice among them: it names the mailing and the person, and bears a mark of this installation. Pure.
import { SLIP_TEXT } from '../../ports/pdf/codes.ts';
import type { Secrets } from '../../kernel/secrets.ts';

/** Side of the code of a slip, mm: read on a scan of 150 dpi. */
export const SLIP_MM = 24;

interface Slip {
  notification: number;
  profile: number;
}
const markOf = (secrets: Pick<Secrets, 'sign'>, { notification, profile }: Slip) =>
  secrets.sign(`slip:${notification}:${profile}`).slice(0, 12);

/** What the code of the slip says. */
export const slipText = (secrets: Pick<Secrets, 'sign'>, slip: Slip): string =>
  `LETTER:${slip.notification}:${slip.profile}:${markOf(secrets, slip)}`;

/** Whose slip it is; null for one that was not made here. */
export function readSlip(secrets: Pick<Secrets, 'sign'>, text: string): Slip | null {
  const slip = namedOn(text);
  return slip && text.endsWith(`:${markOf(secrets, slip)}`) ? slip : null;
}

/** Whom a slip names, whoever made it. */
export function namedOn(text: string): Slip | null {
  const [, notification, profile] = SLIP_TEXT.exec(text) ?? [];
  return notification ? { notification: Number(notification), profile: Number(profile) } : null;
}
