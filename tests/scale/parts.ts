// The parts of an installation of several processes, all on the loopback: PostgreSQL, a store that speaks S3, processes of the register, nginx with the shipped configuration.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { freePort, startProcess, type Process } from '../kit/processes.ts';

/** The store is a package of npm that the product itself does not need: kept beside the data, not among its packages. */
const STORE = 's3rver@3.7.1';
const BUCKET = 'registry';
const root = join(import.meta.dirname, '../..');
/** Where Debian keeps programs of an administrator, which the path of others leaves out. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

export interface Installation {
  postgres: PostgresServer;
  /** Address of nginx, and the certificate it shows. */
  url: string;
  certificate: string;
  processes: Process[];
  /** Starts process `nth` on its port again. */
  restart(nth: number): Promise<void>;
  /** Where the heads of the ledger are written beside the database; one file for all processes. */
  headsFile: string;
  close(): Promise<void>;
}

/** Starts `count` processes and all they stand on; the empty database becomes the demo world. @throws when a program is missing */
export async function startInstallation(count: number): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-scale-'));
  const children: ChildProcess[] = [];
  const running: Process[] = [];
  const postgres = await startPostgres();
  const close = async () => {
    await Promise.all(running.map((one) => one.stop()));
    await Promise.all(children.map(ended));
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const storeUrl = await startStore(join(folder, 'store'), children);
    const headsFile = join(folder, 'ledger-heads.txt');
    const [plain, secure, ...ports] = await Promise.all(Array.from({ length: count + 2 }, freePort));
    const certificate = writeSite(folder, { plain: plain!, secure: secure!, ports });
    const url = `https://localhost:${secure}`;
    // Nothing is shared but the database, the store, the key and the file of heads: each has a folder of its own, as on a machine of its own.
    const start = (nth: number) =>
      startProcess(
        {
          folder: join(folder, `process-${nth}`),
          databaseUrl: postgres.url,
          env: {
            PORT: String(ports[nth]),
            S3_URL: storeUrl,
            PUBLIC_URL: url,
            TRUST_PROXY: '1',
            LEDGER_HEADS_FILE: headsFile,
          },
        },
        running,
      );
    const processes = await Promise.all(ports.map((_, nth) => start(nth)));
    await startProxy(folder, secure!, children);
    const restart = async (nth: number) => void (processes[nth] = await start(nth));
    return { postgres, url, certificate, processes, restart, headsFile, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ends a child that was started here and waits for it. */
async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
}

async function startStore(folder: string, children: ChildProcess[]): Promise<string> {
  const home = resolve('data', 'scale', 'store');
  const program = join(home, 'node_modules', 's3rver', 'bin', 's3rver.js');
  if (!existsSync(program)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"private":true}');
    console.log(`Ставлю ${STORE}…`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', STORE], { cwd: home, stdio: 'inherit' });
  }
  const port = await freePort();
  const words = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '-s', '--no-vhost-buckets'];
  children.push(
    spawn(process.execPath, [program, ...words, '--configure-bucket', BUCKET], { cwd: home, stdio: 'ignore' }),
  );
  await listens(port);
  return `http://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}`;
}

/** The shipped site with the ports and paths of here; answers the certificate. */
function writeSite(folder: string, { plain, secure, ports }: { plain: number; secure: number; ports: number[] }) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate, '-days', '2', ...subject], {
    stdio: 'pipe',
  });
  const shipped = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8');
  const changes: [string, string][] = [
    ['    server 127.0.0.1:8080;\n', ports.map((port) => `    server 127.0.0.1:${port};\n`).join('')],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`],
    ['/etc/ssl/registry/fullchain.pem', certificate],
    ['/etc/ssl/registry/privkey.pem', key],
  ];
  for (const [was] of changes) if (!shipped.includes(was)) throw new Error(`deploy/nginx.conf has no «${was}»`);
  const site = changes
    .reduce((text, [was, is]) => text.replace(was, is), shipped)
    .replaceAll('registry.example.ru', 'localhost')
    .replaceAll('/var/log/nginx/', `${folder}/`);
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    // Whoever starts it writes its folders, and nobody else may.
    `${userInfo().uid === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  return readFileSync(certificate, 'utf8');
}

async function startProxy(folder: string, port: number, children: ChildProcess[]) {
  const words = ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`];
  const check = spawnSync('nginx', ['-t', ...words], { encoding: 'utf8', env: { ...process.env, PATH } });
  if (check.error) throw new Error('Нужна программа nginx: apt-get install nginx');
  if (check.status !== 0) throw new Error(check.stderr);
  children.push(spawn('nginx', words, { stdio: 'ignore', env: { ...process.env, PATH } }));
  await listens(port);
}

/** Waits until somebody takes connections on the port. @throws after ten seconds */
async function listens(port: number) {
  for (let attempt = 0; ; attempt += 1) {
    const isOpen = await new Promise<boolean>((done) => {
      const socket = createConnection(port, '127.0.0.1', () => done(true));
      socket.on('error', () => done(false)).on('connect', () => socket.end());
    });
    if (isOpen) return;
    if (attempt > 100) throw new Error(`nobody listens on ${port}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
