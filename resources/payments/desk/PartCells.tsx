// The inputs of a payment that is being entered: the same in the grid and on a phone, and how keys lead over them.
import type { Part } from './deskRules.ts';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Kbd } from '../../../widgets/Kbd.tsx';
import { MoneyBox } from '../../../widgets/MoneyInput.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { inOrder } from '../purposes.ts';
import { PurposeBox } from '../PurposeBox.tsx';
import * as rules from './deskRules.ts';
import { GarageCell } from './GarageCell.tsx';
import type { Desk } from './useDesk.ts';
import { useFormerDebt } from './WherePanel.tsx';

export interface PartCellsProps {
  desk: Desk;
  part: rules.Part;
  nth: number;
  onPost: () => void;
}

/** `labelled` where every field stands with its name and its message: on a phone. */
export function usePartCells({ desk, part, nth, onPost }: PartCellsProps, labelled = false) {
  const { draft, errors, methods } = desk;
  const wrong = (...fields: string[]) => fields.map((field) => errors[`lines.${nth}.${field}`]).find(Boolean);
  const set = (change: Partial<rules.Part>) => desk.change((now) => rules.changePart(now, part.key, change));
  const line = draft.parts.length > 1 ? `, строка ${nth + 1}` : '';
  const shape = { hideLabel: !labelled, reserve: false } as const;
  const isLast = nth === draft.parts.length - 1;
  const left = useFormerDebt(part);
  const goOn = () => (isLast ? onPost() : focusCell(nth + 1, 'garage'));
  return {
    garage: <GarageOf {...{ desk, part, nth, onPost, labelled, wrong, set, line }} />,
    amount: (
      // On a phone the rest is folded: Enter of its keyboard goes straight on.
      <div onKeyDown={onEnter(() => focusCell(nth, 'purpose') || goOn())}>
        <MoneyBox
          {...shape}
          label={`Сумма${line}`}
          value={part.amount}
          onChange={(amount, wrongSum) => {
            set({ amount, wrongSum });
            if (wrongSum) desk.refuse({ [`lines.${nth}.amount`]: wrongSum });
          }}
          equals={rules.wholeDebt(draft, part, left)}
          error={wrong('amount')}
          {...(!labelled && { errorAt: 'desk-trouble' })}
        />
      </div>
    ),
    purpose: (
      <div onKeyDownCapture={onEnter(goOn, true)}>
        <PurposeBox
          {...shape}
          label={`Вид${line}`}
          garage={part.garage?.id}
          date={desk.date}
          value={part.purpose}
          onChange={(purpose) => set({ purpose })}
          error={labelled ? wrong('year', 'accrualType') : undefined}
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
          onChange={(value) => desk.change((now) => rules.withMethod(now, Number(value)))}
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
          onChange={(paperNo) => desk.change((now) => ({ ...now, paperNo }))}
        />
      </div>
    ),
  };
}

function GarageOf({
  desk,
  part,
  nth,
  onPost,
  labelled,
  wrong,
  set,
  line,
}: PartCellsProps & {
  labelled: boolean;
  wrong: (...fields: string[]) => string | undefined;
  set: (change: Partial<Part>) => void;
  line: string;
}) {
  return (
    <GarageCell
      label={`Гараж${line}`}
      value={part.garage}
      onLooking={(looking) => desk.look(nth, looking)}
      // Nothing is typed further on: the hand may be brought back to choose.
      onDoubt={() => part.amount === null && focusCell(nth, 'garage')}
      held={desk.busy}
      figures={labelled}
      onChange={(garage) => set({ garage, purpose: inOrder, debtor: null })}
      onNext={() => focusCell(nth, 'amount')}
      onAhead={(cells) => typeAhead(nth, cells, onPost)}
      error={Boolean(wrong('garage'))}
      describedBy={wrong('garage') ? 'desk-trouble' : undefined}
      autoFocus={nth === 0 && !part.garage}
    />
  );
}

/** Words of the whole payment; away from the row, so that the fast way is not a key longer. */
export function CommentField({ desk, onPost, withKey }: { desk: Desk; onPost: () => void; withKey?: boolean }) {
  return (
    <div data-column="comment" onKeyDown={onEnter(onPost)}>
      <TextBox
        label="Комментарий"
        reserve={false}
        placeholder="за брата, по расписке"
        unit={withKey && <Kbd quiet>F2</Kbd>}
        value={desk.draft.comment}
        maxLength={300}
        onChange={(comment) => desk.change((now) => ({ ...now, comment }))}
      />
    </div>
  );
}

/** Enter goes on; in a select it does so only while its list is closed, F4 opens the list. */
const onEnter =
  (go: () => unknown, isSelect = false) =>
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

export type CellName = 'garage' | 'amount' | 'purpose' | 'method' | 'paper';
const control = 'input, button[role="combobox"]';
const focusIn = (place: Element | null | undefined) => {
  const cell = place?.querySelector<HTMLElement>(control);
  // What is being typed there goes on.
  if (cell && cell === document.activeElement) return true;
  cell?.focus();
  if (cell instanceof HTMLInputElement) cell.select();
  return Boolean(cell);
};

/**
 * Lays what was typed ahead into the cells after the garage, as the hand would: the sum, Enter over the type, Enter that posts.
 * Answers what is left: the next payment.
 */
function typeAhead(
  nth: number,
  [sum = '', purpose, ...rest]: readonly string[],
  onPost: () => void,
): readonly string[] {
  focusCell(nth, 'amount');
  const box = document.activeElement;
  if (sum && box instanceof HTMLInputElement) {
    // Told as typing, so that the box reads it by its own rules.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, sum);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.setSelectionRange(sum.length, sum.length);
  }
  if (purpose === undefined) return [];
  // On a phone the type is folded: Enter over the sum posts.
  const isOverType = focusCell(nth, 'purpose');
  if (isOverType && (purpose || !rest.length)) return [];
  focusCell(0, 'garage');
  flushSync(onPost);
  return isOverType ? rest : [purpose, ...rest];
}

/** Focuses a cell of part number `nth`, its text chosen so that typing replaces it; false when it is not there. */
export const focusCell = (nth: number, column: CellName) =>
  focusIn(document.querySelectorAll('[data-part]')[nth]?.querySelector(`[data-column="${column}"]`));
export const focusComment = () => focusIn(document.querySelector('[data-column="comment"]'));

const columns: Record<string, CellName> = {
  garage: 'garage',
  amount: 'amount',
  accrualType: 'purpose',
  year: 'purpose',
  paymentType: 'method',
  paperNo: 'paper',
};
/** Where the first of these refusals is put right; false when no cell of the row has it. */
export function focusWrong(errors: Record<string, string>): boolean {
  for (const field of Object.keys(errors)) {
    const [, nth = '0', name = ''] = /^(?:lines\.(\d+)\.)?(\w+)$/.exec(field) ?? [];
    const column = columns[name];
    if (column) focusCell(Number(nth), column);
    if (column) return true;
  }
  return false;
}
