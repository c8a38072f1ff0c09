// «Инструменты»: what the register is mended with, what waits in each, when each was used last.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { instrumentList, type Instrument } from '../../../contract/instruments.ts';
import { pages } from '../../../contract/pages.ts';
import { reading } from '../../../providers/reading.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatMoment, formatNumber } from '../../../widgets/format.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import styles from './instruments.module.css';

const others: readonly { to: string; title: string; text: string }[] = [
  {
    to: pages.adminPersonal,
    title: 'Персональные данные',
    text: 'Сроки хранения, акты об уничтожении, политика, инцидент: кто мог видеть данные',
  },
  {
    to: pages.adminDemandTerms,
    title: 'Сроки требований',
    text: 'За сколько дней прекращается обработка по требованию человека: вид, срок, статья 152-ФЗ',
  },
  {
    to: pages.adminLogArchive,
    title: 'Архив журнала',
    text: 'Месяцы старше пяти лет — в файлы под печатью; что вынесено, что пора',
  },
  { to: pages.handovers, title: 'Передача дел', text: 'Смена председателя ПО: акт, должники, права одним шагом' },
  { to: pages.jobs, title: 'Задания', text: 'Всё, что делается в фоне: ход, итоги, файлы, повтор' },
  { to: pages.adminOutbox, title: 'Исходящее', text: 'Письма и ворота: что ждёт отправки, что не ушло' },
  { to: '/admin/reregistration_tariffs', title: 'Тарифы переоформлений', text: 'Сколько стоит переоформление и сроки' },
];

export default function InstrumentsPage() {
  const { data, error, refetch } = useQuery({
    ...reading(instrumentList, { stops: true }),
    staleTime: 0,
  });
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <h1>Инструменты</h1>
      <div className={styles.tools}>
        {data.data.map((one) => (
          <Tool key={one.key} tool={one} />
        ))}
        {others.map(({ to, title, text }) => (
          <SectionCard key={to} title={<Link to={to}>{title}</Link>}>
            <p className={styles.quiet}>{text}</p>
          </SectionCard>
        ))}
      </div>
    </div>
  );
}

const states = {
  queued: 'ждёт очереди',
  running: 'идёт',
  done: 'сделано',
  failed: 'не удалось',
  cancelled: 'отменено',
};

const tools: Record<
  Instrument['key'],
  { to: string; title: string; text: string; run: string; never: string; done: string }
> = {
  merge: {
    to: pages.adminMerge,
    title: 'Объединение карточек',
    text: 'Один человек, внесённый дважды: похожие пары, выбор по полям, возврат 30 дней',
    run: 'Поиск',
    never: 'Поиск ещё не запускали',
    done: 'За 30 дней объединено',
  },
  normalise: {
    to: pages.adminNormalise,
    title: 'Нормализация адресов',
    text: 'Адреса в одном написании: разбор по качеству, прежние адреса возвращаются',
    run: 'Запуск',
    never: 'Ещё не запускали',
    done: 'За 30 дней приведено карточек',
  },
  backups: {
    to: pages.adminBackups,
    title: 'Копии установки',
    text: 'База и файлы одной минуты; каждая проверяется восстановлением в пустое место',
    run: 'Последняя',
    never: 'Ни одной копии здесь не делали',
    done: 'За 30 дней проверено',
  },
};

function Tool({ tool: { key, waiting, done, last } }: { tool: Instrument }) {
  const words = tools[key];
  return (
    <SectionCard
      title={<Link to={words.to}>{words.title}</Link>}
      action={waiting > 0 && <StatusChip kind="waiting">ждут решения: {formatNumber(waiting)}</StatusChip>}
    >
      <p className={styles.quiet}>{words.text}</p>
      <p className={styles.quiet}>
        {last
          ? `${words.run} ${formatMoment(last.at)}, ${last.who || 'система'}: ${last.words ?? states[last.status]}`
          : words.never}
        {done > 0 && `. ${words.done}: ${formatNumber(done)}`}
      </p>
    </SectionCard>
  );
}
