// What is wrong with the draft, under its row: refusals in words, or the question about a payment that is there already.
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { Note } from '../../../widgets/Note.tsx';
import styles from './desk.module.css';
import type { Desk } from './useDesk.ts';

export function Trouble({ desk, onConfirm }: { desk: Desk; onConfirm: () => void }) {
  const { duplicate, errors } = desk;
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The hand that pressed Enter must not press it twice.
    if (duplicate) stay.current?.focus();
  }, [duplicate]);
  const words = [...new Set(Object.values(errors))];
  if (duplicate)
    return (
      <Note
        tone="amber"
        role="alert"
        title="Похоже на повтор"
        action={
          <>
            <Button ref={stay} size="small" onClick={desk.dropDuplicate}>
              Не проводить
            </Button>
            <Button size="small" onClick={onConfirm} loading={desk.busy}>
              Провести ещё раз
            </Button>
          </>
        }
      >
        {duplicate}
      </Note>
    );
  if (!words.length) return null;
  return (
    <Note tone="red" role="alert" title="Не проведено">
      <span id="desk-trouble">{words.join('. ')}</span>
    </Note>
  );
}

/** The same as a row of the grid. */
export function RowTrouble(props: { desk: Desk; onConfirm: () => void }) {
  if (!props.desk.duplicate && !Object.keys(props.desk.errors).length) return null;
  return (
    <tr>
      <td colSpan={8} className={styles.trouble}>
        <Trouble {...props} />
      </td>
    </tr>
  );
}
