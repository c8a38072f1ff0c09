// What a save was refused for, over the form.
import { Note } from '../Note.tsx';
import styles from './editor.module.css';

/** Every refused field by its label, with the way to it. */
export function ErrorSummary({ errors, labels }: { errors: Record<string, string>; labels: Record<string, string> }) {
  const fields = Object.keys(errors);
  if (!fields.length) return null;
  const word = fields.length === 1 ? 'ошибка' : fields.length < 5 ? 'ошибки' : 'ошибок';
  return (
    <div id="editor-errors">
      <Note tone="red" role="alert" title={`Не сохранено: ${fields.length} ${word}`}>
        <ul className={styles.errors}>
          {fields.map((field) => (
            <li key={field}>
              {labels[field.split('.')[0]!] && (
                <>
                  <button type="button" onClick={() => focusField(field)}>
                    {labels[field.split('.')[0]!]}
                  </button>{' '}
                  —{' '}
                </>
              )}
              {errors[field]}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

function focusField(field: string) {
  const control =
    document.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"], [id="${CSS.escape(field)}"]`) ??
    document.querySelector<HTMLElement>('[aria-invalid="true"]');
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}
