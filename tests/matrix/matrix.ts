// The matrix itself: everybody × every route of the running server × every relation, each cell with what it must be and what it was.
import { sql } from 'kysely';
import { allEndpoints } from '../../contract/index.ts';
import { pathOf, type AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import type { TestApp } from '../kit/app.ts';
import { may, policy, relations, sees, type About, type Relation, type Rule } from './policy.ts';
import { cast, paramsFor, setStage, type Somebody, type Stage } from './stage.ts';

/** What a cell must be. `gone`: as if there were no such thing. */
export type Expected = 'allowed' | 'unknown' | 'forbidden' | 'gone' | 'refused';
export interface Cell {
  route: string;
  who: string;
  relation: Relation | null;
  expected: Expected;
  status: number;
  isRight: boolean;
}
export interface Matrix {
  cells: Cell[];
  /** Routes among which are those whose refused calls changed something. */
  changed: string[];
  /** Lists that showed more or less than the person's place. */
  leaks: string[];
  principals: string[];
}

export const nameOf = (call: AnyEndpoint) => `${call.method} ${call.path}`;
const personal = new Set(['own user', 'own session', 'own view', 'own pin']);

/** Calls between two looks at everything that is kept: a look costs more than a hundred refusals. */
const TOGETHER = 12;

export interface Part {
  /** Parts of names of calls (`GET /api/garages/`); absent: all calls. */
  calls?: readonly string[];
  /** Names of the people who ask; absent: everybody. */
  people?: readonly string[];
  /** A refusal of the person himself is tried with every thing there is, not with his own and a stranger's alone. */
  isWhole?: boolean;
}

/** Runs the matrix, whole or a part of it, on an application of its own. */
export async function runMatrix(t: TestApp, part: Part = {}): Promise<Matrix> {
  const stage = await setStage(t);
  const people = (await cast(t, stage)).filter(({ name }) => part.people?.includes(name) ?? true);
  const matrix: Matrix = { cells: [], changed: [], leaks: [], principals: people.map((one) => one.name) };
  const isAsked = (name: string) => part.calls?.some((word) => name.includes(word)) ?? true;
  const calls = allEndpoints.filter((call) => policy[nameOf(call)] && isAsked(nameOf(call)));
  const order = (call: AnyEndpoint) => policy[nameOf(call)]!.last ?? 0;
  const sorted = calls.toSorted((one, other) => order(one) - order(other));
  for (let from = 0; from < sorted.length; from += TOGETHER) {
    const group = [];
    for (const call of sorted.slice(from, from + TOGETHER)) {
      const rule = policy[nameOf(call)]!;
      group.push({ call, rule, tries: await triesOf(stage, call, rule, people, part.isWhole) });
    }
    // Refused calls first, in one go: whatever they are, nothing may differ afterwards.
    const before = await fingerprint(t);
    for (const { call, rule, tries } of group)
      for (const one of tries.filter(({ expected }) => expected !== 'allowed'))
        matrix.cells.push(await cell(t, stage, call, rule, one));
    const changed = tablesChanged(before, await fingerprint(t));
    if (changed.length)
      matrix.changed.push(`one of ${group.map(({ call }) => nameOf(call)).join(', ')}: ${changed.join(', ')}`);
    for (const { call, rule, tries } of group)
      for (const one of tries.filter(({ expected }) => expected === 'allowed')) {
        matrix.cells.push(await cell(t, stage, call, rule, one));
        if (rule.lists) matrix.leaks.push(...(await leaksOf(t, stage, call, rule, one.who)));
      }
  }
  return matrix;
}

/** A personal thing is one's own or somebody else's; an entry of the panel is only asked for when absent. */
function relationsOf(rule: Rule): (Relation | null)[] {
  if (!rule.about) return [null];
  if (rule.about === 'list entry') return ['absent'];
  if (personal.has(rule.about)) return ['own', 'foreign', 'absent', 'malformed'];
  return [...relations];
}

function expectedFor(rule: Rule, isRead: boolean, who: Somebody, relation: Relation | null): Expected {
  // Who only looks writes nothing, not even at open doors.
  if (who.state === 'looking' && !rule.reads && !isRead) return 'forbidden';
  if (rule.may === 'everybody') return 'allowed';
  if (who.state === 'broken') return 'unknown';
  if (!may(who, rule.may)) return 'forbidden';
  const isLookRefused = who.state === 'looking' && rule.logs;
  if (relation === null || rule.about === 'list entry') return isLookRefused ? 'forbidden' : 'allowed';
  const exists = relation !== 'absent' && relation !== 'malformed';
  const isTheirs = rule.superuserSees && who.isSuperuser === 2 && exists;
  const isSeen = isTheirs || (personal.has(rule.about!) ? relation === 'own' : sees(who.level, relation));
  if (isSeen) return isLookRefused ? 'forbidden' : 'allowed';
  return rule.at === 'body' || rule.at === 'query' || relation === 'malformed' ? 'refused' : 'gone';
}

interface Try {
  who: Somebody;
  relation: Relation | null;
  expected: Expected;
  /** Id of a thing made for this call alone. */
  fresh: number | null;
}

async function triesOf(
  stage: Stage,
  call: AnyEndpoint,
  rule: Rule,
  people: Somebody[],
  isWhole = false,
): Promise<Try[]> {
  const tries: Try[] = [];
  const tried = relationsOf(rule);
  // An entry of the panel has no other relation than absent: its refusals are tried with that one.
  const ofPerson = isWhole || tried.length === 1 ? tried : tried.filter((one) => one === 'own' || one === 'foreign');
  for (const who of people)
    for (const relation of tried) {
      const expected = expectedFor(rule, call.method === 'GET', who, relation);
      if ((expected === 'unknown' || expected === 'forbidden') && !ofPerson.includes(relation)) continue;
      tries.push({ who, relation, expected, fresh: await freshFor(stage, rule.about, who, relation) });
    }
  return tries;
}

async function freshFor(stage: Stage, about: About | undefined, who: Somebody, relation: Relation | null) {
  if (!about || !relation || relation === 'absent' || relation === 'malformed') return null;
  const owner = personal.has(about) && relation === 'foreign' ? stage.stranger : who.userId;
  return about === 'own user' ? owner : stage.fresh(about, owner, relation);
}

let calls = 0;

async function cell(t: TestApp, stage: Stage, call: AnyEndpoint, rule: Rule, one: Try): Promise<Cell> {
  const { who, relation, expected } = one;
  const reply = await send(t, stage, call, rule, one);
  const status = reply.statusCode;
  let right = isRight(expected, status, rule);
  // A question about what can't be seen may also be answered as one about nothing, to the letter.
  if (!right && expected === 'refused' && rule.at === 'query' && status === 200)
    right = reply.payload === (await send(t, stage, call, rule, { ...one, relation: 'absent', fresh: null })).payload;
  return { route: nameOf(call), who: who.name, relation, expected, status, isRight: right };
}

async function send(t: TestApp, stage: Stage, call: AnyEndpoint, rule: Rule, { who, relation, fresh }: Try) {
  const params = paramsFor(stage, rule.about ?? 'garage', relation ?? 'absent', fresh);
  calls += 1;
  const query = new URLSearchParams(rule.query?.(params.id as number)).toString();
  return t.app.inject({
    method: call.method,
    url: pathOf(call, params) + (query && `?${query}`),
    // Everybody calls from an address of his own: the limit of calls is not what is tried here.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: { ...(who.token ? { authorization: `Bearer ${who.token}` } : {}), ...(rule.upload ? form.headers : {}) },
    ...(rule.body ? { payload: rule.body(params.id as number, calls) } : rule.upload ? { payload: form.payload } : {}),
  });
}

const form = {
  headers: { 'content-type': 'multipart/form-data; boundary=matrix' },
  payload:
    '--matrix\r\nContent-Disposition: form-data; name="file"; filename="x.exe"\r\nContent-Type: application/x-msdownload\r\n\r\nMZ\r\n--matrix--\r\n',
};

function isRight(expected: Expected, status: number, rule: Rule): boolean {
  if (status >= 500) return false;
  if (rule.also?.includes(status) && expected === 'allowed') return true;
  switch (expected) {
    case 'allowed':
      return ![401, 403].includes(status) && (status !== 404 || rule.about === 'list entry');
    case 'unknown':
      return status === 401;
    case 'forbidden':
      return status === 403;
    case 'gone':
      return status === 404;
    case 'refused':
      return [400, 404, 409, 422].includes(status);
  }
}

/** Rows of a list are exactly those of the person's place; a superuser's list is that of the right he has chosen. */
async function leaksOf(t: TestApp, stage: Stage, call: AnyEndpoint, rule: Rule, who: Somebody): Promise<string[]> {
  const reply = await t.app.inject({
    method: 'GET',
    url:
      call.path +
      (call.kind === 'list' ? `?range=[0,199]&filter=${encodeURIComponent(JSON.stringify(rule.filter ?? {}))}` : ''),
    remoteAddress: `10.200.${calls % 250}.${Math.floor(calls / 250) % 250}`,
    headers: { authorization: `Bearer ${who.token}` },
  });
  if (reply.statusCode !== 200) return [`${nameOf(call)}: ${who.name}, ${reply.statusCode}`];
  type Row = { id?: number; value?: number };
  const body = reply.json() as Row[] | { data: Row[] };
  const shown = new Set((Array.isArray(body) ? body : body.data).map((row) => row.id ?? row.value));
  return (['own', 'sibling', 'cousin', 'foreign'] as const)
    .filter((relation) => shown.has(stage.things[relation][rule.lists!]) !== sees(who.level, relation))
    .map((relation) => `${nameOf(call)}: ${who.name}, ${relation}`);
}

const tablesChanged = (before: Digest[], after: Digest[]) =>
  after.filter(({ n, digest }, at) => n !== before[at]!.n || digest !== before[at]!.digest).map(({ name }) => name);

interface Digest {
  name: string;
  n: number;
  digest: string;
}

/** Everything that is kept, a digest a table: equal before and after means nothing was changed. */
async function fingerprint(t: TestApp): Promise<Digest[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('login_attempt') order by 1`.execute(t.deps.db);
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, count(*)::int as n, coalesce(sum(hashtext(x::text)), 0)::text as digest from ${sql.table(name)} x`,
  );
  const { rows } = await sql<Digest>`${sql.join(parts, sql` union all `)} order by 1`.execute(t.deps.db);
  return rows;
}
