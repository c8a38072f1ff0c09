// The frame of every paper: page, emblem and requisites, number and date, signatures, the code of its check, page n of m.
import { quotedText, typstString } from '../../kernel/richText/typst.ts';
import type { OrgFacts } from '../facts/types.ts';
import { DRAWN_LABEL, SHEET_LABEL } from '../../ports/pdf/sheetCodes.ts';
import { sheetCode } from '../rules/sheets.ts';
import { qrBlock, signatureLine } from '../../kernel/paper/blocks.ts';
import { longDate } from '../../kernel/paper/words.ts';
import { isOfSociety, moInFull, poInFull, shortWordsOf, wordsOfForm } from '../rules/orgForms.ts';

export interface Frame {
  org: OrgFacts;
  /**
   * Letter: head and foot of the office. Bare: a form with a look of its own, only the last line is added. Insert: two small pages
   * side by side, cut out of the sheet and folded.
   */
  kind: 'letter' | 'bare' | 'insert';
  number: string;
  date: string;
  signatures: readonly (readonly [role: string, name: string | null])[];
  /** Address by which the paper is checked; null where the house has no public address. */
  checkUrl: string | null;
  /** Who printed it, phone of the office; null on what people write themselves. */
  by: string | null;
  /** Pictures of a signature and a stamp that the ПО allows, as names of files. */
  signature: string | null;
  stamp: string | null;
  /** A trial of a text: «ПРОБА» across. */
  isTrial?: boolean;
}

/** The number of the last page of a paper. */
export const LAST_PAGE = 'counter(page).final().first()';
/**
 * Number and day as the head of this paper says them, told at the foot of its further sheets. They are looked up where they are needed:
 * written into the settings of the page they would make every part of a paper new to the engine, which lays out anew only what it has
 * not seen.
 */
const OWN = 'query(selector(<paper>).before(here())).last().value';
/** Word that a copy carries; the frame asks for it by this line, which `asCopy` changes. */
const ORIGINAL = '#let mark = none';
const COPY = '#let mark = "КОПИЯ"';
/** Whichever of these stands in a source. */
const MARK = /^#let mark = .*$/m;
const TRIAL = '#let mark = "ПРОБА"';
const ENDED = { cancelled: 'АННУЛИРОВАН', replaced: 'ЗАМЕНЁН' };

/** What stands over each sheet of a copy, and what a paper is kept with in its place. */
const COPY_HEAD = 'align(right, box(stroke: 1pt, inset: 4pt, text(size: 12pt, weight: "bold", mark)))';
const byHand = (width: string) => `#box(width: ${width}, line(length: 100%, stroke: 0.5pt))`;
const ATTESTED_HEAD = `[#set par(first-line-indent: 0pt, justify: false)
#set text(size: 9pt)
#grid(columns: (auto, 1fr, 1fr, auto, auto), column-gutter: 3mm, row-gutter: 2pt, align: (left, center, center, center, right).map(side => side + bottom),
[Копия верна:], [${byHand('100%')}], [${byHand('100%')}], [«${byHand('6mm')}» ${byHand('22mm')} 20${byHand('6mm')} г.], grid.cell(rowspan: 2, box(stroke: 1pt, inset: 4pt, text(size: 12pt, weight: "bold", mark))),
[], text(size: 7pt)[должность], text(size: 7pt)[подпись, фамилия], text(size: 7pt)[дата])]`;

/** The same paper as a copy: each sheet says so over its text and has a line for who attests it. */
export const asCopy = (source: string): string => source.replace(ORIGINAL, COPY).replace(COPY_HEAD, ATTESTED_HEAD);

/**
 * The same paper, or its copy, as it is shown after its force has ended: the word stands across, the original stays as it was kept.
 * @param instead what was given out for it: «на № 1-16/7-26 от 5 марта 2026 г.»
 */
export const asEnded = (source: string, state: keyof typeof ENDED, instead: string | null = null): string =>
  source.replace(
    MARK,
    (mark) =>
      `${mark}\n#set page(foreground: rotate(-40deg, align(center)[#set par(first-line-indent: 0pt, justify: false)
#text(size: 72pt, weight: "bold", fill: rgb(190, 30, 30, 70))[${ENDED[state]}]${instead ? `#linebreak()#text(size: 26pt, weight: "bold", fill: rgb(190, 30, 30, 90))[${quotedText(instead)}]` : ''}]))`,
  );

/**
 * Typst source of a whole paper around its body; `closing` is the end of the text, which the signatures never leave, `torn` what is
 * cut off under them, of an insert its right half.
 */
