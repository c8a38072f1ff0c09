// The desk on a phone: one payment at a time, the same fields and the same panel, what was taken under it.
import CloseIcon from '@mui/icons-material/Close';
import MoreIcon from '@mui/icons-material/KeyboardArrowDown';
import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { pages } from '../../../contract/pages.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatMoney } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import styles from './desk.module.css';
import * as rules from './deskRules.ts';
import { CommentField, usePartCells } from './PartCells.tsx';
import { Trouble } from './RowTrouble.tsx';
import type { Desk } from './useDesk.ts';
import { WherePanel } from './WherePanel.tsx';

interface Props {
  desk: Desk;
  part: rules.Part;
  onPost: (confirmed?: boolean) => void;
  onUndo: (done: rules.Done) => void;
  onSplit: () => void;
  onActive: (part: string) => void;
}

export function DeskPhone({ desk, part, onPost, onUndo, onSplit, onActive }: Props) {
  const { draft } = desk;
  const total = rules.totalOf(draft);
  return (
    <div className={styles.phone}>
      {draft.parts.map((one, nth) => (
        <PhonePart
          key={nth === 0 ? 'first' : one.key}
          desk={desk}
          part={one}
          nth={nth}
          onPost={onPost}
          onActive={() => onActive(one.key)}
        />
      ))}
      <Trouble desk={desk} onConfirm={() => onPost(true)} />
      <section className={styles.phonePanel} aria-label="Куда пойдут деньги">
        <WherePanel
          draft={draft}
          part={part}
          date={desk.date}
          onChange={(key, change) => desk.change((now) => rules.changePart(now, key, change))}
          onPayer={desk.sawPayer}
        />
      </section>
      <TakenList desk={desk} onUndo={onUndo} />
      <div className={styles.phoneBar}>
        <Button onClick={onSplit}>Разбить</Button>
        <Button variant="contained" onClick={() => onPost()} loading={desk.busy}>
          Провести{total > 0 && ` ${formatMoney(total)}`}
        </Button>
      </div>
    </div>
  );
}

interface PartProps {
  desk: Desk;
  part: rules.Part;
  nth: number;
  onPost: () => void;
  onActive: () => void;
}

const FOLDED = ['accrualType', 'year', 'paymentType', 'paperNo', 'comment'];

/** Garage and sum; what is seldom changed folds into one line that says what it is. */
function PhonePart({ desk, part, nth, onPost, onActive }: PartProps) {
  const { draft } = desk;
  const [asked, setMore] = useState(false);
  // What is wrong in there is shown.
  const more = asked || FOLDED.some((name) => desk.errors[name] ?? desk.errors[`lines.${nth}.${name}`]);
  const cells = usePartCells({ desk, part, nth, onPost: () => onPost() }, true);
  const method = desk.methods.find((one) => one.id === draft.paymentType)?.name;
  const words = nth === 0 ? [part.purpose.label, method, draft.paperNo, draft.comment] : [part.purpose.label];
  return (
    <div data-part="" className={styles.phonePart} onFocus={onActive}>
      <div data-column="garage" className={styles.phoneGarage}>
        <span className={styles.phoneLabel} aria-hidden="true">
          Гараж
        </span>
        {cells.garage}
        {draft.parts.length > 1 && (
          <IconButtonWithTip
            label={`Убрать строку ${nth + 1}`}
            className={styles.phoneRemove!}
            onClick={() => desk.change((now) => rules.withoutPart(now, part.key))}
          >
            <CloseIcon />
          </IconButtonWithTip>
        )}
      </div>
      <div data-column="amount" className={styles.phoneSum}>
        {cells.amount}
      </div>
      <button type="button" className={styles.phoneMore} aria-expanded={more} onClick={() => setMore(!more)}>
        <span>{words.filter(Boolean).join(' · ')}</span>
        <MoreIcon aria-hidden="true" />
      </button>
      {more && (
        <>
          <div data-column="purpose">{cells.purpose}</div>
          {nth === 0 && (
            <>
              <div data-column="method">{cells.method}</div>
              <div data-column="paper">{cells.paper}</div>
              <CommentField desk={desk} onPost={() => onPost()} />
            </>
          )}
        </>
      )}
    </div>
  );
}

function TakenList({ desk, onUndo }: { desk: Desk; onUndo: (done: rules.Done) => void }) {
  if (!desk.done.length) return null;
  return (
    <ul className={styles.taken} aria-label="Проведено за день">
      {desk.done.toReversed().map((done) => (
        <li key={done.document} className={cx(rules.isUndone(done) && styles.undone)}>
          <span className={styles.takenPlates}>
            {done.lines.map((line) => (
              <GaragePlate
                key={line.id}
                section={line.garage.section}
                number={line.garage.number}
                to={pages.balanceOperation(line.id)}
              />
            ))}
          </span>
          <span>{done.method}</span>
          <b>{formatMoney(rules.isUndone(done) ? sumOf(done) : rules.standingSum(done))}</b>
          {rules.isUndone(done) ? (
            <small>отменён</small>
          ) : (
            <IconButtonWithTip
              label={`Отменить платёж, гараж ${done.lines[0]!.garage.section} ${done.lines[0]!.garage.number}`}
              disabled={desk.undoing !== null}
              onClick={() => onUndo(done)}
            >
              <UndoIcon />
            </IconButtonWithTip>
          )}
        </li>
      ))}
    </ul>
  );
}

const sumOf = (done: rules.Done) => done.lines.reduce((sum, line) => sum + line.amount, 0);
