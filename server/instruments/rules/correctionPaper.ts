// «Акт об уточнении персональных данных» with the notice to the person, as ст. 20 ч. 3 and ст. 21 of 152-ФЗ ask. Typst source, pure.
import { formatDate } from '../../../contract/kernel/words.ts';
import { factTable, ruledTable, signatureLine } from '../../kernel/paper/blocks.ts';
import { quotedText } from '../../kernel/richText/typst.ts';
import { actDay, actFoot, actHead, actMoment, actPart, actTitle } from './actFrame.ts';

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

/** Typst source of the act and of the notice behind it; `recipients`: whom the data were given to. Times are Moscow's. */
export function correctionPaper(act: CorrectionFacts, recipients: readonly string[]): string {
  const day = actDay(act.at);
  const title = `Акт № ${act.act_no} об уточнении персональных данных`;
  return `${actHead(title, day)}
${factTable([
  ['Оператор', act.operator || '—'],
  ['Субъект', act.name],
  ['Требование', `от ${formatDate(act.on_date)}: ${act.ground}`],
  [
    'Срок',
    `до ${formatDate(act.due_on)} (${act.article})${act.is_late ? ', исполнено позже срока' : ', исполнено в срок'}`,
  ],
  ['Уточнил', act.who],
  ['Когда', `${actMoment(act.at)} МСК`],
])}
${actPart('Что изменено')}
${changesTable(act.changes)}
${actFoot('Уточнил', day)}
#pagebreak()
${actTitle('Уведомление об уточнении персональных данных', day)}
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
    changes.map(({ field, before, after, who, at }) => [field, before, after, `${who}, ${actMoment(at)}`]),
  );
