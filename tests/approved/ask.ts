// What is asked of each call: drawn from its schemas by a seed of its own, with the ids, days and words of the demo world, so that a
// call that comes or goes leaves what is asked of the others as it was.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import type { Engine } from '../../server/db/engine.ts';
import { filterOf, requestOf, type Listed, type Sent } from '../fuzz/fuzz.ts';
import { chanceOf, oneOf, uuidFor, valueFor, type Source } from '../fuzz/values.ts';
import { multipart } from '../kit/multipart.ts';
import { nameOf } from '../matrix/matrix.ts';
import { policy } from '../matrix/policy.ts';
import type { About } from '../matrix/policy/rule.ts';
import type { Files } from './stage.ts';

/** Tables of what the written rights speak of. */
const tables: Partial<Record<About, string>> = {
  garage: 'garage',
  ownership: 'garage',
  reregistration: 'reregistration',
  restriction: 'garage_restriction',
  profile: 'profile',
  consent: 'profile',
  document: 'contribution',
  paper: 'document',
  'payment line': 'balance_operation',
  statement: 'bank_statement',
  'statement row': 'bank_row',
  'log row': 'action_log',
  mailing: 'notification',
  message: 'notification_message',
  'debt rule': 'debt_rule',
  report: 'report',
  task: 'task',
  request: 'task',
  comment: 'comment',
  attachment: 'attachment',
  po: 'po',
};
/** What keys of bodies, filters and addresses name, by the first that fits. */
const named: readonly [RegExp, string][] = [
  [/accrual_?type|contribution_?type/i, 'accrual_type'],
  [/payment_?type|method/i, 'payment_type'],
  [/document_?type/i, 'document_type'],
  [/garage_?type/i, 'garage_type'],
  [/template/i, 'message_template'],
  [/privilege/i, 'privilege'],
  [/ownership/i, 'ownership'],
  [/garag/i, 'garage'],
  [/profile|person|owner|people|keep|applicant|payer|gone|chairman/i, 'profile'],
  [/author|user|assignee/i, 'app_user'],
  [/line|operation|payment/i, 'balance_operation'],
  [/contribution|accrual/i, 'contribution'],
  [/document$/i, 'document'],
  [/statement/i, 'bank_statement'],
  [/row/i, 'bank_row'],
  [/reregistration|case/i, 'reregistration'],
  [/notification|mailing/i, 'notification'],
  [/^po|_po|Po(es|List|$)/, 'po'],
  [/^mo|_mo|Mo(es|List|$)/, 'mo'],
  [/region/i, 'region'],
];
const days = [
  '2023-02-01',
  '2024-05-15',
  '2025-12-31',
  '2026-02-01',
  '2026-05-15',
  '2026-11-01',
  '2026-11-19',
  '2026-11-20',
];
const paragraph = { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'Собрание в субботу' }] }] };
const plain: readonly [RegExp, readonly unknown[]][] = [
  [/version/i, [1, 1, 1, 2]],
  [/^reason/i, [1, 2, 3, 5, 9, 'mistake', 'Ошибка ввода']],
  [/email/i, ['ivanov@example.ru']],
  [/phone/i, ['+79007654321', ['+79007654321']]],
  [/^inn$|Inn$/, ['7707083893']],
  [/^kpp$/, ['770701001']],
  [/^ogrn$/, ['1027700132195']],
  [/^okpo$/, ['00032537']],
  [/^bik$/, ['044525225']],
  [/account$/, ['40703810900000012303']],
  [/^body$/, [paragraph, 'Собрание в субботу']],
  [/^sort$/, [['id', 'ASC']]],
  [/hour|quiet_to/i, [10]],
  [/quiet_from/, [21]],
  [/repeatDays|payDays|minDays|limit/, [30]],
  [/onDay/, [1]],
  [/period$/i, ['2026', 2026]],
  [/due_day_month/, ['01.02']],
  [/prefix/, ['+7900']],
  [/^number$/i, ['12', '45а', 12]],
  [/^columns$/, [['number'], ['phones']]],
  [/^rate$|^cap$/, [1]],
  [/amount|kopecks|sum|debt/i, [1, 100_000, 450_000, 123_456, -50_000]],
  [/year/i, [2024, 2025, 2026]],
  [/month/i, [1, 2, 5, 11, 12]],
  [/percent|share|numerator|denominator/i, [1, 2, 50, 100]],
  [/^fias_id$|Fias$/, ['c2deb16a-0330-4f05-821f-1d09c93331e6']],
  [
    /^text$/,
    ['Обработка персональных данных ведётся для учёта гаражей, взносов и владельцев; хранится до конца членства.'],
  ],
  [/note|comment|title|basis|name$/i, ['Проверено по журналу взносов', 'Взнос', 'Протокол № 2']],
];
const words = ['Иванов', 'анна', '12', 'А', '45', 'ПО', 'взнос', '+7', 'Ленина', 'ё'];

