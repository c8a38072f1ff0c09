// «Задания»: own work in the background, with live progress.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { jobList } from '../../contract/jobs.ts';
import { call } from '../../providers/http.ts';
import { onLive } from '../../providers/liveProvider.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { ProgressBar } from '../../widgets/ProgressBar.tsx';
import { StatusChip, type StatusKind } from '../../widgets/StatusChip.tsx';
import styles from '../lists/plainList.module.css';

const states: Record<string, [StatusKind, string]> = {
  queued: ['waiting', 'в очереди'],
  running: ['inProgress', 'идёт'],
  done: ['done', 'готово'],
  failed: ['refused', 'не удалось'],
  cancelled: ['archived', 'отменено'],
};
const POLL_MS = 3000;

export default function JobsPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => call(jobList, { quiet: true }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((job) => job.status === 'running' || job.status === 'queued') ? POLL_MS : false,
  });
  useEffect(
    () =>
      onLive((message) => message.type.endsWith('_status') && void client.invalidateQueries({ queryKey: ['jobs'] })),
    [client],
  );
  return (
    <div className={styles.page}>
      <h1>Задания</h1>
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {data?.data.length === 0 && (
        <EmptyState>
          Здесь видно долгую работу: загрузки реестров, рассылки, выгрузки. Её можно оставить и найти снова.
        </EmptyState>
      )}
      <ul className={styles.list}>
        {data?.data.map((job) => (
          <li key={job.id}>
            <span className={styles.grow}>
              {job.link ? <Link to={job.link}>{job.title}</Link> : job.title}
              <small>
                {formatMoment(job.created_at)} {job.failure && `· ${job.failure}`}
              </small>
              {job.status === 'running' && (
                <ProgressBar label={job.stage || 'Идёт'} done={job.done} total={job.total} />
              )}
            </span>
            <StatusChip kind={states[job.status]?.[0] ?? 'plain'}>{states[job.status]?.[1]}</StatusChip>
          </li>
        ))}
      </ul>
    </div>
  );
}
