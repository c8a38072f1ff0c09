// A day and an hour by the clock of Moscow; its text is read by `momentOfText`.
import styles from './moment.module.css';

interface MomentInputProps {
  /** «2026-03-06T09:10», empty for none. */
  value: string;
  onChange: (text: string) => void;
  /** Where no label stands around it. */
  label?: string;
}

export const MomentInput = ({ value, onChange, label }: MomentInputProps) => (
  <input
    type="datetime-local"
    className={styles.input}
    max="9999-12-31T23:59"
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);
