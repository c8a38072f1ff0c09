// 17. Application for a court order with its reckoning.
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import type { Facts } from '../facts/types.ts';
import { factTable, paragraphs } from '../../kernel/paper/blocks.ts';
import { sumWithWords } from '../../kernel/words/rubles.ts';
import { richLines } from '../paper/richLines.ts';
import { BLANK, DAY_BY_HAND, longDate } from '../../kernel/paper/words.ts';
import { actingWords } from '../rules/acting.ts';
import { groundsOfLines } from '../rules/grounds.ts';
import { overdueLines, owedOf } from '../rules/overdue.ts';
import { identityOf } from '../rules/values.ts';
import { debtTable } from './debtNotice.ts';
import { chairman, claimOn, needsOwner, noDebtInstead, PRINT_NO_DEBT, type Layout } from './layout.ts';

export const courtOrder: Layout = {
  code: 'court_order',
  frame: 'letter',
  text: richLines(`
    > {Суд}
    ?АдресСуда > {АдресСуда}
    [[Стороны]]
    # ЗАЯВЛЕНИЕ
    ^ **о вынесении судебного приказа**
    Должник {Владение} гаража {ГаражПолностью} (лицевой счёт {ЛС}) на территории {ПО} по адресу: {АдресПО} и обязан вносить взносы. За период с {ПериодС} по {Дата} взносы {КакВнесены}, задолженность, срок оплаты которой прошёл, составляет **{Взыскивается}**. {УведомлениеДолжника}
    [[Обстоятельства]]
    Обязанность участников и иных владельцев вносить взносы установлена частью 9 статьи 26 и частью 3 статьи 27 Федерального закона от 24 июля 2023 г. № 338-ФЗ; требование бесспорно (абзац 10 статьи 122 ГПК РФ).
    **Расчёт задолженности**
    [[ТаблицаДолга]]
    На основании статей 121–124 ГПК РФ **прошу** вынести судебный приказ о взыскании с {ФИОкого} в пользу {Взыскатель} задолженности в размере {Взыскивается} и {РасходыПошлина}.
    Приложения: расчёт задолженности; выписка по лицевому счёту; {РешениеОВзносах}; уведомление о долге; документ об уплате пошлины.`),
  variables: {
    Суд: {
      about: 'Суд или место для участка',
      none: 'суд называют при печати',
      value: ({ court }) => court?.court ?? 'Мировому судье судебного участка № ______',
    },
    АдресСуда: {
      about: 'Адрес суда',
      none: 'адрес суда называют при печати',
      value: ({ court }) => court?.court_address ?? '',
    },
    УведомлениеДолжника: {
      about: 'Когда и как должника уведомили о долге',
      none: 'день уведомления называют при печати',
      value: ({ court }) => `Уведомление о долге направлено должнику ${notified(court)}`.replace(/\.?$/, '.'),
    },
    РасходыПошлина: {
      about: 'Расходы по уплате пошлины; сумма или место для неё',
      none: 'сумму пошлины называют при печати',
      value: ({ court }) =>
        `расходов по уплате государственной пошлины в размере ${court?.duty_kopecks ? sumWithWords(court.duty_kopecks) : `${BLANK} рублей (по документу об уплате)`}`,
    },
    РешениеОВзносах: {
      about: 'Решение об установлении взносов, с номером и датой, если их назвали при начислении',
      value: (facts) => {
        const named = groundsOfLines(facts, claimed(facts));
        return `решение об установлении взносов${named && ` (${named})`}`;
      },
    },
    Взыскивается: {
      about: 'Долг, срок оплаты которого прошёл',
      value: (facts) => sumWithWords(owedOf(claimed(facts))),
    },
    КакВнесены: {
      about: '«не внесены» или «внесены не полностью»',
      value: (facts) => (claimed(facts).some((line) => line.paid_kopecks > 0) ? 'внесены не полностью' : 'не внесены'),
    },
    Взыскатель: { about: 'Взыскатель', value: ({ org }) => org.payee_name ?? org.po_name },
    Владение: { about: '«является владельцем» или «был владельцем до…»', value: tenure },
    ПериодС: { about: 'Начало периода: не позже первого начисления, что не оплачено', value: startOf },
  },
  slots: {
    Обстоятельства: {
      about: 'Обстоятельства дела, если их написали при печати',
      value: ({ court }) => paragraphs(court?.circumstances ?? ''),
    },
    Стороны: { about: 'Взыскатель и должник с адресами', value: sides },
    ТаблицаДолга: {
      about: 'Расчёт: год, вид, начислено, оплачено, остаток',
      value: (facts) => debtTable(claimed(facts), facts.day),
    },
  },
  signatures: (facts) => [chairman(facts)],
  unsaid,
  notOn: claimOn,
  refuse: (facts) => needsOwner(facts) ?? nothingDue(facts),
  instead: (facts) =>
    noDebtInstead(facts) ?? (facts.bill?.debt_kopecks && !claimed(facts).length ? 'debt_notice' : null),
};

