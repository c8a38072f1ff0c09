// The one walk over a rich text: page, letter, paper and plain text are builders of it.

export type RichMark =
  { type: 'bold' } | { type: 'italic' } | { type: 'underline' } | { type: 'link'; attrs: { href: string } };
export type RichAlign = 'left' | 'center' | 'right' | 'justify';
export type RichInline =
  | { type: 'text'; text: string; marks?: RichMark[] | undefined }
  | { type: 'hardBreak' }
  | { type: 'variable'; attrs: { key: string }; marks?: RichMark[] | undefined };
export interface RichListItem {
  type: 'listItem';
  content: RichBlock[];
}
export type RichBlock =
  | { type: 'paragraph'; attrs?: { align: RichAlign } | undefined; content?: RichInline[] | undefined }
  | {
      type: 'heading';
      attrs: { level: 1 | 2 | 3; align?: RichAlign | undefined };
      content?: RichInline[] | undefined;
    }
  | { type: 'bulletList' | 'orderedList'; content: RichListItem[] }
  | { type: 'blockquote'; content: RichBlock[] }
  | { type: 'horizontalRule' }
  /** A picture kept with the text; `file` is its attachment. */
  | { type: 'image'; attrs: { file: number; alt: string } }
  /** A table or another part that only the program can fill: «{ТаблицаДолга}». */
  | { type: 'slot'; attrs: { key: string } }
  /** Blocks that stand only where the variable is not empty. */
  | { type: 'ifFilled'; attrs: { key: string }; content: RichBlock[] };

export interface RichText {
  v: 1;
  doc: RichBlock[];
}

/** How one kind of output is made of a text. */
export interface RichTextBuilder<T> {
  text(text: string, marks: readonly RichMark[]): T;
  lineBreak(): T;
  variable(key: string, marks: readonly RichMark[]): T;
  paragraph(children: T[], align: RichAlign): T;
  heading(level: 1 | 2 | 3, children: T[], align: RichAlign): T;
  list(ordered: boolean, items: T[][]): T;
  quote(children: T[]): T;
  rule(): T;
  image(file: number, alt: string): T;
  slot(key: string): T;
  /** Whether the variable of a conditional fragment has a value. */
  isFilled(key: string): boolean;
}

/** Draws the blocks of a text in order. */
export function foldRichText<T>(text: RichText, build: RichTextBuilder<T>): T[] {
  return foldBlocks(text.doc, build);
}

function foldBlocks<T>(blocks: readonly RichBlock[], build: RichTextBuilder<T>): T[] {
  return blocks.flatMap((block) => {
    switch (block.type) {
      case 'paragraph':
        return [build.paragraph(foldInlines(block.content, build), block.attrs?.align ?? 'left')];
      case 'heading':
        return [build.heading(block.attrs.level, foldInlines(block.content, build), block.attrs.align ?? 'left')];
      case 'bulletList':
      case 'orderedList':
        return [
          build.list(
            block.type === 'orderedList',
            block.content.map((item) => foldBlocks(item.content, build)),
          ),
        ];
      case 'blockquote':
        return [build.quote(foldBlocks(block.content, build))];
      case 'horizontalRule':
        return [build.rule()];
      case 'image':
        return [build.image(block.attrs.file, block.attrs.alt)];
      case 'slot':
        return [build.slot(block.attrs.key)];
      case 'ifFilled':
        return build.isFilled(block.attrs.key) ? foldBlocks(block.content, build) : [];
    }
  });
}

function foldInlines<T>(inlines: readonly RichInline[] = [], build: RichTextBuilder<T>): T[] {
  return inlines.map((inline) => {
    if (inline.type === 'text') return build.text(inline.text, inline.marks ?? []);
    if (inline.type === 'hardBreak') return build.lineBreak();
    return build.variable(inline.attrs.key, inline.marks ?? []);
  });
}

