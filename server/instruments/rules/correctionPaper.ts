// «Акт об уточнении персональных данных» with the notice to the person, as ст. 20 ч. 3 and ст. 21 of 152-ФЗ ask. Typst source, pure.
import { formatDate } from '../../../contract/kernel/words.ts';
import { factTable, ruledTable, signatureLine } from '../../kernel/paper/blocks.ts';
import { longDate } from '../../kernel/paper/words.ts';
import { quotedText, typstString } from '../../kernel/richText/typst.ts';
import { dateIn, HOME_ZONE } from '../../ports/clock.ts';

export interface CorrectedField {
  at: string;
  who: string;
  field: string;
  before: string;
  after: string;
}
export interface CorrectionFacts {
  name: string;
  act_no: string;
  at: string;
  operator: string;
  who: string;
  /** The demand: its day, its words, its term and the article of law that sets it. */
  on_date: string;
  ground: string;
  due_on: string;
  article: string;
  is_late: boolean;
  changes: readonly CorrectedField[];
}

const timeIn = (at: string) =>
  new Intl.DateTimeFormat('ru-RU', {
    timeZone: HOME_ZONE,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));

/** Typst source of the act and of the notice behind it; `recipients`: whom the data were given to. Times are Moscow's. */
export function correctionPaper(act: CorrectionFacts, recipients: readonly string[]): string {
  const day = dateIn(new Date(act.at), HOME_ZONE);
  const title = `Акт № ${act.act_no} об уточнении персональных данных`;
  return `#set document(title: ${typstString(title)})
#set page(paper: "a4", margin: (left: 20mm, right: 15mm, y: 18mm),
  footer: context grid(columns: (1fr, auto), text(size: 8pt)[${quotedText(title)}], text(size: 8pt)[#counter(page).display() / #counter(page).final().first()]))
#set text(font: ("PT Serif", "PT Sans"), size: 11pt, lang: "ru")
${heading(title)}
#align(right)[${quotedText(longDate(day))}]
${factTable([
  ['Оператор', act.operator || '—'],
  ['Субъект', act.name],
  ['Требование', `от ${formatDate(act.on_date)}: ${act.ground}`],
  [
    'Срок',
    `до ${formatDate(act.due_on)} (${act.article})${act.is_late ? ', исполнено позже срока' : ', исполнено в срок'}`,
  ],
  ['Уточнил', act.who],
  ['Когда', `${timeIn(act.at)} МСК`],
])}
#block(above: 12pt, below: 4pt, sticky: true)[#strong[${quotedText('Что изменено')}]]
${changesTable(act.changes)}
${signatureLine('Уточнил', null)}
${signatureLine('Ответственный за обработку', null)}
#par[${quotedText(`Акт хранится до ${formatDate(`${Number(day.slice(0, 4)) + 3}${day.slice(4)}`)}.`)}]
#pagebreak()
${heading('Уведомление об уточнении персональных данных')}
#align(right)[${quotedText(longDate(day))}]
#par[${quotedText(`${act.name}: по Вашему требованию от ${formatDate(act.on_date)} в сведения о Вас внесены изменения.`)}]
${ruledTable(
  [
    { title: 'Сведения', width: '1fr' },
    { title: 'Стало', width: '1fr' },
  ],
  act.changes.map(({ field, after }) => [field, after]),
)}
#par[${quotedText(
    recipients.length
      ? `Прежние сведения могли быть переданы: ${recipients.join('; ')}. Им сообщается об изменениях.`
      : 'Сведения третьим лицам не передавались.',
  )}]
#par[${quotedText(`Акт № ${act.act_no} от ${formatDate(day)}. Оператор: ${act.operator || '—'}.`)}]
${signatureLine('Уведомление получил', null)}`;
}

const changesTable = (changes: readonly CorrectedField[]) =>
  ruledTable(
    [
      { title: 'Сведения', width: '36mm' },
      { title: 'Было', width: '1fr' },
      { title: 'Стало', width: '1fr' },
      { title: 'Кто и когда', width: '38mm' },
    ],
    changes.map(({ field, before, after, who, at }) => [field, before, after, `${who}, ${timeIn(at)}`]),
  );
const heading = (text: string) => `#align(center)[#text(size: 14pt, weight: "bold")[${quotedText(text)}]]`;
