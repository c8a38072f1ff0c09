// SQL of people: lists, cards, writing, candidates for the duplicate hint.
import { otherOwnerProblems } from './queries/otherOwners.ts';
import { nameWords } from '../../contract/kernel/words.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { profiles } from '../../contract/profiles.ts';
import type { z } from 'zod';
import { leftDebts, leftTo } from './queries/left.ts';
import type { Counter } from '../kernel/counters.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import {
  inScope,
  personInScope,
  personOfPlace,
  personPresent,
  poScope,
  presentOfPlace,
  tieLives,
  wasJoined,
} from '../kernel/scope.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { placeIdsOf, type PlaceIds } from '../kernel/objects.ts';
import { maskedEmail, maskedPhone, mayAskNames, streetOf } from '../kernel/masking.ts';
import { read } from '../kernel/read.ts';
import { consentDue, hasConsentOf, isDestroyed, mayTell, processing } from './queries/standing.ts';
import { owingBy } from './queries/debts.ts';
import { lackOf } from './queries/lacks.ts';
import { isShown, ownerConditions } from './queries/ownerConditions.ts';
import { representingOf } from './queries/representing.ts';
import type { ProfileColumns } from './writing.ts';
import { phoneCondition, phoneDigits, wholePhone } from './queries/phones.ts';
import { profileProblems } from './rules.ts';
import { pageClause } from '../db/planned.ts';

/** For slices that look for people by a phone. */
export { holdersOfPhone, phoneCondition, phoneIn, phonesOf } from './queries/phones.ts';
/** For slices that take people away with their papers. */
export { openPassport } from './passport.ts';

export type ProfileFilter = z.output<typeof profiles.filter>;

/** For slices that show people. */
export { maskedPhone } from '../kernel/masking.ts';

