// Ties a plain control to a react-admin form: value, error, focus on error, translated messages.
import { useInput, ValidationError } from 'react-admin';
import type { InputProps, Validator } from 'react-admin';
import type { ComponentType, ReactNode } from 'react';

/** What a control needs to be bound. `onChange` gets the value itself, never an event. */
export interface PlainControl<Value> {
  value: Value;
  onChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  error?: ReactNode;
  id?: string;
  name?: string;
  required?: boolean;
  /** Focused when the form jumps to this field. */
  inputRef?: unknown;
}

export interface BoundProps<Value> {
  /** Path of the value in the record. */
  source: string;
  validate?: Validator | Validator[];
  /** Told after the form has taken the value. */
  onChange?: (value: Value) => void;
  onBlur?: () => void;
  /** Error from elsewhere; the form's own error goes first. */
  error?: ReactNode;
  required?: boolean;
}

type BoundInputProps<Value, Props> = Omit<Props, keyof PlainControl<Value> | 'ref'> &
  BoundProps<Value> & { id?: string };

/**
 * A react-admin input made of a plain control. `empty` is what the control gets while the form has nothing; an empty string becomes
 * null in the form.
 */
export function bindInput<Value, Props extends PlainControl<Value>>(Control: ComponentType<Props>, empty: Value) {
  function BoundInput(props: BoundInputProps<Value, Props>) {
    const { source, validate, onChange, onBlur, error, id, ...rest } = props;
    const input = useInput({
      source,
      format: (value: never) => (value === null || value === undefined ? empty : value),
      parse: (value: never) => (value === '' ? null : value),
      ...(id !== undefined && { id }),
      ...(validate && { validate }),
      ...(props.required !== undefined && { isRequired: props.required }),
    } as InputProps);
    const message = input.fieldState.error?.message;
    const control = {
      ...rest,
      id: input.id,
      name: input.field.name,
      value: input.field.value,
      required: input.isRequired,
      error: message ? <ValidationError error={message} /> : error,
      inputRef: input.field.ref,
      onChange: (value: Value) => {
        input.field.onChange(value);
        onChange?.(value);
      },
      onBlur: () => {
        input.field.onBlur();
        onBlur?.();
      },
    };
    return <Control {...(control as unknown as Props)} />;
  }
  BoundInput.displayName = `Bound(${Control.displayName ?? Control.name})`;
  return BoundInput;
}
