// The list under the search box: what was found while one types; before that, the cards and queries of a moment ago.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useImperativeHandle, type KeyboardEvent, type Ref } from 'react';
import { useGetMany } from 'react-admin';
import type { GarageRow } from '../../contract/garages.ts';
import { restrictionNames } from '../../contract/garages/restrictions.ts';
import { pages } from '../../contract/pages.ts';
import type { ProfileRow } from '../../contract/profiles.ts';
import { globalSearch, nothingFound, type SearchAnswer } from '../../contract/search.ts';
import { call } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { formatDate, formatNumber } from '../../widgets/format.ts';
import { Listbox, optionId, type ListOption } from '../../widgets/Listbox.tsx';
import { useListKeys } from '../../widgets/useListKeys.ts';
import { useSuggestions } from '../../widgets/useSuggestions.ts';
import { recentIds } from './navigationHistory.ts';
import { REMEMBER_AFTER_MS, rememberedQueries, rememberQuery, type SuggestionKeys } from './searchMemory.ts';

const DELAY_MS = 300;
const MOST = 4;
/** Whole phones and passports are looked for on record: only when they are asked for, never while they are typed. */
const isOnRecord = (query: string) => /^[\d\s()+-]+$/.test(query) && query.replace(/\D/g, '').length > 9;
const isEnough = (query: string) => query.length > 1 || /\d/.test(query);

export interface SearchSuggestionsProps {
  id: string;
  query: string;
  anchor: HTMLElement | null;
  keys: Ref<SuggestionKeys>;
  /** Id of the active option for the reader of the screen. */
  onActive: (id: string | null) => void;
  onQuery: (query: string) => void;
  onGo: (to: string, state?: object) => void;
  onClose: () => void;
}

type Way = ListOption & ({ to: string; state?: object } | { words: string });

export function SearchSuggestions(props: SearchSuggestionsProps) {
  const { id, query, anchor, onGo, onQuery, onClose, onActive } = props;
  const user = useActor()?.userId ?? 0;
  const asked = isEnough(query) && !isOnRecord(query);
  const found = useSuggestions({
    query,
    enabled: asked,
    delayMs: DELAY_MS,
    load: async (q, signal) =>
      foundWays(await call(globalSearch, { query: { q, limit: MOST }, signal, quiet: true }), q),
  });
  const recent = useRecentWays(user, !query);
  const ways = query ? (asked ? found.items : []) : recent;
  useEffect(() => {
    if (!isEnough(query)) return;
    const timer = setTimeout(() => rememberQuery(user, query), REMEMBER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [query, user]);
  const pick = (index: number) => {
    const way = ways[index];
    if (!way) return;
    if ('to' in way) onGo(way.to, way.state);
    else onQuery(way.words);
  };
  const open = ways.length > 0 || (asked && found.status !== 'idle');
  const { active, setActive, onKeyDown } = useListKeys({
    open,
    onOpen: () => {},
    onClose,
    count: ways.length,
    onPick: pick,
  });
  useEffect(() => setActive(-1), [query, setActive]);
  useEffect(() => onActive(active >= 0 ? optionId(id, active) : null), [active, id, onActive]);
  useImperativeHandle(props.keys, () => ({
    onKeyDown: (event: KeyboardEvent) => {
      // Enter with nothing chosen asks for everything: the form does that.
      if (event.key !== 'Enter' || active >= 0) onKeyDown(event);
    },
  }));
  return (
    <Listbox
      id={id}
      label={query ? 'Найдено' : 'Недавнее'}
      anchor={anchor}
      open={open}
      options={ways}
      active={active}
      onActive={setActive}
      onPick={pick}
      message={messageOf(query, asked, found.status, ways.length)}
    />
  );
}

function messageOf(query: string, asked: boolean, status: string, count: number): string | null {
  if (!query || !asked) return null;
  if (status === 'failed') return 'Не удалось найти. Нажмите Enter, чтобы повторить';
  if (status === 'loading' && !count) return 'Ищем…';
  return status === 'ready' && !count ? nothingFound(query) : null;
}

/** What this tab remembers: nobody is asked. */
const RECENT_KEY = ['recent_cards'];

/** Cards seen a moment ago, then the queries of this tab. Names come from the server: what is no longer seen is not shown. */
function useRecentWays(user: number, enabled: boolean): Way[] {
  const { data: ids } = useQuery({
    queryKey: RECENT_KEY,
    queryFn: () => ({ garages: recentIds('/garage/:n', MOST), people: recentIds('/profile/:n', MOST) }),
    enabled,
    gcTime: 0,
  });
  const garages = useGetMany<GarageRow>(
    'garages',
    { ids: ids?.garages ?? [] },
    { enabled: enabled && Boolean(ids?.garages.length) },
  );
  const people = useGetMany<ProfileRow>(
    'profiles',
    { ids: ids?.people ?? [] },
    { enabled: enabled && Boolean(ids?.people.length) },
  );
  if (!enabled) return [];
  const ways: Way[] = [];
  for (const garage of inOrder(garages.data, ids?.garages))
    ways.push({
      key: `garage ${garage.id}`,
      label: `${garage.section} ${garage.number}`,
      hint: `недавно открыт · ${garage.po.name}`,
      to: pages.garage(garage.id),
    });
  for (const person of inOrder(people.data, ids?.people))
    ways.push({
      key: `profile ${person.id}`,
      label: person.full_name,
      hint: 'недавно открыт',
      to: pages.profile(person.id),
    });
  for (const words of rememberedQueries(user))
    ways.push({ key: `query ${words}`, label: words, hint: 'недавний запрос', words });
  return ways;
}

const inOrder = <Row extends { id: number }>(rows: readonly Row[] | undefined, ids: readonly number[] = []) =>
  ids.flatMap((id) => rows?.find((row) => row.id === id) ?? []);

/** What was found as ways to the cards; the last one leads to all of it. */
function foundWays({ garages, profiles, reregistrations }: SearchAnswer, query: string): Way[] {
  const ways: Way[] = [
    ...garages.items.map((garage) => ({
      key: `garage ${garage.id}`,
      label: [`${garage.section} ${garage.number}`, garage.owner].filter(Boolean).join(' · '),
      hint: [
        ...garage.restrictions.map((kind) => restrictionNames[kind].toLowerCase()),
        garage.co_owner && `совладелец ${garage.co_owner}`,
        garage.po_name,
        !garage.is_active && 'в архиве',
      ]
        .filter(Boolean)
        .join(' · '),
      to: pages.garage(garage.id),
    })),
    ...profiles.items.map((person) => ({
      key: `profile ${person.id}`,
      label: person.full_name,
      hint: [
        person.birthday && `${formatDate(person.birthday)} г. р.`,
        person.phone,
        person.garages.map((garage) => `${garage.section} ${garage.number}`).join(', '),
      ]
        .filter(Boolean)
        .join(' · '),
      to: pages.profile(person.id),
    })),
    ...reregistrations.items.map((one) => ({
      key: `case ${one.id}`,
      label: `Переоформление № ${one.id}`,
      hint: `${one.garage.section} ${one.garage.number} · ${one.reason_name}`,
      to: one.status === 0 ? pages.newReregistration(one.garage.id) : pages.reregistration(one.id),
      // Of several drafts of a garage the one that was found.
      ...(one.status === 0 && { state: { id: one.id } }),
    })),
  ];
  const total = garages.total + profiles.total + reregistrations.total;
  if (total > ways.length)
    ways.push({
      key: 'all',
      label: `Показать всё: ${formatNumber(total)}`,
      hint: 'Enter',
      to: pages.search(query),
    });
  return ways;
}
