// On a phone a ПО stands with its debt alone: the rest of its figures are told where it is opened.
import type { MoneyRow } from '../../contract/statistics.ts';
import { formatNumber, formatSum } from '../../widgets/format.ts';
import { Figure } from './Figure.tsx';
import { debtorsBehind, type Behind } from './FigureTips.tsx';
import styles from './statistics.module.css';
import type { StatView } from './useStatistics.ts';
import { collected, percentText } from './words.ts';

interface RestProps {
  row: MoneyRow;
  onOpen: (change: StatView) => void;
  onDebtors: (po: number | null, who: 'moved' | 'owing') => void;
}

export function RestOfRow({ row, onOpen, onDebtors }: RestProps) {
  const po = Number(row.key);
  const lines = (side?: 'charged' | 'paid'): Behind => ({ po: [po], rows: 'lines', ...(side && { side }) });
  const rest: [name: string, text: string, isNothing: boolean, behind: Behind][] = [
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
      {rest.map(([name, text, isNothing, behind]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Figure
              label={`${name}: ${text}, открыть`}
              isNothing={isNothing}
              behind={behind}
              onOpen={() => (behind.rows === 'lines' ? onOpen(behind) : onDebtors(po, 'owing'))}
            >
              {text}
            </Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}
