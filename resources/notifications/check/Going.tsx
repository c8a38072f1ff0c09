// The right side of the check: one message whole, the sum by its parts, when, the typed number, the button.
import CheckIcon from '@mui/icons-material/Check';
import UndoIcon from '@mui/icons-material/UndoOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  RECALL_S,
  sendNotification,
  type NotificationCard,
  type NotificationPreview,
} from '../../../contract/notifications.ts';
import { SHORTEST_URGENCY } from '../../../contract/notifications/checkFacts.ts';
import { pages } from '../../../contract/pages.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { countOf, formatNumber } from '../../../widgets/format.ts';
import { releaseGuard } from '../../../widgets/leaveGuard.ts';
import { MomentInput } from '../../../widgets/MomentInput.tsx';
import { momentOfText } from '../../../widgets/moscow.ts';
import { Stepper } from '../../../widgets/Stepper.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useHotkey } from '../../../widgets/useHotkey.ts';
import { useNarrow } from '../../../widgets/useScreen.ts';
import { forgetReceivers } from '../stash.ts';
import { money } from '../words.tsx';
import type { PartProps } from './Fact.tsx';
import shell from '../mailingPage.module.css';
import texts from '../notifications.module.css';
import styles from './check.module.css';

export function Going(props: PartProps & { card: NotificationCard }) {
  const { preview, choices, choose, draft } = props;
  const { receiverCounter: counter, parts, cost, sample } = preview;
  const narrow = useNarrow();
  const people = counter.people - counter.none;
  const line = (label: string, value: string) => (
    <p className={styles.line} key={label}>
      <span>{label}</span>
      <b>{value}</b>
    </p>
  );
  return (
    <aside className={styles.side} data-help="mailing.going" aria-label="Что уйдёт">
      <Whole {...props} />
      {sample && <hr />}
      {counter.email > 0 && line(`${formatNumber(counter.email)} e-mail`, money(0))}
      {parts.map((one) =>
        line(
          `${formatNumber(one.count)} СМС${one.parts > 1 ? ` × ${one.parts}` : ''}${one.price === null ? ', цены номеров разные' : ` × ${money(one.price)}`}`,
          money(one.cost),
        ),
      )}
      {props.card.attachments.length > 0 && line('файлов к письму', String(props.card.attachments.length))}
      <p className={styles.sum}>
        <span>Итого</span>
        <b>{money(cost)}</b>
      </p>
      <label className={styles.later}>
        <span>Когда отправить, по Москве (пусто — сейчас)</span>
        <MomentInput value={choices.later} onChange={(later) => choose({ later })} />
      </label>
      {asksNumber(preview) && (
        <TextBox
          label={`Получателей больше ${formatNumber(preview.confirm_above)}. Впишите их число: ${formatNumber(people)}`}
          inputMode="numeric"
          value={choices.typed}
          onChange={(typed) => choose({ typed })}
          unit={isTyped(preview, choices.typed) ? <CheckIcon titleAccess="совпадает" color="success" /> : undefined}
        />
      )}
      {!narrow && <SendButton {...props} />}
      <p className={styles.recall}>
        <UndoIcon aria-hidden />
        {RECALL_S} секунд ничего не уходит: можно отозвать всё. Потом «Остановить» удержит то, что ещё не передано.
      </p>
      {draft.isCounting && <p className={shell.muted}>Стоимость рассчитывается…</p>}
    </aside>
  );
}

/** A receiver's message whole; ‹ › and Alt with an arrow walk, the most unusual first. */
function Whole({ draft: { at, setAt }, preview: { sample, total } }: PartProps) {
  const step = (by: number) => sample && setAt(Math.max(0, Math.min(sample.of - 1, at + by)));
  useHotkey('alt+arrowleft', () => void step(-1));
  useHotkey('alt+arrowright', () => void step(1));
  if (!sample) return <p className={shell.muted}>Сообщений нет.</p>;
  const isSms = sample.channels.includes('sms');
  return (
    <section aria-label="Сообщение целиком">
      <div className={styles.wholeHead}>
        <h2>{total === 0 ? 'Так выглядело бы' : sample.at > 0 ? 'Как увидит' : firstWords(sample)}</h2>
        <Stepper at={at} of={sample.of} onStep={step} words={['Предыдущий получатель', 'Следующий получатель']} />
      </div>
      {isSms && <p className={texts.bubble}>{sample.sms}</p>}
      {sample.channels.includes('mail') && (
        <iframe className={texts.letter} sandbox="" title="Письмо" srcDoc={sample.html} />
      )}
      <p className={styles.line}>
        <b>{sample.name}</b>
        <span className={shell.muted}>
          {sample.at + 1} из {formatNumber(sample.of)}
        </span>
      </p>
      <p className={styles.line}>
        <span className={shell.muted}>
          {isSms
            ? `${countOf(sample.units, ['знак', 'знака', 'знаков'])}, ${countOf(sample.segments, ['часть', 'части', 'частей'])}`
            : `тема «${sample.subject}»`}
          {sample.empty.length > 0 && ` · пусто: ${sample.empty.join(', ')}`}
        </span>
        <b>{money(sample.cost)}</b>
      </p>
    </section>
  );
}

