// Rows of the register on a day or of the difference of two days, their groups, the sums above and below.
import { Link } from 'react-router';
import { archiveReasons } from '../../contract/garages.ts';
import type { registerAsOf, AsOfRow } from '../../contract/garages/asOf.ts';
import { pages } from '../../contract/pages.ts';
import type { ReplyOf } from '../../providers/http.ts';
import { cx } from '../../widgets/cx.ts';
import { formatDate, formatMoney, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import styles from './asOf.module.css';
import { PlateLinks } from './GarageLinks.tsx';

export type Answer = ReplyOf<typeof registerAsOf>;
/** Changes the address: null takes a word away. */
export type Set = (change: Record<string, string | null>) => void;

/** 1 231 + 21 − 4 = 1 248: nothing is lost. */
export function Sums({ data: { sums }, on, to }: { data: Answer; on: string; to: string | null }) {
  return (
    <p className={styles.sums} role="status">
      {to ? (
        <span>
          <b>{formatNumber(sums.on)}</b> <b className={styles.better}>+ {formatNumber(sums.came)}</b>{' '}
          <b className={styles.gone}>− {formatNumber(sums.went)}</b> = <b>{formatNumber(sums.to)}</b> гаражей на{' '}
          {formatDate(to)}
        </span>
      ) : (
        <span>
          <b>{formatNumber(sums.on)}</b> гаражей на {formatDate(on)}
        </span>
      )}
    </p>
  );
}

/** What was owed then and later, and of what the way from the one to the other was made. */
export function Foot({ sums, to }: { sums: Answer['sums']; to: string | null }) {
  const parts = [
    ['начислено', sums.charged_kopecks],
    ['оплачено', sums.paid_kopecks],
    ['входящее сальдо', sums.opening_kopecks],
    ['списано', sums.written_off_kopecks],
    ['исправлено', sums.corrected_kopecks],
  ] as const;
  return (
    <footer className={styles.foot}>
      <span>
        Долг {to ? 'тогда' : ''} <b>{formatMoney(sums.on_debt_kopecks)}</b>
      </span>
      {to && (
        <>
          <span>
            потом{' '}
            <b className={sums.to_debt_kopecks > sums.on_debt_kopecks ? styles.worse : ''}>
              {formatMoney(sums.to_debt_kopecks)}
            </b>
          </span>
          <span className={styles.muted}>
            {parts
              .filter(([word, kopecks]) => kopecks !== 0 || (word !== 'исправлено' && word !== 'входящее сальдо'))
              .map(([word, kopecks]) => `${word} ${formatMoney(kopecks)}`)
              .join(', ')}
          </span>
        </>
      )}
    </footer>
  );
}

const groups = [
  { key: 'came', title: 'Пришли', note: (on: string, _to: string) => `появились после ${formatDate(on)}` },
  { key: 'went', title: 'Ушли', note: (_on: string, to: string) => `в архиве на ${formatDate(to)}` },
  { key: 'changed', title: 'Изменились', note: () => '' },
] as const;
type Group = (typeof groups)[number]['key'];
const groupOf = (row: AsOfRow): Group => (!row.on ? 'came' : !row.to ? 'went' : 'changed');

export function Rows({
  data,
  on,
  to,
  show,
  set,
}: {
  data: Answer;
  on: string;
  to: string | null;
  show: string;
  set: Set;
}) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Гараж</th>
            <th className={styles.po}>ПО</th>
            <th>{to ? `Было ${formatDate(on)}` : 'Владельцы'}</th>
            {to && <th>Стало {formatDate(to)}</th>}
            <th>Тип</th>
            <th className={styles.number}>{to ? 'Долг тогда' : 'Долг'}</th>
            {to && <th className={styles.number}>Долг потом</th>}
            {to && <th className={styles.number}>Разница</th>}
          </tr>
        </thead>
        {to ? (
          groups
            .filter(({ key }) => show === 'all' || show === key)
            .map((group) => (
              <tbody key={group.key}>
                <GroupHead
                  group={group}
                  count={data.sums[group.key]}
                  shown={data.data.filter((row) => groupOf(row) === group.key).length}
                  days={[on, to]}
                  isAlone={show === group.key}
                  set={set}
                />
                {data.data
                  .filter((row) => groupOf(row) === group.key)
                  .map((row) => (
                    <Row key={row.id} row={row} compares />
                  ))}
              </tbody>
            ))
        ) : (
          <tbody>
            {data.data.map((row) => (
              <Row key={row.id} row={row} compares={false} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

/** «Пришли 21», and the way to all of them; an empty group stays with 0. */
function GroupHead({
  group: { key, title, note },
  count,
  shown,
  days: [on, to],
  isAlone,
  set,
}: {
  group: (typeof groups)[number];
  count: number;
  shown: number;
  days: [string, string];
  isAlone: boolean;
  set: Set;
}) {
  return (
    <tr className={styles.group}>
      <th colSpan={8} scope="rowgroup">
        <span className={cx(styles.mark, styles[key])} aria-hidden />
        {title} <b>{formatNumber(count)}</b> <span className={styles.muted}>{note(on, to)}</span>
        {isAlone ? (
          <button type="button" onClick={() => set({ show: null })}>
            Все отличия
          </button>
        ) : (
          count > shown && (
            <button type="button" onClick={() => set({ show: key })}>
              Все {formatNumber(count)}
            </button>
          )
        )}
      </th>
    </tr>
  );
}

const named = (side: AsOfRow['on']) =>
  side?.owners.map(({ full_name, share }) => (share ? `${full_name}, ${share}` : full_name)).join(', ') ||
  'без владельца';

function Row({ row, compares }: { row: AsOfRow; compares: boolean }) {
  const { on, to } = row;
  const shown = on ?? to!;
  return (
    <tr>
      <td data-label="Гараж">
        <GaragePlate
          section={shown.section}
          number={shown.number}
          archived={!row.is_active}
          to={pages.garage(row.id)}
        />
        {row.changes.includes('number') && to && (
          <small>
            стал {to.section} {to.number}
          </small>
        )}
      </td>
      <td data-label="ПО" className={styles.po}>
        {row.po_name}
      </td>
      <td data-label="Было" className={styles.was}>
        {on ? named(on) : <span className={styles.muted}>не было</span>}
      </td>
      {compares && <Became row={row} />}
      <td data-label="Тип">
        {row.changes.includes('type') && on && to ? (
          <>
            {on.type} → <b>{to.type}</b>
          </>
        ) : (
          shown.type
        )}
      </td>
      <Debts row={row} compares={compares} />
    </tr>
  );
}

/** Who owns it on the second day, by what they came; or why it is gone. */
function Became({ row }: { row: AsOfRow }) {
  const { on, to, archive_reason } = row;
  const isSame = on && to && !row.changes.includes('owner') && !row.changes.includes('share');
  const why = archive_reason && archiveReasons[archive_reason as keyof typeof archiveReasons].toLowerCase();
  return (
    <td data-label="Стало">
      {!to ? (
        <span className={styles.gone}>
          архив{why ? `: ${why}` : ''}
          {row.became.length > 0 && (
            <>
              {archive_reason === 'split' ? ' на ' : ' с '}
              <PlateLinks garages={row.became} />
            </>
          )}
        </span>
      ) : isSame ? (
        <span className={styles.muted}>без изменений</span>
      ) : (
        <b>{named(to)}</b>
      )}
      {row.came_of.length > 0 && (
        <small>
          вместо <PlateLinks garages={row.came_of} />
        </small>
      )}
      <Ground row={row} />
    </td>
  );
}

function Debts({ row: { on, to }, compares }: { row: AsOfRow; compares: boolean }) {
  const diff = (to?.debt_kopecks ?? 0) - (on?.debt_kopecks ?? 0);
  return (
    <>
      <td data-label={compares ? 'Долг тогда' : 'Долг'} className={cx(styles.number, styles.was)}>
        {on && debt(on.debt_kopecks)}
      </td>
      {compares && (
        <>
          <td data-label="Долг потом" className={styles.number}>
            {to && debt(to.debt_kopecks)}
          </td>
          <td
            data-label="Разница"
            className={cx(styles.number, diff > 0 ? styles.worse : diff < 0 ? styles.better : '')}
          >
            {diff > 0 ? '+' : ''}
            {formatMoney(diff)}
          </td>
        </>
      )}
    </>
  );
}

/** By what they came, or since when the garage is away; a case is opened from here. */
function Ground({ row: { to, ground, archived_on } }: { row: AsOfRow }) {
  if (!to) return archived_on ? <small>с {formatDate(archived_on)}</small> : null;
  if (!ground) return null;
  const words = [ground.text?.toLowerCase(), formatDate(ground.on)].filter(Boolean).join(', ');
  return (
    <small>
      {words}
      {ground.reregistration_id && (
        <>
          , <Link to={pages.reregistration(ground.reregistration_id)}>№ {ground.reregistration_id}</Link>
        </>
      )}
    </small>
  );
}

const debt = (kopecks: number) => (kopecks < 0 ? `аванс ${formatMoney(-kopecks)}` : formatMoney(kopecks));
