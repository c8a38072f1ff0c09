// Names in payments: one spelling of a text, how an owner may be called, who is named as payer and who is paid for. Pure.
import { foldText } from '../../../contract/kernel/words.ts';

const latin = 'abcehkmoptx';
const cyrillic = 'авсенкмортх';
/** Small letters, ё = е, one space; Latin letters that look Russian are Russian: banks mix them. */
export function fold(text: string): string {
  return foldText(text)
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/[abcehkmoptx]/g, (letter) => cyrillic[latin.indexOf(letter)]!)
    .trim();
}

/** Where a word begins. */
export const word = '(?<![а-яa-z0-9])';

const endings = /(?:ого|его|ому|ему|ием|ым|им|ый|ий|ой|ою|ею|ом|ем|ия|ию|ии|а|у|ю|я|е|ы|и|ь|й|о)$/;
const fleeting: Record<string, string> = { павел: 'павл', лев: 'льв' };
/** A word of a name without its ending, so that «Ивана» is «Иван». */
const stem = (text: string) => fleeting[text] ?? (text.length > 3 ? text.replace(endings, '') : text);

/** Keys by which an owner may be named: the whole name without endings, the surname with initials either way round. */
export function nameKeys(owner: string): string[] {
  const [last, first, father, ...more] = fold(owner).split(' ');
  if (!last || !first || more.length) return [];
  const initials = [first[0], father?.[0]].filter(Boolean).join(' ');
  return [
    [last, first, father]
      .filter((one) => one !== undefined)
      .map(stem)
      .join(' '),
    `${stem(last)} ${initials}`,
  ];
}

/** How the same name may stand in a text, as keys of `nameKeys`. */
export function keysOf(name: string): string[] {
  const words = name
    .replace(/[.,;:"«»()]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .split(' ');
  const isInitial = (one: string | undefined) => one?.length === 1;
  const [one = '', two, three, ...more] = words;
  if (more.length || !two) return [];
  if (isInitial(one)) return three && isInitial(two) ? [`${stem(three)} ${one} ${two}`] : [`${stem(two)} ${one}`];
  if (isInitial(two)) return [[stem(one), two, three].filter(Boolean).join(' ')];
  return [words.map(stem).join(' ')];
}

const person =
  '((?:[а-я][а-я-]+ [а-я]\\.? ?[а-я]\\.?(?![а-я]))|(?:[а-я]\\. ?[а-я]\\. ?[а-я][а-я-]+)|(?:[а-я][а-я-]+ [а-я][а-я-]+(?: [а-я][а-я-]+(?:ич|на|ича|ны|не|ну|ичу|ичем|ной)(?![а-я]))?))';
const forWhom = new RegExp(`${word}за ${person}`, 'g');
const fromWhom = new RegExp(`${word}(?:перевод )?от(?:правитель)?:? ${person}`, 'g');
/** «за Иванова Ивана Ивановича»: surely a person, known or not. */
export const patronymic = /(?:вича|вичу|вны|вну|вне|ича|ичны|ичну)(?![а-я])/;

/** Names that stand in a payment: first those for whom it is paid, then payers. */
export function namesIn({ purpose, payer }: { purpose: string; payer: string }) {
  const text = fold(purpose);
  const tidy = (name: string) =>
    fold(name)
      .replace(/^(?:ип|индивидуальный предприниматель|гр(?:-н|-ка|ажданин|ажданка)?\.?) /, '')
      .trim();
  const cut = [...payer.split('//'), ...(purpose.includes('//') ? purpose.split('//') : [])].map(tidy);
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((one) => one[1]!);
  return { beneficiaries: all(forWhom), payers: [...new Set([...cut, ...all(fromWhom)].filter(Boolean))] };
}
