// What of a kind of papers may not change. Pure.
import { FIRST_ADDED_ID } from '../../../contract/references.ts';
import { withUsers } from '../../kernel/usedBy.ts';

/** Papers with passports and addresses. */
const WITH_PASSPORT = [9, 10, 11, 12, 14, 15, 17];
/** Reconciliation and the court order count a period. */
const OF_PERIOD = [8, 17];

/** Fields of a kind that keep their value, each with the reason. */
export function fixedOfKind({
  id,
  is_used,
  users,
}: {
  id: number;
  is_used: boolean;
  users?: string | null;
}): Record<string, string> {
  if (id >= FIRST_ADDED_ID) return is_used ? { contexts: withUsers('Документы этого вида уже напечатаны', users) } : {};
  return {
    contexts: 'Вид пришёл с программой: откуда его печатают, не меняется',
    ...(WITH_PASSPORT.includes(id) && {
      is_personal: 'В документе паспорт и адрес: без права «Ведение реестра» его не печатают',
    }),
    ...(OF_PERIOD.includes(id) && { date_mode: 'Документ составляется за период' }),
  };
}
