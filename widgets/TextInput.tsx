// One line of text.
import type { HTMLInputAutoCompleteAttribute, KeyboardEvent, ReactNode, Ref } from 'react';
import { FieldBox } from './FieldBox.tsx';
import type { FieldProps } from './FieldBox.tsx';
import { cx } from './cx.ts';
import styles from './field.module.css';
import { wrongMark } from './wrongInput.ts';

export interface TextBoxProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  type?: 'text' | 'email' | 'password' | 'search' | 'url';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'search';
  placeholder?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  autoFocus?: boolean;
  maxLength?: number;
  /** Shown at the right in the box: «м», «₽», a button. */
  unit?: ReactNode;
  /** Shown at the left in the box: an icon. */
  start?: ReactNode;
  align?: 'left' | 'right';
  /** What is often written here; any other text is taken too. */
  suggestions?: readonly string[];
  inputRef?: Ref<HTMLInputElement>;
  /** The text was not understood: forms wait for it. */
  isWrong?: boolean;
}

/** Plain text input. */
export function TextBox(props: TextBoxProps) {
  const { value, onChange, onBlur, onKeyDown, unit, start, align, inputRef, type = 'text' } = props;
  return (
    <FieldBox {...props} start={start} end={unit}>
      {(control) => (
        <>
          <input
            {...control}
            {...wrongMark(props.isWrong === true)}
            list={props.suggestions?.length ? `${control.id}-list` : undefined}
            ref={inputRef}
            type={type}
            className={cx(styles.input, align === 'right' && styles.right)}
            value={value ?? ''}
            readOnly={props.readOnly}
            inputMode={props.inputMode}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete ?? 'off'}
            autoFocus={props.autoFocus}
            maxLength={props.maxLength}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
          />
          {props.suggestions && props.suggestions.length > 0 && (
            <datalist id={`${control.id}-list`}>
              {props.suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldBox>
  );
}
