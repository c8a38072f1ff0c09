// The fields of two cards in rows: a radio where a side is chosen, ticks where both are kept.
import TickIcon from '@mui/icons-material/CheckOutlined';
import SwapIcon from '@mui/icons-material/SwapHorizOutlined';
import type { ReactNode } from 'react';
import {
  mergeFieldLabels,
  type FieldChoice,
  type MergeCard,
  type MergeField,
  type MergeView,
} from '../../../contract/instruments/merging.ts';
import { pages } from '../../../contract/pages.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatDate } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import type { Side } from './pairAddress.ts';
import styles from './instruments.module.css';

interface Props {
  view: MergeView;
  stays: Side;
  chosen: Partial<Record<MergeField, Side>>;
  onChoose: (field: MergeField, side: Side) => void;
  onSwap: () => void;
}
const sides: readonly Side[] = ['one', 'other'];

export function PairTable(props: Props) {
  const { view, stays, onSwap } = props;
  const goesInto = view[stays].id;
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th key={side} scope="col">
                <span className={styles.side}>
                  Карточка {view[side].id}{' '}
                  <StatusChip kind={side === stays ? 'done' : 'plain'}>
                    {side === stays ? 'остаётся' : `войдёт в ${goesInto}`}
                  </StatusChip>
                  {side === 'other' && (
                    <IconButtonWithTip label="Поменять местами" onClick={onSwap}>
                      <SwapIcon />
                    </IconButtonWithTip>
                  )}
                </span>
                <small>
                  {view[side].place}, с {formatDate(view[side].since)}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.choices.map((choice) => (
            <FieldRow key={choice.field} choice={choice} {...props} />
          ))}
          <BothRow label="Телефоны" view={view} of={(card) => card.phones.join(', ') || 'не указаны'} />
          <BothRow label="Гаражи" view={view} of={(card) => <Plates card={card} />} />
        </tbody>
      </table>
      <p className={styles.quiet}>
        Янтарная полоса: стороны отличаются, проверьте выбор. Галочка: сохранится из обеих карточек.
      </p>
    </div>
  );
}

function FieldRow({ choice, view, stays, chosen, onChoose }: Props & { choice: FieldChoice }) {
  const { field, taken, isOpen, rule } = choice;
  const side = chosen[field] ?? (taken === 'same' ? stays : taken);
  return (
    <tr className={cx(isOpen && styles.differs)}>
      <th scope="row">{mergeFieldLabels[field]}</th>
      {sides.map((one) => {
        const words = <Value field={field} card={view[one]} />;
        if (taken === 'same') return <td key={one}>{words}</td>;
        return (
          <td key={one} className={cx(side === one && styles.taken)}>
            <label className={styles.choice}>
              <input
                type="radio"
                name={field}
                checked={side === one}
                onChange={() => onChoose(field, one)}
                aria-label={`${mergeFieldLabels[field]}: карточка ${view[one].id}`}
              />
              <span>
                {words} {rule && taken === one && <small>{rule}</small>}
              </span>
            </label>
          </td>
        );
      })}
    </tr>
  );
}

function Value({ field, card }: { field: MergeField; card: MergeCard }) {
  const text = card.fields[field];
  if (!text) return <span className={styles.quiet}>не указано</span>;
  if (field !== 'lastName' || !card.latin.length) return text;
  return (
    <>
      {[...text].map((letter, at) => (card.latin.includes(at) ? <mark key={at}>{letter}</mark> : letter))}
      <small> латинская буква</small>
    </>
  );
}

function BothRow({ label, view, of }: { label: string; view: MergeView; of: (card: MergeCard) => ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {sides.map((side) => (
        <td key={side} className={styles.taken}>
          <span className={styles.choice}>
            <TickIcon className={styles.tick} aria-label="сохранится" />
            <span>{of(view[side])}</span>
          </span>
        </td>
      ))}
    </tr>
  );
}

const Plates = ({ card }: { card: MergeCard }) =>
  card.garages.length ? (
    <span className={styles.plates}>
      {card.garages.map(({ id, section, number, po_name, isCurrent }, at) => (
        <span key={`${id} ${at}`}>
          <GaragePlate size="s" section={section} number={number} archived={!isCurrent} to={pages.garage(id)} />{' '}
          {po_name}
        </span>
      ))}
    </span>
  ) : (
    'нет'
  );
