// Rows under a remark: the cell as it was, as it will be stored, how it was decided; the keyboard walks and writes.
import CheckIcon from '@mui/icons-material/Check';
import { useRef, type KeyboardEvent } from 'react';
import {
  ignoredRows,
  importFields,
  importOutcomes,
  isMendedIssue,
  refusingIssues,
  type ImportField,
} from '../../../contract/importFields.ts';
import type { ImportBatch, PreviewRow } from '../../../contract/imports.ts';
import { differenceFields, type DifferenceField } from '../../../contract/importChoices.ts';
import { cx } from '../../../widgets/cx.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { Kbd } from '../../../widgets/Kbd.tsx';
import styles from './imports.module.css';
import { placeOf, type Fixes } from './useFixes.ts';

export interface RemarksGridProps {
  batch: ImportBatch;
  kind: string;
  rows: PreviewRow[];
  fixes: Fixes;
  onChoose: (place: string, field: DifferenceField, choice: 'file' | 'keep') => void;
}

/** The field a row is shown by under the remark. */
function fieldOf(row: PreviewRow, kind: string): ImportField {
  return (
    row.issues.find((issue) => issue.code === kind)?.field ??
    row.typed.at(-1) ??
    row.issues[0]?.field ??
    (row.outcome === 'ignored' ? 'number' : 'owner')
  );
}

/** The field of the stored row that shows what was read: names in three columns are shown together, so are sums. */
const shownField = (field: ImportField): ImportField =>
  ['lastName', 'firstName', 'fatherName', 'numberAndOwner'].includes(field)
    ? 'owner'
    : field === 'place'
      ? 'number'
      : ['balance', 'signedDebt'].includes(field)
        ? 'debt'
        : field;

/** What will be stored, as it may be typed again: a sum of the other side names its side. */
function storedText(row: PreviewRow, field: ImportField): string {
  const { debt, credit } = row.read;
  if (field === 'debt') return debt ?? (credit ? `переплата ${credit}` : '');
  if (field === 'credit') return credit ?? (debt ? `долг ${debt}` : '');
  return row.read[field] ?? '';
}

export function RemarksGrid({ batch, kind, rows, fixes, onChoose }: RemarksGridProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (from: HTMLElement, by: number) => {
    const cells = [...(body.current?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])];
    const next = cells[cells.indexOf(from as HTMLInputElement) + by];
    next?.focus();
    next?.select();
  };
  return (
    <>
      <div className={styles.gridBox} tabIndex={0} role="region" aria-label="Строки файла">
        <table className={styles.grid}>
          <thead>
            <tr>
              <th>Строка</th>
              <th>Гараж</th>
              <th>Владелец</th>
              <th>В файле</th>
              <th>Станет</th>
              <th>Что не так</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <SheetRows key={placeOf(row)} batch={batch} row={row} former={rows[at - 1]}>
                {kind === 'differs' ? (
                  <DifferenceCells row={row} onChoose={onChoose} />
                ) : (
                  <FixCells
                    key={JSON.stringify([row.read, row.typed])}
                    row={row}
                    kind={kind}
                    field={fieldOf(row, kind)}
                    fixes={fixes}
                    onMove={move}
                  />
                )}
              </SheetRows>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.keys}>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> строки · <Kbd>Enter</Kbd> записать и дальше · <Kbd>Ctrl</Kbd> <Kbd>Del</Kbd> пусто ·{' '}
        <Kbd>Ctrl</Kbd> <Kbd>Z</Kbd> вернуть
      </p>
    </>
  );
}

/** The name of the sheet stands over its first row. */
function SheetRows({
  batch,
  row,
  former,
  children,
}: {
  batch: ImportBatch;
  row: PreviewRow;
  former: PreviewRow | undefined;
  children: React.ReactNode;
}) {
  const isNew = batch.sheets.length > 1 && row.sheet !== former?.sheet;
  const isDone = row.typed.length > 0 || row.issues.every(isMendedIssue);
  return (
    <>
      {isNew && (
        <tr className={styles.sheetName}>
          <td colSpan={6}>Лист «{batch.sheets[row.sheet]?.name}»</td>
        </tr>
      )}
      <tr className={cx(isDone && styles.doneRow)}>
        <td>{row.row}</td>
        <td>{row.number ? <GaragePlate section={row.section} number={row.number} /> : '—'}</td>
        <td>{row.owners || '—'}</td>
        {children}
      </tr>
    </>
  );
}

