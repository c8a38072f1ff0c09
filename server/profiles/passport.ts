// Passports: one encrypted field, a keyed hash for exact search, a mask for showing.
import type { Secrets } from '../kernel/secrets.ts';

export interface Passport {
  seria: string;
  num: string;
  text: string;
  /** A document that is not a Russian passport. */
  foreign: boolean;
}

/** Columns of a passport; nothing readable is among them. */
export function sealPassport(secrets: Secrets, passport: Passport) {
  const { seria, num } = passport;
  return {
    pass_cipher: secrets.seal(JSON.stringify(passport)),
    pass_hash: secrets.fingerprint(`${seria}${num}`.replace(/\s/g, '').toUpperCase()),
    pass_masked: maskPassport(seria, num),
  };
}
export const noPassport = { pass_cipher: null, pass_hash: null, pass_masked: null };

export const openPassport = (secrets: Secrets, cipher: Uint8Array | null): Passport | null =>
  cipher ? (JSON.parse(secrets.open(cipher)) as Passport) : null;

/** «40** ***123» */
export const maskPassport = (seria: string, num: string) =>
  `${seria.slice(0, 2)}${'*'.repeat(Math.max(0, seria.length - 2))} ${'*'.repeat(Math.max(0, num.length - 3))}${num.slice(-3)}`.trim();
