// One mailing after it was sent, or planned: counters as filters, a table by what wants attention, one message whole beside it.
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { notifications, type NotificationCard } from '../../../contract/notifications.ts';
import { isLeftOut } from '../../../contract/notifications/fates.ts';
import { exportMessages, type MessageRow } from '../../../contract/notifications/messages.ts';
import { download, saveFile, type HttpError } from '../../../providers/http.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { EmptyState, ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import type { SelectionModel } from '../../../widgets/list/useSelection.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { Stepper } from '../../../widgets/Stepper.tsx';
import { StickyBar } from '../../../widgets/StickyBar.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useNarrow } from '../../../widgets/useScreen.ts';
import { MailingTrouble } from '../MailingTrouble.tsx';
import { MessageStatus, useMailingNews } from '../words.tsx';
import { countIn, groups, type Group } from './groups.ts';
import { HistoryHead, useMailingActs } from './HistoryHead.tsx';
import { HistoryPhone, type HistoryProps } from './HistoryPhone.tsx';
import { MessagePanel, reasonWords } from './Message.tsx';
import { Planned } from './Planned.tsx';
import { useMessageQuestions } from './MessageActs.tsx';
import { EveryTick, Tick, usePicks } from './Resend.tsx';
import { useMessages } from './useMessages.ts';
import { StoryLink } from '../../actionLog/StoryLink.tsx';
import shell from '../mailingPage.module.css';
import styles from './history.module.css';

/** What wants to be looked at stands first. */
const byAttention = ['attention', 'ASC'] as const;

export default function HistoryPage() {
  const id = Number(useParams().id);
  const client = useQueryClient();
  const {
    data: card,
    error,
    refetch,
  } = useQuery(reading(notifications.one, { params: { id }, quiet: false, as: 'history' }));
  const refresh = useCallback(() => {
    void readAnew(client, 'notifications', 'informing_history');
  }, [client, id]);
  useMailingNews(useCallback((told) => void (told.id === id && refresh()), [id, refresh]));
  if (error && !card) return <MailingTrouble error={error} why="Её нет или она не вашего места." onRetry={refetch} />;
  if (!card) return <PageSkeleton />;
  return <History card={card} onDone={refresh} />;
}

/** What was asked stands above both layouts: a window that changes its width keeps it. */
function History({ card, onDone }: { card: NotificationCard; onDone: () => void }) {
  const narrow = useNarrow();
  const acts = useMailingActs(card, onDone);
  const { ask, question } = useMessageQuestions(onDone);
  const picks = usePicks(card, onDone);
  const Layout = narrow ? HistoryPhone : HistoryDesk;
  return (
    <>
      {card.status === 1 ? (
        <Planned card={card} acts={acts} onDone={onDone} />
      ) : (
        <Layout card={card} acts={acts} picks={picks} ask={ask} onDone={onDone} />
      )}
      {acts.question}
      {question}
      {picks.question}
    </>
  );
}

function HistoryDesk({ card, acts, picks, ask, onDone }: HistoryProps) {
  const [group, setGroup] = useState<Group>(groups[0]);
  const [chosen, setChosen] = useState<number | null>(null);
  const {
    messages: rows,
    pagination,
    loadMore,
    error,
    refetch,
  } = useMessages({ of: { notification: card.id }, group, sort: byAttention });
  const at = Math.max(0, rows?.findIndex((row) => row.id === chosen) ?? 0);
  const row = rows?.[at];
  const step = (by: number) => setChosen(rows?.[at + by]?.id ?? row?.id ?? null);
  const take = () =>
    download(exportMessages, {
      params: { id: card.id },
      body: { statusFilter: [...group.statuses] },
      quiet: true,
    }).then(saveFile, (error: HttpError) => toast(error.message, { kind: 'error' }));
  return (
    <div className={shell.page}>
      <HistoryHead card={card} acts={acts} onDone={onDone} />
      <Strip card={card} group={group} onChange={setGroup} />
      <div className={styles.columns}>
        <div className={styles.table}>
          {error ? (
            <ErrorNote onRetry={refetch}>{error.message}</ErrorNote>
          ) : (
            <MessageTable rows={rows} chosen={row?.id} onChoose={setChosen} onStep={step} selection={picks.of(group)} />
          )}
          {pagination.hasMorePages && <Button onClick={loadMore}>Показать ещё</Button>}
        </div>
        <aside className={styles.panel} aria-label="Сообщение">
          {row && (
            <>
              <div className={styles.panelHead}>
                <h2>{row.name}</h2>
                <Stepper
                  at={at}
                  of={rows?.length ?? 0}
                  onStep={step}
                  words={['Предыдущий человек', 'Следующий человек']}
                />
              </div>
              <MessagePanel key={row.id} row={row} ask={ask} onDone={onDone} />
            </>
          )}
        </aside>
      </div>
      <div className={styles.story}>
        <StoryLink type="notification" id={card.id} />
      </div>
      {(picks.of(group) && picks.bar) || (
        <StickyBar label="Итоги рассылки" info={<Sums card={card} />}>
          <Button variant="outlined" startIcon={<DownloadIcon />} onClick={() => void take()}>
            Выгрузить
          </Button>
        </StickyBar>
      )}
    </div>
  );
}

