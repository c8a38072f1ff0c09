// What must be known of an owner who is no person before the card is entered.
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { personInScope } from '../../kernel/scope.ts';
import type { ProfileColumns } from '../writing.ts';
import { representativeProblems } from '../writing/representatives.ts';

/** The card that is being corrected: what it says already is no question. */
export interface OwnCard {
  id: number;
  inn: string | null;
  estate_of: number | null;
}

/** The dead person whose estate it is has a card here; an organisation and an estate are entered once. */
export async function otherOwnerProblems(
  ctx: Ctx,
  input: ProfileColumns,
  found: FieldErrors,
  own: OwnCard | null,
): Promise<FieldErrors> {
  const errors = await kindProblems(ctx, input, found, own);
  if (!input.representative) return errors;
  const wrong = await representativeProblems(ctx, input.representative, { id: null, ...input });
  for (const [field, text] of Object.entries(wrong)) errors[`representative.${field}`] = text;
  return errors;
}

async function kindProblems(
  ctx: Ctx,
  { kind, inn, estateOf }: ProfileColumns,
  found: FieldErrors,
  own: OwnCard | null,
): Promise<FieldErrors> {
  const known = () =>
    ctx.db
      .selectFrom('profile as p')
      .where('p.merged_into', 'is', null)
      .where('p.id', '<>', own?.id ?? 0)
      .where(personInScope(ctx.actor, 'p'));
  if (kind === 'estate' && estateOf && estateOf !== own?.estate_of) {
    const dead = await known()
      .where('p.id', '=', estateOf)
      .where('p.kind', '=', 'person')
      .select('p.id')
      .executeTakeFirst();
    if (!dead) return { estateOf: 'Человек не найден' };
    const estate = await known()
      .where('p.estate_of', '=', estateOf)
      .where('p.kind', '=', 'estate')
      .select('p.full_name')
      .executeTakeFirst();
    return estate ? { estateOf: `Уже есть в базе: ${estate.full_name?.trim()}. Выберите её из списка` } : {};
  }
  if (kind !== 'organisation' || !inn || found.inn || inn === own?.inn) return {};
  const same = await known()
    .where('p.inn', '=', inn)
    .where('p.kind', '=', 'organisation')
    .select('p.full_name')
    .executeTakeFirst();
  return same ? { inn: `Уже есть в базе: ${same.full_name}. Выберите её из списка` } : {};
}

/** The log names the one whose estate it is: a number says nothing. */
export async function withDeadName<Row extends { estate_of: number | null }>(ctx: Ctx, row: Row) {
  if (!row.estate_of) return row;
  const dead = ctx.db.selectFrom('profile').where('id', '=', row.estate_of).select('full_name');
  return { ...row, estate_of: (await dead.executeTakeFirst())?.full_name ?? null };
}
