// What is wrong with the draft, under its row: refusals in words, or a question to answer before going on.
import Button from '@mui/material/Button';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatMoney } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import styles from './desk.module.css';
import * as rules from './deskRules.ts';
import { focusCell } from './PartCells.tsx';
import type { Desk } from './useDesk.ts';

interface Props {
  desk: Desk;
  onConfirm: () => void;
}

const isTroubled = ({ duplicate, unusual, offered, errors }: Desk) =>
  Boolean(duplicate || unusual || offered || Object.keys(errors).length > 0);

export function Trouble({ desk, onConfirm }: Props) {
  const { duplicate, unusual, offered, draft, errors } = desk;
  if (!isTroubled(desk)) return null;
  if (duplicate)
    return (
      <Question
        title="Похоже на повтор"
        stay="Не проводить"
        onStay={() => {
          desk.dropQuestions();
          focusCell(0, 'amount');
        }}
        go="Провести ещё раз"
        onGo={onConfirm}
        busy={desk.busy}
      >
        {duplicate}
      </Question>
    );
  if (unusual)
    return (
      <Question
        title={`Сумма больше обычной: ${formatMoney(rules.totalOf(draft))}`}
        stay="Исправить сумму"
        onStay={() => {
          desk.dropQuestions();
          focusCell(0, 'amount');
        }}
        go="Всё верно, провести"
        onGo={onConfirm}
        busy={desk.busy}
      >
        {unusual}
      </Question>
    );
  if (offered)
    return (
      <Question
        title="Строка выше не проведена"
        stay="Продолжить её"
        onStay={() => {
          desk.offer(null);
          focusCell(0, 'amount');
        }}
        go={`Убрать и принять за ${plateOf(offered)}`}
        onGo={() => {
          desk.change((now) => rules.draftOf(offered, now));
          setTimeout(() => focusCell(0, 'amount'));
        }}
      >
        {draft.parts
          .map((part) => [part.garage && plateOf(part.garage), part.amount && formatMoney(part.amount)])
          .map((words) => words.filter(Boolean).join(', '))
          .join('; ')}
      </Question>
    );
  return (
    <Note tone="red" role="alert" title="Не проведено">
      <span id="desk-trouble">{[...new Set(Object.values(errors))].join('. ')}</span>
    </Note>
  );
}

const plateOf = (garage: rules.DeskGarage) => `${garage.section} ${garage.number}`.trim();

/** Two ways to go on; the one that changes nothing has the focus. */
function Question(props: {
  title: string;
  children: ReactNode;
  stay: string;
  onStay: () => void;
  go: string;
  onGo: () => void;
  busy?: boolean;
}) {
  const stay = useRef<HTMLButtonElement>(null);
  // The hand that pressed Enter must not press it twice.
  useEffect(() => stay.current?.focus(), []);
  return (
    <Note
      tone="amber"
      role="alert"
      title={props.title}
      action={
        <>
          <Button ref={stay} size="small" onClick={props.onStay}>
            {props.stay}
          </Button>
          <Button size="small" onClick={props.onGo} loading={props.busy === true}>
            {props.go}
          </Button>
        </>
      }
    >
      {props.children}
    </Note>
  );
}

/** The same as a row of the grid. */
export function RowTrouble(props: Props) {
  if (!isTroubled(props.desk)) return null;
  return (
    <tr>
      <td colSpan={8} className={styles.trouble}>
        <Trouble {...props} />
      </td>
    </tr>
  );
}
