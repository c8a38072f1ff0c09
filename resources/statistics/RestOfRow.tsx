// On a phone a ПО stands with its debt alone: the rest of its figures are told where it is opened.
import type { MoneyRow } from '../../contract/statistics.ts';
import { formatNumber, formatSum } from '../../widgets/format.ts';
import { Figure } from './Figure.tsx';
import styles from './statistics.module.css';
import type { StatView } from './statView.ts';
import { debtorsBehind, linesBehind } from './useStatistics.ts';
import { collected, percentText } from './words.ts';

interface RestProps {
  row: MoneyRow;
  onOpen: (change: StatView) => void;
}

export function RestOfRow({ row, onOpen }: RestProps) {
  const po = Number(row.key);
  const lines = (side?: 'charged' | 'paid') => linesBehind({ po: [po] }, side);
  const rest: [name: string, text: string, isNothing: boolean, opens: StatView][] = [
    ['Начислено', formatSum(row.charged_kopecks), !row.charged_lines, lines('charged')],
    ['Оплачено', formatSum(row.paid_kopecks), !row.paid_lines, lines('paid')],
    [
      'Собираемость',
      percentText(collected(row.collected_kopecks, row.charged_kopecks)),
      !row.charged_lines && !row.paid_lines,
      lines(),
    ],
    ['Должников', formatNumber(row.debtors ?? 0), !row.debtors, debtorsBehind(po, 'owing')],
  ];
  return (
    <dl className={styles.restOfRow}>
      {rest.map(([name, text, isNothing, opens]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Figure label={`${name}: ${text}, открыть`} isNothing={isNothing} opens={opens} onOpen={onOpen}>
              {text}
            </Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}
