// Whole or decimal numbers with a unit; the comma is the decimal sign, a point is understood.
import type { Ref } from 'react';
import type { FieldProps } from './FieldBox.tsx';
import { formatNumber } from './format.ts';
import { TextBox } from './TextInput.tsx';
import { useTypedText, type ReadText } from './useTypedText.ts';

export interface NumberBoxProps extends FieldProps {
  value: number | null;
  /** Told null for an empty text; for one that is no number null and the reason, which the box says by itself too. */
  onChange: (value: number | null, wrong?: string | null) => void;
  onBlur?: (() => void) | undefined;
  /** Decimals that may be typed; with `fixed` they are always shown («6,00»). Whole numbers by default. */
  digits?: number;
  fixed?: boolean;
  negative?: boolean;
  unit?: string;
  placeholder?: string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** Plain number input. */
export function NumberBox({ value, onChange, onBlur, digits = 0, fixed, negative, error, ...rest }: NumberBoxProps) {
  const typed = useTypedText<number>({
    value,
    onChange,
    format: (number) => formatNumber(number, fixed ? digits : undefined),
    read: (text) => readNumber(text, digits, negative === true),
  });
  return (
    <TextBox
      {...rest}
      error={typed.wrong ?? error}
      isWrong={typed.wrong !== null}
      value={typed.text}
      onChange={typed.type}
      onBlur={() => {
        typed.tidy();
        onBlur?.();
      }}
      inputMode={digits > 0 ? 'decimal' : 'numeric'}
    />
  );
}

function readNumber(text: string, digits: number, negative: boolean): ReadText<number> {
  const plain = text.replace(/\s/g, '').replace('\u2212', '-').replace(',', '.');
  if (plain === '') return { value: null };
  const match = /^(-?)\d{1,15}(?:\.(\d*))?$/.exec(plain);
  if (!match) return { value: null, wrong: digits > 0 ? 'Введите число, например 6,5' : 'Введите целое число' };
  if (match[1] && !negative) return { value: null, wrong: 'Число не может быть меньше нуля' };
  if ((match[2] ?? '').length > digits)
    return { value: null, wrong: digits > 0 ? `После запятой не больше ${digits} знаков` : 'Введите целое число' };
  return { value: Number(plain) };
}
