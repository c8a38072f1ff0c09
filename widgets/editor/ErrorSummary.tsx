// What a save was refused for, over the form.
import { countOf } from '../format.ts';
import { Note } from '../Note.tsx';
import styles from './editor.module.css';

/** Every refused field by its label, with the way to it. */
export function ErrorSummary({ errors, labels }: { errors: Record<string, string>; labels: Record<string, string> }) {
  const fields = Object.keys(errors);
  if (!fields.length) return null;
  return (
    <div id="editor-errors">
      <Note tone="red" role="alert" title={`Не сохранено: ${countOf(fields.length, ['ошибка', 'ошибки', 'ошибок'])}`}>
        <ul className={styles.errors}>
          {fields.map((field) => (
            <li key={field}>
              <Refused label={labels[field.split('.')[0]!]} text={errors[field]!} onFind={() => focusField(field)} />
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

/** «ИНН — 10 или 12 цифр»: words at the field may begin with its name, which stands here already. */
function Refused({ label, text, onFind }: { label: string | undefined; text: string; onFind: () => void }) {
  if (!label) return text;
  return (
    <>
      <button type="button" onClick={onFind}>
        {label}
      </button>
      {' — '}
      {text.startsWith(`${label} — `) ? text.slice(label.length + 3) : text}
    </>
  );
}

function focusField(field: string) {
  const control =
    document.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"], [id="${CSS.escape(field)}"]`) ??
    document.querySelector<HTMLElement>('[aria-invalid="true"]');
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}
