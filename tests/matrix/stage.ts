// The stage of the matrix: one organisation with an object of every kind at every relation, and everybody who may come.
import { SignJWT } from 'jose';
import { garages } from '../../contract/garages.ts';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { DOCUMENT_ID_HEADER, generateDocument } from '../../contract/documents.ts';
import { takePayment } from '../../contract/payments.ts';
import { viewAs } from '../../contract/users.ts';
import { signToken } from '../../server/kernel/token.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import type { About, Principal, Relation } from './policy.ts';

/** Somebody who calls; `token` null sends none. */
export interface Somebody extends Principal {
  token: string | null;
  userId: number;
  sessionId: number;
}

type Placed = Exclude<Relation, 'absent' | 'malformed'>;
/** Ids of what stands at one relation. */
export type Things = Record<
  | 'garage'
  | 'ownership'
  | 'reregistration'
  | 'profile'
  | 'document'
  | 'paper'
  | 'payment line'
  | 'statement'
  | 'statement row'
  | 'log row'
  | 'mailing'
  | 'message'
  | 'debt rule'
  | 'report'
  | 'task'
  | 'request'
  | 'po'
  | 'file',
  number
>;

export interface Stage {
  w: World;
  things: Record<Placed, Things>;
  /** A user who is nobody of the matrix. */
  stranger: number;
  /** A thing that only its owner may touch or that a call uses up: made anew for each call. */
  fresh(about: About, owner: number, relation: Placed): Promise<number | null>;
}

const ABSENT = 999_999;

export async function setStage(t: TestApp): Promise<Stage> {
  const w = await world(t.deps.db);
  const officials = {
    own: await as(t, { mo: w.mo }),
    sibling: await as(t, { mo: w.mo }),
    cousin: await as(t, { mo: w.siblingMo }),
    foreign: await as(t, { mo: w.foreignMo }),
  };
  const things = {
    own: await thingsAt(t, officials.own, w.po),
    archived: await thingsAt(t, officials.own, w.po),
    sibling: await thingsAt(t, officials.sibling, w.siblingPo),
    cousin: await thingsAt(t, officials.cousin, w.cousinPo),
    foreign: await thingsAt(t, officials.foreign, w.foreignPo),
  };
  await t.deps.db
    .updateTable('garage')
    .set({ is_active: false, archive_reason: 'mistake', archived_at: t.deps.clock.now().toISOString() })
    .where('id', '=', things.archived.garage)
    .execute();
  return {
    w,
    things,
    stranger: officials.foreign.userId,
    fresh: (about, owner, relation) => freshThing(t, things[relation], about, owner),
  };
}

const placeOf = (t: TestApp, po: number) =>
  t.deps.db
    .selectFrom('po')
    .where('id', '=', po)
    .select(['id as po_id', 'mo_id', 'region_id'])
    .executeTakeFirstOrThrow();

async function freshThing(t: TestApp, at: Things, about: About, owner: number): Promise<number | null> {
  const { db } = t.deps;
  const object = { object_type: 'garage', object_id: at.garage, ...(await placeOf(t, at.po)) };
  const rows = {
    comment: { ...object, text: 'Свой', author_id: owner },
    attachment: { ...object, kind: 'photo', file_id: at.file, created_by: owner },
    saved_view: { user_id: owner, resource: 'garages', name: crypto.randomUUID(), state: '{}' },
    session: { user_id: owner, refresh_hash: Buffer.from(crypto.randomUUID()), expires_at: '2099-01-01T00:00:00Z' },
    garage_restriction: {
      garage_id: at.garage,
      ...(await placeOf(t, at.po)),
      kind: 'pledge',
      ground: 'проба',
      since: '2026-01-10',
      set_by: owner,
    },
    stat_pin: {
      user_id: owner,
      po_id: at.po,
      tab: 'all',
      figure: 'count',
      filter: '{}',
      pinned_at: '2026-11-20T00:00:00Z',
    },
    consent: { profile_id: at.profile, kind: 'ads', signed_at: '2026-01-10', created_by: owner },
  };
  const tables: Partial<Record<About, keyof typeof rows>> = {
    comment: 'comment',
    attachment: 'attachment',
    consent: 'consent',
    restriction: 'garage_restriction',
    'own view': 'saved_view',
    'own pin': 'stat_pin',
    'own session': 'session',
  };
  if (about === 'request') return addRequest(t, await placeOf(t, at.po), await officialOf(t, at), at.garage);
  if (about === 'task') return addTask(t, await placeOf(t, at.po), await officialOf(t, at));
  if (about === 'report') return addReport(t, await placeOf(t, at.po));
  const table = tables[about];
  if (!table) return null;
  const made = await db.insertInto(table).values(rows[table]).returning('id').executeTakeFirstOrThrow();
  return made.id;
}

