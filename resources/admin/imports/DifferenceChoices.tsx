// What the file says otherwise than the register: taken or left for all, for a column; rows decide for themselves below.
import Button from '@mui/material/Button';
import { differenceFields, type DifferenceField } from '../../../contract/importChoices.ts';
import { Segmented } from '../../../widgets/Segmented.tsx';
import type { StepProps } from './stepProps.ts';
import styles from './imports.module.css';

type Way = 'ask' | 'file' | 'keep';
const ways = [
  { value: 'ask' as const, label: 'Решать по строкам' },
  { value: 'file' as const, label: 'Взять из файла' },
  { value: 'keep' as const, label: 'Оставить' },
];

export function DifferenceChoices({ batch, change, busy }: StepProps) {
  const { choices } = batch;
  const set = (field: DifferenceField, way: Way) =>
    void change({ choose: [{ row: null, field, choice: way === 'ask' ? null : way }] });
  return (
    <div className={styles.choices}>
      <p>Пустое в реестре заполнится само. Отличающееся останется как есть, пока вы не решите иначе.</p>
      <div className={styles.choiceAll}>
        <Button
          size="small"
          disabled={busy}
          onClick={() => void change({ choices: { all: 'file', fields: {}, rows: {} } })}
        >
          Всё взять из файла
        </Button>
        <Button
          size="small"
          disabled={busy}
          onClick={() => void change({ choices: { all: 'keep', fields: {}, rows: {} } })}
        >
          Всё оставить
        </Button>
      </div>
      <details>
        <summary>По столбцам</summary>
        {(Object.keys(differenceFields) as DifferenceField[]).map((field) => (
          <div key={field} className={styles.choice}>
            <span>{differenceFields[field]}</span>
            <Segmented<Way>
              small
              label={differenceFields[field]}
              value={choices.fields[field] ?? 'ask'}
              options={ways}
              onChange={(way) => set(field, way)}
            />
          </div>
        ))}
      </details>
    </div>
  );
}
