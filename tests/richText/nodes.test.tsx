// What the editor knows of our texts: variables, slots, conditional parts, pictures, alignment; what it takes of a pasted page.
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, describe, expect, it } from 'vitest';
import { richTextExtensions } from '../../widgets/richText/richTextNodes.ts';

let editor: Editor | null = null;
afterEach(() => editor?.destroy());
function edit(
  content: string | JSONContent[],
  addressOf: (file: number) => string | null = (file) => `/files/${file}`,
) {
  editor = new Editor({
    extensions: richTextExtensions(addressOf),
    content: typeof content === 'string' ? content : { type: 'doc', content },
  });
  return editor;
}
/** What the editor makes of a pasted page. */
const read = (html: string) => edit(html).getJSON().content;
/** What is drawn of a kept text. */
const drawn = (...content: JSONContent[]) => edit(content).getHTML();
const line = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', attrs: { align: null }, content });
const text = (words: string): JSONContent => ({ type: 'text', text: words });

describe('what is drawn', () => {
  it('a variable stands in its line, with its name', () => {
    expect(drawn(line(text('Долг '), { type: 'variable', attrs: { key: 'Долг' } }))).toBe(
      '<p>Долг <span data-key="Долг" data-variable="" title="Подставится при отправке и печати">Долг</span></p>',
    );
  });
  it('a slot says that the program fills it', () => {
    expect(drawn({ type: 'slot', attrs: { key: 'ТаблицаДолга' } })).toBe(
      '<div data-key="ТаблицаДолга" data-slot="">ТаблицаДолга — заполнит программа</div>',
    );
  });
  it('a conditional part holds its blocks', () => {
    expect(drawn({ type: 'ifFilled', attrs: { key: 'Долг' }, content: [line(text('Оплатите'))] })).toBe(
      '<div data-key="Долг" data-if-filled=""><p>Оплатите</p></div>',
    );
  });
  it('a picture comes from its address, and from nowhere while there is none', () => {
    expect(drawn({ type: 'image', attrs: { file: 5, alt: 'Схема' } })).toBe('<img src="/files/5" alt="Схема">');
    expect(edit([{ type: 'image', attrs: { file: 5 } }], () => null).getHTML()).toBe('<img src="" alt="">');
    expect(drawn({ type: 'image', attrs: { file: 5, alt: null } })).toBe('<img src="/files/5" alt="">');
  });
  it('alignment is an attribute of paragraphs and headings, where there is one', () => {
    expect(drawn({ type: 'paragraph', attrs: { align: 'center' }, content: [text('а')] })).toBe(
      '<p data-align="center">а</p>',
    );
    expect(drawn({ type: 'heading', attrs: { level: 2, align: 'right' }, content: [text('а')] })).toBe(
      '<h2 data-align="right">а</h2>',
    );
    expect(drawn({ type: 'heading', attrs: { level: 3 }, content: [text('а')] })).toBe('<h3>а</h3>');
  });
});

describe('what was drawn is read again', () => {
  const kept: JSONContent[] = [
    { type: 'heading', attrs: { level: 1, align: 'center' }, content: [text('Заголовок')] },
    line(text('Долг '), { type: 'variable', attrs: { key: 'Долг' } }),
    { type: 'slot', attrs: { key: 'ТаблицаДолга' } },
    {
      type: 'ifFilled',
      attrs: { key: 'Долг' },
      content: [line(text('Оплатите')), { type: 'slot', attrs: { key: 'А' } }],
    },
  ];
  it('node by node', () => {
    const html = drawn(...kept);
    expect(read(html)?.filter((block) => block.content || block.type === 'slot')).toEqual(kept);
  });
  it('of what has no key the key is empty', () => {
    expect(read('<p>а<span data-variable>Долг</span></p>')![0]!.content![1]).toEqual({
      type: 'variable',
      attrs: { key: '' },
    });
  });
  it('nodes are atoms: nothing is typed inside a variable, a slot, a picture', () => {
    const { nodes } = edit('').schema;
    expect(['variable', 'slot', 'image', 'ifFilled'].map((name) => nodes[name]!.isAtom)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(['variable', 'slot', 'image', 'ifFilled'].map((name) => nodes[name]!.isInline)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(['slot', 'image', 'ifFilled'].map((name) => nodes[name]!.spec.group)).toEqual(['block', 'block', 'block']);
    expect(nodes.ifFilled!.spec.defining).toBe(true);
    expect(nodes.image!.spec.draggable).toBe(true);
    // A new node without a key, a picture without a file.
    expect([nodes.variable!.create().attrs, nodes.image!.create().attrs]).toEqual([{ key: '' }, { file: 0, alt: '' }]);
  });
});

describe('a pasted page', () => {
  it('brings no pictures, code or struck words, and headings of three levels', () => {
    expect(edit('<p>а</p><img src="https://x.ru/a.png"><pre>код</pre><p><code>к</code> <s>з</s></p>').getHTML()).toBe(
      '<p>а</p><p>код</p><p>к з</p>',
    );
    expect(edit('<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4>').getHTML()).toBe('<h1>1</h1><h2>2</h2><h3>3</h3><p>4</p>');
  });
  it('keeps bold, italic, underlined, lists and quotes', () => {
    const html =
      '<p><strong>ж</strong><em>к</em><u>п</u></p><ul><li><p>с</p></li></ul><blockquote><p>ц</p></blockquote>';
    expect(edit(html).getHTML()).toBe(html);
  });
  it.each([
    ['https://voa.example/a', true],
    ['mailto:a@voa.example', true],
    ['/news/5', true],
    ['javascript:alert(1)', false],
    ['//voa.example', false],
    ['ftp://voa.example', false],
  ])('a link to %s: %s', (href, isKept) => {
    const html = edit(`<p><a href="${href}">с</a></p>`).getHTML();
    expect(html.includes(href)).toBe(isKept);
    expect(html).toContain('с');
  });
  it('nothing is there that our texts do not keep, nor a line under what is dragged', () => {
    const names = edit('').extensionManager.extensions.map(({ name }) => name.toLowerCase());
    expect(names.filter((name) => /^(code|codeblock|strike|dropcursor)$/.test(name))).toEqual([]);
    expect(names).toContain('bold');
  });
  it('a link does not open under the hand that edits it', () => {
    const link = edit('').extensionManager.extensions.find(({ name }) => name === 'link')!;
    expect(link.options).toMatchObject({ openOnClick: false });
    expect((link.options as { isAllowedUri: (href?: string) => boolean }).isAllowedUri()).toBe(false);
  });
});
