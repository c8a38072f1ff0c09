// Who exactly: three sides of the list with counts, the first names, the whole list in place, a word to look for.
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import {
  mailingReceivers,
  type MailingReceiver,
  type MailingSide,
  type ReceiversAsked,
} from '../../../contract/notifications/checking.ts';
import {
  unreachableReasons,
  type MailingContent,
  type NotificationPreview,
  type UnreachableReason,
} from '../../../contract/notifications.ts';
import { pages } from '../../../contract/pages.ts';
import { call } from '../../../providers/http.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatNumber } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import type { useMailingDraft } from '../useMailingDraft.ts';
import { money } from '../words.tsx';
import shell from '../mailingPage.module.css';
import styles from './check.module.css';

const FIRST = 3;
const PAGE = 100;
const sides = { reached: 'Получат', left: 'Не получат', skipped: 'Пропущены' } as const;
const nobodyOf = {
  reached: 'Сообщения не получит никто.',
  left: 'Получат все выбранные.',
  skipped: 'Никто не пропущен: за сутки этим людям не писали.',
} as const;
const channelWords = { mail: 'e-mail', sms: 'СМС' } as const;

type Page = z.output<(typeof mailingReceivers)['reply']>;
interface Props {
  preview: NotificationPreview;
  /** Place in the walk of the message that is shown. */
  at: number;
  setAt: (at: number) => void;
  /** What the list is read by. */
  of: readonly unknown[];
  read: (asked: z.output<typeof ReceiversAsked>, signal: AbortSignal) => Promise<Page>;
  /** Left out where the list is only read. */
  onLeave?: ((row: MailingReceiver) => void) | undefined;
}

/** The list of a draft: whoever stands in it may be left out. */
export function WhoOfDraft({
  draft,
  preview,
}: {
  draft: ReturnType<typeof useMailingDraft>;
  preview: NotificationPreview;
}) {
  const { content, change, at, setAt } = draft;
  return (
    <WhoExactly
      preview={preview}
      at={at}
      setAt={setAt}
      of={[content]}
      read={(asked, signal) => call(mailingReceivers, { body: { ...content, ...asked }, signal, quiet: true })}
      onLeave={(row) => change({ selection: without(content, row) })}
    />
  );
}

export function WhoExactly({ preview, at, setAt, of, read, onLeave }: Props) {
  const [side, setSide] = useState<MailingSide>('reached');
  const [words, setWords] = useState('');
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useSide({ of, read }, side, words.trim());
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const { counts, total = 0 } = data?.pages[0] ?? {};
  const shown = isWhole || words ? rows : rows.slice(0, FIRST);
  const walk = (step: number) => {
    const next = shown[shown.findIndex((row) => row.at === at) + step];
    if (next?.at !== null && next?.at !== undefined) setAt(next.at);
  };
  return (
    <section aria-label="Получатели">
      <WhoHead side={side} setSide={setSide} words={words} setWords={setWords} counts={counts} />
      <div className={styles.who}>
        <ul
          className={styles.whoList}
          data-whole={isWhole || undefined}
          aria-label={sides[side]}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            walk(event.key === 'ArrowDown' ? 1 : -1);
          }}
        >
          {shown.map((row) => (
            <Row
              key={`${row.isOfficial}-${row.id}-${row.plates[0]?.id ?? 0}`}
              row={row}
              isShown={row.at === at && side === 'reached'}
              onShow={() => row.at !== null && setAt(row.at)}
              onLeave={side === 'reached' && onLeave ? () => onLeave(row) : undefined}
            />
          ))}
          {!shown.length && <Nothing error={!data && error} words={words} side={data && side} onRetry={refetch} />}
        </ul>
        <div className={styles.whoFoot}>
          {words ? (
            <span>{countOf(total, ['совпадение', 'совпадения', 'совпадений'])}</span>
          ) : (
            (total > 0 || !data) && (
              <Button size="small" disabled={total <= FIRST} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                {isWhole
                  ? 'Свернуть'
                  : data
                    ? `Все ${formatNumber(total)} по фамилиям`
                    : error
                      ? 'Списка нет'
                      : 'Читаем список…'}
              </Button>
            )
          )}
          {hasNextPage && (isWhole || words) && (
            <Button size="small" onClick={() => void fetchNextPage()}>
              Показать ещё
            </Button>
          )}
          <span className={shell.muted}>{footWords(preview)}</span>
        </div>
      </div>
    </section>
  );
}

interface NothingProps {
  error: Error | null | false;
  words: string;
  /** Left out while the list is read. */
  side: MailingSide | undefined;
  onRetry: () => unknown;
}

