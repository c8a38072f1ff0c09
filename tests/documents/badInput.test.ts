// What goes wrong around a paper is said in words and loses nothing: bare organisations, long names, archived garages, a store in trouble.
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentDetail, documentFile, documents, OTHER_KIND } from '../../contract/documents.ts';
import { setPoPicture } from '../../contract/documents/pictures.ts';
import { fileScans } from '../../contract/documents/scans.ts';
import { attach } from '../../contract/files.ts';
import { archiveGarage } from '../../contract/garages.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { finishPapers } from '../../server/documents/writing/finishing.ts';
import { noRoom } from '../../server/ports/files.ts';
import { s3Store } from '../../server/ports/s3.ts';
import { startS3Peer, type S3Peer } from '../files/s3Peer.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { charge, day, ownedGarage, place, print, textOf, unsaid, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
let debtor: number;
let peer: S3Peer;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  peer = await startS3Peer();
  garage = (await ownedGarage(at)).garage.id;
  debtor = (await ownedGarage(at, { lastName: 'Кузнецова', passNum: '654321' })).garage.id;
  await charge(at, debtor, 671_250);
});
afterAll(async () => {
  await t.close();
  await peer.close();
});

const one = { start_date: day, end_date: day };
const period = { start_date: '2026-01-01', end_date: day };
const everyGaragePaper = (id: number, indebted: number) =>
  [
    { document_type_id: 1, garage_id: id },
    { document_type_id: 2, garage_id: id, ...one },
    { document_type_id: 3, garage_id: id, number: '71', ...one },
    { document_type_id: 4, garage_id: id, ...one },
    { document_type_id: 5, garage_id: id, number: '72', ...one },
    { document_type_id: 8, garage_id: id, ...period },
    { document_type_id: 14, garage_id: id },
    { document_type_id: 16, garage_id: indebted, ...one },
    { document_type_id: 17, garage_id: indebted, ...period },
  ] as const;

/** Points. */
const A4_WIDTH = 595.3;
/** Where the rightmost letter of a paper ends, points. */
async function rightmost(bytes: Uint8Array): Promise<number> {
  const pdf = await getDocumentProxy(bytes.slice());
  const ends: number[] = [];
  for (let nth = 1; nth <= pdf.numPages; nth += 1) {
    const { items } = await (await pdf.getPage(nth)).getTextContent();
    for (const item of items) if ('str' in item && item.str.trim()) ends.push(item.transform[4] + item.width);
  }
  return Math.max(...ends);
}

describe('a name of 200 letters', () => {
  it('stands whole on every paper of its garage', async () => {
    // As long as the editor takes: 80, 80 and 40 letters.
    const name = {
      lastName: 'Константинопольский-'.repeat(4).slice(0, 79),
      firstName: 'Абдурахмангаджи-'.repeat(5).slice(0, 79),
      fatherName: 'Мухаммадсаидабдурахманович-Магомедалиевич',
    };
    const long = await ownedGarage(at, { ...name, passNum: '100001' });
    const indebted = await ownedGarage(at, { ...name, passNum: '100002' });
    await charge(at, indebted.garage.id, 100);
    for (const request of everyGaragePaper(long.garage.id, indebted.garage.id)) {
      const made = await print(t, at.po, request);
      expect([request.document_type_id, made.problem]).toEqual([request.document_type_id, null]);
      // The name may take lines: every letter can be read, and none is cut by the edge of the sheet.
      expect(await unsaid(t, made.id, made.bytes), `kind ${request.document_type_id}`).toEqual([]);
      expect(await rightmost(made.bytes), `kind ${request.document_type_id}`).toBeLessThan(A4_WIDTH);
    }
  });
});

describe('an organisation without requisites', () => {
  it('prints all papers with empty places, and says which requisites a receipt needs', async () => {
    const bare = await as(t, { po: at.w.siblingPo });
    const person = await newPerson(at.mo, at.w.siblingPo, { lastName: 'Белова' });
    const other = await newPerson(at.mo, at.w.siblingPo, { lastName: 'Орлова' });
    const free = await newGarage(at.mo, at.w.siblingPo, { alreadyExistProfile: [{ profileId: person.id }] });
    const indebted = await newGarage(at.mo, at.w.siblingPo, { alreadyExistProfile: [{ profileId: other.id }] });
    await charge(at, indebted.id, 100);
    for (const request of everyGaragePaper(free.id, indebted.id)) {
      const made = await print(t, bare, request);
      expect([request.document_type_id, made.problem]).toEqual([request.document_type_id, null]);
      expect(await textOf(made.bytes)).not.toMatch(/undefined|null|NaN|ИНН ·| · ·|: [.,]|, ,/);
    }
    const receipt = await print(t, bare, { document_type_id: 6, garage_id: indebted.id });
    expect(receipt.status).toBe(422);
    for (const word of ['В карточке ПО', 'БИК', 'счёт']) expect(receipt.problem.message).toContain(word);
  });
});

