// Between the kept text and the editor's document: the editor adds attributes of its own, what is kept has only what is known.
import type { JSONContent } from '@tiptap/core';
import {
  allowedHref,
  type RichAlign,
  type RichBlock,
  type RichInline,
  type RichListItem,
  type RichMark,
  type RichText,
} from '../../contract/kernel/richTextFold.ts';

const aligns: readonly string[] = ['center', 'right', 'justify'];

/** The editor's document of a kept text. */
export function editorDocument(text: RichText | null): JSONContent {
  const content = (text?.doc ?? []) as JSONContent[];
  return { type: 'doc', content: content.length ? content : [{ type: 'paragraph' }] };
}

/** What is kept of the editor's document: known nodes and marks only; empty paragraphs at the end are dropped. */
export function keptText(document: JSONContent): RichText {
  const doc = blocksOf(document);
  while (doc.length && isEmptyParagraph(doc.at(-1)!)) doc.pop();
  return { v: 1, doc };
}

const isEmptyParagraph = (block: RichBlock) => block.type === 'paragraph' && !block.content?.length;

function blocksOf(node: JSONContent): RichBlock[] {
  return (node.content ?? []).flatMap((child) => blockOf(child) ?? []);
}

function blockOf(node: JSONContent): RichBlock | null {
  const attrs = node.attrs ?? {};
  const align = aligns.includes(String(attrs.align)) ? (attrs.align as RichAlign) : null;
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', ...(align && { attrs: { align } }), ...inlinesOf(node) };
    case 'heading': {
      const level = Math.min(3, Math.max(1, Number(attrs.level) || 1)) as 1 | 2 | 3;
      return { type: 'heading', attrs: { level, ...(align && { align }) }, ...inlinesOf(node) };
    }
    case 'bulletList':
    case 'orderedList': {
      const items = (node.content ?? []).map<RichListItem>((item) => ({ type: 'listItem', content: blocksOf(item) }));
      return { type: node.type, content: items.filter((item) => item.content.length) };
    }
    case 'blockquote':
      return { type: 'blockquote', content: blocksOf(node) };
    case 'horizontalRule':
      return { type: 'horizontalRule' };
    case 'image':
      return { type: 'image', attrs: { file: Number(attrs.file), alt: String(attrs.alt ?? '') } };
    case 'slot':
      return { type: 'slot', attrs: { key: String(attrs.key) } };
    case 'ifFilled':
      return { type: 'ifFilled', attrs: { key: String(attrs.key) }, content: blocksOf(node) };
    default:
      return null;
  }
}

function inlinesOf(node: JSONContent): { content?: RichInline[] } {
  const content = (node.content ?? []).flatMap<RichInline>((child) => {
    const marks = marksOf(child);
    if (child.type === 'text' && child.text) return [{ type: 'text', text: child.text, ...marks }];
    if (child.type === 'hardBreak') return [{ type: 'hardBreak' }];
    if (child.type === 'variable') return [{ type: 'variable', attrs: { key: String(child.attrs?.key) }, ...marks }];
    return [];
  });
  return content.length ? { content } : {};
}

function marksOf(node: JSONContent): { marks?: RichMark[] } {
  const marks = (node.marks ?? []).flatMap<RichMark>((mark) => {
    if (mark.type === 'bold' || mark.type === 'italic' || mark.type === 'underline') return [{ type: mark.type }];
    const href = String(mark.attrs?.href ?? '');
    return mark.type === 'link' && allowedHref(href) ? [{ type: 'link', attrs: { href } }] : [];
  });
  return marks.length ? { marks } : {};
}