/** Conditions of the list's filter over `profile as p`. */
export function profileConditions(ctx: Ctx, filter: ProfileFilter): RawBuilder<boolean> {
  const { actor } = ctx;
  const today = todayOf(ctx);
  const isNarrow = Boolean(filter.id || filter.nameFilter?.trim());
  const phone = phoneDigits(filter.nameFilter ?? '');
  const all: RawBuilder<unknown>[] = [
    sql`p.merged_into is null`,
    isNarrow ? personInScope(actor, 'p') : personOfPlace(actor, 'p'),
  ];
  const { voa, confirmed, lacks } = filter;
  const ofOwner = ownerConditions(actor, filter, today);
  // What is not read of former people is not found out by filters either.
  if (phone || ofOwner.length || voa || confirmed || lacks)
    all.push(isNarrow ? personPresent(actor, 'p', today) : presentOfPlace(actor, 'p', today));
  if (filter.id) all.push(sql`p.id = any(${filter.id}::int[])`);
  if (filter.nameFilter?.trim())
    all.push(phone ? phoneCondition(actor, phone) : nameCondition(actor, filter.nameFilter));
  if (filter.moFilter?.length) all.push(placed(actor, sql`place.mo_id = any(${filter.moFilter}::int[])`));
  if (filter.poFilter?.length) all.push(placed(actor, sql`place.po_id = any(${filter.poFilter}::int[])`));
  if (filter.sectionFilter?.length)
    all.push(sql`exists (select 1 from ownership o join garage g on g.id = o.garage_id where o.profile_id = p.id and o.ended_on is null
      and g.section = any(${filter.sectionFilter}::text[]) and ${inScope(actor, 'g')})`);
  all.push(...ofOwner);
  if (filter.voa) all.push(filter.voa === 'member' ? sql`p.is_voa_member` : sql`not p.is_voa_member`);
  if (filter.confirmed) all.push(sql`(p.confirmed_at is null or p.confirmed_at < ${today}::date - 365)`);
  if (lacks) all.push(lackOf(actor, lacks, today));
  if (filter.debt === 'has') all.push(sql`${debtOf(actor, sql`p.id`)} > 0`);
  if (filter.debt === 'left') all.push(sql`p.id in (select l.profile_id from (${leftDebts(actor)}) as l)`);
  if (filter.debtFrom !== undefined) all.push(sql`${debtOf(actor, sql`p.id`)} >= ${filter.debtFrom}`);
  if (filter.debtTo !== undefined) all.push(sql`${debtOf(actor, sql`p.id`)} <= ${filter.debtTo}`);
  if (filter.accrualTypeFilter?.length)
    all.push(sql`p.id in (select o.profile_id from ownership o where o.ended_on is null
      and o.garage_id = any(${owingBy(actor, filter.accrualTypeFilter)}))`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

const placed = (actor: Actor, condition: RawBuilder<unknown>) =>
  sql`exists (select 1 from profile_place as place where place.profile_id = p.id and ${inScope(actor, 'place')} and ${condition})`;

/** Words of a name in any order, looked for at the actor's place: one index answers «who, where». */
function nameCondition(actor: Actor, text: string): RawBuilder<unknown> {
  const words = nameWords(text);
  if (!mayAskNames(actor, words)) return sql`false`;
  return sql`p.id = any(array(select place.profile_id from profile_place as place where ${inScope(actor, 'place')} and ${sql.join(
    words.map((word) => sql`place.name_key like ${`%${likeText(word)}%`}`),
    sql` and `,
  )}))`;
}

/** Sum of debts of those present garages of a person that the actor may see, kopecks ≥ 0. */
export const debtOf = (actor: Actor, profileId: RawBuilder<unknown>) =>
  sql`coalesce((select sum(b.debt_kopecks) from ownership o join garage own on own.id = o.garage_id join garage_balance b on b.garage_id = own.id
  where o.profile_id = ${profileId} and o.ended_on is null and ${inScope(actor, 'own')}), 0)`;

const platesOf = (
  actor: Actor,
) => sql`coalesce((select json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', po.name, 'is_active', g.is_active)
    order by g.po_id, g.section_key, g.number_key)
  from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id
  where o.profile_id = p.id and o.ended_on is null and ${inScope(actor, 'g')}), '[]')`;

/** What is not read of former people does not order them either: they come last. */
const sortColumns: Record<string, (ctx: Ctx) => RawBuilder<unknown>> = {
  id: () => sql`p.id`,
  full_name: () => sql`p.name_key`,
  birthday: (ctx) => ifPresentHere(ctx, sql`p.birthday`),
  voaEntryDate: (ctx) => ifPresentHere(ctx, sql`p.voa_entry_date`),
  debt_kopecks: ({ actor }) => debtOf(actor, sql`p.id`),
};

/** A value of `p` for a place that works with the person; null for others. */
export const ifPresent = (ctx: Ctx, value: RawBuilder<unknown>) =>
  sql`(case when ${personPresent(ctx.actor, 'p', todayOf(ctx))} then ${value} end)`;
/** `ifPresent` for whole lists. */
const ifPresentHere = (ctx: Ctx, value: RawBuilder<unknown>) =>
  sql`(case when ${presentOfPlace(ctx.actor, 'p', todayOf(ctx))} then ${value} end)`;

/** Order of a list of people; the same for the screen and the export. */
export const profileOrder = (ctx: Ctx, field: string, direction: 'asc' | 'desc') =>
  sql`${sortColumns[field]?.(ctx) ?? sql`p.name_key`} ${sql.raw(direction)} nulls last, p.id`;

/** Status of those of whom membership is not told. */
const NOT_MEMBER = 1;
/** Stands for a privilege whose kind is not told. */
const HIDDEN_PRIVILEGE = -1;

/** What a place reads of a person while his tie to it lives (`tie`, see `tieOf`); `empty` afterwards and when there is nothing. */
const known = (value: RawBuilder<unknown>, empty: RawBuilder<unknown> = sql`null`) =>
  sql`coalesce(case when tie.lives then ${value} end, ${empty})`;

/** Joins to `p` whether the person's tie to the reader's place lives. */
const tieOf = (ctx: Ctx) =>
  sql`cross join lateral (select ${personPresent(ctx.actor, 'p', todayOf(ctx))} as lives offset 0) as tie`;

/** Where a person is told to belong: at home, or, when the tie is over, where the reader's place knew him; where he lives now is not told. */
const poOf = ({ actor }: Ctx) => sql`join po on po.id = case when tie.lives then p.po_id else
  (select min(place.po_id) from profile_place as place where place.profile_id = p.id and ${inScope(actor, 'place')}) end
  join mo on mo.id = po.mo_id`;

/** True when a list holds everybody who is known at a place. */
export const isWhole = (filter: ProfileFilter) =>
  Object.entries(filter).every(
    ([key, value]) => value === undefined || value === '' || (key !== 'id' && Array.isArray(value) && !value.length),
  );

/** Everybody of the place by name, read from an index up to the end of the page. */
function walkedPage({ actor }: Ctx, { direction, offset, limit }: ListRequest<ProfileFilter>) {
  const order = sql`place.name_key ${sql.raw(direction)}, place.profile_id`;
  return sql`select place.profile_id as id, row_number() over (order by ${order}) as nth
    from (select distinct place.name_key, place.profile_id from profile_place as place where ${inScope(actor, 'place')}) as place
      join profile p on p.id = place.profile_id where p.merged_into is null order by ${order} ${pageClause({ offset, limit })}`;
}

function sortedPage(ctx: Ctx, { field, direction, filter, offset, limit }: ListRequest<ProfileFilter>) {
  const order = profileOrder(ctx, field, direction);
  return sql`select p.id, row_number() over (order by ${order}) as nth from profile p
    where ${profileConditions(ctx, filter)} order by ${order} ${pageClause({ offset, limit })}`;
}

/** Page ids first, details for those rows only. */
export function profileRows(ctx: Ctx, request: ListRequest<ProfileFilter>): RawBuilder<unknown> {
  const today = todayOf(ctx);
  const isWalked = isWhole(request.filter) && !(request.field in sortColumns && request.field !== 'full_name');
  const healthy = ctx.actor.capabilities.includes(1)
    ? sql`v.name`
    : sql`case when v.is_health then 'льгота ' || v.discount_percent || ' %' else v.name end`;
  return sql`
    with page as (${isWalked ? walkedPage(ctx, request) : sortedPage(ctx, request)})
    select p.id, p.full_name, not tie.lives as is_former, ${known(sql`p.birthday`)} as birthday,
      ${known(sql`(select json_agg(${maskedPhone(sql`phone`)}) from unnest(p.phones) as phone)`, sql`'[]'::json`)} as phones,
      json_build_object('id', po.id, 'name', po.name) as po, mo.name as mo_name,
      ${platesOf(ctx.actor)} as garages,
      case when p.privilege_id <> 0 and tie.lives then json_build_object('id', case when ${isShown(ctx.actor, 'v')} then v.id else ${HIDDEN_PRIVILEGE} end, 'name', ${healthy}, 'end_date', p.privilege_end_date,
        'is_expired', coalesce(p.privilege_end_date < ${today}::date, false)) end as privilege,
      (p.is_voa_member and tie.lives) as "isVOAMember", ${known(sql`p.voa_entry_date`)} as "voaEntryDate",
      ${known(sql`(select json_agg(distinct c.kind) from consent c where c.profile_id = p.id and c.revoked_at is null and ${mayTell(ctx.actor, sql`c.kind`)})`, sql`'[]'::json`)} as consents,
      ${debtOf(ctx.actor, sql`p.id`)} as debt_kopecks
    from page join profile p on p.id = page.id join privilege v on v.id = p.privilege_id
      ${tieOf(ctx)} ${poOf(ctx)}
    order by page.nth`;
}

export async function countProfiles(ctx: Ctx, filter: ProfileFilter): Promise<number> {
  const rows = await read(
    ctx.db,
    isWhole(filter)
      ? sql<{ n: number }>`select (${countPeople(ctx.actor, ctx.now())}) as n`
      : sql<{ n: number }>`select count(*)::int as n from profile p where ${profileConditions(ctx, filter)}`,
  );
  return rows[0]!.n;
}

/** Card as one JSON value; null when absent or out of scope. */
export async function profileCard(ctx: Ctx, id: number, db: ReadDb = ctx.db): Promise<string | null> {
  const { actor } = ctx;
  const today = todayOf(ctx);
  const mayRead = actor.capabilities.includes(1);
  const privilegeName = mayRead
    ? sql`v.name`
    : sql`case when v.is_health then 'льгота ' || v.discount_percent || ' %' else v.name end`;
  const rows = await read(
    db,
    sql<{ card: string }>`
    select json_build_object(
      'id', p.id, 'kind', p.kind, 'inn', ${known(sql`p.inn`)}, 'estate_of', ${known(sql`(select json_build_object('id', e.id, 'name', e.full_name) from profile e where e.id = p.estate_of)`)},
      ${representingOf(ctx)}, 'version', p.version, 'full_name', p.full_name, 'lastName', p.last_name, 'firstName', p.first_name, 'fatherName', p.father_name,
      'nameGenitive', p.name_genitive, 'nameDative', p.name_dative, 'nameInstrumental', p.name_instrumental,
      'birthday', ${known(sql`p.birthday`)}, 'pass_masked', ${known(sql`p.pass_masked`)}, 'is_former', not tie.lives,
      'is_destroyed', ${isDestroyed}, 'processing', ${processing},
      'phones_masked', ${known(sql`(select json_agg(${maskedPhone(sql`phone`)}) from unnest(p.phones) as phone)`, sql`'[]'::json`)},
      'registrationAddress', ${known(streetOf(sql`p.registration_address`))}, 'actualAddress', ${known(streetOf(sql`p.actual_address`))}, 'email', ${known(maskedEmail(sql`p.email`))},
      'email_returns', ${known(sql`case when p.bounced_key = md5(lower(p.email)) then p.bounce_reason end`)},
      'po', json_build_object('id', po.id, 'name', po.name), 'mo', json_build_object('id', mo.id, 'name', mo.name), 'region', json_build_object('id', r.id, 'name', r.name),
      'privilege', json_build_object('value', case when ${isShown(actor, 'v')} then v.id else ${HIDDEN_PRIVILEGE} end, 'label', ${privilegeName},
        'is_health', v.is_health and ${mayRead}, 'is_expired', coalesce(p.privilege_end_date < ${today}::date, false)),
      'privilegeCertificateSeria', c.seria, 'privilegeCertificateNumber', c.number, 'privilegeCertificateText', c.issued_text,
      'privilegeCertificateDate', c.issued_on, 'privilegeCertificateEndDate', ${known(sql`p.privilege_end_date`)},
      'privilege_history', ${known(
        sql`(select json_agg(json_build_object('id', h.id, 'name', hv.name, 'issued_on', h.issued_on, 'end_date', h.end_date, 'is_current', h.is_current) order by h.id desc)
        from profile_privilege h join privilege hv on hv.id = h.privilege_id where h.profile_id = p.id and (${mayRead} or not hv.is_health))`,
        sql`'[]'::json`,
      )},
      'isVOAMember', p.is_voa_member and tie.lives, 'voaEntryDate', ${known(sql`p.voa_entry_date`)},
      'statusVoa', json_build_object('id', s.id, 'type', s.name),
      'voa_history', ${known(
        sql`(select json_agg(json_build_object('id', h.id, 'status_id', h.status_id, 'name', hs.name, 'on_date', h.on_date, 'ground', h.ground) order by h.on_date desc, h.id desc)
        from profile_voa_status h join voa_status hs on hs.id = h.status_id where h.profile_id = p.id)`,
        sql`'[]'::json`,
      )},
      'ticketNumber', ${known(sql`p.ticket_number`)}, 'ticketIssuedAt', ${known(sql`p.ticket_issued_at`)},
      'consent_due', ${known(consentDue)},
      'consents', ${known(
        sql`(select json_agg(json_build_object('id', k.id, 'kind', k.kind, 'doc_no', k.doc_no, 'signed_at', k.signed_at, 'revoked_at', k.revoked_at, 'source', ib.file_name,
          'given', k.source, 'has_scan', k.file_id is not null, 'by', (select trim(u.last_name || ' ' || u.first_name) from app_user u where u.id = k.created_by)) order by k.id desc)
        from consent k left join import_batch ib on ib.id = k.import_batch_id where k.profile_id = p.id and ${mayTell(actor, sql`k.kind`)})`,
        sql`'[]'::json`,
      )},
      'confirmed_at', ${known(sql`p.confirmed_at`)},
      'garages', coalesce((select json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', gp.name, 'is_active', g.is_active,
          'po', json_build_object('id', gp.id, 'name', gp.name), 'share', o.share_num || '/' || o.share_den, 'is_primary', o.is_primary and o.ended_on is null,
          'started_on', o.started_on, 'ended_on', o.ended_on, 'balance_kopecks', coalesce(case when b.debt_kopecks > 0 then -b.debt_kopecks else b.advance_kopecks end, 0),
          'left_debt_kopecks', case when b.former_debt_kopecks > 0 then ${leftTo(sql`g.id`, sql`p.id`)} else 0 end) order by o.ended_on nulls first, g.po_id, g.section_key, g.number_key)
        from ownership o join garage g on g.id = o.garage_id join po gp on gp.id = g.po_id left join garage_balance b on b.garage_id = g.id
        where o.profile_id = p.id and ${inScope(actor, 'g')} and not ${wasJoined('o')}), '[]'),
      'debt_kopecks', ${debtOf(actor, sql`p.id`)}, 'created_at', p.created_at, 'updated_at', p.updated_at)::text as card
    from profile p ${tieOf(ctx)} ${poOf(ctx)} join region r on r.id = mo.region_id
      join privilege v on v.id = case when tie.lives then p.privilege_id else 0 end
      join voa_status s on s.id = case when tie.lives then p.voa_status_id else ${NOT_MEMBER} end
      left join profile_privilege c on c.profile_id = p.id and c.is_current and tie.lives and ${isShown(actor, 'v')}
    where p.id = ${id} and p.merged_into is null and ${personInScope(actor, 'p')}`,
  );
  return rows[0]?.card ?? null;
}

/** Where a merged card went; old links lead there. */
export const mergedInto = (db: ReadDb, id: number) =>
  db.selectFrom('profile').where('id', '=', id).select('merged_into').executeTakeFirst();

/** What a write needs to know of a person in scope; of one who is former (`is_present`) nothing is written. */
export const profileForWrite = (ctx: Ctx, db: ReadDb, id: number) =>
  db
    .selectFrom('profile as p')
    .where('p.id', '=', id)
    .where('p.merged_into', 'is', null)
    .where(personInScope(ctx.actor, 'p'))
    .selectAll('p')
    .select(personPresent(ctx.actor, 'p', todayOf(ctx)).as('is_present'))
    .executeTakeFirst();

/**
 * Where a change of a person's card is told: at his home while it works with him, and at the place of whoever changes it where that is
 * another one, so that his colleagues see who it was.
 */
export async function tellingPlaces(ctx: Ctx, home: PlaceIds & { id: number }): Promise<PlaceIds[]> {
  const ties = await read(
    ctx.db,
    sql<
      PlaceIds & { is_own: boolean }
    >`select tie.region_id, tie.mo_id, tie.po_id, ${inScope(ctx.actor, 'tie')} as is_own from profile_place as tie
      join profile p on p.id = tie.profile_id where p.id = ${home.id} and ${tieLives('p', todayOf(ctx))} order by tie.po_id = ${home.po_id} desc, tie.po_id`,
  );
  const told = [ties.find(({ po_id }) => po_id === home.po_id), ties.find(({ is_own }) => is_own)];
  const places = [...new Set(told.filter((tie) => tie !== undefined))];
  return (places.length ? places : [home]).map(placeIdsOf);
}

export const privilegeById = (db: ReadDb, id: number) =>
  db.selectFrom('privilege').where('id', '=', id).selectAll().executeTakeFirst();
export const statusById = (db: ReadDb, id: number) =>
  db.selectFrom('voa_status').where('id', '=', id).selectAll().executeTakeFirst();

/** People of the scope who may be the same as the one described. */
export async function candidates(
  ctx: Ctx,
  wanted: {
    words: string[];
    passHash: Uint8Array | null;
    phones: string[];
    birthday: string | null;
    email: string | null;
    exceptId: number | null;
  },
) {
  const any: RawBuilder<unknown>[] = [];
  if (wanted.passHash) any.push(sql`p.pass_hash = ${wanted.passHash}`);
  for (const phone of wanted.phones.slice(0, 5)) any.push(wholePhone(phone.replace(/\D/g, '')));
  if (wanted.birthday) any.push(sql`p.birthday = ${wanted.birthday}::date`);
  const surname = wanted.words[0];
  if (surname && surname.length >= 3) any.push(sql`p.name_key like ${`${likeText(surname)}%`}`);
  if (!any.length) return [];
  // The one with the same passport is never among those who no longer fit.
  const likeliest = [
    ...(wanted.passHash ? [sql`coalesce(tie.lives and p.pass_hash = ${wanted.passHash}, false) desc`] : []),
    ...(wanted.birthday ? [sql`coalesce(tie.lives and p.birthday = ${wanted.birthday}::date, false) desc`] : []),
    sql`p.name_key = ${wanted.words.join(' ')} desc`,
    sql`p.id`,
  ];
  const rows = await read(
    ctx.db,
    sql<{
      id: number;
      full_name: string;
      last_name: string;
      first_name: string;
      father_name: string;
      birthday: string | null;
      pass_hash: Uint8Array | null;
      phones: string[];
      email: string | null;
      registration_address: string | null;
      masked: string[];
      /** What is hidden of him is compared with nothing. */
      is_former: boolean;
      garages: never;
    }>`
    select p.id, p.full_name, p.last_name, p.first_name, p.father_name, not tie.lives as is_former, ${known(sql`p.birthday`)} as birthday,
      case when tie.lives then p.pass_hash end as pass_hash, ${known(sql`p.phones`, sql`'{}'`)} as phones, ${known(sql`p.email`)} as email,
      ${known(sql`p.registration_address`)} as registration_address, ${platesOf(ctx.actor)} as garages,
      ${known(sql`(select json_agg(${maskedPhone(sql`phone`)}) from unnest(p.phones) as phone)`, sql`'[]'::json`)} as masked
    from profile p ${tieOf(ctx)} where p.merged_into is null and p.id is distinct from ${wanted.exceptId}::int and ${personInScope(ctx.actor, 'p')}
      and (${sql.join(any, sql` or `)})
    order by ${sql.join(likeliest, sql`, `)} limit 400`,
  );
  return rows;
}

/** ПО of the scope in which a person may be entered. */
export const placeForPerson = (ctx: Ctx, poId: number) =>
  ctx.db
    .selectFrom('po as p')
    .where('p.id', '=', poId)
    .where(poScope(ctx.actor, 'p'))
    .select(['p.region_id', 'p.mo_id', 'p.id as po_id', 'p.name'])
    .executeTakeFirst();

/** Between the names in a garage's `owners_key`. */
export const OWNERS_SEPARATOR = '; ';
/** Folded names of the present owners, primary first, kept on the garage for its list. */
export const ownersKey = sql`coalesce((select string_agg(p.name_key, ${OWNERS_SEPARATOR} order by o.is_primary desc, o.id)
  from ownership o join profile p on p.id = o.profile_id where o.garage_id = garage.id and o.ended_on is null), '')`;

/** Folded names of people, for the `owners_key` of garages that are entered with them. */
export async function nameKeys(tx: WriteDb, profileIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{
    id: number;
    name_key: string;
  }>`select id, name_key from profile where id = any(${[...profileIds]}::int[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.name_key]));
}

/** Names inside garages follow the person's name. */
export async function refreshOwnersKeysOf(tx: WriteDb, profileId: number) {
  await sql`update garage set owners_key = ${ownersKey} where id in (select garage_id from ownership where profile_id = ${profileId} and ended_on is null)`.execute(
    tx,
  );
}

/** Everything wrong with a form, with the facts that the rules need. */
export async function problemsOf(ctx: Ctx, input: ProfileColumns, existing: { id: number } | null) {
  const [privilege, status, consented, present] = await Promise.all([
    input.privilege ? privilegeById(ctx.db, input.privilege.value) : null,
    input.statusVoa ? statusById(ctx.db, input.statusVoa.id) : null,
    existing ? hasConsentOf(ctx.db, existing.id, 'health') : false,
    existing
      ? ctx.db
          .selectFrom('profile')
          .where('id', '=', existing.id)
          .select(['id', 'inn', 'estate_of', 'privilege_id', 'birthday', 'voa_entry_date'])
          .executeTakeFirst()
      : undefined,
  ]);
  // A privilege that is out of use stays with those who have it.
  const isUsable = privilege && (privilege.is_active || privilege.id === present?.privilege_id);
  const problems = profileProblems(input, {
    today: todayOf(ctx),
    privilege: isUsable ? privilege : null,
    status: status ?? null,
    hasHealthConsent: consented,
    former: present ?? null,
  });
  return { ...problems, ...(await otherOwnerProblems(ctx, input, problems, present ?? null)) };
}

/** People who are known at the actor's place; cards that were merged into others, a few, are none. */
export const countPeople: Counter = (actor) =>
  sql<number>`select (count(*) - (select count(*) from profile p where p.merged_into is not null and ${personInScope(actor, 'p')}))::int
    from (select distinct place.profile_id from profile_place as place where ${inScope(actor, 'place')}) as known`;