describe('a paper that does not fit the debt', () => {
  it.each([
    [6, {}],
    [16, one],
    [17, period],
  ])('kind %i of a garage without a debt offers the certificate that there is none', async (kind, dates) => {
    const asked = { document_type_id: kind, garage_id: garage, ...dates };
    const { status, problem } = await print(t, at.po, asked);
    expect([status, problem.code, problem.current]).toEqual([
      422,
      OTHER_KIND,
      { id: 2, name: 'Справка об отсутствии задолженности' },
    ]);
    expect(problem.errors.form).toMatch(/^Долга нет.*Напечатайте «Справку об отсутствии задолженности»$/);
    expect((await print(t, at.po, { document_type_id: 2, garage_id: garage, ...one })).status).toBe(200);
  });

  it('the certificate of a debtor offers the notice of his debt; what he may not print is not offered', async () => {
    const asked = { document_type_id: 2, garage_id: debtor, ...one };
    const { problem } = await print(t, at.po, asked);
    expect([problem.code, problem.current.id]).toEqual([OTHER_KIND, 16]);
    await t.deps.db.updateTable('document_type').set({ is_personal: true }).where('id', '=', 16).execute();
    const closed = await print(t, at.reader, asked);
    await t.deps.db.updateTable('document_type').set({ is_personal: false }).where('id', '=', 16).execute();
    expect([closed.status, closed.problem.code]).toEqual([422, undefined]);
  });
});

describe('a photo in HEIC', () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(12)]);
  const send = (who: Caller, url: string, name: string) => {
    const mark = 'papers-form';
    const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/heic\r\n\r\n`;
    return t.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': `multipart/form-data; boundary=${mark}` },
      payload: Buffer.concat([Buffer.from(head), heic, Buffer.from(`\r\n--${mark}--\r\n`)]),
    });
  };

  it('is refused in words that help, as a scan, a file of a card and a stamp alike', async () => {
    const root = await as(t, { region: at.w.region, isSuperuser: 2, role: 'superuser' });
    const before = await t.deps.db.selectFrom('stored_file').select('id').execute();
    for (const [who, url] of [
      [at.mo, fileScans.path],
      [at.mo, pathOf(attach, { type: 'garage', objectId: garage })],
      [root, pathOf(setPoPicture, { id: at.w.po, kind: 'stamp' })],
    ] as const)
      for (const name of ['IMG_0001.HEIC', 'IMG_0001.jpg']) {
        const reply = await send(who, url, name);
        expect([reply.statusCode, url], reply.payload).toEqual([422, url]);
        expect(reply.json().errors.file).toMatch(/HEIC.+JPEG.+iPhone/);
      }
    expect(await t.deps.db.selectFrom('stored_file').select('id').execute()).toEqual(before);
  });
});

describe('an archived garage', () => {
  it('prints what is past as before, and no certificate that somebody owns it', async () => {
    const old = (await ownedGarage(at, { lastName: 'Архивов', passNum: '400001' })).garage;
    const { status, text } = await at.mo.call(archiveGarage, {
      params: { id: old.id },
      body: { version: old.version, reason: 'demolished', comment: 'Снесён' },
    });
    expect(status, text).toBe(200);
    for (const request of [
      { document_type_id: 4, garage_id: old.id, ...one },
      { document_type_id: 8, garage_id: old.id, ...period },
    ]) {
      const made = await print(t, at.po, request);
      expect([made.status, made.problem]).toEqual([200, null]);
      expect(await textOf(made.bytes)).toContain('в архиве');
    }
    for (const request of [
      { document_type_id: 1, garage_id: old.id },
      { document_type_id: 3, garage_id: old.id, number: '91', ...one },
      { document_type_id: 5, garage_id: old.id, number: '92', ...one },
    ]) {
      const refused = await print(t, at.po, request);
      expect([refused.status, refused.problem?.message]).toEqual([422, expect.stringContaining('Гараж в архиве')]);
    }
  });
});

describe('a store in trouble', () => {
  const asked = () => print(t, at.po, { document_type_id: 1, garage_id: garage });
  const last = async () =>
    (
      await at.po.call(documents.list, {
        query: { filter: { garage }, sort: ['printed_at', 'DESC'], range: [0, 0] },
      })
    ).body[0];

  it.each([
    ['down', /Хранилище файлов не отвечает/, 503],
    ['full', /нет места/, 507],
  ])(
    '%s: the number waits in the journal, the words say so, and the paper is finished later',
    async (how, words, status) => {
      const { put } = t.deps.files;
      const broken = s3Store(peer.url());
      peer.isDown = true;
      t.deps.files.put = (bytes) =>
        how === 'down'
          ? broken.put(bytes)
          : Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' })).catch(noRoom);
      const refused = await asked();
      t.deps.files.put = put;
      peer.isDown = false;
      const row = await last();
      expect([refused.status, refused.problem.message]).toEqual([status, expect.stringMatching(words)]);
      expect(refused.problem.message).toContain(`№ ${row.number}`);
      expect(refused.problem.message).not.toMatch(/ничего не записано/i);
      expect(row.state).toBe('printing');
      // Opened when the store is back, it is the very paper; nothing has to be printed again.
      expect((await at.po.call(documentFile, { params: { id: row.id } })).status).toBe(200);
      expect((await at.po.call(documentDetail, { params: { id: row.id } })).body).toMatchObject({
        state: 'valid',
        number: row.number,
      });
      const next = await asked();
      const order = (number: string) => Number(/\/(\d+)-/.exec(number)![1]);
      expect(order((await last()).number)).toBe(order(row.number) + 1);
      expect(next.status).toBe(200);
    },
  );

  it('what nobody opened is finished by the night', async () => {
    const { put } = t.deps.files;
    t.deps.files.put = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' })).catch(noRoom);
    await asked();
    t.deps.files.put = put;
    const row = await last();
    t.setNow('2026-11-21T00:05:00.000Z');
    await finishPapers(t.deps);
    t.setNow('2026-11-20T09:00:00.000Z');
    expect((await at.po.call(documentDetail, { params: { id: row.id } })).body.state).toBe('valid');
  });
});