export interface World {
  /** Ids by table: those of the first ПО first. */
  ids: Map<string, readonly number[]>;
  /** Of the first ПО, those that last. */
  ownerships: readonly { id: number; garage: number }[];
  files: Files;
}

/** Takes ids of all that the demo world has. */
export async function worldOf(engine: Engine, files: Files): Promise<World> {
  const wanted = [...new Set([...Object.values(tables), ...named.map(([, table]) => table)])];
  const columns = await engine.query(
    `select table_name as t, column_name as c, data_type as d from information_schema.columns where table_schema = 'public'`,
  );
  const has = (table: string, column: string, type = '') =>
    columns.rows.some((row) => row.t === table && row.c === column && String(row.d).startsWith(type));
  const ids = new Map<string, readonly number[]>();
  for (const table of columns.rows.map((row) => String(row.t))) {
    if (ids.has(table) || !(wanted.includes(table) || has(table, 'id', 'int') || has(table, 'id', 'smallint')))
      continue;
    if (!has(table, 'id')) continue;
    const near = has(table, 'po_id') ? 'po_id is not distinct from 1 desc, ' : '';
    const { rows } = await engine.query(`select id from "${table}" order by ${near} id limit 400`);
    if (rows.length)
      ids.set(
        table,
        rows.map((row) => row.id as number),
      );
  }
  const { rows: ownerships } = await engine.query(
    `select o.id, o.garage_id as garage from ownership o join garage g on g.id = o.garage_id where g.po_id = 1 and o.ended_on is null order by o.id limit 40`,
  );
  return { ids, ownerships: ownerships as never, files };
}

export interface Question {
  sent: Sent;
  /** An office of its own: what one address may ask in a minute is not what is tried here. */
  address: string;
  /** What a key of it is likely to hold. */
  likely: (key: string) => readonly unknown[];
  /** Stands as it was written: what is missing is filled in, nothing is left out. */
  isWritten?: true;
}

/** The call of a person's `nth` question. */
export function question(call: AnyEndpoint, who: string, nth: number, world: World): Question {
  const seed = createHash('sha256')
    .update(`${nameOf(call)} ${who} ${nth}`)
    .digest();
  const chance = chanceOf(seed.readUInt32LE(0));
  const of = (table: string | undefined) => few(world.ids.get(table ?? '') ?? [], chance);
  const about = policy[nameOf(call)]?.about;
  const own = (about && tables[about]) ?? tableOf(call.path, world);
  const likely = (key: string): readonly unknown[] => {
    if (key === '' || /^(id|ids|objectId|included|excluded)$/i.test(key)) return of(own);
    const said = plain.find(([names]) => names.test(key))?.[1];
    if (said) return said;
    if (/date|day|^on$|since|until|from$|to$|at$|dates|through/i.test(key)) return days;
    return of(named.find(([names]) => names.test(key))?.[1]);
  };
  const source: Source = { chance, ids: [...of(own), 1, 2, 3], wildness: 0, words, likely, key: '' };
  const sent = { ...requestOf(call, source) };
  sent.headers = { 'x-fingerprint': 'f'.repeat(64), ...sent.headers };
  if (call.path.includes(':ownershipId')) sent.url = ofOwnership(call.path, world, chance);
  if (call.kind === 'upload') Object.assign(sent, upload(call.path, world.files, chance));
  const listed = filterOf.get(call);
  if (listed) sent.url = `${sent.url.split('?')[0]}?${listQuery(listed, source)}`;
  return { sent, address: `10.${seed[4]}.${seed[5]}.${seed[6]}`, likely };
}

/** An ownership is asked about under its own garage. */
function ofOwnership(path: string, { ownerships }: World, chance: () => number): string {
  const one = ownerships[Math.floor(chance() * ownerships.length)]!;
  return path.replace(':id', String(one.garage)).replace(':ownershipId', String(one.id));
}

