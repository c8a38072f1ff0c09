// An inheritance: after whom it is, what its certificates must say, who of the owners is marked as dead. Pure.
import { formatDate } from '../../../contract/kernel/words.ts';
import { leavingOf, type CaseFacts, type Deceased, type Sides } from './facts.ts';

const INHERITANCE = 3;

/** After whom the leaving owners' part is inherited, each once; of another reason nobody. */
export function deceasedOf(facts: Sides): Deceased[] {
  if (facts.reason !== INHERITANCE) return [];
  const found = new Map<number, Deceased>();
  for (const { dead } of leavingOf(facts).leaving) if (dead) found.set(dead.profile_id, dead);
  return [...found.values()];
}

export interface Wrong {
  field: string;
  text: string;
}

/** Everything an inheritance can't be: of two people at once, of an organisation, before the death. */
export function inheritanceProblems(facts: CaseFacts): Wrong[] {
  if (facts.reason !== INHERITANCE) return [];
  const dead = deceasedOf(facts);
  const found: Wrong[] = [];
  if (leavingOf(facts).leaving.some((owner) => !owner.dead))
    found.push({ field: 'leaving', text: 'После организации не наследуют: выберите другое основание' });
  if (dead.length > 1)
    found.push({ field: 'leaving', text: 'Наследуют после одного человека: отметьте, чья доля переходит' });
  found.push(...deathProblems(facts.details, facts.date));
  for (const owner of facts.newOwners) {
    if (dead.some(({ profile_id }) => profile_id === owner.profile_id))
      found.push({ field: 'newOwner', text: `${owner.full_name}: наследуют после этого человека` });
    if (owner.kind === 'estate' && dead.length === 1 && owner.estate_of !== dead[0]!.profile_id)
      found.push({ field: 'newOwner', text: `${owner.full_name}: это наследство другого человека` });
  }
  return found;
}

/** What can't have been before the death: the change of owners on its day, the certificate of the heirs. */
export function deathProblems({ deathDate, inheritanceDate }: CaseFacts['details'], date: string): Wrong[] {
  const found: Wrong[] = [];
  if (deathDate && date < deathDate)
    found.push({ field: 'date', text: `Дата перехода не может быть раньше дня смерти, ${formatDate(deathDate)}` });
  if (deathDate && inheritanceDate && inheritanceDate < deathDate)
    found.push({
      field: 'details.inheritanceDate',
      text: 'Свидетельство о праве на наследство выдают после дня смерти',
    });
  return found;
}

/** The estate itself keeps what its heirs have not taken, beside the one who comes. */
export const keepsRest = ({ reason, newOwners }: Pick<CaseFacts, 'reason' | 'newOwners'>, kind: string) =>
  reason === INHERITANCE && kind === 'estate' && newOwners.length > 1;
