// Writing people: columns of a form, the first status and privilege, their history.
import type { AddressCode } from '../../contract/addresses.ts';
import type { RepresentativeBody } from '../../contract/profiles/representatives.ts';
import { todayOf, type Ctx, type WriteDb } from '../kernel/ctx.ts';
import { noPassport, sealPassport } from './passport.ts';
import { phonesKey } from './rules.ts';

export { noPassport, sealPassport };

export interface ProfileColumns {
  kind?: 'person' | 'organisation' | 'estate' | undefined;
  inn?: string | null | undefined;
  estateOf?: number | null | undefined;
  representative?: RepresentativeBody | null | undefined;
  lastName: string;
  firstName: string | null;
  fatherName: string | null;
  nameGenitive?: string | null | undefined;
  nameDative?: string | null | undefined;
  nameInstrumental?: string | null | undefined;
  birthday: string | null;
  passSeria?: string | null | undefined;
  passNum?: string | null | undefined;
  passText?: string | null | undefined;
  passForeign?: boolean | undefined;
  /** What a card hides is left as it is when it is absent. */
  registrationAddress?: string | null | undefined;
  actualAddress?: string | null | undefined;
  registrationFias?: AddressCode | null | undefined;
  actualFias?: AddressCode | null | undefined;
  email?: string | null | undefined;
  phoneNumberList?: string[] | undefined;
  privilege: { value: number } | null;
  privilegeCertificateSeria: string | null;
  privilegeCertificateNumber: string | null;
  privilegeCertificateText: string | null;
  privilegeCertificateDate: string | null;
  privilegeCertificateEndDate: string | null;
  isVOAMember: boolean;
  voaEntryDate: string | null;
  statusVoa: { id: number } | null;
  statusVoaDate: string | null;
  statusVoaGround: string | null;
  ticketNumber: string | null;
  ticketIssuedAt: string | null;
}

/** Columns of a profile row made of a form. What the card hides is only touched when the form carries it. */
export function profileColumns(ctx: Ctx, input: ProfileColumns, statusId: number, isMember: boolean) {
  return {
    last_name: input.lastName,
    first_name: input.firstName ?? '',
    father_name: input.fatherName ?? '',
    ...writtenCases(input),
    birthday: input.birthday,
    ...contactColumns(input),
    is_voa_member: isMember,
    voa_status_id: statusId,
    voa_entry_date: input.voaEntryDate,
    ticket_number: input.ticketNumber,
    ticket_issued_at: input.ticketIssuedAt,
    privilege_id: input.privilege?.value ?? 0,
    privilege_end_date: input.privilege?.value ? input.privilegeCertificateEndDate : null,
    ...passportColumns(ctx, input),
  };
}

function writtenCases({ nameGenitive, nameDative, nameInstrumental }: ProfileColumns) {
  return {
    ...(nameGenitive === undefined ? {} : { name_genitive: nameGenitive }),
    ...(nameDative === undefined ? {} : { name_dative: nameDative }),
    ...(nameInstrumental === undefined ? {} : { name_instrumental: nameInstrumental }),
  };
}

const nameColumns = ['last_name', 'first_name', 'father_name'] as const;
const caseColumns = ['name_genitive', 'name_dative', 'name_instrumental'] as const;
type NameRow = Record<(typeof nameColumns)[number], string> & Record<(typeof caseColumns)[number], string | null>;

/** Cases that were written of another name go with it, unless they are written anew; told, so that the log has them. */
export function staleCases(
  before: NameRow,
  after: Partial<NameRow>,
): Partial<Record<(typeof caseColumns)[number], null>> {
  if (nameColumns.every((column) => (after[column] ?? before[column]) === before[column])) return {};
  const stale = caseColumns.filter(
    (column) => before[column] !== null && (after[column] ?? before[column]) === before[column],
  );
  return Object.fromEntries(stale.map((column) => [column, null]));
}

function contactColumns(input: ProfileColumns) {
  const { registrationAddress, actualAddress, email, phoneNumberList: phones } = input;
  return {
    ...(registrationAddress === undefined ? {} : { registration_address: registrationAddress }),
    ...(actualAddress === undefined ? {} : { actual_address: actualAddress }),
    ...codeColumn('registration_fias', input.registrationFias),
    ...codeColumn('actual_fias', input.actualFias),
    ...(email === undefined ? {} : { email }),
    ...(phones ? { phones, phones_key: phonesKey(phones) } : {}),
  };
}

/** The base keeps an id only beside the text it was chosen with. */
const codeColumn = (column: 'registration_fias' | 'actual_fias', code: AddressCode | null | undefined) =>
  code === undefined ? {} : { [column]: code && JSON.stringify(code) };

