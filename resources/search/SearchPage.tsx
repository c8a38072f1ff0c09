// Results of the one search box, grouped: garages, people, re-registrations, then papers, mailings, news and instructions.
import type { SetURLSearchParams } from 'react-router';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { Link, useSearchParams } from 'react-router';
import { restrictionNames } from '../../contract/garages/restrictions.ts';
import { pages } from '../../contract/pages.ts';
import { globalSearch, nothingFound, type Correction, type SearchAnswer } from '../../contract/search.ts';
import { reading } from '../../providers/reading.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { GaragePlates } from '../../widgets/GaragePlates.tsx';
import { Note } from '../../widgets/Note.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { useNarrow } from '../../widgets/useScreen.ts';
import { WholeName } from '../../widgets/WholeName.tsx';
import { Standing } from '../balance/Standing.tsx';
import { OtherFinds, useOtherFinds } from './OtherFinds.tsx';
import styles from '../lists/plainList.module.css';
import { closingWords, statusKinds, statusWords } from '../reregistrations/ru.ts';

const FIRST = 10;
const ALL = 50;

/** How the query was read, as it was. */
function correctionWords({ kind, words }: Correction): string {
  if (kind === 'layout') return `Показано по запросу «${words[0]}»: похоже, была включена другая раскладка.`;
  return `Точно таких слов нет, показаны похожие: ${words.map((word) => `«${word}»`).join(', ')}.`;
}

export default function SearchPage() {
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';
  const [limit, setLimit] = useState(FIRST);
  const narrow = useNarrow();
  const [typed, setTyped] = useState(query);
  const { data, error, refetch } = useQuery({
    ...reading(globalSearch, { query: { q: query, limit }, stops: true }),
    enabled: query.length > 0,
    placeholderData: (before) => before,
  });
  const others = useOtherFinds(query);
  const isEmpty =
    data &&
    others &&
    data.garages.total + data.profiles.total + data.reregistrations.total + others.groups.length === 0;
  return (
    <div className={styles.page}>
      <h1>Поиск{query && `: «${query}»`}</h1>
      {narrow && <PhoneSearch setSearch={setSearch} typed={typed} setTyped={setTyped} />}
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {data?.corrected && (
        <Note tone="blue" role="status">
          {correctionWords(data.corrected)}
        </Note>
      )}
      {!query && (
        <EmptyState title="Что найти?">
          Номер гаража, «12-3 45», фамилию, последние цифры телефона, лицевой счёт или № переоформления.
        </EmptyState>
      )}
      {query && isEmpty && (
        <EmptyState title={nothingFound(query)}>
          Попробуйте часть фамилии, последние четыре цифры телефона или номер гаража.
        </EmptyState>
      )}
      {data && data.garages.total > 0 && <Garages data={data} />}
      {data && data.profiles.total > 0 && <People data={data} />}
      {data && data.reregistrations.total > 0 && <Reregistrations data={data} />}
      {data &&
        limit === FIRST &&
        Math.max(data.garages.total, data.profiles.total, data.reregistrations.total) > FIRST && (
          <Button onClick={() => setLimit(ALL)}>Показать все</Button>
        )}
      {data && others && <OtherFinds {...others} />}
    </div>
  );
}

function PhoneSearch({
  setSearch,
  typed,
  setTyped,
}: {
  setSearch: SetURLSearchParams;
  typed: string;
  setTyped: Dispatch<SetStateAction<string>>;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSearch({ q: typed.trim() });
      }}
    >
      <TextBox
        label="Поиск"
        hideLabel
        placeholder="Гараж, человек, телефон, лицевой счёт"
        value={typed}
        onChange={setTyped}
        type="search"
        reserve={false}
        autoFocus
      />
    </form>
  );
}

function Garages({ data }: { data: SearchAnswer }) {
  return (
    <section>
      <h2>Гаражи · {formatNumber(data.garages.total)}</h2>
      <ul className={styles.list}>
        {data.garages.items.map((garage) => (
          <li key={garage.id}>
            <GaragePlate
              section={garage.section}
              number={garage.number}
              to={pages.garage(garage.id)}
              archived={garage.is_active === false}
            />
            <Link to={pages.garage(garage.id)} className={styles.grow}>
              {garage.owner ?? 'без владельца'}
              <small>
                {garage.restrictions.length > 0 && (
                  <b className={styles.restricted}>
                    {garage.restrictions.map((kind) => restrictionNames[kind].toLowerCase()).join(', ')} ·{' '}
                  </b>
                )}
                {garage.co_owner && <>совладелец {garage.co_owner} · </>}
                <WholeName>{garage.po_name}</WholeName> · ЛС {garage.account_no}
              </small>
            </Link>
            <Standing of={garage} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function People({ data }: { data: SearchAnswer }) {
  return (
    <section>
      <h2>Люди · {formatNumber(data.profiles.total)}</h2>
      <ul className={styles.list}>
        {data.profiles.items.map((person) => (
          <li key={person.id}>
            <Link to={pages.profile(person.id)} className={styles.grow}>
              {person.full_name}
              <small>
                {[person.birthday && `${formatDate(person.birthday)} г. р.`, person.phone].filter(Boolean).join(' · ')}
              </small>
            </Link>
            <GaragePlates garages={person.garages} most={3} to={pages.garage} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reregistrations({ data }: { data: SearchAnswer }) {
  return (
    <section>
      <h2>Переоформления · {formatNumber(data.reregistrations.total)}</h2>
      <ul className={styles.list}>
        {data.reregistrations.items.map((one) => (
          <li key={one.id}>
            <GaragePlate
              section={one.garage.section}
              number={one.garage.number}
              to={pages.garage(one.garage.id)}
              archived={one.garage.is_active === false}
            />
            <Link
              to={one.status === 0 ? pages.newReregistration(one.garage.id) : pages.reregistration(one.id)}
              state={one.status === 0 ? { id: one.id } : null}
              className={styles.grow}
            >
              № {one.id}: {one.old_owners.join(', ') || 'без владельца'} → {one.new_owners.join(', ') || '—'}
              <small>
                {one.reason_name} · {formatDate(one.date_request)} · <WholeName>{one.garage.po_name}</WholeName>
              </small>
            </Link>
            <StatusChip kind={statusKinds[one.status]}>
              {one.closing ? closingWords[one.closing] : statusWords[one.status]}
            </StatusChip>
          </li>
        ))}
      </ul>
    </section>
  );
}