const Sums = ({ card }: { card: NotificationCard }) => (
  <>
    <b>{countOf(card.receiverCounter.people, ['получатель', 'получателя', 'получателей'])}</b>,{' '}
    <b>{countOf(card.total, ['сообщение', 'сообщения', 'сообщений'])}</b> · сегментов{' '}
    <b>{formatNumber(card.segments)}</b>
  </>
);

/** Seven counters that sum to all; arrows walk between them. */
function Strip({ card, group, onChange }: { card: NotificationCard; group: Group; onChange: (group: Group) => void }) {
  const walk = (by: number) => {
    const next = groups[groups.findIndex(({ key }) => key === group.key) + by];
    if (next) onChange(next);
  };
  return (
    <div
      className={styles.strip}
      role="radiogroup"
      aria-label="Сообщения"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') walk(1);
        if (event.key === 'ArrowLeft') walk(-1);
      }}
    >
      {groups.map((one) => (
        <button
          key={one.key}
          type="button"
          role="radio"
          aria-checked={one.key === group.key}
          data-key={one.key}
          onClick={() => onChange(one)}
        >
          <span>{one.label}</span> <b>{formatNumber(countIn(card, one))}</b> <small>{one.hint(card)}</small>
        </button>
      ))}
    </div>
  );
}

/** «21.11 04:45»: the year stands in the title. */
const shortMoment = (moment: string) => formatMoment(moment).replace(/\.\d{4}/, '');

interface TableProps {
  rows: MessageRow[] | undefined;
  chosen: number | undefined;
  onChoose: (id: number) => void;
  onStep: (by: number) => void;
  /** Undefined where nothing is ticked. */
  selection: SelectionModel | undefined;
}

function MessageTable({ rows, chosen, onChoose, onStep, selection }: TableProps) {
  if (rows?.length === 0) return <EmptyState title="Таких сообщений нет">Выберите другую группу.</EmptyState>;
  return (
    <table
      className={styles.messages}
      aria-label="Сообщения рассылки"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        onStep(event.key === 'ArrowDown' ? 1 : -1);
      }}
    >
      <thead>
        <tr>
          <th>{selection ? <EveryTick selection={selection} words="Получатель" /> : 'Получатель'}</th>
          <th>Гараж</th>
          <th>Куда</th>
          <th>Статус</th>
          <th>Когда</th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <tr key={row.id} data-chosen={row.id === chosen || undefined} onClick={() => onChoose(row.id)}>
            <td>
              <span className={styles.who}>
                {selection && <Tick row={row} selection={selection} />}
                <button type="button" aria-pressed={row.id === chosen} onClick={() => onChoose(row.id)}>
                  {row.name}
                </button>
              </span>
            </td>
            <td>
              {row.plates[0] && <GaragePlate section={row.plates[0].section} number={row.plates[0].number} size="s" />}
              {row.plates.length > 1 && <small> +{row.plates.length - 1}</small>}
            </td>
            <td>{row.address ?? '—'}</td>
            <td>
              <MessageStatus status={row.status} reason={row.reason} />{' '}
              {!isLeftOut(row.status, row.reason) && <small>{reasonWords(row.reason)}</small>}
            </td>
            <td>{shortMoment(row.changed_at ?? row.created_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
