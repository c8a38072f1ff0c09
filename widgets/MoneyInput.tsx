// A sum of money: typed in roubles, kept in whole kopecks.
import type { Ref } from 'react';
import type { FieldProps } from './FieldBox.tsx';
import { formatSum, parseMoney } from './format.ts';
import { TextBox } from './TextInput.tsx';
import { useTypedText } from './useTypedText.ts';

export interface MoneyBoxProps extends FieldProps {
  /** Kopecks. */
  value: number | null;
  onChange: (kopecks: number | null) => void;
  onBlur?: (() => void) | undefined;
  negative?: boolean;
  /** Told of a text that is no sum and was not let in: «-5», «1,555», letters. */
  onRefused?: () => void;
  placeholder?: string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** Plain money input: «4 500,00 ₽», no more than two decimals get in. */
export function MoneyBox({ value, onChange, onBlur, negative, onRefused, ...rest }: MoneyBoxProps) {
  const typed = useTypedText<number>({
    value,
    onChange,
    format: formatSum,
    parse: parseMoney,
    accepts: (text) => (negative ? signed : unsigned).test(text) && text.replace(/\D/g, '').length <= MOST_DIGITS,
    ...(onRefused ? { onRefused } : {}),
  });
  return (
    <TextBox
      {...rest}
      value={typed.text}
      onChange={(text) => typed.type(text.replace(/(₽|руб\.?)\s*$/i, ''))}
      onBlur={() => {
        typed.tidy();
        onBlur?.();
      }}
      inputMode="decimal"
      align="right"
      unit="₽"
    />
  );
}

/** More would not be whole kopecks any more. */
const MOST_DIGITS = 15;
const unsigned = /^[\d\s]*(?:[.,]\d{0,2})?\s*$/;
const signed = /^[-\u2212]?[\d\s]*(?:[.,]\d{0,2})?\s*$/;
