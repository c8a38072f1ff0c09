// When something is done by itself: its rhythm, the day of it, the hour. Three fields of a grid.
import { rhythms, weekDays, type Rhythm, type Schedule } from '../contract/kernel/rhythm.ts';
import { NumberBox } from './NumberInput.tsx';
import { SelectBox } from './SelectInput.tsx';

/** A schedule being typed: an empty hour is none yet. */
type Typed = Omit<Schedule, 'atHour'> & { atHour: number | null };

/** `hours` are named in the label: «9–20». */
export function RhythmFields(props: {
  values: Typed;
  set: (part: Partial<Typed>) => void;
  errors: Record<string, string>;
  hours: string;
}) {
  const { values, set, errors, hours } = props;
  return (
    <>
      <SelectBox
        label="Когда"
        value={values.every}
        options={Object.entries(rhythms).map(([value, label]) => ({ value, label }))}
        onChange={(every) => set({ every: every as Rhythm, onDay: every === 'day' ? null : 1 })}
        error={errors.every}
      />
      {values.every === 'week' && (
        <SelectBox
          label="День недели"
          value={values.onDay}
          options={weekDays.map((label, nth) => ({ value: nth + 1, label }))}
          onChange={(day) => set({ onDay: Number(day) })}
          error={errors.onDay}
        />
      )}
      {values.every === 'month' && (
        <NumberBox
          label="Число месяца, 1–28"
          value={values.onDay}
          onChange={(onDay) => set({ onDay })}
          error={errors.onDay}
        />
      )}
      <NumberBox
        label={`Час, ${hours}`}
        value={values.atHour}
        onChange={(atHour) => set({ atHour })}
        error={errors.atHour}
      />
    </>
  );
}
