// The desk on a phone: one payment at a time, the same fields and the same panel, what was taken under it.
import CloseIcon from '@mui/icons-material/Close';
import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import { pages } from '../../../contract/pages.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatMoney } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import styles from './desk.module.css';
import { usePartCells } from './DeskGrid.tsx';
import * as rules from './deskRules.ts';
import { Trouble } from './RowTrouble.tsx';
import type { Desk } from './useDesk.ts';
import { WherePanel } from './WherePanel.tsx';

interface Props {
  desk: Desk;
  part: rules.Part;
  onPost: () => void;
  onSplit: () => void;
  onActive: (part: string) => void;
}

export function DeskPhone({ desk, part, onPost, onSplit, onActive }: Props) {
  const { draft } = desk;
  return (
    <div className={styles.phone}>
      {draft.parts.map((one, nth) => (
        <PhonePart key={one.key} desk={desk} part={one} nth={nth} onPost={onPost} onActive={() => onActive(one.key)} />
      ))}
      <Trouble desk={desk} onConfirm={() => void desk.post(true)} />
      <section className={styles.phonePanel} aria-label="Куда пойдут деньги">
        <WherePanel draft={draft} part={part} />
      </section>
      <TakenList desk={desk} />
      <div className={styles.phoneBar}>
        <Button onClick={onSplit}>Разбить</Button>
        <Button variant="contained" onClick={onPost} loading={desk.busy}>
          Провести{rules.totalOf(draft) > 0 && ` ${formatMoney(rules.totalOf(draft))}`}
        </Button>
      </div>
    </div>
  );
}

function PhonePart(props: { desk: Desk; part: rules.Part; nth: number; onPost: () => void; onActive: () => void }) {
  const { desk, part, nth } = props;
  const cells = usePartCells(props, true);
  return (
    <div data-part="" className={styles.phonePart} onFocus={props.onActive}>
      <div data-column="garage" className={styles.phoneGarage}>
        <span className={styles.phoneLabel} aria-hidden="true">
          Гараж
        </span>
        {cells.garage}
        {desk.draft.parts.length > 1 && (
          <IconButtonWithTip
            label={`Убрать строку ${nth + 1}`}
            className={styles.phoneRemove!}
            onClick={() => desk.change(rules.withoutPart(desk.draft, part.key))}
          >
            <CloseIcon />
          </IconButtonWithTip>
        )}
      </div>
      <div data-column="amount">{cells.amount}</div>
      <div data-column="purpose">{cells.purpose}</div>
      {nth === 0 && (
        <>
          <div data-column="method">{cells.method}</div>
          <div data-column="paper">{cells.paper}</div>
        </>
      )}
    </div>
  );
}

function TakenList({ desk }: { desk: Desk }) {
  if (!desk.done.length) return null;
  return (
    <ul className={styles.taken} aria-label="Проведено за день">
      {desk.done.toReversed().map((done) => (
        <li key={done.document} className={cx(done.isUndone && styles.undone)}>
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
          <b>{formatMoney(done.lines.reduce((sum, line) => sum + line.amount, 0))}</b>
          {done.isUndone ? (
            <small>отменён</small>
          ) : (
            <IconButtonWithTip
              label={`Отменить платёж, гараж ${done.lines[0]!.garage.section} ${done.lines[0]!.garage.number}`}
              disabled={desk.undoing !== null}
              onClick={() => void desk.undo(done)}
            >
              <UndoIcon />
            </IconButtonWithTip>
          )}
        </li>
      ))}
    </ul>
  );
}
