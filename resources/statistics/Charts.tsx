// Charts of a tab: money and its debts, or actions by time, kind, person and hour. Loaded when they are asked for.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { debtAgeing, debtAges } from '../../contract/balance.ts';
import { pages } from '../../contract/pages.ts';
import type { StatReply } from '../../contract/statistics.ts';
import { reading } from '../../providers/reading.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatDate, formatNumber, formatSum } from '../../widgets/format.ts';
import { BarRows, Chart, ChartFrame, Ring } from './ChartCard.tsx';
import styles from './statistics.module.css';
import { OwnCharts } from './TabCharts.tsx';
import type { StatView } from './statView.ts';
import type { ChartsProps } from './useStatistics.ts';
import { collected, daysText, grainWords, monthDays, monthName, pointDays, pointName, shortMonth } from './words.ts';

const TOLD_ALONE = new Set(['reregistration', 'reference', 'profile', 'garage']);

export default function Charts(props: ChartsProps) {
  const { reply, tab } = props;
  if (reply.money) return <MoneyCharts {...props} money={reply.money} />;
  // Cases and papers of the period may be older than what was done in it; people and garages are told as they are today.
  if (!reply.count.now && !TOLD_ALONE.has(tab))
    return <EmptyState title="За период действий нет">Выберите другой период или снимите условия.</EmptyState>;
  return <LogCharts {...props} />;
}

function MoneyCharts({ reply, money, view, onOpen }: ChartsProps & { money: NonNullable<StatReply['money']> }) {
  const months = money.rows.filter((row) => row.what === 'month');
  const paid = money.rows.filter((row) => row.what === 'method');
  const all = paid.reduce((sum, row) => sum + row.paid_kopecks, 0);
  const open = (side?: 'paid') => (at: number) =>
    onOpen({ rows: 'lines', side, ...monthDays(months[at]!.key, reply.period) });
  const withYear = reply.against === 'year';
  const named = (key: string) => ({ name: shortMonth(key), full: monthName(key) });
  return (
    <div className={styles.charts}>
      <Chart
        isFirst
        title="Начислено и оплачено"
        unit={`тыс.\u00a0₽`}
        kind="bars"
        series={[
          { name: 'начислено', color: 'var(--gr-chart-1)' },
          { name: 'оплачено', color: 'var(--gr-chart-3)' },
          ...(withYear ? [{ name: 'оплачено год назад', color: 'var(--gr-text2)', isPast: true }] : []),
        ]}
        table="month"
        isUnfinished={reply.is_unfinished}
        onPick={open()}
        points={months.map((row) => ({
          ...named(row.key),
          values: [
            row.charged_kopecks / 100_000,
            row.paid_kopecks / 100_000,
            ...(withYear ? [(row.paid_was_kopecks ?? 0) / 100_000] : []),
          ],
        }))}
      />
      <Ages view={view} />
      <Chart
        title="Собираемость"
        unit="% оплаченного, без авансов, от начисленного за месяц"
        kind="line"
        isUnfinished={reply.is_unfinished}
        table="month"
        onPick={open()}
        series={[
          { name: 'собираемость', color: 'var(--gr-chart-1)' },
          ...(withYear ? [{ name: 'год назад', color: 'var(--gr-text2)', isPast: true }] : []),
        ]}
        points={months.map((row) => ({
          ...named(row.key),
          values: [
            collected(row.collected_kopecks, row.charged_kopecks),
            ...(withYear ? [collected(row.collected_was_kopecks, row.charged_was_kopecks)] : []),
          ],
        }))}
      />
      <BarRows
        title="Способ оплаты"
        unit="%"
        table="kind"
        rows={paid.map((row) => ({
          key: row.key,
          name: row.name,
          value: Math.max(0, row.paid_kopecks),
          text: all > 0 ? formatNumber(Math.round((row.paid_kopecks / all) * 100)) : '—',
          onOpen: () => onOpen({ rows: 'lines', side: 'paid', method: Number(row.key) }),
        }))}
      />
    </div>
  );
}

/** What is owed today by age: the books say it for now alone. */
function Ages({ view }: { view: StatView }) {
  const navigate = useNavigate();
  const { mo, po } = view;
  const { data, error } = useQuery(
    reading(debtAgeing, {
      query: { ...(mo?.length && { mo: mo.join(',') }), ...(po?.length && { po: po.join(',') }) },
    }),
  );
  return (
    <BarRows
      title="Возраст долга"
      unit={error ? error.message : '₽, сегодня'}
      table="ages"
      isBusy={!data && !error}
      rows={(data?.ages ?? []).map((age, nth) => ({
        key: age.age,
        name: debtAges[age.age],
        value: age.debt_kopecks,
        text: formatSum(age.debt_kopecks),
        color: `var(--gr-debtAge-${nth + 1})`,
        onOpen: age.garages ? () => void navigate(pages.debtsOfAge({ mo, po, age: age.age })) : undefined,
      }))}
    />
  );
}

const MOST_BARS = 10;
/** As many colours as the palette tells apart. */
const MOST_SLICES = 8;
const weekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'];

