// What is known of all receivers at once: whom a selection names, with everything that decides what they get, as bits.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import type { MailingKind, MailingSelection } from '../../../contract/notifications.ts';
import { garageConditions } from '../../garages/queries.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { inScope, isGarageHere, isWard, personPresent, presentOfPlace } from '../../kernel/scope.ts';
import { isWhole, profileConditions, type ProfileFilter } from '../../profiles/queries.ts';
import type { ReceiverFacts } from '../rules.ts';
import { heldBy, isFormerOwner, type Held } from './former.ts';
import { idsOf, leftOut, readersOf, type Wards } from './wards.ts';

/** Bits of what is known of a person; kinds of consent take four each, in this order. */
const FORMER = 1;
const DECEASED = 1 << 1;
const EMAIL = 1 << 2;
const BOUNCED = 1 << 3;
const PHONE = 1 << 4;
const MEMBER = 1 << 5;
const GIVEN_AT = 6;
const REVOKED_AT = 10;
const NO_MAIL = 1 << 14;
const NO_SMS = 1 << 15;
const REPEATED = 1 << 16;
const HAD_TEMPLATE = 1 << 17;
/** Debt SMS of a day and of a week: up to 3 and up to 7, as many as the rule tells apart. */
const DAY_AT = 18;
const WEEK_AT = 20;
/** A child or an estate for whom nobody reads. */
const UNREPRESENTED = 1 << 25;
/** He is known at the place, a filter finds him; no facts of the rule. */
const HERE = 1 << 23;
const FOUND = 1 << 24;
const RESTRICTED = 1 << 26;
const consentKinds = ['sms_info', 'email_info', 'pd_processing', 'ads'];
const EVERY_KIND = (1 << consentKinds.length) - 1;

/** What a line says of a person as the rule reads it; contacts themselves are not there. */
export function factsOfBits(bits: number): ReceiverFacts {
  const has = (bit: number) => (bits & bit) !== 0;
  const kinds = (at: number) => consentKinds.filter((_, nth) => has(1 << (at + nth)));
  return {
    isOfficial: false,
    isFormer: has(FORMER),
    isDeceased: has(DECEASED),
    isRestricted: has(RESTRICTED),
    isUnrepresented: has(UNREPRESENTED),
    email: has(EMAIL) ? '@' : null,
    isBounced: has(BOUNCED),
    phone: has(PHONE) ? '+' : null,
    isMember: has(MEMBER),
    consents: kinds(GIVEN_AT),
    revoked: kinds(REVOKED_AT),
    unsubscribed: [...(has(NO_MAIL) ? ['mail'] : []), ...(has(NO_SMS) ? ['sms'] : [])],
    isRepeated: has(REPEATED),
    hadTemplate: has(HAD_TEMPLATE),
    debtSmsToday: (bits >> DAY_AT) & 3,
    debtSmsWeek: (bits >> WEEK_AT) & 7,
  };
}

export interface Asked {
  kind: MailingKind;
  /** The mailing itself, which is no repetition of itself. */
  except: number;
  template: number | null;
  /** Who is written to through somebody else. */
  wards: Wards;
}
export type Selection = Exclude<MailingSelection, { of: 'officials' }>;

/** A select of what stands of owners, over `rows`: what is held, `own`, of garages `g` with their balances `b`. */
export type OfOwners = (rows: RawBuilder<unknown>, held: Held) => RawBuilder<unknown>;

/**
 * People `p` whom a selection names, as the `from` and `where` of a select over `of_place`: what `ofOwners` gives for each of their garages of the
 * selection, or of all they own at the place. `ofOwners` names its `profile_id` and `garages`, 1 or their number; `bits` is what is known of a person.
 */
