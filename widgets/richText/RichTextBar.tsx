// Tools of the text editor: look, lists, links, variables, a picture.
import BoldIcon from '@mui/icons-material/FormatBold';
import BulletsIcon from '@mui/icons-material/FormatListBulleted';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import ItalicIcon from '@mui/icons-material/FormatItalic';
import LinkIcon from '@mui/icons-material/Link';
import NumbersIcon from '@mui/icons-material/FormatListNumbered';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import RedoIcon from '@mui/icons-material/Redo';
import UnderlineIcon from '@mui/icons-material/FormatUnderlined';
import UndoIcon from '@mui/icons-material/Undo';
import { useEditorState, type Editor } from '@tiptap/react';
import { useRef, useState, type ReactNode } from 'react';
import { allowedHref } from '../../contract/kernel/richTextFold.ts';
import styles from './richText.module.css';

/** A variable or slot that can be put into the text. */
export interface RichVariable {
  key: string;
  /** What it stands for: «Долг на сегодня». */
  label: string;
  /** What the sample shows: «6 712,50 ₽». */
  sample?: string;
  /** `slot` fills a block of its own. */
  kind?: 'variable' | 'slot';
}

interface Props {
  editor: Editor | null;
  variables: readonly RichVariable[];
  onPicture: ((picture: File) => Promise<{ file: number } | null>) | undefined;
  disabled: boolean;
  children?: ReactNode;
}

/** The bar; each tool tells by `aria-pressed` whether it is on where the cursor stands. */
export function RichTextBar({ editor, variables, onPicture, disabled, children }: Props) {
  const [isLinking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now?.isActive('bold') ?? false,
      italic: now?.isActive('italic') ?? false,
      underline: now?.isActive('underline') ?? false,
      heading: now?.isActive('heading', { level: 2 }) ?? false,
      bullets: now?.isActive('bulletList') ?? false,
      numbers: now?.isActive('orderedList') ?? false,
      quote: now?.isActive('blockquote') ?? false,
      link: now?.isActive('link') ?? false,
      canUndo: now?.can().undo() ?? false,
      canRedo: now?.can().redo() ?? false,
    }),
  });
  if (!editor) return <div className={styles.bar} />;
  const chain = () => editor.chain().focus();
  const tool = (label: string, isOn: boolean | null, icon: ReactNode, run: () => void, isOff = false) => (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      {...(isOn !== null && { 'aria-pressed': isOn })}
      disabled={disabled || isOff}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
    </button>
  );
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label="Вид текста">
        {tool('Полужирный', state?.bold ?? false, <BoldIcon />, () => chain().toggleBold().run())}
        {tool('Курсив', state?.italic ?? false, <ItalicIcon />, () => chain().toggleItalic().run())}
        {tool('Подчёркнутый', state?.underline ?? false, <UnderlineIcon />, () => chain().toggleUnderline().run())}
        {tool('Заголовок', state?.heading ?? false, 'Заголовок', () => chain().toggleHeading({ level: 2 }).run())}
        {tool('Список', state?.bullets ?? false, <BulletsIcon />, () => chain().toggleBulletList().run())}
        {tool('Нумерованный список', state?.numbers ?? false, <NumbersIcon />, () => chain().toggleOrderedList().run())}
        {tool('Цитата', state?.quote ?? false, <QuoteIcon />, () => chain().toggleBlockquote().run())}
        {tool('Ссылка', state?.link ?? false, <LinkIcon />, () => setLinking(!isLinking))}
        {onPicture && <PictureTool editor={editor} onPicture={onPicture} disabled={disabled} />}
        {tool('Отменить', null, <UndoIcon />, () => chain().undo().run(), !state?.canUndo)}
        {tool('Вернуть', null, <RedoIcon />, () => chain().redo().run(), !state?.canRedo)}
        {variables.length > 0 && <VariableTool editor={editor} variables={variables} disabled={disabled} />}
        {children}
      </div>
      {isLinking && <LinkRow editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}

function VariableTool({ editor, variables, disabled }: Pick<Props, 'variables' | 'disabled'> & { editor: Editor }) {
  return (
    <select
      className={styles.tool}
      aria-label="Вставить переменную"
      value=""
      disabled={disabled}
      onChange={(event) => {
        const chosen = variables.find(({ key }) => key === event.target.value);
        if (!chosen) return;
        editor
          .chain()
          .focus()
          .insertContent({ type: chosen.kind ?? 'variable', attrs: { key: chosen.key } })
          .run();
      }}
    >
      <option value="">Переменная…</option>
      {variables.map(({ key, label, sample }) => (
        <option key={key} value={key}>
          {`{${key}} — ${label}${sample ? `: ${sample}` : ''}`}
        </option>
      ))}
    </select>
  );
}

function PictureTool({
  editor,
  onPicture,
  disabled,
}: { editor: Editor; disabled: boolean } & Required<Pick<Props, 'onPicture'>>) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (picture: File | undefined) => {
    const kept = picture && (await onPicture?.(picture));
    if (!kept) return;
    const alt = picture.name.replace(/\.\w+$/, '');
    editor
      .chain()
      .focus()
      .insertContent({ type: 'image', attrs: { file: kept.file, alt } })
      .run();
  };
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label="Картинка"
        title="Картинка"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <ImageIcon />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function LinkRow({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''));
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    const href = addressOf(address);
    if (href !== '' && !allowedHref(href)) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <div className={styles.linkRow}>
      <input
        autoFocus
        aria-label="Адрес ссылки"
        aria-invalid={isWrong || undefined}
        placeholder="https://…, адрес почты или страница этой программы"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <button type="button" className={styles.tool} onClick={apply}>
        {address.trim() === '' ? 'Убрать ссылку' : 'Поставить'}
      </button>
      {isWrong && <span role="alert">Ссылка не понята</span>}
    </div>
  );
}

/** What people type: a mail address, a site without its beginning. */
function addressOf(typed: string): string {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^[\p{L}\d-]+(\.[\p{L}\d-]+)+(\/|$)/u.test(text)) return `https://${text}`;
  return text;
}
