// «Копии установки»: when the last good one was, all that were made, a new one.
import { dayForms } from '../../../contract/kernel/days.ts';
import BackupIcon from '@mui/icons-material/BackupOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { backupList, makeBackup, type BackupRow } from '../../../contract/instruments/backups.ts';
import { pages } from '../../../contract/pages.ts';
import { call, type ReplyOf } from '../../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../../providers/reading.ts';
import { onLive } from '../../../providers/liveProvider.ts';
import { EmptyState, ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { StatusChip, type StatusKind } from '../../../widgets/StatusChip.tsx';
import { useLoudAction } from '../../useLoudAction.ts';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import styles from './instruments.module.css';

type Backups = ReplyOf<typeof backupList>;
const POLL_MS = 3000;
const DAY_MS = 86_400_000;
/** A day and a half: the copy of last night is there. */
const FRESH_MS = 1.5 * DAY_MS;

export default function BackupsPage() {
  usePageTitle('Копии установки');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...reading(backupList, { stops: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.job ?? null) ? POLL_MS : false),
  });
  useEffect(() => onLive(({ type }) => void (type === 'job_status' && readAnew(client, keyOf(backupList)))), [client]);
  const { run, busy } = useLoudAction(keyOf(backupList));
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.adminInstruments}>Инструменты</Link> › Копии установки
      </nav>
      <header className={styles.head}>
        <h1>Копии установки</h1>
        <div className={styles.actions}>
          <Button
            variant="contained"
            startIcon={<BackupIcon />}
            disabled={busy || isUnderWay(data.job)}
            onClick={() => void run(() => call(makeBackup, { body: { after: data.job?.id ?? null }, quiet: true }))}
          >
            Сделать копию
          </Button>
        </div>
      </header>
      <LastGood data={data} />
      {data.job && isUnderWay(data.job) && (
        <ProgressBar label={data.job.stage || 'Ждёт очереди'} done={data.job.done} total={data.job.total || null} />
      )}
      <SectionCard title="Сделанные">
        {data.data.length ? (
          <ul className={styles.merged}>
            {data.data.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        ) : (
          <EmptyState title="Копий нет">Копия — база и файлы одной минуты; она проверяется восстановлением.</EmptyState>
        )}
      </SectionCard>
      <SectionCard title="Как восстановить">
        <p className={styles.quiet}>
          На пустом месте: <code>npm run restore -- {data.dir}/имя-копии</code>. Ключ <code>secret.key</code> в эти
          копии не входит: храните его отдельно. Восстановленная установка молчит: письма, СМС, отчёты и расписание
          открывает суперпользователь на странице <Link to={pages.adminOutbox}>«Исходящие»</Link>, видя, сколько ждёт.
        </p>
        <p className={styles.quiet}>
          {data.destroyed > 0
            ? `Уничтоженные данные (${countOf(data.destroyed, ['человек', 'человека', 'человек'])}) останутся уничтоженными: список лежит рядом с копиями.`
            : 'Данные, уничтоженные по акту, после восстановления уничтожаются снова: список лежит рядом с копиями.'}
        </p>
      </SectionCard>
    </div>
  );
}

const isUnderWay = (job: Backups['job']) => job?.status === 'queued' || job?.status === 'running';

function LastGood({ data: { lastGood, isDaily, keepDays, dir } }: { data: Backups }) {
  const words = isDaily
    ? `Копия делается каждую ночь и хранится ${countOf(keepDays, dayForms)}: ${dir}`
    : `Копии по расписанию выключены (настройка BACKUP_DAILY). Папка: ${dir}`;
  if (!lastGood)
    return (
      <Note tone="red" title="Проверенной копии нет">
        {words}
      </Note>
    );
  const isFresh = Date.now() - Date.parse(lastGood) < FRESH_MS;
  return (
    <Note tone={isFresh ? 'blue' : 'amber'} title={`Последняя проверенная копия: ${formatMoment(lastGood)}`}>
      {words}
    </Note>
  );
}

const states: Record<BackupRow['state'], [StatusKind, string]> = {
  proved: ['done', 'Проверена'],
  gaps: ['waiting', 'Не хватает файлов'],
  unproved: ['waiting', 'Не проверена'],
  failed: ['refused', 'Не годится'],
};
const origins = { schedule: 'по расписанию', person: '', command: 'из командной строки' };
const megabytes = (bytes: number) => `${formatNumber(Math.max(1, Math.round(bytes / 1_048_576)))} МБ`;
const seconds = (ms: number) => `${formatNumber(Math.max(1, Math.round(ms / 1000)))} с`;

function Row({ row }: { row: BackupRow }) {
  const [kind, words] = states[row.state];
  return (
    <li>
      <span>
        <b>{formatMoment(row.at)}</b>
        <small>
          {row.failure ??
            [
              `строк ${formatNumber(row.rows)}`,
              `файлов ${formatNumber(row.files)}`,
              megabytes(row.bytes),
              `сделана за ${seconds(row.made_ms)}${row.proved_ms ? `, проверена за ${seconds(row.proved_ms)}` : ''}`,
            ].join(' · ')}
        </small>
        <small>
          {[
            row.who || origins[row.origin],
            row.missing > 0 && `нет файлов: ${formatNumber(row.missing)}`,
            row.has_key && 'ключ внутри',
            row.isHere ? row.name : row.state !== 'failed' && 'из папки уже удалена',
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <StatusChip kind={kind}>{words}</StatusChip>
    </li>
  );
}