const firstWords = ({ cost }: { cost: number }) => (cost ? 'Самое дорогое сообщение' : 'Самое необычное сообщение');
const peopleOf = ({ receiverCounter: { people, none } }: NotificationPreview) => people - none;
const asksNumber = (preview: NotificationPreview) => peopleOf(preview) > preview.confirm_above;
const numberOf = (typed: string) => Number(typed.replace(/[\s\u00a0]/g, '') || Number.NaN);
const isTyped = (preview: NotificationPreview, typed: string) => numberOf(typed) === peopleOf(preview);

/** Why the button sleeps; null when it is awake. */
function hindrance({ draft, preview, choices }: PartProps): string | null {
  const [problem] = Object.values(preview.problems);
  if (problem) return problem;
  const { balance } = preview.check;
  if (balance && balance.kopecks < preview.cost) return 'На счёте оператора не хватит денег';
  if (preview.receiverCounter.none > 0 && !draft.content.ignoreUnnotifiable) return 'Отметьте «Отправить остальным»';
  if (isUrgent({ preview, choices }) && choices.reason.trim().length < SHORTEST_URGENCY)
    return 'Напишите, почему нельзя ждать утра';
  if (preview.check.empty_people && choices.emptySeen !== preview.check.empty_people)
    return 'Отметьте, что пустые значения проверены';
  if (asksNumber(preview) && !isTyped(preview, choices.typed)) return 'Впишите число получателей';
  return choices.later ? wrongMoment(momentOfText(choices.later), preview) : null;
}
/** The clock is the server's, as of the count: a form may stand open past its moment, then the server says it too. */
function wrongMoment(later: string | null, { check }: NotificationPreview): string | null {
  if (!later) return 'Проверьте год в дате отправки';
  return Date.parse(later) <= Date.parse(check.counted_at) ? 'Время отправки уже прошло' : null;
}
const isUrgent = ({ preview, choices }: Pick<PartProps, 'preview' | 'choices'>) =>
  choices.night === 'urgent' && preview.check.may_be_urgent;

/** The moment chosen, the morning when everything waits for it, or null for now. */
function momentOf({ preview, choices }: PartProps): string | null {
  if (choices.later) return momentOfText(choices.later);
  return choices.night === 'all' && preview.quiet_until ? preview.quiet_until : null;
}

export function SendButton(props: PartProps) {
  const { draft, preview, choices } = props;
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const people = peopleOf(preview);
  const why = hindrance(props);
  const isHeld = preview.approve_above !== null && people > preview.approve_above;
  const send = async () => {
    setBusy(true);
    try {
      const kept = await draft.save();
      if (!kept) return setBusy(false);
      await call(sendNotification, {
        params: { id: kept.id },
        body: {
          version: kept.version,
          expected: { people, messages: preview.total, cost: preview.cost, who: preview.who },
          confirmed: asksNumber(preview) ? numberOf(choices.typed) : null,
          emptySeen: choices.emptySeen,
          scheduledAt: momentOf(props),
          urgentReason: isUrgent(props) ? choices.reason.trim() : null,
        },
        quiet: true,
      });
      if (isHeld) toast('Рассылка ждёт согласования другого сотрудника');
      releaseGuard();
      forgetReceivers();
      void navigate(pages.notifications);
    } catch (error) {
      setBusy(false);
      const { body, message } = error as HttpError;
      toast(Object.values(body?.errors ?? {})[0] ?? message, { kind: 'error' });
      void draft.refetch();
    }
  };
  const words = isHeld ? 'На согласование' : momentOf(props) ? 'Запланировать' : 'Отправить';
  return (
    <span className={styles.send}>
      <Button
        variant="contained"
        size="large"
        fullWidth
        disabled={busy || draft.isCounting || why !== null}
        onClick={() => void send()}
      >
        {words} {formatNumber(people)} · {money(preview.cost)}
      </Button>
      {why && !draft.isCounting && <small className={styles.why}>{why}</small>}
    </span>
  );
}
