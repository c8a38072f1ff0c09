// Text that people write with headings, lists and variables: what is kept and sent. Drawn by the builders of `richTextFold.ts` only,
// never as HTML from outside.
import { z } from 'zod';
import { allowedHref, textLength, type RichBlock, type RichInline, type RichText } from './richTextFold.ts';

/** Most characters of one text, marks aside. */
const MOST_CHARACTERS = 100_000;
/** Lists in quotes in lists: deeper nothing is readable. */
const DEEPEST = 8;
const MOST_NODES = 20_000;

/** Name of a variable: a Cyrillic or Latin word without spaces, `ФИО`, `ДолгПоВидам`. */
const VariableKey = z.string().regex(/^[\p{L}][\p{L}\d_]{0,39}$/u, 'Неизвестная переменная');

const Mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bold') }),
  z.strictObject({ type: z.literal('italic') }),
  z.strictObject({ type: z.literal('underline') }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.strictObject({ href: z.string().max(2000).refine(allowedHref, 'Ссылка не понята') }),
  }),
]);

const Inline: z.ZodType<RichInline> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), marks: z.array(Mark).max(4).optional() }),
  z.strictObject({ type: z.literal('hardBreak') }),
  z.strictObject({
    type: z.literal('variable'),
    attrs: z.strictObject({ key: VariableKey }),
    marks: z.array(Mark).max(4).optional(),
  }),
]);

const Align = z.enum(['left', 'center', 'right', 'justify']);
const inlines = z.array(Inline).optional();

const Block: z.ZodType<RichBlock> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('paragraph'),
      attrs: z.strictObject({ align: Align }).optional(),
      content: inlines,
    }),
    z.strictObject({
      type: z.literal('heading'),
      attrs: z.strictObject({
        level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
        align: Align.optional(),
      }),
      content: inlines,
    }),
    z.strictObject({ type: z.literal('bulletList'), content: z.array(ListItem).min(1) }),
    z.strictObject({ type: z.literal('orderedList'), content: z.array(ListItem).min(1) }),
    z.strictObject({ type: z.literal('blockquote'), content: z.array(Block).min(1) }),
    z.strictObject({ type: z.literal('horizontalRule') }),
    z.strictObject({
      type: z.literal('image'),
      attrs: z.strictObject({ file: z.number().int().positive(), alt: z.string().max(300) }),
    }),
    z.strictObject({ type: z.literal('slot'), attrs: z.strictObject({ key: VariableKey }) }),
    z.strictObject({
      type: z.literal('ifFilled'),
      attrs: z.strictObject({ key: VariableKey }),
      content: z.array(Block).min(1),
    }),
  ]),
);

const ListItem = z.strictObject({ type: z.literal('listItem'), content: z.array(Block).min(1) });

/**
 * A whole text, version 1. Unknown nodes, marks and attributes are refused, so are links that are neither web, mail, phone nor of
 * this site. The size is looked at before the shape, without recursion: a hostile depth costs nothing.
 */
export const RichTextSchema: z.ZodType<RichText> = z
  .unknown()
  .superRefine((value, context) => {
    const problem = sizeProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .pipe(z.strictObject({ v: z.literal(1), doc: z.array(Block).max(5000) }, 'Текст не понят'));

/** The same, not empty. */
export const FilledRichText = RichTextSchema.refine((text) => textLength(text) > 0, 'Заполните поле');

function sizeProblem(value: unknown): string | null {
  let characters = 0;
  let nodes = 0;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  while (open.length) {
    const next = open.pop()!;
    nodes += 1;
    if (typeof next.value === 'string') characters += next.value.length;
    // A node of the text is two levels of JSON: the object and its list of content.
    if (next.depth > DEEPEST * 2 + 6) return 'Слишком много вложенных списков';
    if (characters > MOST_CHARACTERS || nodes > MOST_NODES * 4) return 'Текст слишком длинный';
    if (next.value && typeof next.value === 'object')
      for (const part of Object.values(next.value)) open.push({ value: part, depth: next.depth + 1 });
  }
  return null;
}
