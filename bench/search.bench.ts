// People search through the API against trigram SQL that finds the same people, inside one region of data set M.
import { globalSearch, type SearchAnswer } from '../contract/search.ts';
import { compare, mustEqual, report, reportMs, type Bench } from './kit.ts';

const ROUNDS = 60;
const RATIO = 2;
const P95_MS = 5;

export async function run(bench: Bench) {
  for (const [what, typed, like] of await queries(bench)) {
    const ours = async () => {
      const answer = await bench.app.inject({
        url: `${globalSearch.path}?q=${encodeURIComponent(typed)}`,
        headers: bench.headers,
      });
      if (answer.statusCode !== 200) throw new Error(answer.payload);
      return (answer.json() as SearchAnswer).profiles.total;
    };
    const peer = () => trigram(bench, like);
    mustEqual(what, await ours(), await peer());
    const both = await compare(ours, peer, ROUNDS);
    report(`поиск, ${what} «${typed}», к триграммам SQL`, both.ratio, RATIO, `${both.ours.toFixed(1)} мс`);
    reportMs(`поиск, ${what}: 95 из 100`, both.p95, P95_MS);
  }
}

type Query = [what: string, typed: string, like: { column: 'name_key' | 'phones_key'; parts: string[] }];

/** A phone tail, two words, ё for е, a slip, the wrong layout: each with the parts that plain SQL would look for. */
async function queries({ deps, region }: Bench): Promise<Query[]> {
  const { rows } = await deps.engine.query(
    `select last_name, first_name, phones_key from profile where region_id = $1 and last_name like 'Киселёв%' order by id limit 1`,
    [region],
  );
  const [surname, first] = [String(rows[0]!.last_name), String(rows[0]!.first_name)];
  const tail = String(rows[0]!.phones_key).trim().slice(-4);
  const folded = (text: string) => text.toLowerCase().replaceAll('ё', 'е');
  const names = (...parts: string[]) => ({ column: 'name_key' as const, parts: parts.map(folded) });
  return [
    ['конец телефона', tail, { column: 'phones_key', parts: [`${tail} `] }],
    ['два слова', `${first} ${surname}`, names(surname, first)],
    ['ё как е', folded(surname), names(surname)],
    ['опечатка', folded(surname).replace('сел', 'сил'), names(surname)],
    ['другая раскладка', 'rbctktd', names('киселев')],
  ];
}

/** What one would write by hand: the trigram index of people, the scope, the first ten with their garages. */
async function trigram({ deps, region }: Bench, { column, parts }: Query[2]): Promise<number> {
  const conditions = parts.map((_, i) => `p.${column} like $${i + 2}`).join(' and ');
  const { rows } = await deps.engine.query(
    `with found as materialized (select p.id, p.full_name, p.birthday, p.name_key from profile p where ${conditions}
      and exists (select 1 from profile_place place where place.profile_id = p.id and place.region_id = $1) limit 1000)
    select (select count(*)::int from found) as total, (select json_agg(item) from (select found.*, (select json_agg(g.number)
      from ownership o join garage g on g.id = o.garage_id where o.profile_id = found.id and o.ended_on is null)
      from found order by name_key, id limit 10) as item) as items`,
    [region, ...parts.map((part) => `%${part}%`)],
  );
  return Number(rows[0]!.total);
}
