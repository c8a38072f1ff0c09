// The entry grid: payments that were taken, then the one being entered; Enter and arrows lead the hand.
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import UndoIcon from '@mui/icons-material/Undo';
import type { KeyboardEvent } from 'react';
import { pages } from '../../../contract/pages.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatMoney, formatSum } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import styles from './desk.module.css';
import * as rules from './deskRules.ts';
import { focusCell, usePartCells, type CellName } from './PartCells.tsx';
import { RowTrouble } from './RowTrouble.tsx';
import type { Desk } from './useDesk.ts';
import { useGarageMoney } from './WherePanel.tsx';

/** Empty rows under the draft, so that the grid looks like a page to be filled. */
const FILLERS = 6;

export interface GridProps {
  desk: Desk;
  active: string;
  onActive: (part: string) => void;
  onPost: (confirmed?: boolean) => void;
  onUndo: (done: rules.Done) => void;
}

export function DeskGrid({ desk, active, onActive, onPost, onUndo }: GridProps) {
  const { draft, done } = desk;
  return (
    <div
      className={styles.gridBox}
      data-help="desk.row"
      tabIndex={0}
      role="region"
      aria-label="Платежи дня и новая строка"
    >
      <table className={styles.grid}>
        <thead>
          <tr>
            <th className={styles.no}>№</th>
            <th className={styles.garage}>Гараж</th>
            <th>Плательщик</th>
            <th className={styles.sum}>Сумма, ₽</th>
            <th className={styles.purpose}>Вид</th>
            <th className={styles.method}>Способ</th>
            <th className={styles.paper}>Документ</th>
            <th className={styles.rest}>Останется, ₽</th>
          </tr>
        </thead>
        <tbody>
          {done.flatMap((one, at) =>
            one.lines.map((line) => (
              <DoneRow
                key={line.id}
                desk={desk}
                done={one}
                line={line}
                leads={line === (rules.standing(one)[0] ?? one.lines[0])}
                last={at === done.length - 1}
                onUndo={onUndo}
              />
            )),
          )}
          {draft.parts.map((part, nth) => (
            <PartRow
              // The first row stays when its payment is taken: what is typed meanwhile is the next garage.
              key={nth === 0 ? 'first' : part.key}
              desk={desk}
              part={part}
              nth={nth}
              no={done.length + 1}
              isActive={part.key === active}
              onActive={() => onActive(part.key)}
              onPost={() => onPost()}
            />
          ))}
          <RowTrouble desk={desk} onConfirm={() => onPost(true)} />
          {Array.from({ length: FILLERS }, (_, nth) => (
            <tr key={nth} aria-hidden="true">
              <td />
              <td />
              <td />
              <td />
              <td />
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is left, without the currency: the head of the column names it. */
function Rest({ kopecks }: { kopecks: number }) {
  return (
    <span className={cx(kopecks < 0 && styles.debt, kopecks > 0 && styles.advance)}>
      {kopecks !== 0 && <span className={styles.spoken}>{kopecks < 0 ? 'долг ' : 'аванс '}</span>}
      {kopecks > 0 && '+'}
      {formatSum(Math.abs(kopecks))}
    </span>
  );
}

interface DoneRowProps {
  desk: Desk;
  done: rules.Done;
  line: rules.DoneLine;
  /** The first line of its payment that stands: it carries the tick and the way back. */
  leads: boolean;
  /** Of the last payment: the only one that Tab stops at, arrows lead to the others. */
  last: boolean;
  onUndo: (done: rules.Done) => void;
}

function DoneRow({ desk, done, line, leads, last, onUndo }: DoneRowProps) {
  const { garage } = line;
  return (
    <tr className={cx(line.isUndone && styles.undone)}>
      <td className={styles.no}>
        {line.isUndone ? 'отм.' : leads && <CheckIcon titleAccess="Проведено" className={styles.tick} />}
      </td>
      <td>
        <GaragePlate section={garage.section} number={garage.number} to={pages.balanceOperation(line.id)} />
      </td>
      <td title={[garage.owner, done.comment].filter(Boolean).join(' · ')}>
        {garage.owner ?? <span className={styles.muted}>без владельца</span>}
        {done.comment && <span className={styles.muted}> · {done.comment}</span>}
      </td>
      <td className={styles.figure}>{formatSum(line.amount)}</td>
      <td title={line.purpose.label}>{line.purpose.label}</td>
      <td>{done.method}</td>
      <td title={done.paperNo ?? undefined}>{done.paperNo}</td>
      <td className={styles.rest}>
        {line.after !== null && !line.isUndone && <Rest kopecks={line.after} />}
        {leads && !line.isUndone && (
          <IconButtonWithTip
            label={`Отменить платёж ${formatMoney(rules.standingSum(done))}, гараж ${garage.section} ${garage.number}`}
            className={styles.undo!}
            tabIndex={last ? 0 : -1}
            disabled={desk.undoing !== null}
            data-undo=""
            onKeyDown={walkUndo}
            onClick={() => onUndo(done)}
          >
            <UndoIcon />
          </IconButtonWithTip>
        )}
      </td>
    </tr>
  );
}

/** Arrows walk over the buttons of taken payments; below the last one is the draft. */
function walkUndo(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  const table = event.currentTarget.closest('table')!;
  const all = [...table.querySelectorAll<HTMLElement>('[data-undo]')];
  const next = all[all.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next) next.focus();
  else if (event.key === 'ArrowDown') table.querySelector<HTMLElement>('[data-part] input')?.focus();
}

interface PartRowProps {
  desk: Desk;
  part: rules.Part;
  nth: number;
  no: number;
  isActive: boolean;
  onActive: () => void;
  onPost: () => void;
}

function PartRow(props: PartRowProps) {
  const { desk, part, nth, no, isActive } = props;
  const cells = usePartCells(props);
  const after = rules.balanceAfter(desk.draft, part, useGarageMoney(part.garage?.id)?.balance_kopecks);
  return (
    <tr
      data-part=""
      className={cx(isActive && styles.current)}
      onFocus={props.onActive}
      onKeyDown={(event) => walkParts(event, desk)}
    >
      <td className={styles.no}>{nth === 0 ? no : '↳'}</td>
      <td className={styles.cell} data-column="garage">
        {cells.garage}
      </td>
      <td className={styles.payerCell}>
        <div>
          <span className={styles.payer} title={part.garage?.owner ?? undefined}>
            {part.garage && (part.garage.owner ?? 'без владельца')}
          </span>
          {desk.draft.parts.length > 1 && (
            <IconButtonWithTip
              label={`Убрать строку ${nth + 1}`}
              className={styles.undo!}
              onClick={() => desk.change((draft) => rules.withoutPart(draft, part.key))}
            >
              <CloseIcon />
            </IconButtonWithTip>
          )}
        </div>
      </td>
      <td className={styles.cell} data-column="amount">
        {cells.amount}
      </td>
      <td className={styles.cell} data-column="purpose">
        {cells.purpose}
      </td>
      <td className={styles.cell} data-column="method">
        {nth === 0 && cells.method}
      </td>
      <td className={styles.cell} data-column="paper">
        {nth === 0 && cells.paper}
      </td>
      <td className={styles.rest}>{after !== null && <Rest kopecks={after} />}</td>
    </tr>
  );
}

/** Up and down lead over parts; above the first one are the payments that were taken. */
function walkParts(event: KeyboardEvent<HTMLTableRowElement>, desk: Desk) {
  const target = event.target as HTMLElement;
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || target.tagName !== 'INPUT') return;
  const parts = [...document.querySelectorAll('[data-part]')];
  const at = parts.indexOf(event.currentTarget);
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  const column = target.closest('[data-column]')?.getAttribute('data-column') as CellName | null;
  event.preventDefault();
  if (next < 0 && desk.done.length)
    event.currentTarget.closest('table')?.querySelector<HTMLElement>('[data-undo][tabindex="0"]')?.focus();
  else if (column && next < parts.length) focusCell(next, column);
}
