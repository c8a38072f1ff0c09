// Lines of a document: garage by garage, who has paid and who has not; searched, paged, taken away.
import SearchIcon from '@mui/icons-material/Search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import {
  contributionLines,
  contributionLinesFile,
  type ContributionCard,
  type ContributionLine,
  type LineState,
} from '../../contract/contributions.ts';
import { pages } from '../../contract/pages.ts';
import { download } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { cx } from '../../widgets/cx.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatMoney } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Money } from '../../widgets/Money.tsx';
import { Pager } from '../../widgets/Pager.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { FileButton } from './FileButton.tsx';
import { lineForms } from './ru.ts';
import styles from './contributions.module.css';

const PAGE = 50;
const SEARCH_DELAY_MS = 300;

interface Asked {
  q: string;
  state: LineState | 'all';
  page: number;
}

export function ContributionLines({ card }: { card: ContributionCard }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<Asked>({ q: '', state: 'all', page: 1 });
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  const wanted = { ...(asked.q && { q: asked.q }), ...(asked.state !== 'all' && { state: asked.state }) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reading(contributionLines, {
      params: { id: card.id },
      query: { ...wanted, offset: (asked.page - 1) * PAGE, limit: PAGE },
      stops: true,
    }),
    placeholderData: keepPreviousData,
  });
  const search = (text: string) => {
    setTyped(text);
    clearTimeout(timer);
    setTimer(setTimeout(() => setAsked((now) => ({ ...now, q: text.trim(), page: 1 })), SEARCH_DELAY_MS));
  };
  const counts = data?.states;
  const isOwed = card.kind === 'accrual' && !card.is_reversed;
  return (
    <section className={styles.lines} aria-label="Строки документа">
      <div className={styles.linesHead}>
        <h2>
          По гаражам <small>{countOf(card.lines, lineForms)}</small>
        </h2>
        <FileButton
          disabled={!data?.total}
          take={() => download(contributionLinesFile, { params: { id: card.id }, query: wanted, quiet: true })}
        >
          Выгрузить
        </FileButton>
      </div>
      <LineSearch typed={typed} asked={asked} setAsked={setAsked} search={search} counts={counts} isOwed={isOwed} />
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {!data && !error && (
        <TableSkeleton columns={[{ width: 96, kind: 'plate' }, {}, { width: 140, kind: 'money' }]} rows={8} />
      )}
      {data && !data.data.length && <Nobody state={asked.state} isSearched={asked.q !== ''} />}
      {data && data.data.length > 0 && (
        <div className={cx(isPlaceholderData && styles.stale)} aria-busy={isPlaceholderData}>
          <LinesTable lines={data.data} isOwed={isOwed} kind={card.kind} showsPo={card.po === null} />
        </div>
      )}
      {data && (data.total > PAGE || data.owed_kopecks > 0) && (
        <div className={styles.pages}>
          {data.owed_kopecks > 0 && (
            <span>
              Осталось оплатить <Money kopecks={data.owed_kopecks} tone="debt" />
            </span>
          )}
          {data.total > PAGE && (
            <Pager
              label="Страницы строк"
              page={asked.page}
              perPage={PAGE}
              total={data.total}
              onPage={(page) => setAsked({ ...asked, page })}
            />
          )}
        </div>
      )}
    </section>
  );
}

function LineSearch({
  typed,
  asked,
  setAsked,
  search,
  counts,
  isOwed,
}: {
  typed: string;
  asked: Asked;
  setAsked: Dispatch<SetStateAction<Asked>>;
  search: (text: string) => void;
  counts: { all: number; owed: number; paid: number } | undefined;
  isOwed: boolean;
}) {
  return (
    <div className={styles.linesHead}>
      {isOwed && (
        <Segmented
          label="Оплата по начислению"
          value={asked.state}
          onChange={(state) => setAsked({ ...asked, state, page: 1 })}
          options={[
            { value: 'all', label: 'Все', count: counts?.all },
            { value: 'owed', label: 'Не оплачено', count: counts?.owed },
            { value: 'paid', label: 'Оплачено', count: counts?.paid },
          ]}
        />
      )}
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
  );
}

function Nobody({ state, isSearched }: { state: Asked['state']; isSearched: boolean }) {
  if (isSearched || state === 'all')
    return <EmptyState title="Ничего не найдено">Таких гаражей в этом начислении нет.</EmptyState>;
  return state === 'owed' ? (
    <EmptyState title="Все оплатили">По этому начислению долгов нет.</EmptyState>
  ) : (
    <EmptyState title="Оплат ещё нет">Ни один гараж не оплатил это начисление целиком.</EmptyState>
  );
}

interface LinesTableProps {
  lines: readonly ContributionLine[];
  /** A charge in force: each line is paid or owed. */
  isOwed: boolean;
  kind: ContributionCard['kind'];
  showsPo: boolean;
}

const columnNames = { accrual: 'Начислено', payment: 'Оплачено', reversal: 'Сторно', transfer: 'Перенесено' };

function LinesTable({ lines, isOwed, kind, showsPo }: LinesTableProps) {
  return (
    <div className={styles.linesBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Гараж</th>
            {showsPo && <th>ПО</th>}
            <th>{kind === 'accrual' ? 'Владелец на день начисления' : 'Владелец в этот день'}</th>
            <th className={styles.end}>{columnNames[kind]}</th>
            {isOwed && <th className={cx(styles.end, styles.wide)}>Осталось</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                <GaragePlate
                  section={line.garage.section}
                  number={line.garage.number}
                  archived={line.garage.is_active === false}
                  to={pages.garage(line.garage.id)}
                />
              </td>
              {showsPo && <td className={styles.po}>{line.garage.po_name}</td>}
              <td>
                {line.owner ?? <span className={styles.muted}>без владельца</span>}
                {line.comment && <small className={styles.lineNote}>{line.comment}</small>}
              </td>
              <td className={styles.end}>
                {line.is_reversed && <StatusChip kind="archived">сторно</StatusChip>}{' '}
                {line.is_reversed ? (
                  <s className={styles.muted}>{formatMoney(Math.abs(line.amount_kopecks))}</s>
                ) : (
                  <b>{formatMoney(Math.abs(line.amount_kopecks))}</b>
                )}
                {isOwed && (
                  <small className={styles.under}>
                    <Left line={line} />
                  </small>
                )}
              </td>
              {isOwed && (
                <td className={cx(styles.end, styles.wide)}>
                  <Left line={line} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Left({ line }: { line: ContributionLine }) {
  if (line.owed_kopecks === null) return <span className={styles.muted}>—</span>;
  if (line.owed_kopecks === 0) return <span className={styles.muted}>оплачено</span>;
  return (
    <>
      <span className={styles.under}>осталось </span>
      <Money kopecks={line.owed_kopecks} tone="debt" />
    </>
  );
}
