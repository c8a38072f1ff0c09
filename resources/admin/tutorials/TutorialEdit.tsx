// Writing an instruction: words, the text of an article, the file of a film or a PDF, the pages that open it.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { plainText, type RichText } from '../../../contract/kernel/richTextFold.ts';
import { pages } from '../../../contract/pages.ts';
import { setTutorialFile, tutorials, type TutorialBody, type TutorialCard } from '../../../contract/tutorials.ts';
import { tutorialKinds, tutorialPages, tutorialTopics, type TutorialPage } from '../../../contract/tutorialWords.ts';
import { call, upload, type HttpError } from '../../../providers/http.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { useActor } from '../../../providers/session.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { loadPatiently } from '../../../widgets/loadPatiently.ts';
import { today } from '../../../widgets/today.ts';
import { Crumbs } from '../../../widgets/editor/Crumbs.tsx';
import { useKeptForm } from '../../../widgets/editor/useKeptForm.tsx';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatDate } from '../../../widgets/format.ts';
import { FileUpload } from '../../../widgets/FileUpload.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { MissingRecord } from '../../../widgets/RecordPage.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import { useResourcePages } from '../../productResource.ts';
import styles from '../../tutorials/tutorials.module.css';
import { StepsInput } from './StepsInput.tsx';

const RichTextEditor = lazy(() =>
  loadPatiently(async () => ({
    default: (await import('../../../widgets/richText/RichTextEditor.tsx')).RichTextEditor,
  })),
);
const itemsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

const empty: TutorialBody = {
  kind: 'article',
  title: '',
  lead: null,
  topic: 'start',
  length: null,
  body: { v: 1, doc: [] },
  pages: [],
  sort: 100,
  is_active: false,
  checked_on: null,
  steps: [],
};

export default function TutorialEdit() {
  const id = Number(useParams().id) || null;
  const { data, error } = useQuery({
    ...reading(tutorials.one, { params: { id: id! } }),
    enabled: id !== null,
  });
  if (error) return <MissingRecord />;
  if (id && !data) return <PageSkeleton />;
  return <TutorialForm key={`${id}`} {...(data ? { card: data } : {})} />;
}

const bodyOf = ({
  kind,
  title,
  lead,
  topic,
  length,
  body,
  pages: shownOn,
  sort,
  is_active,
  checked_on,
  steps,
}: TutorialCard) => ({
  kind,
  title,
  lead,
  topic,
  length,
  body,
  pages: shownOn,
  sort,
  is_active,
  checked_on,
  steps,
});

const labels: Record<string, string> = {
  kind: 'Вид',
  title: 'Название',
  lead: 'О чём',
  topic: 'Раздел',
  length: 'Длина',
  body: 'Текст',
  pages: 'Страницы, где открывается',
  sort: 'Порядок',
  is_active: 'Показывать',
  checked_on: 'Проверена',
  steps: 'Места на страницах',
};
const words: Record<string, (value: never) => string> = {
  kind: (kind: TutorialBody['kind']) => tutorialKinds[kind],
  topic: (topic: TutorialBody['topic']) => tutorialTopics[topic],
  body: (body: RichText | null) => (body ? plainText(body).slice(0, 400) : '—'),
  pages: (shown: readonly TutorialPage[]) => shown.map((page) => tutorialPages[page]).join(', ') || '—',
  checked_on: (day: string | null) => (day ? formatDate(day) : '—'),
  steps: (steps: TutorialBody['steps']) => steps.map(({ text }) => text).join('; ') || '—',
};
const show = (field: string, value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'да' : 'нет') : (words[field]?.(value as never) ?? String(value || '—'));

