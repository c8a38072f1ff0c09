// The list under a combobox: options, the active one, a word when there are none.
import CheckIcon from '@mui/icons-material/Check';
import Popper from '@mui/material/Popper';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './listbox.module.css';

export interface ListOption {
  /** Unique within the list. */
  key: string;
  label: ReactNode;
  hint?: ReactNode;
  selected?: boolean;
  disabled?: boolean;
}

export interface ListboxProps {
  id: string;
  label: string;
  /** The box that the list hangs under and takes its width from; closed while null. */
  anchor: HTMLElement | null;
  open: boolean;
  options: readonly ListOption[];
  active: number;
  onActive: (index: number) => void;
  onPick: (index: number) => void;
  multiple?: boolean;
  /** Shown instead of options: «Ничего не найдено», «Ищем…», what went wrong. */
  message?: ReactNode;
}

/** Id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** Name of a field's list, unlike the name of the field itself. */
export const listName = (label: ReactNode) => (typeof label === 'string' ? `Варианты: ${label}` : 'Варианты');

/** Popup list, at most 340 px high. The focus stays in the box; the mouse never takes it. */
export function Listbox(props: ListboxProps) {
  const { id, label, anchor, open, options, active, onActive, onPick, multiple, message } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!open) return;
    const element = list.current?.querySelector(`[id="${optionId(id, active)}"]`);
    element?.scrollIntoView?.({ block: 'nearest' });
  }, [open, active, id]);
  if (!open || !anchor) return null;
  return (
    <Popper
      role="presentation"
      open
      anchorEl={anchor}
      placement="bottom-start"
      modifiers={offset}
      className={styles.popper}
    >
      {/* The press must not move the focus out of the box. */}
      <div
        className={styles.paper}
        style={{ minWidth: anchor.offsetWidth }}
        onMouseDown={(event) => event.preventDefault()}
      >
        <ul
          ref={list}
          id={id}
          role="listbox"
          aria-label={label}
          aria-multiselectable={multiple || undefined}
          className={styles.list}
        >
          {options.map((option, index) => (
            <li
              key={option.key}
              id={optionId(id, index)}
              role="option"
              aria-selected={option.selected ?? false}
              aria-disabled={option.disabled || undefined}
              className={cx(styles.option, index === active && styles.active)}
              onMouseMove={() => index !== active && onActive(index)}
              onClick={() => !option.disabled && onPick(index)}
            >
              <span className={styles.words}>
                {option.label}
                {option.hint && <span className={styles.hint}>{option.hint}</span>}
              </span>
              {option.selected && <CheckIcon aria-hidden="true" />}
            </li>
          ))}
        </ul>
        <div role="status" className={cx(message ? styles.message : null)}>
          {message}
        </div>
      </div>
    </Popper>
  );
}

const offset = [{ name: 'offset', options: { offset: [0, 4] } }];
