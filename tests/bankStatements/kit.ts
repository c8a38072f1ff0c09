// What tests of statements share: sending files, a ПО with an account.
import { pathOf, type AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import * as c from '../../contract/bankStatements.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { cp1251 } from './files.ts';

/** Sends a file as a browser's form does. */
export async function send(
  t: TestApp,
  person: Caller,
  endpoint: AnyEndpoint,
  bytes: Buffer,
  {
    params = {},
    fields = {},
    name = 'statement.txt',
  }: { params?: Record<string, number>; fields?: Record<string, string>; name?: string } = {},
) {
  const boundary = 'bank-form';
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([key, value]) => part(`name="${key}"`, value)),
    part(`name="file"; filename="${name}"\r\nContent-Type: application/octet-stream`, bytes),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const reply = await t.app.inject({
    method: endpoint.method,
    url: pathOf(endpoint, params),
    payload,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  return { status: reply.statusCode, body: reply.json() };
}

export interface Bank {
  w: World;
  mo: Caller;
  po: Caller;
  account: string;
  garages: { id: number; number: string; account_no: string; owner: string }[];
}

let accounts = 0;

/** A ПО with an account of its own and `count` garages numbered 1, 2, 3… in section А, each with an owner. */
export async function bank(t: TestApp, count: number): Promise<Bank> {
  const w = await world(t.deps.db);
  const account = `407038109000000${String((accounts += 1)).padStart(5, '0')}`;
  await t.deps.db.updateTable('po').set({ account }).where('id', '=', w.po).execute();
  const mo = await as(t, { mo: w.mo });
  const po = await as(t, { po: w.po });
  const garages = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const person = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, {
      number: String(nth),
      alreadyExistProfile: [{ profileId: person.id, isPrimary: true }],
    });
    garages.push({ id: garage.id, number: garage.number, account_no: garage.account_no, owner: person.full_name });
  }
  return { w, mo, po, account, garages };
}

/** Loads a file and answers its statement with all rows. */
export async function load(t: TestApp, person: Caller, text: string, encode = cp1251) {
  const { status, body } = await send(t, person, c.uploadStatement, encode(text));
  if (status !== 200) return { status, body, id: 0, rows: [] as c.StatementRow[] };
  const id = body.ids[0] as number;
  return { status, body, id, rows: await rowsOf(person, id) };
}

export async function rowsOf(person: Caller, statement: number): Promise<c.StatementRow[]> {
  const reply = await person.call(c.statementRows, { query: { statement, limit: 500 } });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
}

/** Posts rows as they are shown, those too that look like payments of the books. */
export const postAll = (person: Caller, rows: readonly c.StatementRow[], key = crypto.randomUUID() as string) =>
  person.call(c.postRows, {
    body: { idempotencyKey: key, rows: rows.map(({ id, version }) => ({ id, version })), confirmDuplicate: true },
  });
