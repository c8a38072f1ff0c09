// «Что произойдёт»: every consequence of a completion as a numbered line with its figure. Pure.
import type { OutcomeLine } from '../../../contract/reregistrations.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { rubles } from '../../books/rules/words.ts';
import { leavingOf, sharesAfter, type CaseFacts } from './facts.ts';
import { sideWords, type FeePayer } from './feePayer.ts';
import { deceasedOf } from './inheritance.ts';
import { reasonOf } from './reasons.ts';

/** What one change of owners costs; a chain has several. */
export interface FeePart {
  /** Who came by it. */
  name: string | null;
  reason: number;
  kopecks: number;
}

export interface Money {
  fee: { kopecks: number; text: string };
  /** Of each change in turn; together they are the fee. */
  parts: FeePart[];
  /** Whose the fee is; null while nobody is known. */
  payer: FeePayer | null;
  /** New non-members, each with the fee he pays. */
  entrance: { name: string; kopecks: number }[];
}

export function linesOf(facts: CaseFacts, money: Money): OutcomeLine[] {
  const reason = reasonOf(facts.reason);
  const lines: OutcomeLine[] = [];
  const say = (key: string, text: string, more: Partial<Omit<OutcomeLine, 'key' | 'text'>> = {}) =>
    lines.push({ key, text, note: null, figure: null, kopecks: null, ...more });
  const owners = ownersLine(facts);
  if (owners) lines.push(owners);
  for (const step of facts.transit) say('transit', `${step.full_name} владеет промежуточно с ${formatDate(step.date)}`);
  if (reason.id === 7 && facts.owners.length)
    say('vacant', 'Гараж остаётся без владельца', { note: 'Он числится за ПО' });
  const renamed = reason.id === 12 ? renamedOf(facts.owners, facts.leaving) : undefined;
  if (renamed)
    say('rename', `Имя владельца станет «${newNameOf(facts, renamed)}»`, { note: `было: ${nameOf(renamed)}` });
  for (const { full_name, is_marked } of deceasedOf(facts))
    if (!is_marked && facts.details.deathDate)
      say('dead', `${full_name} будет отмечен умершим ${formatDate(facts.details.deathDate)}`, {
        note: 'членство прекратится, рассылки ему больше не пойдут',
      });
  const changed = changedShares(facts);
  if (changed) say('shares', 'Доли тех, кто остаётся', { note: changed });
  if (facts.debt_kopecks > 0 && !reason.ignoresDebt) lines.push(debtLine(facts));
  if (facts.since_kopecks && facts.newOwners.length && !reason.ignoresDebt)
    say('since', 'Начисленное со дня смены переходит к новому владельцу', { kopecks: facts.since_kopecks });
  if (money.fee.kopecks)
    say('fee', 'Сбор за переоформление', {
      note: [`начислим: ${money.payer ? sideWords(money.payer) : 'новый'} владелец`, partsNote(money)]
        .filter(Boolean)
        .join('; '),
      kopecks: money.fee.kopecks,
    });
  for (const { name, kopecks } of money.entrance) say('entrance', 'Вступительный взнос', { note: name, kopecks });
  say('lock', 'Замок с гаража снимется');
  return lines;
}

/** What the fee of a chain is made of. */
const partsNote = ({ parts }: Money) =>
  parts.length > 1
    ? parts.map(({ reason, kopecks }) => `${reasonOf(reason).name.toLowerCase()} ${rubles(kopecks)}`).join(' + ')
    : null;

function ownersLine(facts: CaseFacts): OutcomeLine | null {
  const { leaving } = leavingOf(facts);
  const { comes } = sharesAfter(facts);
  if (!leaving.length && !comes.length) return null;
  const first = facts.transit[0]?.date ?? facts.date;
  const names = (list: readonly string[]) => list.join(', ');
  const shares = (list: readonly (string | null)[]) => list.filter(Boolean).join(' + ');
  const [before, after] = [shares(leaving.map(({ share }) => share)), shares(comes.map(({ share }) => share))];
  const parts = [
    leaving.length ? `выйдет ${formatDate(first)}: ${names(leaving.map((owner) => owner.full_name))}` : null,
    comes.length ? `войдёт ${formatDate(facts.date)}: ${names(comes.map(({ owner }) => owner.full_name))}` : null,
  ];
  return {
    key: 'owners',
    text: 'Владельцы',
    note: parts.filter(Boolean).join('; '),
    figure: before || after ? [before || '—', after || '—'].join(' → ') : null,
    kopecks: null,
  };
}

