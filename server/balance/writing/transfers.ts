// Moving open debts between debtors of a garage: to a former owner, to a new one, back. For transactions that change owners.
import { cardThere, personOfLine } from '../../kernel/alias.ts';
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';
import { linesOf, post, type Line, type Posting } from '../ledger.ts';

/** What every transfer needs; it posts inside the caller's transaction, after the books are held (`takeBooks`). */
export interface Transfer {
  garageId: number;
  /** Day of the document, `YYYY-MM-DD`: the day on which the case is completed, never in a closed period. */
  onDate: string;
  /** Owners whose lines are meant, as of a leaving co-owner; null: all that is open. */
  owners: readonly number[] | null;
  /** Only charges dated before this day; null: whenever charged. */
  before: string | null;
  /** Only charges dated on this day or later; null: whenever charged. */
  since: string | null;
  /** Only what comes from charges that a document moved, named by its key, and penalties on them; none: whatever it comes from. */
  movedBy?: string;
  /** Only lines of higher numbers than this; none: all. */
  after?: number;
  /** Where it comes from; none: a case. */
  source?: Posting['source'];
  /** Made of the case, so that a repeat posts nothing. */
  idempotencyKey: string;
  place: Posting['place'];
  comment: string;
  createdBy: number | null;
  at: string;
}
export interface Moved {
  /** The document; null when nothing was open. */
  contributionId: number | null;
  amountKopecks: number;
  /** What was moved: charges by their origin. */
  parts: { origin: number; accrual_type_id: number | null; year: number; kopecks: number }[];
}

/**
 * «Долг остаётся за прежним владельцем»: what is open becomes the debt of `former` alone, from the day of the document on.
 * Payments of the present owners never close it, a payment with his `debtor_id` closes nothing else. Advances stay with the
 * garage. Call it before or after the owners change: it reads lines, not ownerships.
 */
export const leaveDebtWithFormerOwner = (tx: WriteDb, former: number, transfer: Transfer): Promise<Moved> =>
  move(tx, transfer, null, { debtor: former, owner: null });

/**
 * «Долг принимает новый владелец», and lines dated on or after the change (`since`), which are his unasked: a pair of lines
 * for each open part puts it under his name; age, order and ground of penalties stay those of the charge it comes from.
 */
export const moveDebtToNewOwner = (tx: WriteDb, owner: number, transfer: Transfer): Promise<Moved> =>
  move(tx, transfer, null, { debtor: null, owner });

/** Annulment: what is still open of a debt left to `former` returns to the owners of the garage, under `owner`. */
export const returnDebtToOwners = (tx: WriteDb, former: number, owner: number, transfer: Transfer): Promise<Moved> =>
  move(tx, transfer, former, { debtor: null, owner });

/** Cards that were one are separate again: what was left to one since (lines after `after`) is the debt of the other. */
export const giveDebtToDebtor = (
  tx: WriteDb,
  { from, to }: { from: number; to: number },
  transfer: Transfer,
): Promise<Moved> => move(tx, transfer, from, { debtor: to, owner: to });

/** Payment type «Перенос остатка»: neither a visit of the payer nor money of the day. */
const CARRIED = 9;

/**
 * Annulment: money of `former` that closes nothing is the garage's again, under `owner`: a pair of lines for each payment that it
 * comes from. Call it after his debts have come back: what he owes by other cases is closed by it first.
 */
export async function returnMoneyToOwners(
  tx: WriteDb,
  former: number,
  owner: number,
  transfer: Transfer,
): Promise<number> {
  const { rows } = await sql<{ line_id: number; kopecks: number }>`
    select s.line_id, s.kopecks from settle(array[${transfer.garageId}::int]) as s
    where s.kind in ('advance', 'aside') and s.kopecks > 0 and s.debtor_id = ${former}::int order by s.since, s.line_id`.execute(
    tx,
  );
  if (!rows.length) return 0;
  const { idempotencyKey, place, onDate, comment, createdBy, at } = transfer;
  // The newest is taken first, so that each line takes what is its own.
  const lines = rows.toReversed().flatMap(({ line_id, kopecks }): Line[] =>
    ([-1, 1] as const).map((sign) => ({
      garage_id: transfer.garageId,
      owner_id: owner,
      sign,
      amount_kopecks: kopecks,
      accrual_type_id: null,
      payment_type_id: CARRIED,
      period_year: Number(onDate.slice(0, 4)),
      on_date: onDate,
      comment,
      debtor_id: sign < 0 ? former : null,
      origin_id: line_id,
    })),
  );
  await post(
    tx,
    { kind: 'transfer', source: 'reregistration', idempotencyKey, place, onDate, comment, createdBy, at },
    linesOf(lines),
    sql`order by line.nth`,
  );
  return rows.reduce((sum, one) => sum + one.kopecks, 0);
}

