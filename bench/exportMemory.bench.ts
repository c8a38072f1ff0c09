// Export of 120 000 garages over HTTP on both engines, by a process of the register of its own: what it takes over its idle memory, and CSV beside COPY.
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { exportList } from '../contract/exports.ts';
import { pathOf } from '../contract/kernel/endpoint.ts';
import { startProcess, type Process } from '../tests/kit/processes.ts';
import { benchFolder, officialOf, openBench, report, SIZE_ONE_MO, startServer, timed } from './kit.ts';

/** MiB over idle. */
const MOST_OVER = 64;
const REST_MS = 5000;

export async function run() {
  const { server, env } = await startServer(benchFolder('server-receivers'));
  try {
    await measure('сервер', env);
  } finally {
    await server.stop();
  }
  await measure('встроенная база', { DATA_DIR: benchFolder('embedded-receivers') });
}

async function measure(engine: string, env: { DATA_DIR: string; DATABASE_URL?: string }) {
  const headers = await official(env);
  const running: Process[] = [];
  const process = await startProcess(
    {
      folder: env.DATA_DIR,
      databaseUrl: env.DATABASE_URL ?? '',
      env: { LOG_LEVEL: 'silent', SECRET_KEY: '', DATABASE_URL: env.DATABASE_URL ?? '' },
    },
    running,
  );
  try {
    // A first, small export: what every process holds after its first work is no memory of the large one.
    for (const format of ['csv', 'xlsx']) await take(process.url, headers, format, { nameFilter: 'А 1' });
    await new Promise((done) => setTimeout(done, REST_MS));
    for (const format of ['csv', 'xlsx', 'csv', 'xlsx']) {
      const idle = memory(process.pid, 'VmRSS');
      writeFileSync(`/proc/${process.pid}/clear_refs`, '5');
      let bytes = 0;
      const ms = await timed(async () => (bytes = await take(process.url, headers, format, {})));
      const over = memory(process.pid, 'VmHWM') - idle;
      const more = `покой ${idle.toFixed(0)} МБ, выше него ${over.toFixed(0)}, ${(bytes / 1e6).toFixed(1)} МБ за ${(ms / 1000).toFixed(1)} с`;
      report(
        `выгрузка 120 000 гаражей, ${format}, ${engine}: память сверх покоя к ${MOST_OVER} МБ`,
        over / MOST_OVER,
        1,
        more,
      );
    }
  } finally {
    await process.stop();
  }
}

/** Headers of an official of the one region; the data set is made when it is not there. */
async function official(env: Record<string, string>) {
  const bench = await openBench(env, SIZE_ONE_MO);
  try {
    return await officialOf(bench.deps, { region: bench.region });
  } finally {
    await bench.close();
  }
}

/** MiB of a process, as the kernel counts them: `VmRSS` now, `VmHWM` the most since it was asked to count anew. */
const memory = (pid: number, what: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Bytes of the file; they are let go as they come. */
function take(url: string, headers: Record<string, string>, format: string, filter: object): Promise<number> {
  const columns = ['plate', 'po', 'type', 'owner', 'account', 'built', 'last_payment', 'debt'];
  const body = JSON.stringify({ format, columns, sort: ['place', 'ASC'], filter });
  return new Promise((done, fail) => {
    const call = request(
      url + pathOf(exportList, { resource: 'garages' }),
      { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      (reply) => {
        let bytes = 0;
        reply.on('data', (piece: Buffer) => (bytes += piece.length)).on('error', fail);
        reply.on('end', () =>
          reply.statusCode === 200 ? done(bytes) : fail(new Error(`выгрузка: ${reply.statusCode}`)),
        );
      },
    );
    call.on('error', fail).end(body);
  });
}
