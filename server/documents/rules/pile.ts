// Many papers as one Typst source: each keeps its own page numbers; lists and labels of people.
import { formatDate } from '../../../contract/kernel/words.ts';
import { quotedText, typstString } from '../../kernel/richText/typst.ts';
import { handLine, lines, qrBlock, ruledTable } from '../../kernel/paper/blocks.ts';
import { shareWords } from '../../kernel/paper/words.ts';
import { LAST_PAGE } from '../paper/frame.ts';
import { SLIP_MM } from './slips.ts';

/** Sources of papers one after another, each with «page n of m» of its own. */
export function pileOf(sources: readonly string[]): string {
  return sources
    .map((source, nth) => {
      const end = `end-${nth}`;
      const own = source
        .replace(/^#set document\(.*\)$/m, '')
        .replace(LAST_PAGE, `counter(page).at(label(${typstString(end)})).first()`);
      // In brackets of its own: settings of every paper would otherwise hang over all that follow, and a pile of 300 take ten times longer.
      return `#[\n${own}\n#metadata(none)#label(${typstString(end)})\n]\n${nth < sources.length - 1 ? '#pagebreak(weak: true)\n#counter(page).update(1)\n' : ''}`;
    })
    .join('\n');
}

const page = (margins: string, footer = 'none') =>
  `#set page(paper: "a4", margin: (${margins}), footer: ${footer})
#set text(font: ("PT Serif", "PT Sans"), size: 11pt, lang: "ru", hyphenate: false)
`;

/** Labels of 70 × 37 mm, 24 on a sheet: whom and where. */
export function labelSheet(people: readonly { name: string; address: string | null; garage: string }[]): string {
  const cells = people.map(
    ({ name, address, garage }) =>
      `box(width: 70mm, height: 37mm, inset: 5mm, clip: true)[#text(size: 8pt)[${quotedText(`гараж ${garage}`)}] #linebreak() #strong[${quotedText(name)}] #linebreak() #text(size: 9pt)[${quotedText(address ?? '')}]]`,
  );
  return `${page('x: 0mm, top: 0.5mm, bottom: 0mm')}#grid(columns: (70mm, 70mm, 70mm), rows: 37mm, ${cells.join(',\n')})\n`;
}

/** The sheet in which those who came to a meeting sign. */
export function attendanceSheet(
  title: string,
  date: string,
  people: readonly { name: string; share: string | null; garage: string; garage_id: number }[],
): string {
  const owners = Map.groupBy(people, (one) => one.garage_id);
  const number = 'context align(right, text(size: 9pt)[#counter(page).display() / #counter(page).final().first()])';
  return `${page('left: 20mm, right: 10mm, top: 20mm, bottom: 20mm', number)}#align(center)[#text(size: 14pt, weight: "bold")[ЯВОЧНЫЙ ЛИСТ] #linebreak() ${quotedText(`общего собрания, ${title}, ${date}`)}]
${ruledTable(
  [
    { title: '№', width: '11mm', right: true },
    { title: 'Гараж', width: '24mm' },
    { title: 'ФИО', width: '1fr' },
    { title: 'Доля', width: '16mm' },
    { title: 'Подпись', width: '42mm' },
  ],
  people.map((one, nth) => [
    String(nth + 1),
    one.garage,
    one.name,
    shareWords(one.share, owners.get(one.garage_id)!.length === 1),
    '',
  ]),
)}
${handLine('Председатель собрания')} #h(1fr) ${handLine('Секретарь')}
`;
}

/** A letter without a number: the text of a mailing on paper. */
export interface PlainLetter {
  to: string;
  /** Null: written by hand. */
  address: string | null;
  garage: string;
  title: string;
  /** Ready Typst content, or lines of a plain text. */
  body: string | readonly string[];
  from: string;
  chairman: string;
  phone: string;
  /** `2026-03-31`. */
  date: string;
  /** What the code of its slip says, by which the slip is known when it comes back signed. */
  slip: string;
}

/** What is cut off, signed and given back: it stands at the foot of the sheet. */
const slipOf = ({ slip, title, to, garage, from, date }: PlainLetter): string => `#v(1fr)
#block(breakable: false, width: 100%)[#line(length: 100%, stroke: (thickness: 0.5pt, dash: "dashed"))
#v(2mm)
#grid(columns: (${SLIP_MM}mm, 1fr), column-gutter: 4mm, align: (left, left + horizon), ${qrBlock(slip, SLIP_MM).slice(1)}, [#set text(size: 9pt)
${lines(`Корешок письма «${title}» от ${formatDate(date)}`, [to, garage].filter(Boolean).join(', '))}
#v(5mm)
${lines('Письмо получил(а) ____________________    «____» ______________ 20___ г.', `Отрежьте, подпишите и верните: ${from}`)}])]`;

/** Letters one after another, each on a page of its own. */
export function letterSheets(letters: readonly PlainLetter[]): string {
  const sheets = letters.map((letter) => {
    const { to, address, garage, title, body, from, chairman, phone, date } = letter;
    const head = [to, garage, address].filter((line): line is string => Boolean(line));
    const text = typeof body === 'string' ? body : body.map((line) => `#par[${quotedText(line)}]`).join('\n');
    return `#align(right, block(width: 80mm)[#align(left)[${lines(...head)}]])
#v(8mm)
#strong[${quotedText(title)}]
#v(4mm)
${text}
#v(12mm)
${quotedText([from, phone && `тел. ${phone}`].filter(Boolean).join(', '))}
#linebreak()
${quotedText(`Председатель ____________________ ${chairman}`)}
#linebreak()
${quotedText(formatDate(date))}
${slipOf(letter)}`;
  });
  return `${page('left: 20mm, right: 10mm, top: 20mm, bottom: 20mm')}${sheets.join('\n#pagebreak()\n')}\n`;
}
