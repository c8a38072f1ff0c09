// One column of facts: each ends in a tick or in a choice. Amber asks, red stops.
import CheckIcon from '@mui/icons-material/Check';
import StopIcon from '@mui/icons-material/ErrorOutlineOutlined';
import AskIcon from '@mui/icons-material/WarningAmberOutlined';
import { useId, type ReactNode } from 'react';
import {
  unreachableReasons,
  type NotificationPreview,
  type UnreachableReason,
} from '../../../contract/notifications.ts';
import { timeZones } from '../../../contract/orgs.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { countOf, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { TextBox } from '../../../widgets/TextInput.tsx';
import type { useMailingDraft } from '../useMailingDraft.ts';
import { money } from '../words.tsx';
import type { Choices } from './choices.ts';
import styles from './check.module.css';

export interface PartProps {
  draft: ReturnType<typeof useMailingDraft>;
  preview: NotificationPreview;
  choices: Choices;
  choose: (part: Partial<Choices>) => void;
}

const peopleForms = ['человек', 'человека', 'человек'] as const;
/** People whom a list of reasons counts. */
const genitive = ['человека', 'человек', 'человек'] as const;
/** Reasons of what was written already: the line of repeats tells them. */
const SKIPPED = ['repeated', 'had_template'];

export function Facts(props: PartProps) {
  return (
    <div role="list" data-help="mailing.checks" aria-label="Что проверено">
      <Problems {...props} />
      <LeftOut {...props} />
      <Repeated {...props} />
      <Template {...props} />
      <Night {...props} />
      <Consent {...props} />
      <Variables {...props} />
      <Length {...props} />
      <Money {...props} />
      <Agreement {...props} />
    </div>
  );
}

function Fact({
  kind,
  title,
  hint,
  children,
}: {
  kind: 'ok' | 'ask' | 'stop';
  title: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}) {
  const Icon = kind === 'ok' ? CheckIcon : kind === 'ask' ? AskIcon : StopIcon;
  return (
    <div role="listitem" className={styles.fact} data-kind={kind}>
      <Icon titleAccess={kind === 'ok' ? 'проверено' : kind === 'ask' ? 'решите' : 'мешает'} />
      <div>
        <b>{title}</b>
        {hint && <small>{hint}</small>}
      </div>
      {children && <div className={styles.choice}>{children}</div>}
    </div>
  );
}

/** One of a few, in a line. */
function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.radios}>
      {options.map(([one, words]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} /> {words}
        </label>
      ))}
    </div>
  );
}

/** What stops the mailing, with the field it belongs to; money has a line of its own. */
const Problems = ({ preview }: PartProps) =>
  Object.entries(preview.problems)
    .filter(([field]) => field !== 'cost')
    .map(([field, words]) => <Fact key={field} kind="stop" title={words} hint="Вернитесь к тексту и получателям" />);

function LeftOut({ draft: { content, change }, preview: { receiverCounter: counter, check } }: PartProps) {
  const reasons = Object.entries(counter.reasons).filter(([reason]) => !SKIPPED.includes(reason));
  const left = reasons.reduce((sum, [, count]) => sum + count, 0);
  const isAsked = counter.none > 0;
  const ask = isAsked && (
    <Checkbox
      label="Отправить остальным"
      value={content.ignoreUnnotifiable}
      onChange={(ignoreUnnotifiable) => change({ ignoreUnnotifiable })}
    />
  );
  if (!left)
    return (
      <Fact
        kind={isAsked ? 'ask' : 'ok'}
        title={isAsked ? 'Пропущенные сообщения не получат' : 'Получат все выбранные'}
      >
        {ask}
      </Fact>
    );
  const words = reasons
    .map(([reason, count]) => `${formatNumber(count)} — ${unreachableReasons[reason as UnreachableReason]}`)
    .join(', ');
  return (
    <Fact
      kind="ask"
      title={`Не получат ${countOf(left, peopleForms)}`}
      hint={
        check.is_trial
          ? `${words}. Рассылки ПО открывает суперпользователь`
          : `${words}. Письма им печатаются на странице рассылки, когда она уйдёт`
      }
    >
      {ask}
    </Fact>
  );
}

function Repeated({ draft: { content, change }, preview: { check, receiverCounter } }: PartProps) {
  const often = receiverCounter.reasons.repeated ?? 0;
  if (!check.repeated)
    return <Fact kind="ok" title="За сутки этим людям не писали" hint={often ? undefined : 'повторов нет'} />;
  const { people, title, at } = check.repeated;
  return (
    <Fact
      kind="ask"
      title={`${countOf(people, peopleForms)} получили сообщение за 24 часа`}
      hint={`«${title}», ${formatMoment(at, check.quiet.zone)}`}
    >
      <Choice
        label="Кому писали за сутки"
        value={content.skipRepeated ? 'skip' : 'send'}
        options={[
          ['skip', 'Пропустить'],
          ['send', 'Отправить'],
        ]}
        onChange={(value) => change({ skipRepeated: value === 'skip' })}
      />
    </Fact>
  );
}

function Template({ draft: { content, change }, preview: { receiverCounter } }: PartProps) {
  if (content.template === null) return null;
  const had = receiverCounter.reasons.had_template ?? 0;
  return (
    <Fact
      kind={had ? 'ask' : 'ok'}
      title={
        content.skipTemplate
          ? `Этот шаблон за год получили ${countOf(had, peopleForms)}`
          : 'Шаблон может прийти повторно'
      }
      hint={content.skipTemplate ? 'они пропущены' : 'кто получил его раньше, не проверяется'}
    >
      <Choice
        label="Кто уже получил шаблон"
        value={content.skipTemplate ? 'skip' : 'send'}
        options={[
          ['skip', 'Пропустить'],
          ['send', 'Отправить'],
        ]}
        onChange={(value) => change({ skipTemplate: value === 'skip' })}
      />
    </Fact>
  );
}

