// Lines of a document: garage by garage, searched and paged.
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contributionLines, type ContributionCard, type ContributionLine } from '../../contract/contributions.ts';
import { pages } from '../../contract/pages.ts';
import { call } from '../../providers/http.ts';
import { cx } from '../../widgets/cx.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatMoney, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { lineForms } from './ru.ts';
import styles from './contributions.module.css';

const PAGE = 50;
const SEARCH_DELAY_MS = 300;

export function ContributionLines({ card }: { card: ContributionCard }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState({ q: '', offset: 0 });
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['contributions', 'getList', 'lines', card.id, asked],
    queryFn: ({ signal }) =>
      call(contributionLines, { params: { id: card.id }, query: { ...asked, limit: PAGE }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const search = (text: string) => {
    setTyped(text);
    clearTimeout(timer);
    setTimer(setTimeout(() => setAsked({ q: text.trim(), offset: 0 }), SEARCH_DELAY_MS));
  };
  return (
    <section className={styles.lines} aria-label="Строки начисления">
      <div className={styles.linesHead}>
        <h2>
          По гаражам <small>{countOf(card.lines, lineForms)}</small>
        </h2>
        <div className={styles.search}>
          <TextBox
            label="Номер, лицевой счёт или владелец"
            hideLabel
            reserve={false}
            type="search"
            placeholder="Номер, счёт или владелец"
            start={<SearchIcon fontSize="small" />}
            value={typed}
            onChange={search}
          />
        </div>
      </div>
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {!data && !error && (
        <TableSkeleton columns={[{ width: 96, kind: 'plate' }, {}, { width: 140, kind: 'money' }]} rows={8} />
      )}
      {data && !data.data.length && (
        <EmptyState title="Ничего не найдено">Таких гаражей в этом начислении нет.</EmptyState>
      )}
      {data && data.data.length > 0 && (
        <div className={cx(isPlaceholderData && styles.stale)} aria-busy={isPlaceholderData}>
          <LinesTable lines={data.data} isReversal={card.kind === 'reversal'} showsPo={card.po === null} />
        </div>
      )}
      {data && data.total > PAGE && (
        <nav className={styles.pages} aria-label="Страницы строк">
          <Button
            size="small"
            disabled={!asked.offset}
            onClick={() => setAsked({ ...asked, offset: asked.offset - PAGE })}
          >
            Предыдущие
          </Button>
          <span>
            {formatNumber(asked.offset + 1)}–{formatNumber(Math.min(data.total, asked.offset + PAGE))} из{' '}
            {formatNumber(data.total)}
          </span>
          <Button
            size="small"
            disabled={asked.offset + PAGE >= data.total}
            onClick={() => setAsked({ ...asked, offset: asked.offset + PAGE })}
          >
            Следующие
          </Button>
        </nav>
      )}
    </section>
  );
}

function LinesTable(props: { lines: readonly ContributionLine[]; isReversal: boolean; showsPo: boolean }) {
  return (
    <div className={styles.linesBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Гараж</th>
            {props.showsPo && <th>ПО</th>}
            <th>Владелец на день начисления</th>
            <th className={styles.end}>{props.isReversal ? 'Сторно' : 'Начислено'}</th>
          </tr>
        </thead>
        <tbody>
          {props.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <GaragePlate
                  section={line.garage.section}
                  number={line.garage.number}
                  archived={line.garage.is_active === false}
                  to={pages.garage(line.garage.id)}
                />
              </td>
              {props.showsPo && <td className={styles.po}>{line.garage.po_name}</td>}
              <td>{line.owner ?? <span className={styles.muted}>без владельца</span>}</td>
              <td className={styles.end}>
                {line.is_reversed && <StatusChip kind="archived">сторно</StatusChip>}{' '}
                {line.is_reversed ? (
                  <s className={styles.muted}>{formatMoney(Math.abs(line.amount_kopecks))}</s>
                ) : (
                  <b>{formatMoney(Math.abs(line.amount_kopecks))}</b>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