export function framed(frame: Frame, body: string, closing = '', torn: string | null = null): string {
  const margins = 'left: 20mm, right: 10mm, top: 20mm, bottom: 20mm';
  return `${frame.isTrial ? TRIAL : ORIGINAL}
#set page(paper: "a4", margin: (${margins}),
  background: if mark == "ПРОБА" { rotate(-45deg, text(size: 110pt, fill: luma(225), mark)) },
  header: if mark == "КОПИЯ" { ${COPY_HEAD} },
  footer: context { ${footer(frame)} })
#set text(font: ("PT Serif", "PT Sans"), size: 12pt, lang: "ru", hyphenate: false, overhang: false)
#set par(first-line-indent: (amount: 10mm, all: true), justify: true, leading: 0.6em, spacing: 0.75em)
#show heading: set block(above: 8pt, below: 10pt)
#metadata((said: [№ ${quotedText(frame.number)}, ${quotedText(longDate(frame.date))}]${frame.checkUrl ? sheetsOf(frame.checkUrl) : ''}))<paper>
${bodies[frame.kind](frame, body, closing, torn)}
${titled(frame.number)}
`;
}

/** Side of the code of a sheet, mm: it stands in the margin under the text, clear of what a printer can't reach. */
const SHEET_CODE_MM = 14;

/**
 * The foot of a sheet: number and day on further ones, «n / m». Each sheet of several carries a code of its own, by which it is known
 * when it comes back signed: asked for in the first layout, drawn in the second.
 */
const footer = ({ checkUrl }: Frame): string => `set text(size: 9pt)
    set par(first-line-indent: 0pt)
    let (nth, last) = (counter(page).get().first(), ${LAST_PAGE})
    ${checkUrl ? SHEET_CODE : ''}
    if nth > 1 { ${OWN}.said }
    h(1fr)
    [#nth / #last]`;
const SHEET_CODE = `if last > 1 {
      let of = ${OWN}
      let (name, text) = (of.name + "-" + str(nth) + "-" + str(last), of.text + "/" + str(nth) + "/" + str(last))
      if query(<${DRAWN_LABEL}>).len() > 0 { place(top + left, dy: -4.5mm, image(name, width: ${SHEET_CODE_MM}mm, scaling: "pixelated")) } else [#metadata((name: name, text: text))<${SHEET_LABEL}>]
      h(${SHEET_CODE_MM + 3}mm)
    }`;
/** What the pictures of the codes are called and what they say, but for the sheet. */
const sheetsOf = (checkUrl: string) =>
  `, name: ${typstString(`/sheet-${checkUrl.slice(checkUrl.lastIndexOf('/') + 1)}`)}, text: ${typstString(sheetCode(checkUrl))}`;

/** What a viewer calls the file. It comes last, with something to hold it: over the text it would be a setting of every part of it. */
const titled = (number: string) => `#set document(title: ${typstString(number)})\n#metadata(none)`;

const bodies: Record<Frame['kind'], (frame: Frame, body: string, closing: string, torn: string | null) => string> = {
  letter: (frame, body, closing, torn) =>
    `${head(frame)}\n${body}\n${foot(frame, closing)}\n${torn ? `#block(breakable: false, width: 100%)[${torn}]` : ''}`,
  bare: (frame, body, closing) => `${body}\n${closing}${lastLine(frame, { tellsShort: true })}`,
  insert: (
    frame,
    body,
    closing,
    torn,
  ) => `#block(width: 100%, breakable: false, stroke: (thickness: 0.5pt, dash: "dashed"), inset: (y: 5mm))[#set text(size: 10pt)
#set par(first-line-indent: 0pt, justify: false)
#show heading: set text(size: 12pt)
#grid(columns: (1fr, 1fr), inset: (x: 5mm), grid.vline(x: 1, stroke: (thickness: 0.5pt, dash: "dotted")), [
#align(center, text(size: 8.5pt)[${above(frame.org)
    .map((line) => quotedText(line))
    .join('#linebreak()')}])
${body}
${closing}], [
${torn ?? ''}
${signLines(frame, [29, 46], smallLine)}
${lastLine(frame, { tellsShort: true, isNarrow: true })}])]
#align(center, text(size: 8pt)[вырезать по линии и сложить пополам])`,
};

/** Beside a name, what its short word is of: they meet outsiders here first. */
const inFull = (words: string) => words && ` #text(size: 9.5pt)[${quotedText(`(${words})`)}]`;

