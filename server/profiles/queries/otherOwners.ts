// What must be known of an owner who is no person before the card is entered.
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { personInScope } from '../../kernel/scope.ts';
import type { ProfileColumns } from '../writing.ts';
import { representativeProblems } from '../writing/representatives.ts';

/** The dead person whose estate it is has a card here; an organisation and an estate are entered once. */
export async function otherOwnerProblems(ctx: Ctx, input: ProfileColumns, found: FieldErrors): Promise<FieldErrors> {
  const errors = await kindProblems(ctx, input, found);
  if (!input.representative) return errors;
  const wrong = await representativeProblems(ctx, input.representative, { id: null, ...input });
  for (const [field, text] of Object.entries(wrong)) errors[`representative.${field}`] = text;
  return errors;
}

async function kindProblems(
  ctx: Ctx,
  { kind, inn, estateOf }: ProfileColumns,
  found: FieldErrors,
): Promise<FieldErrors> {
  const known = () =>
    ctx.db.selectFrom('profile as p').where('p.merged_into', 'is', null).where(personInScope(ctx.actor, 'p'));
  if (kind === 'estate' && estateOf) {
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
  if (kind !== 'organisation' || !inn || found.inn) return {};
  const same = await known()
    .where('p.inn', '=', inn)
    .where('p.kind', '=', 'organisation')
    .select('p.full_name')
    .executeTakeFirst();
  return same ? { inn: `Уже есть в базе: ${same.full_name}. Выберите её из списка` } : {};
}
