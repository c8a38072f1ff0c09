// People search on M: phone tail, two words, typo, ё/е, wrong layout, against the bare trigram SQL.
import { sql } from 'kysely';
import { globalSearch } from '../contract/worktable.ts';
import { compare, report, type Bench } from './kit.ts';

const ROUNDS = 25;
const P95_MS = 5;

export async function run({ app, deps, headers, region }: Bench) {
  const person = (
    await sql<{
      name_key: string;
      phones_key: string;
    }>`select p.name_key, p.phones_key from profile p where p.region_id = ${region} and p.phones_key <> '' order by p.id offset 500 limit 1`.execute(
      deps.db,
    )
  ).rows[0]!;
  const [last = '', first = ''] = person.name_key.split(' ');
  const latin: Record<string, string> = Object.fromEntries(
    [...'йцукенгшщзхъфывапролджэячсмитьбю'].map((letter, i) => [letter, "qwertyuiop[]asdfghjkl;'zxcvbnm,."[i]!]),
  );
  const queries = {
    'хвост телефона': person.phones_key.trim().slice(-7),
    'два слова': `${first} ${last}`,
    опечатка: `${last.slice(0, 2)}${last.slice(3)} ${first}`,
    'другая раскладка': [...last].map((letter) => latin[letter] ?? letter).join(''),
  };
  for (const [name, q] of Object.entries(queries)) {
    const words = q.split(' ');
    const ours = async () => {
      const answer = await app.inject({ url: `${globalSearch.path}?q=${encodeURIComponent(q)}`, headers });
      if (answer.statusCode !== 200) throw new Error(answer.payload);
    };
    const peer = () =>
      /^\d+$/.test(q)
        ? sql`select id, full_name from profile where phones_key like ${`%${q} %`} and region_id = ${region} limit 10`.execute(
            deps.db,
          )
        : sql`select id, full_name from profile where ${sql.join(
            words.map((word) => sql`name_key like ${`%${word}%`}`),
            sql` and `,
          )} and region_id = ${region} order by name_key limit 10`.execute(deps.db);
    const both = await compare(ours, peer, ROUNDS);
    report(`поиск: ${name}, к триграммному SQL`, both.ratio, 2, `p95 ${both.p95.toFixed(1)} мс (предел ${P95_MS})`);
  }
}
