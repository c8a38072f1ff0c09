// Filters of a list: the panel with all fields, the chips of those in force, and one field in place under its chip.
import { useListContext } from 'react-admin';
import { createContext, use, useRef, useState, type ReactNode, type RefObject } from 'react';
import { FilterChip } from '../FilterChip.tsx';
import { formatNumber } from '../format.ts';
import { Popover } from '../overlay.tsx';
import styles from './list.module.css';

export interface Chip {
  /** Filter key that the chip drops. */
  key: string;
  label: string;
  value: string;
}

/** Which field alone is wanted; null means all. */
const OnlyField = createContext<string | null>(null);

/**
 * A field of the filter form. `name` is the filter key (or keys) it sets: a click on the chip of that key opens
 * this field alone.
 */
export function FilterField({ name, children }: { name: string | readonly string[]; children: ReactNode }) {
  const only = use(OnlyField);
  return only === null || [name].flat().includes(only) ? children : null;
}

export interface FilterActions {
  /** Drops the given condition. */
  drop: (key: string) => void;
  /** Drops everything, the search too. */
  reset: () => void;
}

/** How conditions are dropped; the focus goes to `home`, because the chip that had it is gone. */
export function useFilterActions(home: RefObject<HTMLElement | null>): FilterActions {
  const { filterValues, setFilters } = useListContext();
  const goHome = () => home.current?.querySelector<HTMLElement>('button')?.focus();
  return {
    drop(key) {
      const { [key]: _gone, ...rest } = filterValues;
      setFilters(rest, undefined, false);
      goHome();
    },
    reset() {
      setFilters({}, undefined, false);
      goHome();
    },
  };
}

export interface ChipsProps {
  chips: readonly Chip[];
  actions: FilterActions;
  /** The filter form; without it the words of a chip are not a button. */
  form: ReactNode;
  /** Opens the whole form instead of one field: on a phone. */
  onOpenAll?: (() => void) | undefined;
}

/** «ПО КАС № 2 ×»: a click on the words opens that field in place. */
export function FilterChips({ chips, actions, form, onOpenAll }: ChipsProps) {
  const [open, setOpen] = useState<{ key: string; left: number; top: number } | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  const show = (key: string) => {
    if (onOpenAll) return onOpenAll();
    const chip = [...(box.current?.children ?? [])][chips.findIndex((one) => one.key === key)];
    const { left = 0, bottom = 0 } = chip?.getBoundingClientRect() ?? {};
    // A place, not an element: the chip goes away when its field is cleared.
    setOpen({ key, left, top: bottom + 6 });
  };
  const label = chips.find((chip) => chip.key === open?.key)?.label;
  return (
    <>
      <span ref={box} className={styles.chipRow}>
        {chips.map((chip) => (
          <FilterChip
            key={chip.key}
            label={chip.label}
            value={chip.value}
            onRemove={() => actions.drop(chip.key)}
            {...(form ? { onOpen: () => show(chip.key) } : {})}
            open={open?.key === chip.key}
          />
        ))}
      </span>
      <Popover
        open={open !== null}
        onClose={() => setOpen(null)}
        anchorReference="anchorPosition"
        anchorPosition={open ?? { left: 0, top: 0 }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': `Условие ${label ?? ''}`, className: styles.oneField! },
          transition: { onEntered: (paper: HTMLElement) => focusFirst(paper) },
        }}
      >
        <OnlyField value={open?.key ?? null}>{form}</OnlyField>
      </Popover>
    </>
  );
}

/** The control itself rather than the crosses of what is chosen in it. */
const focusFirst = (paper: HTMLElement) =>
  (
    paper.querySelector<HTMLElement>('input, select, textarea, [role="combobox"]') ??
    paper.querySelector<HTMLElement>('button')
  )?.focus();

export function ResetButton({ onReset }: { onReset: () => void }) {
  return (
    <button type="button" className={styles.reset} onClick={onReset}>
      Сбросить
    </button>
  );
}

/** «Найдено 86 из 1 248», told aloud when it changes. */
export function FoundCount({ allCount }: { allCount: number | undefined }) {
  const { total } = useListContext();
  return (
    <span className={styles.found} role="status">
      {total !== undefined && `Найдено ${formatNumber(total)}`}
      {total !== undefined && allCount !== undefined && allCount !== total && ` из ${formatNumber(allCount)}`}
    </span>
  );
}
