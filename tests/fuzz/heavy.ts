// Texts of a megabyte in every place of the contract that takes one: how long each is held by the process.
import { z } from 'zod';
import { allEndpoints } from '../../contract/index.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { filterOf, requestOf, type Sent } from './fuzz.ts';
import { chanceOf, valueFor, type Source } from './values.ts';

const MEGABYTE = 1_000_000;
/** Node answers 431 to a longer head of a request: more can't come in an address. */
const ADDRESS = 15_000;

/** What is worst for those who read texts: masks, searches, parsers of sums, names and numbers, escapes. */
export const shapes = ['а', ' ', '\n', ';', '8 (', 'кв. ', 'a@', '<b>', '\\"', '%_'] as const;
const textOf = (shape: string, length: number) => shape.repeat(Math.ceil(length / shape.length)).slice(0, length);

/** A place of a schema that takes a text, and a value of the schema with one there. */
interface Place {
  path: string;
  fill(text: string, from: Source): unknown;
}

/** Every place of a schema where a text may stand. */
function placesOf(schema: unknown, depth = 0): Place[] {
  if (depth > 8) return [];
  const inner = (part: unknown) => placesOf(part, depth + 1);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inner(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return inner(schema.def.innerType);
  if (schema instanceof z.ZodPipe)
    return inner(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  if (schema instanceof z.ZodLazy) return inner(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(inner);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) =>
      inner(part).map(({ path, fill }) => ({
        path: path ? `${key}.${path}` : key,
        fill: (text: string, from: Source) => ({ ...(valueFor(schema, from) as object), [key]: fill(text, from) }),
      })),
    );
  if (schema instanceof z.ZodArray)
    return inner(schema.element).map(({ path, fill }) => ({ path, fill: (text, from) => [fill(text, from)] }));
  if (schema instanceof z.ZodRecord)
    return inner(schema.valueType).map(({ path, fill }) => ({ path, fill: (text, from) => ({ x: fill(text, from) }) }));
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum ? [{ path: '', fill: (text) => text }] : [];
}

interface HeavyRequest {
  name: string;
  sent: Sent;
}

/** Requests with one text of a shape in one place each: bodies, filters, queries, uploaded files. */
function* heavyRequests(from: Source, chosen: (nth: number) => readonly string[]): Generator<HeavyRequest> {
  let nth = 0;
  for (const call of allEndpoints) {
    const name = `${call.method} ${call.path}`;
    const sent = requestOf(call, from);
    for (const { path, fill } of placesOf(call.body))
      for (const shape of chosen(nth++))
        yield {
          name: `${name} ${path} ${JSON.stringify(shape)}`,
          sent: { ...sent, payload: JSON.stringify(fill(textOf(shape, MEGABYTE), from)) },
        };
    for (const { path, query } of queriesOf(call))
      for (const shape of chosen(nth++)) {
        const search = new URLSearchParams(query(textOf(shape, ADDRESS / 9), from)).toString();
        yield {
          name: `${name}?${path} ${JSON.stringify(shape)}`,
          sent: { ...sent, url: `${bare(sent.url)}?${search}` },
        };
      }
    if (call.kind === 'upload')
      for (const shape of chosen(nth++))
        yield {
          name: `${name} file ${JSON.stringify(shape)}`,
          sent: { ...sent, ...uploadOf(textOf(shape, MEGABYTE)) },
        };
  }
}

const bare = (url: string) => url.split('?')[0]!;

function queriesOf(call: AnyEndpoint): { path: string; query(text: string, from: Source): Record<string, string> }[] {
  const filter = filterOf.get(call)?.filter;
  if (filter)
    return placesOf(filter).map(({ path, fill }) => ({
      path: `filter.${path}`,
      query: (text, from) => ({ filter: JSON.stringify(fill(text, from)) }),
    }));
  return placesOf(call.query).map(({ path, fill }) => ({
    path,
    query: (text, from) =>
      Object.fromEntries(
        Object.entries(fill(text, from) as object).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
  }));
}

function uploadOf(text: string): Pick<Sent, 'headers' | 'payload'> {
  const fields = ['kind', 'title', 'layout'].map(
    (name) => `--heavy\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text.slice(0, 100_000)}\r\n`,
  );
  const file = `--heavy\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--heavy--\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=heavy', 'x-fingerprint': 'f'.repeat(64) },
    payload: fields.join('') + file,
  };
}

export interface HeavyReport {
  requests: number;
  /** Milliseconds of the process's own work, the longest first; a busy machine does not lengthen them. Files are read in a thread of their own: of those the work of the thread that answers counts. */
  slowest: { name: string; work: number; status: number }[];
  faults: string[];
}

/** Those who may pass the doors, in turn, and what is there to be asked about. */
async function people(t: TestApp): Promise<{ callers: Caller[]; ids: number[] }> {
  const w = await world(t.deps.db);
  const keeper = await as(t, { mo: w.mo });
  const person = await newPerson(keeper, w.po);
  const garage = await newGarage(keeper, w.po, { alreadyExistProfile: [{ profileId: person.id }] });
  const superuser = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  return { callers: [superuser, keeper], ids: [person.id, garage.id, w.po, w.mo] };
}

/** A hash of a password is slow by design, whatever its length is. */
const hashes = /login|password|second_factor|email|invite|handovers/;
/** Over this a request is sent once more: what was measured may be another's garbage. */
const DOUBTFUL_MS = 120;
const KEPT = 20;

/** Sends every heavy request; `chosen` says which shapes stand in the nth place. */
export async function sendHeavy(
  t: TestApp,
  seed: number,
  chosen: (nth: number) => readonly string[] = () => shapes,
): Promise<HeavyReport> {
  const { callers, ids } = await people(t);
  const report: HeavyReport = { requests: 0, slowest: [], faults: [] };
  for (const { name, sent } of heavyRequests({ chance: chanceOf(seed), ids, wildness: 0 }, chosen)) {
    if (hashes.test(name)) continue;
    const who = callers[report.requests % callers.length]!;
    let best = { name, work: Infinity, status: 0 };
    for (let tries = 0; tries < 3 && best.work > DOUBTFUL_MS; tries += 1) {
      const one = await send(t, who, sent, (report.requests += 1));
      if (one.status >= 500) report.faults.push(`${name}: ${one.text}`);
      if (one.work < best.work) best = { name, work: one.work, status: one.status };
    }
    report.slowest.push(best);
    report.slowest.sort((one, other) => other.work - one.work).splice(KEPT);
  }
  return report;
}

async function send(t: TestApp, who: Caller, sent: Sent, nth: number) {
  const isFile = sent.headers['content-type']?.startsWith('multipart');
  const spent = (since?: NodeJS.CpuUsage) => (isFile ? process.threadCpuUsage(since) : process.cpuUsage(since));
  const from = spent();
  const reply = await t.app.inject({
    ...sent,
    remoteAddress: `10.9.${(nth >> 8) & 255}.${nth & 255}`,
    headers: { ...sent.headers, authorization: `Bearer ${who.token}` },
  });
  const { user, system } = spent(from);
  return { work: (user + system) / 1000, status: reply.statusCode, text: reply.payload.slice(0, 300) };
}
