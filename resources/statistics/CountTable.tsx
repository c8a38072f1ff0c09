// Actions by ПО, months or kinds: every number opens its lines of the log.
import type { LogRow, StatReply } from '../../contract/statistics.ts';
import { formatNumber } from '../../widgets/format.ts';
import { Figure } from './Figure.tsx';
import styles from './statistics.module.css';
import type { StatView } from './statView.ts';
import { againstWords, changeOf, collected, daysText, monthDays, monthName, percentText } from './words.ts';

interface TableProps {
  reply: StatReply;
  cut: 'po' | 'month' | 'kind';
  onOpen: (change: StatView) => void;
}

export function CountTable({ reply, cut, onOpen }: TableProps) {
  const rows = reply.rows.filter((row) => row.what === (cut === 'kind' ? 'verb' : cut));
  const then = reply.against === 'year' ? reply.year : reply.before;
  const nameOf = (row: LogRow) =>
    row.what === 'month' ? monthName(row.key) : row.what === 'po' && !row.key ? 'Без ПО' : row.name;
  const open = (row: LogRow): StatView =>
    row.what === 'month'
      ? monthDays(row.key, reply.period)
      : row.what === 'verb'
        ? { verb: [row.key] }
        : row.key
          ? { po: [Number(row.key)] }
          : { noPo: true };
  return (
    <div className={styles.scroll} role="region" aria-label="Показатели" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{cut === 'po' ? 'ПО' : cut === 'month' ? 'Месяц' : 'Действие'}</th>
            <th scope="col">Действий</th>
            <th scope="col">Доля</th>
            {cut !== 'month' && <th scope="col">{`было ${daysText(then)}`}</th>}
            {cut !== 'month' && <th scope="col">{againstWords[reply.against]}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{nameOf(row)}</th>
              <td>
                <Figure
                  label={`${nameOf(row)}: ${formatNumber(row.count)}, открыть журнал`}
                  isNothing={!row.count}
                  opens={{ ...open(row), rows: 'log' }}
                  onOpen={onOpen}
                >
                  {formatNumber(row.count)}
                </Figure>
              </td>
              <td>{percentText(collected(row.count, reply.count.now))}</td>
              {cut !== 'month' && (
                <td>
                  <Figure
                    label={`${nameOf(row)}, было: ${formatNumber(row.was ?? 0)}, открыть журнал`}
                    isNothing={!row.was}
                    opens={{ ...then, ...open(row), rows: 'log' }}
                    onOpen={onOpen}
                  >
                    {formatNumber(row.was ?? 0)}
                  </Figure>
                </td>
              )}
              {cut !== 'month' && <td>{changeOf(row.count, row.was)}</td>}
            </tr>
          ))}
        </tbody>
        <CountFoot reply={reply} cut={cut} onOpen={onOpen} then={then} />
      </table>
    </div>
  );
}

function CountFoot({ reply, cut, onOpen, then }: TableProps & { then: StatReply['year'] }) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Всего</th>
        <td>
          <Figure
            label={`Действий, всего: ${formatNumber(reply.count.now)}, открыть журнал`}
            isNothing={!reply.count.now}
            opens={{ rows: 'log' }}
            onOpen={onOpen}
          >
            {formatNumber(reply.count.now)}
          </Figure>
        </td>
        <td>100 %</td>
        {cut !== 'month' && (
          <td>
            <Figure
              label={`Было, всего: ${formatNumber(reply.count[reply.against])}, открыть журнал`}
              isNothing={!reply.count[reply.against]}
              opens={{ ...then, rows: 'log' }}
              onOpen={onOpen}
            >
              {formatNumber(reply.count[reply.against])}
            </Figure>
          </td>
        )}
        {cut !== 'month' && <td>{changeOf(reply.count.now, reply.count[reply.against])}</td>}
      </tr>
    </tfoot>
  );
}
