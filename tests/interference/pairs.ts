// Two worlds that differ only in what a reader may not see answer him alike, byte for byte: every read of the contract, as
// it is before and after strangers lived their life.
import { sql } from 'kysely';
import { allEndpoints } from '../../contract/index.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { garages } from '../../contract/garages.ts';
import { addComment } from '../../contract/comments.ts';
import { filterOf, requestOf, type Sent } from '../fuzz/fuzz.ts';
import { chanceOf, oneOf, valueFor, type Chance, type Source } from '../fuzz/values.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { setStage, thingsAt, type Stage } from '../matrix/stage.ts';

export interface Difference {
  reader: string;
  step: string;
  call: AnyEndpoint;
  request: string;
  before: string;
  after: string;
}
export interface Report {
  pairs: number;
  /** How many of the pairs were read whole: not refused and not absent. */
  answered: number;
  differences: Difference[];
  /** Calls of which not one request was answered. */
  unanswered: string[];
}

/** Files are built anew with the hour of their making and leave a line in the reader's own log. */
const reads = allEndpoints.filter((call) => call.reads && call.kind !== 'file' && call.needs.who === 'signedIn');
const lists = reads.filter((call) => filterOf.has(call));
const nameOf = (call: AnyEndpoint) => `${call.method} ${call.path}`;

/** Names that are known here, those that only strangers bear, and slips of both. */
const OWN_NAME = 'Соркин';
const STRANGE_NAME = 'Пономарёв';
const words = [
  'Соркин',
  'Сорокин',
  'Сорикн',
  'Пономарев',
  'Пономаревж',
  'Понмарёв',
  'Гаражов',
  'Чиновников',
  '45',
  'А 45',
];

interface Reader {
  name: string;
  who: Caller;
  /** The last step that is about strangers to him; later ones happen before his eyes. */
  until: number;
  requests: { call: AnyEndpoint; sent: Sent }[];
  answers: string[];
}

/**
 * Who answers a person's demand must know that something holds his data elsewhere too, or he would promise what can't be done: this one
 * sentence, which names nobody, is meant to be told.
 */
const toldHere = (answer: string) =>
  answer.replaceAll(/,?\{"words":"Есть основание в другой организации","holds":true\}/g, '');

/** Lives of strangers, the farthest first. */
const steps = ['другой регион', 'другое МО', 'другое ПО того же МО'] as const;

/** An answer on its way to the reader. */
export interface Answer {
  status: number;
  range: string;
  totals: string;
  payload: string;
}
/** A hole made on purpose, to see that it would be noticed: what strangers did changes the answers of these calls. */
export interface Leak {
  name: string;
  at: (call: AnyEndpoint) => boolean;
  change: (t: TestApp, answer: Answer, sent: Sent) => Promise<Answer>;
}

/**
 * Asks `perReader` requests of every reader before and after each step; the same `seed` asks the same ones. With `leaks` only
 * their calls are asked, and the holes are there.
 */
