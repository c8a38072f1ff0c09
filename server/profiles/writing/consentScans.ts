// The scan of a signed consent: kept with its consent, opened on record.
import type { Ctx } from '../../kernel/ctx.ts';
import { act } from '../../kernel/act.ts';
import { notFound } from '../../kernel/errors.ts';
import { personalLink } from '../../kernel/fileLinks.ts';
import { presentPlaces } from '../../kernel/objects.ts';
import type { UploadedFile } from '../../kernel/mount.ts';
import { forgetFile } from '../../files/queries.ts';
import { keepFile } from '../../files/writing.ts';
import type { ConsentKind } from '../../../contract/profiles.ts';
import { tellingPlaces } from '../queries.ts';
import { consentText } from '../rules.ts';

interface Person {
  id: number;
  full_name: string | null;
  region_id: number;
  mo_id: number;
  po_id: number;
}

/** @throws 404 */
async function requireConsent(ctx: Ctx, person: Person, id: number) {
  const consent = await ctx.db
    .selectFrom('consent')
    .where('id', '=', id)
    .where('profile_id', '=', person.id)
    .select(['kind', 'file_id'])
    .executeTakeFirst();
  if (!consent) throw notFound();
  return { ...consent, kind: consent.kind as ConsentKind };
}
const objectOf = ({ id, full_name }: Person) => ({ type: 'profile' as const, id, name: full_name ?? '' });

/** Keeps the scan in the place of a former one. @throws 404, 422 for what is no picture or paper */
export async function keepConsentScan(ctx: Ctx, person: Person, id: number, uploaded: UploadedFile): Promise<void> {
  const consent = await requireConsent(ctx, person, id);
  const [places, present] = await Promise.all([tellingPlaces(ctx, person), presentPlaces(ctx, person.id)]);
  await keepFile(ctx, uploaded, (fileId, _name, write) =>
    write('profile.attach', async ({ tx, log, emit, afterCommit }) => {
      await tx
        .updateTable('consent')
        .set({ file_id: await fileId(tx) })
        .where('id', '=', id)
        .execute();
      if (consent.file_id)
        for (const bytes of await forgetFile(tx, consent.file_id)) afterCommit(() => void ctx.deps.files.remove(bytes));
      const text = consentText('Приложен скан согласия', consent.kind);
      for (const place of places) await log({ object: objectOf(person), place, text });
      for (const { region_id: region, mo_id: mo, po_id: po } of present)
        await emit(
          { region, mo, po },
          { type: 'records_changed', message: { resource: 'profiles', ids: [person.id] } },
        );
    }),
  );
}

/** A link for minutes. @throws 404 where there is no scan */
export async function openScan(ctx: Ctx, person: Person, id: number): Promise<{ url: string }> {
  const consent = await requireConsent(ctx, person, id);
  if (!consent.file_id) throw notFound();
  const places = await presentPlaces(ctx, person.id);
  await act(ctx, 'profile.open_file', async ({ log }) => {
    for (const place of places)
      await log({ object: objectOf(person), place, text: consentText('Открыт скан согласия', consent.kind) });
  });
  return { url: personalLink(ctx, consent.file_id) };
}
