// 6. Receipt with a payment QR: notice and receipt, cut apart.
import { quotedText } from '../../kernel/richText/typst.ts';
import { sumInWords } from '../../kernel/words/rubles.ts';
import type { Facts } from '../facts/types.ts';
import { factTable, handLine, qrBlock, ruledTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { longDate, money } from '../../kernel/paper/words.ts';
import { payerName } from '../rules/acting.ts';
import { termOf } from '../rules/values.ts';
import { CUT, cutLine, noDebtInstead, PRINT_NO_DEBT, type Layout } from './layout.ts';

/** Accrual type of penalties. */
const PENALTY = 11;

export const receiptQr: Layout = {
  code: 'receipt_qr',
  frame: 'bare',
  text: richLines(`
    [[Извещение]]
    [[ЛинияОтреза]]
    [[Квитанция]]`),
  slots: {
    Извещение: { about: 'Часть, что остаётся у получателя', value: (facts) => part('ИЗВЕЩЕНИЕ', facts) },
    [CUT]: cutLine,
    Квитанция: { about: 'Часть плательщика', value: (facts) => part('КВИТАНЦИЯ', facts) },
  },
  signatures: () => [],
  refuse: ({ qr, bill }) => {
    if (bill && bill.debt_kopecks === 0) return `Долга нет: платить не за что. ${PRINT_NO_DEBT}`;
    return qr?.problems.length ? `В карточке ПО: ${qr.problems.join('; ')}` : null;
  },
  instead: noDebtInstead,
};

function part(title: string, facts: Facts): string {
  const { org, garage, bill, qr, person } = facts;
  const lines = (bill?.lines ?? []).filter((line) => line.owed_kopecks > 0);
  const penalties = lines.filter((line) => line.accrual_type_id === PENALTY);
  const sum = qr?.sum_kopecks ?? 0;
  const rows = lines.map((line) => [
    line.accrual_type,
    String(line.year),
    money(line.accrued_kopecks),
    line.accrual_type_id === PENALTY ? '' : money(line.owed_kopecks),
    line.accrual_type_id === PENALTY ? money(line.owed_kopecks) : '',
    money(line.owed_kopecks),
  ]);
  const owed = penalties.reduce((all, line) => all + line.owed_kopecks, 0);
  const table = ruledTable(
    [
      { title: 'Вид', width: '1fr' },
      { title: 'Период', width: '16mm' },
      { title: 'Начислено', width: '22mm', right: true },
      { title: 'Долг', width: '22mm', right: true },
      { title: 'Пени', width: '18mm', right: true },
      { title: 'К оплате', width: '22mm', right: true },
    ],
    rows,
    [['Итого', '', '', money(sum - owed), owed ? money(owed) : '', money(sum)]],
  );
  const picture = qr?.text ? qrBlock(qr.text, 34) : '';
  return `#block(width: 100%, breakable: false)[#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (1fr, 36mm), column-gutter: 4mm, [
#text(weight: "bold", size: 12pt)[${title}] #h(1fr) ${quotedText(longDate(facts.day))}
${factTable([
  ['Получатель', org.payee_name ?? org.po_name],
  ['ИНН / КПП', [org.inn, org.kpp].filter(Boolean).join(' / ')],
  ['Расчётный счёт', org.account ?? ''],
  ['Банк', org.bank_name ?? ''],
  ['БИК, к/с', [org.bik, org.corr_account].filter(Boolean).join(', ')],
  ['Лицевой счёт (ЛС)', garage?.account_no ?? ''],
  ['Плательщик', person ? payerName(person, facts.day) : ''],
  ['Гараж', `${org.po_name}, ${[garage?.section, garage?.number].filter(Boolean).join(' ')}`],
  ['Назначение', qr?.purpose ?? ''],
  ['Срок оплаты', termOf(bill, facts.day)],
])}], [#align(right)[${picture}]
#text(size: 8pt)[Оплата по QR в приложении любого банка]])
${table}
К оплате: #strong[${quotedText(`${money(sum)} ₽`)}] ${quotedText(`(${sumInWords(sum)})`)}
#v(4pt)
${handLine('Подпись плательщика')} #h(1fr) ${handLine('Дата')}]`;
}
