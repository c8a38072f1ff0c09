// Checks of the cockpit in words: what waits, where it is dealt with and what to press. Pure.
import { dayForms } from '../../contract/kernel/days.ts';
import { listWith, pages } from '../../contract/pages.ts';
import { OPEN } from '../../contract/reregistrations.ts';
import {
  worklistWords,
  type Check,
  type QualityPart,
  type TodayReply,
  type Waiting,
  type Worklist,
} from '../../contract/today.ts';
import { countOf, formatDate, formatMoney, formatNumber, plural } from '../../widgets/format.ts';

export interface TodayRow {
  check: Check;
  count: number;
  title: string;
  note: string;
  verb: string;
  to: string;
  /** Past its term, not merely waiting. */
  isLate: boolean;
}

const since = (one: Waiting) => (one.since ? `самый давний — ${formatDate(one.since)}` : '');

interface Words {
  title: (one: Waiting) => string;
  note: (one: Waiting) => string;
  verb: string;
  to: string;
  /** What is said when nothing waits. */
  calm: string;
  isLate?: true;
  isSoon?: true;
}

const words: Record<Check, Words> = {
  bank_rows: {
    title: (one) =>
      `${plural(one.count, ['Платёж не опознан', 'Платежа не опознаны', 'Платежей не опознаны'])}, ${formatMoney(one.kopecks ?? 0)}`,
    note: since,
    verb: 'Разобрать',
    to: pages.statement,
    calm: 'Платежи из выписок разобраны',
  },
  cases: {
    title: (one) =>
      `${plural(one.count, ['Переоформление стоит', 'Переоформления стоят', 'Переоформлений стоят'])} больше 7 дней`,
    note: since,
    verb: 'Открыть',
    to: listWith(pages.reregistrations, { status: OPEN, idle: true }),
    calm: 'Переоформления движутся',
    isLate: true,
  },
  letters: {
    title: (one) => plural(one.count, ['Письмо не ушло', 'Письма не ушли', 'Писем не ушли']),
    note: since,
    verb: 'Посмотреть',
    to: listWith(pages.adminOutbox, { state: 'failed' }),
    calm: 'Все письма ушли',
    isLate: true,
  },
  upkeep: {
    title: (one) => `Программа не смогла сделать сама: ${formatNumber(one.count)}`,
    note: (one) => (one.since ? `первое — ${formatDate(one.since)}` : ''),
    verb: 'Разобрать',
    to: pages.adminOutbox,
    calm: 'Программа всё делает сама в срок',
    isLate: true,
  },
  mailings: {
    title: (one) =>
      plural(one.count, ['Рассылка дошла не до всех', 'Рассылки дошли не до всех', 'Рассылок дошли не до всех']),
    note: (one) => (one.since ? `за 30 дней, первая — ${formatDate(one.since)}` : ''),
    verb: 'Разобрать',
    to: listWith(pages.notifications, { failedFilter: true }),
    calm: 'Рассылки дошли до всех',
  },
  statement: {
    title: (one) => `${plural(one.count, dayForms)} без выписки банка`.replace(/^./, (letter) => letter.toUpperCase()),
    note: (one) => `последняя за ${formatDate(one.since)}, за этот месяц выписки нет`,
    verb: 'Загрузить',
    to: pages.statement,
    calm: 'Выписка этого месяца загружена',
    isLate: true,
  },
  month: {
    title: (one) => plural(one.count, ['Месяц не закрыт', 'Месяца не закрыты', 'Месяцев не закрыты']),
    note: (one) => `закрыто по ${formatDate(one.since)}`,
    verb: 'Закрытие периода',
    to: pages.closing,
    calm: 'Прошлые месяцы закрыты',
  },
  cash_days: {
    title: (one) => plural(one.count, ['День кассы не закрыт', 'Дня кассы не закрыты', 'Дней кассы не закрыты']),
    note: since,
    verb: 'Закрыть день',
    to: pages.paymentDialog('day'),
    calm: 'Дни кассы закрыты',
  },
  privileges_expired: {
    title: (one) => plural(one.count, ['Льгота истекла', 'Льготы истекли', 'Льгот истекли']),
    note: (one) => `самая давняя — ${formatDate(one.since)}, взнос считается полным`,
    verb: 'Показать',
    to: listWith(pages.profiles, { privilegeState: 'expired' }),
    calm: 'Истекших льгот нет',
  },
  privileges_soon: {
    title: (one) => `${plural(one.count, ['Льгота истекает', 'Льготы истекают', 'Льгот истекают'])} за 30 дней`,
    note: (one) => `ближайшая — ${formatDate(one.since)}`,
    verb: 'Показать',
    to: listWith(pages.profiles, { privilegeState: 'expires30' }),
    calm: 'За 30 дней льготы не истекают',
    isSoon: true,
  },
  no_owner: {
    title: (one) => `${plural(one.count, ['Гараж', 'Гаража', 'Гаражей'])} без владельца`,
    note: () => '',
    verb: 'Показать',
    to: listWith(pages.garages, { profileCounter: 'none' }),
    calm: 'У всех гаражей есть владельцы',
  },
};

