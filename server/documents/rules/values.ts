// Variables of the texts: what each is called, what it says, how its value is made of the facts. Pure.
import {
  valueIn,
  type RichBlock,
  type RichInline,
  type RichText,
  type RichValues,
} from '../../../contract/kernel/richTextFold.ts';
import { nameIn } from '../../kernel/words/nameCases.ts';
import type { GrammaticalCase } from '../../kernel/words/names.ts';
import { sumWithWords } from '../../kernel/words/rubles.ts';
import type { Facts, GarageFacts, PersonFacts } from '../facts/types.ts';
import { BLANK, longDate, metres, money } from '../../kernel/paper/words.ts';
import { boardOf, wordsOfForm } from './orgForms.ts';
import { isArchivedOn } from './ownersOn.ts';
import { termOf } from './overdue.ts';

type Maker = (facts: Facts) => string;
export interface VariableRule {
  about: string;
  value: Maker;
  /** What it tells of: without one there is nothing to tell. */
  of?: 'person' | 'garage' | 'bill';
  /** Told only by kinds that ask for «Ведение реестра». */
  isPersonal?: true;
  /** Why it is empty though its record is there, in words. */
  none?: string;
  /** It says the person's name in this case. */
  declines?: GrammaticalCase;
}

const ofPerson =
  (make: (person: PersonFacts, facts: Facts) => string | false | null | undefined): Maker =>
  (facts) =>
    (facts.person && make(facts.person, facts)) || '';
const ofGarage =
  (make: (garage: GarageFacts, facts: Facts) => string | null | undefined): Maker =>
  (facts) =>
    (facts.garage && make(facts.garage, facts)) || '';

const isWoman = ({ father_name }: Pick<PersonFacts, 'father_name'>) => /(вна|чна|кызы)$/i.test(father_name);

/** «ознакомлен», «ознакомлена» by the patronymic; without one nobody knows: «ознакомлен(а)». */
export const agreeing = (word: string, person: Pick<PersonFacts, 'father_name'>): string =>
  word + (person.father_name ? (isWoman(person) ? 'а' : '') : '(а)');

/** Who has no name of a person is greeted as the owner. */
function greeting(person: PersonFacts): string {
  if (person.kind === 'organisation' || person.kind === 'estate') return 'Уважаемый владелец';
  if (!person.father_name) return 'Уважаемый(ая)';
  return isWoman(person) ? 'Уважаемая' : 'Уважаемый';
}

export const sizeOf = ({ size_x, size_y, size_z }: GarageFacts) =>
  [size_x, size_y, size_z]
    .filter((side) => side !== null)
    .map(metres)
    .join(' × ');
/** Number of a paper of the bureau of inventory: «ПИБ-1103» stands behind the words «справка ПИБ», which say it already. */
export const pibNumberOf = ({ pib_number }: Pick<GarageFacts, 'pib_number'>): string | null =>
  pib_number && (pib_number.replace(/^ПИБ[\s№-]*/i, '') || pib_number);
/** Words of a list inside a sentence: «Купля-продажа» is «купля-продажа» there, «ПИБ» stays. */
export const inSentence = (words: string): string =>
  /^[А-ЯЁ][а-яё]/.test(words) ? words[0]!.toLowerCase() + words.slice(1) : words;
const presentOf = (garage: GarageFacts) => garage.owners.filter((owner) => owner.ended_on === null);
export const areaOf = ({ size_x, size_y }: GarageFacts) => (size_x && size_y ? metres(size_x * size_y) : '');

