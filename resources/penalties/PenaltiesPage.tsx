// «Начислить пени»: by which day, what it comes to in every ПО and for every garage, then the button with the same sum.
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { accrualDefaults, type AccrualAnswer } from '../../contract/books.ts';
import { levelOf, type Level } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { postPenalties, previewPenalties, type PenaltyPreview } from '../../contract/penalties.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatMoney, formatNumber } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { SearchMultiSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StickyBar } from '../../widgets/StickyBar.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { useNarrow } from '../../widgets/useScreen.ts';
import { poLoader } from '../lists/loaders.ts';
import { garagesOf } from '../contributions/ru.ts';
import { BooksPage, Figure } from '../books/BooksPage.tsx';
import { PauseNote } from '../books/PauseNote.tsx';
import { PenaltyPos, PenaltySkeleton, PenaltyTable, PENALTY_PAGE, UnratedNote } from './PenaltyTables.tsx';
import { UnfoundedBox } from './UnfoundedBox.tsx';
import { useUnfounded } from './useUnfounded.ts';
import styles from '../books/books.module.css';

interface Draft {
  date: string | null;
  since: string | null;
  pos: readonly SelectOption[];
  excluded: readonly number[];
  basis: string;
}
const loadPos = poLoader();

export default function PenaltiesPage() {
  const { data, error, refetch } = useQuery(reading(accrualDefaults));
  // They stand over the fields, which would move when they come.
  const { isPending } = useUnfounded();
  const [run, setRun] = useState(0);
  if (error)
    return (
      <BooksPage title="Пени">
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      </BooksPage>
    );
  if (!data || isPending) return <PageSkeleton />;
  return <Run key={run} today={data.today} onMore={() => setRun(run + 1)} />;
}

function Run({ today, onMore }: { today: string; onMore: () => void }) {
  const level = useLevel();
  const [draft, setDraft] = useState<Draft>({ date: today, since: null, pos: [], excluded: [], basis: '' });
  const [page, setPage] = useState({ q: '', offset: 0 });
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    setPage({ ...page, offset: 0 });
  };
  const preview = usePenaltyPreview(draft, page);
  const charge = useCharge(draft, preview);
  const { data } = preview;
  const errors = { ...preview.errors, ...charge.errors };
  if (charge.answer) return <Charged answer={charge.answer} onMore={onMore} />;
  return (
    <BooksPage title="Пени" bar={<Bar preview={preview} charge={charge} hasDate={draft.date !== null} />}>
      <UnfoundedBox onTakenBack={() => void preview.again()} />
      <DayFields today={today} level={level} draft={draft} set={set} errors={errors} />
      {(errors.form ?? preview.failure) && (
        <Note tone="red" role="alert" title="Не начислено">
          {errors.form ?? preview.failure}
        </Note>
      )}
      {data ? (
        <>
          <Sums data={data} />
          <PauseNote garages={data.garages} />
          <SectionCard title="По ПО">
            <PenaltyPos rows={data.pos} />
            {data.unrated.length > 0 && <UnratedNote rows={data.unrated} />}
          </SectionCard>
          <SectionCard title="По гаражам">
            <PenaltyTable
              data={data}
              isFresh={preview.isFresh}
              excluded={draft.excluded}
              page={page}
              onPage={setPage}
              onExclude={(id) => set({ excluded: [...draft.excluded, id] })}
              onReset={() => set({ excluded: [] })}
            />
          </SectionCard>
        </>
      ) : (
        !preview.isRefused && <PenaltySkeleton />
      )}
    </BooksPage>
  );
}

/** Which days, whose garages, and on what ground. */
function DayFields({
  today,
  level,
  draft,
  set,
  errors,
}: {
  today: string;
  level: Level | null;
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  errors: { [x: string]: string };
}) {
  return (
    <SectionCard title="За какие дни">
      <div className={styles.fields}>
        <DateBox
          label="По какой день"
          required
          max={today}
          value={draft.date}
          onChange={(date) => set({ date })}
          error={errors.date}
          helperText="Этим днём будет и документ"
        />
        <DateBox
          label="Не раньше"
          max={today}
          value={draft.since}
          onChange={(since) => set({ since })}
          error={errors.since}
          helperText="Пусто — с первого дня просрочки"
        />
        {level === 'mo' && (
          <SearchMultiSelect
            label="ПО"
            value={draft.pos}
            onChange={(pos) => set({ pos })}
            load={loadPos}
            placeholder="Все ПО"
            error={errors.poFilter}
          />
        )}
        <TextBox
          label="Основание"
          value={draft.basis}
          maxLength={300}
          onChange={(basis) => set({ basis })}
          placeholder="Устав, п. 4.7"
          error={errors.basisDocument}
        />
      </div>
    </SectionCard>
  );
}

