// People by their phones: which digits are looked for, whose phone is found.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { limitTo } from '../../db/planned.ts';
import { read } from '../../kernel/read.ts';
import { personPresent } from '../../kernel/scope.ts';

/** The digits that a mask shows. */
const SHOWN_DIGITS = 4;
const PHONE_DIGITS = 10;

/** Ten digits, or eleven with the 7 or 8 before them. */
const isWholePhone = (digits: string) => digits.length === PHONE_DIGITS || digits.length === PHONE_DIGITS + 1;

/** Digits of a text that asks for a phone; null when it asks for a name. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  return digits.length >= SHOWN_DIGITS && !/\p{L}/u.test(text) ? digits : null;
}

/** The whole phone that a text of a search is; null when it is none. */
export function phoneIn(text: string | undefined): string | null {
  const digits = (text ?? '').replace(/\D/g, '');
  return isWholePhone(digits) && !/\p{L}/u.test(text!) ? digits.slice(-PHONE_DIGITS) : null;
}

/**
 * A phone is found by the four digits that are shown, or whole: a growing tail would tell the rest one by one. A whole one
 * is looked for on record (`logPhoneSearch`), so not through someone's eyes.
 */
export function phoneCondition(actor: Actor, digits: string): RawBuilder<boolean> {
  const isAllowed = digits.length === SHOWN_DIGITS || (isWholePhone(digits) && !actor.viewOnly);
  return isAllowed ? phoneEnds(digits) : sql<boolean>`false`;
}

const phoneEnds = (digits: string) => sql<boolean>`p.phones_key like ${`%${digits.slice(-PHONE_DIGITS)} %`}`;

/** One phone may stand on many cards, that of an accountant for one: a list shows them all. */
const MOST_HOLDERS = 1000;

/** People of the scope whose phone is this one. Found first: their ties are asked of them alone. */
export const holdersOfPhone = (ctx: Ctx, digits: string) =>
  read(
    ctx.db,
    sql<{ id: number; full_name: string }>`select p.id, p.full_name from profile p
      where p.id = any(array(select p.id from profile p where p.merged_into is null and ${wholePhone(digits)}))
        and ${personPresent(ctx.actor, 'p', todayOf(ctx))} order by p.id ${limitTo(MOST_HOLDERS)}`,
  );

/** Phones of people of the scope, in the order of their ids. */
export const phonesOf = (ctx: Ctx, ids: readonly number[]) =>
  read(
    ctx.db,
    sql<{ id: number; phones: string[] }>`select p.id, p.phones from profile p
      where p.id = any(${[...ids]}::int[]) and p.merged_into is null and ${personPresent(ctx.actor, 'p', todayOf(ctx))} order by p.id`,
  );

/** Whose phone is exactly this one. */
export const wholePhone = (digits: string) => (isWholePhone(digits) ? phoneEnds(digits) : sql<boolean>`false`);
