// A garage in the entry grid: number, «12-3 45», account number or a name, found as one types; Enter takes what was found.
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type Ref } from 'react';
import { globalSearch } from '../../../contract/worktable.ts';
import { call } from '../../../providers/http.ts';
import { formatMoney } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { Listbox, optionId } from '../../../widgets/Listbox.tsx';
import { searchMessage } from '../../../widgets/SearchSelect.tsx';
import { useListKeys } from '../../../widgets/useListKeys.ts';
import { useSuggestions } from '../../../widgets/useSuggestions.ts';
import styles from './desk.module.css';
import type { DeskGarage } from './deskRules.ts';

const DELAY_MS = 200;
const MOST = 12;

export interface GarageCellProps {
  value: DeskGarage | null;
  onChange: (garage: DeskGarage | null) => void;
  /** The garage is there and the hand goes on. */
  onNext: () => void;
  label: string;
  error?: boolean;
  describedBy?: string | undefined;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

const find = async (q: string, signal: AbortSignal): Promise<readonly DeskGarage[]> => {
  if (!q) return [];
  const { garages } = await call(globalSearch, { query: { q, limit: MOST }, signal, quiet: true });
  return garages.items.filter((garage) => garage.is_active !== false);
};

export function GarageCell(props: GarageCellProps) {
  const { value, onChange, onNext } = props;
  const listId = useId();
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  // Enter was pressed before the answer came: the only garage found is taken then.
  const [waits, setWaits] = useState(false);
  const words = query.trim();
  const found = useSuggestions({ query: words, enabled: open && words !== '', delayMs: DELAY_MS, load: find });
  const pick = (garage: DeskGarage | undefined) => {
    if (!garage) return;
    setOpen(false);
    setQuery('');
    setWaits(false);
    onChange(garage);
    onNext();
  };
  const isReady = found.status === 'ready';
  const takeOnly = useEffectEvent(() => {
    setWaits(false);
    if (found.items.length === 1) pick(found.items[0]);
  });
  useEffect(() => {
    if (waits && isReady) takeOnly();
  }, [waits, isReady]);
  const keys = useListKeys({
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    count: isReady ? found.items.length : 0,
    onPick: (index) => pick(found.items[index]),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F4') {
      event.preventDefault();
      return setOpen(true);
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (!open || !words) return value ? onNext() : undefined;
      if (!isReady) return setWaits(true);
    }
    if (open || event.key === 'F4') keys.onKeyDown(event);
  };
  return (
    <div ref={setBox} className={styles.garageCell}>
      {value && !open && <GaragePlate section={value.section} number={value.number} />}
      <input
        ref={props.inputRef}
        className={styles.input}
        role="combobox"
        aria-label={value ? `${props.label}: ${value.section} ${value.number}` : props.label}
        aria-expanded={open && words !== ''}
        aria-controls={open && words ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && keys.active >= 0 ? optionId(listId, keys.active) : undefined}
        aria-invalid={props.error || undefined}
        aria-describedby={props.describedBy}
        autoComplete="off"
        autoFocus={props.autoFocus}
        placeholder={value && !open ? '' : '№ или ЛС'}
        maxLength={100}
        value={query}
        onChange={(event) => {
          setOpen(true);
          setWaits(false);
          setQuery(event.target.value);
          keys.setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          setQuery('');
          setWaits(false);
        }}
      />
      <Listbox
        id={listId}
        label="Найденные гаражи"
        anchor={box}
        open={open && words !== ''}
        options={found.items.map((garage) => ({
          key: String(garage.id),
          label: (
            <>
              <GaragePlate size="s" section={garage.section} number={garage.number} /> {garage.owner ?? 'без владельца'}
            </>
          ),
          hint: [garage.po_name, `ЛС ${garage.account_no}`, balanceWords(garage.balance_kopecks)]
            .filter(Boolean)
            .join(' · '),
          selected: garage.id === value?.id,
        }))}
        active={keys.active}
        onActive={keys.setActive}
        onPick={(index) => pick(found.items[index])}
        message={searchMessage(found.status, found.items.length)}
      />
    </div>
  );
}

const balanceWords = (kopecks: number) =>
  kopecks < 0 ? `долг ${formatMoney(-kopecks)}` : kopecks > 0 ? `аванс ${formatMoney(kopecks)}` : 'долга нет';
