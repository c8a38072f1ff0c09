// Those to whom nothing was sent, chosen and written to anew: what goes, what it costs, who stays without it and why, before it goes.
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { NotificationCard } from '../../../contract/notifications.ts';
import { previewResend, resendMessages, type MessageRow } from '../../../contract/notifications/messages.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { selectionBody, useSelection, type SelectionModel } from '../../../widgets/list/useSelection.ts';
import { StickyBar } from '../../../widgets/StickyBar.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { money } from '../words.tsx';
import { countIn, groups, type Group } from './groups.ts';
import { genitive } from './HistoryHead.tsx';
import shell from '../mailingPage.module.css';
import styles from './history.module.css';

const notSent = groups.find(({ key }) => key === 'none')!;
const messageForms = ['сообщение', 'сообщения', 'сообщений'] as const;
type Preview = z.output<typeof previewResend.reply>;

export type Picks = ReturnType<typeof usePicks>;

/** What is ticked of a mailing that has ended; it stands above the layouts of the page. */
export function usePicks(card: NotificationCard, onDone: () => void) {
  const total = countIn(card, notSent);
  const selection = useSelection([], total, String(card.id));
  const [asks, setAsks] = useState(false);
  const may = [4, 5, 6].includes(card.status) && total > 0;
  return {
    /** Of a group of messages; undefined where there is nothing to tick. */
    of: (group: Group): SelectionModel | undefined => (may && group.key === notSent.key ? selection : undefined),
    total,
    bar: may && selection.count > 0 && <PicksBar selection={selection} total={total} onSend={() => setAsks(true)} />,
    question: asks && (
      <ResendDialog
        card={card}
        selection={selection}
        onClose={() => setAsks(false)}
        onSent={() => {
          setAsks(false);
          selection.clear();
          onDone();
        }}
      />
    ),
  };
}

/** Ticks one; a press on it is not a press on its row. */
export const Tick = ({ row, selection }: { row: MessageRow; selection: SelectionModel }) => (
  <span className={styles.tick} onClick={(event) => event.stopPropagation()}>
    <Checkbox
      hideLabel
      label={`Выбрать: ${row.name}`}
      value={selection.has(row.id)}
      onChange={() => selection.toggle(row.id)}
    />
  </span>
);

/** Ticks all of the group, those that are not read yet too. */
export const EveryTick = ({ selection, words }: { selection: SelectionModel; words: string }) => (
  <span className={styles.every}>
    <Checkbox
      hideLabel
      label="Выбрать всех, кому не отправляли"
      value={selection.count > 0}
      mixed={selection.count > 0 && !(selection.all && !selection.excluded.size)}
      onChange={(on) => (on ? selection.selectAll() : selection.clear())}
    />
    {words}
  </span>
);

interface BarProps {
  selection: SelectionModel;
  total: number;
  onSend: () => void;
}

function PicksBar({ selection, total, onSend }: BarProps) {
  return (
    <StickyBar
      ink
      label="Действия с выбранным"
      info={
        <>
          <b role="status">Выбрано {formatNumber(selection.count)}</b>
          {selection.count < total && (
            <button type="button" className={styles.selectAll} onClick={selection.selectAll}>
              Выбрать все {formatNumber(total)}
            </button>
          )}
        </>
      }
    >
      <Button variant="contained" onClick={onSend}>
        Послать ещё раз
      </Button>
      <IconButtonWithTip label="Снять выбор" onClick={selection.clear}>
        <CloseIcon />
      </IconButtonWithTip>
    </StickyBar>
  );
}

interface DialogProps {
  card: NotificationCard;
  selection: SelectionModel;
  onClose: () => void;
  onSent: () => void;
}

function ResendDialog({ card, selection, onClose, onSent }: DialogProps) {
  const params = { id: card.id };
  const body = selectionBody(selection, { statusFilter: [...notSent.statuses] });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { data, error, refetch } = useQuery({
    ...reading(previewResend, { params, body, as: card.version, stops: true }),
    retry: false,
    gcTime: 0,
  });
  const send = async ({ messages, cost, refused, people }: Preview) => {
    setBusy(true);
    try {
      const seen = { messages, cost, refused: refused.length };
      const done = await call(resendMessages, { params, body: { ...body, seen, confirmed: people }, quiet: true });
      const left = done.refused.length;
      toast(
        `Через минуту уйдёт ${countOf(done.messages, messageForms)}. ${left ? `Без сообщения остались ${formatNumber(left)}` : 'Никто не пропущен'}`,
      );
      onSent();
    } catch (refusal) {
      const { body: told, message } = refusal as HttpError;
      setProblem(Object.values(told?.errors ?? {})[0] ?? message);
      void refetch();
    }
    setBusy(false);
  };
  const typed = data && data.people > data.confirm_above ? { typed: String(data.people) } : {};
  return (
    <ConfirmDialog
      open
      title={`Послать ещё раз: ${formatNumber(selection.count)}`}
      confirm={data?.messages ? `Послать ${formatNumber(data.messages)} · ${money(data.cost)}` : 'Послать'}
      disabled={!data?.messages || Object.keys(data.problems).length > 0}
      busy={busy}
      {...typed}
      onConfirm={() => data && void send(data)}
      onCancel={onClose}
    >
      {error && !data ? (
        <ErrorNote title="Не удалось посчитать" onRetry={() => void refetch()}>
          {Object.values(error.body?.errors ?? {})[0] ?? error.message}
        </ErrorNote>
      ) : (
        <>
          {data ? <WhatGoes {...data} /> : <p>Проверяем согласия, контакты и считаем стоимость…</p>}
          {problem && (
            <p role="alert" className={styles.pause}>
              {problem}
            </p>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/** What goes and what it costs; who stays without it, each by name under the reason. */
function WhatGoes({
  people,
  messages,
  email,
  sms,
  segments,
  cost,
  left,
  refused,
  problems,
  quiet_until: quiet,
}: Preview) {
  const by = [
    email > 0 && countOf(email, ['письмо', 'письма', 'писем']),
    sms > 0 && `${formatNumber(sms)} СМС, ${countOf(segments, ['часть', 'части', 'частей'])}`,
  ].filter(Boolean);
  return (
    <>
      {messages > 0 ? (
        <p>
          Уйдёт <b>{countOf(messages, messageForms)}</b> для {countOf(people, genitive)}: {by.join(', ')}. Тексты, долги
          и цены — какими они есть сейчас. Стоимость <b>{money(cost)}</b>
          {left !== null && `, от лимита месяца осталось ${money(left)}`}.
        </p>
      ) : (
        <p>Никому из выбранных послать нельзя.</p>
      )}
      {quiet && <p className={shell.muted}>СМС подождут до {formatMoment(quiet)}: ночью не беспокоим.</p>}
      {Object.values(problems).map((one) => (
        <p key={one} className={styles.pause}>
          {one}
        </p>
      ))}
      {messages > 0 && <p className={shell.muted}>Минуту после отправки рассылку можно остановить.</p>}
      {refused.length > 0 && (
        <section className={styles.refused} aria-label="Не уйдёт">
          <h3>Не уйдёт: {formatNumber(refused.length)}</h3>
          {[...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, some]) => (
            <p key={reason}>
              <b>
                {reason}, {formatNumber(some.length)}:
              </b>{' '}
              {some.map(({ name }) => name).join(', ')}
            </p>
          ))}
        </section>
      )}
    </>
  );
}
