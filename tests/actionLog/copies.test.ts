// «Копии»: which file was taken away, what of and what for; the same on screen and in the file, and no more than the reader sees.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionLog, type ActionRow } from '../../contract/actionLog.ts';
import { documentCopy } from '../../contract/documents.ts';
import { exportList } from '../../contract/exports.ts';
import { exportStatistics } from '../../contract/statistics.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { ownedGarage, place, print, type Place } from '../documents/kit.ts';
import { testApp, type Caller, type TestApp } from '../kit/app.ts';

let t: TestApp;
let at: Place;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
});
afterAll(() => t.close());

const copies = async (who: Caller, verb: string) => {
  const filter = { tab: 'copy' as const, verb: [verb] };
  const reply = await who.call(actionLog.list, { query: { filter, sort: ['at', 'DESC'], range: [0, 49] } });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as ActionRow[];
};
const take = async (who: Caller, resource: 'garages' | 'action_log', more: object) => {
  const body = { format: 'csv' as const, columns: ['plate'], sort: ['id', 'ASC'], filter: {}, ...more } as never;
  const reply = await who.call(exportList, { params: { resource }, body });
  expect(reply.status, reply.text).toBe(200);
  return reply;
};
const nameOf = (reply: { headers: Record<string, unknown> }) => {
  const kept = /filename="([^"]+)"/.exec(String(reply.headers['content-disposition']))![1]!;
  return Buffer.from(kept, 'base64').toString('utf8');
};

it('a list: its file under the name it was given, the list, what the phones were for; a phone in the reason is hidden', async () => {
  const plain = await take(at.mo, 'garages', {});
  expect((await copies(at.mo, 'copy.export'))[0]!.subject).toMatchObject({
    file: nameOf(plain),
    place: 'Гаражи',
    reason: null,
  });
  await take(at.mo, 'garages', { phonesReason: 'Обзвон, ответить на +7 921 123-45-67' });
  const [line] = await copies(at.mo, 'copy.export');
  expect(line!.subject!.reason).toContain('Обзвон');
  expect(line!.subject!.reason).not.toContain('123-45');
  const { text } = await take(at.mo, 'action_log', {
    columns: ['subject_file', 'subject_place', 'subject_reason'],
    sort: ['at', 'DESC'],
    filter: { tab: 'copy' },
  });
  const [head, first, second] = text.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(head).toBe('Файл;Объект;Причина');
  expect(first).toBe(`${line!.subject!.file};Гаражи;${line!.subject!.reason}`);
  expect(second).toBe(`${nameOf(plain)};Гаражи;`);
});

it('figures: the table and the file', async () => {
  const reply = await at.mo.call(exportStatistics, {
    params: { tab: 'sign' },
    body: { format: 'csv', table: 'hours' },
  });
  expect(reply.status, reply.text).toBe(200);
  const { subject } = (await copies(at.mo, 'copy.export'))[0]!;
  expect(subject!.file).toBe(nameOf(reply));
  expect(subject!.place).toBeTruthy();
});

it('a copied paper: its garage to whoever sees the paper, its number to who sees the line alone', async () => {
  const { garage } = await ownedGarage(at);
  const { id } = await print(t, at.po, { document_type_id: 1, garage_id: garage.id });
  expect((await at.po.call(documentCopy, { params: { id } })).status).toBe(200);
  const seen = async () => (await copies(at.po, 'copy.repeat'))[0]!;
  const { subject } = await seen();
  expect(subject).toMatchObject({ place: `${garage.section} ${garage.number}`, reason: null });
  expect(subject!.file).toMatch(/копия.*\.pdf$/i);
  await t.deps.db.updateTable('document').set({ po_id: at.w.siblingPo }).where('id', '=', id).execute();
  const after = await seen();
  expect(after.subject!.place).toMatch(/ № \S+$/);
});

it('a line that does not say what was taken is a fault, and nothing of its act is kept', async () => {
  const ctx = workCtx(t.deps, { name: 'Проверка' });
  await expect(act(ctx, 'copy.export', ({ log }) => log({ text: 'Выгрузка «Тайна»' }))).rejects.toThrow(
    'what was taken',
  );
  const lines = await t.deps.db.selectFrom('action_log').where('text', '=', 'Выгрузка «Тайна»').select('id').execute();
  expect(lines).toEqual([]);
});
