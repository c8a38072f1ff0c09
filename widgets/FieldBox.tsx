// The frame of every input: label above, box, the line for an error or a hint that is reserved so that nothing jumps.
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import CheckIcon from '@mui/icons-material/Check';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';

/** What every input of the console understands. */
export interface FieldProps {
  label: ReactNode;
  /** Keeps the label for screen readers only, where the place itself says what is asked. */
  hideLabel?: boolean;
  id?: string;
  name?: string;
  error?: ReactNode;
  helperText?: ReactNode;
  /** A grey mark by the label; the check itself belongs to the form. */
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** A tick in the box: the value was checked and is right. */
  success?: boolean;
  /** `false` gives up the 20 px under the box: for filters and grids, where no error can appear. */
  reserve?: boolean;
  className?: string;
  /** Id of the words that say the error elsewhere: the box is marked only, as in a grid. */
  errorAt?: string;
}

/** Attributes that tie a control to its label and its message; spread them on the focusable element. */
export interface ControlAttributes {
  id: string;
  name?: string | undefined;
  disabled?: boolean | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
  'aria-describedby'?: string | undefined;
}

export interface FieldBoxProps extends FieldProps {
  /** Draws the control itself. */
  children: (control: ControlAttributes) => ReactNode;
  /** Shown in the box before and after the control: an icon, a unit, a button. */
  start?: ReactNode;
  end?: ReactNode;
  /** Right side of the line under the box: a counter. Its id joins the description. */
  counter?: ReactNode;
  /** The control draws its own rim (a list of rows, a drop zone, checkboxes). */
  bare?: boolean;
  /** The control is a set (radios, rows): the label becomes the name of a group. */
  group?: boolean;
}

/** Label, box and message as one; the control gets its attributes through `children`. */
export function FieldBox(props: FieldBoxProps) {
  const { label, hideLabel, error, helperText, required, disabled, readOnly, success, reserve = true } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const messageId = `${id}-message`;
  const counterId = `${id}-counter`;
  const errorHere = props.errorAt ? null : error;
  const said = error && props.errorAt ? props.errorAt : (error || helperText) && messageId;
  const described = [said, props.counter && counterId].filter(Boolean).join(' ');
  const control = props.children({
    id,
    name: props.name,
    disabled,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
    'aria-describedby': described || undefined,
  });
  const Label = props.group ? 'span' : 'label';
  return (
    <div
      className={cx(styles.field, props.className)}
      {...(props.group && {
        role: 'group',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': described || undefined,
      })}
    >
      <Label
        id={`${id}-label`}
        {...(!props.group && { htmlFor: id })}
        className={cx(styles.label, error ? styles.labelError : null, hideLabel && styles.hidden)}
      >
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </Label>
      {props.bare ? (
        control
      ) : (
        <div
          data-box=""
          className={cx(
            styles.box,
            error ? styles.boxError : null,
            disabled && styles.boxDisabled,
            readOnly && styles.boxReadOnly,
          )}
        >
          {props.start && <span className={styles.start}>{props.start}</span>}
          {control}
          {success && !error && <CheckIcon className={styles.tick} titleAccess="Проверено" />}
          {props.end && <span className={styles.end}>{props.end}</span>}
        </div>
      )}
      {(reserve || errorHere || helperText || props.counter) && (
        <div className={styles.under}>
          <FieldMessage id={messageId} error={errorHere} helperText={helperText} />
          {props.counter && (
            <span id={counterId} className={styles.counter}>
              {props.counter}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

function FieldMessage({ id, error, helperText }: { id: string; error: ReactNode; helperText: ReactNode }) {
  if (error) {
    return (
      <span id={id} className={styles.error}>
        <ErrorIcon aria-hidden="true" />
        <span>{error}</span>
      </span>
    );
  }
  return (
    <span id={id} className={styles.helper}>
      {helperText}
    </span>
  );
}