export function receiversFrom(ctx: Ctx, selection: Selection, asked: Asked, ofOwners: OfOwners) {
  const { actor } = ctx;
  const isByGarage = selection.of === 'garages';
  const named = (column: RawBuilder<unknown>, conditions: RawBuilder<boolean>) =>
    selection.all
      ? sql`(${conditions} and not ${column} = any(${selection.excluded}::int[]))`
      : sql`${column} = any(${selection.included}::int[])`;
  const isFound = !isByGarage && selection.all && !isWhole(selection.filter);
  // Who reads for others was chosen with them; they are receivers no more.
  const readers = readersOf(asked.wards);
  const orReads = (condition: RawBuilder<unknown>) =>
    readers.length ? sql`(${condition} or of_place.id = any(${readers}::int[]))` : condition;
  const noWard = readers.length ? sql`and not of_place.id = any(${idsOf(asked.wards)}::int[])` : sql``;
  // «<> 0» lets the planner expect many, «= …» a few.
  const isAsked = sql.join(
    [
      sql`of_place.bits & ${sql.lit(HERE)} <> 0`,
      ...(isFound ? [orReads(sql`of_place.bits & ${sql.lit(FOUND)} <> 0`)] : []),
    ],
    sql` and `,
  );
  const people = isByGarage
    ? sql`coalesce(of_place.garages, 0) <> 0 and not of_place.id = any(${leftOut(selection, asked.wards)}::int[])`
    : orReads(named(sql`of_place.id`, sql<boolean>`true`));
  const picked = isByGarage
    ? named(sql`g.id`, garageConditions(ctx, { ...selection.filter, type: 'active' }))
    : sql`true`;
  // A few are asked about one by one; of a whole place everything is read at once.
  const few = selection.all
    ? null
    : isByGarage
      ? sql`select few.profile_id from ownership few where few.ended_on is null and few.garage_id = any(${selection.included}::int[])
          union all select unnest(${readers}::int[])`
      : sql`select unnest(${[...selection.included, ...readers]}::int[])`;
  const amongFew = (column: RawBuilder<unknown>) => (few ? sql`and ${column} in (${few})` : sql``);
  const present = few ? personPresent(actor, 'p', todayOf(ctx)) : presentOfPlace(actor, 'p', todayOf(ctx));
  const told = [
    unwanted(asked.kind, amongFew),
    written(ctx, asked, amongFew),
    ...(isFound ? [found(ctx, selection.filter)] : []),
  ];
  // What is known is gathered and joined once, to cards by their number. A register that was just loaded is planned as a
  // few rows: two such gatherings joined side by side would be read one against each row of the other. A full join never
  // is, nor are cards when they are joined to it from the left, as long as nothing below asks that a side be there (hence
  // every «coalesce», and conditions over `of_place` alone).
  const held = heldBy(actor, asked.wards, !isByGarage && asked.kind === 'debt', amongFew);
  const owned = ofOwners(
    sql`from ${held.rows} own join garage g on g.id = own.garage_id left join garage_balance b on b.garage_id = g.id
    where own.ended_on is null and ${isGarageHere(actor, sql`own.garage_id`)} and (g.is_active or ${held.isLeft}) and ${picked} ${amongFew(sql`own.profile_id`)}`,
    held,
  );
  const former = sql`(of_place.garages is null and (not ${present} or ${isFormerOwner(actor, sql`p.id`, todayOf(ctx), amongFew)}))`;
  return {
    bits: bitsOf(isByGarage ? sql`false` : former, todayOf(ctx)),
    rows: sql`from (select coalesce(known.profile_id, owned.profile_id) as id, coalesce(known.bits, 0) as bits, owned.*
      from (select coalesce(agreed.profile_id, told.profile_id) as profile_id, coalesce(agreed.bits, 0) | coalesce(told.bits, 0) as bits
          from (${agreed(actor, amongFew)}) as agreed
            full join (select one.profile_id, bit_or(one.bits) as bits from (${sql.join(told, sql` union all `)}) as one group by one.profile_id) as told
              on told.profile_id = agreed.profile_id) as known
        full join (${owned}) as owned on owned.profile_id = known.profile_id) as of_place
      left join profile p on p.id = of_place.id
    where ${isAsked} and p.merged_into is null and ${people} ${noWard}`,
  };
}

/** Whom a filter finds. */
const found = (ctx: Ctx, filter: ProfileFilter) =>
  sql`select p.id, ${sql.lit(FOUND)} from profile p where ${profileConditions(ctx, filter)}`;

function bitsOf(isFormer: RawBuilder<unknown>, today: string) {
  const bit = (value: number, condition: RawBuilder<unknown>) =>
    sql`case when ${condition} then ${sql.lit(value)} else 0 end`;
  // A pattern would cost more than all the rest: phones are kept as «+» and digits.
  const phones = sql`'~' || array_to_string(p.phones, '~') || '~'`;
  return sql.join(
    [
      bit(FORMER, isFormer),
      bit(DECEASED, sql`p.voa_status_id = 8 or p.is_anonymised`),
      bit(RESTRICTED, sql`p.restricted_at is not null`),
      bit(EMAIL, sql`p.email <> ''`),
      sql`case when p.bounced_key is null then 0 when p.bounced_key = md5(lower(p.email)) then ${sql.lit(BOUNCED)} else 0 end`,
      bit(PHONE, sql`${phones} like '%~+79_________~%'`),
      bit(MEMBER, sql`p.is_voa_member`),
      bit(UNREPRESENTED, isWard('p', today)),
      // Given again, a kind is not withdrawn.
      sql`(of_place.bits & ~(((of_place.bits >> ${sql.lit(GIVEN_AT)}) & ${sql.lit(EVERY_KIND)}) << ${sql.lit(REVOKED_AT)}) & ${sql.lit(~(HERE | FOUND))})`,
    ],
    sql` | `,
  );
}

