// Who acts for a child in papers: under 14 the legal representative in his stead, from 14 to 18 the child with his consent. Pure.
import { isUnder } from '../../reregistrations/rules/checks.ts';
import { nameIn } from '../../kernel/words/nameCases.ts';
import type { GrammaticalCase } from '../../kernel/words/names.ts';
import { BLANK } from '../../kernel/paper/words.ts';
import type { WrittenCases } from '../../../contract/profiles/nameCases.ts';
import type { PersonFacts } from '../facts/types.ts';

type Child = Pick<
  PersonFacts,
  'kind' | 'birthday' | 'full_name' | 'last_name' | 'first_name' | 'father_name' | 'guardian'
> &
  Partial<WrittenCases>;

const under = (years: number, { birthday }: Pick<PersonFacts, 'birthday'>, day: string) =>
  isUnder(years, { kind: 'person', birthday }, day);

/** A child on the day of the paper: letters and bills are written to who represents him. */
export const isMinor = (person: Pick<PersonFacts, 'birthday'>, day: string): boolean => under(18, person, day);

/** A child under 14: the representative speaks for him. */
export const isSpokenFor = (person: Pick<PersonFacts, 'birthday'>, day: string): boolean => under(14, person, day);

/** What a dead person left, once somebody is named who represents it; until then its papers are addressed to it as it is called. */
const isEstate = ({ kind, guardian }: Pick<PersonFacts, 'kind' | 'guardian'>): boolean =>
  kind === 'estate' && guardian !== null;

/** The representative's name in a case; a place for it when no case has named him. */
const guardianIn = ({ guardian }: Pick<PersonFacts, 'guardian'>, to: GrammaticalCase): string => {
  if (!guardian) return BLANK;
  const [last_name = '', first_name = '', ...rest] = guardian.full_name.split(' ');
  return nameIn({ ...guardian, last_name, first_name, father_name: rest.join(' ') }, to);
};

/** «Кому»: «Иванову Ивану», of a child «Гаражовой Анне, законному представителю Иванова Петра». */
export const addressee = (person: Child, day: string): string =>
  isEstate(person)
    ? `${guardianIn(person, 'dative')}, представителю: ${person.full_name}`
    : isMinor(person, day)
      ? `${guardianIn(person, 'dative')}, законному представителю ${nameIn(person, 'genitive')}`
      : nameIn(person, 'dative');

/** How the representative of a child or an estate is greeted, without a name; null for who is written to himself. */
export const greetingOf = (person: Child, day: string): string | null =>
  isMinor(person, day) ? 'Уважаемый законный представитель' : isEstate(person) ? 'Уважаемый представитель' : null;

/** «От кого»: under 14 from the representative, from 14 on from the child with his consent. */
export function applicantIn(person: Child, day: string): string {
  if (under(14, person, day))
    return `${guardianIn(person, 'genitive')}, законного представителя ${nameIn(person, 'genitive')}`;
  const name = nameIn(person, 'genitive');
  return isMinor(person, day) ? `${name}, с согласия законного представителя ${guardianIn(person, 'genitive')}` : name;
}

/** Who says «ознакомлен» of himself in an application: for a child under 14 his representative. */
export function speakerOf(person: Child, day: string): Pick<PersonFacts, 'father_name'> {
  if (!under(14, person, day)) return person;
  const [, , ...rest] = person.guardian?.full_name.split(' ') ?? [];
  return { father_name: rest.join(' ') };
}

/** What stands after the name of a side: «, в лице законного представителя …»; empty for grown-ups. */
export function actingWords(person: Child, day: string): string {
  if (!isMinor(person, day)) return '';
  const how = under(14, person, day) ? 'в лице' : 'с согласия';
  return `, ${how} законного представителя ${guardianIn(person, 'genitive')}`;
}

/** «Гаражова Анна, законный представитель: Иванов Пётр», or the person himself. */
export const payerName = (person: Child, day: string): string =>
  isEstate(person)
    ? `${person.guardian!.full_name} (представитель) за: ${person.full_name}`
    : isMinor(person, day)
      ? `${person.guardian?.full_name ?? BLANK} (законный представитель) за: ${person.full_name}`
      : person.full_name;

/** Lines of signatures of a person: a child under 14 does not sign, an older one signs beside who consents. */
export function signaturesOf(role: string, person: Child, day: string): (readonly [string, string | null])[] {
  if (!isMinor(person, day)) return [[role, person.full_name]];
  const guardian = person.guardian?.full_name ?? null;
  return under(14, person, day)
    ? [[`${role}: законный представитель`, guardian]]
    : [
        [role, person.full_name],
        ['Согласен: законный представитель', guardian],
      ];
}