/** So often a refused question is put right. */
export const REPAIRS = 4;

/**
 * The same question with what it was refused for left out or, where it is needed, filled in; null when nothing can be put right. A
 * person does the same with a form.
 */
export function putRight(
  asked: Question,
  reply: { statusCode: number; payload: string },
  round: number,
): Question | null {
  const { sent } = asked;
  if (
    ![409, 422].includes(reply.statusCode) ||
    typeof sent.payload !== 'string' ||
    !/json/.test(sent.headers['content-type'] ?? '')
  )
    return null;
  const { errors = {}, current } = JSON.parse(reply.payload) as { errors?: object; current?: { version?: number } };
  const body: unknown = JSON.parse(sent.payload);
  if (typeof body !== 'object' || !body) return null;
  for (const path of Object.keys(errors)) setRight(body, path.split('.'), round, asked);
  if (current?.version && 'version' in body) body.version = current.version;
  const payload = JSON.stringify(body);
  return payload === sent.payload ? null : { ...asked, sent: { ...sent, payload } };
}

function setRight(body: object, path: string[], round: number, { likely, isWritten }: Question): void {
  const last = path.pop()!;
  let at = body as Record<string, unknown>;
  for (const key of path) {
    const inner = at[key];
    if (typeof inner !== 'object' || !inner) return void delete at[key];
    at = inner as Record<string, unknown>;
  }
  const filled = likely(last);
  if (!isWritten && last in at && (round === 0 || !filled.length)) delete at[last];
  else if (filled.length) at[last] = filled[Math.max(0, round - 1) % filled.length];
}

/** A file that the call may take, now and then another one. */
function upload(path: string, files: Files, chance: () => number): Pick<Sent, 'headers' | 'payload'> {
  const wanted = /registry_imports|registry/.test(path)
    ? files.registry
    : /statements/.test(path)
      ? files.statement
      : /gallery|picture/.test(path)
        ? files.picture
        : files.pdf;
  const file = chance() < 0.8 ? wanted : oneOf(chance, Object.values(files));
  const fields = { kind: oneOf(chance, ['scan', 'photo', 'contract', 'other']), title: 'Скан', key: uuidFor(chance) };
  const { payload, contentType } = multipart([
    ...Object.entries(fields).map(([name, body]) => ({ name, body: Buffer.from(body) })),
    { name: 'file', body: file.bytes, filename: file.name, type: 'application/octet-stream' },
  ]);
  return { headers: { 'x-fingerprint': 'f'.repeat(64), 'content-type': contentType }, payload };
}

/** A list is asked with one or two filters at once: with ten of them it is empty whatever they do. */
function listQuery({ filter, sorts }: Listed, source: Source): string {
  const { chance } = source;
  const shape = Object.entries((filter as z.ZodObject).shape) as [string, z.ZodType][];
  const chosen: [string, unknown][] = [];
  const many = oneOf(chance, [0, 1, 1, 1, 2]);
  for (let nth = 0; nth < many && shape.length; nth += 1) {
    const [key, part] = oneOf(chance, shape);
    const value = valueFor(part instanceof z.ZodOptional ? (part.unwrap() as z.ZodType) : part, { ...source, key });
    if (value !== undefined && !(Array.isArray(value) && !value.length)) chosen.push([key, value]);
  }
  const sort = [oneOf(chance, [...sorts, 'id']), oneOf(chance, ['ASC', 'DESC'])];
  const range = oneOf(chance, [
    [0, 24],
    [0, 9],
    [4, 11],
  ]);
  return new URLSearchParams(
    Object.entries({ filter: Object.fromEntries(chosen), sort, range }).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]),
  ).toString();
}

/** Two of the nearest and one of all: questions about one thing meet. */
function few(ids: readonly number[], chance: () => number): readonly number[] {
  if (!ids.length) return [];
  const at = (most: number) => ids[Math.floor(chance() * Math.min(most, ids.length))]!;
  return [at(12), at(60), at(ids.length)];
}

/** `/api/garage_types/:id` is about rows of `garage_type`. */
function tableOf(path: string, world: World): string | undefined {
  const word = /^\/api\/([a-z_]+)/.exec(path)?.[1] ?? '';
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].find((one) =>
    world.ids.has(one),
  );
}
