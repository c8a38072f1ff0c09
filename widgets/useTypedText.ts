// Text that a person types while the value behind it is something else: a number, a sum.
import { useState } from 'react';

export interface TypedTextOptions<Value> {
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** How the value is written when nobody types. */
  format: (value: Value) => string;
  /** The value of the text; null when there is none. */
  parse: (text: string) => Value | null;
  /** Whether the text may stand in the box while it is being typed; anything else is not let in. */
  accepts: (text: string) => boolean;
  /** Told when a text was not let in. */
  onRefused?: () => void;
}

/**
 * Keeps the typed text and the value in step: each key that makes sense changes both, leaving the field tidies the text,
 * a value set from outside replaces it.
 */
export function useTypedText<Value>({ value, onChange, format, parse, accepts, onRefused }: TypedTextOptions<Value>) {
  const write = (next: Value | null) => (next === null || next === undefined ? '' : format(next));
  const [text, setText] = useState(() => write(value));
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setText(write(value));
  }
  return {
    text,
    type: (next: string) => {
      if (next !== '' && !accepts(next)) return onRefused?.();
      const parsed = parse(next);
      setText(next);
      if (parsed === known) return;
      setKnown(parsed);
      onChange(parsed);
    },
    tidy: () => {
      setText(write(known));
    },
  };
}
