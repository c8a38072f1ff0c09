// What one save of a card changed, as the actions that the log tells apart.
import { profileFields } from '../../../contract/fields/profiles.ts';
import type { Fields } from '../../../contract/kernel/fields.ts';
import type { WriteDb } from '../../kernel/ctx.ts';
import { difference } from '../../kernel/difference.ts';
import { paperOf, type ProfileColumns } from '../writing.ts';

const { privilege, privilegeCertificateEndDate, statusVoa, ...ownFields } = profileFields;
/** What the log tells as actions of their own, each with its fields: it is looked for by them. */
export const actionsOfPerson: Readonly<Record<string, Fields>> = {
  'profile.update': ownFields,
  'profile.privilege': { privilege, privilegeCertificateEndDate },
  'profile.voa_status': { statusVoa },
};

/** What a save changed beside the columns of the card, in words, by action. */
export type Beside = Readonly<Record<string, readonly string[] | undefined>>;

/** Actions of one save with the fields of each; a save that changed nothing is told once. */
export function changesByAction(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  beside: Beside,
): [string, Fields][] {
  const changed = Object.entries(actionsOfPerson).filter(
    ([verb, fields]) => Boolean(beside[verb]?.length) || difference(fields, before, after).names.length > 0,
  );
  return changed.length ? changed : [['profile.update', ownFields]];
}

const paperWords = {
  seria: 'серия удостоверения',
  number: 'номер удостоверения',
  issued_text: 'кем выдано удостоверение',
  issued_on: 'дата выдачи удостоверения',
} as const;
type Paper = Record<keyof typeof paperWords, string | null>;

/** What of the paper of a privilege that stays is written otherwise: which days it counts for hangs on it. */
export async function paperChanges(tx: WriteDb, profileId: number, input: ProfileColumns): Promise<string[]> {
  const current = await tx
    .selectFrom('profile_privilege')
    .where('profile_id', '=', profileId)
    .where('is_current', '=', true)
    .where('privilege_id', '=', input.privilege?.value ?? 0)
    .select(['seria', 'number', 'issued_text', 'issued_on'])
    .executeTakeFirst();
  if (!current) return [];
  const now: Paper = paperOf(input);
  const keys = Object.keys(paperWords) as (keyof Paper)[];
  return keys.filter((key) => (current[key] ?? null) !== (now[key] ?? null)).map((key) => paperWords[key]);
}
