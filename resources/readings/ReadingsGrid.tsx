// Meter readings garage by garage: an entry grid for the keyboard and for a column pasted from a spreadsheet.
import EditIcon from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type Dispatch,
  type SetStateAction,
  type RefObject,
} from 'react';
import { MAX_READINGS, type ReadingRow } from '../../contract/readings.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoney, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { AlertNote, Note } from '../../widgets/Note.tsx';
import { NumberBox } from '../../widgets/NumberInput.tsx';
import { Pager } from '../../widgets/Pager.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { isTable, pasteReadings, type Pasted } from './pasteReadings.ts';
import { PastedNote } from './PastedNote.tsx';
import {
  costOf,
  readingProblem,
  usedOf,
  withReading,
  type Reading,
  type Readings,
  type ReadingMode,
} from './readings.ts';
import styles from './readings.module.css';

const PAGE = 50;

export interface ReadingsGridProps {
  rows: readonly ReadingRow[];
  /** Garages of the selection: more than `rows` when there are too many for one run. */
  total: number;
  readings: Readings;
  onChange: (readings: Readings) => void;
  /** Kopecks for a kWh. */
  price: number | null;
  error?: string | undefined;
}

export function ReadingsGrid({ rows, total, readings, onChange, price, error }: ReadingsGridProps) {
  const [page, setPage] = useState(1);
  const [pasted, setPasted] = useState<(Pasted & { before: Readings }) | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const { mode, values } = readings;
  const first = (page - 1) * PAGE;
  const shown = rows.slice(first, first + PAGE);
  const entered = rows.filter((row) => usedOf(values[row.garage.id], mode) !== null).length;
  const onKeyDown = useGridKeys(rows, page, setPage, table);
  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    const text = event.clipboardData.getData('text');
    const cell = (event.target as HTMLElement).closest('td');
    const line = cell?.parentElement;
    if (!isTable(text) || line?.dataset.nth === undefined) return;
    event.preventDefault();
    const part = mode === 'used' ? 'used' : cell?.dataset.part === 'was' ? 'was' : 'now';
    const done = pasteReadings(text, rows, { row: first + Number(line.dataset.nth), part }, readings);
    onChange(done.readings);
    setPasted({ ...done, before: readings });
  };
  if (!rows.length) return <EmptyState>Под условия первого шага не подходит ни один гараж.</EmptyState>;
  return (
    <section className={styles.block} aria-label="Показания">
      <Head rows={rows} readings={readings} onChange={onChange} mode={mode} entered={entered} />
      <p className={styles.hint}>
        Пустые строки не начисляются. Столбец из Excel вставляется в ячейку (Ctrl+V): одни показания — подряд вниз, с
        номерами гаражей — каждому своё. Последнее показание запоминается до следующего раза.
      </p>
      {total > rows.length && (
        <Note tone="amber">
          Показаны первые {formatNumber(MAX_READINGS)} из {formatNumber(total)}: выберите ПО на первом шаге.
        </Note>
      )}
      <AlertNote text={error} />
      {pasted && (
        <PastedNote
          pasted={pasted}
          onUndo={() => {
            onChange(pasted.before);
            setPasted(null);
          }}
        />
      )}
      <table ref={table} className={styles.grid} onKeyDown={onKeyDown} onPaste={onPaste}>
        <Columns mode={mode} />
        <tbody>
          {shown.map((row, nth) => (
            <Row
              key={row.garage.id}
              row={row}
              nth={nth}
              readings={readings}
              price={price}
              onSet={(change) => onChange(withReading(readings, row, change))}
            />
          ))}
        </tbody>
      </table>
      {rows.length > PAGE && <Pager page={page} perPage={PAGE} total={rows.length} onPage={setPage} />}
    </section>
  );
}

/** Arrows and Enter go over cells and, at an edge, on to the next page. */
function useGridKeys(
  rows: readonly ReadingRow[],
  page: number,
  setPage: Dispatch<SetStateAction<number>>,
  table: RefObject<HTMLTableElement | null>,
) {
  const [arriving, setArriving] = useState<{ column: number; last: boolean } | null>(null);
  // The keyboard went over the edge of a page: it goes on in the same column of the next one.
  useEffect(() => {
    if (!arriving) return;
    const lines = [...(table.current?.tBodies[0]?.rows ?? [])].filter((line) => inputIn(line, arriving.column));
    focusIn(arriving.last ? lines.at(-1) : lines[0], arriving.column);
    setArriving(null);
  }, [arriving]);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = stepOf(event);
    const cell = (event.target as HTMLElement).closest('td');
    if (!step || !cell) return;
    event.preventDefault();
    if (move(cell, step)) return;
    const next = page + step;
    if (next < 1 || (next - 1) * PAGE >= rows.length) return;
    setPage(next);
    setArriving({ column: cell.cellIndex, last: step < 0 });
  };
  return onKeyDown;
}

function Head({
  rows,
  readings,
  onChange,
  mode,
  entered,
}: {
  rows: readonly ReadingRow[];
  readings: Readings;
  onChange: (readings: Readings) => void;
  mode: ReadingMode;
  entered: number;
}) {
  return (
    <div className={styles.head}>
      <h3>
        {mode === 'meter' ? 'Показания счётчиков' : 'Расход, кВт·ч'}{' '}
        <small>
          внесено {formatNumber(entered)} из {formatNumber(rows.length)}
        </small>
      </h3>
      <Segmented
        small
        label="Что вносится"
        value={mode}
        onChange={(next) => onChange({ ...readings, mode: next })}
        options={[
          { value: 'meter', label: 'Показания' },
          { value: 'used', label: 'Расход' },
        ]}
      />
    </div>
  );
}

