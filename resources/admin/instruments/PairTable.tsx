// The fields of two cards in rows: a radio where a side is chosen, ticks where both are kept.
import TickIcon from '@mui/icons-material/CheckOutlined';
import SwapIcon from '@mui/icons-material/SwapHorizOutlined';
import type { KeyboardEvent, ReactNode } from 'react';
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
import { Kbd } from '../../../widgets/Kbd.tsx';
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
        <tbody onKeyDown={(event) => walk(event, props.onChoose)}>
          {view.choices.map((choice) => (
            <FieldRow key={choice.field} choice={choice} {...props} />
          ))}
          <BothRow label="Телефоны" view={view} of={(card) => card.phones.join(', ') || 'не указаны'} />
          <BothRow label="Гаражи" view={view} of={(card) => <Plates card={card} />} />
        </tbody>
      </table>
      <Legend />
    </div>
  );
}

/** ↑ ↓ lead to the field above and below, ← → take its side: the radios of a field by themselves know but one pair of keys. */
function walk(event: KeyboardEvent<HTMLElement>, onChoose: Props['onChoose']) {
  const from = event.target as HTMLInputElement;
  if (from.type !== 'radio' || event.altKey || event.ctrlKey || event.metaKey) return;
  const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  const fields = [...new Set(radios.map(({ name }) => name))];
  const side = sides[['ArrowLeft', 'ArrowRight'].indexOf(event.key)];
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!side && !step) return;
  event.preventDefault();
  if (side) {
    onChoose(from.name as MergeField, side);
    return radios.find(({ name, value }) => name === from.name && value === side)?.focus();
  }
  const next = fields[fields.indexOf(from.name) + step!];
  radios.find(({ name, checked }) => name === next && checked)?.focus();
}

function Legend() {
  return (
    <p className={styles.legend} aria-label="Условные знаки">
      <span>
        <i className={styles.amber} aria-hidden /> отличается: выберите
      </span>
      <span>
        <TickIcon className={styles.tick} aria-hidden /> сохранится из обеих
      </span>
      <span className={styles.keys}>
        <Kbd quiet>↑</Kbd> <Kbd quiet>↓</Kbd> поле
      </span>
      <span className={styles.keys}>
        <Kbd quiet>←</Kbd> <Kbd quiet>→</Kbd> сторона
      </span>
    </p>
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
                value={one}
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
