// Charts that one tab alone has: what became of re-registrations, kinds of documents by ПО, failed sign-ins, people who worked.
import { dayForms } from '../../contract/kernel/days.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { listWith, pages } from '../../contract/pages.ts';
import { statistics } from '../../contract/statistics.ts';
import { reading } from '../../providers/reading.ts';
import { countOf, formatDate, formatNumber } from '../../widgets/format.ts';
import { AlertNote } from '../../widgets/Note.tsx';
import { conditionsOf } from './statView.ts';
import { BarRows, Chart, ChartFrame } from './ChartCard.tsx';
import styles from './statistics.module.css';
import { GaragesOfPlace, PeopleOfPlace } from './CompositionCharts.tsx';
import { hasOwnCharts, leftOut, useOwnCharts } from './useStatistics.ts';
import type { ChartsProps, OwnTab, WithCharts } from './useStatistics.ts';
import { daysText, monthName, pointDays, pointName } from './words.ts';

const ofTab: Record<OwnTab, (props: WithCharts) => ReactNode> = {
  reregistration: Cases,
  reference: Papers,
  user: People,
  profile: PeopleOfPlace,
  garage: GaragesOfPlace,
};

/** Charts of the tab that its lines alone don't give. */
export function OwnCharts(props: ChartsProps) {
  const { tab, view } = props;
  const { data, error } = useOwnCharts(tab, view);
  if (tab === 'sign') return <Failures {...props} />;
  if (!hasOwnCharts(tab)) return null;
  if (error) return <AlertNote text={error.message} />;
  if (!data) return <div className={styles.plot} aria-busy="true" />;
  const Own = ofTab[tab];
  return <Own {...props} charts={data} />;
}

function Cases({ charts, view }: WithCharts) {
  const navigate = useNavigate();
  const open = (more: object) =>
    void navigate(
      listWith(pages.reregistrations, {
        dateFrom: charts.period.from,
        dateTo: charts.period.to,
        ...(view.mo?.length && { moFilter: view.mo }),
        ...(view.po?.length && { poFilter: view.po }),
        ...more,
      }),
    );
  const all = charts.statuses.reduce((sum, row) => sum + row.count, 0);
  const every = [0, 1, 2, 3, 4, 5, 6];
  const rest = leftOut(view, true);
  const share = (count: number) => (all ? `${formatNumber(count)} · ${Math.round((count / all) * 100)} %` : '0');
  return (
    <>
      <BarRows
        title="Чем кончились"
        unit={`заявлений за период: ${formatNumber(all)}${rest}`}
        table="statuses"
        rows={charts.statuses.map((row) => ({
          ...row,
          value: row.count,
          text: share(row.count),
          onOpen: row.count ? () => open({ status: Number(row.key) }) : undefined,
        }))}
      />
      <BarRows
        title="По основаниям"
        unit={`число заявлений${rest}`}
        table="reasons"
        rows={charts.reasons.map((row) => ({
          ...row,
          value: row.count,
          text: formatNumber(row.count),
          onOpen: () => open({ status: every, reason: [Number(row.key)] }),
        }))}
      />
      <BarRows
        title="Срок до завершения"
        unit={`дней, половина дел МО быстрее${rest}`}
        table="terms"
        rows={charts.terms.map((row) => ({
          key: row.key,
          name: row.name,
          value: row.days,
          text: `${countOf(row.days, dayForms)} · ${formatNumber(row.count)} завершено`,
          onOpen: () => open({ status: 3, moFilter: [Number(row.key)] }),
        }))}
      />
    </>
  );
}

function Papers({ charts, view }: WithCharts) {
  const navigate = useNavigate();
  const open = (more: object) =>
    void navigate(
      listWith(pages.documents, {
        state: 'valid',
        dateFrom: charts.period.from,
        dateTo: charts.period.to,
        ...(view.mo?.length && { moFilter: view.mo }),
        ...(view.po?.length && { poList: view.po }),
        ...(view.user?.length && { printedByList: view.user }),
        ...more,
      }),
    );
  const types = [...new Map(charts.papers.map(({ type }) => [type.id, type])).values()];
  const pos = [...new Map(charts.papers.map(({ po }) => [po.id, po])).values()];
  const of = (po: number | null, type: number) =>
    charts.papers
      .filter((paper) => (po === null || paper.po.id === po) && paper.type.id === type)
      .reduce((sum, paper) => sum + paper.count, 0);
  const unit = `действующих документов${leftOut(view, false)}`;
  return (
    <>
      <BarRows
        title="По видам документов"
        unit={unit}
        table="papers"
        rows={types
          .map((type) => ({ key: String(type.id), name: type.name, value: of(null, type.id) }))
          .toSorted((a, b) => b.value - a.value)
          .map((row) => ({
            ...row,
            text: formatNumber(row.value),
            onOpen: () => open({ documentTypeList: [Number(row.key)] }),
          }))}
      />
      {pos.length > 1 && (
        <div className={styles.wide}>
          <Heat
            title="Виды документов по ПО"
            unit={unit}
            rows={pos}
            columns={types}
            of={of}
            onOpen={(po, type) => open({ poList: [po], documentTypeList: [type] })}
          />
        </div>
      )}
    </>
  );
}

