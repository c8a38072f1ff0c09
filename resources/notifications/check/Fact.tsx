// A line of the check, its choice, and what every line is told from.
import CheckIcon from '@mui/icons-material/Check';
import StopIcon from '@mui/icons-material/ErrorOutlineOutlined';
import AskIcon from '@mui/icons-material/WarningAmberOutlined';
import { useId, type ReactNode } from 'react';
import type { NotificationPreview } from '../../../contract/notifications.ts';
import type { useMailingDraft } from '../useMailingDraft.ts';
import type { Choices } from './choices.ts';
import styles from './check.module.css';

export interface PartProps {
  draft: ReturnType<typeof useMailingDraft>;
  preview: NotificationPreview;
  choices: Choices;
  choose: (part: Partial<Choices>) => void;
}

export function Fact({
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
export function Choice<Value extends string>({
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
