// Random requests of every call by everybody: whatever comes, the server answers in words and never with a fault.
import type { z } from 'zod';
import { allEndpoints, api } from '../../contract/index.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { jobKinds } from '../../server/background.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { chanceOf, oneOf, valueFor, type Chance, type Source } from './values.ts';

export interface FuzzReport {
  requests: number;
  /** How often each status was answered. */
  statuses: Record<number, number>;
  /** Requests that were answered with a fault, or by what their schema does not say. */
  faults: string[];
  /** Refusals without a Russian sentence. */
  silent: string[];
}

const nameOf = (call: AnyEndpoint) => `${call.method} ${call.path}`;
/** Calls that hash a password: as good as any other, but a hundred times slower. */
const slow = /login|password|second_factor|reset_email|confirm_email|full_register/;
/** After so many requests the people sign in anew: some calls end sessions. */
const SHIFT = 400;
const MOST_FAULTS = 20;

/** Sends `count` requests; the same `seed` sends the same ones. */
export async function fuzz(t: TestApp, count: number, seed: number): Promise<FuzzReport> {
  const chance = chanceOf(seed);
  await startQueue(t);
  const w = await world(t.deps.db);
  const keeper = await as(t, { mo: w.mo });
  const ids = [w.region, w.mo, w.po, w.foreignMo, w.foreignPo, 1, 2, 3];
  for (let n = 0; n < 4; n += 1) {
    const person = await newPerson(keeper, w.po);
    ids.push(person.id, (await newGarage(keeper, w.po, { alreadyExistProfile: [{ profileId: person.id }] })).id);
  }
  const report: FuzzReport = { requests: 0, statuses: {}, faults: [], silent: [] };
  let people: (Caller | null)[] = [];
  while (report.requests < count && report.faults.length < MOST_FAULTS) {
    if (report.requests % SHIFT === 0) people = await shift(t, w);
    const call = oneOf(chance, allEndpoints);
    if (slow.test(call.path) && chance() < 0.9) continue;
    report.requests += 1;
    const from = { chance, ids, wildness: chance() < 0.5 ? 0 : 0.15 };
    const request = requestOf(call, from);
    const reply = await t.app.inject({
      ...request,
      remoteAddress: `10.${(report.requests >> 16) & 255}.${(report.requests >> 8) & 255}.${report.requests & 255}`,
      headers: { ...request.headers, ...authorised(oneOf(chance, people)) },
    });
    judge(report, call, request, reply);
  }
  return report;
}

/** What a call leaves to the background is done, as in the process. */
async function startQueue({ deps }: TestApp): Promise<void> {
  for (const kind of jobKinds) deps.jobs.work(kind.kind, (data) => runJob(deps, kind, data));
  await deps.jobs.start();
}

async function shift(t: TestApp, w: Awaited<ReturnType<typeof world>>): Promise<(Caller | null)[]> {
  return [
    await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }),
    await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' }),
    await as(t, { mo: w.mo }),
    await as(t, { mo: w.mo }),
    await as(t, { po: w.po }),
    await as(t, { po: w.po, capabilities: [] }),
    await as(t, { region: w.region }),
    await as(t, { role: 'auditor', region: w.region, capabilities: [] }),
    await as(t, {}),
    null,
  ];
}

const authorised = (who: Caller | null): Record<string, string> =>
  who ? { authorization: `Bearer ${who.token}` } : {};

export interface Sent {
  method: AnyEndpoint['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** A request of a call; with a wildness of 0 one that it takes. */
export function requestOf(call: AnyEndpoint, from: Source): Sent {
  const params = (call.params ? valueFor(call.params, { ...from, wildness: 0 }) : {}) as Record<string, unknown>;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(
      wellFormed(from.chance() < from.wildness ? valueFor(call.params, { ...from, wildness: 1 }) : params[name]),
    ),
  );
  const asked = queryOf(call, from);
  const search = new URLSearchParams(asked).toString();
  const headers: Record<string, string> = { 'x-fingerprint': 'f'.repeat(64) };
  const sent: Sent = { method: call.method, url: search ? `${path}?${search}` : path, headers };
  if (call.kind === 'upload') return { ...sent, ...upload(from.chance) };
  if (!call.body) return sent;
  headers['content-type'] = 'application/json';
  return { ...sent, payload: JSON.stringify(valueFor(call.body, from) ?? null) };
}

/** Filters of lists are made from the filter's own schema. */
function queryOf(call: AnyEndpoint, from: Source): [string, string][] {
  if (!call.query) return [];
  const filter = filterOf.get(call);
  const known = filter
    ? {
        filter: JSON.stringify(valueFor(filter.filter, from) ?? null),
        sort: JSON.stringify([oneOf(from.chance, [...filter.sorts, 'id']), oneOf(from.chance, ['ASC', 'DESC'])]),
        range: oneOf(from.chance, ['[0,24]', '[0,0]', '[5,3]', '[0,2147483648]', '[-1,5]', 'x', '[10000000,10000000]']),
      }
    : valueFor(call.query, from);
  if (!known || typeof known !== 'object') return [['q', text(known)]];
  return Object.entries(known).map(([name, value]) => [name, text(value)]);
}

export interface Listed {
  filter: z.ZodType;
  sorts: readonly string[];
}
/** What each list is filtered and sorted by. */
export const filterOf = new Map<AnyEndpoint, Listed>(
  Object.values(api)
    .flatMap((slice) => Object.values(slice as object) as unknown[])
    .flatMap((value) =>
      value && typeof value === 'object' && 'list' in value && 'sorts' in value && 'filter' in value
        ? [[value.list as AnyEndpoint, value as unknown as Listed] as const]
        : [],
    ),
);

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
/** An address can't carry half a letter: `encodeURIComponent` refuses it. */
const wellFormed = (value: unknown) => (text(value ?? 'x') || 'x').toWellFormed().slice(0, 150);

const files = [
  '',
  'x',
  'Гараж;Владелец\n1;Иванов',
  '%PDF-1.4',
  'PK\u0003\u0004',
  '1CClientBankExchange\n',
  ';'.repeat(2000),
];
const names = ['a.csv', 'a.xlsx', 'a.pdf', '../../a.txt', 'выписка.txt', 'a.exe'];
const kinds = ['scan', '__proto__', 'constructor', 'toString', '', 'x'];

function upload(chance: Chance): Pick<Sent, 'headers' | 'payload'> {
  const fields = {
    kind: oneOf(chance, kinds),
    title: oneOf(chance, ['Скан', 'x\0y', '']),
    layout: oneOf(chance, ['{}', 'x', '[]']),
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--fuzz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--fuzz\r\nContent-Disposition: form-data; name="file"; filename="${oneOf(chance, names)}"\r\nContent-Type: application/octet-stream\r\n\r\n${oneOf(chance, files)}\r\n--fuzz--\r\n`;
  return { headers: { 'content-type': 'multipart/form-data; boundary=fuzz' }, payload: parts.join('') + file };
}

function judge(report: FuzzReport, call: AnyEndpoint, request: Sent, reply: { statusCode: number; payload: string }) {
  const { statusCode: status, payload } = reply;
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  const told = () =>
    `${nameOf(call)} ${request.url.slice(0, 400)} ${(request.payload ?? '').slice(0, 600)} → ${status} ${payload.slice(0, 300)}`;
  // An answer that its schema does not say is made a fault by the test's application.
  if (status >= 500) report.faults.push(told());
  if (status >= 400 && !/"message":"[^"]*[А-Яа-яЁё]/.test(payload)) report.silent.push(told());
}
