// Opening files that show somebody's data: by those who keep the register, with a line for everybody who is seen.
import { registryEdit, refusal, type Actor } from '../../../contract/kernel/scope.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { forbidden } from '../../kernel/errors.ts';
import { personalLink } from '../../kernel/fileLinks.ts';
import { placeIdsOf, presentPlaces, type CardType, type ObjectPlace } from '../../kernel/objects.ts';
import { peopleOfCard } from '../queries.ts';

/** A scan and a consent show people's data, whatever card they lie on; of a person's own card every file does. */
export const isPersonal = (type: string, kind: string): boolean =>
  type === 'profile' || kind === 'scan' || kind === 'consent';

/** Whether the actor may look at what is on such files at all. Through somebody else's eyes nobody may. */
export const mayLook = (actor: Actor): boolean => refusal(actor, registryEdit) === null && !actor.viewOnly;

export interface OpenedFile {
  fileId: number;
  type: CardType;
  id: number;
  at: ObjectPlace;
  /** «Открыт файл: паспорт». */
  text: string;
  /** When it was put there: those of that day are seen on it. */
  since: string | null;
}

/**
 * A link for minutes to a file that shows people's data; each of them finds the look in «кто видел мои данные».
 * @throws 403 without the right, and through somebody else's eyes
 */
export async function openPersonal(ctx: Ctx, { fileId, type, id, at, text, since }: OpenedFile) {
  const reason = refusal(ctx.actor, registryEdit);
  if (reason) throw forbidden(reason);
  const people = await peopleOfCard(ctx, type, id, since);
  const present = type === 'profile' ? await presentPlaces(ctx, id) : [];
  const places = present.length ? present : [placeIdsOf(at)];
  await act(ctx, 'profile.open_file', async ({ log }) => {
    for (const place of places)
      for (const person of people) await log({ place, text, object: { type: 'profile', ...person } });
    // A garage without owners: the look is of its card alone.
    if (!people.length)
      await log({ place: placeIdsOf(at), text, verb: `${type}.open_file`, object: { type, id, name: at.name } });
  });
  return { url: personalLink(ctx, fileId) };
}
