// The books in which a person writes money: those of his МО.
import type { Ctx } from '../../kernel/ctx.ts';
import { forbidden } from '../../kernel/errors.ts';
import { booksOf, type Books } from '../queries.ts';

/** @throws 403 at the level of a region, which has no books of its own */
export async function booksFor(ctx: Ctx): Promise<Books> {
  const books = await booksOf(ctx.db, ctx.actor);
  if (!books) throw forbidden('Доступно на уровне МО или ПО');
  return books;
}

export const placeOf = ({ region_id, mo_id, po_id }: Books) => ({ region_id, mo_id, po_id });
