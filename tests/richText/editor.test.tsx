// The editor of rich text: what is typed and pressed is what is kept; what is kept is shown.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { RichTextSchema } from '../../contract/kernel/richText.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { editorDocument, keptText } from '../../widgets/richText/richTextDoc.ts';
import { RichTextEditor } from '../../widgets/richText/RichTextEditor.tsx';
import { RichTextView } from '../../widgets/richText/RichTextView.tsx';

// jsdom lays nothing out; the editor asks where the cursor stands.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
afterEach(cleanup);

const text: RichText = {
  v: 1,
  doc: [
    { type: 'heading', attrs: { level: 2, align: 'center' }, content: [{ type: 'text', text: 'Заголовок' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Здравствуйте, ' },
        { type: 'variable', attrs: { key: 'ИмяОтчество' } },
        { type: 'text', text: 'сайт', marks: [{ type: 'link', attrs: { href: 'https://example.ru' } }] },
      ],
    },
    {
      type: 'ifFilled',
      attrs: { key: 'Долг' },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Долг' }] }],
    },
  ],
};

it('what was kept passes through the editor unchanged', async () => {
  const changed = vi.fn<(next: RichText) => void>();
  render(<RichTextEditor label="Текст" value={text} onChange={changed} variables={[{ key: 'Долг', label: 'долг' }]} />);
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText('Вставить переменную'), 'Долг');
  const kept = changed.mock.lastCall![0];
  expect(RichTextSchema.parse(kept)).toEqual(kept);
  const variables = JSON.stringify(kept).match(/"variable"/g);
  expect(variables).toHaveLength(2);
  expect(kept.doc.slice(1)).toEqual(text.doc.slice(1));
});

it('unknown nodes and hostile links of the editor are not kept', () => {
  const kept = keptText({
    type: 'doc',
    content: [
      { type: 'codeBlock', content: [{ type: 'text', text: 'x' }] },
      {
        type: 'paragraph',
        attrs: { align: 'left', style: 'x' },
        content: [
          { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'javascript:1' } }, { type: 'bold' }] },
        ],
      },
      { type: 'paragraph' },
    ],
  });
  expect(kept).toEqual({
    v: 1,
    doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] }],
  });
  expect(editorDocument(null)).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
});

it('a page shows values, hides what has none, opens foreign links aside', () => {
  const view = (values: Record<string, string>) => (
    <MemoryRouter>
      <RichTextView text={text} values={values} />
    </MemoryRouter>
  );
  const { rerender, container } = render(view({ ИмяОтчество: 'Иван <b>Петрович</b>', Долг: '' }));
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Заголовок');
  expect(container.textContent).toContain('Иван <b>Петрович</b>');
  expect(container.textContent).not.toContain('Долг');
  const link = screen.getByRole('link', { name: 'сайт' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  rerender(view({ ИмяОтчество: 'И', Долг: '5' }));
  expect(container.textContent).toContain('Долг');
});
