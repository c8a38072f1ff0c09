// One chart in its card: its unit in the title, the same figures as a table behind a button, the picture and its figures to keep.
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { LogFilter } from '../../contract/actionLog.ts';
import type { StatTable } from '../../contract/statistics.ts';
import { cx } from '../../widgets/cx.ts';
import { Dropdown } from '../../widgets/Dropdown.tsx';
import { formatNumber } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { toast } from '../../widgets/toasts.ts';
import Donut, { type Slice } from './Donut.tsx';
import type { Picture } from './picture.ts';
import Plot, { type PlotProps, type Series } from './Plot.tsx';
import styles from './statistics.module.css';
import { useStatExport } from './useStatExport.ts';
import { WhenSeen } from './WhenSeen.tsx';

const pictures = () => import('./picture.ts');

interface CardProps {
  title: string;
  unit: string;
  /** The table of the tab that says the same; without it there is nothing to take away as cells. */
  table?: StatTable | undefined;
  /** What the chart narrows the conditions of the screen by. */
  tableFilter?: Partial<LogFilter> | undefined;
  picture: (draw: Awaited<ReturnType<typeof pictures>>) => Picture | null;
  /** What its colours mean; on a narrow screen under the title. */
  legend?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

/** A card with «Скачать»: the picture (SVG, PNG) and the figures (XLSX, CSV) of what it shows. */
export function ChartFrame({ title, unit, table, tableFilter, picture, legend, tools, children }: CardProps) {
  const exportTable = useStatExport();
  const take = (format: 'xlsx' | 'csv') => exportTable(format, table!, tableFilter && { filter: tableFilter });
  const keep = (format: 'svg' | 'png') => {
    pictures()
      .then((draw) => {
        const drawn = picture(draw);
        return drawn ? draw.savePicture(drawn, title, format) : toast('Покажите график, чтобы сохранить его');
      })
      .catch((error: Error) => toast(error.message, { kind: 'error' }));
  };
  return (
    <SectionCard
      className={styles.chart}
      title={
        <>
          {title} <small className={styles.unit}>{unit}</small>
        </>
      }
      action={
        <>
          {legend && <span className={cx(styles.legend, styles.keys)}>{legend}</span>}
          <span className={styles.legend}>
            {tools}
            <Dropdown
              label="Скачать"
              variant="text"
              items={[
                { key: 'png', label: 'Картинка (.png)', onSelect: () => keep('png') },
                { key: 'svg', label: 'Чертёж (.svg)', onSelect: () => keep('svg') },
                ...(table
                  ? [
                      { key: 'xlsx', label: 'Цифры в Excel (.xlsx)', onSelect: () => take('xlsx') },
                      { key: 'csv', label: 'Цифры текстом (.csv)', onSelect: () => take('csv') },
                    ]
                  : []),
              ]}
            />
          </span>
        </>
      }
    >
      {children}
    </SectionCard>
  );
}

interface ChartProps extends Omit<PlotProps, 'isUnfinished'> {
  unit: string;
  table: StatTable;
  tableFilter?: Partial<LogFilter> | undefined;
  isUnfinished?: boolean;
  /** The first of its page: drawn with it, the others a turn later. */
  isFirst?: boolean;
}

/** A picture for the eye, the same as a table for everybody else. */
export function Chart(props: ChartProps) {
  const {
    title,
    unit,
    table,
    tableFilter,
    series,
    points,
    kind,
    isUnfinished = false,
    isFirst = false,
    onPick,
  } = props;
  const [asTable, setAsTable] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const isEmpty = points.every(({ values }) => values.every((value) => !value));
  return (
    <ChartFrame
      title={title}
      unit={unit}
      table={table}
      tableFilter={tableFilter}
      picture={(draw) => plotOf(card, (element) => draw.pictureOfPlot(element, `${title}, ${unit}`, series))}
      legend={
        series.length > 1 &&
        series.map(({ name, color }) => (
          <span key={name}>
            <i style={{ background: color }} aria-hidden="true" />
            {name}
          </span>
        ))
      }
      tools={
        <button type="button" className={styles.pick} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'График' : 'Таблица'}
        </button>
      }
    >
      {isEmpty && !asTable && <p className={styles.muted}>За период ничего нет.</p>}
      {!asTable && !isEmpty && (
        <div ref={card}>
          <WhenSeen atOnce={isFirst}>
            <Plot
              title={title}
              series={series}
              points={points}
              kind={kind}
              isUnfinished={isUnfinished}
              onPick={onPick}
            />
          </WhenSeen>
        </div>
      )}
      <div className={asTable ? styles.tall : styles.spoken}>
        <ChartTable
          title={`${title}, ${unit}`}
          series={series}
          points={points}
          onPick={asTable ? onPick : undefined}
          isUnfinished={isUnfinished}
        />
      </div>
    </ChartFrame>
  );
}