/** Every variable by its name. An empty value is «no value»: a fragment «если заполнено» goes with it. */
export const variables: Readonly<Record<string, VariableRule>> = {
  ФИО: { about: 'Фамилия, имя, отчество', of: 'person', value: ofPerson((person) => person.full_name) },
  ФИОкому: {
    declines: 'dative',
    about: 'Кому: Иванову Ивану Ивановичу',
    of: 'person',
    value: ofPerson((person) => nameIn(person, 'dative')),
  },
  ФИОкого: {
    declines: 'genitive',
    about: 'Кого: Иванова Ивана Ивановича',
    of: 'person',
    value: ofPerson((person) => nameIn(person, 'genitive')),
  },
  ФИОкем: {
    declines: 'instrumental',
    about: 'Кем: Ивановым Иваном Ивановичем',
    of: 'person',
    value: ofPerson((person) => nameIn(person, 'instrumental')),
  },
  ИмяОтчество: {
    about: 'Имя и отчество',
    of: 'person',
    value: ofPerson((person) => [person.first_name, person.father_name].filter(Boolean).join(' ')),
  },
  Обращение: {
    about: 'Уважаемый или уважаемая; «Уважаемый(ая)», если отчества нет',
    of: 'person',
    value: ofPerson(greeting),
  },
  ОнОна: {
    about: 'он или она; «он(а)», если отчества нет',
    of: 'person',
    value: ofPerson((person) => (person.father_name ? (isWoman(person) ? 'она' : 'он') : 'он(а)')),
  },
  ДатаРождения: {
    about: 'Дата рождения',
    of: 'person',
    value: ofPerson((person) => person.birthday && `${longDate(person.birthday)} рождения`.replace('г. ', 'года ')),
  },
  ДатаВступления: {
    about: 'Дата вступления в члены',
    of: 'person',
    value: ofPerson((person) => person.voa_entry_date && longDate(person.voa_entry_date)),
  },
  ЧленВОА: {
    none: 'человек не состоит в членах',
    about: '«является членом ВОА с …» (кооператива, товарищества — по форме ПО), пусто у остальных',
    of: 'person',
    value: ofPerson(
      (person, { org }) =>
        person.is_voa_member &&
        `является членом ${wordsOfForm(org).member}${person.voa_entry_date ? ` с ${longDate(person.voa_entry_date)}` : ''}${
          person.ticket_number ? ` (билет № ${person.ticket_number})` : ''
        }`,
    ),
  },
  Билет: { about: 'Номер членского билета', of: 'person', value: ofPerson((person) => person.ticket_number) },
  Льгота: {
    none: 'льготы нет',
    isPersonal: true,
    about: 'Льгота',
    of: 'person',
    value: ofPerson((person) => person.privilege),
  },
  Гараж: { about: 'Номер гаража', of: 'garage', value: ofGarage((garage) => garage.number) },
  Секция: { none: 'гараж не в секции', about: 'Секция', of: 'garage', value: ofGarage((garage) => garage.section) },
  ГаражПолностью: {
    about: '№ 45 секции А; у гаража в архиве так и сказано',
    of: 'garage',
    value: ofGarage(
      (garage, { day }) =>
        `№ ${garage.number}${garage.section ? ` секции ${garage.section}` : ''}${isArchivedOn(garage, day) ? ' (в архиве)' : ''}`,
    ),
  },
  Тип: { about: 'Тип гаража', of: 'garage', value: ofGarage((garage) => garage.type.toLowerCase()) },
  Размеры: { about: 'Размеры, м', of: 'garage', value: ofGarage(sizeOf) },
  ТипРазмеры: {
    about: 'Тип и размеры: кирпич, 6,00 × 4,00 × 2,50 м',
    of: 'garage',
    value: ofGarage((garage) =>
      [garage.type.toLowerCase(), sizeOf(garage) && `${sizeOf(garage)} м`].filter(Boolean).join(', '),
    ),
  },
  Площадь: { about: 'Площадь, м²', of: 'garage', value: ofGarage(areaOf) },
  ГодПостройки: { about: 'Год постройки', of: 'garage', value: ofGarage((garage) => garage.built_on?.slice(0, 4)) },
  ЛС: { about: 'Лицевой счёт', of: 'garage', value: ofGarage((garage) => garage.account_no) },
  Доля: {
    none: 'гараж записан целиком, без доли',
    about: 'Доля владельца',
    of: 'garage',
    value: ofGarage(
      (garage, { person }) =>
        (presentOf(garage).find((one) => one.profile_id === person?.id) ?? presentOf(garage)[0])?.share,
    ),
  },
  ПИБ: {
    about: 'Справка ПИБ: № и дата',
    of: 'garage',
    value: ofGarage(
      (garage) =>
        (garage.pib_number || garage.pib_date) &&
        [garage.pib_number && `№ ${pibNumberOf(garage)}`, garage.pib_date && `от ${longDate(garage.pib_date)}`]
          .filter(Boolean)
          .join(' '),
    ),
  },
  Владельцы: {
    none: 'у гаража нет владельца',
    about: 'Все нынешние владельцы с долями',
    of: 'garage',
    value: ofGarage((garage) =>
      presentOf(garage)
        .map((owner) => owner.full_name + (owner.share ? ` (доля ${owner.share})` : ''))
        .join(', '),
    ),
  },
  Объединение: {
    about: 'Всероссийское общество автомобилистов; кооператив или товарищество — по форме ПО',
    value: ({ org }) => wordsOfForm(org).name,
  },
  Орган: { about: 'бюро или правление: кто решает, по форме ПО', value: ({ org }) => boardOf(org).nominative },
  ОрганЧего: { about: 'бюро или правления', value: ({ org }) => boardOf(org).genitive },
  ПО: { about: 'Первичная организация', value: ({ org }) => org.po_name },
  МО: { about: 'Местное отделение', value: ({ org }) => org.mo_name },
  Регион: { about: 'Региональное отделение', value: ({ org }) => org.region_name },
  АдресПО: { about: 'Адрес ПО; место для него, если не указан', value: ({ org }) => org.address || BLANK },
  ТелефонПО: { about: 'Телефон ПО', value: ({ org }) => org.phone ?? '' },
  Председатель: { about: 'Председатель ПО', value: ({ org }) => org.chairman_name ?? '' },
  Казначей: { about: 'Казначей ПО', value: ({ org }) => org.treasurer_name ?? '' },
  Дата: { about: 'Дата документа', value: ({ day }) => longDate(day) },
  ДатаС: {
    none: 'у документа один день, а не период',
    about: 'Начало периода',
    value: ({ from }) => (from ? longDate(from) : ''),
  },
  Долг: {
    none: 'долга нет',
    about: 'Долг на дату, цифрами и прописью',
    of: 'bill',
    value: ({ bill }) => (bill?.debt_kopecks ? sumWithWords(bill.debt_kopecks) : ''),
  },
  Аванс: {
    none: 'аванса нет',
    about: 'Аванс на дату',
    of: 'bill',
    value: ({ bill }) => (bill?.advance_kopecks ? sumWithWords(bill.advance_kopecks) : ''),
  },
  ДолгЦифрами: {
    about: 'Долг на дату цифрами',
    of: 'bill',
    value: ({ bill }) => (bill ? money(bill.debt_kopecks) : ''),
  },
  Срок: {
    none: 'платить нечего',
    about: 'До какого дня платить',
    of: 'bill',
    value: ({ bill, day }) => termOf(bill, day),
  },
  ВидыВзносов: {
    none: 'начислений ещё не было',
    about: 'Виды взносов гаража',
    of: 'bill',
    value: ({ bill }) => [...new Set((bill?.lines ?? []).map((line) => line.accrual_type.toLowerCase()))].join(', '),
  },
  ПоследняяОплата: {
    none: 'оплат ещё не было',
    about: 'Последняя оплата: сумма и дата',
    of: 'bill',
    value: lastPayment,
  },
};

