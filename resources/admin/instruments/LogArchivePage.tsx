// «Архив журнала»: months older than five years, what leaves the log now, what lies in files under seals.
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { archivedMonthFile, logArchives, type ArchivedMonth } from '../../../contract/instruments/logArchive.ts';
import { monthName } from '../../../contract/logWords.ts';
import { pages } from '../../../contract/pages.ts';
import { download, saveFile, type ReplyOf } from '../../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../../providers/reading.ts';
import { onLive } from '../../../providers/liveProvider.ts';
import { EmptyState, ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatBytes, formatDate, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { useLoudAction } from '../../useLoudAction.ts';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import { LogArchiving } from './LogArchiving.tsx';
import styles from './instruments.module.css';

type Archives = ReplyOf<typeof logArchives>;
const POLL_MS = 3000;
const isUnderWay = (job: Archives['job']) => job?.status === 'queued' || job?.status === 'running';

export default function LogArchivePage() {
  usePageTitle('Архив журнала');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...reading(logArchives, { stops: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.job ?? null) ? POLL_MS : false),
  });
  useEffect(() => onLive(({ type }) => void (type === 'job_status' && readAnew(client, keyOf(logArchives)))), [client]);
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  const { job, due, proof } = data;
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.adminInstruments}>Инструменты</Link> › Архив журнала
      </nav>
      <h1>Архив журнала</h1>
      {proof && proof.faults > 0 && (
        <Note tone="red" title={`Архив не сходится: расхождений — ${formatNumber(proof.faults)}`}>
          Сверка {formatMoment(proof.at)}. Что именно — в письме суперпользователям и в журнале.
        </Note>
      )}
      {job?.status === 'failed' && due.length > 0 && <Note tone="amber">{job.failure}</Note>}
      <SectionCard title="Старше пяти лет">
        {job && isUnderWay(job) ? (
          <ProgressBar label={job.stage || 'Ждёт очереди'} done={job.done} total={job.total || null} />
        ) : due.length ? (
          <LogArchiving key={due.at(-1)!.month} due={due} onBegun={() => readAnew(client, keyOf(logArchives))} />
        ) : (
          <Nothing data={data} />
        )}
      </SectionCard>
      <SectionCard title="Вынесено">
        {data.data.length ? (
          <ul className={styles.merged}>
            {data.data.map((row) => (
              <Month key={row.id} row={row} />
            ))}
          </ul>
        ) : (
          <EmptyState title="Пока ничего">
            Месяц старше пяти лет выгружается в файл под печатью, файл читается обратно, и только тогда строки уходят из
            журнала.
          </EmptyState>
        )}
        {proof && proof.faults === 0 && (
          <p className={styles.quiet}>Печати и файлы сверены {formatMoment(proof.at)}: сошлось.</p>
        )}
      </SectionCard>
    </div>
  );
}

const Nothing = ({ data: { next } }: { data: Archives }) => (
  <p className={styles.quiet}>
    {next
      ? `Старше пяти лет ничего нет. Первый месяц, ${monthName(next.month)}, станет старше ${formatDate(next.on)}.`
      : 'Журнал пуст.'}
  </p>
);

/** So many digits of a seal tell it from the others; the whole is under the pointer. */
const SEAL_DIGITS = 12;

function Month({ row }: { row: ArchivedMonth }) {
  const { id, month, lines, bytes, seal, made_at, made_by, dropped_at, dropped_by } = row;
  const { run, busy } = useLoudAction();
  const take = () =>
    run(async () => saveFile(await download(archivedMonthFile, { params: { id }, body: {}, quiet: true })));
  return (
    <li className={styles.month}>
      <span>
        <b>{monthName(month)}</b>
        <small>
          строк {formatNumber(lines)} · {formatBytes(bytes)} · печать{' '}
          <code title={seal}>{seal.slice(0, SEAL_DIGITS)}</code>
        </small>
        <small>
          {dropped_at
            ? `вынесен ${formatMoment(dropped_at)}, ${dropped_by || made_by || 'система'}`
            : `выгружен ${formatMoment(made_at)}, ${made_by || 'система'}; строки ещё в журнале`}
        </small>
      </span>
      <IconButtonWithTip label={`Скачать: ${monthName(month)}`} onClick={() => void take()} disabled={busy}>
        <DownloadIcon />
      </IconButtonWithTip>
    </li>
  );
}
