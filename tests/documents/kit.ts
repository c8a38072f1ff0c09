// A place with requisites, a garage with an owner, money on it: what papers are printed of.
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { generateDocument, type PrintRequest } from '../../contract/documents.ts';
import { takePayment } from '../../contract/payments.ts';
import { openSnapshot } from '../../server/documents/writing/snapshots.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { keptFaults, qpdfFault } from '../kit/pdfa.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

export const day = '2026-11-20';

export interface Place {
  w: World;
  mo: Caller;
  po: Caller;
  reader: Caller;
}

/** Requisites of a bank that is not there. */
export async function place(t: TestApp): Promise<Place> {
  const w = await world(t.deps.db);
  await t.deps.db
    .updateTable('po')
    .set({
      payee_name: 'ПО КАС № 12-3 ВОА',
      inn: '9999000006',
      bank_name: 'ДЕМО-БАНК',
      bik: '040000999',
      account: '40703810900000012303',
      corr_account: '30101810500000000999',
      address: 'Санкт-Петербург, ул. Примерная, д. 12',
      phone: '812 000-00-10',
      chairman_name: 'Орлов В. Н.',
      treasurer_name: 'Зимина Г. П.',
    })
    .where('id', '=', w.po)
    .execute();
  const mo = await as(t, { mo: w.mo });
  const po = await as(t, { po: w.po });
  const reader = await as(t, { po: w.po, capabilities: [] });
  return { w, mo, po, reader };
}

export async function ownedGarage(at: Place, more: object = {}) {
  const person = await newPerson(at.mo, at.w.po, {
    lastName: 'Петров',
    firstName: 'Иван',
    fatherName: 'Сергеевич',
    birthday: '1951-04-17',
    passSeria: '9999',
    passNum: '123456',
    passText: 'выдан отделом № 1',
    registrationAddress: '190000, г Санкт-Петербург, ул Примерная, д 5',
    isVOAMember: true,
    voaEntryDate: '2008-06-02',
    statusVoa: { id: 3 },
    ticketNumber: '5512',
    ...more,
  });
  const garage = await newGarage(at.mo, at.w.po, {
    alreadyExistProfile: [{ profileId: person.id }],
    ownedSince: '2019-08-02',
    dateOfConstruction: '1987-05-01',
    sizeX: 6,
    sizeY: 4,
    sizeZ: 2.5,
  });
  return { person, garage };
}

export async function charge(
  at: Place,
  garage: number,
  kopecks: number,
  date = '2026-02-01',
  contributionPeriod = 2025,
  accrualType = 1,
  basisDocument: string | null = null,
): Promise<number> {
  const { status, text, body } = await at.mo.call(postAccrual, {
    body: {
      accrualType: { value: accrualType },
      ...(basisDocument && { basisDocument }),
      isAllGaragSelected: false,
      includedGarages: [garage],
      contributionAmount: kopecks,
      contributionDate: date,
      contributionPeriod,
      idempotencyKey: crypto.randomUUID(),
      expected: { garages: 1, amount_kopecks: kopecks },
    },
  });
  if (status !== 200) throw new Error(text);
  return body.contribution;
}

export async function pay(at: Place, garage: number, kopecks: number, date = '2026-03-04'): Promise<number> {
  const { status, text, body } = await at.mo.call(takePayment, {
    body: { idempotencyKey: crypto.randomUUID(), date, lines: [{ garage, amount: kopecks }] },
  });
  if (status !== 200) throw new Error(text);
  return body.contribution;
}

/** Kinds that qpdf has looked at in this file of tests: one paper of each is enough. */
const checked = new Set<number>();

/** Prints, under a key when one is given, as raw bytes with the name and the row that came with them; what came is fit to be kept for years. @throws when it is not */
export async function print(t: TestApp, who: Caller, body: PrintRequest, key?: string) {
  const reply = await t.app.inject({
    method: 'POST',
    url: generateDocument.path,
    headers: {
      authorization: `Bearer ${who.token}`,
      'x-fingerprint': 'f'.repeat(64),
      ...(key && { 'idempotency-key': key }),
    },
    payload: body,
  });
  if (reply.statusCode === 200) {
    const bytes = new Uint8Array(reply.rawPayload);
    const faults = keptFaults(bytes);
    if (faults.length) throw new Error(`not PDF/A: ${faults.join('; ')}`);
    const fault = checked.has(body.document_type_id) ? null : qpdfFault(bytes);
    checked.add(body.document_type_id);
    if (fault) throw new Error(fault);
  }
  const name = /filename="([^"]+)"/.exec(String(reply.headers['content-disposition'] ?? ''))?.[1] ?? '';
  return {
    status: reply.statusCode,
    bytes: new Uint8Array(reply.rawPayload),
    problem: reply.statusCode === 200 ? null : reply.json(),
    id: Number(reply.headers['x-document-id']),
    name: Buffer.from(name, 'base64').toString('utf8'),
  };
}

export const textOf = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true })).text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ');

/** The text of each page. */
export const pagesOf = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(bytes.slice()))).text.map((page) =>
    page.normalize('NFC').replaceAll(/\s+/g, ' '),
  );

/** Pictures of the first page, as grey values. */
export async function picturesOf(bytes: Uint8Array) {
  return extractImages(await getDocumentProxy(bytes.slice()), 1);
}

/** Texts that were put into a paper and can't be read out of its file: none for a good one. Line ends are the printer's own. */
export async function unsaid(t: TestApp, id: number, bytes: Uint8Array): Promise<string[]> {
  const { snapshot, number } = await t.deps.db
    .selectFrom('document')
    .where('id', '=', id)
    .select(['snapshot', 'number'])
    .executeTakeFirstOrThrow();
  const { source } = openSnapshot(t.deps.secrets, snapshot!, number);
  const bare = (text: string) => text.normalize('NFC').replaceAll(/\s/g, '');
  const read = bare(await textOf(bytes));
  return [...source.matchAll(/#("(?:[^"\\]|\\.)*");/g)]
    .map(([, literal]) => JSON.parse(literal!) as string)
    .filter((text) => !read.includes(bare(text)));
}
