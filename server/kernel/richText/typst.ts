// Rich text as Typst source for papers. Every text goes in as a quoted string, so nothing written by people is ever code.
import {
  foldRichText,
  valueIn,
  type Blank,
  type RichMark,
  type RichText,
  type RichValues,
} from '../../../contract/kernel/richTextFold.ts';
import { held } from '../paper/words.ts';

export interface PaperParts {
  values: RichValues;
  /** In the place of a variable without a value; `{Имя}` without it. */
  blank?: Blank;
  /** Ready Typst content of a slot, made by our own code: `#table(…)`. */
  slot?: (key: string) => string;
  /** Path of a picture inside the compiler's own files; null leaves its caption. */
  picture?: (file: number) => string | null;
}

/** Typst markup of the text; a variable without a value stays as `{Имя}`. */
export function typstSource(text: RichText, parts: PaperParts): string {
  return foldRichText<string>(text, {
    text: (part, marks) => markedContent(quotedText(part), marks),
    lineBreak: () => '#linebreak()',
    variable: (key, marks) =>
      markedContent(quotedText(valueIn(parts.values, key) || (parts.blank?.(key) ?? `{${key}}`)), marks),
    paragraph: (children, align) => alignedBlock(children.join('') || '#h(0pt)', align),
    heading: (level, children, align) =>
      `#block(above: ${[16, 14, 12][level - 1]}pt, below: 8pt, width: 100%, sticky: true)[${alignedBlock(
        `#text(size: ${[15, 13, 12][level - 1]}pt, weight: "bold")[${children.join('')}]`,
        align === 'justify' ? 'left' : align,
      ).replace('#par(justify: false)', '#par(first-line-indent: 0pt, justify: false)')}]\n`,
    list: (ordered, items) =>
      `#${ordered ? 'enum' : 'list'}(${items.map((item) => `[${item.join('\n')}]`).join(', ')})\n`,
    quote: (children) => `#block(inset: (left: 12pt), stroke: (left: 1pt + luma(160)))[${children.join('\n')}]\n`,
    rule: () => '#line(length: 100%, stroke: 0.5pt)\n',
    image: (file, alt) => {
      const path = parts.picture?.(file);
      return path
        ? `#image(${typstString(path)}, width: 100%, fit: "contain")\n`
        : alt
          ? `${quotedText(`[${alt}]`)}\n`
          : '';
    },
    slot: (key) => `${parts.slot?.(key) ?? quotedText(valueIn(parts.values, key) ?? '')}\n`,
    isFilled: (key) => Boolean(valueIn(parts.values, key)),
  }).join('\n');
}

/** A Typst string literal. */
export function typstString(text: string): string {
  return `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t')}"`;
}

/** Text as content: `#"…"`, never markup; dates and numbers stay on one line. Spaces at its ends are kept; the semicolon ends the expression. */
export const quotedText = (text: string) => `#${typstString(held(text))};`;

function markedContent(content: string, marks: readonly RichMark[]): string {
  return marks.reduce((inner, mark) => {
    if (mark.type === 'bold') return `#strong[${inner}];`;
    if (mark.type === 'italic') return `#emph[${inner}];`;
    if (mark.type === 'underline') return `#underline[${inner}];`;
    return `#link(${typstString(mark.attrs.href)})[${inner}];`;
  }, content);
}

function alignedBlock(content: string, align: 'left' | 'center' | 'right' | 'justify'): string {
  if (align === 'left' || align === 'justify') return `#par(justify: ${align === 'justify'})[${content}]\n`;
  return `#align(${align})[#par(first-line-indent: 0pt, justify: false)[${content}]]\n`;
}