const plotOf = (card: RefObject<HTMLDivElement | null>, draw: (element: HTMLElement) => Picture | null) =>
  card.current ? draw(card.current) : null;

interface TableProps extends Pick<PlotProps, 'points' | 'onPick' | 'isUnfinished'> {
  title: string;
  series: readonly Series[];
}

const ChartTable = ({ title, series, points, onPick, isUnfinished }: TableProps) => (
  <table className={styles.table}>
    <caption className={styles.spoken}>{title}</caption>
    <thead>
      <tr>
        <th scope="col">Когда</th>
        {series.map(({ name }) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {points.map((point, at) => (
        <tr key={point.full}>
          <th scope="row">
            {onPick ? (
              <button type="button" className={styles.pick} onClick={() => onPick(at)}>
                {point.full}
              </button>
            ) : (
              point.full
            )}
            {isUnfinished && at === points.length - 1 && <small className={styles.unit}>не закончено</small>}
          </th>
          {point.values.map((value, nth) => (
            <td key={series[nth]!.name}>{value === null ? '—' : formatNumber(value, 2)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A ring of shares with the list of its slices: the list is its table. */
export function Ring(props: { title: string; unit: string; table: StatTable; slices: readonly Slice[] }) {
  const { title, unit, table, slices } = props;
  const card = useRef<HTMLDivElement>(null);
  return (
    <ChartFrame
      title={title}
      unit={unit}
      table={table}
      picture={(draw) => plotOf(card, (element) => draw.pictureOfRing(element, `${title}, ${unit}`, slices))}
    >
      <div ref={card}>
        <WhenSeen>
          <Donut slices={slices} />
        </WhenSeen>
      </div>
    </ChartFrame>
  );
}

interface BarRow {
  key: string;
  name: string;
  value: number;
  text: string;
  color?: string;
  onOpen?: (() => void) | undefined;
}

interface BarRowsProps {
  title: string;
  unit: string;
  table?: StatTable;
  rows: readonly BarRow[];
  /** The whole of which bars are a part; the longest of them when absent. */
  most?: number;
  /** Rows are still asked for: nothing is said of them. */
  isBusy?: boolean;
}

/** Bars lying down with their labels: a table already. `onOpen` makes the name a button. */
export function BarRows(props: BarRowsProps) {
  const { title, unit, table, rows, isBusy = false } = props;
  const most = Math.max(1, props.most ?? 0, ...rows.map((row) => row.value));
  return (
    <ChartFrame
      title={title}
      unit={unit}
      table={table}
      picture={(draw) => draw.pictureOfBars(`${title}, ${unit}`, rows)}
    >
      {rows.length === 0 && !isBusy && <p className={styles.muted}>За период ничего нет.</p>}
      <ul className={styles.barRows} aria-busy={isBusy}>
        {rows.map((row) => (
          <li key={row.key}>
            {row.onOpen ? (
              <button type="button" className={styles.pick} onClick={row.onOpen}>
                {row.name}
              </button>
            ) : (
              <span>{row.name}</span>
            )}
            <b>{row.text}</b>
            <span className={styles.track} aria-hidden="true">
              <i style={{ width: `${(row.value / most) * 100}%`, background: row.color ?? 'var(--gr-chart-1)' }} />
            </span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
