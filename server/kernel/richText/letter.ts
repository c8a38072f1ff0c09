// Rich text as the HTML of a letter: tables and inline styles only, because mail programs know nothing else.
import {
  foldRichText,
  valueIn,
  type Blank,
  type RichMark,
  type RichText,
  type RichValues,
} from '../../../contract/kernel/richTextFold.ts';

export interface LetterParts {
  values: RichValues;
  /** In the place of a variable without a value; `{Имя}` without it. */
  blank?: Blank;
  /** Address of a picture as the letter shows it (`cid:…`); null leaves its caption. */
  picture?: (file: number) => string | null;
  /** Ready HTML of a slot, made by our own code. */
  slot?: (key: string) => string;
  /** Prefix of addresses of this site: letters need them whole. */
  site: string;
}

const gap = 'margin:0 0 12px';

/** HTML of the body without a frame; every text, value and address is escaped. */
export function letterHtml(text: RichText, parts: LetterParts): string {
  const marked = (inner: string, marks: readonly RichMark[]) =>
    marks.reduce((html, mark) => {
      if (mark.type === 'bold') return `<b>${html}</b>`;
      if (mark.type === 'italic') return `<i>${html}</i>`;
      if (mark.type === 'underline') return `<u>${html}</u>`;
      const href = mark.attrs.href.startsWith('/') ? parts.site + mark.attrs.href : mark.attrs.href;
      // The frame colours links for light and dark; a colour of its own would be lost on one of them.
      return `<a href="${escapeHtml(href)}">${html}</a>`;
    }, inner);
  return foldRichText<string>(text, {
    text: (part, marks) => marked(escapeHtml(part), marks),
    lineBreak: () => '<br>',
    variable: (key, marks) =>
      marked(
        escapeHtml(valueIn(parts.values, key) || (parts.blank?.(key) ?? `{${key}}`)).replaceAll('\n', '<br>'),
        marks,
      ),
    paragraph: (children, align) => `<p style="${gap};text-align:${align}">${children.join('') || '&nbsp;'}</p>`,
    heading: (level, children, align) =>
      `<h${level} style="margin:16px 0 8px;font-size:${[22, 18, 16][level - 1]}px;text-align:${align}">${children.join('')}</h${level}>`,
    list: (ordered, items) => {
      const tag = ordered ? 'ol' : 'ul';
      const rows = items.map((item) => `<li style="margin:0 0 4px">${item.join('')}</li>`).join('');
      return `<${tag} style="${gap};padding-left:24px">${rows}</${tag}>`;
    },
    quote: (children) =>
      `<blockquote style="${gap};padding-left:12px;border-left:3px solid #C2CCD8">${children.join('')}</blockquote>`,
    rule: () => '<hr style="border:0;border-top:1px solid #C2CCD8;margin:16px 0">',
    image: (file, alt) => {
      const address = parts.picture?.(file);
      if (!address) return alt ? `<p style="${gap}">[${escapeHtml(alt)}]</p>` : '';
      return `<p style="${gap}"><img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}" style="max-width:100%;height:auto"></p>`;
    },
    slot: (key) => parts.slot?.(key) ?? escapeHtml(valueIn(parts.values, key) ?? ''),
    isFilled: (key) => Boolean(valueIn(parts.values, key)),
  }).join('\n');
}

/** Text that HTML shows as it is, in an element and in a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!);
}