const hour = (of: number) => `${String(of).padStart(2, '0')}:00`;

function Night({
  draft: { content },
  preview: { check, quiet_until: until, receiverCounter },
  choices,
  choose,
}: PartProps) {
  const { quiet } = check;
  if (!receiverCounter.sms)
    return <Fact kind="ok" title="Тихие часы не мешают" hint="СМС нет, письма уходят в любое время" />;
  if (!until && !quiet.late)
    return (
      <Fact
        kind="ok"
        title={`До тихих часов все СМС успеют`}
        hint={`СМС ждут с ${hour(quiet.from)} до ${hour(quiet.to)} (${zoneWords(quiet.zone)})`}
      />
    );
  const letters = receiverCounter.email
    ? `письма уйдут сейчас все ${formatNumber(receiverCounter.email)}`
    : 'писем нет';
  const options = [
    ['sms', until ? `СМС в ${hour(quiet.to)}` : `остаток в ${hour(quiet.to)}`],
    ['all', `все в ${hour(quiet.to)}`],
    ...(check.may_be_urgent ? [['urgent', 'срочно, ночью'] as const] : []),
  ] as const;
  const isUrgent = choices.night === 'urgent' && check.may_be_urgent;
  return (
    <Fact
      kind="ask"
      title={
        until
          ? `Тихие часы до ${hour(quiet.to)}: ${formatNumber(receiverCounter.sms)} СМС ждут утра`
          : `Тихие часы с ${hour(quiet.from)}, ${formatNumber(quiet.late)} СМС не успеют`
      }
      hint={`${letters} (${zoneWords(quiet.zone)})${until && !check.may_be_urgent ? `. ${whyNotUrgent(content.kind)}` : ''}`}
    >
      <Choice
        label="Тихие часы"
        value={isUrgent || choices.night !== 'urgent' ? choices.night : 'sms'}
        options={options}
        onChange={(night) => choose({ night })}
      />
      {isUrgent && (
        <TextBox
          label="Почему нельзя ждать утра"
          required
          maxLength={200}
          helperText="Причина попадёт в журнал действий"
          value={choices.reason}
          onChange={(reason) => choose({ reason })}
        />
      )}
    </Fact>
  );
}

const whyNotUrgent = (kind: string) =>
  kind === 'debt' || kind === 'ads' ? 'О долге и рекламу ночью не шлют' : 'Срочные СМС ночью отправляет МО';
/** «Москва, МСК»: a browser names zones in its own language. */
const zoneWords = (zone: string): string =>
  Object.hasOwn(timeZones, zone) ? timeZones[zone as keyof typeof timeZones] : zone;

function Consent({
  draft: { content },
  preview: {
    receiverCounter: { sms, email },
  },
}: PartProps) {
  const isAds = content.kind === 'ads';
  return (
    <Fact
      kind="ok"
      title={sms ? `Согласие на СМС есть у всех ${formatNumber(sms)}` : `Письма разрешены всем ${formatNumber(email)}`}
      hint={isAds ? 'согласие на рекламу есть у каждого получателя' : 'текст информационный, рекламы нет'}
    />
  );
}

function Variables({ preview: { check } }: PartProps) {
  const names = check.variables.map((key) => `{${key}}`).join(' ');
  if (!check.variables.length)
    return <Fact kind="ok" title="Переменных в тексте нет" hint="все получат одно и то же" />;
  if (!check.empty_people) return <Fact kind="ok" title="Переменные заполнены у всех" hint={names} />;
  return (
    <Fact
      kind="ask"
      title={`Пустые значения у ${countOf(check.empty_people, genitive)}`}
      hint={`${names}. Эти люди первыми видны стрелками справа, в списке у них сказано, что пусто`}
    />
  );
}

const LONG_PARTS = 3;
function Length({ preview: { check, receiverCounter } }: PartProps) {
  const { longest } = check;
  if (!receiverCounter.sms || !longest) return null;
  const words = `${countOf(longest.units, ['знак', 'знака', 'знаков'])}, ${countOf(longest.segments, ['часть', 'части', 'частей'])}`;
  return (
    <Fact
      kind={longest.segments > LONG_PARTS ? 'ask' : 'ok'}
      title={`Самое длинное СМС: ${words}`}
      hint={
        <>
          {longest.name}: «{longest.sms}»
        </>
      }
    />
  );
}

function Money({ preview: { problems, limit_left: left, cost, check } }: PartProps) {
  const { balance } = check;
  const account = balance && `на счёте оператора ${money(balance.kopecks)}`;
  const limit = left === null ? 'месячного лимита нет' : `лимит ${money(left)}`;
  const hint = [limit, account ?? (cost > 0 && 'сколько денег на счёте, оператор не сообщает')]
    .filter(Boolean)
    .join(', ');
  if (problems.cost) return <Fact kind="stop" title={problems.cost} hint={`${hint}. Нужно ${money(cost)}`} />;
  if (balance && balance.kopecks < cost)
    return <Fact kind="stop" title="На счёте оператора не хватит денег" hint={`${hint}. Нужно ${money(cost)}`} />;
  return <Fact kind="ok" title={left === null ? 'Лимит не мешает' : 'Денег и лимита хватает'} hint={hint} />;
}

function Agreement({ preview: { approve_above: above, receiverCounter: counter } }: PartProps) {
  if (above === null || counter.people - counter.none <= above) return null;
  return (
    <Fact
      kind="ask"
      title="Нужно согласие второго сотрудника"
      hint={`получателей больше ${formatNumber(above)}: рассылка уйдёт, когда её согласует не автор`}
    />
  );
}
