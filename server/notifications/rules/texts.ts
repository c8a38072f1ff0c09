// Texts of a message for one receiver: values of variables, long for letters and short for SMS.
import { plainText, variablesOf, type RichText } from '../../../contract/kernel/richTextFold.ts';
import { mailingVariables, type MailingVariable } from '../../../contract/notifications.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { wordsOfForm } from '../../documents/rules/orgForms.ts';

/** What the values are made of. */
export interface ValueFacts {
  lastName: string;
  firstName: string;
  fatherName: string;
  garages: readonly {
    section: string;
    number: string;
    account: string;
    debt: number;
    byType: string;
    penalty: number;
  }[];
  po: { name: string; phone: string; chairman: string; org_form?: string };
  typed: Readonly<Record<string, string>>;
}
export type Values = Readonly<Record<string, string>>;

/** What variables of a receiver are made of; those written once for the mailing are not here. */
const made: Readonly<Record<string, (facts: ValueFacts, isShort: boolean) => string>> = {
  // No SMS names a person in full: telephones are lent and lost.
  ФИО: (facts, isShort) => [facts.lastName, isShort ? initialsOf(facts) : nameOf(facts)].filter(Boolean).join(' '),
  ИмяОтчество: nameOf,
  Гараж: ({ garages }) => garageWords(garages),
  Секция: ({ garages }) => unique(garages.map(({ section }) => section)).join(', '),
  ПО: ({ po }, isShort) => (isShort ? shortNameOf(po) : po.name),
  ОтКого: ({ po }, isShort) => senderWords(po.org_form, isShort ? shortNameOf(po) : po.name),
  ЛС: ({ garages }) => unique(garages.map(({ account }) => account)).join(', '),
  Долг: ({ garages }, isShort) =>
    moneyOf(
      garages.reduce((sum, one) => sum + one.debt, 0),
      isShort,
    ),
  ДолгПоВидам: ({ garages }) => unique(garages.map(({ byType }) => byType)).join('; '),
  Пени: ({ garages }, isShort) =>
    moneyOf(
      garages.reduce((sum, one) => sum + one.penalty, 0),
      isShort,
    ),
  Председатель: ({ po }) => po.chairman,
  ТелефонПО: ({ po }, isShort) => (isShort ? shortPhoneOf(po) : po.phone),
};

/** A value of a letter, or of an SMS: whole roubles, dates without the year, names without «№», phones as digits. Undefined where no mailing knows it. */
export function valueOf(key: string, facts: ValueFacts, isShort: boolean): string | undefined {
  const written = Object.hasOwn(facts.typed, key) ? facts.typed[key]! : undefined;
  if (written !== undefined) return isDate(written) ? dateWords(written, isShort) : written;
  return Object.hasOwn(made, key) ? made[key]!(facts, isShort) : undefined;
}

/** Every value of a letter (`long`) and of an SMS. */
export function valuesOf(facts: ValueFacts): { long: Values; short: Values } {
  const keys = [...new Set([...Object.keys(made), ...Object.keys(facts.typed)])];
  const values = (isShort: boolean) => Object.fromEntries(keys.map((key) => [key, valueOf(key, facts, isShort)!]));
  return { long: values(false), short: values(true) };
}

/** Names of ПО without «№»: a ПО is one object for all its people, and a pattern for each of them is felt. */
const shortNames = new WeakMap<ValueFacts['po'], string>();
function shortNameOf(po: ValueFacts['po']): string {
  let short = shortNames.get(po);
  if (short === undefined) shortNames.set(po, (short = po.name.replace(/№\s*/g, '')));
  return short;
}

/** «ВОА КАС 12», «ГСК 5»: the word of the association's form, once; what has no form of its own is of the society. */
export function senderWords(form: string | undefined, name: string): string {
  const { emblem } = wordsOfForm({ org_form: form ?? '' });
  return name.toLowerCase().split(/[^a-zа-яё]+/)[0] === emblem.toLowerCase() ? name : `${emblem} ${name}`;
}

/** A number as digits: brackets and spaces cost a second part of many an SMS. Whatever else stands in it is left as it is. */
const shortPhoneOf = ({ phone }: ValueFacts['po']) =>
  /^\+?[\d\s()-]+$/.test(phone) ? phone.replace(/[^+\d]/g, '') : phone;

const unique = (words: readonly string[]) => [...new Set(words.filter(Boolean))];
const plate = ({ section, number }: { section: string; number: string }) =>
  section && number ? `${section}-${number}` : section || number;
const garageWords = (garages: readonly { section: string; number: string }[]) =>
  garages.length === 1
    ? `гараж ${plate(garages[0]!)}`
    : garages.length
      ? `гаражи ${garages.map(plate).join(', ')}`
      : '';
/** A day, or a day with its time. */
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}( \d{1,2}:\d{2})?$/.test(text);
const dateWords = (iso: string, isShort: boolean) => {
  const [day = '', time] = iso.split(' ');
  const words = formatDate(day);
  return [isShort ? words.slice(0, 5) : words, time && `в ${time}`].filter(Boolean).join(' ');
};
/** «И. С.» */
const initialsOf = ({ firstName, fatherName }: ValueFacts) =>
  [firstName, fatherName].flatMap((name) => (name ? `${name[0]!.toUpperCase()}.` : [])).join(' ');
function nameOf({ firstName, fatherName }: ValueFacts): string {
  return [firstName, fatherName].filter(Boolean).join(' ');
}
const moneyOf = (kopecks: number, isShort: boolean) => (isShort ? wholeRoubles(kopecks) : roubles(kopecks));
/** «6 712,50» */
export const roubles = (kopecks: number) =>
  `${String(Math.floor(kopecks / 100)).replace(/\B(?=(\d{3})+$)/g, ' ')},${String(kopecks % 100).padStart(2, '0')}`;
/** Rounded up: never less than the debt. */
const wholeRoubles = (kopecks: number) => String(Math.ceil(kopecks / 100));

const VARIABLE = /\{([\p{L}\d_]{1,40})\}/gu;

/** A name that mailings know; another is refused, so it is never said to be empty. */
export const isKnown = (key: string): boolean => Object.hasOwn(mailingVariables, key);
/** Names of variables in a short text, each once. */
export const smsVariables = (text: string): string[] => unique([...text.matchAll(VARIABLE)].map(([, key]) => key!));
/** What stands where a variable has no value: nothing, and the name of one that no mailing knows, which is never sent. */
export const blankOf = (key: string): string => (isKnown(key) ? '' : `{${key}}`);
/** A short text with its values. */
export const fillSms = (text: string, values: Values): string =>
  text.replace(VARIABLE, (_whole, key: string) => values[key] || blankOf(key)).trim();
/** `fillSms` of a text that is filled for many: cut once, its variables named. Answers what fills it. */
export function smsFiller(text: string): (valueOf: (key: string) => string | undefined) => string {
  const pieces = text.split(VARIABLE);
  return (value) => {
    let filled = pieces[0]!;
    for (let at = 1; at < pieces.length; at += 2)
      filled += (value(pieces[at]!) || blankOf(pieces[at]!)) + pieces[at + 1]!;
    return filled.trim();
  };
}
export const letterText = (text: RichText, values: Values): string => plainText(text, values, blankOf);

/** Variables that no mailing knows. */
export const unknownVariables = (keys: readonly string[]): string[] => keys.filter((key) => !isKnown(key));
/** Variables of the texts, each once. */
export const usedVariables = (sms: string, letter: RichText | null): MailingVariable[] =>
  unique([...smsVariables(sms), ...(letter ? variablesOf(letter) : [])]) as MailingVariable[];
