// The one search box: garages, people and re-registrations; what finds nothing is tried in the other keyboard layout, then with slips put right.
import { globalSearch, type Correction, type SearchAnswer } from '../../contract/search.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import type { Mount } from '../kernel/mount.ts';
import { readQuery, wordsOf, type Reading, type Words } from '../garages/queries/finding.ts';
import { logPhoneSearch } from '../profiles/writing/phoneSearch.ts';
import { searchCases } from '../reregistrations/queries.ts';
import * as q from './queries.ts';
import { otherLayout } from './rules.ts';

type Found = Pick<SearchAnswer, 'garages' | 'profiles' | 'reregistrations'>;

export function searchRoutes(mount: Mount): void {
  mount(globalSearch, async (ctx, { query }) => {
    const answer = (found: Found, corrected: Correction | null = null) => ({ query: query.q, corrected, ...found });
    if (!query.q) return answer(nothing);
    const reading = readQuery(query.q);
    const found = await find(ctx, query.q, reading, query.limit);
    if (isSome(found)) return answer(found);

    const turned = otherLayout(query.q);
    const again = turned ? await find(ctx, turned, readQuery(turned), query.limit) : nothing;
    if (isSome(again)) return answer(again, { kind: 'layout', words: [turned!] });

    const meant = reading.words.length ? await q.meantWords(ctx, reading.words) : null;
    const likely = meant?.map(([word]) => word).join(' ') ?? '';
    const near = meant ? await find(ctx, likely, reading, query.limit, meant) : nothing;
    return isSome(near) ? answer(near, { kind: 'near', words: meant!.flat() }) : answer(found);
  });
}

const none = { total: 0, items: [] };
const nothing: Found = { garages: none, profiles: none, reregistrations: none };
const isSome = ({ garages, profiles, reregistrations }: Found) =>
  garages.total + profiles.total + reregistrations.total > 0;
const MIN_PHONE_TAIL = 4;
const PASSPORT_DIGITS = 10;

async function find(
  ctx: Ctx,
  text: string,
  reading: Reading,
  limit: number,
  words: Words = wordsOf(reading),
): Promise<Found> {
  const [garages, profiles, reregistrations] = await Promise.all([
    q.searchGarages(ctx, reading, words, limit),
    people(ctx, reading, words, limit),
    searchCases(ctx, text, limit),
  ]);
  return { garages, profiles, reregistrations };
}

async function people(ctx: Ctx, reading: Reading, words: Words, limit: number): Promise<Found['profiles']> {
  if (words.length) return reading.number ? none : q.searchByName(ctx, words, limit);
  if (reading.digits.length < MIN_PHONE_TAIL) return none;
  const byPassport = await passportHolders(ctx, reading.digits, limit);
  if (byPassport.total) return byPassport;
  await logPhoneSearch(ctx, reading.digits);
  return q.searchByPhone(ctx, reading.digits, limit);
}

/** Exact passport; who finds somebody this way has looked at personal data, and it is written down. */
async function passportHolders(ctx: Ctx, digits: string, limit: number): Promise<Found['profiles']> {
  const { actor } = ctx;
  if (digits.length !== PASSPORT_DIGITS || !actor.capabilities.includes(1) || actor.viewOnly) return none;
  const found = await q.searchByPassport(ctx, ctx.deps.secrets.fingerprint(digits), limit);
  // One paper may stand on two cards: both were shown.
  if (found.items.length)
    await act(ctx, 'profile.search_passport', ({ logAll }) =>
      logAll(
        found.items.map(({ id, full_name: name }) => ({
          object: { type: 'profile', id, name },
          text: `Поиск по паспорту: найдено ${found.total}`,
        })),
      ),
    );
  return found;
}
