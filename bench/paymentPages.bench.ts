// The list of payments on M: a page in the middle and at the end of the history against the first one, the first one against its bare query.
import { payments } from '../contract/payments.ts';
import { compare, report, type Bench } from './kit.ts';

const ROUNDS = 20;

export async function run({ app, headers }: Bench) {
  const ask = async (first: number) => {
    const query = `sort=["on_date","DESC"]&range=[${first},${first + 24}]&filter={}`;
    const answer = await app.inject({ url: encodeURI(`${payments.list.path}?${query}`), headers });
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return answer;
  };
  const total = Number(String((await ask(0)).headers['content-range']).split('/')[1]);
  for (const [name, at] of [
    ['середине', Math.floor(total / 2)],
    ['конце', total - 30],
  ] as const) {
    const deep = await compare(
      () => ask(at),
      () => ask(0),
      ROUNDS,
    );
    report(`страница платежей в ${name} к первой`, deep.ratio, 1.3, `${deep.ours.toFixed(1)} мс, ${total} строк`);
  }
}
