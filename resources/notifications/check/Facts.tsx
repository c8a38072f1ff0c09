// One column of facts: each ends in a tick or in a choice. Amber asks, red stops.
import { PLANNED_MARGIN } from '../../../contract/notifications/checkFacts.ts';
import { unreachableReasons, type UnreachableReason } from '../../../contract/notifications.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { dayForms, daysBetween } from '../../../contract/kernel/days.ts';
import { today } from '../../../widgets/today.ts';
import { countOf, formatDate, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { money, placeForms } from '../words.tsx';
import { Choice, Fact, type PartProps } from './Fact.tsx';
import { Night } from './NightFact.tsx';

const peopleForms = ['человек', 'человека', 'человек'] as const;
/** People whom a list of reasons counts. */
const genitive = ['человека', 'человек', 'человек'] as const;
/** Reasons of what was written already: the line of repeats tells them. */
const SKIPPED = ['repeated', 'had_template'];

export function Facts(props: PartProps) {
  return (
    <div role="list" data-help="mailing.checks" aria-label="Что проверено">
      <Problems {...props} />
      <Unconnected {...props} />
      <Planned {...props} />
      <LeftOut {...props} />
      <UnreadPlaces {...props} />
      <Repeated {...props} />
      <Template {...props} />
      <MeetingFact {...props} />
      <Night {...props} />
      <Consent {...props} />
      <Variables {...props} />
      <Debtless {...props} />
      <Length {...props} />
      <Money {...props} />
      <Agreement {...props} />
    </div>
  );
}

/** What stops the mailing, with the field it belongs to; money has a line of its own. */
const Problems = ({ preview }: PartProps) =>
  Object.entries(preview.problems)
    .filter(([field]) => field !== 'cost')
    .map(([field, words]) => <Fact key={field} kind="stop" title={words} hint="Вернитесь к тексту и получателям" />);

/** Nothing is connected: the mailing would reach nobody. */
const Unconnected = ({ preview }: PartProps) =>
  preview.check.unconnected.map((words) => <Fact key={words} kind="ask" title={words} />);

/** A planned one is made anew at its moment: what is seen here is not the last word. */
const Planned = ({ choices }: PartProps) =>
  choices.later ? (
    <Fact
      kind="ok"
      title="К назначенному времени получатели и сумма считаются заново"
      hint={`кто заплатил или отписался, сообщения не получит. Если людей или денег станет больше показанного на ${PLANNED_MARGIN} %, рассылка не уйдёт, а вернётся к вам на проверку`}
    />
  ) : null;

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

/** A letter to «all chairmen» reaches accounts: a place without one hears nothing. */
function UnreadPlaces({ preview: { check } }: PartProps) {
  const { count, names } = check.unread_places ?? { count: 0, names: [] };
  if (!count) return null;
  const others = count - names.length;
  return (
    <Fact
      kind="ask"
      title={`Некому писать в ${countOf(count, placeForms)}`}
      hint={`${names.join(', ')}${others ? ` и ещё ${formatNumber(others)}` : ''}. Там нет никого с входом в систему, кому адресована рассылка`}
    />
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

/** Whether the notice of a meeting is in time on the day it leaves. */
function MeetingFact({ draft: { content }, preview: { check }, choices }: PartProps) {
  if (content.kind !== 'meeting') return null;
  const { meeting } = check;
  if (!meeting)
    return <Fact kind="ask" title="День собрания не указан" hint="срок уведомления не проверить, вернитесь к тексту" />;
  const leaves = choices.later ? choices.later.slice(0, 10) : today();
  const left = countOf(Math.max(0, daysBetween(leaves, meeting.day)), dayForms);
  const rule = `собрание ${formatDate(meeting.day)}, сообщают не позже чем за ${meeting.notice_days}`;
  if (leaves <= meeting.latest) return <Fact kind="ok" title={`О собрании сообщаем за ${left}`} hint={rule} />;
  return (
    <Fact
      kind="ask"
      title={`О собрании сообщаем всего за ${left}`}
      hint={`${rule}: успевали до ${formatDate(meeting.latest)}. Решения такого собрания могут оспорить`}
    />
  );
}

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

function Variables({ preview: { check }, choices, choose }: PartProps) {
  const inBraces = (keys: readonly string[]) => keys.map((key) => `{${key}}`).join(', ');
  if (!check.variables.length)
    return <Fact kind="ok" title="Переменных в тексте нет" hint="все получат одно и то же" />;
  if (!check.empty_people)
    return <Fact kind="ok" title="Переменные заполнены у всех" hint={inBraces(check.variables)} />;
  const { variables, names } = check.empty;
  const others = check.empty_people - names.length;
  return (
    <Fact
      kind="ask"
      title={`Пустые значения у ${countOf(check.empty_people, genitive)}`}
      hint={`${inBraces(variables)}: ${names.join(', ')}${others > 0 ? ` и ещё ${formatNumber(others)}` : ''}. Эти люди первыми видны стрелками справа, в списке у них сказано, что пусто`}
    >
      <Checkbox
        label="Проверено, отправить с пустым местом"
        value={choices.emptySeen === check.empty_people}
        onChange={(isSeen) => choose({ emptySeen: isSeen ? check.empty_people : null })}
      />
    </Fact>
  );
}

/** Whoever owes nothing would read «долг 0». */
function Debtless({ preview: { check } }: PartProps) {
  const { people, names } = check.debtless;
  if (!people) return null;
  const more = people - names.length;
  return (
    <Fact
      kind="ask"
      title={`Долга нет у ${countOf(people, genitive)}, а им уйдёт «долг 0»`}
      hint={`${names.join(', ')}${more ? ` и ещё ${formatNumber(more)}` : ''}. Выберите должников фильтром «Долг»`}
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
