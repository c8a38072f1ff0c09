// The constructor's page: receivers, channel, two texts with a live preview, the sum, the way to the check.
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  channelRules,
  mailingKinds,
  mailingVariables,
  testNotification,
  typedVariables,
  unreachableReasons,
  type ChannelRule,
  type MailingContent,
  type MailingKind,
  type NotificationCard,
  type NotificationPreview,
  type UnreachableReason,
} from '../../contract/notifications.ts';
import { pages } from '../../contract/pages.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf } from '../../widgets/format.ts';
import { releaseGuard } from '../../widgets/leaveGuard.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { StickyBar } from '../../widgets/StickyBar.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useHotkey } from '../../widgets/useHotkey.ts';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import { Attachments } from './Attachments.tsx';
import { Fates } from './Fates.tsx';
import { chooseFor } from './stash.ts';
import { TemplateBar } from './TemplateBar.tsx';
import { useMailingDraft } from './useMailingDraft.ts';
import { money } from './words.tsx';
import styles from './notifications.module.css';

const peopleForms = ['человек', 'человека', 'человек'] as const;
/** Variables in sight before «ещё». */
const FIRST_KEYS = ['ФИО', 'ИмяОтчество', 'Гараж', 'Долг', 'Срок', 'ТелефонПО'];

const RichTextEditor = lazy(() =>
  import('../../widgets/richText/RichTextEditor.tsx').then((module) => ({ default: module.RichTextEditor })),
);

export function Constructor({ start, kept: card }: { start: MailingContent; kept: NotificationCard | null }) {
  const draft = useMailingDraft(start, card);
  const { content, change, preview, counter, isCounting } = draft;
  const navigate = useNavigate();
  const people = preview ? preview.receiverCounter.people - preview.receiverCounter.none : 0;
  const problem = preview && Object.values(preview.problems)[0];
  const check = async () => {
    const kept = await draft.save();
    if (kept) void navigate(pages.notificationCheck(kept.id));
  };
  const isReady = !isCounting && !problem && people > 0;
  useHotkey('ctrl+enter', () => void check(), { enabled: isReady });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{content.title || 'Новая рассылка'}</h1>
        <TemplateBar content={content} change={change} />
      </header>
      <div className={styles.columns}>
        <div className={styles.stack} data-help="mailing.text">
          <Receivers draft={draft} isBegun={content !== start} />
          <Channels content={content} change={change} counter={counter} preview={preview} />
          <TextBox
            label="Тема письма и название в журнале"
            value={content.title}
            onChange={(title) => change({ title })}
            error={people > 0 ? preview?.problems.title : undefined}
          />
          <Texts draft={draft} />
          <Options content={content} change={change} />
          <Attachments draft={draft} files={card?.attachments ?? []} />
        </div>
        <Sum draft={draft} />
      </div>
      {card && <StoryLink type="notification" id={card.id} />}
      <StickyBar label="Отправка" info={keptWords(draft)}>
        {problem && people > 0 && <span>{problem}</span>}
        <TrialButton content={content} at={draft.at} isDisabled={people === 0} />
        <Button variant="contained" disabled={!isReady} onClick={() => void check()}>
          {buttonWords(draft, people)}
        </Button>
      </StickyBar>
    </div>
  );
}

type Draft = ReturnType<typeof useMailingDraft>;

function keptWords({ isLost, savedAt }: Draft): string {
  if (isLost) return 'Черновик не сохранён';
  return savedAt ? `Черновик сохранён в ${savedAt}` : 'Черновик сохраняется сам';
}

function buttonWords({ preview, isCounting, failure }: Draft, people: number): string {
  if (failure) return 'Стоимость не посчитана';
  if (preview && preview.receiverCounter.people === 0) return 'Выберите, кому писать';
  if (isCounting || !preview) return 'Стоимость рассчитывается…';
  if (people === 0) return 'Никто не получит';
  return `Проверить: ${countOf(people, peopleForms)}, ${money(preview.cost)}`;
}

/** One message of the walk to the writer's own mailbox. */
export function TrialButton({ content, at, isDisabled }: { content: MailingContent; at: number; isDisabled: boolean }) {
  const send = () =>
    call(testNotification, { body: { ...content, at }, quiet: true }).then(
      ({ email }) => toast(`Проба отправлена на ${email}`),
      (error: HttpError) => toast(Object.values(error.body.errors ?? {})[0] ?? error.message, { kind: 'error' }),
    );
  return (
    // Short words: on a phone the room is the main button's.
    <Button variant="outlined" style={{ flex: 'none' }} disabled={isDisabled} onClick={() => void send()}>
      Проба себе
    </Button>
  );
}

interface PartProps {
  content: MailingContent;
  change: (part: Partial<MailingContent>) => void;
  preview?: NotificationPreview | undefined;
}

