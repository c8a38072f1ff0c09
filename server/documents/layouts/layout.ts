// What a kind of paper adds to the frame: its text, its own variables and parts, who signs it, when it may not be printed.
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import type { RichText } from '../../../contract/kernel/richTextFold.ts';
import type { Facts, OrgFacts, OwnerFacts, PersonFacts } from '../facts/types.ts';
import { shareWords } from '../../kernel/paper/words.ts';
import { goneSince, ownerless } from '../rules/ownersOn.ts';
import type { GrammaticalCase } from '../../kernel/words/names.ts';
import { nameIn } from '../../kernel/words/nameCases.ts';

export interface Part {
  about: string;
  /** Why there may be none, in words. */
  none?: string;
  /** It says names of people of the paper in this case. */
  declines?: GrammaticalCase;
  value: (facts: Facts) => string;
}

/** Name of the part that is a line to cut along: what a letter has after it is torn off, and stands under the signatures. */
export const CUT = 'ЛинияОтреза';
export const cutLine: Part = {
  about: 'Линия отреза; в письме то, что после неё, стоит под подписями',
  value: () =>
    '#block(above: 8pt, below: 8pt)[#line(length: 100%, stroke: (thickness: 0.5pt, dash: "dashed"))#align(center, text(size: 8pt)[линия отреза])]',
};

/** Name of the part at which an insert is folded. */
export const FOLD = 'Сгиб';
export const foldMark: Part = { about: 'Сгиб: что после него, стоит на правой половине', value: () => '' };

export interface Layout {
  code: string;
  frame: 'letter' | 'bare' | 'insert';
  text: RichText;
  /** Variables of this kind alone. */
  variables?: Readonly<Record<string, Part>>;
  /** Parts that the program fills, as Typst. */
  slots?: Readonly<Record<string, Part>>;
  /** Written by people: no official is named as who made it. */
  isOfPeople?: true;
  /** Whom the journal names, when it is not the person of the record. */
  personOf?: (facts: Facts) => number | null;
  signatures: (facts: Facts) => readonly (readonly [role: string, name: string | null])[];
  /** Why it can't be of its day, in words that stand at the day. */
  notOn?: (facts: Facts) => string | null;
  /** Why it can't be printed of these facts, in words. */
  refuse?: (facts: Facts) => string | null;
  /** Whether a text of people, by the variables and parts it names, says what these facts ask for; else the text of the program is printed. */
  fits?: (named: readonly string[], facts: Facts) => boolean;
  /** What the person typed that a text of people has no place for, by field. */
  unsaid?: (named: readonly string[], facts: Facts) => FieldErrors;
  /** Code of the kind that fits what was refused. */
  instead?: (facts: Facts) => string | null;
}

export const chairman = ({ org }: { org: OrgFacts }): readonly [string, string | null] => [
  org.org_form === 'voa_po' ? 'Председатель ПО' : 'Председатель правления',
  initialed(org.chairman_name),
];
export const treasurer = ({ org }: { org: OrgFacts }): readonly [string, string | null] => [
  'Бухгалтер (казначей)',
  initialed(org.treasurer_name),
];

/** «Воронин Николай Андреевич» and «Воронин Н. А.» as a signature is read: «Н. А. Воронин»; other names as they are. */
export function initialed(name: string | null): string | null {
  const words = (name ?? '').replaceAll('.', '. ').trim().split(/\s+/);
  const [last, ...others] = words;
  if (words.length < 2 || words.length > 3 || last!.endsWith('.')) return name;
  return [...others.map((word) => `${word[0]}.`), last].join('\u00a0');
}

export const presentOwners = (facts: Facts): OwnerFacts[] =>
  (facts.garage?.owners ?? []).filter((owner) => owner.ended_on === null);

/** Whether two owned at the same time. */
const ownedTogether = (one: OwnerFacts, other: OwnerFacts): boolean =>
  (!one.ended_on || !other.started_on || other.started_on < one.ended_on) &&
  (!other.ended_on || !one.started_on || one.started_on < other.ended_on);

/** The share of an owner in words: the whole of one who owned alone; of several whose shares nobody wrote down none is told. */
export const shareOf = (owner: OwnerFacts, owners: readonly OwnerFacts[]): string =>
  shareWords(owner.share, !owners.some((other) => other !== owner && ownedTogether(owner, other)));

/** A paper of a debt where none is: a certificate that says so. */
export const noDebtInstead = ({ bill, person }: Facts): string | null =>
  person && bill?.debt_kopecks === 0 ? 'ref_no_debt' : null;
export const PRINT_NO_DEBT = 'Напечатайте «Справку об отсутствии задолженности»';

/** A day of which nothing can be claimed of the garage: it had no owner, or he left since. */
export const claimOn = (facts: Facts): string | null => ownerless(facts) ?? goneSince(facts);

/** A paper about an owner of a garage that has none. */
export const needsOwner = (facts: Facts): string | null =>
  facts.person ? null : 'У гаража нет владельца: документ не на кого выписать';

/** A paper that says that somebody owns a garage now: of one in the archive it would be untrue. */
export const needsStanding = (facts: Facts): string | null =>
  facts.garage && !facts.garage.is_active
    ? 'Гараж в архиве: о владении им сейчас справок не выдают. Напечатайте «Выписку из реестра» или «Акт сверки»'
    : needsOwner(facts);

/** Full names in a case, one after another. */
export const namesIn = (people: readonly PersonFacts[], to: Parameters<typeof nameIn>[1]): string =>
  people.map((one) => nameIn(one, to)).join(', ');
