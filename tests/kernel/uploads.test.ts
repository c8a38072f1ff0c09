// A file that is sent by anybody who may: a form, one file in it, fields beside it that are text.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '../../contract/files.ts';
import { pathOf, type AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { setTutorialFile, tutorials } from '../../contract/tutorials.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { multipart, type FormPart } from '../kit/multipart.ts';
import { newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let mo: Caller;
let root: Caller;
let person: number;
let film: number;
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  person = (await newPerson(mo, w.po)).id;
  const about = { kind: 'video', title: 'Касса за день', topic: 'money', sort: 1, is_active: false } as const;
  const rest = { lead: null, length: null, body: null, pages: [], checked_on: null, steps: [] };
  film = (await root.call(tutorials.create, { body: { ...about, ...rest } })).body.id;
});
afterAll(() => t.close());

async function send(who: Caller, call: AnyEndpoint, params: object, payload: Buffer | string, contentType: string) {
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': contentType };
  const reply = await t.app.inject({ method: 'POST', url: pathOf(call, params as never), payload, headers });
  return { status: reply.statusCode, body: reply.json() };
}
const sendForm = (who: Caller, call: AnyEndpoint, params: object, parts: readonly FormPart[]) => {
  const { payload, contentType } = multipart(parts);
  return send(who, call, params, payload, contentType);
};
const field = (name: string, text: string): FormPart => ({ name, body: Buffer.from(text) });
const file = (filename: string): FormPart => ({
  name: 'file',
  body: Buffer.from('%PDF-1.4'),
  filename,
  type: 'application/pdf',
});

describe.each<[string, () => [who: Caller, call: AnyEndpoint, params: object]]>([
  ['read whole', () => [mo, files.attach, { type: 'profile', objectId: person }]],
  ['read as it comes', () => [root, setTutorialFile, { id: film }]],
])('a file that is %s', (_, target) => {
  it('comes by a form', async () => {
    const reply = await send(...target(), '{"file":"%PDF-1.4"}', 'application/json');
    expect([reply.status, reply.body.message]).toEqual([415, 'Отправьте файл формой']);
  });
  it('is asked for where the form has none', async () => {
    const reply = await sendForm(...target(), [field('kind', 'другое')]);
    expect([reply.status, reply.body.errors]).toEqual([422, { file: 'Выберите файл' }]);
  });
});

describe('beside a file', () => {
  const attach = (...parts: FormPart[]) => sendForm(mo, files.attach, { type: 'profile', objectId: person }, parts);
  const names = async () =>
    (
      await t.deps.db
        .selectFrom('attachment as a')
        .innerJoin('stored_file as f', 'f.id', 'a.file_id')
        .where('a.object_id', '=', person)
        .orderBy('a.id')
        .select('f.name')
        .execute()
    ).map((row) => row.name);

  it('what is no text is refused at its field, and the file with it', async () => {
    const before = await names();
    const reply = await attach(field('extra', 'до\0кумент'), file('а.pdf'));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors)).toEqual(['extra']);
    expect(await names()).toEqual(before);
  });

  it('a field that is said twice is none', async () => {
    const reply = await attach(field('extra', 'а'), field('extra', 'б'), file('дважды.pdf'));
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    expect(await names()).toContain('дважды.pdf');
  });
});
