// The frame of every paper: page, emblem and requisites, number and date, signatures, the code of its check, page n of m.
import { quotedText, typstString } from '../../kernel/richText/typst.ts';
import type { OrgFacts } from '../facts/types.ts';
import { qrBlock, signatureLine } from '../../kernel/paper/blocks.ts';
import { longDate } from '../../kernel/paper/words.ts';

export interface Frame {
  org: OrgFacts;
  /** Letter: head and foot of the office. Bare: a form with a look of its own, only the last line is added. */
  kind: 'letter' | 'bare';
  number: string;
  date: string;
  signatures: readonly (readonly [role: string, name: string | null])[];
  /** Address by which the paper is checked; null where the house has no public address. */
  checkUrl: string | null;
  /** Who printed it, phone of the office. */
  by: string;
  /** Pictures of a signature and a stamp that the ПО allows, as names of files. */
  signature: string | null;
  stamp: string | null;
  /** A trial of a text: «ПРОБА» across. */
  isTrial?: boolean;
}

/** The number of the last page of a paper. */
export const LAST_PAGE = 'counter(page).final().first()';
/** Word that a copy carries; the frame asks for it by this line, which `asCopy` changes. */
const ORIGINAL = '#let mark = none';
const COPY = '#let mark = "КОПИЯ"';
const TRIAL = '#let mark = "ПРОБА"';
const ENDED = { cancelled: 'АННУЛИРОВАН', replaced: 'ЗАМЕНЁН' };

/** The same paper as a copy: one word differs. */
export const asCopy = (source: string): string => source.replace(ORIGINAL, COPY);

/** The same paper as it is shown after its force has ended: the word stands across, the original stays as it was kept. */
export const asEnded = (source: string, state: keyof typeof ENDED): string =>
  source.replace(
    ORIGINAL,
    `${ORIGINAL}\n#set page(foreground: rotate(-40deg, text(size: 72pt, weight: "bold", fill: rgb(190, 30, 30, 70))[${ENDED[state]}]))`,
  );

/**
 * Typst source of a whole paper around its body; `closing` is the end of the text, which the signatures never leave, `torn` what is
 * cut off under them.
 */
export function framed(frame: Frame, body: string, closing = '', torn: string | null = null): string {
  const margins = 'left: 20mm, right: 10mm, top: 20mm, bottom: 20mm';
  return `${frame.isTrial ? TRIAL : ORIGINAL}
#set document(title: ${typstString(frame.number)})
#set page(paper: "a4", margin: (${margins}),
  background: if mark == "ПРОБА" { rotate(-45deg, text(size: 110pt, fill: luma(225), mark)) },
  header: if mark == "КОПИЯ" { align(right, box(stroke: 1pt, inset: 4pt, text(size: 12pt, weight: "bold", mark))) },
  footer: context [#set text(size: 9pt); #set par(first-line-indent: 0pt); #if counter(page).get().first() > 1 [№ ${quotedText(frame.number)}, ${quotedText(longDate(frame.date))}] #h(1fr) #counter(page).display() / #${LAST_PAGE}])
#set text(font: ("PT Serif", "PT Sans"), size: 12pt, lang: "ru", hyphenate: false, overhang: false)
#set par(first-line-indent: (amount: 10mm, all: true), justify: true, leading: 0.6em, spacing: 0.75em)
#show heading: set block(above: 8pt, below: 10pt)
${frame.kind === 'letter' ? head(frame) : ''}
${body}
${frame.kind === 'letter' ? foot(frame, closing) : closing + lastLine(frame)}
${torn ? `#block(breakable: false, width: 100%)[${torn}]` : ''}
`;
}

function head({ org, number, date }: Frame): string {
  const requisites = [
    org.inn && `ИНН ${org.inn}`,
    org.kpp && `КПП ${org.kpp}`,
    org.ogrn && `ОГРН ${org.ogrn}`,
    org.address,
    org.phone && `тел. ${org.phone}`,
  ].filter(Boolean);
  return `#[#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (22mm, 1fr), column-gutter: 4mm, align: (center + horizon, center),
  circle(radius: 9mm, stroke: 1.5pt)[#align(center + horizon, text(weight: "bold", size: 12pt)[ВОА])],
  [#set text(size: 11pt)
Всероссийское общество автомобилистов#linebreak()
${quotedText(org.region_name)}#linebreak()
${quotedText(org.mo_name)}#linebreak()
#strong[${quotedText(org.po_name)}]])
#align(center, text(size: 9.5pt)[${quotedText(requisites.join(' · '))}])
#line(length: 100%, stroke: 0.8pt)
#grid(columns: (1fr, auto), [${quotedText(`№ ${number}`)}], [${quotedText(longDate(date))}])
#v(4pt)]`;
}

function foot(frame: Frame, closing: string): string {
  const isOffice = frame.signatures.some(([role]) => isChairman(role));
  const stampPlace = isOffice && !frame.stamp ? '#v(2pt)\n#text(size: 10pt)[М. П.]' : '';
  return `#block(breakable: false, width: 100%)[${closing}
#v(10pt)
#set par(first-line-indent: 0pt, justify: false)
${frame.signatures.map(([role, name]) => (isChairman(role) ? picturesOf(frame) : '') + signatureLine(role, name)).join('\n')}
${stampPlace}
${lastLine(frame)}]`;
}

const isChairman = (role: string) => role.startsWith('Председатель');

/** Signature and stamp over the chairman's line, nobody else's: applications of people and contracts carry neither. */
const picturesOf = ({ signature, stamp }: Frame): string =>
  [
    signature && `#place(dx: 64mm, dy: -1mm, image(${typstString(signature)}, height: 13mm))`,
    stamp && `#place(dx: 92mm, dy: -8mm, image(${typstString(stamp)}, height: 34mm))`,
  ]
    .filter(Boolean)
    .join('\n');

/** The code of the check with its address in words, and who made the paper. */
function lastLine({ checkUrl, by }: Frame): string {
  const words = checkUrl
    ? `Подлинность: наведите камеру#linebreak()или ${quotedText(checkUrl.replace(/^https?:\/\//, ''))}#linebreak()`
    : '';
  const picture = checkUrl ? `[${qrBlock(checkUrl, 22)}]` : '[]';
  return `#v(6pt)
#block(breakable: false)[#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (${checkUrl ? '24mm' : '0mm'}, 1fr), column-gutter: 3mm, align: horizon, ${picture}, [#set text(size: 9pt)
${words}${quotedText(`Исп. ${by}`)}])]`;
}