interface CodedRow {
  registration_address: string | null;
  actual_address: string | null;
  registration_fias: unknown;
  actual_fias: unknown;
}

/** What a log line says of an id that is chosen for a text that stays: the id itself tells nothing that the text does not. */
export function codeWords(before: CodedRow, input: ProfileColumns): string[] {
  const sides = [
    [input.registrationFias, input.registrationAddress, before.registration_address, before.registration_fias],
    [input.actualFias, input.actualAddress, before.actual_address, before.actual_fias],
  ] as const;
  const isNew = sides.some(([code, text, was, kept]) => {
    const stays = text === undefined || text === was;
    return stays && code && code.text === was && code.fias_id !== (kept as AddressCode | null)?.fias_id;
  });
  return isNew ? ['код ФИАС адреса'] : [];
}

function passportColumns(ctx: Ctx, input: ProfileColumns) {
  if (input.passSeria === undefined && input.passNum === undefined && input.passText === undefined) return {};
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s/g, '');
  const passport = {
    seria: clean(input.passSeria),
    num: clean(input.passNum),
    text: (input.passText ?? '').trim(),
    foreign: input.passForeign ?? false,
  };
  return passport.seria || passport.num || passport.text ? sealPassport(ctx.deps.secrets, passport) : noPassport;
}

/** Inserts a person at a place, with the first status and privilege; answers the id. The caller has checked the rules. */
export async function insertProfile(
  tx: WriteDb,
  ctx: Ctx,
  input: ProfileColumns,
  place: { region_id: number; mo_id: number; po_id: number },
  importBatchId: number | null = null,
): Promise<number> {
  const status = input.statusVoa ?? { id: input.isVOAMember ? 3 : 1 };
  const member = await tx.selectFrom('voa_status').where('id', '=', status.id).select('is_member').executeTakeFirst();
  const { id } = await tx
    .insertInto('profile')
    .values({
      ...place,
      ...profileColumns(ctx, input, status.id, member?.is_member ?? false),
      kind: input.kind ?? 'person',
      inn: input.inn ?? null,
      estate_of: input.estateOf ?? null,
      import_batch_id: importBatchId,
      created_by: ctx.actor.userId || null,
      created_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('profile_place')
    .values({ profile_id: id, ...place })
    .execute();
  await writeStatus(tx, ctx, id, status.id, input);
  await writePrivilege(tx, ctx, id, input);
  return id;
}

export async function writeStatus(tx: WriteDb, ctx: Ctx, profileId: number, statusId: number, input: ProfileColumns) {
  await tx
    .insertInto('profile_voa_status')
    .values({
      profile_id: profileId,
      status_id: statusId,
      on_date: input.statusVoaDate ?? input.voaEntryDate ?? todayOf(ctx),
      ground: input.statusVoaGround,
      created_by: ctx.actor.userId || null,
      created_at: ctx.now().toISOString(),
    })
    .execute();
}

/** The paper of a privilege as a form has it. */
export const paperOf = (input: ProfileColumns) => ({
  seria: input.privilegeCertificateSeria,
  number: input.privilegeCertificateNumber,
  issued_text: input.privilegeCertificateText,
  issued_on: input.privilegeCertificateDate,
});

/** Keeps the privilege history: the same paper is completed in place, another one (a renewed certificate too) closes the former by its own day, taking it off by today. */
export async function writePrivilege(tx: WriteDb, ctx: Ctx, profileId: number, input: ProfileColumns) {
  const privilegeId = input.privilege?.value ?? 0;
  const paper = { ...paperOf(input), end_date: input.privilegeCertificateEndDate };
  const current = await tx
    .selectFrom('profile_privilege')
    .where('profile_id', '=', profileId)
    .where('is_current', '=', true)
    .select(['id', 'privilege_id', 'seria', 'number', 'issued_on'])
    .executeTakeFirst();
  // What was blank is filled in place; what was written otherwise is another paper.
  const differs = (was: string | null, now: string | null) => Boolean(was && now && was !== now);
  const isRenewed =
    current &&
    (differs(current.seria, paper.seria) ||
      differs(current.number, paper.number) ||
      differs(current.issued_on, paper.issued_on));
  if (current && current.privilege_id === privilegeId && !isRenewed) {
    await tx.updateTable('profile_privilege').set(paper).where('id', '=', current.id).execute();
    return;
  }
  if (current)
    await tx
      .updateTable('profile_privilege')
      .set({ is_current: false, replaced_on: (privilegeId ? paper.issued_on : null) ?? todayOf(ctx) })
      .where('id', '=', current.id)
      .execute();
  if (privilegeId)
    await tx
      .insertInto('profile_privilege')
      .values({ profile_id: profileId, privilege_id: privilegeId, ...paper })
      .execute();
}
