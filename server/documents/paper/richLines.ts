// Short notation for the texts of the program: a line is a paragraph, `{Имя}` a variable, `[[Имя]]` a part that the program fills.
import type { RichAlign, RichBlock, RichInline, RichText } from '../../../contract/kernel/richTextFold.ts';

/**
 * A rich text of lines. `# ` a centred heading, `## ` one of a part, `^ ` centred, `> ` to the right, `| ` without justifying, `?Имя ` only where the
 * variable has a value, `**…**` bold.
 */
export const richLines = (lines: string): RichText => ({
  v: 1,
  doc: lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map(blockOf),
});

function blockOf(line: string): RichBlock {
  const slot = /^\[\[([\p{L}\d_]+)\]\]$/u.exec(line);
  if (slot) return { type: 'slot', attrs: { key: slot[1]! } };
  const when = /^\?([\p{L}\d_]+) (.*)$/u.exec(line);
  if (when) return { type: 'ifFilled', attrs: { key: when[1]! }, content: [blockOf(when[2]!)] };
  if (line.startsWith('## '))
    return { type: 'heading', attrs: { level: 3, align: 'left' }, content: inlinesOf(line.slice(3)) };
  if (line.startsWith('# '))
    return { type: 'heading', attrs: { level: 1, align: 'center' }, content: inlinesOf(line.slice(2)) };
  const aligns: Record<string, RichAlign> = { '^ ': 'center', '> ': 'right', '| ': 'left' };
  const align = aligns[line.slice(0, 2)];
  return {
    type: 'paragraph',
    attrs: { align: align ?? 'justify' },
    content: inlinesOf(align ? line.slice(2) : line),
  };
}

function inlinesOf(text: string): RichInline[] {
  return text.split('**').flatMap((part, nth) => {
    const marks = nth % 2 ? [{ type: 'bold' as const }] : undefined;
    const found = part.split(/\{([\p{L}\d_]+)\}/u);
    return found.flatMap((piece, at): RichInline[] => {
      if (at % 2) return [{ type: 'variable', attrs: { key: piece }, ...(marks && { marks }) }];
      return piece ? [{ type: 'text', text: piece, ...(marks && { marks }) }] : [];
    });
  });
}
