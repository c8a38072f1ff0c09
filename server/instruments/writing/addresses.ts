// Writing of the normalising: spellings listed and read, put into cards, given back.
import { sql } from 'kysely';
import type { AddressCode } from '../../../contract/addresses.ts';
import type { AddressDeed } from '../../../contract/instruments/normalising.ts';
import { profileFields } from '../../../contract/fields/profiles.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { cardsOf, type RunScope } from '../queries/addresses.ts';

const columnOf = { registration: 'registration_address', actual: 'actual_address' } as const;
const codeOf = { registration: 'registration_fias', actual: 'actual_fias' } as const;
type Field = keyof typeof columnOf;
/** The state a spelling must be in for a deed, and the one it comes into. */
export const deeds: Record<AddressDeed, { from: string; to: string; words: string }> = {
  apply: { from: 'waiting', to: 'applied', words: 'Адреса приведены к одному написанию' },
  skip: { from: 'waiting', to: 'skipped', words: 'Адреса оставлены как были' },
  wait: { from: 'skipped', to: 'waiting', words: 'Адреса снова ждут решения' },
  return: { from: 'applied', to: 'returned', words: 'Возвращены прежние адреса' },
};

/** Lists the spellings of cards `from` < id ≤ `to`; answers nothing: the same again changes nothing. */
export async function listSpellings(tx: WriteDb, runId: number, scope: RunScope, [from, to]: [number, number]) {
  const found = cardsOf(scope, sql`p.id > ${from} and p.id <= ${to}`);
  await sql`insert into address_variant (run_id, was) select distinct ${runId}::int, f.was from (${found}) f
    on conflict (run_id, was) do nothing`.execute(tx);
  await sql`insert into address_card (variant_id, profile_id, field)
    select v.id, f.profile_id, f.field from (${found}) f join address_variant v on v.run_id = ${runId} and v.was = f.was
    on conflict do nothing`.execute(tx);
  await tx.updateTable('address_run').set({ listed_to: to }).where('id', '=', runId).execute();
}

export interface ReadVariant {
  id: number;
  becomes: string | null;
  quality: string;
  remark: string | null;
  isPostal: boolean;
  fias: AddressCode | null;
}

/** Keeps what was read of spellings. `asked`: answers of the service that were paid for. */
export async function keepRead(tx: WriteDb, runId: number, rows: readonly ReadVariant[], asked: number) {
  await sql`update address_variant v set becomes = f.becomes, quality = f.quality, remark = f.remark, is_postal = f."isPostal", fias = f.fias
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(id int, becomes text, quality text, remark text, "isPostal" boolean, fias jsonb)
    where v.id = f.id and v.run_id = ${runId}`.execute(tx);
  if (asked) await sql`update address_run set asked = asked + ${asked} where id = ${runId}`.execute(tx);
  const settled = rows.filter(({ quality }) => quality === 'same').map(({ id }) => id);
  if (!settled.length) return;
  await keepCodes(tx, settled);
  await remember(tx, settled);
}

/** An address that is written as the service writes it gets its id: the text, which cards and the log show, stays. */
async function keepCodes(tx: WriteDb, variants: readonly number[]) {
  for (const field of ['registration', 'actual'] as const)
    await sql`update profile p set ${sql.ref(codeOf[field])} = f.fias from (select c.profile_id, v.fias
        from address_card c join address_variant v on v.id = c.variant_id join profile his on his.id = c.profile_id
        where v.id = any(${[...variants]}::int[]) and v.fias is not null and c.field = ${field}
          and his.merged_into is null and not his.is_anonymised order by his.id for no key update of his) f
      where p.id = f.profile_id and ${sql.ref(`p.${columnOf[field]}`)} = f.fias ->> 'text'`.execute(tx);
}

interface CardRow {
  profile_id: number;
  field: Field;
  was: string;
  becomes: string;
  /** The ФИАС id of what it becomes, and the one it had. */
  fias: AddressCode | null;
  had: AddressCode | null;
  full_name: string;
  region_id: number;
  mo_id: number;
  po_id: number;
  version: number;
}

export interface Decided {
  addresses: number;
  cards: number;
  left: number;
}

/**
 * Does one deed to the given spellings of a run, all of it in the caller's transaction; one line of the log for each card. A card whose
 * address is another by now is left as it is and counted.
 */
