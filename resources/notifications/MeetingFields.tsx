// Day, time and place of the meeting that a mailing calls.
import type { Meeting } from '../../contract/notifications/meetings.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import styles from './notifications.module.css';

const NONE: Meeting = { day: null, time: '', place: '' };

interface Props {
  value: Meeting | null;
  onChange: (meeting: Meeting) => void;
  error: (field: keyof Meeting) => string | undefined;
  /** Under the day: by when its notice is due. */
  note?: string | undefined;
}

export function MeetingFields({ value, onChange, error, note }: Props) {
  const meeting = value ?? NONE;
  const set = (part: Partial<Meeting>) => onChange({ ...meeting, ...part });
  return (
    <div className={styles.meeting}>
      <DateBox
        label="День собрания"
        value={meeting.day}
        onChange={(day) => set({ day })}
        error={error('day')}
        helperText={note}
      />
      <TextBox
        label="Время"
        placeholder="18:00"
        inputMode="numeric"
        maxLength={5}
        value={meeting.time}
        onChange={(time) => set({ time })}
        error={error('time')}
      />
      <TextBox
        label="Место"
        maxLength={200}
        value={meeting.place}
        onChange={(place) => set({ place })}
        error={error('place')}
      />
    </div>
  );
}
