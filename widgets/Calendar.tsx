// The calendar of the date input; loaded when it is first opened.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';
import 'dayjs/locale/ru';
import type { DateRange } from './dates.ts';
import { clampDate } from './dates.ts';
import { today } from './today.ts';

export interface CalendarProps {
  /** `YYYY-MM-DD`. */
  value: string | null;
  range: DateRange;
  onPick: (date: string) => void;
}

/** Russian month; the years go from next year back to 1900, or further ahead when the date itself lies there. */
export default function Calendar({ value, range, onPick }: CalendarProps) {
  const now = today();
  const nextYearEnd = `${Number(now.slice(0, 4)) + 1}-12-31`;
  const last = value && value > nextYearEnd ? `${value.slice(0, 4)}-12-31` : nextYearEnd;
  const max = clampDate(last, range);
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="ru">
      <DateCalendar
        value={value ? dayjs(value) : null}
        referenceDate={dayjs(clampDate(now, { min: range.min, max }))}
        minDate={dayjs(range.min)}
        maxDate={dayjs(max)}
        yearsOrder="desc"
        yearsPerRow={3}
        views={['year', 'month', 'day']}
        openTo="day"
        autoFocus
        dayOfWeekFormatter={(day) => day.format('dd')}
        slotProps={{
          previousIconButton: { 'aria-label': 'Предыдущий месяц' },
          nextIconButton: { 'aria-label': 'Следующий месяц' },
          switchViewButton: { 'aria-label': 'Выбрать год' },
        }}
        onChange={(date, state) => {
          if (state === 'finish' && date?.isValid()) onPick(date.format('YYYY-MM-DD'));
        }}
      />
    </LocalizationProvider>
  );
}
