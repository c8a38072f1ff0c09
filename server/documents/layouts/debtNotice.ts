// 16. Notice of a debt, by year and type, with requisites and QR.
import type { DebtLine } from '../../../contract/balance.ts';
import { plusDays } from '../../../contract/kernel/days.ts';
import { sumWithWords } from '../../kernel/words/rubles.ts';
import { PENALTY } from '../../balance/rules/settlement.ts';
import type { Facts } from '../facts/types.ts';
import { factTable, qrBlock, ruledTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { longDate, money } from '../../kernel/paper/words.ts';
import { addressee, greetingOf, isMinor } from '../rules/acting.ts';
import { aheadOf, overdueLines, owedOf, termOfLine, termsOf } from '../rules/overdue.ts';
import { groundsOfLines } from '../rules/grounds.ts';
import { variables } from '../rules/values.ts';
import { nameIn } from '../../kernel/words/nameCases.ts';
import { chairman, claimOn, needsOwner, noDebtInstead, PRINT_NO_DEBT, type Layout } from './layout.ts';

const TERM_DAYS = 30;

export const debtNotice: Layout = {
  code: 'debt_notice',
  frame: 'letter',
  text: richLines(`
    > {Адресат}
    > гараж {ГаражПолностью}, лицевой счёт {ЛС}
    # {Заголовок}
    ^ **{ОЧём}**
    **{ОбращениеАдресата}!**
    По состоянию на {Дата} за {ЗаКем} числится {Числится} по гаражу {ГаражПолностью} на территории {ПО}: **{Долг}**.
    [[ТаблицаДолга]]
    ?СрокНеНаступил {СрокНеНаступил}
    Просим оплатить {ЧтоОплатить}.
    [[РеквизитыQR]]
    ?Последствия {Последствия}`),
  variables: {
    Заголовок: {
      about: '«Уведомление (претензия)»; пока ничего не просрочено — «Уведомление»',
      value: (facts) => (overdueOf(facts) > 0 ? 'УВЕДОМЛЕНИЕ (ПРЕТЕНЗИЯ)' : 'УВЕДОМЛЕНИЕ'),
    },
    ОЧём: {
      about: '«о задолженности по взносам»; пока ничего не просрочено — «о взносах к оплате»',
      value: (facts) => (overdueOf(facts) > 0 ? 'о задолженности по взносам' : 'о взносах к оплате'),
    },
    Числится: {
      about: '«долг»; пока ничего не просрочено — «к оплате»',
      value: (facts) => (overdueOf(facts) > 0 ? 'долг' : 'к оплате'),
    },
    Адресат: {
      declines: 'dative',
      about: 'Кому письмо; за ребёнка — законному представителю',
      value: ({ person, day }) => (person ? addressee(person, day) : ''),
    },
    ОбращениеАдресата: {
      about: 'Уважаемый Иван Иванович; представителю — без имени',
      value: (facts) =>
        (facts.person && greetingOf(facts.person, facts.day)) ??
        `${variables.Обращение!.value(facts)} ${variables.ИмяОтчество!.value(facts)}`.trim(),
    },
    ЗаКем: {
      about: 'вами; за ребёнка — кем',
      value: ({ person, day }) => (person && isMinor(person, day) ? nameIn(person, 'instrumental') : 'вами'),
    },
    СрокНеНаступил: {
      about: 'Сколько из долга ещё не пора платить',
      none: 'весь долг просрочен',
      value: (facts) => {
        const ahead = aheadOf(facts.bill, facts.day);
        if (ahead <= 0) return '';
        return overdueOf(facts) > 0
          ? `Из этой суммы срок оплаты ещё не наступил: ${sumWithWords(ahead)}.`
          : 'Срок оплаты ещё не наступил.';
      },
    },
    Последствия: {
      about: 'Обращение в суд; пока ничего не просрочено — нет',
      none: 'ничего не просрочено',
      value: (facts) =>
        overdueOf(facts) > 0
          ? `Если просроченный долг не будет оплачен в срок, ${variables.ПО!.value(facts)} обратится в суд с заявлением о судебном приказе; судебные расходы будут отнесены на вас.`
          : '',
    },
    ЧтоОплатить: {
      about: 'Просроченное — за 30 дней, остальное — в свой срок',
      value: whatToPay,
    },
    СрокОплаты: {
      about: 'Дата документа и 30 дней',
      value: ({ day }) => longDate(plusDays(day, TERM_DAYS)),
    },
  },
  slots: {
    ТаблицаДолга: {
      about: 'Долг по годам и видам, пени отдельно',
      value: ({ bill, day }) =>
        debtTable(
          (bill?.lines ?? []).filter((line) => line.owed_kopecks > 0),
          day,
        ),
    },
    РеквизитыQR: { about: 'Реквизиты, чем установлены взносы, и QR для оплаты', value: requisites },
  },
  signatures: (facts) => [chairman(facts)],
  notOn: claimOn,
  refuse: (facts) => needsOwner(facts) ?? (facts.bill?.debt_kopecks ? null : `Долга нет. ${PRINT_NO_DEBT}`),
  instead: noDebtInstead,
};

const overdueOf = ({ bill, day }: Facts) => owedOf(overdueLines(bill, day));

/** A claim is of what is overdue alone: what is to be paid later is asked for by its own day. */
function whatToPay(facts: Facts): string {
  const { bill, day } = facts;
  const overdue = overdueOf(facts);
  const { ahead } = termsOf(bill?.lines ?? [], day);
  const later = ahead[0] ? `${ahead.length > 1 ? 'в срок, ближайший — ' : 'до '}${longDate(ahead[0])}` : '';
  const within = `до ${longDate(plusDays(day, TERM_DAYS))} (в течение ${TERM_DAYS} дней)`;
  if (!later) return `долг ${within}`;
  return overdue > 0 ? `просроченную часть долга, ${sumWithWords(overdue)}, ${within}, остальное — ${later}` : later;
}

/** What is owed by year and type, penalties apart at the end, and the sum; small enough that three years leave room to sign. */
export function debtTable(lines: readonly DebtLine[], day: string): string {
  const row = (line: DebtLine) => [
    String(line.year),
    line.accrual_type,
    termOfLine(line, day),
    money(line.accrued_kopecks),
    money(line.paid_kopecks),
    money(line.owed_kopecks),
  ];
  const total = (of: 'accrued_kopecks' | 'paid_kopecks' | 'owed_kopecks') =>
    money(lines.reduce((sum, line) => sum + line[of], 0));
  return ruledTable(
    [
      { title: 'Год', width: '16mm' },
      { title: 'Вид', width: '1fr' },
      { title: 'Срок оплаты', width: '34mm' },
      { title: 'Начислено', width: '25mm', right: true },
      { title: 'Оплачено', width: '25mm', right: true },
      { title: 'Остаток', width: '25mm', right: true },
    ],
    [
      ...lines.filter((line) => line.accrual_type_id !== PENALTY).map(row),
      ...lines.filter((line) => line.accrual_type_id === PENALTY).map(row),
    ],
    [['', 'Всего', '', total('accrued_kopecks'), total('paid_kopecks'), total('owed_kopecks')]],
    false,
    true,
  );
}

function requisites(all: Facts): string {
  const { org, qr, garage, bill } = all;
  const grounds = groundsOfLines(all, bill?.lines ?? []);
  const facts = factTable([
    ['Получатель', org.payee_name ?? org.po_name],
    [org.kpp ? 'ИНН / КПП' : 'ИНН', [org.inn, org.kpp].filter(Boolean).join(' / ') || '—'],
    ['Расчётный счёт', org.account ?? '—'],
    ['Банк, БИК', [org.bank_name, org.bik].filter(Boolean).join(', ') || '—'],
    ['Корр. счёт', org.corr_account ?? '—'],
    ['Назначение', qr?.purpose || `Взносы, ЛС ${garage?.account_no ?? ''}`],
    ...(grounds ? [['Основание взносов', grounds] as const] : []),
  ]);
  return `#grid(columns: (1fr, 34mm), column-gutter: 4mm, [${facts}], [${qr?.text ? `${qrBlock(qr.text, 34)}\n#text(size: 8pt)[Оплата по QR]` : ''}])`;
}
