// What goes out carries tokens and numbers of people: a redirect of an outer service is no reason to carry them elsewhere.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addressCleaner } from '../../server/ports/addressCleaner.ts';
import { addressService } from '../../server/ports/addresses.ts';
import { s3Store } from '../../server/ports/s3.ts';
import { httpGateway } from '../../server/ports/sms/httpGateway.ts';

const asked: string[] = [];
const STATUSES = [301, 302, 303, 307, 308];
let status = 302;
let server: Server;
let origin = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    request.resume();
    response.writeHead(request.url!.startsWith('/elsewhere') ? 200 : status, { location: `${origin}/elsewhere` });
    response.end('{}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked.length = 0;
});

const message = { id: 1, to: '+79000000000', text: 'Проба', sender: null };
const calls: Record<string, () => Promise<unknown>> = {
  'подсказки адресов': () => addressService(`${origin}/hints`, 'token').suggest('Лесная'),
  'нормализация адресов': () =>
    addressCleaner({ url: `${origin}/clean`, token: 't', secret: 's', priceKopecks: 0 }).clean('Лесная'),
  'шлюз SMS': () => httpGateway({ url: `${origin.replace('//', '//user:word@')}/sys/` }).send(message),
  'хранилище файлов': () => s3Store(`${origin.replace('//', '//KEY:SECRET@')}/bucket`).put(Buffer.from('скан')),
};

it.each(Object.entries(calls))('%s: nobody is asked but the address of the setting', async (_, call) => {
  for (const each of STATUSES) {
    status = each;
    await call().catch(() => undefined);
  }
  expect(asked.filter((path) => path.startsWith('/elsewhere'))).toEqual([]);
  expect(asked.length).toBe(STATUSES.length);
});
