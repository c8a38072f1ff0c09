// What is documented for a server installation is taken by the programs it is written for.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../server/kernel/settings.ts';
import { FLAGS, MEMORY } from '../kit/processes.ts';

const deploy = join(import.meta.dirname, '..', '..', 'deploy');
const textOf = (name: string) => readFileSync(join(deploy, name), 'utf8');
const root = mkdtempSync(join(tmpdir(), 'registry-deploy-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Where Debian keeps programs of an administrator, which the path of others leaves out. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
const has = (program: string) =>
  spawnSync(program, ['--version'], { env: { ...process.env, PATH } }).error === undefined;
const run = (program: string, args: string[]) =>
  spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH } });

it.skipIf(!has('nginx') || !has('openssl'))(
  'nginx takes the configuration (skipped where there is no nginx or openssl)',
  () => {
    const [key, certificate] = [join(root, 'key.pem'), join(root, 'certificate.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        certificate,
        '-days',
        '1',
        '-subj',
        '/CN=registry',
      ],
      { stdio: 'pipe' },
    );
    const site = textOf('nginx.conf')
      .replace('/etc/ssl/registry/fullchain.pem', certificate)
      .replace('/etc/ssl/registry/privkey.pem', key)
      .replaceAll('/var/log/nginx/', `${root}/`);
    const check = (text: string) => {
      writeFileSync(join(root, 'site.conf'), text);
      const whole = `pid ${root}/pid; error_log ${root}/error.log; events {} http { include ${root}/site.conf; }`;
      writeFileSync(join(root, 'nginx.conf'), whole);
      return run('nginx', ['-t', '-c', join(root, 'nginx.conf')]);
    };
    const good = check(site);
    expect(good.stderr).toContain('test is successful');
    expect(good.stderr).not.toMatch(/\[(warn|emerg|alert)\]/);
    expect(check(site.replace('proxy_pass', 'proxy_pas')).status).not.toBe(0);
  },
);

it.skipIf(!has('systemd-analyze'))('systemd takes the unit (skipped where there is no systemd-analyze)', () => {
  const unit = textOf('garage-registry.service');
  const check = (text: string) => {
    const path = join(root, 'garage-registry.service');
    // Nothing is installed here: a program that is there stands for the one that will be.
    writeFileSync(path, text.replace('/opt/garage-registry/node_modules/node/bin/node', process.execPath));
    const { status, stdout, stderr } = run('systemd-analyze', ['verify', '--man=no', path]);
    const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('garage-registry.service'));
    return { status, said };
  };
  expect(check(unit)).toEqual({ status: 0, said: [] });
  expect(check(unit.replace('RestartSec=5', 'RestartSecs=5')).said.join()).toContain('RestartSecs');
});

it('the unit starts no demo world, is heard by its own machine alone and keeps its folders where it may write', () => {
  const unit = textOf('garage-registry.service');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!;
  const given = Object.fromEntries(
    valueOf('Environment')
      .split(' ')
      .map((one) => one.split('=') as [string, string]),
  );
  const settings = readSettings(given);
  for (const name of Object.keys(given)) expect(settings, name).toHaveProperty(name);
  expect(settings).toMatchObject({ DEMO: false, HOST: '127.0.0.1', DATA_DIR: '/var/lib/garage-registry' });
  expect(valueOf('ReadWritePaths')).toBe(settings.BACKUP_DIR);
  expect(`/var/lib/${valueOf('StateDirectory')}`).toBe(settings.DATA_DIR);
});

it('the unit starts the program as `npm start` does, flags of the runtime included', () => {
  const setup = readFileSync(join(deploy, '..', 'tools', 'setup.mjs'), 'utf8');
  const flags = /serverFlags = \[(.*)\]/
    .exec(setup)![1]!
    .split(', ')
    .map((one) => one.slice(1, -1));
  expect(flags).toContain('--max-semi-space-size=8');
  const command = /^ExecStart=\S+ (.*)$/m.exec(textOf('garage-registry.service'))![1]!;
  expect(command.split(' ')).toEqual([...flags, 'server/main.ts']);
  expect(FLAGS).toEqual(flags);
  expect(setup).toContain(`serverMemory = ${inspect(MEMORY)}`);
});

interface Service {
  env_file?: string[];
  image: string;
  environment: Record<string, string>;
  volumes: string[];
  depends_on?: Record<string, unknown>;
  ports?: string[];
  healthcheck: { test: string[] };
}

it('the compose file is whole: services, volumes, secrets without a value of their own, settings that the program takes', () => {
  const file = parse(textOf('compose.yaml')) as { services: Record<string, Service>; volumes: Record<string, unknown> };
  expect(Object.keys(file.services)).toEqual(['database', 'registry']);
  for (const { healthcheck, depends_on: needs, volumes } of Object.values(file.services)) {
    expect(healthcheck.test.length).toBeGreaterThan(1);
    for (const name of Object.keys(needs ?? {})) expect(file.services).toHaveProperty(name);
    for (const volume of volumes.map((one) => /^([a-z]+):/.exec(one)?.[1]).filter(Boolean))
      expect(file.volumes).toHaveProperty(volume!);
  }
  const { environment, ports, env_file } = file.services.registry!;
  // Gateways, stores and mailboxes are set there: a name that is not listed is not lost.
  expect(env_file).toEqual(['.env']);
  expect(ports).toEqual(['127.0.0.1:8080:8080']);
  for (const secret of ['SECRET_KEY', 'PUBLIC_URL']) expect(environment[secret]).toMatch(/^\$\{[A-Z_]+:\?/);
  const given: Record<string, string> = {
    SECRET_KEY: 'ab'.repeat(32),
    DB_PASSWORD: 'pass',
    PUBLIC_URL: 'https://registry.example.ru',
    SMTP_URL: 'smtp://mail.example.ru:25',
  };
  const filled = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{([A-Z_]+)(?::[?-][^}]*)?\}/g, (_, of: string) => given[of] ?? ''),
    ]),
  );
  const settings = readSettings(filled);
  // Each name is one that the program knows.
  for (const name of Object.keys(environment)) expect(settings, name).toHaveProperty(name);
  expect(settings).toMatchObject({
    DATA_DIR: '/data',
    BACKUP_DIR: '/backups',
    PUBLIC_URL: 'https://registry.example.ru',
  });
});
