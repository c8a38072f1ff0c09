// A garage in the entry grid: number, «12-3 45», account number or a name, found as one types; Enter takes what was found.
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { globalSearch } from '../../../contract/search.ts';
import { call } from '../../../providers/http.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { Listbox, optionId } from '../../../widgets/Listbox.tsx';
import { searchMessage } from '../../../widgets/SearchSelect.tsx';
import { useListKeys } from '../../../widgets/useListKeys.ts';
import { useSuggestions } from '../../../widgets/useSuggestions.ts';
import styles from './desk.module.css';
import { standsWords, type DeskGarage } from './deskRules.ts';

/** Stands where Enter was pressed while the row was not free: what follows is for the next cells. */
const ENTER = '⏎';
const DELAY_MS = 200;
const MOST = 12;
const LEFT = 'Под эти слова подходит не один гараж или ни одного: выберите из списка';

export interface GarageCellProps {
  value: DeskGarage | null;
  onChange: (garage: DeskGarage | null) => void;
  /** The garage is there and the hand goes on. */
  onNext: () => void;
  /** A garage is being looked for while the hand is elsewhere. */
  onLooking: (looking: boolean) => void;
  /** The words that were left may mean several garages, or none. */
  onDoubt: () => void;
  label: string;
  /** A payment is on its way: what is typed is the next one, it is taken when the row is free. */
  held: boolean;
  /** What was typed ahead for the cells that follow, parted where Enter was pressed; answers what is left for the next payment. */
  onAhead: (cells: readonly string[]) => readonly string[];
  /** On a phone: a keyboard of figures, letters by a button. */
  figures?: boolean;
  error?: boolean;
  describedBy?: string | undefined;
  autoFocus?: boolean;
}

const find = async (q: string, signal: AbortSignal): Promise<readonly DeskGarage[]> => {
  if (!q) return [];
  const { garages } = await call(globalSearch, { query: { q, limit: MOST }, signal, quiet: true });
  return garages.items;
};
/** No payment is taken for a garage that is away. */
const isAway = (garage: DeskGarage) => garage.is_active === false;

/** The garage that the words can only mean: the one found, or the one with just this number. */
export function onlyOne(found: readonly DeskGarage[], words: string): DeskGarage | undefined {
  const here = found.filter((garage) => !isAway(garage));
  const exact = here.filter((garage) => garage.number.toLowerCase() === words.toLowerCase());
  return here.length === 1 ? here[0] : exact.length === 1 ? exact[0] : undefined;
}

/** The words of the garage, and what was typed for the cells after it. */
function cellsOf(text: string): [words: string, ahead: readonly string[]] {
  const [words = '', ...ahead] = text.split(ENTER).map((cell) => cell.trim());
  return [words, ahead];
}