export async function comparePairs(
  t: TestApp,
  perReader: number,
  seed: number,
  leaks: readonly Leak[] = [],
): Promise<Report> {
  const chance = chanceOf(seed);
  const stage = await setStage(t);
  const { w } = stage;
  await ownLife(t, stage);
  const strangers = [
    { official: await as(t, { mo: w.foreignMo }), po: w.foreignPo },
    { official: await as(t, { mo: w.siblingMo }), po: w.cousinPo },
    { official: await as(t, { mo: w.mo }), po: w.siblingPo },
  ];
  const readers = await readersOf(t, w);
  for (const reader of readers) reader.requests = requestsOf(chance, stage, perReader, leaks);
  const report: Report = { pairs: 0, answered: 0, differences: [], unanswered: [] };
  const answered = new Set<AnyEndpoint>();
  // A read may leave its one line of the day in the reader's own log: that is done before anything is compared.
  for (const reader of readers) await readAll(t, reader, leaks);
  for (const reader of readers) reader.answers = await readAll(t, reader, leaks);
  for (const [nth, step] of steps.entries()) {
    const { official, po } = strangers[nth]!;
    await strangeLife(t, stage, official, po);
    for (const reader of readers.filter(({ until }) => until >= nth)) {
      const after = await readAll(t, reader, leaks);
      for (const [index, { call, sent }] of reader.requests.entries()) {
        report.pairs += 1;
        const [was, is] = [toldHere(reader.answers[index]!), toldHere(after[index]!)];
        if (is.startsWith('200')) {
          report.answered += 1;
          answered.add(call);
        }
        if (was !== is)
          report.differences.push({
            reader: reader.name,
            step,
            call,
            request: `${sent.method} ${decodeURIComponent(sent.url)} ${sent.payload ?? ''}`,
            ...aroundDifference(was, is),
          });
      }
      reader.answers = after;
    }
  }
  report.unanswered = reads.filter((call) => !answered.has(call)).map(nameOf);
  return report;
}

async function readersOf(t: TestApp, w: World): Promise<Reader[]> {
  const reader = async (name: string, until: number, person: Parameters<typeof as>[1]): Promise<Reader> => ({
    name,
    who: await as(t, person),
    until,
    requests: [],
    answers: [],
  });
  return [
    await reader('ПО', 2, { po: w.po }),
    await reader('ревизор ПО', 2, { po: w.po, capabilities: [], role: 'auditor' }),
    await reader('МО', 1, { mo: w.mo }),
    await reader('МО без прав', 1, { mo: w.mo, capabilities: [] }),
    await reader('регион', 0, { region: w.region }),
  ];
}

/** What the readers know: people of names that strangers bear too, one who has a garage elsewhere. */
async function ownLife(t: TestApp, { w }: Stage): Promise<void> {
  const mo = await as(t, { mo: w.mo });
  const person = await newPerson(mo, w.po, { lastName: OWN_NAME, phoneNumberList: ['+79217776543'] });
  const owner = { alreadyExistProfile: [{ profileId: person.id }], ownedSince: '2020-01-01' };
  await newGarage(mo, w.po, { section: 'А', number: '45', ...owner });
}

/** A day of strangers: everything that the register keeps, for names, phones and numbers that the readers know too. */
async function strangeLife(t: TestApp, { things }: Stage, official: Caller, po: number): Promise<void> {
  for (const lastName of [OWN_NAME, `${OWN_NAME}а`, STRANGE_NAME, 'Сорокин']) {
    const person = await newPerson(official, po, {
      lastName,
      phoneNumberList: ['+79217776543'],
      email: 'person@example.ru',
      registrationAddress: 'г. Примерск, ул. Новая, д. 5, кв. 7',
    });
    const garage = await newGarage(official, po, {
      section: 'Я',
      alreadyExistProfile: [{ profileId: person.id }],
      ownedSince: '2020-01-01',
    });
    await official.call(addComment, { params: { type: 'garage', objectId: garage.id }, body: { text: 'Чужое слово' } });
  }
  const made = await thingsAt(t, official, po);
  // A person of the readers buys a garage there and owes for it.
  const own = things.own.profile;
  await sql`insert into ownership (garage_id, profile_id, started_on, start_reason) values (${made.garage}, ${own}, '2026-01-01', 'purchase')`.execute(
    t.deps.db,
  );
  await sql`insert into profile_place (profile_id, region_id, mo_id, po_id)
    select ${own}, region_id, mo_id, id from po where id = ${po} on conflict do nothing`.execute(t.deps.db);
  await sql`update po set name = name || ' бис', chairman_name = 'Чужаков' where id = ${po}`.execute(t.deps.db);
  const clerk = await as(t, { po });
  await clerk.call(garages.list, {});
}