interface HeatProps {
  title: string;
  unit: string;
  rows: readonly { id: number; name: string }[];
  columns: readonly { id: number; name: string }[];
  of: (row: number, column: number) => number;
  onOpen: (row: number, column: number) => void;
}

/** A table whose cells are darker where there are more; each opens its documents. */
function Heat({ title, unit, rows, columns, of, onOpen }: HeatProps) {
  const most = Math.max(1, ...rows.flatMap((row) => columns.map((column) => of(row.id, column.id))));
  return (
    <ChartFrame
      title={title}
      unit={unit}
      table="papers"
      picture={(draw) =>
        draw.pictureOfHeat(
          title,
          rows.map((row) => row.name),
          columns.map((column) => column.name),
          (row, column) => of(rows[row]!.id, columns[column]!.id),
        )
      }
    >
      <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
        <table className={styles.shades}>
          <thead>
            <tr>
              <th scope="col">ПО</th>
              {columns.map((column) => (
                <th key={column.id} scope="col">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.name}</th>
                {columns.map((column) => {
                  const count = of(row.id, column.id);
                  return (
                    <td key={column.id}>
                      <i style={{ opacity: count ? 0.12 + (0.38 * count) / most : 0 }} aria-hidden="true" />
                      {count > 0 ? (
                        <button
                          type="button"
                          aria-label={`${row.name}, ${column.name}: ${count}, открыть документы`}
                          onClick={() => onOpen(row.id, column.id)}
                        >
                          {formatNumber(count)}
                        </button>
                      ) : (
                        <span className={styles.zero}>—</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChartFrame>
  );
}

function People({ charts, reply, onOpen, view }: WithCharts) {
  const { grain, period } = charts;
  const full = (at: string) => (grain === 'month' ? monthName(at) : daysText(pointDays(at, 'week', period)));
  return (
    <Chart
      title="Кто работал"
      unit={`человек за ${grain === 'week' ? 'неделю' : 'месяц'}, по всем действиям${leftOut(view, false)}`}
      kind="bars"
      table="people"
      isUnfinished={reply.is_unfinished}
      onPick={(at) => onOpen({ rows: 'log', ...pointDays(charts.people[at]!.at, grain, period) })}
      series={[{ name: 'человек', color: 'var(--gr-chart-1)' }]}
      points={charts.people.map(({ at, count }) => ({ name: pointName(at, grain), full: full(at), values: [count] }))}
    />
  );
}

const FAILED = ['sign.failed', 'sign.locked'];

/** Sign-ins that failed, beside the days they are held against. */
function Failures({ reply, view, onOpen }: ChartsProps) {
  const against = view.against ?? 'year';
  const filter = JSON.stringify({ ...conditionsOf(view), verb: FAILED });
  const { data, error } = useQuery(reading(statistics, { params: { tab: 'sign' }, query: { filter, against } }));
  if (error) return <AlertNote text={error.message} />;
  if (!data) return <div className={styles.plot} aria-busy="true" />;
  return (
    <Chart
      title="Неудачные входы"
      unit={`ошибки и блокировки: ${formatNumber(data.count.now)}`}
      kind="line"
      table="series"
      tableFilter={{ verb: FAILED }}
      isUnfinished={reply.is_unfinished}
      onPick={(at) => onOpen({ rows: 'log', verb: FAILED, ...pointDays(data.series[at]!.at, data.grain, data.period) })}
      series={[
        { name: 'неудачных входов', color: 'var(--gr-chart-6)' },
        { name: against === 'year' ? 'год назад' : 'дни перед этим', color: 'var(--gr-text2)', isPast: true },
      ]}
      points={data.series.map(({ at, count, was }) => ({
        name: pointName(at, data.grain),
        full:
          data.grain === 'day'
            ? formatDate(at)
            : data.grain === 'month'
              ? monthName(at)
              : daysText(pointDays(at, 'week', data.period)),
        values: [count, was],
      }))}
    />
  );
}