interface OpenPart {
  line_id: number;
  origin: number;
  owner_id: number | null;
  debtor_id: number | null;
  accrual_type_id: number | null;
  payment_type_id: number | null;
  year: number;
  kopecks: number;
}

async function move(
  tx: WriteDb,
  transfer: Transfer,
  from: number | null,
  to: { debtor: number | null; owner: number | null },
): Promise<Moved> {
  const open = await openParts(tx, transfer, from);
  const moving = open.filter((part) => to.debtor !== part.debtor_id || part.owner_id !== to.owner);
  if (!moving.length) return { contributionId: null, amountKopecks: 0, parts: [] };
  const line = (part: OpenPart, sign: 1 | -1): Line => ({
    garage_id: transfer.garageId,
    owner_id: sign > 0 ? part.owner_id : (to.owner ?? to.debtor),
    sign,
    amount_kopecks: part.kopecks,
    accrual_type_id: part.accrual_type_id,
    payment_type_id: part.payment_type_id,
    period_year: part.year,
    on_date: transfer.onDate,
    comment: transfer.comment,
    debtor_id: sign > 0 ? part.debtor_id : to.debtor,
    origin_id: part.origin,
  });
  const { idempotencyKey, place, onDate, comment, createdBy, at } = transfer;
  const posting = { idempotencyKey, place, onDate, comment, createdBy, at };
  const lines = moving.flatMap((part) => [line(part, 1), line(part, -1)]);
  const posted = await post(
    tx,
    { kind: 'transfer', source: transfer.source ?? 'reregistration', ...posting },
    linesOf(lines),
    sql`order by line.nth`,
  );
  return {
    contributionId: posted.contributionId,
    amountKopecks: moving.reduce((sum, part) => sum + part.kopecks, 0),
    parts: moving.map(({ origin, accrual_type_id, year, kopecks }) => ({ origin, accrual_type_id, year, kopecks })),
  };
}

/** What a document left to somebody is known by the document: his debt may stand under another of his cards by now. */
const ofDebtor = ({ movedBy }: Transfer, debtor: number | null) =>
  debtor !== null && movedBy ? sql`s.debtor_id is not null` : sql`s.debtor_id is not distinct from ${debtor}::int`;

/** Charges that a document moved, or that were moved anew in its place. */
const movedCharges = ({ garageId, movedBy }: Transfer) => sql`select l.origin_id from balance_operation l
  join contribution c on c.id = l.contribution_id
  where l.garage_id = ${garageId}::int and l.origin_id is not null and split_part(c.idempotency_key, ':anew:', 1) = ${movedBy ?? null}`;

/** What is open of a debtor, the oldest first; a part moved before is known by the charge it comes from. */
async function openParts(tx: WriteDb, transfer: Transfer, debtor: number | null): Promise<OpenPart[]> {
  const { owners, before, since, movedBy, after } = transfer;
  const { rows } = await sql<OpenPart>`
    select o.id as line_id, coalesce(o.origin_id, o.id) as origin, ${personOfLine('o')} as owner_id, s.debtor_id, o.accrual_type_id, o.payment_type_id, o.period_year as year, s.kopecks
    from settle(array[${transfer.garageId}::int]) as s join balance_operation o on o.id = s.line_id
    where s.kind = 'charge' and s.kopecks > 0 and ${ofDebtor(transfer, debtor)}
      and (${owners === null} or ${cardThere(personOfLine('o'))} = any(${owners ?? []}::int[]))
      and (${movedBy ?? null}::text is null or coalesce(o.origin_id, o.id) in (${movedCharges(transfer)})
        or exists (select 1 from penalty_part part join balance_operation charge on charge.garage_id = part.garage_id
            and charge.accrual_type_id = part.accrual_type_id and charge.period_year = part.period_year
          where part.operation_id = coalesce(o.origin_id, o.id) and charge.id in (${movedCharges(transfer)})))
      and (${after ?? null}::bigint is null or o.id > ${after ?? null}::bigint)
      and (${before}::date is null or s.since < ${before}::date) and (${since}::date is null or s.since >= ${since}::date)
    order by s.since, origin, o.id`.execute(tx);
  return rows;
}