function requestsOf(chance: Chance, stage: Stage, count: number, leaks: readonly Leak[]): Reader['requests'] {
  const { own, sibling, cousin, foreign } = stage.things;
  const known = [own, sibling, cousin, foreign].flatMap((things) => Object.values(things));
  const { po, mo } = stage.w;
  const ids = leaks.length
    ? [...Object.values(own), ...nextNumbers(stage)]
    : [...Object.values(own), ...Object.values(own), ...known, ...nextNumbers(stage), po, mo];
  const from = { chance, ids, wildness: 0, words };
  if (!leaks.length) return readRequests(from, count);
  return leaks.flatMap(({ at }) => readRequests(from, count, at));
}

/** Numbers that the rows of strangers will get, table by table: absent before and foreign after read alike. */
function nextNumbers({ things: { own, sibling, cousin, foreign } }: Stage): number[] {
  const last = (Object.keys(own) as (keyof typeof own)[]).map((kind) =>
    Math.max(...[own, sibling, cousin, foreign].map((things) => things[kind])),
  );
  return [...new Set(last.flatMap((id) => [id + 1, id + 2, id + 3]))];
}

/** Reads of the contract: half of them lists, by every sort and every filter in turn; half whatever else is read. */
export function readRequests(
  from: Source,
  count: number,
  at: (call: AnyEndpoint) => boolean = () => true,
): { call: AnyEndpoint; sent: Sent }[] {
  const { chance } = from;
  const asked = sortsAndFilters(from).filter(({ call }) => at(call));
  const calls = reads.filter(at);
  return Array.from({ length: count }, (_, nth) => {
    if (nth % 2 || !asked.length) {
      const call = oneOf(chance, calls);
      return { call, sent: requestOf(call, from) };
    }
    const { call, query } = oneOf(chance, asked);
    const search = new URLSearchParams(query).toString();
    return { call, sent: { method: call.method, url: `${call.path}?${search}`, headers: {} } };
  });
}

function sortsAndFilters(from: Source): { call: AnyEndpoint; query: Record<string, string> }[] {
  return lists.flatMap((call) => {
    const { filter, sorts } = filterOf.get(call)!;
    const shape = (filter as unknown as { shape: Record<string, Parameters<typeof valueFor>[0]> }).shape;
    const filters = Object.entries(shape).flatMap(([key, schema]) =>
      [1, 2, 3]
        .map(() => valueFor(schema, from))
        .filter((value) => value !== undefined)
        .map((value) => ({ [key]: value })),
    );
    const range = oneOf(from.chance, ['[0,24]', '[0,2]', '[0,99]']);
    return [
      ...[...sorts, 'id'].flatMap((field) =>
        ['ASC', 'DESC'].map((order) => ({ call, query: { sort: JSON.stringify([field, order]), range } })),
      ),
      ...filters.map((one) => ({ call, query: { filter: JSON.stringify(one), range } })),
    ];
  });
}

let office = 0;
async function readAll(t: TestApp, { who, requests }: Reader, leaks: readonly Leak[]): Promise<string[]> {
  const answers: string[] = [];
  for (const { call, sent } of requests) {
    office += 1;
    const { statusCode, payload, headers } = await t.app.inject({
      ...sent,
      remoteAddress: `10.${(office >> 16) & 255}.${(office >> 8) & 255}.${office & 255}`,
      headers: { 'x-fingerprint': 'f'.repeat(64), ...sent.headers, authorization: `Bearer ${who.token}` },
    });
    let answer: Answer = {
      status: statusCode,
      range: String(headers['content-range'] ?? ''),
      totals: String(headers['x-totals'] ?? ''),
      payload,
    };
    for (const leak of leaks) if (leak.at(call)) answer = await leak.change(t, answer, sent);
    answers.push([answer.status, answer.range, answer.totals, answer.payload].join(' '));
  }
  return answers;
}

/** The words about the first letter that differs. */
function aroundDifference(before: string, after: string): Pick<Difference, 'before' | 'after'> {
  let at = 0;
  while (before[at] === after[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - 120), at + 160);
  return { before: near(before), after: near(after) };
}