/** A report that nobody answers for: who works at its place looks after it. */
async function addReport(t: TestApp, place: Awaited<ReturnType<typeof placeOf>>): Promise<number> {
  const row = {
    ...place,
    owner_id: null,
    name: 'Отчёт',
    source: JSON.stringify({ of: 'list', resource: 'garages', columns: ['plate'], sort: ['id', 'ASC'], filter: {} }),
    format: 'xlsx',
    every: 'day',
    at_hour: 8,
    is_paused: true,
    next_at: '2099-01-01T00:00:00Z',
    created_at: '2026-11-20T00:00:00Z',
    updated_at: '2026-11-20T00:00:00Z',
  };
  const { id } = await t.deps.db.insertInto('report').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** A task that officials of the place gave each other. */
async function addTask(t: TestApp, place: Awaited<ReturnType<typeof placeOf>>, official: number): Promise<number> {
  const row = {
    ...place,
    list: 'cases',
    author_id: official,
    assignee_id: official,
    created_at: '2026-11-20T00:00:00Z',
  };
  const { id } = await t.deps.db.insertInto('task').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** A request of the place to its МО. */
async function addRequest(
  t: TestApp,
  place: Awaited<ReturnType<typeof placeOf>>,
  author_id: number,
  garage: number,
): Promise<number> {
  const row = {
    ...place,
    kind: 'request',
    object_type: 'garage',
    object_id: garage,
    author_id,
    note: 'Исправьте номер секции',
    created_at: '2026-11-20T00:00:00Z',
  };
  const { id } = await t.deps.db.insertInto('task').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Who made the things of a place. */
async function officialOf(t: TestApp, { statement }: Things): Promise<number> {
  const row = await t.deps.db
    .selectFrom('bank_statement')
    .where('id', '=', statement)
    .select('created_by')
    .executeTakeFirstOrThrow();
  return row.created_by!;
}

/** One object of every kind at a ПО, made by its official. */
export async function thingsAt(t: TestApp, official: Caller, po: number): Promise<Things> {
  const person = await newPerson(official, po);
  const garage = await newGarage(official, po, {
    alreadyExistProfile: [{ profileId: person.id }],
    ownedSince: '2020-01-01',
  });
  const card = (await official.call(garages.one, { params: { id: garage.id } })).body;
  const printed = await official.call(generateDocument, {
    body: { document_type_id: 1, garage_id: garage.id, specific_po: po },
  });
  if (printed.status !== 200) throw new Error(printed.text);
  const charged = await official.call(postAccrual, {
    body: {
      isAllGaragSelected: false,
      includedGarages: [garage.id],
      contributionAmount: 450_000,
      contributionDate: '2026-11-01',
      idempotencyKey: crypto.randomUUID(),
      expected: { garages: 1, amount_kopecks: 450_000 },
    },
  });
  const paid = await official.call(takePayment, {
    body: { idempotencyKey: crypto.randomUUID(), date: '2026-11-02', lines: [{ garage: garage.id, amount: 100_000 }] },
  });
  for (const reply of [charged, paid]) if (reply.status !== 200) throw new Error(reply.text);
  const file = await t.deps.db
    .insertInto('stored_file')
    .values({ name: 'scan.pdf', mime: 'application/pdf', size_bytes: 1, sha256: 'x', store_key: `x${garage.id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const place = await placeOf(t, po);
  const logged = await t.deps.db
    .selectFrom('action_log')
    .where('po_id', '=', po)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const statement = await t.deps.db
    .insertInto('bank_statement')
    .values({
      ...place,
      account: '40703810900000012303',
      file_id: file.id,
      file_name: 'выписка.txt',
      incoming_kopecks: 100,
      outgoing_kopecks: 0,
      created_by: official.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await t.deps.db
    .insertInto('bank_row')
    .values({
      ...place,
      statement_id: statement.id,
      nth: 1,
      kind: 'incoming',
      hash: `h${garage.id}`,
      on_date: '2026-11-02',
      doc_date: '2026-11-02',
      amount_kopecks: 100,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const application = await t.deps.db
    .insertInto('reregistration')
    .values({
      ...place,
      garage_id: garage.id,
      status: 1,
      reason_id: 1,
      date_request: '2026-11-01',
      on_date: '2026-11-01',
      author_id: official.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // One that is over: whatever is tried on it is refused by its own rules, so that it stands for every cell.
  const mailing = await t.deps.db
    .insertInto('notification')
    .values({
      ...place,
      title: 'Собрание',
      status: 4,
      selection: JSON.stringify({ of: 'profiles', all: false, filter: {}, included: [], excluded: [] }),
      created_by: official.userId,
      sent_from: 'ПО',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = await t.deps.db
    .insertInto('notification_message')
    .values({
      notification_id: mailing.id,
      receiver: 'profile:0',
      person_name: 'Получатель',
      channel: 'sms',
      status: 2,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rule = await t.deps.db
    .insertInto('debt_rule')
    .values({
      ...place,
      name: 'Правило',
      // One that is on is not withdrawn: it stands for every cell.
      is_on: true,
      min_kopecks: 10_000,
      min_days: 30,
      every: 'day',
      at_hour: 10,
      template_id: 1,
      channel: 'sms',
      repeat_days: 30,
      pay_days: 14,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    garage: garage.id,
    reregistration: application.id,
    ownership: card.owners[0].id,
    profile: person.id,
    document: charged.body.contribution,
    paper: Number(printed.headers[DOCUMENT_ID_HEADER]),
    'payment line': paid.body.lines[0].id,
    statement: statement.id,
    'statement row': row.id,
    'log row': logged.id,
    mailing: mailing.id,
    message: message.id,
    'debt rule': rule.id,
    report: await addReport(t, place),
    task: await addTask(t, place, official.userId),
    request: await addRequest(t, place, official.userId, garage.id),
    po,
    file: file.id,
  };
}

/** Path parameters of a route for the object at a relation; `fresh` is the id of a thing made for this call. */
export function paramsFor(
  stage: Stage,
  about: About,
  relation: Relation,
  fresh: number | null,
): Record<string, string | number> {
  if (relation === 'malformed') return fill('x1');
  if (relation === 'absent') return fill(ABSENT);
  const things = stage.things[relation];
  if (about === 'ownership') return { ...fill(things.garage), ownershipId: things.ownership };
  if (about === 'consent') return { ...fill(things.profile), consentId: fresh! };
  return fill(fresh ?? things[about as keyof Things]);
}

const fill = (id: number | string) => ({
  id,
  fileId: typeof id === 'number' ? 1 : id,
  token: 'x',
  objectId: id,
  po: id,
  ownershipId: id,
  consentId: id,
  sessionId: id,
  type: 'garage',
  resource: 'garages',
  key: 'garages.columns',
  tab: 'profile',
  kind: 'contract',
  representativeId: 999_998,
});

const capabilitySets = [[], [1], [2], [3], [1, 2, 3]] as const;
const levels = ['region', 'mo', 'po'] as const;

/** Everybody: each level with each set of capabilities, superusers, support, auditors, one who only looks, and broken credentials. */
export async function cast(t: TestApp, { w }: Stage): Promise<Somebody[]> {
  const at = { region: { region: w.region }, mo: { mo: w.mo }, po: { po: w.po } };
  const people: Somebody[] = [];
  const enter = async (name: string, level: (typeof levels)[number] | null, more: Parameters<typeof as>[1]) => {
    const who = await as(t, { ...(level ? at[level] : {}), ...more });
    const { id } = await t.deps.db
      .selectFrom('session')
      .where('user_id', '=', who.userId)
      .select('id')
      .executeTakeFirstOrThrow();
    const somebody: Somebody = {
      name,
      level,
      capabilities: more.capabilities ?? [1, 2, 3],
      isSuperuser: more.isSuperuser ?? 0,
      state: 'good',
      token: who.token,
      userId: who.userId,
      sessionId: id,
    };
    people.push(somebody);
    return somebody;
  };
  const levelNames = { region: 'регион', mo: 'МО', po: 'ПО' };
  for (const level of levels) {
    for (const set of capabilitySets)
      await enter(`${levelNames[level]}, права ${set.join('+') || 'нет'}`, level, { capabilities: [...set] });
    await enter(`${levelNames[level]}, ревизор`, level, { role: 'auditor', capabilities: [] });
    await enter(`${levelNames[level]}, сотрудник поддержки`, level, { isSuperuser: 1 });
    await enter(`${levelNames[level]}, суперпользователь`, level, { isSuperuser: 2, role: 'superuser' });
  }
  await enter('без места', null, {});
  const looker = await enter('тот, кто смотрит', 'region', { isSuperuser: 2, role: 'superuser' });
  // He does nothing himself: the end of his session would end the look.
  people.pop();
  const seen = await enter('МО, на кого смотрят', 'mo', {});
  people.push(await looking(t, looker, seen, w));
  return [
    ...people,
    ...(await broken(
      t,
      people.find((one) => one.name === 'МО, права 1+2+3')!,
      enter,
    )),
  ];
}

async function looking(t: TestApp, looker: Somebody, seen: Somebody, w: World): Promise<Somebody> {
  const reply = await t.app.inject({
    method: 'POST',
    url: viewAs.path.replace(':id', String(seen.userId)),
    headers: { authorization: `Bearer ${looker.token}` },
    payload: { level: 'mo', place: w.mo },
  });
  if (reply.statusCode !== 200) throw new Error(reply.payload);
  return { ...seen, name: 'суперпользователь глазами МО', state: 'looking', token: reply.json().token };
}

/** Credentials that mean nobody: each is refused everywhere but at open doors. */
async function broken(
  t: TestApp,
  model: Somebody,
  enter: (name: string, level: 'mo', more: object) => Promise<Somebody>,
): Promise<Somebody[]> {
  const { deps } = t;
  const claims = JSON.parse(Buffer.from(model.token!.split('.')[1]!, 'base64url').toString());
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const long = new Date(deps.clock.now().getTime() - 3_600_000);
  const disabled = await enter('МО, отключённый', 'mo', {});
  await deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', disabled.userId).execute();
  const ended = await enter('МО, сеанс завершён', 'mo', {});
  await deps.db
    .updateTable('session')
    .set({ ended_at: deps.clock.now().toISOString() })
    .where('id', '=', ended.sessionId)
    .execute();
  const changed = await enter('МО, права изменены', 'mo', {});
  await deps.db
    .updateTable('app_user')
    .set((e) => ({ rights_version: e('rights_version', '+', 1) }))
    .where('id', '=', changed.userId)
    .execute();
  for (const one of [disabled, ended, changed]) one.state = 'broken';
  const otherKey = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32).fill(1));
  const [head, body, signature] = model.token!.split('.');
  const tokens: [string, string | null][] = [
    ['без токена', null],
    ['мусор вместо токена', 'garbage.token.here'],
    ['токен истёк', await signToken(deps.secrets, claims, long)],
    ['подпись другим ключом', otherKey],
    ['алгоритм none', `${part({ alg: 'none', typ: 'JWT' })}.${body}.`],
    ['алгоритм подменён', `${part({ alg: 'RS256', typ: 'JWT' })}.${body}.${signature}`],
    ['права дописаны', `${head}.${part({ ...claims, is_superuser: 2 })}.${signature}`],
    ['чужой сеанс', await signToken(deps.secrets, { ...claims, sid: 999_999 }, deps.clock.now())],
  ];
  return tokens.map(([name, token]) => ({ ...model, name, token, state: 'broken' as const }));
}
