// A mailing on a phone: one figure, one bar, a row for each fate that opens its people, the unknown ones at hand.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import RepeatIcon from '@mui/icons-material/Replay';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { isLeftOut } from '../../../contract/notifications/fates.ts';
import { channelRules, type NotificationCard } from '../../../contract/notifications.ts';
import type { MessageRow } from '../../../contract/notifications/messages.ts';
import { cx } from '../../../widgets/cx.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatMoment, formatNumber } from '../../../widgets/format.ts';
import type { SelectionModel } from '../../../widgets/list/useSelection.ts';
import { PhoneBar } from '../../../widgets/PhoneBar.tsx';
import { RowAction } from '../NotificationList.tsx';
import { ColorMark, MailingStatus, MessageStatus, money } from '../words.tsx';
import { CopyMailing, mayCopy } from './CopyMailing.tsx';
import { countIn, groups, sum, type Group } from './groups.ts';
import { genitive, paidWords, printMailing, type MailingActs } from './HistoryHead.tsx';
import type { MessageHands } from './MessageActs.tsx';
import { EveryTick, Tick, type Picks } from './Resend.tsx';
import { useMessages } from './useMessages.ts';
import { MessagePanel, reasonWords } from './Message.tsx';
import { StoryLink } from '../../actionLog/StoryLink.tsx';
import shell from '../mailingPage.module.css';
import styles from './history.module.css';

const delivered: Group = {
  key: 'delivered',
  label: 'доставлено',
  statuses: [2, 3, 10],
  hint: (card) => (sum(card, [3]) ? `${formatNumber(sum(card, [3]))} открыли ссылку` : ''),
};
const rows: readonly Group[] = [delivered, ...groups.filter(({ key }) => !['all', 'delivered', 'read'].includes(key))];

export interface HistoryProps extends MessageHands {
  card: NotificationCard;
  acts: MailingActs;
  picks: Picks;
}

export function HistoryPhone({ card, acts, picks, ...hands }: HistoryProps) {
  const { onDone } = hands;
  const [open, setOpen] = useState<Group['key'] | null>(sum(card, [11]) ? 'unknown' : null);
  return (
    <div className={shell.page}>
      <Sight card={card} onDone={onDone} />
      {rows
        .filter((group) => countIn(card, group) > 0)
        .map((group) => (
          <section key={group.key}>
            <button
              type="button"
              className={styles.fateRow}
              aria-expanded={open === group.key}
              onClick={() => setOpen(open === group.key ? null : group.key)}
            >
              <i data-key={group.key} aria-hidden />
              <b>{formatNumber(countIn(card, group))}</b>
              <span>
                {group.label.toLowerCase()}
                <small>{group.hint(card)}</small>
              </span>
              <span aria-hidden>{open === group.key ? '⌄' : '›'}</span>
            </button>
            {open === group.key && <People card={card} group={group} selection={picks.of(group)} {...hands} />}
          </section>
        ))}
      <div className={styles.story}>
        <StoryLink type="notification" id={card.id} />
      </div>
      {picks.bar}
      {!picks.bar && (card.letters > 0 || card.repeatable > 0 || card.kind === 'meeting' || mayCopy(card)) && (
        <PhoneBar>
          <CopyMailing card={card} />
          {card.kind === 'meeting' && (
            <Button startIcon={<PrintIcon />} onClick={() => printMailing(card)}>
              Напечатать
            </Button>
          )}
          {card.letters > 0 && (
            <Button variant="contained" startIcon={<PrintIcon />} onClick={acts.letters}>
              Письма для {countOf(card.letters, genitive)}
            </Button>
          )}
          {card.repeatable > 0 && [4, 5, 6].includes(card.status) && (
            <IconButton aria-label={`Повторить неушедшие: ${card.repeatable}`} onClick={acts.askRepeat}>
              <RepeatIcon />
            </IconButton>
          )}
        </PhoneBar>
      )}
    </div>
  );
}

/** What it is and how many got it. */
function Sight({ card, onDone }: { card: NotificationCard; onDone: () => void }) {
  const all = sum(card, []);
  return (
    <>
      <header className={styles.phoneHead}>
        <ColorMark color={card.template?.color ?? 'white'} />
        <div>
          <h1>{card.title}</h1>
          <p className={shell.muted}>
            {formatMoment(card.started_at ?? card.created_at)} · {channelRules[card.channel]}
          </p>
          <MailingStatus status={card.status} /> <RowAction row={card} onDone={onDone} />
          {card.pause_reason && <p className={styles.pause}>{card.pause_reason}</p>}
        </div>
      </header>
      <section className={styles.figure} aria-label="Итог">
        <p>
          <b>{formatNumber(countIn(card, delivered))}</b> из {formatNumber(all)} получили
          <strong title={paidWords(card)}>{money(card.cost)}</strong>
        </p>
        <span className={styles.bar} aria-hidden>
          {rows.map((group) => {
            const count = countIn(card, group);
            return count ? <i key={group.key} data-key={group.key} style={{ flexGrow: count }} /> : null;
          })}
        </span>
      </section>
    </>
  );
}

interface PeopleProps extends MessageHands {
  card: NotificationCard;
  group: Group;
  selection: SelectionModel | undefined;
}

function People({ card, group, selection, ...hands }: PeopleProps) {
  const { messages, pagination, loadMore, error, refetch } = useMessages({
    of: { notification: card.id },
    group,
    sort: ['attention', 'ASC'],
  });
  if (error) return <ErrorNote onRetry={refetch}>{error.message}</ErrorNote>;
  return (
    <ul className={styles.people}>
      {selection && (
        <li>
          <EveryTick selection={selection} words="Выбрать всех" />
        </li>
      )}
      {messages?.map((row) => (
        <Person key={row.id} row={row} selection={selection} {...hands} />
      ))}
      {pagination.hasMorePages && (
        <li>
          <Button onClick={loadMore}>Показать ещё</Button>
        </li>
      )}
    </ul>
  );
}

/** An unknown one stands open with its acts, another one opens when it is touched. */
function Person({ row, selection, ...hands }: { row: MessageRow } & Pick<PeopleProps, 'selection'> & MessageHands) {
  return (
    <li className={cx(selection && styles.ticked)}>
      {selection && <Tick row={row} selection={selection} />}
      <details open={row.status === 11}>
        <summary>
          <b>{row.name}</b> <MessageStatus status={row.status} reason={row.reason} />
          <small>
            {[row.address, !isLeftOut(row.status, row.reason) && reasonWords(row.reason)].filter(Boolean).join(' · ')}
          </small>
        </summary>
        <MessagePanel row={row} {...hands} />
      </details>
    </li>
  );
}
