// Words of registries: garage types, privileges with their certificates, what a note says.
import type { ImportIssueCode } from '../../../contract/importFields.ts';
import { fold, saysNothing, tidy, toCyrillic, type Read } from './text.ts';

const typeWords: [number, string[]][] = [
  [1, ['Кирпич', 'кирп.', 'кирпичный']],
  [2, ['Металл', 'мет.', 'металлический']],
  [3, ['Железобетон', 'ж/б', 'жб', 'ж.б.', 'железобетонный']],
  [4, ['Пено-/газобетон', 'пеноблок', 'газобетон', 'пенобетон']],
  [5, ['Дерево', 'дер.', 'деревянный']],
  [6, ['Комбинированный', 'комб.']],
  [7, ['Бокс в здании', 'бокс']],
  [8, ['Машино-место', 'м/место', 'машиноместо']],
  [9, ['«Ракушка»/тент', 'ракушка', 'тент']],
  [10, ['Открытое место', 'откр. место']],
  [99, ['Иное', 'прочее']],
];

const privilegeWords: [number, string[]][] = [
  [1, ['Участник/инвалид ВОВ', 'участник ВОВ', 'инвалид ВОВ']],
  [2, ['Житель блокадного города', 'блокадник', 'житель блокадного Ленинграда']],
  [6, ['Семья с ребёнком-инвалидом']],
  [7, ['Ветеран боевых действий', 'вет. боевых действий', 'ВБД']],
  [8, ['Ветеран труда', 'вет. труда']],
  [9, ['Ветеран военной службы', 'вет. военной службы']],
  [10, ['Многодетная семья', 'многодетная', 'многодет.']],
  [11, ['Ликвидатор/пострадавший ЧАЭС', 'ликвидатор ЧАЭС', 'чернобылец']],
  [12, ['Пенсионер', 'пенс.']],
  [13, ['Участник СВО / член семьи', 'участник СВО', 'СВО']],
  [14, ['Герой, полный кавалер']],
  [15, ['Ветеран ВОА', 'вет. ВОА']],
  [16, ['Актив ПО', 'актив']],
  [99, ['Иная']],
];

const typeIds = dictionary(typeWords);
const privilegeIds = dictionary(privilegeWords);

/** Garage type id; null when the cell is empty or the word is in no list. */
export function readType(text: string): Read<number | null> {
  if (saysNothing(text)) return { value: null, codes: [] };
  const id = typeIds.get(wordKey(text)) ?? null;
  return { value: id, codes: id === null ? ['value_unknown'] : [] };
}

export interface Privilege {
  privilegeId: number;
  certificate: string | null;
}

/** Privilege and the certificate written after it; a certificate in a column of its own wins. */
export function readPrivilege(text: string, ownCertificate: string): Read<Privilege> {
  const written = tidy(text);
  const inCell = /[\s,;(]*(?<![а-яё])(?:удостоверение|удост\.?|уд\.)\s*(?:№\s*|(?=\d))([^)]+)\)?$/iu.exec(written);
  const own = tidy(ownCertificate);
  const certificate = saysNothing(own) ? (inCell ? tidy(inCell[1]!) : null) : own.replace(/^№\s*/, '');
  const words = inCell ? written.slice(0, inCell.index) : written;
  if (saysNothing(words)) return { value: { privilegeId: 0, certificate }, codes: [] };
  const id = disability(words) ?? privilegeIds.get(wordKey(words));
  return { value: { privilegeId: id ?? 0, certificate }, codes: id === undefined ? ['value_unknown'] : [] };
}

/** «Инвалид II гр.», «инв. 2 гр.», «инвалид 2 группы» → 3, 4, 5 by the group. */
function disability(text: string): number | undefined {
  const group = /^инв(?:алид)?\.?\s*(iii|ii|i|[123])(?:-?[йя])?\s*гр(?:уппы|уппа)?\.?$/.exec(fold(text))?.[1];
  return group ? { 1: 3, i: 3, 2: 4, ii: 4, 3: 5, iii: 5 }[group] : undefined;
}

/** What the words of a note mean for the owner. */
export function readNote(text: string): ImportIssueCode[] {
  const codes: ImportIssueCode[] = [];
  if (/(?<![а-яё])умер(?:ла)?(?![а-яё])/i.test(text)) codes.push('note_says_deceased');
  if (/(?<![а-яё])прода(?:л|ла|ли|н)(?![а-яё])/i.test(text)) codes.push('note_says_sold');
  return codes;
}

function dictionary(lists: [number, string[]][]): Map<string, number> {
  return new Map(lists.flatMap(([id, words]) => words.map((word) => [wordKey(word), id] as const)));
}

/** Case, spaces, dots and quotes do not matter. */
function wordKey(text: string): string {
  return fold(toCyrillic(text))
    .replace(/[.\s«»"“”„]/g, '')
    .replace(/[,;:]+$/, '');
}
