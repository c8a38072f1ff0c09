// Text that a person types while the value behind it is something else: a number, a sum.
import { useState } from 'react';

/** What a text says: the value (null for an empty text), or why it is none. */
export type ReadText<Value> = { value: Value | null; wrong?: undefined } | { value: null; wrong: string };

export interface TypedTextOptions<Value> {
  value: Value | null;
  /** Told null for an empty text; for one that was not understood null and the reason. */
  onChange: (value: Value | null, wrong?: string | null) => void;
  /** How the value is written when nobody types. */
  format: (value: Value) => string;
  /** Reads the whole text: a part of it is never taken for all of it. */
  read: (text: string) => ReadText<Value>;
}

/**
 * Keeps the typed text and the value in step: any text may stand in the box, only one that is understood as a whole is
 * a value; leaving the field tidies it, a value set from outside replaces it.
 */
export function useTypedText<Value>({ value, onChange, format, read }: TypedTextOptions<Value>) {
  const write = (next: Value | null) => (next === null || next === undefined ? '' : format(next));
  const [text, setText] = useState(() => write(value));
  const [known, setKnown] = useState(value);
  const [wrong, setWrong] = useState<string | null>(null);
  if (value !== known) {
    setKnown(value);
    setText(write(value));
    setWrong(null);
  }
  return {
    text,
    wrong,
    type: (next: string) => {
      const said = read(next);
      const why = said.wrong ?? null;
      setText(next);
      setKnown(said.value);
      setWrong(why);
      if (said.value !== known || why !== wrong) onChange(said.value, why);
    },
    tidy: () => {
      if (wrong === null) setText(write(known));
    },
  };
}
