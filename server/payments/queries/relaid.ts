// How many other payments an undoing or a correction of a payment lays otherwise.
import { sql } from 'kysely';
import { relaidByUndoing } from '../../balance/queries/relaid.ts';
import type { ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { goingWith } from '../../penalties/queries/undoing.ts';
import type { FoundLine } from './lines.ts';

/** What is undone of a line's document: an offset goes whole, else its garages would not agree. */
export const isWhole = (line: FoundLine, asked: boolean) =>
  asked || line.source === 'offset' || line.document_lines === 1;

/** Payments that close something else once a line, or its whole document, is undone on a day. */
export function relaidByUndo(db: ReadDb | WriteDb, line: FoundLine, whole: boolean, date: string): Promise<number> {
  const which = whole ? sql`charge.contribution_id = ${line.document_id}` : sql`charge.id = ${line.id}`;
  return relaidByUndoing(db, goingWith(which), date);
}

/** What a payment is corrected to; `amount` in kopecks. */
export interface Corrected {
  garage: number;
  date: string;
  amount: number;
  paymentType: number;
  accrualType: number | null;
  year: number | null;
}

/** Payments that close something else once a line gives way to another. */
export function relaidByCorrection(db: ReadDb | WriteDb, line: FoundLine, money: Corrected): Promise<number> {
  return relaidByUndoing(db, sql`${line.id}::bigint`, line.on_date, {
    garage_id: money.garage,
    on_date: money.date,
    sign: 1,
    amount_kopecks: money.amount,
    accrual_type_id: money.accrualType,
    payment_type_id: money.paymentType,
    period_year: money.year ?? Number(money.date.slice(0, 4)),
    debtor_id: money.garage === line.garage_id ? line.debtor_id : null,
  });
}
