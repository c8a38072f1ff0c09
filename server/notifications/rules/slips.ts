// The slip of a letter on paper: it names the mailing and the person, and bears a mark of this installation. Pure.
import { SLIP_TEXT } from '../../ports/pdf/codes.ts';
import type { Secrets } from '../../kernel/secrets.ts';

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
  const [, notification, profile, mark] = SLIP_TEXT.exec(text) ?? [];
  const slip = { notification: Number(notification), profile: Number(profile) };
  return mark && mark === markOf(secrets, slip) ? slip : null;
}
