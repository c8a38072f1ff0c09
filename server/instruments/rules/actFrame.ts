// What acts about personal data share: the sheet with its title, who signs, until when it is kept. Typst source, pure.
import { formatDate } from '../../../contract/kernel/words.ts';
import { plusYears } from '../../../contract/kernel/ages.ts';
import { isDay, plusDays } from '../../../contract/kernel/days.ts';
import { signatureLine } from '../../kernel/paper/blocks.ts';
import { longDate } from '../../kernel/paper/words.ts';
import { quotedText, typstString } from '../../kernel/richText/typst.ts';
import { dateIn, HOME_ZONE } from '../../ports/clock.ts';

/** Years that an act is kept. */
const KEPT_YEARS = 3;
/** The day to which an act is kept; of one made on the 29th of February the day after the 28th, where the year has no 29th. */
const keptUntil = (day: string): string => {
  const until = plusYears(day, KEPT_YEARS);
  return isDay(until) ? until : plusYears(plusDays(day, 1), KEPT_YEARS);
};

/** Moment of an act, by the clock of Moscow: «27.11.2026, 13:40». */
export const actMoment = (at: string): string =>
  new Intl.DateTimeFormat('ru-RU', {
    timeZone: HOME_ZONE,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
export const actDay = (at: string): string => dateIn(new Date(at), HOME_ZONE);

/** Title of a sheet with its day at the right. */
export const actTitle = (title: string, day: string): string =>
  `#align(center)[#text(size: 14pt, weight: "bold")[${quotedText(title)}]]
#align(right)[${quotedText(longDate(day))}]`;
export const actPart = (title: string): string =>
  `#block(above: 12pt, below: 4pt, sticky: true)[#strong[${quotedText(title)}]]`;

/** The beginning of an act: its sheet, its title and day. */
export const actHead = (title: string, day: string): string => `#set document(title: ${typstString(title)})
#set page(paper: "a4", margin: (left: 20mm, right: 15mm, y: 18mm),
  footer: context grid(columns: (1fr, auto), text(size: 8pt)[${quotedText(title)}], text(size: 8pt)[#counter(page).display() / #counter(page).final().first()]))
#set text(font: ("PT Serif", "PT Sans"), size: 11pt, lang: "ru")
${actTitle(title, day)}`;

/** The end of an act: `doer` signs first. */
export const actFoot = (doer: string, day: string): string => `${signatureLine(doer, null)}
${signatureLine('Ответственный за обработку', null)}
#par[${quotedText(`Акт хранится до ${formatDate(keptUntil(day))}.`)}]`;
