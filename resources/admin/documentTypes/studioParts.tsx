// Parts of the studio: variables with samples, what is wrong with the text, the paper on a record.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  previewTemplate,
  templateRecords,
  type Studio,
  type TemplatePreview,
  type TemplateRecord,
} from '../../../contract/documents/studio.ts';
import type { RichText } from '../../../contract/kernel/richTextFold.ts';
import { call } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { Note } from '../../../widgets/Note.tsx';
import { PaperPicture } from '../../../widgets/PaperPicture.tsx';
import { SearchSelect } from '../../../widgets/SearchSelect.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import styles from './studio.module.css';

export type Chosen = Pick<TemplateRecord, 'key' | 'label' | 'context' | 'id'>;

/** Typing rests this long before the paper is drawn again, ms. */
const REST_MS = 500;

/** The trial of the text on the chosen record, a moment after the last change. */
export function usePreview(kind: number, text: RichText, chosen: Chosen | null) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isFetching } = useQuery({
    ...reading(previewTemplate, {
      params: { id: kind },
      body: { body: settled, ...(chosen && { [`${chosen.context}_id`]: chosen.id }) },
      stops: true,
    }),
    enabled: chosen !== null,
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  const preview: TemplatePreview | undefined = error
    ? { picture: null, values: {}, unknown: [], empty: [], why: {}, refusal: error.message }
    : data;
  return { preview, busy: isFetching };
}

/** Names that can be put into the text, with what they say for the chosen record. */
export function VariableList({
  studio,
  values,
  onInsert,
}: {
  studio: Studio;
  values: Readonly<Record<string, string>> | undefined;
  onInsert: (variable: Studio['variables'][number]) => void;
}) {
  const [q, setQ] = useState('');
  const words = q.trim().toLowerCase();
  const shown = studio.variables.filter(({ key, about }) => `${key} ${about}`.toLowerCase().includes(words));
  return (
    <section className={styles.variables} aria-label="Переменные">
      <h2>
        Переменные <small>{shown.length}</small>
      </h2>
      <TextBox label="Найти переменную" hideLabel reserve={false} placeholder="Найти" value={q} onChange={setQ} />
      <ul>
        {shown.map((one) => (
          <li key={one.key}>
            <button type="button" onClick={() => onInsert(one)} title={one.about}>
              {one.key}
            </button>
            <span>{one.kind === 'slot' ? `часть: ${one.about}` : sampleOf(one, values)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sampleOf = ({ key, about }: Studio['variables'][number], values: Readonly<Record<string, string>> | undefined) =>
  values?.[key] === '' ? 'нет значения' : (values?.[key] ?? about);

export function ProblemList({
  preview,
  onReplace,
}: {
  preview: TemplatePreview | undefined;
  onReplace: (from: string, to: string) => void;
}) {
  if (!preview) return null;
  return (
    <ul className={styles.problems} aria-label="Замечания к тексту">
      {preview.unknown.map(({ key, likely }) => (
        <li key={key} data-tone="red">
          <span>
            Нет переменной «{key}»{likely && <>. Похоже на «{likely}»</>}
          </span>
          {likely && <Button onClick={() => onReplace(key, likely)}>Заменить</Button>}
        </li>
      ))}
      {preview.empty.map((key) => (
        <li key={key} data-tone="amber">
          <span>
            Нет значения «{key}»: {preview.why[key]}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function PreviewPane({
  kind,
  chosen,
  onChoose,
  preview,
  busy,
}: {
  kind: number;
  chosen: Chosen | null;
  onChoose: (record: Chosen | null) => void;
  preview: TemplatePreview | undefined;
  busy: boolean;
}) {
  const first = useQuery(reading(templateRecords, { params: { id: kind } }));
  const records = first.data?.data;
  useEffect(() => {
    if (!chosen && records?.[0]) onChoose(records[0]);
  }, [chosen, records, onChoose]);
  return (
    <section className={styles.preview} aria-label="Просмотр" aria-busy={busy}>
      <SearchSelect
        label="На записи"
        reserve={false}
        clearable={false}
        value={chosen && { value: chosen.key, label: chosen.label }}
        onChange={(option) => option && onChoose(chosenOf(String(option.value), option.label))}
        load={async (q, signal) => {
          const { data } = await call(templateRecords, { params: { id: kind }, query: { q }, signal, quiet: true });
          return { data: data.map(({ key, label }) => ({ value: key, label })) };
        }}
      />
      {records?.length === 0 && <Note>Записей, по которым печатают этот вид, у вас нет: просмотра не будет.</Note>}
      {preview?.refusal && <Note tone="amber">{preview.refusal}</Note>}
      {preview?.picture && <PaperPicture className={styles.paper} picture={preview.picture} />}
    </section>
  );
}

const chosenOf = (key: string, label: string): Chosen => {
  const [context, id] = key.split(':');
  return { key, label, context: context!, id: Number(id) };
};
