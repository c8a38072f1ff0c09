// Rich text: what is taken, and that nothing written by people becomes code in a letter, a paper or a page.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FilledRichText, RichTextSchema } from '../../contract/kernel/richText.ts';
import {
  allowedHref,
  picturesOf,
  plainText,
  richFromPlain,
  textLength,
  variablesOf,
  type RichText,
} from '../../contract/kernel/richTextFold.ts';
import { letterHtml } from '../../server/kernel/richText/letter.ts';
import { typstSource } from '../../server/kernel/richText/typst.ts';

const sample: RichText = {
  v: 1,
  doc: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Собрание' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Уважаемый ' },
        { type: 'variable', attrs: { key: 'ФИО' }, marks: [{ type: 'bold' }] },
        { type: 'text', text: '! Смотрите ' },
        { type: 'text', text: 'повестку', marks: [{ type: 'link', attrs: { href: '/news/5' } }] },
      ],
    },
    {
      type: 'orderedList',
      content: ['Отчёт', 'Сборы'].map((text) => ({
        type: 'listItem' as const,
        content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
      })),
    },
    {
      type: 'ifFilled',
      attrs: { key: 'Долг' },
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Долг ' },
            { type: 'variable', attrs: { key: 'Долг' } },
          ],
        },
      ],
    },
    { type: 'slot', attrs: { key: 'ТаблицаДолга' } },
    { type: 'image', attrs: { file: 7, alt: 'План' } },
  ],
};

describe('what is taken', () => {
  const refused = (doc: unknown) => RichTextSchema.safeParse({ v: 1, doc }).error?.issues[0]?.message;
  it('takes every node it knows and gives it back the same', () => {
    expect(RichTextSchema.parse(sample)).toEqual(sample);
  });
  it('refuses unknown nodes, marks, attributes and versions', () => {
    expect(refused([{ type: 'script', content: [] }])).toBeTruthy();
    expect(refused([{ type: 'paragraph', onclick: 'x' }])).toBeTruthy();
    expect(
      refused([{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'style' }] }] }]),
    ).toBeTruthy();
    expect(RichTextSchema.safeParse({ v: 2, doc: [] }).success).toBe(false);
  });
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    'https:///x',
    '',
  ])('refuses the link %j', (href) => {
    expect(allowedHref(href)).toBe(false);
    const text = { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href } }] };
    expect(refused([{ type: 'paragraph', content: [text] }])).toBe('Ссылка не понята');
  });
  it.each(['https://example.ru/a?b=1', 'mailto:a@example.ru', 'tel:+79000000000', '/news/5'])(
    'takes the link %j',
    (href) => {
      expect(allowedHref(href)).toBe(true);
    },
  );
  it('a hostile depth or size is refused in words and at once', () => {
    let deep: unknown = { type: 'paragraph' };
    for (let at = 0; at < 20_000; at += 1) deep = { type: 'blockquote', content: [deep] };
    expect(refused([deep])).toBe('Слишком много вложенных списков');
    expect(refused([{ type: 'paragraph', content: [{ type: 'text', text: 'а'.repeat(1_000_000) }] }])).toBe(
      'Текст слишком длинный',
    );
  });
  it('an empty text is not a filled one', () => {
    const empty = { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: '  ' }] }] };
    expect(FilledRichText.safeParse(empty).error?.issues[0]?.message).toBe('Заполните поле');
    expect(FilledRichText.safeParse(sample).success).toBe(true);
  });
});

describe('what is read out of it', () => {
  it('names variables, slots and pictures once', () => {
    expect(variablesOf(sample)).toEqual(['ФИО', 'Долг', 'ТаблицаДолга']);
    expect(picturesOf(sample)).toEqual([7]);
    expect(textLength(richFromPlain('один\nдва\n\nтри'))).toBe('одиндватри'.length);
  });
  it('plain text: lists, links, conditional fragments', () => {
    expect(plainText(sample, { ФИО: 'Иванов И. И.' })).toBe(
      'Собрание\n\nУважаемый Иванов И. И.! Смотрите повестку (/news/5)\n\n1. Отчёт\n2. Сборы\n\n[План]',
    );
    expect(plainText(sample, { ФИО: 'И', Долг: '5 ₽', ТаблицаДолга: 'Т' })).toContain('Долг 5 ₽\n\nТ');
    expect(plainText(sample)).toContain('{ФИО}');
  });
  it('a name that every object has is no value', () => {
    const text: RichText = {
      v: 1,
      doc: [
        { type: 'paragraph', content: [{ type: 'variable', attrs: { key: 'constructor' } }] },
        { type: 'slot', attrs: { key: 'toString' } },
        { type: 'ifFilled', attrs: { key: 'valueOf' }, content: [{ type: 'paragraph' }] },
      ],
    };
    expect(plainText(text)).toBe('{constructor}');
    expect(letterHtml(text, { values: {}, site: '' })).toContain('{constructor}');
    expect(typstSource(text, { values: {} })).toContain('{constructor}');
  });
  it('paragraphs of plain text come back as they were', () => {
    expect(plainText(richFromPlain('раз\nдва\n\n\nтри'))).toBe('раз\nдва\n\nтри');
  });
});

describe('nothing written is code', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '"]; #read("/etc/passwd")',
      '#import "x"',
      '\\"',
      "'><script>",
      '&lt;',
    ),
  );
  const holding = (text: string): RichText => ({
    v: 1,
    doc: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: text || ' ' },
          { type: 'variable', attrs: { key: 'ФИО' } },
        ],
      },
    ],
  });
  it('in a letter every sign of HTML is escaped', () => {
    fc.assert(
      fc.property(texts, texts, (text, value) => {
        const html = letterHtml(holding(text), { values: { ФИО: value }, site: 'https://site.example' });
        const inner = html.replace(/^<p style="margin:0 0 12px;text-align:left">/, '').replace(/<\/p>$/, '');
        expect(inner.replaceAll('<br>', '')).not.toMatch(/[<>"']/);
      }),
    );
  });
  it('in a paper every text is a quoted string', () => {
    fc.assert(
      fc.property(texts, texts, (text, value) => {
        const source = typstSource(holding(text), { values: { ФИО: value } });
        const outside = source.replace(/"(?:[^"\\]|\\.)*"/gs, 'S');
        expect(outside).toBe('#par(justify: false)[#S;#S;]\n');
      }),
    );
  });
  it('links of this site are whole in a letter, pictures only where they are given', () => {
    const html = letterHtml(sample, {
      values: { ФИО: 'И' },
      site: 'https://site.example',
      picture: (file) => `cid:${file}`,
    });
    expect(html).toContain('href="https://site.example/news/5"');
    expect(html).toContain('<img src="cid:7" alt="План"');
    expect(html).not.toContain('Долг');
  });
});