function LogCharts(props: ChartsProps) {
  const { reply, onOpen, tab } = props;
  const cut = (what: 'verb' | 'po') => reply.rows.filter((row) => row.what === what);
  return (
    <div className={styles.charts}>
      {/* What became of the work stands before the work itself. */}
      {tab !== 'sign' && <OwnCharts {...props} />}
      <Chart
        title="Действия"
        unit={`шаг: ${grainWords[reply.grain]}`}
        kind="line"
        isUnfinished={reply.is_unfinished}
        table="series"
        onPick={(at) => onOpen({ rows: 'log', ...pointDays(reply.series[at]!.at, reply.grain, reply.period) })}
        series={[
          { name: 'действий', color: 'var(--gr-chart-1)' },
          { name: reply.against === 'year' ? 'год назад' : 'дни перед этим', color: 'var(--gr-text2)', isPast: true },
        ]}
        points={reply.series.map(({ at, count, was }) => ({
          name: pointName(at, reply.grain),
          full:
            reply.grain === 'month'
              ? monthName(at)
              : reply.grain === 'week'
                ? daysText(pointDays(at, 'week', reply.period))
                : formatDate(at),
          values: [count, was],
        }))}
      />
      {tab === 'profile' ? (
        <Ring title="По действиям" unit="число" table="kind" slices={slicesOf(cut('verb'), onOpen)} />
      ) : (
        <BarRows
          title="По действиям"
          unit="число"
          table="kind"
          rows={cut('verb')
            .slice(0, MOST_BARS)
            .map((row) => ({
              key: row.key,
              name: row.name,
              value: row.count,
              text: formatNumber(row.count),
              onOpen: () => onOpen({ rows: 'log', verb: [row.key] }),
            }))}
        />
      )}
      {tab === 'sign' && <OwnCharts {...props} />}
      {reply.hours.length > 0 && <Hours reply={reply} onOpen={onOpen} />}
      <Users {...props} />
      {cut('po').length > 1 && (
        <BarRows
          title="По ПО"
          unit="число"
          table="po"
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

/** Kinds of work as slices; the smallest ones together, so that colours stay apart. */
function slicesOf(rows: StatReply['rows'], onOpen: ChartsProps['onOpen']) {
  const named = rows.length > MOST_SLICES ? rows.slice(0, MOST_SLICES - 1) : rows;
  const rest = rows.slice(named.length);
  return [
    ...named.map((row, nth) => ({
      key: row.key,
      name: row.name,
      value: row.count,
      color: `var(--gr-chart-${nth + 1})`,
      onOpen: () => onOpen({ rows: 'log', verb: [row.key] }),
    })),
    ...(rest.length
      ? [
          {
            key: 'rest',
            name: `остальное, видов: ${rest.length}`,
            value: rest.reduce((sum, row) => sum + row.count, 0),
            color: `var(--gr-chart-${MOST_SLICES})`,
            onOpen: () => onOpen({ rows: 'log', verb: rest.map((row) => row.key) }),
          },
        ]
      : []),
  ];
}

/** Who takes copies and exports three times as often as the middle one of his colleagues stands out. */
const ALERT_TIMES = 3;
const ALERT_LEAST = 10;

function Users({ reply, onOpen, tab }: ChartsProps) {
  const middle = reply.users.map((user) => user.count).toSorted((a, b) => a - b)[(reply.users.length - 1) >> 1] ?? 0;
  const norm = Math.max(ALERT_LEAST, ALERT_TIMES * middle);
  const isAlert = (count: number) => tab === 'copy' && count > norm;
  return (
    <BarRows
      title="По пользователям"
      unit={tab === 'copy' ? `число, норма — до ${formatNumber(norm)}: втрое больше обычного` : 'число'}
      table="users"
      rows={reply.users.map((user) => ({
        key: user.key,
        name: user.name,
        value: user.count,
        text: isAlert(user.count) ? `${formatNumber(user.count)} · больше нормы` : formatNumber(user.count),
        ...(isAlert(user.count) && { color: 'var(--gr-red)' }),
        onOpen: () => onOpen({ rows: 'log', user: [Number(user.key)] }),
      }))}
    />
  );
}

/** When people sign in: a table whose cells are darker where more do; each opens its lines. */
function Hours({ reply, onOpen }: { reply: StatReply; onOpen: ChartsProps['onOpen'] }) {
  const title = 'По часам и дням недели';
  const most = Math.max(1, ...reply.hours.map((cell) => cell.count));
  const of = (weekday: number, hour: number) =>
    reply.hours.find((cell) => cell.weekday === weekday && cell.hour === hour)?.count ?? 0;
  return (
    <ChartFrame
      title={title}
      unit="число, время московское"
      table="hours"
      picture={(draw) => draw.pictureOfHours(title, weekdays, (day, hour) => of(day + 1, hour))}
    >
      <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
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
                  <HourCell
                    key={hour}
                    name={`${name}, ${hour} ч`}
                    count={of(nth + 1, hour)}
                    most={most}
                    onOpen={() => onOpen({ rows: 'log', weekday: nth + 1, hour })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChartFrame>
  );
}

function HourCell({ name, count, most, onOpen }: { name: string; count: number; most: number; onOpen: () => void }) {
  return (
    <td>
      <i style={{ opacity: count / most }} aria-hidden="true" />
      {count > 0 ? (
        <button type="button" title={`${count}`} aria-label={`${name}: ${count}, открыть журнал`} onClick={onOpen} />
      ) : (
        <span className={styles.spoken}>0</span>
      )}
    </td>
  );
}