function Columns({ mode }: { mode: ReadingMode }) {
  return (
    <thead>
      <tr>
        <th>Гараж</th>
        {mode === 'meter' && <th className={styles.number}>Было</th>}
        <th className={styles.number}>{mode === 'meter' ? 'Стало' : 'кВт·ч'}</th>
        <th className={styles.end}>{mode === 'meter' ? 'Расход, сумма' : 'Сумма'}</th>
      </tr>
    </thead>
  );
}

interface RowProps {
  row: ReadingRow;
  nth: number;
  readings: Readings;
  price: number | null;
  onSet: (change: Partial<Reading>) => void;
}

function Row({ row, nth, readings: { mode, values }, price, onSet: onChange }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  // A reading is wrong until its last digit: it is judged when the row is left.
  const [isTyping, setTyping] = useState(false);
  const { garage, previous, owner } = row;
  const reading = values[garage.id];
  const used = usedOf(reading, mode);
  const problem = isTyping ? null : readingProblem(reading, mode);
  const was = reading ? reading.was : previous;
  const name = `${garage.section} ${garage.number}`.trim();
  const isWasMissing = problem !== null && was === null;
  const onSet = (change: Partial<Reading>) => {
    setTyping(true);
    onChange(change);
  };
  const box = { hideLabel: true, reserve: false, digits: 2, className: styles.box };
  return (
    <>
      <tr
        data-nth={nth}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setTyping(false);
        }}
      >
        <Whose garage={garage} owner={owner} />
        {mode === 'meter' && (
          <td className={styles.number} data-part="was">
            {isOpen || previous === null || was !== previous ? (
              <NumberBox
                {...box}
                label={`Было, гараж ${name}`}
                autoFocus={isOpen}
                value={was}
                error={isWasMissing ? problem : undefined}
                onChange={(value) => onSet({ was: value })}
              />
            ) : (
              <Known row={row} name={name} onOpen={() => setOpen(true)} />
            )}
          </td>
        )}
        <td className={styles.number}>
          <NumberBox
            {...box}
            label={mode === 'meter' ? `Показание, гараж ${name}` : `Расход, гараж ${name}`}
            value={(mode === 'meter' ? reading?.now : reading?.used) ?? null}
            error={isWasMissing ? undefined : (problem ?? undefined)}
            onChange={(value) => onSet(mode === 'meter' ? { now: value } : { used: value })}
          />
        </td>
        <td className={styles.end}>
          <Used used={used} price={price} showsUsed={mode === 'meter'} />
        </td>
      </tr>
      {problem && (
        <ProblemRow
          mode={mode}
          isOpen={isOpen}
          setOpen={setOpen}
          previous={previous}
          problem={problem}
          was={was}
          isWasMissing={isWasMissing}
        />
      )}
    </>
  );
}

/** What is wrong with the reading; a replaced meter is told here. */
function ProblemRow({
  mode,
  isOpen,
  setOpen,
  previous,
  problem,
  was,
  isWasMissing,
}: {
  mode: ReadingMode;
  isOpen: boolean;
  setOpen: Dispatch<SetStateAction<boolean>>;
  previous: number | null;
  problem: string;
  was: number | null;
  isWasMissing: boolean;
}) {
  return (
    <tr className={styles.problem}>
      <td colSpan={mode === 'meter' ? 4 : 3}>
        <span aria-hidden="true">{problem}</span>
        {!isWasMissing && !isOpen && was === previous && (
          <Button size="small" variant="text" onClick={() => setOpen(true)}>
            Счётчик заменён
          </Button>
        )}
      </td>
    </tr>
  );
}

/** What the meter showed the last time; a new meter is told by the pencil. */
function Known({ row, name, onOpen }: { row: ReadingRow; name: string; onOpen: () => void }) {
  return (
    <span className={styles.known}>
      <span>
        {formatNumber(row.previous!)}
        {row.previous_on && <small>{formatDate(row.previous_on)}</small>}
      </span>
      <IconButtonWithTip
        label={`Исправить прежнее показание, гараж ${name}`}
        size="small"
        tabIndex={-1}
        onClick={onOpen}
      >
        <EditIcon fontSize="small" />
      </IconButtonWithTip>
    </span>
  );
}

/** Enter and the arrows go up and down, as in a spreadsheet. */
function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey, target }: KeyboardEvent): -1 | 0 | 1 {
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLInputElement)) return 0;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}

const inputIn = (line: Element | null | undefined, column: number) =>
  (line as HTMLTableRowElement | undefined)?.cells[column]?.querySelector('input');

/** To the next input of the column; false at the edge of the page. */
function move(cell: HTMLTableCellElement, step: -1 | 1): boolean {
  const after = (line: Element | null | undefined) =>
    step > 0 ? line?.nextElementSibling : line?.previousElementSibling;
  let line = after(cell.parentElement);
  while (line && !inputIn(line, cell.cellIndex)) line = after(line);
  return focusIn(line, cell.cellIndex);
}

function focusIn(line: Element | null | undefined, column: number): boolean {
  const input = inputIn(line, column);
  input?.focus();
  input?.select();
  return Boolean(input);
}

/** What was used, and what it costs. */
const Used = ({ used, price, showsUsed }: { used: number | null; price: number | null; showsUsed: boolean }) => (
  <>
    {used !== null && showsUsed && <small>{formatNumber(used)} кВт·ч</small>}
    {used !== null && price ? formatMoney(costOf(used, price)) : '—'}
  </>
);

const Whose = ({ garage, owner }: Pick<ReadingRow, 'garage' | 'owner'>) => (
  <td>
    <GaragePlate section={garage.section} number={garage.number} />
    <small className={styles.owner} title={owner ?? ''}>
      {owner ?? 'без владельца'}
    </small>
  </td>
);
