// The next run of a reminder rule by names: who, how much, by what or why not.
import { dayForms } from '../../contract/kernel/days.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { unreachableReasons, type UnreachableReason } from '../../contract/notifications.ts';
import { previewDebtRule, type DebtRuleBody, type DebtRulePreview } from '../../contract/notifications/reminders.ts';
import { pages } from '../../contract/pages.ts';
import type { HttpError } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { countOf, formatMoment } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { money } from './words.tsx';
import styles from './notifications.module.css';

const people = ['человек', 'человека', 'человек'] as const;
const ways: Record<string, string> = { mail: 'e-mail', sms: 'СМС', 'mail+sms': 'e-mail и СМС' };

/** What the server says of a rule as it stands. */
export function useReminderPreview(body: DebtRuleBody & { id?: number | null }) {
  const { data, error } = useQuery({
    ...reading(previewDebtRule, { body }),
    retry: false,
    gcTime: 0,
  });
  return { preview: data, error };
}

interface Props {
  preview: DebtRulePreview | undefined;
  error: HttpError | null;
  /** The number typed by hand where it is asked for; null where it is not. */
  typed: string | null;
  onType: (text: string) => void;
}

export function ReminderPreview({ preview, error, typed, onType }: Props) {
  if (error) return <Note tone="red">{Object.values(error.body.errors ?? {})[0] ?? error.message}</Note>;
  if (!preview) return <PageSkeleton />;
  const problems = Object.entries(preview.problems).filter(([field]) => field !== 'selection' || preview.people > 0);
  return (
    <>
      <p>
        Сейчас под правило подходят <b>{countOf(preview.people, people)}</b>, получат <b>{preview.reach}</b>
        {preview.resting > 0 && `, ещё ${preview.resting} недавно напоминали`}. Стоимость {money(preview.cost)}.
        Ближайший запуск {formatMoment(preview.next_at)}: к нему список посчитается заново.
      </p>
      {problems.map(([field, text]) => (
        <Note key={field} tone="amber">
          {text}
        </Note>
      ))}
      {preview.warnings.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {preview.due.length > 0 && (
        <ul className={styles.dueList} aria-label="Кого напомнит">
          {preview.due.map((one) => (
            <li key={one.id}>
              <Link to={pages.profile(one.id)} target="_blank">
                {one.name}
              </Link>
              <span>
                {one.plates.join(', ')} · {money(one.debt)} · {countOf(one.days, dayForms)}
              </span>
              <small>
                {one.channel ? ways[one.channel] : `не получит: ${unreachableReasons[one.reason as UnreachableReason]}`}
              </small>
            </li>
          ))}
        </ul>
      )}
      {preview.people > preview.due.length && (
        <p className={styles.muted}>и ещё {preview.people - preview.due.length}</p>
      )}
      {preview.sample?.sms && <p className={styles.bubble}>{preview.sample.sms}</p>}
      {typed !== null && preview.people > preview.confirm_above && (
        <TextBox label={`Впишите число получателей: ${preview.people}`} value={typed} onChange={onType} />
      )}
    </>
  );
}
