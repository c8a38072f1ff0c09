// A person's name in a case: as his card says it, else as the program declines it; where that is not sure.
import { nameCases, type NameCaseField, type WrittenCases } from '../../../contract/profiles/nameCases.ts';
import { declineName, type GrammaticalCase } from './names.ts';

export interface NamedPerson extends Partial<WrittenCases> {
  last_name: string;
  first_name: string;
  father_name: string;
  /** A person where it is not said. */
  kind?: string;
}

const written: Partial<Record<GrammaticalCase, keyof WrittenCases>> = {
  genitive: 'name_genitive',
  dative: 'name_dative',
  instrumental: 'name_instrumental',
};

/** Full name in a case, as one line. */
export const nameIn = (person: NamedPerson, to: GrammaticalCase): string =>
  ownWords(person, to) ?? (isPerson(person) ? byProgram(person, to) : otherName(person, to));

const isPerson = ({ kind = 'person' }: NamedPerson): boolean => kind === 'person';

/** What is no person's name is not taken for a surname: it stays as it is, but for «Наследство» at its head. */
const otherName = (owner: NamedPerson, to: GrammaticalCase): string =>
  fullOf(owner).replace(/^(наследств)о(?!\p{L})/iu, `$1${ofEstate[to]}`);
const ofEstate: Record<GrammaticalCase, string> = {
  genitive: 'а',
  dative: 'у',
  accusative: 'о',
  instrumental: 'ом',
  prepositional: 'е',
};

/** Whether nobody wrote the case and the program is not sure of it. */
export const isDoubtfulIn = (person: NamedPerson, to: GrammaticalCase): boolean =>
  isPerson(person) && ownWords(person, to) === null && declined(person, to).isDoubtful;

/** What the card says; of the accusative what follows from the genitive. */
function ownWords(person: NamedPerson, to: GrammaticalCase): string | null {
  if (to === 'accusative') return person.name_genitive ? accusativeOf(person, person.name_genitive) : null;
  const column = written[to];
  return (column && person[column]) || null;
}

/** Of a man it is the genitive; of a woman only what the genitive leaves as it is stays, the rest the program declines. */
function accusativeOf(person: NamedPerson, genitive: string): string {
  if (/(вич|ьич|оглы)$/i.test(person.father_name)) return genitive;
  const [own, accusative, said] = [fullOf(person), byProgram(person, 'accusative'), genitive].map((name) =>
    name.split(' '),
  ) as [string[], string[], string[]];
  return own.length === said.length
    ? accusative.map((word, at) => (said[at] === own[at] ? own[at]! : word)).join(' ')
    : accusative.join(' ');
}

const fullOf = (person: NamedPerson) =>
  [person.last_name, person.first_name, person.father_name].filter(Boolean).join(' ');

const declined = (person: NamedPerson, to: GrammaticalCase) =>
  declineName({ lastName: person.last_name, firstName: person.first_name, fatherName: person.father_name || null }, to);

function byProgram(person: NamedPerson, to: GrammaticalCase): string {
  const name = declined(person, to);
  return [name.lastName, name.firstName, name.fatherName].filter(Boolean).join(' ');
}

/** What the program would print, and the cases in which it is not sure. */
export function programCases(name: { lastName: string; firstName?: string | null; fatherName?: string | null }) {
  const person = { last_name: name.lastName, first_name: name.firstName ?? '', father_name: name.fatherName ?? '' };
  const cases = Object.entries(nameCases) as [NameCaseField, GrammaticalCase][];
  return {
    ...(Object.fromEntries(cases.map(([field, to]) => [field, byProgram(person, to)])) as Record<
      NameCaseField,
      string
    >),
    doubtful: cases.flatMap(([field, to]) => (isDoubtfulIn(person, to) ? [field] : [])),
  };
}
