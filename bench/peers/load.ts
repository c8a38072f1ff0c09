// A small load over HTTP: so many clients, each asks again as soon as it is answered, for a bounded time.
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface Target {
  /** Whole address of the call. */
  url: string;
  headers: Record<string, string>;
  /** Headers that each call has anew. */
  each?: () => Record<string, string>;
}
export interface Pace {
  /** Answers a second. */
  rps: number;
  /** Processor time of an answer, of the server and of the database, ms: what does not depend on who else works here. */
  cpu: { server: number; database: number };
  /** Bytes of an answer. */
  bytes: number;
}

/** One call. @throws when it is not answered with 200 */
export function call({ url, headers, each }: Target, agent?: Agent): Promise<{ body: Buffer; range: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { ...headers, ...each?.() } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      reply.on('end', () => {
        const body = Buffer.concat(chunks);
        if (reply.statusCode === 200) resolve({ body, range: String(reply.headers['content-range'] ?? '') });
        else reject(new Error(`${url}: ${reply.statusCode} ${body.toString().slice(0, 300)}`));
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Numbers of a process as the kernel gives them, after its name; none for one that has just ended. */
function statOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

/** Processor time of a process and of its children, gone ones too, in hundredths of a second. */
function processorTime(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // Parent first; own user and system time stand tenth and eleventh, those of children that have ended follow.
  const family = all.map((name) => ({ pid: Number(name), stat: statOf(Number(name)) }));
  return family
    .filter((one) => one.pid === pid || one.stat[0] === pid)
    .flatMap(({ stat }) => stat.slice(10, 14))
    .reduce((sum, ticks) => sum + ticks, 0);
}

/** Asks with `clients` at once for `seconds`. */
export async function load(
  target: Target,
  clients: number,
  seconds: number,
  pids: { server: number; database: number },
): Promise<Pace> {
  const spent = () => ({ server: processorTime(pids.server), database: processorTime(pids.database) });
  const before = spent();
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let count = 0;
  let bytes = 0;
  const from = performance.now();
  const end = from + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      ({
        body: { length: bytes },
      } = await call(target, agent));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const lasted = (performance.now() - from) / 1000;
  agent.destroy();
  const after = spent();
  const each = (of: 'server' | 'database') => ((after[of] - before[of]) * 10) / count;
  return { rps: count / lasted, cpu: { server: each('server'), database: each('database') }, bytes };
}