/** The first number that takes SMS of `phones`; mostly the first of all, so that no list is walked. */
export const smsPhoneOf = (
  phones: RawBuilder<unknown>,
) => sql`case when (${phones})[1] like '+79_________' then (${phones})[1]
  when cardinality(${phones}) > 1 then (select one.phone from unnest(${phones}) with ordinality as one(phone, nth)
    where one.phone like '+79_________' order by one.nth limit 1) end`;

type AmongFew = (column: RawBuilder<unknown>) => RawBuilder<unknown>;
/** The card that stays of whoever was entered twice: `a` is any of his cards. */
const stays = sql`coalesce(a.merged_into, a.id)`;

/** Everybody known at the place, with the kinds he gave and withdrew consent of. */
function agreed(actor: Actor, amongFew: AmongFew) {
  const kinds = (at: number) =>
    sql`case c.kind ${sql.join(
      consentKinds.map((kind, nth) => sql`when ${sql.lit(kind)} then ${sql.lit(1 << (at + nth))}`),
      sql` `,
    )} else 0 end`;
  return sql`select t.profile_id, bit_or(${sql.lit(HERE)} | case when c.revoked_at is null then ${kinds(GIVEN_AT)} else ${kinds(REVOKED_AT)} end) as bits
    from profile_place t left join consent c on c.profile_id = t.profile_id where ${inScope(actor, 't')} ${amongFew(sql`t.profile_id`)}
    group by t.profile_id`;
}

const unwanted = (kind: MailingKind, amongFew: AmongFew) => sql`select ${stays} as profile_id,
    case u.channel when 'mail' then ${sql.lit(NO_MAIL)} else ${sql.lit(NO_SMS)} end as bits
  from unsubscription u join profile a on a.id = u.profile_id where u.kind = ${kind} ${amongFew(stays)}`;

/** What was written to people before; the same as `receiverRows` asks for each of them. */
function written(ctx: Ctx, { kind, except, template }: Asked, amongFew: AmongFew) {
  const ours = inScope(ctx.actor, 'n');
  const since = (length: string) => sql`m.created_at > ${ctx.now().toISOString()}::timestamptz - ${length}::interval`;
  const debtSms = sql`m.channel = 'sms' and n.kind = 'debt'`;
  // What the rule does not ask about is not read: another place's SMS count for debts alone.
  const asked = [
    sql`${since('24 hours')} and ${ours}`,
    ...(kind === 'debt' ? [sql`${since('7 days')} and ${debtSms}`] : []),
    ...(template === null ? [] : [sql`${since('12 months')} and n.template_id = ${template} and ${ours}`]),
  ];
  const among = (condition: RawBuilder<unknown>, most: number) =>
    sql`least(count(*) filter (where ${condition}), ${sql.lit(most)})::int`;
  return sql`select ${stays} as profile_id,
      case when bool_or(${since('24 hours')} and ${ours}) then ${sql.lit(REPEATED)} else 0 end
      | ${template === null ? sql`0` : sql`case when bool_or(${since('12 months')} and n.template_id = ${template} and ${ours}) then ${sql.lit(HAD_TEMPLATE)} else 0 end`}
      | (${among(sql`${since('24 hours')} and ${debtSms}`, 3)} << ${sql.lit(DAY_AT)}) | (${among(sql`${since('7 days')} and ${debtSms}`, 7)} << ${sql.lit(WEEK_AT)}) as bits
    from notification_message m join notification n on n.id = m.notification_id join profile a on a.id = m.profile_id
    where m.notification_id <> ${except} and m.status in (0, 1, 2, 3, 11)
      and m.created_at > ${ctx.now().toISOString()}::timestamptz - ${template === null ? (kind === 'debt' ? '7 days' : '24 hours') : '12 months'}::interval
      and (${sql.join(asked, sql` or `)}) ${amongFew(stays)} group by 1`;
}