export function GarageCell(props: GarageCellProps) {
  const { value, onChange, onNext, held } = props;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [query, show] = useState('');
  /** What stands in the box by the last key, drawn or not. */
  const text = useRef('');
  const setQuery = (next: string) => {
    text.current = next;
    show(next);
  };
  // The hand went on before the answer came: the garage is taken when there can be no doubt, else the words stay.
  const [figures, setFigures] = useState(props.figures === true);
  const [waits, setWaits] = useState(false);
  const [wasHeld, setWasHeld] = useState(false);
  // Asked for at once; stays so for these words, or the list would be asked for anew.
  const [eager, setEager] = useState(false);
  const [words, ahead] = cellsOf(query);
  const found = useSuggestions({
    query: words,
    enabled: (open || waits) && words !== '',
    delayMs: eager ? 0 : DELAY_MS,
    load: find,
  });
  const close = () => {
    setOpen(false);
    setQuery('');
    setWaits(false);
  };
  const pick = (garage: DeskGarage | undefined) => {
    if (!garage || isAway(garage)) return;
    if (ahead.length) return queueMicrotask(() => layAhead(garage, words));
    close();
    onChange(garage);
    if (document.activeElement === input.current) onNext();
  };
  /** What was typed ahead goes where it belongs before the next key does: each step is drawn at once. */
  const layAhead = (garage: DeskGarage, found: string) => {
    const [last, cells] = cellsOf(text.current);
    // Other words stand there by now, or it was done already.
    if (last !== found || !cells.length) return;
    flushSync(() => {
      close();
      onChange(garage);
    });
    const next = props.onAhead(cells);
    if (next.length) flushSync(() => typed(next.join(ENTER), true));
  };
  const typed = (text: string, wasTaken = false) => {
    const isAhead = text.includes(ENTER);
    setOpen(true);
    setWaits(isAhead);
    setEager(isAhead);
    left.current = isAhead;
    setQuery(text);
    if (wasTaken) setWasHeld(true);
    keys.setActive(0);
  };
  const isReady = found.status === 'ready';
  const settle = useEffectEvent(() => {
    setWaits(false);
    // A row that a refusal gave back keeps its garage: what was typed was for the next one.
    if (wasHeld && value) close();
    else if (isReady && onlyOne(found.items, words)) pick(onlyOne(found.items, words));
    else props.onDoubt();
  });
  const tell = useEffectEvent(props.onLooking);
  // Of the next payment nothing is looked for in the row that is on its way.
  const isLooking = waits && !wasHeld;
  useEffect(() => tell(isLooking), [isLooking]);
  useEffect(() => {
    if (waits && !held && (isReady || found.status === 'failed')) settle();
  }, [waits, held, isReady, found.status]);
  const keys = useListKeys({
    open,
    onOpen: () => setOpen(true),
    onClose: close,
    count: isReady ? found.items.length : 0,
    onPick: (index) => pick(found.items[index]),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F4') {
      event.preventDefault();
      return setOpen(true);
    }
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (isEnter || (event.key === 'Tab' && !event.shiftKey)) {
      if (isEnter) event.preventDefault();
      if (!open || !words) return isEnter && value && !held ? onNext() : undefined;
      const isAhead = held || (waits && ahead.length > 0);
      if (!isReady || isAhead || !isEnter) {
        setWaits(true);
        setEager(true);
        setWasHeld(isAhead);
        left.current = true;
        if (isEnter && isAhead) setQuery(text.current + ENTER);
        else if (isEnter) onNext();
        return;
      }
    }
    if (open || event.key === 'F4') keys.onKeyDown(event);
  };
  const isLeft = !open && !waits && words !== '';
  return (
    <div ref={setBox} className={styles.garageCell}>
      {value && !open && !query && <GaragePlate section={value.section} number={value.number} />}
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label={value ? `${props.label}: ${value.section} ${value.number}` : props.label}
        aria-expanded={open && words !== ''}
        aria-controls={open && words ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && keys.active >= 0 ? optionId(listId, keys.active) : undefined}
        aria-invalid={props.error || isLeft || undefined}
        aria-describedby={props.describedBy}
        autoComplete="off"
        inputMode={figures ? 'decimal' : 'text'}
        autoFocus={props.autoFocus}
        title={isLeft ? LEFT : undefined}
        placeholder={value && !open ? '' : '№ или ЛС'}
        maxLength={100}
        value={query}
        onChange={(event) => {
          typed(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => query && setOpen(true)}
        onBlur={() => {
          setOpen(false);
          // Words that were left by Enter or Tab are being looked for.
          setQuery(left.current ? words : '');
          left.current = false;
        }}
      />
      {props.figures && (
        <button
          type="button"
          className={styles.letters}
          aria-label={figures ? 'АБВ: клавиатура с буквами' : '123: клавиатура с цифрами'}
          onClick={() => {
            // A keyboard changes only when the box is entered anew.
            input.current?.blur();
            flushSync(() => setFigures(!figures));
            input.current?.focus();
          }}
        >
          {figures ? 'АБВ' : '123'}
        </button>
      )}
      <Listbox
        id={listId}
        label="Найденные гаражи"
        anchor={box}
        open={open && words !== ''}
        options={found.items.map((garage) => ({
          key: String(garage.id),
          label: (
            <>
              <GaragePlate size="s" section={garage.section} number={garage.number} archived={isAway(garage)} />{' '}
              {garage.owner ?? 'без владельца'}
            </>
          ),
          hint: isAway(garage)
            ? 'В архиве: оплата не принимается'
            : [garage.po_name, `ЛС ${garage.account_no}`, standsWords(garage)].filter(Boolean).join(' · '),
          selected: garage.id === value?.id,
          disabled: isAway(garage),
        }))}
        active={keys.active}
        onActive={keys.setActive}
        onPick={(index) => pick(found.items[index])}
        message={searchMessage(found.status, found.items.length)}
      />
    </div>
  );
}
