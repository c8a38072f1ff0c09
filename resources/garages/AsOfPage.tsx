// The register on a day, and what two days differ in: a room of its own where nothing can be changed. The days live in the address.
import CheckIcon from '@mui/icons-material/CheckOutlined';
import BackIcon from '@mui/icons-material/UndoOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { exportAsOf, registerAsOf, type AsOfChange } from '../../contract/garages/asOf.ts';
import { pages } from '../../contract/pages.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatNumber } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { Pager } from '../../widgets/Pager.tsx';
import { SearchSelect } from '../../widgets/SearchSelect.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { loadMos, poLoader } from '../lists/loaders.ts';
import styles from './asOf.module.css';
import { Foot, Rows, Sums, type Answer, type Set } from './AsOfTable.tsx';

const PER_PAGE = 25;
/** Of each group at first; all of it under «Все N». */
const HEADS = 8;
/** In the address: no difference counts. */
const NONE = 'none';
const changeNames: Record<AsOfChange, string> = {
  owner: 'Владелец',
  share: 'Доля',
  type: 'Тип',
  number: 'Номер',
  debt: 'Долг',
};
const allKinds = Object.keys(changeNames) as AsOfChange[];
const kindsOf = (search: URLSearchParams): readonly AsOfChange[] => {
  const named = search.get('kinds')?.split(',');
  return named ? allKinds.filter((kind) => named.includes(kind)) : allKinds;
};

/** What the address asks for, and the way to change it. */
function useAsked() {
  const [search, setSearch] = useSearchParams();
  const on = search.get('on') ?? `${Number(today().slice(0, 4))}-01-01`;
  const to = search.get('to');
  const page = Number(search.get('page') ?? 1);
  const show = to ? (search.get('show') ?? 'all') : 'all';
  const kinds = search.get('kinds');
  const places = ['po', 'mo', 'garage'].flatMap((key) => (search.get(key) ? [[key, Number(search.get(key))]] : []));
  const asked = {
    on,
    ...(to ? { to } : {}),
    ...(to && kinds ? { kinds: kinds === NONE ? '' : kinds } : {}),
    heads: to && show === 'all' ? HEADS : undefined,
    ...Object.fromEntries(places),
    ...(search.get('q') ? { q: search.get('q')! } : {}),
    show,
    offset: (page - 1) * PER_PAGE,
    limit: PER_PAGE,
  };
  const set: Set = (change) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const [key, value] of Object.entries({ page: null, ...change }))
        if (value) next.set(key, value);
        else next.delete(key);
      return next;
    });
  return { search, set, on, to, page, kinds, asked };
}

export default function AsOfPage() {
  const { search, set, on, to, page, kinds, asked } = useAsked();
  const { data, error, refetch, needsPlace } = useAnswer(search, asked);
  const file = () =>
    call(exportAsOf, {
      body: { on, to, po: Number(search.get('po')) || null, mo: Number(search.get('mo')) || null },
      quiet: true,
    }).then(
      () => toast('Файл готовится: придёт сюда и останется в «Заданиях»'),
      (problem: HttpError) => toast(problem.message, { kind: 'error' }),
    );
  // Where nothing counts the groups stay, with 0.
  const hasRows = data && (data.total > 0 || Boolean(to && kinds));
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
        {to && data && <DifferenceChoice search={search} set={set} data={data} />}
        {data && data.sums.guessed > 0 && (
          <Note>
            У {formatNumber(data.sums.guessed)} гаражей тип и номер показаны первые известные: тогда их ещё не было в
            программе.
          </Note>
        )}
        {data && !hasRows && <Nothing to={to} />}
        {hasRows && <Rows data={data} on={on} to={to} show={asked.show} set={set} />}
        {data && data.total > PER_PAGE && !asked.heads && (
          <Pager page={page} perPage={PER_PAGE} total={data.total} onPage={(next) => set({ page: String(next) })} />
        )}
        {data && <Foot sums={data.sums} to={to} />}
      </div>
    </>
  );
}

const Nothing = ({ to }: { to: string | null }) => (
  <EmptyState title={to ? 'Отличий нет' : 'Гаражей нет'}>
    {to ? 'В эти два дня реестр был одинаков.' : 'В этот день в реестре никого не было.'}
  </EmptyState>
);

/** What is answered; a region names a place first, all of it comes as a file. */
function useAnswer(search: URLSearchParams, asked: object) {
  const actor = useActor();
  const needsPlace = Boolean(actor?.region) && !['po', 'mo', 'garage'].some((key) => search.get(key));
  const {
    data: answered,
    error,
    refetch,
  } = useQuery({
    ...reading(registerAsOf, { query: asked as never, stops: true }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: !needsPlace,
  });
  const data = needsPlace ? undefined : answered;
  return { data, error, refetch, needsPlace };
}

/** The days, and the way back to today. */
function Band({ search, on, to, set }: { search: URLSearchParams; on: string; to: string | null; set: Set }) {
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
        onChange={(day) => set({ to: day, show: null, kinds: null })}
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
  set: Set;
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

/** Which differences count; the ways between the register of one day and what differs. */
function DifferenceChoice({ search, set, data }: { search: URLSearchParams; set: Set; data: Answer }) {
  const kinds = kindsOf(search);
  const flip = (kind: AsOfChange) => {
    const next = allKinds.filter((one) => kinds.includes(one) !== (one === kind));
    set({ kinds: next.length === allKinds.length ? null : next.join(',') || NONE });
  };
  return (
    <div className={styles.kinds} role="group" aria-label="Какие отличия считать">
      <span className={styles.muted}>Изменилось</span>
      {allKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.kind}
          aria-pressed={kinds.includes(kind)}
          onClick={() => flip(kind)}
        >
          {kinds.includes(kind) && <CheckIcon fontSize="inherit" aria-hidden />}
          {changeNames[kind]} <b>{formatNumber(data.sums[kind])}</b>
        </button>
      ))}
    </div>
  );
}
