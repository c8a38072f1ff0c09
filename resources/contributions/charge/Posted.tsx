// After the button: the document that was made and how it is undone, or the job that makes it.
import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { AccrualAnswer } from '../../../contract/books.ts';
import { pages } from '../../../contract/pages.ts';
import { jobList, type Job } from '../../../contract/jobs.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { onLive } from '../../../providers/liveProvider.ts';
import { formatMoney } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { garagesOf } from '../ru.ts';
import styles from './charge.module.css';

export interface PostedProps {
  answer: AccrualAnswer;
  /** «Членский годовой взнос, 2026 год». */
  what: string;
  onMore: () => void;
  /** Back to the check, when the job could not be done. */
  onReturn: () => void;
}

export function Posted(props: PostedProps) {
  const { answer } = props;
  return answer.job === null ? (
    <Done {...props} link={answer.contribution ? pages.contribution(answer.contribution) : null} />
  ) : (
    <Running {...props} jobId={answer.job} />
  );
}

function Done({ answer, what, onMore, link }: PostedProps & { link: string | null }) {
  return (
    <div className={styles.posted}>
      <CheckIcon className={styles.tick} aria-hidden="true" />
      <div role="status">
        <h2>
          Начислено: {garagesOf(answer.garages)}, {formatMoney(answer.amount_kopecks)}
        </h2>
      </div>
      <p>{what}</p>
      <div className={styles.postedActions}>
        {link && (
          <Button variant="contained" component={Link} to={link}>
            Открыть начисление
          </Button>
        )}
        <Button onClick={onMore}>Начислить ещё</Button>
        <Button component={Link} to={pages.contributions}>
          К списку начислений
        </Button>
      </div>
      <p className={styles.hint}>
        Ошиблись?{' '}
        {link ? <Link to={`${link}?reverse`}>Отмените начисление</Link> : 'Отмените начисление в его карточке'}: пока
        нет оплат, причина не нужна.
      </p>
    </div>
  );
}

const POLL_MS = 2000;
const isLive = (job: Job | undefined) => !job || job.status === 'queued' || job.status === 'running';

/** The same job as in «Задания»: it goes on when the person leaves. */
function Running(props: PostedProps & { jobId: number }) {
  const client = useQueryClient();
  const find = (jobs: { data: Job[] } | undefined) => jobs?.data.find((one) => one.id === props.jobId);
  const { data } = useQuery({
    ...reading(jobList),
    refetchInterval: ({ state }) => (isLive(find(state.data)) ? POLL_MS : false),
  });
  useEffect(() => onLive((message) => message.type === 'job_status' && void readAnew(client, 'jobs')), [client]);
  const job = find(data);
  useEffect(() => {
    if (job?.status === 'done') void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'jobs' });
  }, [client, job?.status]);
  if (job?.status === 'done') return <Done {...props} link={job.link} />;
  if (job && !isLive(job))
    return (
      <div className={styles.posted}>
        <Note
          tone="red"
          role="alert"
          title="Не начислено"
          action={<Button onClick={props.onReturn}>Вернуться к проверке</Button>}
        >
          {job.failure ?? 'Задание отменено'}
        </Note>
      </div>
    );
  return (
    <div className={styles.posted}>
      <h2>
        Начисляем: {garagesOf(props.answer.garages)}, {formatMoney(props.answer.amount_kopecks)}
      </h2>
      <div className={styles.progress}>
        <ProgressBar label={job?.stage || 'В очереди'} done={job?.done ?? 0} total={job?.done ? job.total : null} />
      </div>
      <p>
        Страницу можно закрыть: начисление продолжится, его видно в <Link to={pages.jobs}>Заданиях</Link>.
      </p>
    </div>
  );
}
