// Holes of the kinds that were found in registers like this one, made on purpose: a comparison that lets one by proves nothing.
import { sql } from 'kysely';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { garages } from '../../contract/garages.ts';
import { addressSuggestions } from '../../contract/addresses.ts';
import { payments } from '../../contract/payments.ts';
import { profiles } from '../../contract/profiles.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { globalSearch } from '../../contract/search.ts';
import type { TestApp } from '../kit/app.ts';
import type { Leak } from './pairs.ts';

const is = (wanted: AnyEndpoint) => (call: AnyEndpoint) => call === wanted;
const one = async <T>(t: TestApp, query: ReturnType<typeof sql<T>>): Promise<T> =>
  (await query.execute(t.deps.db)).rows[0]!;

export const leaks: readonly Leak[] = [
  {
    name: 'число строк считает чужие',
    at: is(garages.list),
    change: async (t, answer) => {
      const { n } = await one(t, sql<{ n: number }>`select count(*)::int as n from garage`);
      return { ...answer, range: answer.range.replace(/\/\d+$/, `/${n}`) };
    },
  },
  {
    name: 'долг человека суммирует чужие гаражи',
    at: is(profiles.one),
    change: async (t, answer, sent) => {
      const { sum } = await one(
        t,
        sql<{ sum: string }>`select coalesce(sum(b.balance_kopecks), 0)::text as sum from ownership o
          join garage_balance b on b.garage_id = o.garage_id where o.profile_id = ${Number(/\d+/.exec(sent.url)![0])}`,
      );
      return answer.status === 200 ? { ...answer, payload: `${answer.payload} ${sum}` } : answer;
    },
  },
  {
    name: 'порядок строк зависит от чужих',
    at: is(payments.list),
    change: async (t, answer) => {
      if (answer.status !== 200) return answer;
      const { n } = await one(t, sql<{ n: number }>`select count(*)::int as n from balance_operation`);
      const rows = JSON.parse(answer.payload) as unknown[];
      const from = rows.length ? n % rows.length : 0;
      return { ...answer, payload: JSON.stringify([...rows.slice(from), ...rows.slice(0, from)]) };
    },
  },
  {
    name: 'поиск исправляет словом чужих',
    at: is(globalSearch),
    change: async (t, answer, sent) => {
      const q = new URLSearchParams(sent.url.split('?')[1]).get('q') ?? '';
      const { word } = await one(
        t,
        sql<{
          word: string | null;
        }>`select (select word from name_word where word % lower(${q}) order by similarity(word, lower(${q})) desc, word limit 1) as word`,
      );
      return { ...answer, payload: `${answer.payload}${word ?? ''}` };
    },
  },
  {
    name: 'подсказка адреса знает чужие дома',
    at: is(addressSuggestions),
    change: async (t, answer) => {
      const { n } = await one(
        t,
        sql<{ n: number }>`select count(*)::int as n from profile where registration_address like '%Новая%'`,
      );
      return { ...answer, payload: `${answer.payload}${n}` };
    },
  },
  {
    name: 'чужое отвечает иначе, чем отсутствующее',
    at: is(reregistrations.one),
    change: async (t, answer, sent) => {
      const id = Number(/\d+/.exec(sent.url)![0]);
      const { there } = await one(
        t,
        sql<{ there: boolean }>`select exists (select 1 from reregistration where id = ${id}) as there`,
      );
      return answer.status === 404 && there ? { ...answer, status: 403 } : answer;
    },
  },
  {
    name: 'карточка гаража называет имя чужого ПО владельца',
    at: is(garages.one),
    change: async (t, answer, sent) => {
      const { names } = await one(
        t,
        sql<{
          names: string | null;
        }>`select string_agg(distinct po.name, ',' order by po.name) as names from ownership mine
          join ownership other on other.profile_id = mine.profile_id join garage g on g.id = other.garage_id join po on po.id = g.po_id
          where mine.garage_id = ${Number(/\d+/.exec(sent.url)![0])}`,
      );
      return answer.status === 200 ? { ...answer, payload: answer.payload + String(names) } : answer;
    },
  },
];