/** Who stands over the ПО in the society; a cooperative has nobody over it. */
const above = (org: OrgFacts): string[] => (isOfSociety(org) ? [org.region_name, org.mo_name] : []);

function head({ org, number, date }: Frame): string {
  const requisites = [
    org.inn && `ИНН ${org.inn}`,
    org.kpp && `КПП ${org.kpp}`,
    org.ogrn && `ОГРН ${org.ogrn}`,
    org.address,
    org.phone && `тел. ${org.phone}`,
  ].filter(Boolean);
  const { name, emblem } = wordsOfForm(org);
  return `#[#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (22mm, 1fr), column-gutter: 4mm, align: (center + horizon, center),
  circle(radius: 9mm, stroke: 1.5pt)[#align(center + horizon, text(weight: "bold", size: 12pt)[${quotedText(emblem)}])],
  [#set text(size: 11pt)
${[`${name} (${emblem})`, ...above(org)].map((line) => quotedText(line)).join('#linebreak()\n')}${inFull(moInFull(org))}#linebreak()
#strong[${quotedText(org.po_name)}]${inFull(poInFull(org))}])
#align(center, text(size: 9.5pt)[${quotedText(requisites.join(' · '))}])
#line(length: 100%, stroke: 0.8pt)
#grid(columns: (1fr, auto), [${quotedText(`№ ${number}`)}], [${quotedText(longDate(date))}])
#v(4pt)]`;
}

const foot = (frame: Frame, closing: string): string => `#block(breakable: false, width: 100%)[${closing}
#v(4pt)
#set par(first-line-indent: 0pt, justify: false)
${signLines(frame, [60, 88], signatureLine)}
${lastLine(frame)}]`;

/** Lines to sign on and the place of the stamp; `across`: mm at which the pictures of a signature and a stamp stand. */
function signLines(frame: Frame, across: readonly [number, number], line: typeof signatureLine): string {
  const isOffice = frame.signatures.some(([role]) => isChairman(role));
  const stampPlace = isOffice && !frame.stamp ? '#v(2pt)\n#text(size: 10pt)[М. П.]' : '';
  return `${frame.signatures.map(([role, name]) => (isChairman(role) ? picturesOf(frame, across) : '') + line(role, name)).join('\n')}
${stampPlace}`;
}

const isChairman = (role: string) => role.startsWith('Председатель');

/** Signature and stamp over the chairman's line, nobody else's: applications of people and contracts carry neither. */
const picturesOf = ({ signature, stamp }: Frame, [signatureAt, stampAt]: readonly [number, number]): string =>
  [
    signature && `#place(dx: ${signatureAt}mm, dy: -1mm, image(${typstString(signature)}, height: 13mm))`,
    stamp && `#place(dx: ${stampAt}mm, dy: -8mm, image(${typstString(stamp)}, height: 34mm))`,
  ]
    .filter(Boolean)
    .join('\n');

/** A line to sign on in half of a sheet. */
const smallLine = (role: string, name: string | null): string =>
  `#block(above: 12pt, breakable: false)[#grid(columns: (29mm, 1fr, auto), column-gutter: 2mm, align: bottom, [${quotedText(role)}], [#line(length: 100%, stroke: 0.5pt)], [${quotedText(name ?? '/__________/')}])]`;

/**
 * The code of the check with its address in words, and who made the paper; in half of a sheet the words stand under the code. A paper
 * without a head says here what its short words are of: beside the code that takes no room.
 */
function lastLine({ org, checkUrl, by }: Frame, { isNarrow = false, tellsShort = false } = {}): string {
  const words = checkUrl
    ? `Подлинность: наведите камеру#linebreak()или ${quotedText(checkUrl.replace(/^https?:\/\//, ''))}#linebreak()`
    : '';
  const short = tellsShort && shortWordsOf(org);
  const lines = [by && quotedText(`Исп. ${by}`), short && `#text(size: 8pt)[${quotedText(short)}]`].filter(Boolean);
  const picture = checkUrl ? `[${qrBlock(checkUrl, 22)}]` : '[]';
  const columns = isNarrow ? '1fr' : `${checkUrl ? '24mm' : '0mm'}, 1fr`;
  return `#v(6pt)
#block(breakable: false)[#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (${columns},), column-gutter: 3mm, row-gutter: 2pt, align: horizon, ${picture}, [#set text(size: ${isNarrow ? '8pt' : '9pt'})
${words}${lines.join('#linebreak()')}])]`;
}
