// What else holds the words: papers, mailings, news and instructions, the first few of each, the rest in its own list.
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import { documentStates, type DocumentRow } from '../../contract/documents.ts';
import type { NewsRow } from '../../contract/news.ts';
import { mailingStatuses, type NotificationRow } from '../../contract/notifications.ts';
import { mailingSend } from '../../contract/kernel/scope.ts';
import { listWith, pages } from '../../contract/pages.ts';
import type { TutorialRow } from '../../contract/tutorials.ts';
import { useMay } from '../../providers/session.ts';
import { formatDate, formatNumber } from '../../widgets/format.ts';
import { dayOf } from '../../widgets/today.ts';
import styles from '../lists/plainList.module.css';

const MOST = 10;
/** One letter is in every text. */
const SHORTEST = 2;

interface Find {
  id: number;
  to: string;
  title: string;
  about: (string | null | undefined)[];
}
interface Group {
  title: string;
  finds: Find[];
  total: number;
  /** The list with all of them. */
  to: string;
}

/** Groups with something in them; null until all are known. A list that didn't answer is left out and named in `failed`. */
export function useOtherFinds(query: string): { groups: Group[]; failed: string[] } | null {
  const pagination = { page: 1, perPage: MOST };
  const options = { enabled: query.length >= SHORTEST };
  const papers = useGetList<DocumentRow>('documents', { filter: { q: query }, pagination }, options);
  // Who sends no mailings is not told of them.
  const { may } = useMay(mailingSend);
  const mailings = useGetList<NotificationRow>(
    'notifications',
    { filter: { nameFilter: query }, pagination },
    { enabled: options.enabled && may },
  );
  const news = useGetList<NewsRow>('news', { filter: { q: query }, pagination }, options);
  const tutorials = useGetList<TutorialRow>('tutorials', { filter: { q: query }, pagination }, options);
  if (!options.enabled) return { groups: [], failed: [] };
  const lists = [
    group('Документы', papers, listWith(pages.documents, { q: query }), (row) => ({
      to: pages.document(row.id),
      title: `${row.document_type.name} № ${row.number}`,
      about: [formatDate(row.on_date), row.profile?.name, row.po.name, documentStates[row.state]],
    })),
    ...(may
      ? [
          group('Рассылки', mailings, listWith(pages.notifications, { nameFilter: query }), (row) => ({
            to: pages.informingHistory(row.id),
            title: row.title,
            about: [formatDate(dayOf(row.started_at ?? row.created_at)), row.sent_from, mailingStatuses[row.status]],
          })),
        ]
      : []),
    group('Новости', news, `${pages.news}?q=${encodeURIComponent(query)}`, (row) => ({
      to: pages.newsOne(row.id),
      title: row.title,
      about: [row.published_at && formatDate(dayOf(row.published_at)), row.source],
    })),
    group('Инструкции', tutorials, `${pages.tutorials}?q=${encodeURIComponent(query)}`, (row) => ({
      to: pages.tutorial(row.id),
      title: row.title,
      about: [row.lead],
    })),
  ];
  if (lists.some(({ isPending }) => isPending)) return null;
  return {
    groups: lists.filter(({ total }) => total > 0),
    failed: lists.filter(({ isFailed }) => isFailed).map(({ title }) => title),
  };
}

function group<Row extends { id: number }>(
  title: string,
  list: { data?: Row[] | undefined; total?: number | undefined; isPending: boolean; error: unknown },
  to: string,
  show: (row: Row) => Omit<Find, 'id'>,
) {
  return {
    title,
    to,
    isPending: list.isPending,
    isFailed: Boolean(list.error),
    total: list.total ?? 0,
    finds: (list.data ?? []).map((row) => ({ id: row.id, ...show(row) })),
  };
}

export function OtherFinds({ groups, failed }: { groups: Group[]; failed: string[] }) {
  return (
    <>
      {groups.map(({ title, finds, total, to }) => (
        <section key={title}>
          <h2>
            {title} · {formatNumber(total)}
          </h2>
          <ul className={styles.list}>
            {finds.map((find) => (
              <li key={find.id}>
                <Link to={find.to} className={styles.grow}>
                  {find.title}
                  <small>{find.about.filter(Boolean).join(' · ')}</small>
                </Link>
              </li>
            ))}
            {total > finds.length && (
              <li>
                <Link to={to}>Ещё {formatNumber(total - finds.length)}</Link>
              </li>
            )}
          </ul>
        </section>
      ))}
      {failed.length > 0 && <p role="alert">Не удалось поискать: {failed.join(', ').toLowerCase()}.</p>}
    </>
  );
}