function changedShares(facts: CaseFacts): string | null {
  const changed = sharesAfter(facts).stays.filter(({ owner, share }) => share !== owner.share);
  return changed
    .map(({ owner, share }) => `${owner.full_name}: ${owner.share ?? 'без доли'} → ${share ?? 'без доли'}`)
    .join('; ');
}

/** What the main new owner owes after the completion: the debt he takes, the fee and the entrance fee that are his. */
export function owedAfter(facts: CaseFacts, money: Money): { name: string; kopecks: number } | null {
  const { comes } = sharesAfter(facts);
  const main = (comes.find(({ owner }) => owner.is_primary) ?? comes[0])?.owner;
  if (!main) return null;
  const debt = facts.debtAnswer === 'moves_new' && !reasonOf(facts.reason).ignoresDebt ? facts.debt_kopecks : 0;
  const fee = money.payer?.side === 'new' ? money.fee.kopecks : 0;
  const entrance = money.entrance.find(({ name }) => name === main.full_name)?.kopecks ?? 0;
  const since = reasonOf(facts.reason).ignoresDebt ? 0 : (facts.since_kopecks ?? 0);
  return { name: main.full_name, kopecks: debt + since + fee + entrance };
}

/** A name by its parts. */
export interface NameParts {
  last_name: string;
  first_name: string;
  father_name: string;
}
export const nameOf = ({ last_name, first_name, father_name }: NameParts) =>
  [last_name, first_name, father_name].filter(Boolean).join(' ');

/** Name after a change of name: what is not changed stays. */
export const newNameOf = ({ details }: Pick<CaseFacts, 'details'>, was: NameParts) =>
  nameOf({
    last_name: details.newLastName ?? was.last_name,
    first_name: details.newFirstName || was.first_name,
    father_name: details.newFatherName || was.father_name,
  });

/** Whose name changes: the owner who was chosen, or the only one. */
export const renamedOf = <Owner extends { id: number }>(owners: readonly Owner[], chosen: readonly number[]) =>
  owners.find(({ id }) => chosen.includes(id)) ?? owners[0];

function debtLine({ debtAnswer, debt_kopecks, newOwners }: CaseFacts): OutcomeLine {
  const line = { key: 'debt', figure: null, kopecks: debt_kopecks };
  const pair = `две строки на каждый взнос: −${rubles(debt_kopecks)} у прежнего, +${rubles(debt_kopecks)} у нового`;
  if (debtAnswer === 'stays_old')
    return { ...line, text: 'Долг остаётся за прежним владельцем', note: 'новый владелец его не платит' };
  if (debtAnswer === 'moves_new' && !newOwners.length)
    return { ...line, text: 'Долг принимают оставшиеся владельцы', note: 'строки учёта не меняются' };
  if (debtAnswer === 'moves_new') return { ...line, text: 'Долг переходит к новому владельцу', note: pair };
  return { ...line, text: 'Долг нужно погасить до завершения', note: null };
}

/** What a completion must find as it was shown: figures and people. */
export const expectedOf = (facts: CaseFacts, money: Money): string =>
  [
    facts.debt_kopecks,
    facts.debtAnswer ?? '',
    facts.since_kopecks ?? 0,
    money.fee.kopecks,
    money.entrance.reduce((sum, { kopecks }) => sum + kopecks, 0),
    facts.owners.map((owner) => `${owner.id}/${owner.share ?? ''}`).join(','),
    facts.newOwners.map((owner) => owner.profile_id).join(','),
    facts.date,
  ].join('|');