/** The day, and how; whoever files the claim writes them where nobody named them. */
const notified = (court: Facts['court']): string =>
  court?.notified_on ? [longDate(court.notified_on), court.notified_how].filter(Boolean).join(' ') : DAY_BY_HAND;

/** What is typed at printing and the place for it in the text. */
const places = {
  court: 'Суд',
  court_address: 'АдресСуда',
  duty_kopecks: 'РасходыПошлина',
  notified_on: 'УведомлениеДолжника',
  circumstances: 'Обстоятельства',
} as const;

/** Words that a text of people would leave out without telling anybody. */
function unsaid(named: readonly string[], { court }: Facts): FieldErrors {
  const lost = Object.entries(places).filter(
    ([field, key]) => court?.[field as keyof typeof places] && !named.includes(key),
  );
  return Object.fromEntries(
    lost.map(([field, key]) => [`court.${field}`, `В тексте документа нет места для этого: добавьте в него «${key}»`]),
  );
}

/** A court is asked for what is overdue; what is to be paid later is nobody's breach yet. */
const claimed = ({ bill, day }: Facts) => overdueLines(bill, day);

function nothingDue(facts: Facts): string | null {
  if (!facts.bill?.debt_kopecks) return `Долга нет: взыскивать нечего. ${PRINT_NO_DEBT}`;
  return claimed(facts).length
    ? null
    : 'Срок оплаты ещё не наступил: взыскивать нечего. Напечатайте «Уведомление о задолженности»';
}

/** What was charged before the period that was asked for and is claimed too begins it. */
function startOf(facts: Facts): string {
  const days = claimed(facts).flatMap(({ charges }) =>
    charges.filter((one) => one.owed_kopecks > 0).map((one) => one.on_date),
  );
  return longDate([facts.from, ...days].filter((day) => day !== null).toSorted()[0] ?? null);
}

function tenure({ isFormer, garage, person }: Facts): string {
  if (!isFormer) return 'является владельцем';
  const until = garage?.owners.find((one) => one.profile_id === person?.id)?.ended_on;
  return `был владельцем${until ? ` до ${longDate(until)}` : ''}`;
}

function sides({ org, person, day }: Facts): string {
  return factTable([
    [
      'Взыскатель',
      [org.payee_name ?? org.po_name, org.inn && `ИНН ${org.inn}`, org.address].filter(Boolean).join(', '),
    ],
    [
      'Должник',
      person
        ? `${person.full_name}${person.kind === 'organisation' ? '' : `, ${longDate(person.birthday)} рождения`}${actingWords(person, day)}`
        : BLANK,
    ],
    person ? identityOf(person) : ['Паспорт', BLANK],
    ['Адрес должника', person?.registration_address || BLANK],
  ]);
}
