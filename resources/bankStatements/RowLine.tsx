// One payment of a statement: who paid and for what, where the money goes, what may be done with it.
import MoreIcon from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import { memo } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { PostedPart, RowPart, StatementRow } from '../../contract/bankStatements.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { cx } from '../../widgets/cx.ts';
import type { DropdownItem } from '../../widgets/Dropdown.tsx';
import { IconDropdown } from '../../widgets/IconDropdown.tsx';
import { formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Money } from '../../widgets/Money.tsx';
import { SearchSelect } from '../../widgets/SearchSelect.tsx';
import { toast } from '../../widgets/toasts.ts';
import { entryOf, isOpen, nameOf, paymentsOf, standingWords } from './ru.ts';
import styles from './statements.module.css';
import { loadGarages, type RowActions } from './useStatements.ts';

/** Name of the boxes in which unrecognised rows ask for a garage: keys walk over them. */
export const GARAGE_BOX = 'statement-garage';

/** What rows ask of the page. One object for all of them and for good: a change draws its own row again, not thousands. */
export interface RowHands {
  tick: (rows: readonly StatementRow[], on: boolean) => void;
  assign: RowActions['assign'];
  skip: RowActions['skip'];
  detach: RowActions['detach'];
  /** The garage of an unrecognised row has been said: the hand goes on to the next. */
  toNext: () => void;
  openDialog: (kind: 'assign' | 'registry', row: StatementRow) => void;
  openStatement: (id: number) => void;
}

interface Props {
  row: StatementRow;
  may: boolean;
  ticked: boolean;
  busy: boolean;
  error: string | undefined;
  hands: RowHands;
}

function Line(props: Props) {
  const { row, may, ticked, busy, error, hands } = props;
  const open = isOpen(row);
  const items = may ? menuOf(props) : [];
  return (
    <li className={cx(styles.row, ticked && styles.ticked, row.parent_id !== null && styles.child)} aria-busy={busy}>
      <span className={styles.check}>
        {open && (
          <Checkbox
            hideLabel
            label={`Провести: ${nameOf(row)}`}
            value={ticked}
            disabled={!may || row.refusal !== null}
            onChange={(on) => hands.tick([row], on)}
          />
        )}
      </span>
      <span className={styles.date}>{formatDate(row.on_date)}</span>
      <span className={styles.payer}>
        <b>{row.payer || 'Без плательщика'}</b>
        <small>{row.purpose || row.doc_kind}</small>
      </span>
      <span className={styles.where}>
        <Where {...props} open={open} />
        {error ? <small className={styles.error}>{error}</small> : <Why row={row} open={open} />}
      </span>
      <span className={styles.sum}>
        <Money kopecks={row.amount_kopecks} />
        {row.group === 'partial' && (
          <small className={styles.warning}>
            осталось <Money kopecks={row.left_kopecks} />
          </small>
        )}
        {row.number && <small>№ {row.number}</small>}
      </span>
      <span className={styles.menu}>
        {items.length > 0 && <IconDropdown label={`Действия: ${nameOf(row)}`} icon={<MoreIcon />} items={items} />}
      </span>
    </li>
  );
}

/** A row is drawn again only when something of it changed. */
export const RowLine = memo(Line);

/** What is in the books, then where the rest of the money goes, or how to say it. */
function Where({ row, may, open, busy, hands }: Props & { open: boolean }) {
  // A file of the МО is not seen from a ПО: there is nothing to open.
  if (row.kind === 'duplicate' && !row.duplicate_of) return <small className={styles.muted}>В выписке МО</small>;
  if (row.duplicate_of)
    return (
      <Button size="small" variant="text" onClick={() => hands.openStatement(row.duplicate_of!.statement)}>
        {row.duplicate_of.file_name}, строка {row.duplicate_of.nth}
      </Button>
    );
  if (row.registry)
    return (
      <span>
        Реестр: {paymentsOf(row.registry.rows)}, проведено {row.registry.posted}
      </span>
    );
  const parts = [...row.posted, ...row.parts];
  const elsewhere = row.posted.reduce((left, part) => left - part.amount_kopecks, row.standing_kopecks);
  const known = parts.map((part, index) => <PartLine key={index} part={part} whole={parts.length === 1} />);
  if (elsewhere > 0)
    known.push(
      <small key="elsewhere" className={styles.muted}>
        Исправлено: <Money kopecks={elsewhere} /> на гараже другого ПО
      </small>,
    );
  if (row.parts.length || !row.left_kopecks) return known;
  if (!open || !may) return known.length ? known : <small className={styles.muted}>—</small>;
  return (
    <>
      {known}
      <SearchSelect
        label={`Гараж для платежа: ${nameOf(row)}`}
        hideLabel
        name={GARAGE_BOX}
        reserve={false}
        className={styles.select}
        placeholder="№, ЛС или владелец"
        disabled={busy}
        value={null}
        load={loadGarages}
        onChange={(option) => {
          if (!option) return;
          hands.toNext();
          void hands
            .assign(row, [
              {
                garage: Number(option.value),
                debtor: null,
                accrual_type: null,
                year: null,
                amount_kopecks: row.left_kopecks,
              },
            ])
            .then((errors) => {
              if (errors) toast(Object.values(errors)[0]!, { kind: 'error' });
            });
        }}
      />
    </>
  );
}

