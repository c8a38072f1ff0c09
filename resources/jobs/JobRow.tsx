// One job: what it is and whose, how far or what came of it, what may be done with it.
import Button from '@mui/material/Button';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import RetryIcon from '@mui/icons-material/ReplayOutlined';
import { useState } from 'react';
import { Link } from 'react-router';
import { cancelJob, jobFile, retryJob, type Job } from '../../contract/jobs.ts';
import { call, download, saveFile } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { countOf, formatBytes, formatDate, formatNumber } from '../../widgets/format.ts';
import { ProgressBar } from '../../widgets/ProgressBar.tsx';
import { dayOf } from '../../widgets/today.ts';
import { useLoudAction } from '../useLoudAction.ts';
import { kindOf } from './kinds.tsx';
import { failureWords, leftWords, whenWords } from './words.ts';
import styles from './jobs.module.css';

export function JobRow({ job }: { job: Job }) {
  const { icon } = kindOf(job.kind);
  return (
    <li className={styles.row}>
      <span className={styles.icon} data-state={job.status} aria-hidden>
        {icon}
      </span>
      <div className={styles.what}>
        <b>{job.title}</b>
        <small>{about(job)}</small>
      </div>
      <div className={styles.how}>
        <Outcome job={job} />
      </div>
      <Actions job={job} />
    </li>
  );
}

function about({ author, created_at, ahead, status }: Job): string {
  const who = author.isMe ? 'вы' : author.name;
  const queue =
    status === 'queued' && ahead > 0 ? ` · перед ним ${countOf(ahead, ['задание', 'задания', 'заданий'])}` : '';
  return `${who} · ${whenWords(created_at)}${queue}`;
}

function Outcome({ job }: { job: Job }) {
  const { status, stage, done, total, errors, left_seconds } = job;
  if (status === 'queued') return <span>Ждёт очереди</span>;
  if (status === 'running')
    return (
      <>
        <ProgressBar label={stage || 'Идёт'} done={done} total={total || null} />
        <small>
          {[left_seconds !== null && leftWords(left_seconds), errors > 0 && `ошибок: ${formatNumber(errors)}`]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </>
    );
  if (status === 'failed') {
    const [what, rest] = failureWords(job.failure ?? 'Не удалось');
    return (
      <>
        <b className={styles.failure}>{what}</b>
        {rest && <small>{rest}</small>}
        {done > 0 && total > done && (
          <small>
            Сделано {formatNumber(done)} из {formatNumber(total)}
          </small>
        )}
      </>
    );
  }
  if (status === 'cancelled') return <span>Отменено{done > 0 && `, сделано ${formatNumber(done)}`}</span>;
  return (
    <>
      <span>{job.summary ?? (total > 0 ? `${formatNumber(done)} из ${formatNumber(total)}` : 'Готово')}</span>
      <small>
        {[
          job.file && `хранится до ${formatDate(dayOf(job.file.until))}`,
          errors > 0 && `ошибок: ${formatNumber(errors)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}

function Actions({ job }: { job: Job }) {
  const [isAsking, setAsking] = useState(false);
  const { run, busy } = useLoudAction('jobs');
  const params = { id: job.id };
  return (
    <div className={styles.actions}>
      {job.file && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<DownloadIcon />}
          className={styles.file}
          title={job.file.name}
          disabled={busy}
          onClick={() => void run(async () => saveFile(await download(jobFile, { params, quiet: true })))}
        >
          <span>{job.file.name}</span>&nbsp;· {formatBytes(job.file.size)}
        </Button>
      )}
      {job.link && job.status === 'done' && !job.file && (
        <Link className={styles.open} to={job.link}>
          Открыть
        </Link>
      )}
      {job.canRetry && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<RetryIcon />}
          disabled={busy}
          onClick={() => void run(() => call(retryJob, { params, quiet: true }))}
        >
          Повторить
        </Button>
      )}
      {job.canCancel && (
        <Button size="small" variant="outlined" disabled={busy} onClick={() => setAsking(true)}>
          {job.status === 'running' ? 'Остановить' : 'Отменить'}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          title={job.status === 'running' ? 'Остановить задание?' : 'Отменить задание?'}
          confirm={job.status === 'running' ? 'Остановить' : 'Отменить задание'}
          cancel="Не останавливать"
          onConfirm={() => {
            setAsking(false);
            void run(() => call(cancelJob, { params, quiet: true }));
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{job.title}</p>
          {job.status === 'running' && <p>Что уже сделано, останется.</p>}
        </ConfirmDialog>
      )}
    </div>
  );
}
