// The books in which a person writes money: those of his МО.
import { lockBooks } from '../queries/lock.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { forbidden } from '../../kernel/errors.ts';
import { dateIn } from '../../ports/clock.ts';
import { booksOf, type Books } from '../queries.ts';

/** @throws 403 at the level of a region, which has no books of its own */
export async function booksFor(ctx: Ctx, db: ReadDb | WriteDb = ctx.db): Promise<Books> {
  const books = await booksOf(db, ctx.actor);
  if (!books) throw forbidden('Доступно на уровне МО или ПО');
  return books;
}

/**
 * The books as they are now, held until the end of the transaction: writers of one МО go in turn and nobody closes the
 * period meanwhile. Everything that a rule asks for is read after this.
 */
export async function takeBooks(ctx: Ctx, tx: WriteDb): Promise<Books> {
  const books = await booksFor(ctx, tx);
  return { ...books, closed_until: await lockBooks(tx, books.mo_id) };
}

/** Today at the place and the last closed day, as rules of dates ask. */
export const calendarOf = (ctx: Ctx, books: Pick<Books, 'time_zone' | 'closed_until'>) => ({
  today: dateIn(ctx.now(), books.time_zone),
  closedUntil: books.closed_until,
});

export const placeOf = ({ region_id, mo_id, po_id }: Books) => ({ region_id, mo_id, po_id });