function PartLine({ part, whole }: { part: RowPart | PostedPart; whole: boolean }) {
  // Above one ПО a garage number alone says little.
  const places = !useActor()?.po;
  const { garage } = part;
  return (
    <span className={styles.part}>
      <GaragePlate
        section={garage.section}
        number={garage.number}
        archived={garage.is_active === false}
        to={pages.garage(garage.id)}
      />
      <span className={styles.partWords}>
        {part.owner ?? 'без владельца'}
        <small>
          {places && `${garage.po_name} · `}
          {entryOf(part)}
          {!whole && (
            <>
              {' · '}
              <Money kopecks={part.amount_kopecks} />
            </>
          )}
          {'debt_kopecks' in part && (
            <>
              {' · '}
              {standingWords(part)}
            </>
          )}
          {'operation' in part && (
            <>
              {' · '}
              <Link to={pages.balanceOperation(part.operation)}>Документ № {part.contribution}</Link>
            </>
          )}
        </small>
      </span>
    </span>
  );
}

/** Why it was taken for that garage, or what stands in the way. */
function Why({ row, open }: { row: StatementRow; open: boolean }) {
  if (row.standing_kopecks > row.amount_kopecks)
    return (
      <small className={styles.warning}>
        В учёте <Money kopecks={row.standing_kopecks} />: больше, чем пришло
      </small>
    );
  if (row.standing_kopecks > 0 && row.left_kopecks > 0)
    return (
      <small className={styles.warning}>
        Часть сторнирована или исправлена: в учёте <Money kopecks={row.standing_kopecks} />.{' '}
        {row.parts.length
          ? 'Проведите остаток'
          : 'Назначьте остаток заново; сторно всего документа вернёт строку целиком'}
      </small>
    );
  if (!open) return null;
  if (row.refusal && row.parts.length) return <small className={styles.warning}>{row.refusal}</small>;
  const why = row.group === 'sure' || row.group === 'assigned' ? null : row.reason;
  return (
    <>
      <small className={styles.muted}>
        {row.was_undone ? 'Было проведено и сторнировано. ' : ''}
        {why}
      </small>
      {row.resembles && (
        <small className={styles.warning}>
          <Link to={pages.balanceOperation(row.resembles.operation)}>{row.resembles.text}</Link>
        </small>
      )}
      {row.note && <small className={styles.muted}>{row.note}</small>}
    </>
  );
}

function menuOf({ row, hands }: Props): DropdownItem[] {
  if (row.group === 'skipped') return [{ key: 'back', label: 'Вернуть', onSelect: () => void hands.skip(row, false) }];
  if (row.group === 'registry')
    return row.registry?.posted
      ? []
      : [{ key: 'detach', label: 'Убрать реестр', onSelect: () => void hands.detach(row) }];
  if (!isOpen(row)) return [];
  return [
    {
      key: 'assign',
      label: row.parts.length
        ? 'Изменить или разделить'
        : row.standing_kopecks
          ? 'Назначить остаток'
          : 'Назначить и разделить',
      onSelect: () => hands.openDialog('assign', row),
    },
    ...(row.group === 'assigned' || (row.group === 'partial' && row.parts.length)
      ? [{ key: 'undo', label: 'Снять назначение', onSelect: () => void hands.assign(row, []) }]
      : []),
    ...(row.parent_id === null && !row.standing_kopecks
      ? [
          {
            key: 'registry',
            label: 'Приложить реестр банка',
            hint: 'Один документ за многих плательщиков',
            onSelect: () => hands.openDialog('registry', row),
          },
        ]
      : []),
    { key: 'skip', label: 'Пропустить', divided: true, onSelect: () => void hands.skip(row, true) },
  ];
}
