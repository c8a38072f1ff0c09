// People of papers; passports and contacts are opened only for papers that ask for capability 1.
import { sql } from 'kysely';
import { ofAnyCard } from '../../kernel/alias.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope, personPresent } from '../../kernel/scope.ts';
import { openPassport } from '../../profiles/queries.ts';
import type { PersonFacts } from './types.ts';

type Row = Omit<PersonFacts, 'passport'> & { pass_cipher: Uint8Array | null; is_present: boolean };

/**
 * The people by id; without `isWhole` passports, addresses and contacts stay closed, as do those of people whose tie to the
 * place is over: their lines stay blank on the paper.
 */
export async function peopleFacts(
  ctx: Ctx,
  ids: readonly number[],
  isWhole: boolean,
): Promise<Map<number, PersonFacts>> {
  if (!ids.length) return new Map();
  const rows = await read(
    ctx.db,
    sql<Row>`select p.id, p.kind, p.last_name, p.first_name, p.father_name, p.full_name, p.name_genitive, p.name_dative, p.name_instrumental, p.birthday, p.inn, p.pass_cipher, p.registration_address,
      p.actual_address, p.phones, p.email, p.is_voa_member, p.voa_entry_date, p.ticket_number, p.ticket_issued_at,
      case when v.id <> 0 then v.name end as privilege, ${guardianOf(ctx)} as guardian, ${personPresent(ctx.actor, 'p', todayOf(ctx))} as is_present
    from profile p join privilege v on v.id = p.privilege_id where p.id = any(${[...ids]}::int[])`,
  );
  return new Map(
    rows.map(({ is_present: isPresent, ...row }) => [
      row.id,
      isWhole && isPresent ? opened(ctx, row) : closed(row, isPresent),
    ]),
  );
}

/** Older people are not asked about: whether somebody was a child on the day of a paper is judged by that day. */
const ASKED_YEARS = 30;

/**
 * Who represents a person `p` who may be a child, or an estate: as his card says, of a child otherwise as the last case in which he
 * takes part. Of an exchange he is named once, on either side: who leaves one garage comes to the other.
 */
const guardianOf = (
  ctx: Ctx,
) => sql`case when p.kind = 'estate' or p.birthday > ${todayOf(ctx)}::date - ${ASKED_YEARS} * interval '1 year' then coalesce(
  (select json_build_object('full_name', r.full_name, 'name_genitive', r.name_genitive, 'name_dative', r.name_dative) from profile r
    where r.id = p.representative_id and r.merged_into is null and not r.is_anonymised and r.voa_status_id <> 8),
  (select json_build_object('full_name', r.full_name) from reregistration_party y join reregistration c on c.id = y.reregistration_id
    join reregistration_representative r on r.is_legal
      and (r.reregistration_id = c.id and r.side = y.side or r.reregistration_id = c.pair_id and r.side <> y.side)
  where p.kind = 'person' and y.profile_id = p.id and y.side <> 'transit' and c.status not in (0, 4, 5) and ${inScope(ctx.actor, 'c')}
  order by c.id desc, r.id desc limit 1)) end`;

function opened(ctx: Ctx, { pass_cipher, ...row }: Omit<Row, 'is_present'>): PersonFacts {
  const passport = openPassport(ctx.deps.secrets, pass_cipher);
  const words = passport && [`${passport.seria} ${passport.num}`.trim(), passport.text].filter(Boolean).join(', ');
  return { ...row, passport: words || null };
}

const closed = (row: Omit<PersonFacts, 'passport'>, isPresent: boolean): PersonFacts => ({
  ...row,
  birthday: isPresent ? row.birthday : null,
  is_voa_member: isPresent && row.is_voa_member,
  voa_entry_date: isPresent ? row.voa_entry_date : null,
  ticket_number: isPresent ? row.ticket_number : null,
  ticket_issued_at: isPresent ? row.ticket_issued_at : null,
  passport: null,
  inn: null,
  registration_address: null,
  actual_address: null,
  phones: [],
  email: null,
  privilege: null,
  guardian: isPresent ? row.guardian : null,
});

/**
 * Years whose membership fee the person has paid by the day of the paper: charges of his own time as an owner in the ПО that prints,
 * by whichever of his cards what was left to him stands. A charge of before anybody is known to own is the present owner's.
 */
export async function paidMembershipYears(
  ctx: Ctx,
  { profileId, poId, day }: { profileId: number; poId: number; day: string },
): Promise<number[]> {
  const covers = (of: string) =>
    sql`coalesce(${sql.ref(`${of}.started_on`)}, '1900-01-01') <= s.since and (${sql.ref(`${of}.ended_on`)} is null or ${sql.ref(`${of}.ended_on`)} > s.since)`;
  const rows = await read(
    ctx.db,
    sql<{
      year: number;
    }>`with held as materialized (select o.garage_id, o.started_on, o.ended_on from ownership o join garage g on g.id = o.garage_id
        where o.profile_id = ${profileId} and g.po_id = ${poId} and ${inScope(ctx.actor, 'g')} and coalesce(o.started_on, '1900-01-01') <= ${day}::date)
      select s.year from settle(array(select garage_id from held), ${day}::date) s
      where s.kind = 'charge' and s.type_id = 1 and (s.debtor_id is null or ${ofAnyCard(sql`s.debtor_id`, sql`${profileId}::int`)})
        and exists (select 1 from held where held.garage_id = s.garage_id and (${covers('held')}
          or held.ended_on is null and not exists (select 1 from ownership o where o.garage_id = s.garage_id and ${covers('o')})))
      group by s.year having sum(s.kopecks) = 0 order by 1`,
  );
  return rows.map((row) => row.year);
}
