// Brings workbooks through the API as a browser's form does, and loads them as the queue does.
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import * as c from '../../contract/imports.ts';
import { pathOf, type AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';

export type SheetRows = Record<string, CellValue[][]>;

export const bookOf = async (sheets: SheetRows): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) }));

/** Sends a file as a browser's form does. */
export async function send(
  t: TestApp,
  person: Caller,
  endpoint: AnyEndpoint,
  params: Record<string, number>,
  name: string,
  bytes: Buffer,
) {
  const edge = 'registry-form';
  const payload = Buffer.concat([
    Buffer.from(
      `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const reply = await t.app.inject({
    method: 'POST',
    url: pathOf(endpoint, params),
    payload,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${edge}` },
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** @throws when the file is refused */
export async function bring(t: TestApp, person: Caller, po: number, sheets: SheetRows): Promise<c.ImportBatch> {
  const { status, body } = await send(t, person, c.uploadRegistry, { po }, 'a.xlsx', await bookOf(sheets));
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Brings a workbook, settles what is asked with `changes`, runs it. */
export async function load(
  t: TestApp,
  person: Caller,
  po: number,
  sheets: SheetRows,
  changes: object | null = null,
): Promise<c.ImportBatch> {
  const { id } = await bring(t, person, po, sheets);
  if (changes) await person.call(c.changeImport, { params: { id }, body: changes as never });
  await runImport(t.deps, person.userId, id);
  return (await person.call(c.importBatch, { params: { id } })).body as c.ImportBatch;
}
