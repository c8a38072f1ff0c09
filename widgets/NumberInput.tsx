// Whole or decimal numbers with a unit; the comma is the decimal sign, a point is understood.
import type { Ref } from 'react';
import type { FieldProps } from './FieldBox.tsx';
import { formatNumber } from './format.ts';
import { TextBox } from './TextInput.tsx';
import { useTypedText } from './useTypedText.ts';

export interface NumberBoxProps extends FieldProps {
  value: number | null;
  onChange: (value: number | null) => void;
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
export function NumberBox({ value, onChange, onBlur, digits = 0, fixed, negative, ...rest }: NumberBoxProps) {
  const typed = useTypedText<number>({
    value,
    onChange,
    format: (number) => formatNumber(number, fixed ? digits : undefined),
    parse: parseNumber,
    accepts: (text) => numberPattern(digits, negative === true).test(text),
  });
  return (
    <TextBox
      {...rest}
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

const numberPattern = (digits: number, negative: boolean) =>
  new RegExp(`^${negative ? '[-\u2212]?' : ''}[\\d\\s]*${digits > 0 ? `(?:[.,]\\d{0,${digits}})?` : ''}$`);

function parseNumber(text: string): number | null {
  const plain = text.replace(/\s/g, '').replace('\u2212', '-').replace(',', '.');
  const number = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(number) ? number : null;
}