export { worklistWords };
/** Where a list is dealt with. */
export function listPage(list: Worklist): string {
  if (list in words) return words[list as Check].to;
  const lack = [...Object.values(lacks), noEmail].find((one) => one.list === list)!;
  return listWith(lack.path, lack.filter);
}

/** What waits (money and people first, as they come), what is near, and what was checked and is well. */
export function rowsOf(reply: TodayReply): { waiting: TodayRow[]; soon: TodayRow[]; calm: string[] } {
  const said = reply.waiting.filter((one) => isKnown(one));
  const row = (one: Waiting): TodayRow => {
    const { title, note, verb, to, isLate = false } = words[one.check];
    return { check: one.check, count: one.count, title: title(one), note: note(one), verb, to, isLate };
  };
  const waits = said.filter((one) => one.count > 0);
  return {
    waiting: waits.filter((one) => !words[one.check].isSoon).map(row),
    soon: waits.filter((one) => words[one.check].isSoon).map(row),
    calm: said.filter((one) => one.count === 0).map((one) => words[one.check].calm),
  };
}

/** Where no statement was ever loaded and no month closed, there is nothing to praise. */
const isKnown = ({ check, since: day }: Waiting) => (check !== 'statement' && check !== 'month') || day !== null;

const people = ['человек', 'человека', 'человек'] as const;
const garages = ['гараж', 'гаража', 'гаражей'] as const;
interface Lack {
  list: Worklist;
  text: (n: number) => string;
  verb: string;
  filter: object;
  path: string;
}
const lacks: Record<QualityPart, Lack> = {
  phone: {
    list: 'no_phone',
    text: (n) => `${countOf(n, people)} без телефона`,
    verb: 'Дописать',
    filter: { contacts: 'no_phone' },
    path: pages.profiles,
  },
  consent: {
    list: 'no_consent',
    text: (n) => `${countOf(n, people)} без согласия`,
    verb: 'Показать',
    filter: { consent: 'none' },
    path: pages.profiles,
  },
  birthday: {
    list: 'no_birthday',
    text: (n) => `${countOf(n, people)} без даты рождения`,
    verb: 'Дописать',
    filter: { lacks: 'birthday' },
    path: pages.profiles,
  },
  address: {
    list: 'no_address',
    text: (n) => `${countOf(n, people)} без адреса`,
    verb: 'Дописать',
    filter: { lacks: 'address' },
    path: pages.profiles,
  },
  owner: {
    list: 'no_owner',
    text: (n) => `${countOf(n, garages)} без владельца`,
    verb: 'Показать',
    filter: { profileCounter: 'none' },
    path: pages.garages,
  },
  duplicates: {
    list: 'duplicates',
    text: (n) => `${countOf(n, people)} с двойниками`,
    verb: 'Показать',
    filter: { lacks: 'duplicates' },
    path: pages.profiles,
  },
  confirmed: {
    list: 'not_confirmed',
    text: (n) => `${countOf(n, people)}: данные не подтверждались год`,
    verb: 'Показать',
    filter: { confirmed: 'older_12m' },
    path: pages.profiles,
  },
};

/** Told beside the score, which it doesn't change. */
const noEmail: Lack = {
  list: 'no_email',
  text: (n) => `${countOf(n, people)} без почты`,
  verb: 'Дописать',
  filter: { contacts: 'no_email' },
  path: pages.profiles,
};

/** What is missing, the largest gain first, what gains nothing last; parts that lack nothing are left out. */
export const qualityRows = (quality: TodayReply['quality']) => {
  const row = ({ list, text, verb, filter, path }: Lack, missing: number, gain: number | null) => ({
    list,
    gain,
    text: text(missing),
    verb,
    to: listWith(path, filter),
  });
  return [
    ...quality.parts
      .filter((part) => part.missing > 0)
      .toSorted((a, b) => b.gain - a.gain)
      .map(({ part, missing, gain }) => row(lacks[part], missing, gain)),
    ...(quality.no_email > 0 ? [row(noEmail, quality.no_email, null)] : []),
  ];
};
