// One of a few, all of them in sight.
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { FieldBox } from './FieldBox.tsx';
import type { FieldProps } from './FieldBox.tsx';
import { cx } from './cx.ts';
import styles from './field.module.css';

export type ChoiceValue = string | number | boolean;

export interface RadioOption<Value extends ChoiceValue = ChoiceValue> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps extends FieldProps {
  value: ChoiceValue | null;
  onChange: (value: ChoiceValue | null) => void;
  onBlur?: (() => void) | undefined;
  options: readonly RadioOption[];
  /** Side by side instead of one under another. */
  row?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** Plain radio buttons. */
export function RadioGroup(props: RadioGroupProps) {
  const group = useId();
  return (
    <FieldBox {...props} bare group>
      {(control) => (
        <div className={cx(styles.options, props.row && styles.row)}>
          {props.options.map((option, index) => (
            <label key={String(option.value)} className={cx(styles.check, props.error ? styles.checkError : null)}>
              <input
                ref={index === 0 ? props.inputRef : undefined}
                type="radio"
                name={group}
                checked={props.value === option.value}
                disabled={props.disabled || option.disabled}
                aria-describedby={control['aria-describedby']}
                onChange={() => props.onChange(option.value)}
                onBlur={props.onBlur}
              />
              <span>
                {option.label}
                {option.hint && <span className={styles.checkHint}>{option.hint}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldBox>
  );
}
