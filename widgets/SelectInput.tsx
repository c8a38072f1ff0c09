// Select from a short list that is known beforehand.
import ArrowIcon from '@mui/icons-material/KeyboardArrowDown';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { cx } from './cx.ts';
import { FieldBox } from './FieldBox.tsx';
import type { FieldProps } from './FieldBox.tsx';
import field from './field.module.css';
import { Listbox, listName, optionId } from './Listbox.tsx';
import styles from './listbox.module.css';
import { useListKeys } from './useListKeys.ts';

export interface SelectItem {
  value: string | number;
  label: string;
  hint?: string;
  disabled?: boolean;
}

export interface SelectBoxProps extends FieldProps {
  value: string | number | null;
  onChange: (value: string | number | null) => void;
  onBlur?: (() => void) | undefined;
  options: readonly SelectItem[];
  placeholder?: string;
  /** Words of a first entry that empties the field: «Любой». */
  emptyLabel?: string;
  inputRef?: Ref<HTMLButtonElement>;
}

/** Plain select: arrows, first letters, Enter; the list is at most 340 px high. */
export function SelectBox(props: SelectBoxProps) {
  const { value, onChange, onBlur, placeholder = 'Выберите', emptyLabel } = props;
  const listId = useId();
  const [wrapper, setWrapper] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const items: (Omit<SelectItem, 'value'> & { value: string | number | null })[] = [
    ...(emptyLabel ? [{ value: null, label: emptyLabel }] : []),
    ...props.options,
  ];
  const chosen = items.findIndex((item) => item.value === value);
  const locked = props.disabled === true || props.readOnly === true;
  const pick = (index: number) => {
    const item = items[index];
    if (!item || item.disabled) return;
    if (item.value !== value) onChange(item.value);
    setOpen(false);
  };
  const keys = useListKeys({
    open,
    onOpen: () => show(),
    onClose: () => setOpen(false),
    count: items.length,
    onPick: pick,
  });
  const show = () => {
    keys.setActive(Math.max(chosen, 0));
    setOpen(true);
  };
  const find = useFirstLetters(items, (index) => (open ? keys.setActive(index) : pick(index)));
  return (
    <FieldBox {...props} end={<ArrowIcon className={styles.arrow} aria-hidden="true" />}>
      {({ 'aria-required': required, ...control }) => (
        <div ref={setWrapper} className={styles.wrapper}>
          <button
            {...control}
            ref={props.inputRef}
            type="button"
            role="combobox"
            className={cx(field.input, styles.select)}
            aria-required={required}
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={open && keys.active >= 0 ? optionId(listId, keys.active) : undefined}
            aria-readonly={props.readOnly || undefined}
            onClick={() => !locked && (open ? setOpen(false) : show())}
            onKeyDown={(event) => {
              if (locked) return;
              keys.onKeyDown(event);
              find(event);
            }}
            onBlur={() => {
              setOpen(false);
              onBlur?.();
            }}
          >
            <span className={cx(styles.selectText, chosen < 0 && styles.placeholder)}>
              {items[chosen]?.label ?? placeholder}
            </span>
          </button>
          <Listbox
            id={listId}
            label={listName(props.label)}
            anchor={wrapper?.parentElement ?? null}
            open={open}
            options={items.map((item, index) => ({
              ...item,
              key: String(item.value ?? ''),
              selected: index === chosen,
            }))}
            active={keys.active}
            onActive={keys.setActive}
            onPick={pick}
          />
        </div>
      )}
    </FieldBox>
  );
}

/** Letters typed within a second find the entry that begins with them. */
function useFirstLetters(items: readonly { label: string }[], onFound: (index: number) => void) {
  const typed = useRef({ letters: '', at: 0 });
  return (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    const fresh = event.timeStamp - typed.current.at > 1000;
    const letters = (fresh ? '' : typed.current.letters) + event.key.toLowerCase();
    typed.current = { letters, at: event.timeStamp };
    const index = items.findIndex((item) => item.label.toLowerCase().startsWith(letters));
    if (index >= 0) onFound(index);
  };
}
