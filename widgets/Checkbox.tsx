// Checkbox: alone in a row of a table or with words; a bar shows a mixed state.
import { useEffect, useId, useRef } from 'react';
import type { ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';

export interface CheckboxProps {
  value: boolean;
  onChange: (value: boolean) => void;
  onBlur?: (() => void) | undefined;
  /** Words beside the box; with `hideLabel` only read aloud. */
  label: ReactNode;
  hideLabel?: boolean;
  mixed?: boolean;
  disabled?: boolean;
  helperText?: ReactNode;
  error?: ReactNode;
  id?: string;
  name?: string;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** Plain checkbox, 16 px in a 36 px target (44 px for a finger). */
export function Checkbox(props: CheckboxProps) {
  const { value, onChange, label, hideLabel, mixed, error, helperText, inputRef } = props;
  const own = useRef<HTMLInputElement>(null);
  const ownId = useId();
  const messageId = `${props.id ?? ownId}-message`;
  useEffect(() => {
    if (own.current) own.current.indeterminate = mixed === true;
  }, [mixed]);
  const message = error ?? helperText;
  return (
    <label className={cx(styles.check, error ? styles.checkError : null, hideLabel && styles.bare)}>
      <input
        ref={(element) => {
          own.current = element;
          if (typeof inputRef === 'function') inputRef(element);
          else if (inputRef) inputRef.current = element;
        }}
        type="checkbox"
        id={props.id}
        name={props.name}
        checked={value === true}
        disabled={props.disabled}
        aria-label={hideLabel && typeof label === 'string' ? label : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={message ? messageId : undefined}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={props.onBlur}
      />
      {!hideLabel && (
        <span>
          {label}
          {message && (
            <span id={messageId} className={error ? styles.error : styles.checkHint}>
              {message}
            </span>
          )}
        </span>
      )}
    </label>
  );
}
