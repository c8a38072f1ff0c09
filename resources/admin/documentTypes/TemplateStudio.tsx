// The studio: the text of a kind, its variables with samples, the paper on a chosen record beside it, versions of each region.
import CheckIcon from '@mui/icons-material/Check';
import CompareIcon from '@mui/icons-material/CompareArrows';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import type { DocumentKindRow } from '../../../contract/documents/kinds.ts';
import {
  enactTemplate,
  restoreTemplate,
  saveTemplate,
  templateStudio,
  type Studio,
  type TemplateVersion,
} from '../../../contract/documents/studio.ts';
import { variablesOf, type RichText } from '../../../contract/kernel/richTextFold.ts';
import { call, errorsOf } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { Crumbs } from '../../../widgets/editor/Crumbs.tsx';
import { releaseGuard, useLeaveGuard } from '../../../widgets/leaveGuard.ts';
import { loadPatiently } from '../../../widgets/loadPatiently.ts';
import { AlertNote, Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import type { RichTextHandle } from '../../../widgets/richText/RichTextEditor.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useResourcePages } from '../../productResource.ts';
import { PreviewPane, ProblemList, usePreview, VariableList, type Chosen } from './studioParts.tsx';
import { TrialRun } from './TrialRun.tsx';
import { VersionStrip } from './VersionStrip.tsx';
import { VersionDiff } from './VersionDiff.tsx';
import styles from './studio.module.css';

const RichTextEditor = lazy(() =>
  loadPatiently(async () => ({
    default: (await import('../../../widgets/richText/RichTextEditor.tsx')).RichTextEditor,
  })),
);

/** The texts of a kind as the whole society has them, or a region of its own. */
const studioOf = (kind: number, region: number | null) =>
  reading(templateStudio, { params: { id: kind }, query: region ? { region } : {} });

export function TemplateStudio({ kind }: { kind: DocumentKindRow }) {
  const [region, setRegion] = useState<number | null>(null);
  const { data, error } = useQuery({
    ...studioOf(kind.id, region),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error) return <Note tone="red">{error.message}</Note>;
  if (!data) return <PageSkeleton />;
  return <Screen key={`${region}:${data.draft?.nth}:${data.draft?.version}`} studio={data} onRegion={setRegion} />;
}

function Screen({ studio, onRegion }: { studio: Studio; onRegion: (region: number | null) => void }) {
  const { kind, draft } = studio;
  const { list } = useResourcePages();
  const [text, setText] = useState<RichText>(studio.body);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [compared, setCompared] = useState<number | null>(null);
  const [trying, setTrying] = useState(false);
  const handle = useRef<RichTextHandle>(null);
  const work = useWork(studio, text);
  const { preview, busy: drawing } = usePreview(kind.id, text, chosen);
  const isDirty = JSON.stringify(text) !== JSON.stringify(studio.body);
  useLeaveGuard(isDirty);
  const known = studio.variables.map(({ key }) => key);
  const unknown = variablesOf(text).filter((key) => !known.includes(key));
  const standing = studio.versions.find((one) => one.state === 'in_force')!;
  return (
    <div className={styles.page}>
      <Crumbs to={list} list="Виды документов">
        {kind.name}
      </Crumbs>
      <Head
        kind={kind}
        draft={draft}
        setCompared={setCompared}
        work={work}
        isDirty={isDirty}
        unknown={unknown}
        standing={standing}
      />
      <AlertNote text={work.error} />
      <VersionStrip versions={studio.versions} onOpen={setCompared} />
      <div className={styles.columns}>
        <section className={styles.text} aria-label="Текст">
          <p className={styles.frame}>Шапка: эмблема, организация, № и дата</p>
          <Suspense fallback={<PageSkeleton />}>
            <RichTextEditor
              label="Текст документа"
              hideLabel
              reserve={false}
              value={text}
              onChange={setText}
              handle={handle}
              tools={<IfFilled studio={studio} onChoose={(key) => handle.current?.showIfFilled(key)} />}
            />
          </Suspense>
          <p className={styles.frame}>Подвал: подписи, печать, QR, исполнитель, страница</p>
          <ProblemList preview={preview} onReplace={(from, to) => handle.current?.rename(from, to)} />
          <Button onClick={() => setTrying(true)}>Проверить на всех записях</Button>
        </section>
        <VariableList studio={studio} values={preview?.values} onInsert={(one) => handle.current?.insert(one)} />
        <PreviewPane kind={kind.id} chosen={chosen} onChoose={setChosen} preview={preview} busy={drawing} />
      </div>
      <footer className={styles.foot}>
        <RegionChoice studio={studio} onRegion={onRegion} isDirty={isDirty} />
      </footer>
      {compared !== null && (
        <VersionDiff
          kind={kind.id}
          region={studio.region_id}
          nth={compared}
          text={text}
          onClose={() => setCompared(null)}
          onRestore={() => void work.restore(compared).then(() => setCompared(null))}
        />
      )}
      {trying && <TrialRun kind={kind.id} text={text} onClose={() => setTrying(false)} onShow={setChosen} />}
    </div>
  );
}

function Head({
  kind,
  draft,
  setCompared,
  work,
  isDirty,
  unknown,
  standing,
}: {
  kind: { id: number; name: string; contexts: string[] };
  draft: { nth: number; version: number } | null;
  setCompared: Dispatch<SetStateAction<number | null>>;
  work: ReturnType<typeof useWork>;
  isDirty: boolean;
  unknown: string[];
  standing: TemplateVersion;
}) {
  return (
    <header className={styles.top}>
      <h1>
        {kind.name} {draft && <StatusChip kind="waiting">Черновик версии {draft.nth}</StatusChip>}
      </h1>
      <div className={styles.actions}>
        {unknown.length > 0 && <span className={styles.blocked}>Неизвестных переменных: {unknown.length}</span>}
        <Button startIcon={<CompareIcon />} onClick={() => setCompared(standing.nth)}>
          Сравнить с действующей
        </Button>
        <Button startIcon={<SaveIcon />} disabled={!isDirty || work.busy} onClick={() => void work.save()}>
          Сохранить черновик
        </Button>
        <Button
          variant="contained"
          startIcon={<CheckIcon />}
          disabled={unknown.length > 0 || work.busy || (!draft && !isDirty)}
          onClick={() => void work.enact(isDirty)}
        >
          Ввести в действие
        </Button>
      </div>
    </header>
  );
}

/** Whose text is edited. */
function RegionChoice({
  studio,
  onRegion,
  isDirty,
}: {
  studio: Studio;
  onRegion: (region: number | null) => void;
  isDirty: boolean;
}) {
  return (
    <SelectBox
      label="Текст для"
      reserve={false}
      value={studio.region_id}
      emptyLabel="всех регионов"
      options={studio.regions.map((one) => ({
        value: one.id,
        label: one.name,
        ...(one.has_text && { hint: 'свой текст' }),
      }))}
      disabled={isDirty}
      helperText={isDirty ? 'Сначала сохраните черновик' : undefined}
      onChange={(value) => onRegion(value === null ? null : Number(value))}
    />
  );
}

/** Saving, taking effect and coming back; what was refused stands above the text. */
function useWork({ kind, draft, region_id: region }: Studio, text: RichText) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const params = { id: kind.id };
  const run = async (work: () => Promise<Studio>, said: string) => {
    setBusy(true);
    setError(null);
    try {
      const next = await work();
      releaseGuard();
      client.setQueryData(studioOf(kind.id, region).queryKey, next);
      toast(said);
    } catch (failure) {
      setError(Object.values(errorsOf(failure))[0] ?? (failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const version = draft?.version ?? null;
  const save = () => call(saveTemplate, { params, body: { region, body: text, version }, quiet: true });
  return {
    busy,
    error,
    save: () => run(save, 'Черновик сохранён'),
    enact: (isDirty: boolean) =>
      run(async () => {
        const now = isDirty ? (await save()).draft!.version : version!;
        return call(enactTemplate, { params, body: { region, version: now }, quiet: true });
      }, 'Текст введён в действие'),
    restore: (nth: number) =>
      run(
        () => call(restoreTemplate, { params, body: { region, nth, version }, quiet: true }),
        nth === 0 ? 'Исходный текст — в черновике' : `Версия ${nth} — в черновике`,
      ),
  };
}

function IfFilled({ studio, onChoose }: { studio: Studio; onChoose: (key: string) => void }) {
  return (
    <select
      className={styles.ifFilled}
      aria-label="Абзац, если заполнено"
      value=""
      onChange={(event) => event.target.value && onChoose(event.target.value)}
    >
      <option value="">Если заполнено…</option>
      {studio.variables
        .filter((one) => one.kind === 'variable')
        .map(({ key }) => (
          <option key={key} value={key}>
            {key}
          </option>
        ))}
    </select>
  );
}
