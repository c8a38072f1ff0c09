// 7. Cash receipt order, form КО-1, with its tear-off receipt.
import { quotedText } from '../../kernel/richText/typst.ts';
import { sumInWords } from '../../kernel/words/rubles.ts';
import type { Facts } from '../facts/types.ts';
import { nameIn } from '../../kernel/words/nameCases.ts';
import { richLines } from '../paper/richLines.ts';
import { longDate, money, shortDate } from '../../kernel/paper/words.ts';
import { initialed, type Layout } from './layout.ts';

export const cashOrder: Layout = {
  code: 'cash_order',
  frame: 'bare',
  text: richLines('[[КО1]]'),
  slots: {
    КО1: {
      declines: 'genitive',
      about: 'Приходный ордер и квитанция к нему',
      value: (facts) => order(facts, quotedText(facts.number)),
    },
  },
  signatures: () => [],
  refuse: ({ payment }) => (payment && payment.kopecks > 0 ? null : 'Приходный ордер выписывают на принятую оплату'),
};

function order(facts: Facts, number: string): string {
  const { org, payment, person } = facts;
  const sum = payment?.kopecks ?? 0;
  const from = person ? nameIn(person, 'genitive') : '';
  const ground = `${payment?.purpose ?? ''}, гараж ${payment?.garages.join(', ') ?? ''}`;
  const signature = (role: string, name: string | null) =>
    `${quotedText(role)} #box(width: 1fr, line(length: 100%, stroke: 0.5pt)) ${quotedText(name ?? '')}`;
  const field = (name: string, value: string) =>
    `#grid(columns: (auto, 1fr), column-gutter: 2mm, [${quotedText(name)}], box(width: 100%, stroke: (bottom: 0.5pt), inset: (bottom: 2pt))[${quotedText(value)}])`;
  const small = (words: string) => `text(size: 6.5pt)[${words}]`;
  return `#[#set text(size: 10pt)
#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (1fr, 0mm, 62mm), column-gutter: 4mm, stroke: (x, y) => if x == 1 { (left: (thickness: 0.5pt, dash: "dashed")) },
[#align(right, text(size: 8pt)[Унифицированная форма № КО-1])
${field('Организация', org.payee_name ?? org.po_name)}
#v(2pt)
#grid(columns: (1fr, auto), [${quotedText(org.mo_name)}], table(columns: 2, inset: 3pt, stroke: 0.5pt, [Форма по ОКУД], [0310001], [по ОКПО], [${org.okpo ? quotedText(org.okpo) : '#h(14mm)'}]))
#v(6pt)
#grid(columns: (1fr, auto), align: bottom, text(size: 13pt, weight: "bold")[ПРИХОДНЫЙ КАССОВЫЙ ОРДЕР], table(columns: 2, inset: 4pt, stroke: 0.5pt, [Номер документа], [Дата составления], [#strong[${number}]], [#strong[${quotedText(shortDate(facts.day))}]]))
#v(4pt)
#table(columns: (12mm, 1fr, 1fr, 1fr, 22mm, 19mm), inset: 2pt, stroke: 0.5pt, align: center + horizon,
table.cell(rowspan: 2)[Дебет], table.cell(colspan: 3)[Кредит], table.cell(rowspan: 2)[Сумма, руб. коп.], table.cell(rowspan: 2, ${small('код целевого назначения')}),
${small('код структурного подразделения')}, ${small('корреспон- дирующий счёт, субсчёт')}, ${small('код аналитического учёта')},
[50], [], [76], [], [#strong[${quotedText(money(sum))}]], [])
#v(4pt)
${field('Принято от', from)}
#v(3pt)
${field('Основание', ground)}
#v(3pt)
${field('Сумма', sumInWords(sum))}
#v(3pt)
${field('В том числе', 'без налога (НДС)')}
#v(3pt)
${field('Приложение', '')}
#v(12pt)
${signature('Главный бухгалтер', initialed(org.treasurer_name))}
#v(8pt)
${signature('Получил кассир', initialed(org.treasurer_name))}], [],
[${field('', org.payee_name ?? org.po_name)}
#v(4pt)
#align(center, text(size: 13pt, weight: "bold")[КВИТАНЦИЯ])
#align(center, text(size: 8pt)[отдаётся плательщику])
к приходному кассовому ордеру №~#strong[${number}]
#linebreak()
от ${quotedText(longDate(facts.day))}
#v(4pt)
${field('Принято от', from)}
#v(3pt)
${field('Основание', ground)}
#v(3pt)
${field('Сумма', `${money(sum)} ₽`)}
#v(2pt)
${quotedText(sumInWords(sum))}
#v(2pt)
${field('В том числе', 'без налога (НДС)')}
#v(4pt)
${quotedText(longDate(facts.day))}
#v(4pt)
М. П. (штампа)
#v(10pt)
${signature('Главный бухгалтер', initialed(org.treasurer_name))}
#v(8pt)
${signature('Кассир', initialed(org.treasurer_name))}])]
#v(8pt)`;
}