/** Whom the selection names, in words. */
function selectionWords({ selection }: MailingContent): string {
  if (selection.of === 'officials') return 'Председатели и сотрудники';
  const what = selection.of === 'garages' ? 'владельцы гаражей' : 'люди';
  if (!selection.all) return `Выбраны по одному: ${what}`;
  const left = selection.excluded.length;
  return `Все ${what} по фильтру${left ? `, кроме ${left}` : ''}`;
}

function Receivers({ draft, isBegun }: { draft: Draft; isBegun: boolean }) {
  const { content, change, preview, counter, refetch } = draft;
  const actor = useActor();
  const navigate = useNavigate();
  const isChosen = Boolean(counter?.people);
  /** What is written waits while its receivers are chosen. */
  const choose = async (page: string) => {
    if (draft.kept || isBegun) {
      const kept = draft.isDirty || !draft.kept ? await draft.save() : draft.kept;
      if (!kept) return;
      chooseFor({ id: kept.id, title: content.title });
      releaseGuard();
    }
    void navigate(page);
  };
  return (
    <SectionCard
      title="Кому"
      action={
        isChosen && (
          <span>
            <b>{countOf(counter!.people, peopleForms)}</b>
            {counter!.garages > 0 && ` · ${countOf(counter!.garages, ['гараж', 'гаража', 'гаражей'])}`}
          </span>
        )
      }
    >
      <div className={styles.chips}>
        {isChosen && <span className={styles.chosen}>{selectionWords(content)}</span>}
        {!actor?.region && (
          <>
            <Button onClick={() => void choose('/notifications/profiles')}>Выбрать людей</Button>
            <Button onClick={() => void choose('/notifications/garages')}>Выбрать по гаражам</Button>
          </>
        )}
        <Button onClick={() => change({ selection: { of: 'officials', all: true, included: [], excluded: [] } })}>
          Председатели и сотрудники
        </Button>
      </div>
      {isChosen && preview && preview.receiverCounter.people > 0 && <Fates preview={preview} refetch={refetch} />}
      {counter?.people === 0 && <p className={styles.muted}>Не выбрано ни одного получателя.</p>}
    </SectionCard>
  );
}

function Channels({ content, change, counter, preview }: PartProps & Pick<Draft, 'counter'>) {
  return (
    <div className={styles.channels} role="radiogroup" aria-label="Канал">
      {(Object.keys(channelRules) as ChannelRule[]).map((rule) => {
        const reach = counter?.byChannel[rule].reach;
        const cost = preview?.receiverCounter.byChannel[rule].cost;
        return (
          <button
            key={rule}
            type="button"
            role="radio"
            aria-checked={content.channel === rule}
            onClick={() => change({ channel: rule })}
          >
            <b>{channelRules[rule]}</b>
            <small>
              {reach === undefined ? '…' : countOf(reach, peopleForms)} · {cost === undefined ? '…' : money(cost)}
            </small>
          </button>
        );
      })}
    </div>
  );
}

function Texts({ draft: { content, change, preview, counter, at, setAt } }: { draft: Draft }) {
  const [tab, setTab] = useState<'messenger' | 'email'>('messenger');
  const [start, setStart] = useState({ template: content.template });
  // A template brings a text of its own: the editor begins anew with it.
  if (start.template !== content.template) setStart({ template: content.template });
  const { email = 0, sms = 0 } = counter ?? {};
  const put = (key: string) => change({ sms_text: `${content.sms_text}{${key}}` });
  const keys = Object.keys(mailingVariables);
  const [all, setAll] = useState(false);
  const shown = all ? keys : keys.filter((key) => FIRST_KEYS.includes(key));
  return (
    <div className={styles.texts}>
      <div className={styles.stack}>
        <Tabs value={tab} onChange={(_event, next: 'messenger' | 'email') => setTab(next)}>
          <Tab value="messenger" label={`СМС ${sms}`} />
          <Tab value="email" label={`E-mail ${email}`} />
        </Tabs>
        {tab === 'messenger' ? (
          <>
            <TextArea
              label="Текст СМС"
              value={content.sms_text}
              rows={4}
              onChange={(sms_text) => change({ sms_text })}
              error={preview?.problems.sms_text ?? preview?.problems.text}
              helperText={
                preview && sms
                  ? `длина у разных людей: от ${preview.shortest} до ${preview.longest}`
                  : 'кириллица: 70 знаков в одной СМС'
              }
            />
            <div className={styles.chips} aria-label="Переменные">
              {shown.map((key) => (
                <Button
                  key={key}
                  size="small"
                  variant="outlined"
                  title={mailingVariables[key as keyof typeof mailingVariables]}
                  onClick={() => put(key)}
                >
                  {key}
                </Button>
              ))}
              {!all && (
                <Button size="small" onClick={() => setAll(true)}>
                  ещё {keys.length - shown.length}
                </Button>
              )}
            </div>
          </>
        ) : (
          <Suspense fallback={<PageSkeleton />}>
            <RichTextEditor
              key={String(start.template)}
              label="Текст письма"
              value={content.email_text}
              onChange={(email_text) => change({ email_text })}
              error={preview?.problems.email_text}
              variables={keys.map((key) => ({ key, label: mailingVariables[key as keyof typeof mailingVariables] }))}
            />
          </Suspense>
        )}
        <TypedValues content={content} change={change} />
      </div>
      <Sample preview={preview} tab={tab} at={at} setAt={setAt} />
    </div>
  );
}