export async function decide(
  write: Write,
  ctx: Ctx,
  runId: number,
  deed: AddressDeed,
  ids: readonly number[],
): Promise<Decided> {
  const { tx } = write;
  const { from, to } = deeds[deed];
  const at = ctx.now().toISOString();
  const { rows: taken } = await sql<{
    id: number;
  }>`update address_variant v set state = ${to}, decided_by = ${ctx.actor.userId || null}::int,
      decided_at = ${at}::timestamptz
    where v.run_id = ${runId} and v.id = any(${[...ids]}::int[]) and v.state = ${from}
      and (${deed !== 'apply'} or v.becomes is not null) returning v.id`.execute(tx);
  const variants = taken.map(({ id }) => id);
  if (!variants.length) return { addresses: 0, cards: 0, left: 0 };
  if (deed === 'skip') await remember(tx, variants);
  if (deed === 'skip' || deed === 'wait') return { addresses: variants.length, cards: 0, left: 0 };
  const { rows } = await cardsToChange(deed, variants).execute(tx);
  const [{ total }] = (
    await sql<{
      total: number;
    }>`select count(*)::int as total from address_card c where c.variant_id = any(${variants}::int[])
      and (${deed === 'apply'} or c.is_changed)`.execute(tx)
  ).rows as [{ total: number }];
  await writeCards(write, ctx, deed, rows);
  await sql`update address_card c set is_changed = ${deed === 'apply'}, was_fias = case when ${deed === 'apply'} then f.had end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(profile_id int, field text, had jsonb)
    where c.variant_id = any(${variants}::int[]) and c.profile_id = f.profile_id and c.field = f.field`.execute(tx);
  await remember(tx, variants);
  return { addresses: variants.length, cards: rows.length, left: total - rows.length };
}

/** Cards of the spellings that still carry what the deed starts from, locked in order. */
function cardsToChange(deed: 'apply' | 'return', variants: readonly number[]) {
  const [was, becomes, fias] =
    deed === 'apply' ? [sql`v.was`, sql`v.becomes`, sql`v.fias`] : [sql`v.becomes`, sql`v.was`, sql`c.was_fias`];
  return sql<CardRow>`select c.profile_id, c.field, ${was} as was, ${becomes} as becomes, ${fias} as fias,
      case c.field when 'registration' then p.registration_fias else p.actual_fias end as had, p.full_name, p.region_id, p.mo_id, p.po_id, p.version
    from address_card c join address_variant v on v.id = c.variant_id join profile p on p.id = c.profile_id
    where c.variant_id = any(${[...variants]}::int[]) and p.merged_into is null and not p.is_anonymised and (${deed === 'apply'} or c.is_changed)
      and case c.field when 'registration' then p.registration_address else p.actual_address end = ${was}
    order by p.id, c.field for no key update of p`;
}

async function writeCards({ tx, log, emit }: Write, ctx: Ctx, deed: 'apply' | 'return', rows: readonly CardRow[]) {
  if (!rows.length) return;
  const people = Map.groupBy(rows, ({ profile_id }) => profile_id);
  const at = ctx.now().toISOString();
  for (const field of ['registration', 'actual'] as const) {
    const some = rows.filter((row) => row.field === field);
    if (some.length)
      await sql`update profile p set ${sql.ref(columnOf[field])} = f.becomes, ${sql.ref(codeOf[field])} = f.fias
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as f(profile_id int, becomes text, fias jsonb) where p.id = f.profile_id`.execute(
        tx,
      );
  }
  await sql`update profile set version = version + 1, updated_at = ${at}::timestamptz where id = any(${[...people.keys()]}::int[])`.execute(
    tx,
  );
  for (const [id, changes] of people) {
    const { full_name, region_id, mo_id, po_id } = changes[0]!;
    const side = (key: 'was' | 'becomes') => Object.fromEntries(changes.map((one) => [columnOf[one.field], one[key]]));
    const names = changes.map(({ field }) => labels[field]).join(', ');
    await log({
      verb: 'profile.update',
      object: { type: 'profile', id, name: full_name },
      place: { region_id, mo_id, po_id },
      text: `${deed === 'apply' ? 'Адрес приведён к одному написанию' : 'Возвращён прежний адрес'}: ${names}`,
      before: side('was'),
      after: side('becomes'),
    });
  }
  for (const [region, some] of Map.groupBy(rows, ({ region_id }) => region_id)) {
    const message = { resource: 'profiles', ids: [...new Set(some.map(({ profile_id }) => profile_id))] };
    await emit({ region, mo: null, po: null }, { type: 'records_changed', message });
  }
}

const labels: Record<Field, string> = {
  registration: profileFields.registrationAddress.label.toLowerCase(),
  actual: profileFields.actualAddress.label.toLowerCase(),
};

/** Both spellings of settled rows are known from now on. */
const remember = (tx: WriteDb, variants: readonly number[]) =>
  sql`insert into address_known (digest, at) select distinct sha256(convert_to(t.text, 'UTF8')), now()
    from address_variant v, lateral (values (v.was), (case when v.state in ('applied', 'returned') then v.becomes end)) t(text)
    where v.id = any(${[...variants]}::int[]) and t.text is not null on conflict do nothing`.execute(tx);
