// Text of several lines with a counter that is marked when the text is too long.
import type { Ref } from 'react';
import { FieldBox } from './FieldBox.tsx';
import type { FieldProps } from './FieldBox.tsx';
import { countOf, formatNumber } from './format.ts';
import { cx } from './cx.ts';
import styles from './field.module.css';

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** Most characters; a longer text can be typed, the counter says by how much it is over. */
  maxLength?: number;
  rows?: number;
  placeholder?: string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** Plain text area that grows with its text. */
export function TextArea(props: TextAreaProps) {
  const { value, onChange, onBlur, maxLength, rows = 3, inputRef } = props;
  const text = value ?? '';
  const over = maxLength !== undefined && text.length > maxLength;
  return (
    <FieldBox {...props} counter={maxLength !== undefined && <Counter length={text.length} max={maxLength} />}>
      {(control) => (
        <textarea
          {...control}
          aria-invalid={control['aria-invalid'] ?? (over || undefined)}
          ref={inputRef}
          className={cx(styles.input, styles.area)}
          value={text}
          rows={rows}
          readOnly={props.readOnly}
          placeholder={props.placeholder}
          autoFocus={props.autoFocus}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FieldBox>
  );
}

function Counter({ length, max }: { length: number; max: number }) {
  const over = length > max;
  const excess = `лишние ${countOf(length - max, ['знак', 'знака', 'знаков'])}`;
  return (
    <span className={cx(over && styles.over)} data-overflow={over || undefined}>
      {over && `${excess} · `}
      {formatNumber(length)} / {formatNumber(max)}
    </span>
  );
}
