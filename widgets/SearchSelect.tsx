// Select with search: options come from the caller's loader while a person types.
import ArrowIcon from '@mui/icons-material/KeyboardArrowDown';
import CloseIcon from '@mui/icons-material/Close';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { FieldBox } from './FieldBox.tsx';
import type { FieldProps } from './FieldBox.tsx';
import field from './field.module.css';
import { Listbox, listName, optionId } from './Listbox.tsx';
import styles from './listbox.module.css';
import { useListKeys } from './useListKeys.ts';
import { useSuggestions } from './useSuggestions.ts';

export interface SelectOption {
  value: string | number;
  label: string;
  /** Second line in the list: the ПО of a garage, the birthday of a namesake. */
  hint?: string | undefined;
}

/** Answers with the options for the typed text; an empty text asks for the first ones. */
export type OptionLoader = (query: string, signal: AbortSignal) => Promise<{ data: readonly SelectOption[] }>;

/** Stands for options that are still on their way: the list says so and asks when they are there. */
export const notYet: OptionLoader = () => new Promise(() => undefined);

/** Pause after the last key before the loader is asked, ms. */
export const searchDelayMs = 300;

interface SharedProps extends FieldProps {
  load: OptionLoader;
  /** Pause after the last key, ms; 0 where the options are known already. */
  delayMs?: number;
  /** Words for a query that finds nothing, where «Ничего не найдено» says too little. */
  nothing?: (query: string) => string | null;
  /** The list opens with the chosen option active; none is by default. */
  startAtChosen?: boolean;
  /** `false` where one of the options always stands. */
  clearable?: boolean;
  onBlur?: (() => void) | undefined;
  placeholder?: string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

export interface SearchSelectProps extends SharedProps {
  value: SelectOption | null;
  onChange: (value: SelectOption | null) => void;
}

export interface SearchMultiSelectProps extends SharedProps {
  value: readonly SelectOption[];
  onChange: (value: readonly SelectOption[]) => void;
}

/** One option. */
export function SearchSelect({ value, onChange, ...rest }: SearchSelectProps) {
  return (
    <Combobox
      {...rest}
      chosen={value ? [value] : []}
      resting={value?.label ?? ''}
      onPick={onChange}
      onClear={() => onChange(null)}
    />
  );
}

/** Several options, shown as tags in the box; Backspace in an empty box takes the last one off. */
export function SearchMultiSelect({ value, onChange, ...rest }: SearchMultiSelectProps) {
  const without = (option: SelectOption) => value.filter((one) => one.value !== option.value);
  const has = (option: SelectOption) => value.some((one) => one.value === option.value);
  return (
    <Combobox
      {...rest}
      multiple
      chosen={value}
      resting=""
      onPick={(option) => onChange(has(option) ? without(option) : [...value, option])}
      onClear={() => onChange([])}
      tags={value.map((option) => (
        <Tag
          key={option.value}
          option={option}
          disabled={rest.disabled === true}
          onRemove={() => onChange(without(option))}
        />
      ))}
      onBackspace={() => onChange(value.slice(0, -1))}
    />
  );
}

interface ComboboxProps extends SharedProps {
  chosen: readonly SelectOption[];
  /** What the box says while nobody types. */
  resting: string;
  multiple?: boolean;
  tags?: ReactNode;
  onPick: (option: SelectOption) => void;
  onClear: () => void;
  onBackspace?: () => void;
}

function Combobox(props: ComboboxProps) {
  const {
    chosen,
    resting,
    multiple,
    tags,
    onPick,
    onClear,
    onBackspace,
    load,
    onBlur,
    delayMs = searchDelayMs,
  } = props;
  const listId = useId();
  const [wrapper, setWrapper] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const locked = props.disabled === true || props.readOnly === true;
  const words = query.trim();
  const found = useSuggestions({
    query: words,
    enabled: open && load !== notYet,
    delayMs: words ? delayMs : 0,
    load: async (text, signal) => (await load(text, signal)).data,
  });
  // Enter pressed before the answer came: the only option is taken when it does.
  const [awaited, setAwaited] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setQuery('');
    setAwaited(null);
  };
  const pick = (index: number) => {
    const option = found.items[index];
    if (!option) return;
    onPick(option);
    if (multiple) setQuery('');
    else close();
  };
  const count = found.status === 'ready' ? found.items.length : 0;
  const keys = useListKeys({ open, onOpen: () => show(), onClose: close, count, onPick: pick });
  const settle = useEffectEvent(() => {
    if (awaited !== null && awaited === words && found.items.length === 1) pick(0);
    else if (props.startAtChosen && !words && keys.active < 0)
      keys.setActive(found.items.findIndex((option) => option.value === chosen[0]?.value));
    setAwaited(null);
  });
  useEffect(() => {
    if (found.status !== 'loading' && found.status !== 'idle') settle();
  }, [found]);
  const show = () => {
    if (locked || open) return;
    keys.setActive(-1);
    setOpen(true);
  };
  const focus = () => wrapper?.querySelector('input')?.focus();
  return (
    <FieldBox
      {...props}
      end={
        <BoxButtons
          clear={chosen.length > 0 && !locked && props.clearable !== false}
          locked={locked}
          onClear={onClear}
          onOpen={() => {
            focus();
            show();
          }}
        />
      }
    >
      {(control) => (
        <div ref={setWrapper} className={multiple ? styles.tags : styles.wrapper}>
          {tags}
          <input
            {...control}
            ref={props.inputRef}
            className={field.input}
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && keys.active >= 0 ? optionId(listId, keys.active) : undefined}
            autoComplete="off"
            autoFocus={props.autoFocus}
            placeholder={(open && resting) || (multiple && chosen.length > 0) ? resting : props.placeholder}
            readOnly={props.readOnly}
            value={open ? query : resting}
            onClick={show}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              if (locked) return;
              setOpen(true);
              setQuery(event.target.value);
              keys.setActive(0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && query === '' && !locked) onBackspace?.();
              if (event.key === 'Enter' && open && words && found.status === 'loading') {
                event.preventDefault();
                setAwaited(words);
              } else if (!locked) keys.onKeyDown(event);
            }}
            onBlur={() => {
              close();
              onBlur?.();
            }}
          />
          <Listbox
            id={listId}
            label={listName(props.label)}
            anchor={wrapper?.parentElement ?? null}
            open={open}
            options={found.items.map((option) => ({
              key: String(option.value),
              label: option.label,
              hint: option.hint,
              selected: chosen.some((one) => one.value === option.value),
            }))}
            active={keys.active}
            onActive={keys.setActive}
            onPick={pick}
            multiple={multiple === true}
            message={
              (found.status === 'ready' && !found.items.length && props.nothing?.(words)) ||
              searchMessage(found.status, found.items.length)
            }
          />
        </div>
      )}
    </FieldBox>
  );
}