/** The whole of what was paid last, whatever it was laid on: a receipt in the payer's hands says the same. */
function lastPayment({ statement }: Facts): string {
  const paid = (statement?.lines ?? []).filter((line) => line.kind === 'payment' && line.is_money && !line.is_reversed);
  const last = paid.findLast((line) => line.amount_kopecks > 0);
  if (!last) return '';
  const sum = paid.reduce((all, one) => all + (one.document_id === last.document_id ? one.amount_kopecks : 0), 0);
  return `${sumWithWords(sum)} принята ${longDate(last.on_date)}`;
}

/** Values of all variables; what a layout adds stands over them. */
export const valuesOf = (facts: Facts, more: RichValues = {}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(variables).map(([key, rule]) => [key, rule.value(facts)])),
  ...more,
});

/** A value that is not there: nothing, or a place to fill in by hand. */
export const isLacking = (value: string | undefined): boolean => !value || /_{6}/.test(value);

/** Why a variable has no value for these facts, in words for the person who writes the text; `none` is what its kind says of it. */
export function whyLacking(key: string, facts: Facts, kind: { is_personal: boolean }, none?: string): string {
  if (none) return none;
  const rule = variables[key];
  if (rule?.isPersonal && !kind.is_personal) return 'показывают только документы, для которых нужно «Ведение реестра»';
  if (rule?.of === 'person' && !facts.person) return 'у этой записи нет человека, о котором документ';
  if (rule?.of === 'garage' && !facts.garage) return 'эта запись не о гараже';
  if (rule?.of === 'bill' && !facts.bill) return 'эта запись не о взносах гаража';
  return rule?.none ?? 'не заполнено в карточке';
}

