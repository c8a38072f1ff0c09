// «Задания»: work in the background, what still goes on, what needs a decision, what came out.
import { useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { jobList, type Job } from '../../contract/jobs.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { onLive } from '../../providers/liveProvider.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatBytes } from '../../widgets/format.ts';
import { Pager } from '../../widgets/Pager.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { useInAddress } from '../../widgets/useInAddress.ts';
import { JobRow } from './JobRow.tsx';
import { kindOf } from './kinds.tsx';
import styles from './jobs.module.css';

type State = 'all' | 'active' | 'done' | 'failed';
type Whose = 'mine' | 'place';
type Asked = { state: State; whose: Whose; kind: string; page: string };

/** While the live channel is away, work that goes on is asked about so often, ms. */
const POLL_MS = 5000;
const PER_PAGE = 50;
const isActive = ({ status }: Job) => status === 'queued' || status === 'running';

export default function JobsPage() {
  const [asked, choose] = useInAddress<Asked>({ state: 'all', whose: 'mine', kind: '', page: '1' });
  const { state, whose } = asked;
  const [kind, page] = [asked.kind || null, Math.max(1, Math.trunc(Number(asked.page)) || 1)];
  const { data, error, refetch } = useJobs({ state, whose, kind, page });
  const first = (change: Partial<Asked>) => choose({ ...change, page: '1' });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Задания</h1>
        <Segmented<State>
          small
          label="Какие задания"
          value={state}
          onChange={(value) => first({ state: value })}
          options={[
            { value: 'all', label: 'Все', count: data?.counts.all },
            { value: 'active', label: 'Идут', count: data?.counts.active },
            { value: 'done', label: 'Готово', count: data?.counts.done },
            { value: 'failed', label: 'С ошибкой', count: data?.counts.failed },
          ]}
        />
        <div className={styles.filters}>
          <SelectBox
            label="Чьи"
            hideLabel
            reserve={false}
            value={whose}
            onChange={(value) => first({ whose: value as Whose })}
            options={[
              { value: 'mine', label: 'Чьи: мои' },
              { value: 'place', label: 'Чьи: мои и моей организации' },
            ]}
          />
          <SelectBox
            label="Вид"
            hideLabel
            reserve={false}
            value={kind}
            emptyLabel="Вид: все"
            placeholder="Вид: все"
            onChange={(value) => first({ kind: (value ?? '') as string })}
            options={(data?.kinds ?? []).map((one) => ({ value: one, label: kindOf(one).label }))}
          />
        </div>
      </header>
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {!data && !error && <TableSkeleton columns={[{}, {}, { width: 120 }]} rows={6} />}
      {data && <Sections jobs={data.data} isFiltered={state !== 'all' || kind !== null} />}
      {data && data.counts.all > 0 && (
        <footer className={styles.foot}>
          <span>Файлы хранятся {data.fileDays} дней</span>
          {data.bytes > 0 && (
            <span>
              Занято <b>{formatBytes(data.bytes)}</b>
            </span>
          )}
          {data.total > 0 && (
            <Pager
              page={page}
              perPage={PER_PAGE}
              total={data.total}
              onPage={(next) => choose({ page: String(next) })}
            />
          )}
        </footer>
      )}
    </div>
  );
}

function useJobs({ state, whose, kind, page }: { state: State; whose: Whose; kind: string | null; page: number }) {
  const client = useQueryClient();
  const query = { state, whose, kind: kind ?? undefined, offset: (page - 1) * PER_PAGE, limit: PER_PAGE };
  useEffect(
    () =>
      onLive((message) => {
        if (message.type.endsWith('_status') || message.type === 'file_message') void readAnew(client, 'jobs');
      }),
    [client],
  );
  return useQuery({
    ...reading(jobList, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: (asked) => (asked.state.data?.data.some(isActive) ? POLL_MS : false),
  });
}

function Sections({ jobs, isFiltered }: { jobs: readonly Job[]; isFiltered: boolean }) {
  if (!jobs.length)
    return (
      <EmptyState>
        {isFiltered
          ? 'Таких заданий нет.'
          : 'Здесь видно долгую работу: загрузки реестров, рассылки, выгрузки. Её можно оставить и найти снова.'}
      </EmptyState>
    );
  const needsDecision = (job: Job) => job.status === 'failed' && job.canRetry;
  const sections = [
    ['Идут · страницу можно закрыть', jobs.filter(isActive)],
    ['Нужно ваше решение', jobs.filter(needsDecision)],
    ['Закончены', jobs.filter((job) => !isActive(job) && !needsDecision(job))],
  ] as const;
  return sections.map(
    ([title, rows]) =>
      rows.length > 0 && (
        <section key={title} aria-label={title}>
          <h2 className={styles.section}>{title}</h2>
          <ul className={styles.rows}>
            {rows.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        </section>
      ),
  );
}