function TutorialForm({ card }: { card?: TutorialCard }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { list } = useResourcePages();
  const userId = useActor()?.userId;
  usePageTitle(card?.title ?? 'Новая инструкция');
  const { form, set, errors, saving, save, follow, around } = useKeptForm<TutorialBody>({
    draftKey: `${userId}:tutorials:${card?.id ?? 'new'}`,
    values: card ? bodyOf(card) : empty,
    version: card?.version ?? null,
    labels,
    show,
    fromRecord: bodyOf as (record: never) => TutorialBody,
    onCancel: () => void navigate(list),
    send: async (values, version) => {
      const body = values.kind === 'article' ? values : { ...values, body: null };
      const saved = card
        ? await call(tutorials.update, { params: { id: card.id }, body: { ...body, version: version! }, quiet: true })
        : await call(tutorials.create, { body, quiet: true });
      await readAnew(client, 'tutorials');
      return () => {
        toast('Инструкция сохранена');
        // A film or a PDF gets its file on the next step.
        void navigate(card || values.kind === 'article' ? list : pages.adminTutorial(saved.id));
      };
    },
  });
  const toggle = (page: TutorialPage) =>
    set({ pages: form.pages.includes(page) ? form.pages.filter((one) => one !== page) : [...form.pages, page] });
  return (
    <div className={styles.form}>
      <Crumbs to={list} list="Инструкции">
        {card?.title ?? 'Новая'}
      </Crumbs>
      <h1>{card ? card.title : 'Новая инструкция'}</h1>
      {around}
      <WordFields form={form} errors={errors} set={set} />
      {form.kind === 'article' && (
        <Suspense fallback={<PageSkeleton />}>
          <RichTextEditor
            label="Текст"
            value={form.body}
            onChange={(body: RichText) => set({ body })}
            pictureAddress={(id) => card?.pictures.find((one) => one.id === id)?.url ?? null}
            error={errors.body}
          />
        </Suspense>
      )}
      {form.kind !== 'article' &&
        (card ? <FileOf card={card} onKept={follow} /> : <p>Файл прикладывается после сохранения.</p>)}
      <Marks card={card} form={form} errors={errors} set={set} toggle={toggle} />
      <StepsInput steps={form.steps} onChange={(steps) => set({ steps })} error={errors.steps} />
      {errors.form && <ErrorNote title="Не сохранено">{errors.form}</ErrorNote>}
      <div className={styles.formFoot}>
        <Button variant="contained" disabled={saving} onClick={() => void save()}>
          Сохранить
        </Button>
        <Button component={Link} to={list}>
          Отмена
        </Button>
      </div>
    </div>
  );
}

function WordFields({
  form,
  errors,
  set,
}: {
  form: TutorialBody;
  errors: Record<string, string>;
  set: (change: Partial<TutorialBody>) => void;
}) {
  return (
    <>
      <SelectBox
        label="Вид"
        value={form.kind}
        options={itemsOf(tutorialKinds)}
        error={errors.kind}
        onChange={(kind) => set({ kind: kind as TutorialBody['kind'] })}
      />
      <TextBox label="Название" required value={form.title} onChange={(title) => set({ title })} error={errors.title} />
      <TextBox label="О чём" value={form.lead ?? ''} onChange={(lead) => set({ lead })} error={errors.lead} />
      <SelectBox
        label="Раздел"
        value={form.topic}
        options={itemsOf(tutorialTopics)}
        error={errors.topic}
        onChange={(topic) => set({ topic: topic as TutorialBody['topic'] })}
      />
      <TextBox label="Длина" value={form.length ?? ''} onChange={(length) => set({ length })} error={errors.length} />
    </>
  );
}

/** Where F1 opens it, whether it was checked, whether it is shown. */
function Marks({
  card,
  form,
  errors,
  set,
  toggle,
}: {
  card: TutorialCard | undefined;
  form: TutorialBody;
  errors: Record<string, string>;
  set: (change: Partial<TutorialBody>) => void;
  toggle: (page: TutorialPage) => void;
}) {
  return (
    <>
      <div className={styles.checks} role="group" aria-label="Открывается по F1 на страницах">
        {Object.entries(tutorialPages).map(([page, name]) => (
          <Checkbox
            key={page}
            label={`F1: ${name}`}
            value={form.pages.includes(page as TutorialPage)}
            onChange={() => toggle(page as TutorialPage)}
          />
        ))}
      </div>
      <Checkbox
        label="Проверена сегодня"
        value={form.checked_on === today()}
        onChange={(is) => set({ checked_on: is ? today() : (card?.checked_on ?? null) })}
      />
      <Checkbox
        label="Показывать"
        value={form.is_active}
        onChange={(is_active) => set({ is_active })}
        error={errors.is_active}
      />
    </>
  );
}

function FileOf({ card, onKept }: { card: TutorialCard; onKept: (version: number) => void }) {
  const client = useQueryClient();
  const [error, setError] = useState('');
  const send = async (file: File | undefined) => {
    if (!file) return;
    try {
      const { version } = await upload(setTutorialFile, { params: { id: card.id }, file, quiet: true });
      onKept(version);
      setError('');
      await readAnew(client, 'tutorials');
      toast('Файл приложен');
    } catch (refusal) {
      setError((refusal as HttpError).message);
    }
  };
  return (
    <FileUpload
      label={card.file ? `Файл: ${card.file.name}` : 'Файл'}
      accept={card.kind === 'video' ? '.mp4,.m4v,.webm' : '.pdf'}
      value={[]}
      error={error}
      onChange={(files) => void send(files[0])}
    />
  );
}
