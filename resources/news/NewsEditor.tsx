// Writing a news: text, for whom, when; files once it is kept.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { plainText, type RichText } from '../../contract/kernel/richTextFold.ts';
import {
  addNewsFile,
  dropNewsFile,
  news,
  newsAudience,
  newsPlaces,
  type NewsBody,
  type NewsCard,
} from '../../contract/news.ts';
import { pages } from '../../contract/pages.ts';
import { roleNames, type Role } from '../../contract/users.ts';
import { call, upload, type HttpError } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { FileUpload } from '../../widgets/FileUpload.tsx';
import { Crumbs } from '../../widgets/editor/Crumbs.tsx';
import { useKeptForm } from '../../widgets/editor/useKeptForm.tsx';
import { countOf, formatMoment } from '../../widgets/format.ts';
import { MomentInput } from '../../widgets/MomentInput.tsx';
import { momentOfText, textOfMoment } from '../../widgets/moscow.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { MissingRecord } from '../../widgets/RecordPage.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { usePageTitle } from '../../widgets/usePageTitle.ts';
import { useResourcePages } from '../productResource.ts';
import styles from './news.module.css';
import { Preview } from './Preview.tsx';

const RichTextEditor = lazy(() =>
  loadPatiently(async () => ({
    default: (await import('../../widgets/richText/RichTextEditor.tsx')).RichTextEditor,
  })),
);
const writtenTo: readonly Role[] = ['chairman', 'treasurer', 'clerk', 'mo_head', 'region_staff', 'auditor'];
type Form = Omit<NewsBody, 'audience'> & { all: boolean; places: readonly string[]; roles: readonly Role[] };
const empty: Form = {
  title: '',
  body: { v: 1, doc: [] },
  all: false,
  places: [],
  roles: [],
  is_pinned: false,
  asks_ack: false,
  publish: 'now',
};

export default function NewsEditor() {
  const id = Number(useParams().id) || null;
  const { data, error } = useQuery({
    ...reading(news.one, { params: { id: id! } }),
    enabled: id !== null,
  });
  if (error) return <MissingRecord />;
  if (id && !data) return <PageSkeleton />;
  return <NewsForm key={`${id}`} {...(data ? { card: data } : {})} />;
}

const formOf = ({ title, body, audience, is_pinned, asks_ack, state, published_at }: NewsCard): Form => ({
  title,
  body,
  is_pinned,
  asks_ack,
  all: audience.all,
  places: audience.places.map(({ level, id }) => `${level}:${id}`),
  roles: audience.roles as Role[],
  publish: state === 'draft' ? 'draft' : state === 'planned' && published_at ? published_at : 'now',
});
const audienceOf = ({ all, places, roles }: Form): NewsBody['audience'] => ({
  all,
  places: all
    ? []
    : places.map((key) => {
        const [level, id] = key.split(':');
        return { level: level as 'region' | 'mo' | 'po', id: Number(id) };
      }),
  roles: [...roles],
});

const labels: Record<string, string> = {
  title: 'Заголовок',
  body: 'Текст',
  all: 'Всему обществу',
  places: 'Кому',
  roles: 'Роли',
  is_pinned: 'Закрепить наверху',
  asks_ack: 'Просить отметку «Ознакомлен»',
  publish: 'Когда выйдет',
};
const words: Record<string, (value: never) => string> = {
  body: (body: RichText) => plainText(body).slice(0, 400),
  places: (places: readonly string[]) => countOf(places.length, ['место', 'места', 'мест']),
  roles: (roles: readonly Role[]) => roles.map((role) => roleNames[role]).join(', ') || 'все',
  publish: (publish: string) =>
    publish === 'draft' ? 'черновик' : publish === 'now' ? 'сразу' : formatMoment(publish),
};
const show = (field: string, value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'да' : 'нет') : (words[field]?.(value as never) ?? String(value || '—'));