/** What a search list says when it has no options to show. */
export function searchMessage(status: 'idle' | 'loading' | 'ready' | 'failed', count: number): string | null {
  if (status === 'failed') return 'Не удалось загрузить. Попробуйте ещё раз';
  if (count > 0) return null;
  return status === 'ready' ? 'Ничего не найдено' : 'Ищем…';
}

function BoxButtons(props: { clear: boolean; locked: boolean; onClear: () => void; onOpen: () => void }) {
  return (
    <>
      {props.clear && (
        <button type="button" className={field.inner} aria-label="Очистить" onClick={props.onClear}>
          <CloseIcon />
        </button>
      )}
      <button
        type="button"
        className={field.inner}
        tabIndex={-1}
        aria-hidden="true"
        disabled={props.locked}
        onMouseDown={(event) => event.preventDefault()}
        onClick={props.onOpen}
      >
        <ArrowIcon />
      </button>
    </>
  );
}

function Tag({ option, disabled, onRemove }: { option: SelectOption; disabled: boolean; onRemove: () => void }) {
  return (
    <span className={styles.tag}>
      <span className={styles.tagText}>{option.label}</span>
      <button
        type="button"
        className={styles.tagRemove}
        disabled={disabled}
        aria-label={`Убрать «${option.label}»`}
        onClick={onRemove}
      >
        <CloseIcon />
      </button>
    </span>
  );
}
