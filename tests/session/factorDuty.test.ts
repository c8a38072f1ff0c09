// Who must have a second factor, and who lacks one: superusers alone, where the setting says so.
import { expect, it } from 'vitest';
import { lacksFactor, mustHaveFactor } from '../../server/session/rules/factorDuty.ts';

it.each([
  // A superuser; support staff and everybody else are not obliged.
  [true, 2, true],
  [true, 1, false],
  [true, 0, false],
  // Where nothing is said nobody is.
  [false, 2, false],
  [false, 1, false],
  [false, 0, false],
])('with the setting %s somebody of rank %i is obliged: %s', (TOTP_FOR_SUPERUSERS, is_superuser, isObliged) => {
  const settings = { TOTP_FOR_SUPERUSERS };
  expect(mustHaveFactor(settings, { is_superuser })).toBe(isObliged);
  expect(lacksFactor(settings, { is_superuser, totp_cipher: null })).toBe(isObliged);
  expect(lacksFactor(settings, { is_superuser, totp_cipher: Buffer.from('sealed') })).toBe(false);
});
