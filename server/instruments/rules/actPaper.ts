// «Акт об уничтожении» with the extract of the log, as the order of Роскомнадзор № 179 asks. Typst source, pure.
import { formatDate } from '../../../contract/kernel/words.ts';
import { factTable, ruledTable, signatureLine } from '../../kernel/paper/blocks.ts';
import { longDate } from '../../kernel/paper/words.ts';
import { quotedText, typstString } from '../../kernel/richText/typst.ts';
import { dateIn, HOME_ZONE } from '../../ports/clock.ts';
import { keptElsewhere } from './keptWords.ts';

export interface ActFacts {
  profile_id: number;
  act_no: string;
  at: string;
  ground: string;
  operator: string;
  who: string;
  counts: Record<string, number>;
  kept: { what: string; reason: string; count: number }[];
  extract: { at: string; who: string; text: string }[];
  /** Three years are over: the number and the day alone are left. */
  is_forgotten: boolean;
}

const SYSTEM = 'Информационная система персональных данных «Реестр гаражей»';
const timeIn = (at: string) =>
  new Intl.DateTimeFormat('ru-RU', {
    timeZone: HOME_ZONE,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));

/** Typst source of the act; times are Moscow's. */
export function actPaper(act: ActFacts): string {
  const day = dateIn(new Date(act.at), HOME_ZONE);
  const title = `Акт № ${act.act_no} об уничтожении персональных данных`;
  const subject = `Карточка № ${act.profile_id} («Удалено № ${act.profile_id}»)`;
  return `#set document(title: ${typstString(title)})
#set page(paper: "a4", margin: (left: 20mm, right: 15mm, y: 18mm),
  footer: context grid(columns: (1fr, auto), text(size: 8pt)[${quotedText(title)}], text(size: 8pt)[#counter(page).display() / #counter(page).final().first()]))
#set text(font: ("PT Serif", "PT Sans"), size: 11pt, lang: "ru")
#align(center)[#text(size: 14pt, weight: "bold")[${quotedText(title)}]]
#align(right)[${quotedText(longDate(day))}]
${factTable([
  ['Оператор', act.operator || '—'],
  ['Субъект', subject],
  ['Система', SYSTEM],
  ['Уничтожил', act.who],
  ['Когда', `${timeIn(act.at)} МСК`],
  ['Основание', act.is_forgotten ? 'Срок хранения акта (3 года) вышел' : act.ground],
  ['Способ', 'Стирание в базе данных, удаление файлов, уничтожение ключа, которым закрыты записи журнала'],
])}
${heading('Что уничтожено')}
${ruledTable(
  [
    { title: 'Сведения', width: '1fr' },
    { title: 'Количество', width: '30mm', right: true },
  ],
  Object.entries(act.counts).map(([what, count]) => [what, String(count)]),
)}
${heading('Что остаётся и почему')}
${ruledTable(
  [
    { title: 'Что', width: '1fr' },
    { title: 'Основание', width: '1fr' },
  ],
  [
    ...act.kept.map(({ what, reason, count }) => [`${what}: ${count}`, reason]),
    ...keptElsewhere.map(({ what, reason }) => [what, reason]),
  ],
)}
${heading('Выгрузка из журнала регистрации событий')}
${ruledTable(
  [
    { title: 'Время, МСК', width: '32mm' },
    { title: 'Кто', width: '42mm' },
    { title: 'Событие', width: '1fr' },
  ],
  [
    ...act.extract.map(({ at, who, text }) => [timeIn(at), who, text]),
    [
      timeIn(act.at),
      act.who,
      `Уничтожены данные: ${subject}; ${Object.keys(act.counts).join(', ')}; ${SYSTEM}; причина: ${act.is_forgotten ? '—' : act.ground}`,
    ],
  ],
)}
${signatureLine('Уничтожил', null)}
${signatureLine('Ответственный за обработку', null)}
#par[${quotedText(`Акт хранится до ${formatDate(`${Number(day.slice(0, 4)) + 3}${day.slice(4)}`)}.`)}]`;
}

const heading = (text: string) => `#block(above: 12pt, below: 4pt, sticky: true)[#strong[${quotedText(text)}]]`;