function NewsForm({ card }: { card?: NewsCard }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const userId = useActor()?.userId;
  const [isSeen, setSeen] = useState(false);
  const { list } = useResourcePages();
  const back = card ? pages.newsOne(card.id) : list;
  usePageTitle(card?.title ?? 'Новая новость');
  const isOut = card?.state === 'published';
  const { form, set, errors, saving, save, around } = useKeptForm<Form>({
    draftKey: `${userId}:news:${card?.id ?? 'new'}`,
    values: card ? formOf(card) : empty,
    version: card?.version ?? null,
    labels,
    show,
    fromRecord: formOf as (record: never) => Form,
    onCancel: () => void navigate(back),
    send: async (values, version, how) => {
      const { all: _, places: __, roles: ___, ...rest } = values;
      // Ctrl+S puts nothing out at once.
      const own = values.publish === 'now' ? 'draft' : values.publish;
      const body = { ...rest, publish: how ?? (isOut ? 'now' : own), audience: audienceOf(values) };
      const saved = card
        ? await call(news.update, { params: { id: card.id }, body: { ...body, version: version! }, quiet: true })
        : await call(news.create, { body, quiet: true });
      await readAnew(client, 'news');
      return () => {
        toast(saved.state === 'draft' ? 'Черновик сохранён' : 'Новость сохранена');
        void navigate(pages.newsOne(saved.id));
      };
    },
  });
  return (
    <div className={styles.form}>
      <Crumbs to={list} list="Новости">
        {card?.title ?? 'Новая'}
      </Crumbs>
      <h1>{card ? 'Новость' : 'Новая новость'}</h1>
      {around}
      <TextBox
        label="Заголовок"
        required
        value={form.title}
        onChange={(title) => set({ title })}
        maxLength={160}
        error={errors.title}
      />
      <Suspense fallback={<PageSkeleton />}>
        <RichTextEditor
          label="Текст"
          value={form.body}
          onChange={(body: RichText) => set({ body })}
          error={errors.body}
        />
      </Suspense>
      <AudiencePicker form={form} set={set} error={errors.audience} />
      <Checkbox label="Закрепить наверху" value={form.is_pinned} onChange={(is_pinned) => set({ is_pinned })} />
      <Checkbox label="Просить отметку «Ознакомлен»" value={form.asks_ack} onChange={(asks_ack) => set({ asks_ack })} />
      {!isOut && <PublishTime form={form} set={set} error={errors.publish} />}
      {card && <NewsFiles card={card} />}
      {isSeen && <Seen form={form} files={card?.files.map(({ name }) => name) ?? []} />}
      {errors.form && <ErrorNote title="Не сохранено">{errors.form}</ErrorNote>}
      <FormFoot {...{ form, isOut, busy: saving, isSeen, setSeen, save }} back={back} />
    </div>
  );
}

function FormFoot(props: {
  form: Form;
  isOut: boolean | undefined;
  busy: boolean;
  isSeen: boolean;
  setSeen: (is: boolean) => void;
  save: (publish: string) => Promise<void>;
  back: string;
}) {
  const { form, isOut, busy, isSeen, setSeen, save, back } = props;
  return (
    <div className={styles.formFoot}>
      <Button
        variant="contained"
        disabled={busy}
        onClick={() => void save(isOut || form.publish === 'draft' ? 'now' : form.publish)}
      >
        {isOut ? 'Сохранить' : form.publish === 'now' || form.publish === 'draft' ? 'Опубликовать' : 'Запланировать'}
      </Button>
      {!isOut && (
        <Button variant="outlined" disabled={busy} onClick={() => void save('draft')}>
          Сохранить черновик
        </Button>
      )}
      <Button aria-expanded={isSeen} onClick={() => setSeen(!isSeen)}>
        {isSeen ? 'Скрыть просмотр' : 'Посмотреть, как увидят'}
      </Button>
      <Button component={Link} to={back}>
        Отмена
      </Button>
    </div>
  );
}