/** The text without variables that have no value: never «{Имя}» in their place, nor a comma that parted it from the rest. */
export function withoutEmpty(text: RichText, values: RichValues): RichText {
  const inlines = (all: readonly RichInline[] = []) =>
    closed(all, values).map((one, nth, kept) => (endsSentence(kept[nth - 1], values) ? withoutDot(one) : one));
  const block = (one: RichBlock): RichBlock => {
    if (one.type === 'paragraph' || one.type === 'heading') return { ...one, content: inlines(one.content) };
    if (one.type === 'blockquote' || one.type === 'ifFilled') return { ...one, content: one.content.map(block) };
    if (one.type === 'bulletList' || one.type === 'orderedList')
      return { ...one, content: one.content.map((item) => ({ ...item, content: item.content.map(block) })) };
    return one;
  };
  return { v: 1, doc: text.doc.map(block) };
}

/** What stands around a variable without a value, put together: «Иванову, {ДатаРождения}, в том» is «Иванову, в том». */
function closed(all: readonly RichInline[], values: RichValues): RichInline[] {
  const kept: RichInline[] = [];
  let isGap = false;
  for (const one of all) {
    const isEmpty = one.type === 'variable' && valueIn(values, one.attrs.key) === '';
    if (isGap && (one.type === 'hardBreak' || (one.type === 'text' && /^\s*[,.;:!?)]/.test(one.text)))) cutEnd(kept);
    if (one.type === 'text' && isGap) {
      const text = restOf(one.text, kept.at(-1));
      if (text) kept.push({ ...one, text });
    } else if (!isEmpty) kept.push(one);
    isGap = isEmpty;
  }
  if (isGap) cutEnd(kept);
  return kept;
}

/** Takes the comma and the spaces off the end of what is kept. */
function cutEnd(kept: RichInline[]): void {
  const last = kept.at(-1);
  if (last?.type !== 'text') return;
  kept.pop();
  const text = last.text.replace(/[\s,]+$/, '');
  if (text) kept.push({ ...last, text });
}

/** A text behind such a variable: at the beginning of a line its marks go too, behind a space the second one. */
function restOf(text: string, before: RichInline | undefined): string {
  if (!before || before.type === 'hardBreak') return text.replace(/^[\s,.;:!?]+/, '');
  return before.type === 'text' && /\s$/.test(before.text) ? text.trimStart() : text;
}

/** «… 2026 г.» before a full stop: one dot is enough. */
const endsSentence = (one: RichInline | undefined, values: RichValues) =>
  one?.type === 'variable' && valueIn(values, one.attrs.key)?.endsWith('.');
const withoutDot = (one: RichInline): RichInline =>
  one.type === 'text' && one.text.startsWith('.') ? { ...one, text: one.text.slice(1) } : one;

/** A value, or a place to fill in by hand. */
export const orBlank = (value: string | null | undefined) => value || BLANK;

/** By what somebody is told from others: a passport, of an organisation its ИНН. */
export const identityOf = ({ kind, passport, inn }: PersonFacts): readonly [name: string, value: string] =>
  kind === 'organisation' ? ['ИНН', orBlank(inn)] : ['Паспорт', orBlank(passport)];
/** The same inside a sentence: «паспорт 9999 123456», «ИНН 7707083893». */
export const identityWords = (person: PersonFacts): string => {
  const [name, value] = identityOf(person);
  return `${inSentence(name)} ${value}`;
};
