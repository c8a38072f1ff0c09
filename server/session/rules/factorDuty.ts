// Who must have a second factor.
import { SUPERUSER } from '../../../contract/kernel/scope.ts';

interface Duty {
  TOTP_FOR_SUPERUSERS: boolean;
}
interface Person {
  is_superuser: number;
  totp_cipher: unknown;
}

/** A superuser is obliged where the setting says so. */
export const mustHaveFactor = (settings: Duty, user: Pick<Person, 'is_superuser'>): boolean =>
  settings.TOTP_FOR_SUPERUSERS && user.is_superuser === SUPERUSER;

/** Obliged, and has none yet. */
export const lacksFactor = (settings: Duty, user: Person): boolean =>
  mustHaveFactor(settings, user) && user.totp_cipher === null;