/** Values written once for the whole mailing, for the variables that the texts name. */
function TypedValues({ content, change }: PartProps) {
  const said = content.sms_text + JSON.stringify(content.email_text ?? '');
  const used = typedVariables.filter((key) => said.includes(`{${key}}`) || said.includes(`"key":"${key}"`));
  return used.map((key) => (
    <TextBox
      key={key}
      label={mailingVariables[key]}
      value={content.typed[key] ?? ''}
      onChange={(value) => change({ typed: { ...content.typed, [key]: value } })}
    />
  ));
}

function Sample({
  preview,
  tab,
  at,
  setAt,
}: {
  preview: NotificationPreview | undefined;
  tab: string;
  at: number;
  setAt: (at: number) => void;
}) {
  const sample = preview?.sample;
  if (!sample) return <p className={styles.muted}>Здесь будет сообщение, как его увидит получатель.</p>;
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <span>
          Как увидит <b>{sample.name}</b>
        </span>
        <span>
          <Button size="small" aria-label="Предыдущий получатель" disabled={at === 0} onClick={() => setAt(at - 1)}>
            ‹
          </Button>
          <Button
            size="small"
            aria-label="Следующий получатель"
            disabled={at + 1 >= sample.of}
            onClick={() => setAt(at + 1)}
          >
            ›
          </Button>
        </span>
      </div>
      {tab === 'messenger' ? (
        <>
          <p className={styles.bubble}>{sample.sms || '—'}</p>
          <span className={styles.muted}>
            {countOf(sample.units, ['знак', 'знака', 'знаков'])},{' '}
            {countOf(sample.segments, ['часть', 'части', 'частей'])}
            {sample.channels.includes('sms') ? `, ${money(sample.cost)}` : ', этот человек получит письмо'}
          </span>
        </>
      ) : (
        <iframe className={styles.letter} sandbox="" title="Письмо" srcDoc={sample.html} />
      )}
    </div>
  );
}

function Options({ content, change }: PartProps) {
  return (
    <SectionCard title="Как отправить">
      <SelectBox
        label="Вид рассылки"
        value={content.kind}
        options={Object.entries(mailingKinds).map(([value, label]) => ({ value, label }))}
        onChange={(kind) => change({ kind: kind as MailingKind })}
      />
      <div className={styles.ticks}>
        <Checkbox
          label="Одно сообщение на человека"
          value={content.onePerPerson}
          onChange={(onePerPerson) => change({ onePerPerson })}
        />
        <Checkbox
          label="Не писать тем, кому уже писали за сутки"
          value={content.skipRepeated}
          onChange={(skipRepeated) => change({ skipRepeated })}
        />
        {content.template !== null && (
          <Checkbox
            label="Не писать тем, кто уже получил этот шаблон за год"
            value={content.skipTemplate}
            onChange={(skipTemplate) => change({ skipTemplate })}
          />
        )}
      </div>
    </SectionCard>
  );
}

function Sum({ draft: { preview, isCounting, failure, refetch } }: { draft: Draft }) {
  if (!preview && failure)
    return (
      <ErrorNote title="Не удалось посчитать" onRetry={() => void refetch()}>
        {failure}
      </ErrorNote>
    );
  if (!preview) return <PageSkeleton />;
  const { receiverCounter: counter, parts, cost, limit_left: left } = preview;
  const line = (label: string, value: string | number) => (
    <p className={styles.row} key={label}>
      <span>{label}</span>
      <b>{value}</b>
    </p>
  );
  return (
    <aside
      className={isCounting ? styles.stale : undefined}
      data-help="mailing.sum"
      aria-label="Что уйдёт"
      aria-busy={isCounting}
    >
      <SectionCard title="Что уйдёт">
        {line('Выбрано людей', counter.people)}
        {Object.entries(counter.reasons).map(([reason, count]) =>
          line(unreachableReasons[reason as UnreachableReason], `−${count}`),
        )}
        {line('Получат', counter.people - counter.none)}
        {line(`${counter.email} e-mail`, money(0))}
        {parts.map((one) => line(`${one.count} СМС × ${one.parts} ч.`, money(one.cost)))}
        <p>Итого</p>
        <p className={styles.sum}>{money(cost)}</p>
        {left !== null && line('Осталось на СМС', money(left))}
        {left !== null && line('После отправки', money(Math.max(0, left - cost)))}
        {preview.warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
        <p className={styles.muted}>Дальше — имена и числа. После отправки 60 секунд можно отозвать всё.</p>
      </SectionCard>
    </aside>
  );
}
