// A process that posts a statement and kills itself at the given query. `node killedPoster.ts <folder> <rows as JSON> <token> <query>`
import { databaseOver } from '../../server/db/open.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { buildApp } from '../../server/app.ts';
import { openDeps } from '../../server/deps.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readSettings } from '../../server/kernel/settings.ts';

const [folder = '', body = '', token = '', last = '0'] = process.argv.slice(2);
const engine = await openEmbedded({ folder: `${folder}/db` });
let queries = 0;
let armed = false;
const deps = await openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }), {
  database: databaseOver({
    ...engine,
    acquire: async () => {
      const connection = await engine.acquire();
      return {
        ...connection,
        query: async (text, params) => {
          if (armed && (queries += 1) === Number(last)) process.kill(process.pid, 'SIGKILL');
          return connection.query(text, params);
        },
      };
    },
  }),
  secrets: secretsFrom(new Uint8Array(32).fill(7)),
  clock: { now: () => new Date('2026-11-20T09:00:00.000Z') },
});
const app = await buildApp(deps);
await app.ready();
armed = true;
const reply = await app.inject({
  method: 'POST',
  url: '/api/statement_posts/',
  headers: { authorization: `Bearer ${token}` },
  payload: JSON.parse(body),
});
console.log(JSON.stringify({ status: reply.statusCode, queries }));
process.exit(0);
