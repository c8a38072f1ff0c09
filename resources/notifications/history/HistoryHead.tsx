// Title, state and main acts of a mailing that was sent.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import RepeatIcon from '@mui/icons-material/Replay';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  approveNotification,
  channelRules,
  repeatNotification,
  type NotificationCard,
} from '../../../contract/notifications.ts';
import { printLetters } from '../../../contract/notifications/messages.ts';
import { pages } from '../../../contract/pages.ts';
import { call, download, saveFile, type HttpError } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { countOf, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { openModal } from '../../../widgets/modals.ts';
import { toast } from '../../../widgets/toasts.ts';
import { RowAction } from '../NotificationList.tsx';
import { MailingStatus, money } from '../words.tsx';
import { CopyMailing } from './CopyMailing.tsx';
import shell from '../mailingPage.module.css';
import styles from './history.module.css';

const people = ['человек', 'человека', 'человек'] as const;
export const genitive = ['человека', 'человек', 'человек'] as const;

/** What was paid beside what was shown; the difference with its cause. */
export function paidWords({ billed, ...card }: NotificationCard): string {
  const counted = countedWords(card);
  return billed === null || billed === card.charged ? counted : `${counted}; оператор взял ${money(billed)}`;
}

function countedWords({ status, cost, charged }: Pick<NotificationCard, 'status' | 'cost' | 'charged'>): string {
  if (status < 4) return `стоимость ${money(cost)}`;
  if (charged === cost) return `списано ${money(charged)}, как и было показано`;
  if (charged < cost) return `списано ${money(charged)} из показанных ${money(cost)}: не всё передано оператору`;
  return `списано ${money(charged)}, показано было ${money(cost)}: часть посылали ещё раз`;
}

export type MailingActs = ReturnType<typeof useMailingActs>;

/** Acts over the whole of a mailing; each tells what went wrong and asks the page to read anew. `question` stands above its layouts. */
export function useMailingActs(card: NotificationCard, onDone: () => void) {
  const [asksRepeat, setAsksRepeat] = useState(false);
  const told = (error: HttpError) => {
    toast(Object.values(error.body.errors ?? {})[0] ?? error.message, { kind: 'error' });
    onDone();
  };
  const params = { id: card.id };
  const repeat = () => void call(repeatNotification, { params, quiet: true }).then(onDone, told);
  return {
    approve: () => void call(approveNotification, { params, quiet: true }).then(onDone, told),
    askRepeat: () => setAsksRepeat(true),
    letters: () =>
      void download(printLetters, { params, body: { expected: card.letters }, quiet: true }).then((file) => {
        saveFile(file);
        toast('Письма напечатаны. Когда вручите, отметьте дату у каждого');
        onDone();
      }, told),
    question: asksRepeat && (
      <RepeatDialog
        count={card.repeatable}
        onConfirm={() => {
          setAsksRepeat(false);
          repeat();
        }}
        onCancel={() => setAsksRepeat(false)}
      />
    ),
  };
}

function RepeatDialog({ count, ...hands }: { count: number; onConfirm: () => void; onCancel: () => void }) {
  return (
    <ConfirmDialog open title={`Повторить: ${formatNumber(count)}`} confirm="Повторить" {...hands}>
      <p>Повторяются только сообщения, которые точно не ушли. СМС оплачиваются ещё раз.</p>
    </ConfirmDialog>
  );
}

/** The window of printing of a meeting's mailing. */
export const printMailing = (card: Pick<NotificationCard, 'id' | 'title'>) =>
  openModal({ name: 'print-document', about: { notification_id: card.id }, title: `Рассылка «${card.title}»` });

export function HistoryHead({ card, acts, onDone }: { card: NotificationCard; acts: MailingActs; onDone: () => void }) {
  const actor = useActor();
  return (
    <header className={shell.head}>
      <div>
        <nav className={shell.crumbs} aria-label="Путь">
          <Link to={pages.notifications}>Рассылки</Link> › {formatMoment(card.started_at ?? card.created_at)}
        </nav>
        <h1>
          {card.title} <MailingStatus status={card.status} />
        </h1>
        <p className={shell.muted}>
          {card.sender?.name ?? 'Переоформления'}, {card.sent_from}
          {card.madeBy === 'rule' ? ', по правилу напоминаний' : ''} · {channelRules[card.channel]} ·{' '}
          {card.template ? `шаблон «${card.template.name}»` : 'без шаблона'} · {paidWords(card)}
        </p>
        {card.urgent_reason && <p className={shell.muted}>Срочно, ночью: {card.urgent_reason}</p>}
        {card.pause_reason && <p className={styles.pause}>{card.pause_reason}</p>}
      </div>
      <div className={shell.acts}>
        <RowAction row={card} onDone={onDone} />
        <CopyMailing card={card} />
        {card.awaits_approval && card.sender?.id !== actor?.userId && (
          <Button variant="contained" onClick={acts.approve}>
            Согласовать: {countOf(card.receiverCounter.people - card.receiverCounter.none, people)}, {money(card.cost)}
          </Button>
        )}
        {[4, 5, 6].includes(card.status) && card.repeatable > 0 && (
          <Button variant="outlined" startIcon={<RepeatIcon />} onClick={acts.askRepeat}>
            Повторить {countOf(card.repeatable, ['сообщение', 'сообщения', 'сообщений'])}
          </Button>
        )}
        {card.kind === 'meeting' && (
          <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => printMailing(card)}>
            Напечатать
          </Button>
        )}
        {card.letters > 0 && (
          <Button variant="contained" startIcon={<PrintIcon />} onClick={acts.letters}>
            Печать писем для {countOf(card.letters, genitive)}
          </Button>
        )}
      </div>
    </header>
  );
}