/** Values of variables as they are printed; an empty string is «no value». */
export type RichValues = Readonly<Record<string, string>>;
/** The value of a variable: a name that every object has, `{constructor}`, is no variable. */
export const valueIn = (values: RichValues, key: string): string | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
/** What stands in the place of a variable without a value. */
export type Blank = (key: string) => string;
const named: Blank = (key) => `{${key}}`;

/**
 * The text without any look: blocks on lines of their own, lists with «— » or numbers, links with their address behind.
 * A variable without a value stays as `{Имя}` unless `blank` says otherwise.
 */
export function plainText(text: RichText, values: RichValues = {}, blank: Blank = named): string {
  const blocks = foldRichText<string>(text, {
    text: (part, marks) => {
      const link = marks.find((mark) => mark.type === 'link');
      return link && link.attrs.href !== part ? `${part} (${link.attrs.href})` : part;
    },
    lineBreak: () => '\n',
    variable: (key) => valueIn(values, key) || blank(key),
    paragraph: (children) => children.join(''),
    heading: (_level, children) => children.join(''),
    list: (ordered, items) =>
      items
        .map((item, at) => `${ordered ? `${at + 1}. ` : '— '}${item.join('\n').replaceAll('\n', '\n  ')}`)
        .join('\n'),
    quote: (children) => children.join('\n\n').replace(/^/gm, '> '),
    rule: () => '———',
    image: (_file, alt) => (alt ? `[${alt}]` : ''),
    slot: (key) => valueIn(values, key) ?? '',
    isFilled: (key) => Boolean(valueIn(values, key)),
  });
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Characters that a reader sees; a picture counts as one. */
export function textLength(text: RichText): number {
  let length = 0;
  const add = (count: number) => {
    length += count;
    return count;
  };
  foldRichText<number>(text, {
    text: (part) => add(part.trim().length),
    lineBreak: () => 0,
    variable: () => add(1),
    paragraph: () => 0,
    heading: () => 0,
    list: () => 0,
    quote: () => 0,
    rule: () => 0,
    image: () => add(1),
    slot: () => add(1),
    isFilled: () => true,
  });
  return length;
}

/** Names of all variables and slots a text asks for, in order, each once; conditional fragments are looked into. */
export function variablesOf(text: RichText): string[] {
  const keys = new Set<string>();
  const note = (key: string) => void keys.add(key);
  const nothing = () => undefined;
  foldRichText<void>(text, {
    text: nothing,
    lineBreak: nothing,
    variable: note,
    paragraph: nothing,
    heading: nothing,
    list: nothing,
    quote: nothing,
    rule: nothing,
    image: nothing,
    slot: note,
    isFilled: (key) => {
      note(key);
      return true;
    },
  });
  return [...keys];
}

/** Ids of the pictures a text shows. */
export function picturesOf(text: RichText): number[] {
  const found: number[] = [];
  const walk = (blocks: readonly RichBlock[]) => {
    for (const block of blocks) {
      if (block.type === 'image') found.push(block.attrs.file);
      else if (block.type === 'blockquote' || block.type === 'ifFilled') walk(block.content);
      else if (block.type === 'bulletList' || block.type === 'orderedList')
        for (const item of block.content) walk(item.content);
    }
  };
  walk(text.doc);
  return found;
}

/** Paragraphs of plain text as a rich text; empty lines part paragraphs. */
export function richFromPlain(plain: string): RichText {
  const paragraphs = plain
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean);
  return {
    v: 1,
    doc: paragraphs.map((part) => ({
      type: 'paragraph',
      content: part
        .split('\n')
        .flatMap<RichInline>((row, at) => [
          ...(at ? [{ type: 'hardBreak' } as const] : []),
          ...(row ? [{ type: 'text', text: row } as const] : []),
        ]),
    })),
  };
}

/** Web, mail and phone addresses, and pages of this site; nothing that runs. */
export function allowedHref(href: string): boolean {
  if (/[\u0000-\u0020\u007f]/.test(href)) return false;
  if (/^\/(?![/\\])/.test(href)) return true;
  return /^(https?:\/\/[^/\\\s]+|mailto:[^\s]+@[^\s]+|tel:\+?[\d-]+)/i.test(href);
}
