// Charts of a tab: money and its debts, or actions by time, kind, person and hour. Loaded when they are asked for.
import { useQuery } from '@tanstack/react-query';
import { debtAgeing, debtAges } from '../../contract/balance.ts';
import type { StatReply } from '../../contract/statistics.ts';
import { call } from '../../providers/http.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatNumber, formatSum } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { BarRows, Chart } from './ChartCard.tsx';
import styles from './statistics.module.css';
import type { StatView } from './useStatistics.ts';
import { collected, grainWords, monthName, pointName, shortMonth } from './words.ts';

export interface ChartsProps {
  reply: StatReply;
  view: StatView;
  onOpen: (change: StatView) => void;
}

export default function Charts(props: ChartsProps) {
  const { reply } = props;
  if (reply.money) return <MoneyCharts {...props} money={reply.money} />;
  if (!reply.count.now)
    return <EmptyState title="За период действий нет">Выберите другой период или снимите условия.</EmptyState>;
  return <LogCharts {...props} />;
}

function MoneyCharts({ reply, money, view, onOpen }: ChartsProps & { money: NonNullable<StatReply['money']> }) {
  const months = money.rows.filter((row) => row.what === 'month');
  const paid = money.rows.filter((row) => row.what === 'method');
  const all = paid.reduce((sum, row) => sum + row.paid_kopecks, 0);
  const named = (key: string) => ({ name: shortMonth(key), full: monthName(key) });
  return (
    <div className={styles.charts}>
      <Chart
        title="Начислено и оплачено"
        unit="тыс. ₽"
        kind="bars"
        series={[
          { name: 'начислено', color: 'var(--gr-chart-1)' },
          { name: 'оплачено', color: 'var(--gr-chart-3)' },
        ]}
        points={months.map((row) => ({
          ...named(row.key),
          values: [row.charged_kopecks / 100_000, row.paid_kopecks / 100_000],
        }))}
      />
      <Ages view={view} />
      <Chart
        title="Собираемость"
        unit="% оплаченного от начисленного за месяц"
        kind="line"
        isUnfinished={reply.is_unfinished}
        series={[{ name: 'собираемость', color: 'var(--gr-chart-1)' }]}
        points={months.map((row) => ({
          ...named(row.key),
          values: [collected(row.paid_kopecks, row.charged_kopecks)],
        }))}
      />
      <BarRows
        title="Способ оплаты"
        unit="%"
        rows={paid.map((row) => ({
          key: row.key,
          name: row.name,
          value: Math.max(0, row.paid_kopecks),
          text: all > 0 ? formatNumber(Math.round((row.paid_kopecks / all) * 100)) : '—',
          onOpen: () => onOpen({ rows: 'lines', side: 'paid' }),
        }))}
      />
    </div>
  );
}

/** What is owed today by age: the books say it for now alone. */
function Ages({ view }: { view: StatView }) {
  const one = (ids: readonly number[] | undefined) => (ids?.length === 1 ? ids[0] : undefined);
  const [mo, po] = [one(view.mo), one(view.po)];
  const { data, error } = useQuery({
    queryKey: ['debt_ageing', mo ?? null, po ?? null],
    queryFn: () => call(debtAgeing, { query: { ...(mo && { mo }), ...(po && { po }) }, quiet: true }),
  });
  const several = (view.mo?.length ?? 0) > 1 || (view.po?.length ?? 0) > 1;
  return (
    <BarRows
      title="Возраст долга"
      unit={several ? '₽, сегодня, по всем ПО' : error ? error.message : '₽, сегодня'}
      rows={(data?.ages ?? []).map((age, nth) => ({
        key: age.age,
        name: debtAges[age.age],
        value: age.debt_kopecks,
        text: formatSum(age.debt_kopecks),
        color: `var(--gr-debtAge-${nth + 1})`,
      }))}
    />
  );
}

const weekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'];

function LogCharts({ reply, onOpen }: ChartsProps) {
  const cut = (what: 'verb' | 'po') => reply.rows.filter((row) => row.what === what);
  return (
    <div className={styles.charts}>
      <Chart
        title="Действия"
        unit={`шаг: ${grainWords[reply.grain]}`}
        kind="line"
        isUnfinished={reply.is_unfinished}
        series={[{ name: 'действий', color: 'var(--gr-chart-1)' }]}
        points={reply.series.map(({ at, count }) => ({
          name: pointName(at, reply.grain),
          full: reply.grain === 'month' ? monthName(at) : at.split('-').toReversed().join('.'),
          values: [count],
        }))}
      />
      <BarRows
        title="По действиям"
        unit="число"
        rows={cut('verb')
          .slice(0, 10)
          .map((row) => ({
            key: row.key,
            name: row.name,
            value: row.count,
            text: formatNumber(row.count),
            onOpen: () => onOpen({ rows: 'log', verb: [row.key] }),
          }))}
      />
      {reply.hours.length > 0 && <Hours reply={reply} />}
      <BarRows
        title="По пользователям"
        unit="число"
        rows={reply.users.map((user) => ({
          key: user.key,
          name: user.name,
          value: user.count,
          text: formatNumber(user.count),
          onOpen: () => onOpen({ rows: 'log', user: [Number(user.key)] }),
        }))}
      />
      {cut('po').length > 1 && (
        <BarRows
          title="По ПО"
          unit="число"
          rows={cut('po').map((row) => ({
            key: row.key || 'none',
            name: row.key ? row.name : 'Без ПО',
            value: row.count,
            text: formatNumber(row.count),
            onOpen: () => onOpen(row.key ? { rows: 'log', po: [Number(row.key)] } : { rows: 'log', noPo: true }),
          }))}
        />
      )}
    </div>
  );
}

/** When people sign in: a table whose cells are darker where more do. */
function Hours({ reply }: { reply: StatReply }) {
  const most = Math.max(1, ...reply.hours.map((cell) => cell.count));
  const of = (weekday: number, hour: number) =>
    reply.hours.find((cell) => cell.weekday === weekday && cell.hour === hour)?.count ?? 0;
  return (
    <SectionCard
      title={
        <>
          По часам и дням недели <small className={styles.unit}>число, время московское</small>
        </>
      }
    >
      <div className={styles.scroll} role="region" aria-label="По часам и дням недели" tabIndex={0}>
        <table className={styles.heat}>
          <thead>
            <tr>
              <td />
              {Array.from({ length: 24 }, (_, hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((name, nth) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {Array.from({ length: 24 }, (_, hour) => (
                  <HourCell key={hour} count={of(nth + 1, hour)} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}

const HourCell = ({ count, most }: { count: number; most: number }) => (
  <td>
    <i style={{ opacity: count / most }} aria-hidden="true" />
    <span className={styles.spoken}>{count}</span>
    {count > 0 && <b aria-hidden="true" title={`${count}`} />}
  </td>
);
