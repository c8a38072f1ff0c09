// The register on a day, and what two days differ in: a room of its own where nothing can be changed. The days live in the address.
import BackIcon from '@mui/icons-material/UndoOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { archiveReasons } from '../../contract/garages.ts';
import { exportAsOf, registerAsOf, type AsOfChange, type AsOfRow } from '../../contract/garages/asOf.ts';
import { pages } from '../../contract/pages.ts';
import { call, type HttpError, type ReplyOf } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { cx } from '../../widgets/cx.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/dates.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoney, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Note } from '../../widgets/Note.tsx';
import { Pager } from '../../widgets/Pager.tsx';
import { SearchSelect } from '../../widgets/SearchSelect.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { loadMos, poLoader } from '../lists/loaders.ts';
import styles from './asOf.module.css';

type Answer = ReplyOf<typeof registerAsOf>;
const PER_PAGE = 25;
const changeNames: Record<AsOfChange, string> = {
  owner: 'Владелец',
  share: 'Доля',
  type: 'Тип',
  number: 'Номер',
  debt: 'Долг',
};

export default function AsOfPage() {
  const [search, setSearch] = useSearchParams();
  const on = search.get('on') ?? `${Number(today().slice(0, 4))}-01-01`;
  const to = search.get('to');
  const page = Number(search.get('page') ?? 1);
  const asked = {
    on,
    ...(to ? { to } : {}),
    ...Object.fromEntries(
      ['po', 'mo', 'garage'].flatMap((key) => (search.get(key) ? [[key, Number(search.get(key))]] : [])),
    ),
    ...(search.get('q') ? { q: search.get('q')! } : {}),
    show: search.get('show') ?? 'all',
    offset: (page - 1) * PER_PAGE,
    limit: PER_PAGE,
  };
  const set = (change: Record<string, string | null>) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const [key, value] of Object.entries({ page: null, ...change }))
        if (value) next.set(key, value);
        else next.delete(key);
      return next;
    });
  const { data, error, refetch, needsPlace } = useAnswer(search, asked);
  const file = () =>
    call(exportAsOf, {
      body: { on, to, po: Number(search.get('po')) || null, mo: Number(search.get('mo')) || null },
      quiet: true,
    }).then(
      () => toast('Файл готовится: придёт сюда и останется в «Заданиях»'),
      (problem: HttpError) => toast(problem.message, { kind: 'error' }),
    );
  return (
    <>
      <Band search={search} on={on} to={to} set={set} />
      <div className={styles.page}>
        {needsPlace ? (
          <Note>Выберите МО или ПО. Реестр всего региона на дату и его отличия выгружаются файлом: «Выгрузить».</Note>
        ) : error ? (
          <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
        ) : (
          data && <Sums data={data} on={on} to={to} />
        )}
        <Tools search={search} to={to} set={set} file={file} />
        {to && data && <DifferenceChoice asked={asked} set={set} data={data} />}
        {data && data.sums.guessed > 0 && (
          <Note>
            У {formatNumber(data.sums.guessed)} гаражей тип и номер показаны первые известные: тогда их ещё не было в
            программе.
          </Note>
        )}
        {data && !data.total && (
          <EmptyState title={to ? 'Отличий нет' : 'Гаражей нет'}>
            {to ? 'В эти два дня реестр был одинаков.' : 'В этот день в реестре никого не было.'}
          </EmptyState>
        )}
        {data && data.total > 0 && <Rows data={data} on={on} to={to} />}
        {data && data.total > PER_PAGE && (
          <Pager page={page} perPage={PER_PAGE} total={data.total} onPage={(next) => set({ page: String(next) })} />
        )}
      </div>
    </>
  );
}

