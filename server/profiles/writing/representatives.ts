// Who is written to in place of a child or of an estate: a card of its own, found or entered, known wherever its wards own.
import { sql } from 'kysely';
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { OF_AGE, plusYears } from '../../../contract/kernel/ages.ts';
import { NOT_LATER } from '../../../contract/kernel/words.ts';
import type { RepresentativeBody } from '../../../contract/profiles/representatives.ts';
import type { Write } from '../../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { personInScope, personPresent } from '../../kernel/scope.ts';
import { consentText } from '../rules.ts';
import { insertProfile, type ProfileColumns } from '../writing.ts';

interface Ward {
  id: number | null;
  kind?: string | undefined;
  birthday: string | null;
}
/** A child on the day, or what a dead person left. */
export const isRepresented = ({ kind = 'person', birthday }: Omit<Ward, 'id'>, today: string): boolean =>
  kind === 'estate' || (kind === 'person' && birthday !== null && plusYears(birthday, OF_AGE) > today);

/** Everything wrong with a representative, by field. `ward` is who is represented. */
export async function representativeProblems(
  ctx: Ctx,
  { profileId, ...typed }: RepresentativeBody,
  ward: Ward,
): Promise<FieldErrors> {
  const today = todayOf(ctx);
  if (!isRepresented(ward, today))
    return { form: 'Представителя указывают у детей до 18 лет и у наследства: взрослому пишут самому' };
  if (!profileId) return typedProblems(typed, today);
  if (typed.consents.length) return { consents: 'Согласия человека из базы записывают в его карточке' };
  if (profileId === ward.id) return { profileId: 'Представитель — другой человек' };
  const person = await ctx.db
    .selectFrom('profile as p')
    .where('p.id', '=', profileId)
    .where('p.merged_into', 'is', null)
    .where(personInScope(ctx.actor, 'p'))
    .where(personPresent(ctx.actor, 'p', today))
    .select(['p.kind', 'p.birthday', 'p.voa_status_id', 'p.is_anonymised'])
    .executeTakeFirst();
  if (!person || person.is_anonymised) return { profileId: 'Человек не найден' };
  if (person.kind !== 'person') return { profileId: 'Представитель — человек, не организация и не наследство' };
  if (person.voa_status_id === DEAD) return { profileId: 'Этот человек умер' };
  return isRepresented(person, today) ? { profileId: 'Представителю нет 18 лет' } : {};
}
const DEAD = 8;

function typedProblems(
  { fullName, phone, email, consents, signedAt }: Omit<RepresentativeBody, 'profileId'>,
  today: string,
): FieldErrors {
  const words = fullName?.split(/\s+/) ?? [];
  if (words.length < 2) return { fullName: 'Напишите фамилию и имя представителя или выберите его из базы' };
  if (words.slice(0, 2).some((word) => word.length > 80)) return { fullName: 'Не длиннее 80 знаков' };
  if (!phone && !email) return { phone: 'Укажите телефон или e-mail: писать будут ему' };
  if (!consents.length) return {};
  if (!signedAt) return { signedAt: 'Укажите, когда подписано согласие' };
  return signedAt > today ? { signedAt: NOT_LATER } : {};
}

interface Place {
  region_id: number;
  mo_id: number;
  po_id: number;
}

/** Enters a person with whoever represents him; answers the id. The caller has checked the rules and writes his line of the log. */
export async function enterPerson(write: Pick<Write, 'tx' | 'log'>, ctx: Ctx, input: ProfileColumns, place: Place) {
  const id = await insertProfile(write.tx, ctx, input, place);
  if (input.representative) {
    const { id: representative } = await representativeCard(write, ctx, input.representative, place);
    await setRepresentative(write.tx, id, representative);
  }
  return id;
}

/** Card of a representative, a new one at the place where nobody of the register was chosen. The caller has checked it. */
export async function representativeCard(
  { tx, log }: Pick<Write, 'tx' | 'log'>,
  ctx: Ctx,
  { profileId, fullName, phone, email, consents, signedAt }: RepresentativeBody,
  place: Place,
): Promise<{ id: number; name: string }> {
  if (profileId) {
    const known = tx.selectFrom('profile').where('id', '=', profileId).select('full_name');
    return { id: profileId, name: (await known.executeTakeFirstOrThrow()).full_name ?? '' };
  }
  const [lastName = '', firstName = '', ...rest] = (fullName ?? '').split(/\s+/);
  const contacts = { email, phoneNumberList: phone ? [phone] : [] };
  const names = { lastName, firstName, fatherName: rest.join(' ') || null };
  const id = await insertProfile(tx, ctx, { ...NOBODY, ...names, ...contacts }, place);
  const object = { type: 'profile' as const, id, name: fullName ?? '' };
  await log({ verb: 'profile.create', object, place, text: 'Создана карточка представителя' });
  for (const kind of new Set(consents)) {
    const given = { profile_id: id, kind, signed_at: signedAt!, created_by: ctx.actor.userId };
    await tx.insertInto('consent').values(given).execute();
    await log({ verb: 'profile.consent', object, place, text: consentText('Записано согласие', kind) });
  }
  return { id, name: object.name };
}
/** A card of which a name and contacts are known. */
const NOBODY = {
  birthday: null,
  privilege: null,
  privilegeCertificateSeria: null,
  privilegeCertificateNumber: null,
  privilegeCertificateText: null,
  privilegeCertificateDate: null,
  privilegeCertificateEndDate: null,
  isVOAMember: false,
  voaEntryDate: null,
  statusVoa: null,
  statusVoaDate: null,
  statusVoaGround: null,
  ticketNumber: null,
  ticketIssuedAt: null,
};

/** Names who represents a person, null for nobody; he is known wherever his ward owns or was entered. */
export async function setRepresentative(tx: WriteDb, ward: number, representative: number | null): Promise<void> {
  await sql`update profile set representative_id = ${representative} where id = ${ward}`.execute(tx);
  await tieRepresentatives(tx, [ward]);
}

/** Representatives of these people are known where they are. */
export async function tieRepresentatives(tx: WriteDb, wards: readonly number[]): Promise<void> {
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id)
    select ward.representative_id, at.po_id, at.mo_id, at.region_id
      from profile ward, lateral (select ward.po_id, ward.mo_id, ward.region_id
        union select g.po_id, g.mo_id, g.region_id from ownership o join garage g on g.id = o.garage_id
          where o.profile_id = ward.id and o.ended_on is null) as at
      where ward.id = any(${[...wards]}::int[]) and ward.representative_id is not null
    on conflict do nothing`.execute(tx);
}
