// A date: typed as ДД.ММ.ГГГГ or chosen in a calendar, kept as `YYYY-MM-DD`.
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import { lazy, Suspense, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { clampDate, defaultRange, parseDate, withPoints } from './dates.ts';
import { today } from './today.ts';
import type { DateRange } from './dates.ts';
import type { FieldProps } from './FieldBox.tsx';
import field from './field.module.css';
import { formatDate } from './format.ts';
import { SkeletonBar } from './TableSkeleton.tsx';
import { Popover } from './overlay.tsx';
import { loadPatiently } from './loadPatiently.ts';
import { TextBox } from './TextInput.tsx';

export interface DateBoxProps extends FieldProps {
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange: (date: string | null) => void;
  onBlur?: (() => void) | undefined;
  /** First and last day; 1900-01-01 and the end of the year a hundred years ahead when not given. */
  min?: string;
  max?: string;
  placeholder?: string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** The calendar is big and rarely opened: its code comes with the first opening. */
const Calendar = lazy(() => loadPatiently(() => import('./Calendar.tsx')));

/**
 * Plain date input. A date outside the range becomes the nearest bound; a text that is no date clears the value and the
 * field says why.
 */
export function DateBox({ min, max, value, onChange, onBlur, ...rest }: DateBoxProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const usual = defaultRange(today());
  const range = { min: min ?? usual.min, max: max ?? usual.max };
  const typed = useTypedDate(value ?? null, onChange, range);
  const locked = rest.disabled === true || rest.readOnly === true;
  const openFrom = (element: HTMLElement) => setAnchor(element.closest<HTMLElement>('[data-box]') ?? element);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') typed.settle();
    if (event.key !== 'ArrowDown' || !event.altKey || locked) return;
    event.preventDefault();
    openFrom(event.currentTarget);
  };
  return (
    <>
      <TextBox
        {...rest}
        error={rest.error ?? (typed.unread ? 'Введите корректную дату' : undefined)}
        value={typed.text}
        onChange={typed.type}
        onBlur={() => {
          typed.settle();
          onBlur?.();
        }}
        onKeyDown={onKeyDown}
        inputMode="numeric"
        placeholder={rest.placeholder ?? 'ДД.ММ.ГГГГ'}
        unit={
          <button
            type="button"
            className={field.inner}
            aria-label="Открыть календарь"
            aria-haspopup="dialog"
            disabled={locked}
            onClick={(event) => openFrom(event.currentTarget)}
          >
            <CalendarIcon />
          </button>
        }
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Календарь' } }}
      >
        <Suspense fallback={<CalendarShape />}>
          <Calendar
            value={value ?? null}
            range={range}
            onPick={(date) => {
              onChange(date);
              setAnchor(null);
            }}
          />
        </Suspense>
      </Popover>
    </>
  );
}

/** The text in the box and the date behind it; only a whole date ever becomes the value. */
function useTypedDate(value: string | null, onChange: (date: string | null) => void, range: DateRange) {
  const [text, setText] = useState(() => written(value));
  const [known, setKnown] = useState(value);
  const [unread, setUnread] = useState(false);
  if (value !== known) {
    setKnown(value);
    setText(written(value));
    setUnread(false);
  }
  const emit = (date: string | null) => {
    if (date === known) return;
    setKnown(date);
    onChange(date);
  };
  return {
    text,
    unread,
    type: (next: string) => {
      const pointed = withPoints(next, text);
      const date = parseDate(pointed);
      setText(pointed);
      setUnread(false);
      emit(date && clampDate(date, range));
    },
    settle: () => {
      const date = parseDate(text, { thisYear: Number(today().slice(0, 4)) });
      const settled = date && clampDate(date, range);
      setUnread(text.trim() !== '' && settled === null);
      setText(written(settled));
      emit(settled);
    },
  };
}

const written = (date: string | null) => (date ? formatDate(date) : '');

/** Holds the place of the calendar while its code loads. */
function CalendarShape() {
  return (
    <div style={{ width: 320, height: 334, padding: 20, boxSizing: 'border-box' }}>
      <SkeletonBar width={140} height={20} />
    </div>
  );
}
