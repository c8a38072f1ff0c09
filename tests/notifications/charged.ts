// A charge for the first garage of a person, through the API, as a treasurer would.
import { contributions } from '../../contract/contributions.ts';
import { profiles } from '../../contract/profiles.ts';
import type { Caller } from '../kit/app.ts';

/** Membership fee, as the register knows it. */
export const MEMBER = 1;
let keys = 0;

/** Charges so many kopecks, by default long ago. */
export async function charged(
  mo: Caller,
  profile: number,
  kopecks: number,
  date = '2026-01-15',
  type = MEMBER,
): Promise<void> {
  const { garages } = (await mo.call(profiles.one, { params: { id: profile } })).body;
  keys += 1;
  const answer = await mo.call(contributions.create, {
    body: {
      isAllGaragSelected: false,
      includedGarages: [garages[0].id],
      accrualType: { value: type },
      contributionPeriod: Number(date.slice(0, 4)),
      contributionAmount: kopecks,
      contributionDate: date,
      idempotencyKey: `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`,
      expected: { garages: 1, amount_kopecks: kopecks },
    } as never,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}
