// A sum of money: typed in roubles, kept in whole kopecks.
import type { Ref } from 'react';
import type { FieldProps } from './FieldBox.tsx';
import { formatSum } from './format.ts';
import { readSum } from './sums.ts';
import { TextBox } from './TextInput.tsx';
import { useTypedText } from './useTypedText.ts';

export interface MoneyBoxProps extends FieldProps {
  /** Kopecks. */
  value: number | null;
  /** Told null for an empty text; for one that is no sum null and the reason, which the box says by itself too. */
  onChange: (kopecks: number | null, wrong?: string | null) => void;
  onBlur?: (() => void) | undefined;
  negative?: boolean;
  /** What «=» stands for, kopecks: the whole debt; null where it is not known. */
  equals?: number | null;
  placeholder?: string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** Plain money input: any text may stand in it, only a whole sum becomes a value; «4 500,00 ₽» when it is left. */
export function MoneyBox({ value, onChange, onBlur, negative = false, equals, error, ...rest }: MoneyBoxProps) {
  const typed = useTypedText<number>({
    value,
    onChange,
    format: formatSum,
    read: (text) => (text.trim() === '=' ? readEquals(equals) : readSum(text, { negative })),
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
      inputMode="decimal"
      align="right"
      unit="₽"
    />
  );
}

function readEquals(equals: number | null | undefined) {
  if (equals === undefined) return readSum('=');
  if (equals === null) return { value: null, wrong: 'Сначала выберите гараж' };
  return equals > 0 ? { value: equals } : { value: null, wrong: 'Долга нет: введите сумму' };
}
