// Editor of a rich text: a bar of tools and the text as it will be read. Heavy: load it with `lazy`.
import { EditorContent, useEditor } from '@tiptap/react';
import { useImperativeHandle, useState, type ReactNode, type Ref } from 'react';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { FieldBox, type FieldProps } from '../FieldBox.tsx';
import { cx } from '../cx.ts';
import { editorDocument, keptText } from './richTextDoc.ts';
import { richTextExtensions } from './richTextNodes.ts';
import { RichTextBar, type RichVariable } from './RichTextBar.tsx';
import styles from './richText.module.css';

export type { RichVariable };

export interface RichTextEditorProps extends FieldProps {
  value: RichText | null;
  /** Told at each change; an empty text is `{ v: 1, doc: [] }`. */
  onChange: (text: RichText) => void;
  variables?: readonly RichVariable[];
  /** Takes a picture chosen by the person and answers its file; without it the tool is not there. */
  onPicture?: (picture: File) => Promise<{ file: number } | null>;
  pictureAddress?: (file: number) => string | null;
  placeholder?: string;
  /** More tools at the end of the bar. */
  tools?: ReactNode;
  handle?: Ref<RichTextHandle>;
}

/** What tools outside the bar can do to the text. */
export interface RichTextHandle {
  /** Puts a variable or a part where the cursor stands. */
  insert(variable: Pick<RichVariable, 'key' | 'kind'>): void;
  /** The paragraph of the cursor stands only where the variable has a value. */
  showIfFilled(key: string): void;
  /** Another name for every variable that is called so. */
  rename(from: string, to: string): void;
}

/** The whole text is one field: label, bar, area, message. `Ctrl+B`, `Ctrl+I`, `Ctrl+U` and lists by «- » work. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, onChange, pictureAddress } = props;
  const [start] = useState(() => editorDocument(value));
  const editor = useEditor({
    extensions: richTextExtensions((file) => pictureAddress?.(file) ?? null),
    content: start,
    // The page's policy takes no style elements: the look is in the style sheet.
    injectCSS: false,
    editable: !props.disabled && !props.readOnly,
    onUpdate: ({ editor: changed }) => onChange(keptText(changed.getJSON())),
    editorProps: {
      attributes: {
        class: cx(styles.text, styles.area) ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': typeof props.label === 'string' ? props.label : 'Текст',
        ...(props.error ? { 'aria-invalid': 'true' } : {}),
      },
    },
  });
  useImperativeHandle(
    props.handle,
    () => ({
      insert: ({ key, kind = 'variable' }) =>
        void editor?.chain().focus().insertContent({ type: kind, attrs: { key } }).run(),
      showIfFilled: (key) => void editor?.chain().focus().wrapIn('ifFilled', { key }).run(),
      rename: (from, to) => {
        editor?.commands.command(({ tr }) => {
          tr.doc.descendants((node, at) => {
            if (node.attrs.key === from) tr.setNodeAttribute(at, 'key', to);
          });
          return true;
        });
      },
    }),
    [editor],
  );
  return (
    <FieldBox {...props} group>
      {() => (
        <div className={styles.frame}>
          <RichTextBar
            editor={editor}
            variables={props.variables ?? []}
            onPicture={props.onPicture}
            disabled={Boolean(props.disabled || props.readOnly)}
          >
            {props.tools}
          </RichTextBar>
          <EditorContent editor={editor} />
        </div>
      )}
    </FieldBox>
  );
}
