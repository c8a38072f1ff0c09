// Texts of a message for one receiver: values of variables, long for letters and short for SMS.
import { plainText, variablesOf, type RichText } from '../../../contract/kernel/richTextFold.ts';
import { mailingVariables, type MailingVariable } from '../../../contract/notifications.ts';

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
  po: { name: string; phone: string; chairman: string };
  typed: Readonly<Record<string, string>>;
}
export type Values = Readonly<Record<string, string>>;

/** Values of a letter (`long`) and of an SMS: whole roubles, dates without the year, names without «№». */
export function valuesOf(facts: ValueFacts): { long: Values; short: Values } {
  const { garages, po } = facts;
  const debt = garages.reduce((sum, one) => sum + one.debt, 0);
  const penalty = garages.reduce((sum, one) => sum + one.penalty, 0);
  const name = [facts.firstName, facts.fatherName].filter(Boolean).join(' ');
  const common = {
    ФИО: [facts.lastName, name].filter(Boolean).join(' '),
    ИмяОтчество: name,
    Гараж: garageWords(garages),
    Секция: unique(garages.map(({ section }) => section)).join(', '),
    ЛС: unique(garages.map(({ account }) => account)).join(', '),
    ДолгПоВидам: unique(garages.map(({ byType }) => byType)).join('; '),
    Председатель: po.chairman,
    ТелефонПО: po.phone,
  };
  const typed = (asDate: (iso: string) => string) =>
    Object.fromEntries(Object.entries(facts.typed).map(([key, value]) => [key, isDate(value) ? asDate(value) : value]));
  return {
    long: { ...common, ПО: po.name, Долг: roubles(debt), Пени: roubles(penalty), ...typed(longDate) },
    short: {
      ...common,
      ПО: po.name.replace(/№\s*/g, ''),
      Долг: wholeRoubles(debt),
      Пени: wholeRoubles(penalty),
      ...typed((iso) => longDate(iso).slice(0, 5)),
    },
  };
}

const unique = (words: readonly string[]) => [...new Set(words.filter(Boolean))];
const plate = ({ section, number }: { section: string; number: string }) => [section, number].filter(Boolean).join('-');
const garageWords = (garages: readonly { section: string; number: string }[]) =>
  garages.length === 0 ? '' : `${garages.length === 1 ? 'гараж' : 'гаражи'} ${garages.map(plate).join(', ')}`;
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const longDate = (iso: string) => iso.split('-').reverse().join('.');
/** «6 712,50» */
export const roubles = (kopecks: number) =>
  `${String(Math.floor(kopecks / 100)).replace(/\B(?=(\d{3})+$)/g, ' ')},${String(kopecks % 100).padStart(2, '0')}`;
/** Rounded up: never less than the debt. */
const wholeRoubles = (kopecks: number) => String(Math.ceil(kopecks / 100));

const VARIABLE = /\{([\p{L}\d_]{1,40})\}/gu;

/** Names of variables in a short text, each once. */
export const smsVariables = (text: string): string[] => unique([...text.matchAll(VARIABLE)].map(([, key]) => key!));
/** A short text with its values; one without a value stays as it is written. */
export const fillSms = (text: string, values: Values): string =>
  text.replace(VARIABLE, (whole, key: string) => values[key] || whole).trim();
export const letterText = (text: RichText, values: Values): string => plainText(text, values);

/** Variables that no mailing knows. */
export const unknownVariables = (keys: readonly string[]): string[] =>
  keys.filter((key) => !Object.hasOwn(mailingVariables, key));
/** Variables of the texts, each once. */
export const usedVariables = (sms: string, letter: RichText | null): MailingVariable[] =>
  unique([...smsVariables(sms), ...(letter ? variablesOf(letter) : [])]) as MailingVariable[];