interface FixCellsProps {
  row: PreviewRow;
  /** The remark that is looked at. */
  kind: string;
  field: ImportField;
  fixes: Fixes;
  onMove: (from: HTMLElement, by: number) => void;
}

function FixCells({ row, kind, field, fixes, onMove }: FixCellsProps) {
  const stored = storedText(row, shownField(field));
  const raw = row.raw[field] ?? row.issues.find((issue) => issue.field === field)?.raw ?? '';
  // What was sent last: «Enter» leaves the cell too, and what it has sent is not sent again.
  const sent = useRef(stored);
  const write = async (text: string, anyway = false) => {
    if (text === sent.current && !anyway) return;
    sent.current = text;
    const place = { sheet: row.sheet, row: row.row, column: row.column };
    const isDone = await fixes.fix([{ ...place, field: shownField(field), text }]);
    if (!isDone && sent.current === text) sent.current = stored;
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const isCtrl = event.ctrlKey || event.metaKey;
    const handled = {
      ArrowDown: () => onMove(input, 1),
      ArrowUp: () => onMove(input, -1),
      Enter: () => {
        void write(input.value);
        onMove(input, 1);
      },
    }[event.key];
    if (handled) {
      event.preventDefault();
      handled();
    } else if (isCtrl && event.key === 'Delete') {
      event.preventDefault();
      input.value = '';
      void write('', true);
      onMove(input, 1);
    } else if (isCtrl && event.code === 'KeyZ' && input.value === stored && fixes.undo()) event.preventDefault();
  };
  const said =
    row.issues.find((issue) => issue.code === kind) ??
    row.issues.find((issue) => refusingIssues.includes(issue.code)) ??
    row.issues.find((issue) => issue.field === field) ??
    row.issues[0];
  const rest = row.issues.filter((issue) => issue.field !== said?.field).length;
  return (
    <>
      <td className={styles.raw} data-head="В файле">
        {raw || <span className={styles.muted}>пусто</span>}
      </td>
      <td className={styles.cell} data-head="Станет">
        <input
          data-cell
          aria-label={`${importFields[shownField(field)].label}, строка ${row.row}`}
          defaultValue={stored}
          onKeyDown={keys}
          onBlur={(event) => void write(event.currentTarget.value)}
        />
      </td>
      <td>
        {row.typed.length > 0 && (
          <span className={styles.byHand}>
            <CheckIcon fontSize="inherit" /> {row.by === 'rule' ? 'правилом' : 'вручную'}{' '}
          </span>
        )}
        {row.outcome === 'ignored' && row.ignoredAs
          ? ignoredRows[row.ignoredAs as keyof typeof ignoredRows]
          : (said?.message ?? importOutcomes[row.outcome])}
        {rest > 0 && <span className={styles.muted}> и ещё {rest}</span>}
      </td>
    </>
  );
}

function DifferenceCells({ row, onChoose }: { row: PreviewRow; onChoose: RemarksGridProps['onChoose'] }) {
  return (
    <td colSpan={3}>
      {row.differences.map((one) => (
        <div key={one.field} className={styles.difference}>
          <span>{differenceFields[one.field]}</span>
          <span>
            <s>{one.was}</s> → <b>{one.becomes}</b>
          </span>
          {one.locked ? (
            <span className={styles.muted}>{one.locked}</span>
          ) : (
            <>
              {' '}
              <button
                type="button"
                aria-pressed={one.choice === 'file'}
                onClick={() => onChoose(placeOf(row), one.field, 'file')}
              >
                Взять из файла
              </button>
              <button
                type="button"
                aria-pressed={one.choice === 'keep'}
                onClick={() => onChoose(placeOf(row), one.field, 'keep')}
              >
                Оставить
              </button>
            </>
          )}
        </div>
      ))}
    </td>
  );
}
