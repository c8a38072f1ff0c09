// Phones: one with the mask +7 ___ ___-__-__, or a list of them.
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import { FieldBox } from './FieldBox.tsx';
import type { FieldProps } from './FieldBox.tsx';
import field from './field.module.css';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';
import { caretAfter, digitsBefore, maskedPhone, nationalDigits, phoneLength } from './phones.ts';
import styles from './phone.module.css';

export interface PhoneBoxProps extends FieldProps {
  /** `+7XXXXXXXXXX`; while typed shorter, so that the form's own check refuses it. */
  value: string | null;
  onChange: (phone: string | null) => void;
  onBlur?: (() => void) | undefined;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** What an unfinished phone is told. */
export const phoneMessage = 'Введите телефон полностью: +7 ___ ___-__-__';

/** Plain phone input; understands pasted «8 (921) …», «+7921…» and ten digits. */
export function PhoneBox(props: PhoneBoxProps) {
  const { value, onChange, onBlur } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [focused, setFocused] = useState(false);
  const digits = nationalDigits(value ?? '');
  const unfinished = !focused && digits.length > 0 && digits.length < phoneLength;
  useLayoutEffect(() => {
    if (caret.current === null || !input.current) return;
    input.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const take = (text: string, at: number) => {
    const shown = maskedPhone(digits);
    const spare = digits.length === phoneLength && text.length === shown.length + 1 && !digits.startsWith('89');
    if (spare) return void (caret.current = caretAfter(phoneLength)); // an eleventh digit; «89…» is a phone typed with its 8
    let next = nationalDigits(text);
    let before = Math.min(digitsBefore(text, at), next.length);
    const erasedMark = next === digits && text.length < shown.length && before > 0;
    if (erasedMark) {
      // Backspace over a space or a hyphen takes the digit before it.
      next = digits.slice(0, before - 1) + digits.slice(before);
      before -= 1;
    }
    caret.current = caretAfter(before);
    onChange(next ? `+7${next}` : null);
  };
  return (
    <FieldBox {...props} error={props.error ?? (unfinished ? phoneMessage : undefined)}>
      {(control) => (
        <input
          {...control}
          ref={(element) => {
            input.current = element;
            if (typeof props.inputRef === 'function') props.inputRef(element);
            else if (props.inputRef) props.inputRef.current = element;
          }}
          type="tel"
          inputMode="tel"
          className={field.input}
          placeholder="Телефон"
          autoComplete="off"
          autoFocus={props.autoFocus}
          readOnly={props.readOnly}
          value={digits || focused ? maskedPhone(digits) : ''}
          onFocus={() => {
            setFocused(true);
            if (digits.length < phoneLength) caret.current = caretAfter(digits.length);
          }}
          onChange={(event) => take(event.target.value, event.target.selectionStart ?? event.target.value.length)}
          onBlur={() => {
            setFocused(false);
            onBlur?.();
          }}
        />
      )}
    </FieldBox>
  );
}

export interface PhoneListBoxProps extends FieldProps {
  value: readonly string[];
  onChange: (phones: readonly string[]) => void;
  onBlur?: (() => void) | undefined;
  /** Most phones. */
  most?: number;
  inputRef?: Ref<HTMLInputElement>;
}

/** Several phones of a person; the first one is the main. */
export function PhoneListBox(props: PhoneListBoxProps) {
  const { value, onChange, onBlur, most = 5 } = props;
  const group = useId();
  const [added, setAdded] = useState(false);
  const locked = props.disabled === true || props.readOnly === true;
  const rows = value.length > 0 && !added ? value : [...value, ''];
  const put = (index: number, phone: string | null) => {
    onChange(
      phone === null && index >= value.length
        ? value
        : rows.map((row, at) => (at === index ? (phone ?? '') : row)).filter(Boolean),
    );
    setAdded(false);
  };
  return (
    <FieldBox {...props} bare group>
      {() => (
        <div className={styles.list}>
          {rows.map((phone, index) => (
            <div key={`${group}-${index}`} className={styles.row}>
              <PhoneBox
                label={index === 0 ? 'Основной телефон' : `Телефон ${index + 1}`}
                hideLabel
                reserve={false}
                value={phone || null}
                disabled={props.disabled === true}
                readOnly={props.readOnly === true}
                autoFocus={added && index === rows.length - 1}
                onChange={(next) => put(index, next)}
                onBlur={onBlur}
                {...(index === 0 && props.inputRef && { inputRef: props.inputRef })}
              />
              {value.length > 0 && !locked && (
                <IconButtonWithTip
                  label={`Убрать телефон ${index + 1}`}
                  onClick={() => {
                    onChange(value.filter((_, at) => at !== index));
                    setAdded(false);
                  }}
                >
                  <CloseIcon />
                </IconButtonWithTip>
              )}
            </div>
          ))}
          {!locked && !added && value.length > 0 && value.length < most && (
            <Button variant="text" startIcon={<AddIcon />} onClick={() => setAdded(true)} className={styles.add}>
              Добавить телефон
            </Button>
          )}
        </div>
      )}
    </FieldBox>
  );
}
