// 6. Receipt with a payment QR: notice and receipt, cut apart. Of a payment that came without cash it says what has come, too.
import { quotedText } from '../../kernel/richText/typst.ts';
import { sumInWords, sumWithWords } from '../../kernel/words/rubles.ts';
import { PENALTY } from '../../balance/rules/settlement.ts';
import type { Facts } from '../facts/types.ts';
import { factTable, handLine, qrBlock, ruledTable, signatureLine } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { longDate, money } from '../../kernel/paper/words.ts';
import { payerName } from '../rules/acting.ts';
import { inSentence } from '../rules/values.ts';
import { termOf, termOfLine } from '../rules/overdue.ts';
import { CUT, cutLine, noDebtInstead, PRINT_NO_DEBT, treasurer, type Layout } from './layout.ts';

export const receiptQr: Layout = {
  code: 'receipt_qr',
  frame: 'bare',
  text: richLines(`
    [[Извещение]]
    [[ЛинияОтреза]]
    [[Квитанция]]`),
  slots: {
    Извещение: {
      about: 'Часть, что остаётся у получателя',
      value: (facts) => part('ИЗВЕЩЕНИЕ', 'остаётся у получателя', facts),
    },
    [CUT]: cutLine,
    Квитанция: { about: 'Часть плательщика', value: (facts) => part('КВИТАНЦИЯ', 'остаётся у плательщика', facts) },
  },
  signatures: () => [],
  refuse: (facts) => {
    const { qr, bill, payment } = facts;
    if (payment && !owesStill(facts)) return null;
    if (bill && bill.debt_kopecks === 0) return `Долга нет: платить не за что. ${PRINT_NO_DEBT}`;
    return qr?.problems.length ? `В карточке ПО: ${qr.problems.join('; ')}` : null;
  },
  instead: noDebtInstead,
};

/** Who takes the money says so by hand: the payer keeps his part as a proof. */
const TO_SIGN = `#text(size: 9pt)[${['Подпись плательщика', 'Дата', 'Отметка банка или кассира'].map(handLine).join(' #h(1fr) ')}]`;

/**
 * Whether the receipt asks for money: one of a payment does when the garage that was paid for is the payer's and still owes. What
 * others owe is not told to him.
 */
const owesStill = ({ payment, bill, garage, person }: Facts): boolean =>
  !payment ||
  (payment.garages.length === 1 &&
    (bill?.debt_kopecks ?? 0) > 0 &&
    Boolean(garage?.owners.some((one) => one.ended_on === null && one.profile_id === person?.id)));

function part(title: string, whose: string, facts: Facts): string {
  const { org, garage, qr, payment, person } = facts;
  const asks = owesStill(facts);
  const garages = payment?.garages.join(', ') ?? [garage?.section, garage?.number].filter(Boolean).join(' ');
  const several = (payment?.garages.length ?? 0) > 1;
  const picture = asks && qr?.text ? qrBlock(qr.text, 34) : '';
  return `#block(width: 100%, breakable: false)[#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (1fr, 36mm), column-gutter: 4mm, [
#text(weight: "bold", size: 12pt)[${title} №~${quotedText(facts.number)}] #h(1fr) ${quotedText(longDate(facts.day))} #linebreak()
#text(size: 8pt)[${whose}]
${factTable([
  ['Получатель', org.payee_name ?? org.po_name],
  [org.kpp ? 'ИНН / КПП' : 'ИНН', [org.inn, org.kpp].filter(Boolean).join(' / ')],
  ['Расчётный счёт', org.account ?? ''],
  ['Банк', org.bank_name ?? ''],
  ['БИК, к/с', [org.bik, org.corr_account].filter(Boolean).join(', ')],
  ...(several ? [] : [['Лицевой счёт (ЛС)', garage?.account_no ?? ''] as const]),
  ['Плательщик', person ? payerName(person, facts.day) : ''],
  [several ? 'Гаражи' : 'Гараж', `${org.po_name}, ${garages}`],
  ...paidRows(payment),
  ...(asks
    ? [
        [payment ? 'Назначение остатка' : 'Назначение', qr?.purpose ?? ''] as const,
        ['Срок оплаты', termOf(facts.bill, facts.day)] as const,
      ]
    : []),
])}], [${picture ? `#align(right)[${picture}]\n#text(size: 8pt)[Оплата по QR в приложении любого банка]` : ''}])
${asks ? owed(facts) : nothingAsked(facts)}
#v(4pt)
${payment ? signatureLine(...treasurer(facts)) : TO_SIGN}]`;
}

/** What has come by the bank, a card or a telephone: cash is confirmed by an order. */
const paidRows = (payment: Facts['payment']): (readonly [string, string])[] =>
  payment
    ? [
        ['Оплачено', sumWithWords(payment.kopecks)],
        ['Дата и способ оплаты', `${longDate(payment.on_date)}, ${payment.method}`],
        ['За что', payment.purpose],
      ]
    : [];

/** A payment after which this receipt asks for nothing. */
const nothingAsked = ({ payment, bill, day, garage, person }: Facts): string =>
  payment?.garages.length === 1 &&
  bill?.debt_kopecks === 0 &&
  garage?.owners.some((one) => one.ended_on === null && one.profile_id === person?.id)
    ? quotedText(`Долга по гаражу на ${longDate(day)} нет.`)
    : '';

/** What is to be paid: a line for each kind and year, the whole in words. */
function owed({ bill, qr, payment, day }: Facts): string {
  const lines = (bill?.lines ?? []).filter((line) => line.owed_kopecks > 0);
  const penalties = lines.filter((line) => line.accrual_type_id === PENALTY);
  const sum = qr?.sum_kopecks ?? 0;
  const rows = lines.map((line) => [
    line.accrual_type,
    String(line.year),
    termOfLine(line, day),
    money(line.accrued_kopecks),
    money(line.accrual_type_id === PENALTY ? 0 : line.owed_kopecks),
    money(line.accrual_type_id === PENALTY ? line.owed_kopecks : 0),
    money(line.owed_kopecks),
  ]);
  const fined = penalties.reduce((all, line) => all + line.owed_kopecks, 0);
  const accrued = lines.reduce((all, line) => all + line.accrued_kopecks, 0);
  const table = ruledTable(
    [
      { title: 'Вид', width: '1fr' },
      { title: 'Период', width: '15mm' },
      { title: 'Срок оплаты', width: '32mm' },
      { title: 'Начислено', width: '21mm', right: true },
      { title: 'Долг', width: '21mm', right: true },
      { title: 'Пени', width: '17mm', right: true },
      { title: 'К оплате', width: '21mm', right: true },
    ],
    rows,
    [['Итого', '', '', money(accrued), money(sum - fined), money(fined), money(sum)]],
    false,
    true,
  );
  return `${table}
${payment ? 'Осталось к оплате' : 'К оплате'}: #strong[${quotedText(`${money(sum)} ₽`)}] ${quotedText(`(${inSentence(sumInWords(sum))})`)}`;
}
