// People who may be the one that is being written or was written, the likeliest first.
import type { DuplicateHint } from '../../../contract/profiles.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { candidates, profileForWrite } from '../queries.ts';
import { likeness, nameKey, type Likeness } from '../rules.ts';

/** Below it nobody is told of. */
const LEAST_SCORE = 50;
const MOST = 5;

export interface Wanted extends Likeness {
  /** By a whole passport they are found, not only compared. */
  soughtPassHash: Uint8Array | null;
  exceptId: number | null;
}

/** Those of the reader's place who are like somebody, at most five; with what was compared. */
export async function likelyPeople(ctx: Ctx, wanted: Wanted) {
  const found = await candidates(ctx, {
    words: nameKey(wanted).split(' ').filter(Boolean),
    passHash: wanted.soughtPassHash,
    phones: [...wanted.phones],
    birthday: wanted.birthday,
    email: wanted.email,
    exceptId: wanted.exceptId,
  });
  const hints: DuplicateHint[] = found
    .map((person) => ({
      id: person.id,
      full_name: person.full_name,
      birthday: person.birthday,
      phones: person.masked,
      garages: person.garages,
      ...likeness(wanted, {
        lastName: person.last_name,
        firstName: person.first_name,
        fatherName: person.father_name,
        birthday: person.birthday,
        passHash: person.pass_hash ? Buffer.from(person.pass_hash).toString('hex') : null,
        phones: person.phones,
        email: person.email,
        address: person.registration_address,
        isFormer: person.is_former,
      }),
    }))
    .filter((hint) => hint.score >= LEAST_SCORE)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST);
  return { found, hints };
}

/** The same for a card of the reader's place; nobody for one whose data he does not see. */
export async function likelyTwins(ctx: Ctx, id: number): Promise<DuplicateHint[]> {
  const own = await profileForWrite(ctx, ctx.db, id);
  if (!own?.is_present || own.kind !== 'person') return [];
  const { hints } = await likelyPeople(ctx, {
    lastName: own.last_name,
    firstName: own.first_name,
    fatherName: own.father_name,
    birthday: own.birthday,
    passHash: own.pass_hash ? Buffer.from(own.pass_hash).toString('hex') : null,
    soughtPassHash: null,
    phones: own.phones,
    email: own.email,
    address: own.registration_address,
    exceptId: id,
  });
  return hints;
}
