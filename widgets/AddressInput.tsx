// Postal address with suggestions: free text is allowed, a chosen suggestion brings its postal code.
import { useId, useState } from 'react';
import type { Ref } from 'react';
import { FieldBox } from './FieldBox.tsx';
import type { FieldProps } from './FieldBox.tsx';
import field from './field.module.css';
import { Listbox, optionId } from './Listbox.tsx';
import styles from './listbox.module.css';
import { useListKeys } from './useListKeys.ts';
import { useSuggestions } from './useSuggestions.ts';

export interface AddressSuggestion {
  value: string;
  postal_code?: string | null;
  fias_id?: string | null;
}

/** Suggestions begin at this many characters, come after this pause (ms) and are at most so many. */
export const addressRules = { fromCharacters: 3, delayMs: 100, most: 5 } as const;

export interface AddressBoxProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** Told of a chosen suggestion after its text. */
  onPick?: (suggestion: AddressSuggestion) => void;
  load: (query: string, signal: AbortSignal) => Promise<readonly AddressSuggestion[]>;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** Plain address input; the value is one string, «индекс, адрес» when the postal code is known. */
export function AddressBox(props: AddressBoxProps) {
  const { value, onChange, onBlur, load } = props;
  const listId = useId();
  const [wrapper, setWrapper] = useState<HTMLElement | null>(null);
  const [typing, setTyping] = useState(false);
  const query = (value ?? '').trim();
  const enabled = typing && query.length >= addressRules.fromCharacters;
  const found = useSuggestions({ query, enabled, delayMs: addressRules.delayMs, load });
  const items = found.items.slice(0, addressRules.most);
  const open = enabled && (items.length > 0 || found.status === 'ready');
  const pick = (index: number) => {
    const suggestion = items[index];
    if (!suggestion) return;
    onChange(addressText(suggestion));
    props.onPick?.(suggestion);
    setTyping(false);
  };
  const keys = useListKeys({
    open,
    onOpen: () => setTyping(true),
    onClose: () => setTyping(false),
    count: found.status === 'ready' ? items.length : 0,
    onPick: pick,
  });
  return (
    <FieldBox {...props}>
      {(control) => (
        <div ref={setWrapper} className={styles.wrapper}>
          <input
            {...control}
            ref={props.inputRef}
            className={field.input}
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && keys.active >= 0 ? optionId(listId, keys.active) : undefined}
            // Browsers offer their own addresses over ours unless the field has a name they do not know.
            autoComplete="off"
            readOnly={props.readOnly}
            placeholder={props.placeholder}
            value={value ?? ''}
            onChange={(event) => {
              setTyping(true);
              keys.setActive(-1);
              onChange(event.target.value);
            }}
            onKeyDown={keys.onKeyDown}
            onBlur={() => {
              setTyping(false);
              onBlur?.();
            }}
          />
          <Listbox
            id={listId}
            label="Подсказки адреса"
            anchor={wrapper?.parentElement ?? null}
            open={open}
            options={items.map(optionOf)}
            active={keys.active}
            onActive={keys.setActive}
            onPick={pick}
            message={items.length === 0 ? 'Подсказок нет, оставьте адрес как есть' : null}
          />
        </div>
      )}
    </FieldBox>
  );
}

const optionOf = ({ value, postal_code }: AddressSuggestion, nth: number) => ({
  key: `${nth} ${value}`,
  label: value,
  hint: postal_code,
});

/** «198035, г Санкт-Петербург, …»; the address alone when the code is not known. */
export function addressText({ value, postal_code }: AddressSuggestion): string {
  return postal_code && !value.startsWith(postal_code) ? `${postal_code}, ${value}` : value;
}

/** The ФИАС id of a suggestion beside the text it belongs to; whoever types over that text leaves it behind. */
export const addressCode = (suggestion: AddressSuggestion) =>
  suggestion.fias_id
    ? {
        text: addressText(suggestion),
        fias_id: suggestion.fias_id,
        postal_code: suggestion.postal_code ?? null,
      }
    : null;
export type PickedCode = ReturnType<typeof addressCode>;
