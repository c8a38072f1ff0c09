// «Что произойдёт»: every consequence of a completion as a numbered line with its figure. Pure.
import type { OutcomeLine } from '../../../contract/reregistrations.ts';
import { dayOf, rubles } from '../../books/rules/words.ts';
import { leavingOf, sharesAfter, type CaseFacts } from './checks.ts';
import { reasonOf } from './reasons.ts';

export interface Money {
  fee: { kopecks: number; text: string };
  feePayer: 'old' | 'new';
  /** New non-members, each with the fee he pays. */
  entrance: { name: string; kopecks: number }[];
}

export function linesOf(facts: CaseFacts, money: Money): OutcomeLine[] {
  const reason = reasonOf(facts.reason);
  const { leaving } = leavingOf(reason, facts.owners, facts.leaving);
  const lines: OutcomeLine[] = [];
  const say = (key: string, text: string, kopecks: number | null = null) => lines.push({ key, text, kopecks });
  const first = facts.transit[0]?.date ?? facts.date;
  for (const owner of leaving) say('close', `${owner.full_name} перестаёт быть владельцем ${dayOf(first)}`);
  for (const step of facts.transit) say('transit', `${step.full_name} владеет промежуточно с ${dayOf(step.date)}`);
  for (const { owner, share } of sharesAfter(facts).comes)
    say('open', `${owner.full_name} становится владельцем ${dayOf(facts.date)}${share ? `, доля ${share}` : ''}`);
  if (reason.id === 7) say('vacant', 'Гараж остаётся без владельца, за ПО');
  if (reason.id === 12) say('rename', `Имя владельца станет «${newNameOf(facts)}»`);
  if (facts.debt_kopecks > 0 && !reason.ignoresDebt) say('debt', debtText(facts), facts.debt_kopecks);
  if (money.fee.kopecks)
    say(
      'fee',
      `Сбор за переоформление платит ${money.feePayer === 'old' ? 'прежний' : 'новый'} владелец`,
      money.fee.kopecks,
    );
  for (const { name, kopecks } of money.entrance) say('entrance', `Вступительный взнос: ${name}`, kopecks);
  say('lock', 'Замок с гаража снимется');
  return lines;
}

/** Name after a change of name. */
export const newNameOf = ({ details }: Pick<CaseFacts, 'details'>) =>
  [details.newLastName, details.newFirstName, details.newFatherName].filter(Boolean).join(' ');

function debtText({ debtAnswer, debt_kopecks }: CaseFacts): string {
  if (debtAnswer === 'stays_old') return `Долг ${rubles(debt_kopecks)} остаётся за прежним владельцем`;
  if (debtAnswer === 'moves_new') return `Долг ${rubles(debt_kopecks)} принимает новый владелец`;
  return `Долг ${rubles(debt_kopecks)} нужно погасить до завершения`;
}

/** What a completion must find as it was shown: figures and people. */
export const expectedOf = (facts: CaseFacts, money: Money): string =>
  [
    facts.debt_kopecks,
    facts.debtAnswer ?? '',
    money.fee.kopecks,
    money.entrance.reduce((sum, { kopecks }) => sum + kopecks, 0),
    facts.owners.map((owner) => `${owner.id}/${owner.share ?? ''}`).join(','),
    facts.newOwners.map((owner) => owner.profile_id).join(','),
    facts.date,
  ].join('|');