function Sums({ data }: { data: PenaltyPreview }) {
  return (
    <div className={styles.figures}>
      <Figure label="Гаражей с пенями">{formatNumber(data.garages)}</Figure>
      <Figure label="Просроченный долг">{formatMoney(data.principal_kopecks)}</Figure>
      <Figure
        label="Будет начислено"
        note={data.capped > 0 && `у ${garagesOf(data.capped)} сумма ограничена настройкой ПО`}
      >
        {formatMoney(data.sum_kopecks)}
      </Figure>
    </div>
  );
}

interface Preview {
  data: PenaltyPreview | undefined;
  isFresh: boolean;
  errors: Record<string, string>;
  failure: string | null;
  /** The last question was not answered. */
  isRefused: boolean;
  again: () => Promise<unknown>;
}

/** The day itself when none is typed is asked for by the field; nothing is counted meanwhile. */
function usePenaltyPreview(draft: Draft, page: { q: string; offset: number }): Preview {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...reading(previewPenalties, { body: { ...termsOf(draft), ...page, limit: PENALTY_PAGE }, stops: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: draft.date !== null,
  });
  return {
    data,
    isFresh: data !== undefined && !isFetching && !isPlaceholderData,
    errors: error?.body?.errors ?? {},
    failure: error && !error.body?.errors ? error.message : null,
    isRefused: error !== null,
    again: refetch,
  };
}

const termsOf = (draft: Draft) => ({
  date: draft.date ?? '',
  since: draft.since,
  poFilter: draft.pos.map((po) => Number(po.value)),
  excludedGarages: [...draft.excluded],
  basisDocument: draft.basis || null,
});

interface Charge {
  post: () => void;
  isPosting: boolean;
  errors: Record<string, string>;
  answer: AccrualAnswer | null;
}

/** One key for one intention: what was seen. A second press, or a lost answer, charges nothing more. */
function useCharge(draft: Draft, preview: Preview): Charge {
  const client = useQueryClient();
  const [state, setState] = useState<Omit<Charge, 'post'>>({ isPosting: false, errors: {}, answer: null });
  const key = useRef({ of: '', value: '' });
  const send = async () => {
    const { data, isFresh } = preview;
    if (!data || !isFresh || state.isPosting) return;
    const expected = { garages: data.garages, amount_kopecks: data.sum_kopecks };
    const of = JSON.stringify([termsOf(draft), expected]);
    if (key.current.of !== of) key.current = { of, value: operationKey() };
    const { value } = key.current;
    setState({ isPosting: true, errors: {}, answer: null });
    try {
      const answer = await call(postPenalties, {
        body: { ...termsOf(draft), idempotencyKey: value, expected },
        quiet: true,
      });
      void readAnew(client, 'contributions', 'garages', 'jobs', 'menu');
      setState({ isPosting: false, errors: {}, answer });
    } catch (error) {
      setState({ isPosting: false, errors: errorsOf(error), answer: null });
      await preview.again();
    }
  };
  return { ...state, post: () => void send() };
}

function Bar({ preview, charge, hasDate }: { preview: Preview; charge: Charge; hasDate: boolean }) {
  const { data, isFresh } = preview;
  const can = hasDate && isFresh && (data?.garages ?? 0) > 0;
  const narrow = useNarrow();
  const words = data && data.garages > 0 ? `${garagesOf(data.garages)}, ${formatMoney(data.sum_kopecks)}` : '';
  return (
    <StickyBar
      label="Начисление пеней"
      info={
        <small>
          {can ? (narrow ? words : 'Пени можно отменить целиком: дни станут свободны') : 'Начислять нечего'}
        </small>
      }
    >
      <Button component={Link} to={pages.contributions}>
        Отмена
      </Button>
      <Button variant="contained" disabled={!can} loading={charge.isPosting} onClick={charge.post}>
        Начислить пени{!narrow && words && `: ${words}`}
      </Button>
    </StickyBar>
  );
}

function Charged({ answer, onMore }: { answer: AccrualAnswer; onMore: () => void }) {
  return (
    <BooksPage title="Пени">
      <Note
        role="status"
        title={
          answer.job === null
            ? `Начислено: ${garagesOf(answer.garages)}, ${formatMoney(answer.amount_kopecks)}`
            : `Начисляем: ${garagesOf(answer.garages)}, ${formatMoney(answer.amount_kopecks)}`
        }
        action={
          <>
            {answer.contribution !== null && (
              <Button size="small" variant="contained" component={Link} to={pages.contribution(answer.contribution)}>
                Открыть
              </Button>
            )}
            {answer.job !== null && (
              <Button size="small" variant="contained" component={Link} to={pages.jobs}>
                Задания
              </Button>
            )}
            <Button size="small" onClick={onMore}>
              Ещё раз
            </Button>
          </>
        }
      >
        {answer.job === null
          ? 'Ошиблись? Откройте документ и нажмите «Отменить начисление».'
          : 'Страницу можно закрыть: расчёт продолжится, его видно в «Заданиях».'}
      </Note>
    </BooksPage>
  );
}

function useLevel() {
  const actor = useActor();
  return actor && levelOf(actor);
}
