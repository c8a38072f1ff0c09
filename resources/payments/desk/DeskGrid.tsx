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
import { MoneyBox } from '../../../widgets/MoneyInput.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { useAccrualTypes } from '../../contributions/ContributionFilters.tsx';
import styles from './desk.module.css';
import * as rules from './deskRules.ts';
import { GarageCell } from './GarageCell.tsx';
import { RowTrouble } from './RowTrouble.tsx';
import type { Desk } from './useDesk.ts';
import { useGarageMoney } from './WherePanel.tsx';

/** Empty rows under the draft, so that the grid looks like a page to be filled. */
const FILLERS = 6;

export interface GridProps {
  desk: Desk;
  active: string;
  onActive: (part: string) => void;
  onPost: () => void;
}

export function DeskGrid({ desk, active, onActive, onPost }: GridProps) {
  const { draft, done } = desk;
  return (
    <div className={styles.gridBox} tabIndex={0} role="region" aria-label="Платежи дня и новая строка">
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
            one.lines.map((line, nth) => (
              <DoneRow
                key={line.id}
                desk={desk}
                done={one}
                line={line}
                first={nth === 0}
                last={at === done.length - 1}
              />
            )),
          )}
          {draft.parts.map((part, nth) => (
            <PartRow
              key={part.key}
              desk={desk}
              part={part}
              nth={nth}
              no={done.length + 1}
              isActive={part.key === active}
              onActive={() => onActive(part.key)}
              onPost={onPost}
            />
          ))}
          <RowTrouble desk={desk} onConfirm={() => void desk.post(true)} />
          {Array.from({ length: FILLERS }, (_, nth) => (
            <tr key={nth} className={styles.filler} aria-hidden="true">
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
  /** The first line of its payment: it carries the tick and the way back. */
  first: boolean;
  /** Of the last payment: the only one that Tab stops at, arrows lead to the others. */
  last: boolean;
}

function DoneRow({ desk, done, line, first, last }: DoneRowProps) {
  return (
    <tr className={cx(done.isUndone && styles.undone)}>
      <td className={styles.no}>
        {first && (done.isUndone ? 'отм.' : <CheckIcon titleAccess="Проведено" className={styles.tick} />)}
      </td>
      <td>
        <GaragePlate section={line.garage.section} number={line.garage.number} to={pages.balanceOperation(line.id)} />
      </td>
      <td>{line.payer ?? <span className={styles.muted}>без владельца</span>}</td>
      <td className={styles.figure}>{formatSum(line.amount)}</td>
      <td>{line.purpose}</td>
      <td>{done.method}</td>
      <td>{done.paperNo}</td>
      <td className={styles.rest}>
        {line.after !== null && !done.isUndone && <Rest kopecks={line.after} />}
        {first && !done.isUndone && (
          <IconButtonWithTip
            label={`Отменить платёж ${formatMoney(done.lines.reduce((sum, one) => sum + one.amount, 0))}, гараж ${line.garage.section} ${line.garage.number}`}
            className={styles.undo!}
            tabIndex={last ? 0 : -1}
            disabled={desk.undoing !== null}
            data-undo=""
            onKeyDown={walkUndo}
            onClick={() => void desk.undo(done)}
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
  const after = rules.balanceAfter(desk.draft, part);
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
      <td>
        <span className={styles.payer}>{part.garage?.owner ?? ''}</span>
        {desk.draft.parts.length > 1 && (
          <IconButtonWithTip
            label={`Убрать строку ${nth + 1}`}
            className={styles.undo!}
            onClick={() => desk.change(rules.withoutPart(desk.draft, part.key))}
          >
            <CloseIcon />
          </IconButtonWithTip>
        )}
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

/** The inputs of a part; the same in the grid and on a phone. */
export function usePartCells(
  { desk, part, nth, onPost }: Omit<PartRowProps, 'isActive' | 'no' | 'onActive'>,
  labelled = false,
) {
  const { draft, errors, methods } = desk;
  const types = useAccrualTypes() ?? [];
  const card = useGarageMoney(part.garage?.id);
  const wrong = (field: string) => errors[`lines.${nth}.${field}`];
  const set = (change: Partial<rules.Part>) => desk.change(rules.changePart(draft, part.key, change));
  const line = draft.parts.length > 1 ? `, строка ${nth + 1}` : '';
  const options = rules.purposeOptions(
    card?.debt ?? [],
    types.filter((type) => type.is_active),
    Number(desk.date.slice(0, 4)),
    formatSum,
  );
  const purposes = options.some((option) => option.value === part.purpose)
    ? options
    : [...options, { value: part.purpose, label: part.purposeLabel }];
  const shape = { hideLabel: !labelled, reserve: false } as const;
  const isLast = nth === draft.parts.length - 1;
  return {
    garage: (
      <GarageCell
        label={`Гараж${line}`}
        value={part.garage}
        onChange={(garage) => set({ garage, purpose: rules.IN_ORDER, purposeLabel: rules.IN_ORDER_LABEL })}
        onNext={() => focusCell(nth, 'amount')}
        error={Boolean(wrong('garage'))}
        describedBy={wrong('garage') ? 'desk-trouble' : undefined}
        autoFocus={nth === 0 && !part.garage}
      />
    ),
    amount: (
      <div onKeyDown={onEnter(() => focusCell(nth, 'purpose'))}>
        <MoneyBox
          {...shape}
          label={`Сумма${line}`}
          value={part.amount}
          onChange={(amount) => set({ amount })}
          error={labelled ? wrong('amount') : undefined}
        />
      </div>
    ),
    purpose: (
      <div onKeyDownCapture={onEnter(() => (isLast ? onPost() : focusCell(nth + 1, 'garage')), true)}>
        <SelectBox
          {...shape}
          label={`Вид${line}`}
          value={part.purpose}
          options={purposes}
          onChange={(value) =>
            set({
              purpose: String(value),
              purposeLabel: purposes.find((option) => option.value === value)?.label ?? '',
            })
          }
        />
      </div>
    ),
    method: (
      <div onKeyDownCapture={onEnter(() => focusCell(0, 'paper'), true)}>
        <SelectBox
          {...shape}
          label="Способ"
          value={draft.paymentType}
          options={methods.map((method) => ({ value: method.id, label: method.name }))}
          onChange={(value) => desk.change(rules.withMethod(draft, Number(value)))}
        />
      </div>
    ),
    paper: (
      <div onKeyDown={onEnter(onPost)}>
        <TextBox
          {...shape}
          label="Документ"
          value={draft.paperNo}
          maxLength={40}
          onChange={(paperNo) => desk.change({ ...draft, paperNo })}
        />
      </div>
    ),
  };
}

/** Enter goes on; in a select it does so only while its list is closed, F4 opens the list. */
const onEnter =
  (go: () => void, isSelect = false) =>
  (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (isSelect && event.key === 'F4') {
      event.preventDefault();
      event.stopPropagation();
      return target.click();
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    if (isSelect && target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    event.stopPropagation();
    go();
  };

type ColumnName = 'garage' | 'amount' | 'purpose' | 'method' | 'paper';
const control = 'input, button[role="combobox"]';

/** Focuses a cell of part number `nth`; its text is chosen, so that typing replaces it. */
export function focusCell(nth: number, column: ColumnName) {
  const part = document.querySelectorAll('[data-part]')[nth];
  const cell = part?.querySelector<HTMLElement>(`[data-column="${column}"]`)?.querySelector<HTMLElement>(control);
  cell?.focus();
  if (cell instanceof HTMLInputElement) cell.select();
}

/** Up and down lead over parts; above the first one are the payments that were taken. */
function walkParts(event: KeyboardEvent<HTMLTableRowElement>, desk: Desk) {
  const target = event.target as HTMLElement;
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || target.tagName !== 'INPUT') return;
  const parts = [...document.querySelectorAll('[data-part]')];
  const at = parts.indexOf(event.currentTarget);
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  const column = target.closest('[data-column]')?.getAttribute('data-column') as ColumnName | null;
  event.preventDefault();
  if (next < 0 && desk.done.length)
    event.currentTarget.closest('table')?.querySelector<HTMLElement>('[data-undo][tabindex="0"]')?.focus();
  else if (column && next < parts.length) focusCell(next, column);
}