/** What is answered; a region names a place first, all of it comes as a file. */
function useAnswer(search: URLSearchParams, asked: object) {
  const actor = useActor();
  const needsPlace = Boolean(actor?.region) && !['po', 'mo', 'garage'].some((key) => search.get(key));
  const {
    data: answered,
    error,
    refetch,
  } = useQuery({
    queryKey: ['garages', 'asOf', asked],
    queryFn: ({ signal }) => call(registerAsOf, { query: asked as never, signal, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: !needsPlace,
  });
  const data = needsPlace ? undefined : answered;
  return { data, error, refetch, needsPlace };
}

/** The days, and the way back to today. */
function Band({
  search,
  on,
  to,
  set,
}: {
  search: URLSearchParams;
  on: string;
  to: string | null;
  set: (change: Record<string, string | null>) => void;
}) {
  return (
    <header className={styles.band}>
      <div>
        <h1>Реестр на {formatDate(on)}</h1>
        <p>Владельцы, типы и долги, как были в тот день; менять ничего нельзя</p>
      </div>
      <DateBox label="На дату" reserve={false} value={on} max={today()} onChange={(day) => set({ on: day })} />
      <DateBox
        label="Сравнить с"
        reserve={false}
        value={to}
        max={today()}
        onChange={(day) => set({ to: day, show: null })}
      />
      <Button
        component={Link}
        startIcon={<BackIcon />}
        to={search.get('garage') ? pages.garage(Number(search.get('garage'))) : pages.garages}
      >
        К сегодня
      </Button>
    </header>
  );
}

/** The place that the address names. */
const chosen = (search: URLSearchParams, key: 'mo' | 'po', word: string) =>
  search.get(key)
    ? { value: Number(search.get(key)), label: search.get(`${key}Name`) ?? `${word} ${search.get(key)}` }
    : null;

/** Whose garages, which of them, and the file. */
function Tools({
  search,
  to,
  set,
  file,
}: {
  search: URLSearchParams;
  to: string | null;
  set: (change: Record<string, string | null>) => void;
  file: () => Promise<void>;
}) {
  const actor = useActor();
  return (
    <div className={styles.tools}>
      {actor?.region && !search.get('garage') && (
        <SearchSelect
          label="МО"
          reserve={false}
          load={loadMos}
          placeholder="выберите МО"
          value={chosen(search, 'mo', 'МО')}
          onChange={(option) =>
            set({
              mo: option ? String(option.value) : null,
              moName: option ? option.label : null,
              po: null,
              poName: null,
            })
          }
        />
      )}
      {!actor?.po && !search.get('garage') && (
        <SearchSelect
          label="ПО"
          reserve={false}
          load={poLoader(Number(search.get('mo')) || undefined)}
          placeholder="все ПО"
          value={chosen(search, 'po', 'ПО')}
          onChange={(option) => set({ po: option ? String(option.value) : null, poName: option ? option.label : null })}
        />
      )}
      {!search.get('garage') && (
        <TextBox
          label="Номер или владелец"
          reserve={false}
          value={search.get('q') ?? ''}
          onChange={(q) => set({ q: q || null })}
          maxLength={100}
        />
      )}
      <Button startIcon={<DownloadIcon />} onClick={() => void file()}>
        {to ? 'Выгрузить отличия' : 'Выгрузить'}
      </Button>
    </div>
  );
}

/** Which of the differences are shown, with their counts. */
function DifferenceChoice({
  asked,
  set,
  data,
}: {
  asked: { show: string; offset: number; limit: number; q?: string | undefined; to?: string | undefined; on: string };
  set: (change: Record<string, string | null>) => void;
  data: Answer;
}) {
  return (
    <Segmented
      label="Что показать"
      value={asked.show}
      onChange={(show) => set({ show: show === 'all' ? null : String(show) })}
      options={[
        { value: 'all', label: 'Все отличия' },
        { value: 'came', label: 'Пришли', count: data.sums.came },
        { value: 'went', label: 'Ушли', count: data.sums.went },
        ...Object.entries(changeNames).map(([value, label]) => ({
          value,
          label,
          count: data.sums[value as AsOfChange],
        })),
      ]}
    />
  );
}

/** 1 231 + 21 − 4 = 1 248: nothing is lost. */
function Sums({ data: { sums }, on, to }: { data: Answer; on: string; to: string | null }) {
  return (
    <p className={styles.sums} role="status">
      {to ? (
        <span>
          <b>{formatNumber(sums.on)}</b> + {formatNumber(sums.came)} − {formatNumber(sums.went)} ={' '}
          <b>{formatNumber(sums.to)}</b> гаражей на {formatDate(to)}
        </span>
      ) : (
        <span>
          <b>{formatNumber(sums.on)}</b> гаражей на {formatDate(on)}
        </span>
      )}
      <span>
        Долг {to ? 'тогда' : ''} <b>{formatMoney(sums.on_debt_kopecks)}</b>
        {to && (
          <>
            {' '}
            потом <b>{formatMoney(sums.to_debt_kopecks)}</b>
          </>
        )}
      </span>
    </p>
  );
}

function Rows({ data, on, to }: { data: Answer; on: string; to: string | null }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Гараж</th>
            <th>ПО</th>
            <th>{to ? `Было ${formatDate(on)}` : 'Владельцы'}</th>
            {to && <th>Стало {formatDate(to)}</th>}
            <th>Тип</th>
            <th className={styles.number}>{to ? 'Долг тогда' : 'Долг'}</th>
            {to && <th className={styles.number}>Долг потом</th>}
            {to && <th className={styles.number}>Разница</th>}
          </tr>
        </thead>
        <tbody>
          {data.data.map((row) => (
            <Row key={row.id} row={row} compares={Boolean(to)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const named = (side: AsOfRow['on']) =>
  side?.owners.map(({ full_name, share }) => (share ? `${full_name}, ${share}` : full_name)).join(', ') ||
  'без владельца';

function Row({ row, compares }: { row: AsOfRow; compares: boolean }) {
  const { on, to } = row;
  const shown = on ?? to!;
  const isSame = on && to && !row.changes.includes('owner') && !row.changes.includes('share');
  const diff = (to?.debt_kopecks ?? 0) - (on?.debt_kopecks ?? 0);
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
      <td data-label="ПО">{row.po_name}</td>
      <td data-label="Было" className={styles.was}>
        {on ? named(on) : <span className={styles.muted}>не было</span>}
      </td>
      {compares && (
        <td data-label="Стало">
          {!to ? (
            <span className={styles.gone}>
              архив
              {row.archive_reason
                ? `: ${archiveReasons[row.archive_reason as keyof typeof archiveReasons].toLowerCase()}`
                : ''}
            </span>
          ) : isSame ? (
            <span className={styles.muted}>без изменений</span>
          ) : (
            <b>{named(to)}</b>
          )}
        </td>
      )}
      <td data-label="Тип">
        {row.changes.includes('type') && on && to ? (
          <>
            {on.type} → <b>{to.type}</b>
          </>
        ) : (
          shown.type
        )}
      </td>
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
    </tr>
  );
}
const debt = (kopecks: number) => (kopecks < 0 ? `аванс ${formatMoney(-kopecks)}` : formatMoney(kopecks));