/** Why no name stands in the list. */
function Nothing({ error, words, side, onRetry }: NothingProps) {
  if (error)
    return (
      <li>
        <ErrorNote title="Не удалось прочесть список" onRetry={() => void onRetry()}>
          {error.message}
        </ErrorNote>
      </li>
    );
  if (!side) return null;
  return <li className={styles.nobody}>{words ? 'Такого человека на этой стороне нет.' : nobodyOf[side]}</li>;
}

interface HeadProps {
  side: MailingSide;
  setSide: (side: MailingSide) => void;
  words: string;
  setWords: (words: string) => void;
  counts: Partial<Record<MailingSide, number>> | undefined;
}

const WhoHead = ({ side, setSide, words, setWords, counts }: HeadProps) => (
  <div className={styles.whoHead}>
    <Segmented
      label="Сторона списка"
      value={side}
      onChange={setSide}
      options={(Object.keys(sides) as MailingSide[]).map((value) => ({
        value,
        label: sides[value],
        count: counts?.[value],
      }))}
    />
    <TextBox
      label="Есть ли в списке"
      hideLabel
      placeholder="Есть ли в списке…"
      start={<SearchIcon fontSize="small" />}
      type="search"
      reserve={false}
      value={words}
      onChange={setWords}
    />
  </div>
);

/** Which call it is, the page knows: people of a draft or of a mailing that waits. */
const sideKey = (of: readonly unknown[], side: MailingSide, q: string) => ['notification_receivers', ...of, side, q];

/** One side of the list, page after page. */
const useSide = ({ of, read }: Pick<Props, 'of' | 'read'>, side: MailingSide, q: string) =>
  useInfiniteQuery({
    queryKey: sideKey(of, side, q),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => read({ side, q, offset: pageParam, limit: PAGE }, signal),
    getNextPageParam: (last, all) => (all.length * PAGE < last.total ? all.length * PAGE : undefined),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

const footWords = ({ check, receiverCounter: { email, sms } }: NotificationPreview) =>
  [
    check.pos > 0 && `${formatNumber(check.pos)} ПО`,
    email > 0 && `e-mail ${formatNumber(email)}`,
    sms > 0 && `СМС ${formatNumber(sms)}`,
  ]
    .filter(Boolean)
    .join(' · ');

interface RowProps {
  row: MailingReceiver;
  isShown: boolean;
  onShow: () => void;
  onLeave: (() => void) | undefined;
}

function Row({ row, isShown, onShow, onLeave }: RowProps) {
  const [first] = row.plates;
  return (
    <li className={styles.whoRow} data-shown={isShown || undefined}>
      {row.at === null ? (
        <Link to={pages.profile(row.id)} target="_blank">
          {row.name}
        </Link>
      ) : (
        <button type="button" className={styles.name} aria-pressed={isShown} onClick={onShow}>
          {row.name}
        </button>
      )}
      <span className={styles.plates}>
        {first && <GaragePlate section={first.section} number={first.number} size="s" />}
        {row.plates.length > 1 && <small title={platesOf(row)}>+{row.plates.length - 1}</small>}
      </span>
      <span className={styles.place}>{row.po_name}</span>
      {row.reason ? (
        <span className={styles.reason}>{unreachableReasons[row.reason as UnreachableReason]}</span>
      ) : (
        <>
          <span className={styles.channel}>{row.channels.map((channel) => channelWords[channel]).join(', ')}</span>
          <span className={styles.address}>
            {row.empty.length > 0 ? <b className={styles.amber}>пусто: {row.empty.join(', ')}</b> : row.address}
          </span>
          <b className={styles.cost}>{money(row.cost)}</b>
        </>
      )}
      {onLeave && (
        <button type="button" className={styles.leave} aria-label={`Не писать: ${row.name}`} onClick={onLeave}>
          ×
        </button>
      )}
    </li>
  );
}

const platesOf = ({ plates }: MailingReceiver) =>
  plates.map(({ section, number }) => [section, number].filter(Boolean).join('-')).join(', ');

/** The choice without one person, whatever he owns, and without those for whom he reads. */
function without({ selection }: MailingContent, { id, wards }: MailingReceiver): MailingContent['selection'] {
  const left = [id, ...wards];
  if (selection.of === 'garages')
    return { ...selection, excludedProfiles: [...(selection.excludedProfiles ?? []), ...left] };
  return selection.all
    ? { ...selection, excluded: [...selection.excluded, ...left] }
    : { ...selection, included: selection.included.filter((one) => !left.includes(one)) };
}
