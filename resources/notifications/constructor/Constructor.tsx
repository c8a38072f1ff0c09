// The constructor's page: receivers, channel, two texts with a live preview, the sum, the way to the check.
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import {
  mailingKinds,
  type MailingContent,
  type MailingKind,
  type NotificationCard,
} from '../../../contract/notifications.ts';
import { pages } from '../../../contract/pages.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { countOf, formatDate } from '../../../widgets/format.ts';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { StickyBar } from '../../../widgets/StickyBar.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { useHotkey } from '../../../widgets/useHotkey.ts';
import { StoryLink } from '../../actionLog/StoryLink.tsx';
import { Attachments } from '../Attachments.tsx';
import { MeetingFields } from '../MeetingFields.tsx';
import { TemplateBar } from '../TemplateBar.tsx';
import { useMailingDraft } from '../useMailingDraft.ts';
import { money } from '../words.tsx';
import { peopleForms, type ContentProps, type Draft } from './parts.ts';
import { Channels, Receivers } from './Receivers.tsx';
import { Sum } from './Sum.tsx';
import { Texts } from './Texts.tsx';
import { TrialButton } from './TrialButton.tsx';
import styles from '../notifications.module.css';

export function Constructor({ start, kept: card }: { start: MailingContent; kept: NotificationCard | null }) {
  const draft = useMailingDraft(start, card);
  const { content, change, preview, isCounting } = draft;
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
      {card?.pause_reason && <p className={styles.waits}>Не ушла в назначенное время. {card.pause_reason}</p>}
      <div className={styles.columns}>
        <div className={styles.stack} data-help="mailing.text">
          <Receivers draft={draft} isBegun={content !== start} />
          <Channels draft={draft} />
          <TextBox
            label="Тема письма и название в журнале"
            value={content.title}
            onChange={(title) => change({ title })}
            error={people > 0 ? preview?.problems.title : undefined}
          />
          {content.kind === 'meeting' && <MeetingBox draft={draft} />}
          <Texts draft={draft} isAddressed={people > 0} />
          <Options content={content} change={change} />
          <Attachments draft={draft} files={card?.attachments ?? []} />
        </div>
        <Sum draft={draft} />
      </div>
      {card && <StoryLink type="notification" id={card.id} />}
      <StickyBar label="Отправка" info={keptWords(draft)}>
        {problem && people > 0 && <span>{problem}</span>}
        <TrialButton draft={draft} isDisabled={!preview?.sample} />
        <Button variant="contained" disabled={!isReady} onClick={() => void check()}>
          {buttonWords(draft, people)}
        </Button>
      </StickyBar>
    </div>
  );
}

/** The meeting, and by when its notice is due. */
function MeetingBox({ draft: { content, change, preview } }: { draft: Draft }) {
  const term = preview?.check.meeting;
  return (
    <MeetingFields
      value={content.meeting}
      onChange={(meeting) => change({ meeting })}
      error={(field) => preview?.problems[`meeting.${field}`]}
      note={term && term.day === content.meeting?.day ? `Сообщить не позже ${formatDate(term.latest)}` : undefined}
    />
  );
}

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

function Options({ content, change }: ContentProps) {
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