/** The preview with the names of the chosen places. */
function Seen({ form, files }: { form: Form; files: readonly string[] }) {
  const { data } = useQuery(reading(newsPlaces));
  return (
    <Preview
      title={form.title}
      body={form.body}
      asksAck={form.asks_ack}
      files={files}
      audience={audienceOf(form)}
      roles={writtenTo}
      nameOf={({ level, id }) => data?.places.find((one) => one.level === level && one.id === id)?.name ?? `${id}`}
    />
  );
}

interface PartProps {
  form: Form;
  set: (change: Partial<Form>) => void;
  error?: string | undefined;
}

function AudiencePicker({ form, set, error }: PartProps) {
  const { data } = useQuery(reading(newsPlaces));
  const audience = audienceOf(form);
  const { data: count } = useQuery({
    ...reading(newsAudience, { body: { audience } }),
    enabled: form.all || form.places.length > 0,
  });
  const labelOf = (key: string) => data?.places.find((place) => `${place.level}:${place.id}` === key)?.name ?? key;
  const toggle = (role: Role) =>
    set({ roles: form.roles.includes(role) ? form.roles.filter((one) => one !== role) : [...form.roles, role] });
  return (
    <fieldset className={styles.audience}>
      <legend>Кому</legend>
      {data?.all && <Checkbox label="Всему обществу" value={form.all} onChange={(all) => set({ all })} />}
      {!form.all && (
        <SelectBox
          label="Добавить место"
          value={null}
          error={error}
          onChange={(key) => key && set({ places: [...new Set([...form.places, String(key)])] })}
          options={(data?.places ?? []).map((place) => ({
            value: `${place.level}:${place.id}`,
            label: place.name,
            ...(place.above ? { hint: place.above } : {}),
          }))}
        />
      )}
      {!form.all && (
        <p className={styles.chips}>
          {form.places.map((key) => (
            <button key={key} type="button" onClick={() => set({ places: form.places.filter((one) => one !== key) })}>
              {labelOf(key)} ×<span className={styles.hidden}>убрать</span>
            </button>
          ))}
        </p>
      )}
      <div className={styles.roles} role="group" aria-label="Роли: ни одной — значит все">
        {writtenTo.map((role) => (
          <Checkbox
            key={role}
            label={roleNames[role]}
            value={form.roles.includes(role)}
            onChange={() => toggle(role)}
          />
        ))}
      </div>
      {count && <p className={styles.meta}>Увидят: {countOf(count.people, ['человек', 'человека', 'человек'])}</p>}
    </fieldset>
  );
}

function PublishTime({ form, set, error }: PartProps) {
  const isLater = form.publish !== 'now' && form.publish !== 'draft';
  return (
    <div className={styles.when}>
      <Checkbox
        label="Выйдет позже (время московское)"
        value={isLater}
        onChange={(later) => set({ publish: later ? new Date(Date.now() + 3_600_000).toISOString() : 'now' })}
        error={error}
      />
      {isLater && (
        <MomentInput
          label="Когда выйдет, по Москве"
          value={textOfMoment(form.publish)}
          onChange={(text) => {
            const publish = momentOfText(text);
            if (publish) set({ publish });
          }}
        />
      )}
    </div>
  );
}

function NewsFiles({ card }: { card: NewsCard }) {
  const client = useQueryClient();
  const [error, setError] = useState('');
  const after = async (work: Promise<unknown>) => {
    try {
      await work;
      setError('');
      await readAnew(client, 'news');
    } catch (refusal) {
      setError((refusal as HttpError).message);
    }
  };
  return (
    <div>
      <FileUpload
        label="Файлы"
        value={[]}
        error={error}
        onChange={([file]) => file && void after(upload(addNewsFile, { params: { id: card.id }, file, quiet: true }))}
      />
      <ul className={styles.files}>
        {card.files.map((file) => (
          <li key={file.id}>
            {file.name}{' '}
            <Button
              size="small"
              onClick={() => void after(call(dropNewsFile, { params: { id: card.id, fileId: file.id }, quiet: true }))}
            >
              Убрать
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
