// What our texts know beside paragraphs and lists: variables, slots, conditional fragments, pictures and alignment.
import { Extension, mergeAttributes, Node } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { allowedHref } from '../../contract/kernel/richTextFold.ts';

/** `{Имя}` inside a line: an atom that is moved and deleted whole. */
export const VariableNode = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ key: keyAttribute }),
  parseHTML: () => [{ tag: 'span[data-variable]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-variable': '', title: 'Подставится при отправке и печати' }),
    String(node.attrs.key),
  ],
});

/** A part that only the program can fill, such as the table of a debt. */
export const SlotNode = Node.create({
  name: 'slot',
  group: 'block',
  atom: true,
  addAttributes: () => ({ key: keyAttribute }),
  parseHTML: () => [{ tag: 'div[data-slot]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-slot': '' }),
    `${String(node.attrs.key)} — заполнит программа`,
  ],
});

/** Blocks that disappear together with an empty variable. */
export const IfFilledNode = Node.create({
  name: 'ifFilled',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ key: keyAttribute }),
  parseHTML: () => [{ tag: 'div[data-if-filled]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-if-filled': '' }), 0],
});

const keyAttribute = {
  default: '',
  parseHTML: (element: HTMLElement) => element.getAttribute('data-key') ?? '',
  renderHTML: (attributes: Record<string, unknown>) => ({ 'data-key': String(attributes.key) }),
};

/** A picture kept with the text; `addressOf` tells where it is shown from. */
export const pictureNode = (addressOf: (file: number) => string | null) =>
  Node.create({
    name: 'image',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ file: { default: 0 }, alt: { default: '' } }),
    // A pasted picture has no file here: it is not taken.
    parseHTML: () => [],
    renderHTML: ({ node }) => [
      'img',
      { src: addressOf(Number(node.attrs.file)) ?? '', alt: String(node.attrs.alt ?? '') },
    ],
  });

/** Alignment as an attribute of paragraphs and headings: a class of our own, because the page's policy takes no styles. */
const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align: {
          default: null,
          parseHTML: (element: HTMLElement) => element.getAttribute('data-align'),
          renderHTML: (attributes: Record<string, unknown>) =>
            attributes.align ? { 'data-align': String(attributes.align) } : {},
        },
      },
    },
  ],
});

/** The set of the editor: what `contract/kernel/richText.ts` takes and nothing more. */
export const richTextExtensions = (addressOf: (file: number) => string | null) => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    code: false,
    codeBlock: false,
    strike: false,
    dropcursor: false,
    link: { openOnClick: false, isAllowedUri: (href) => allowedHref(href ?? '') },
  }),
  VariableNode,
  SlotNode,
  IfFilledNode,
  pictureNode(addressOf),
  Alignment,
];
