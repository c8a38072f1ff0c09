// A file brought to a card, as the console brings it.
import * as files from '../../contract/files.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import type { Caller, TestApp } from './app.ts';

export async function attach(
  t: TestApp,
  person: Caller,
  object: { type: string; objectId: number },
  name: string,
  bytes: Buffer,
) {
  const mark = 'papers-form';
  const payload = Buffer.concat([
    Buffer.from(
      `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${mark}--\r\n`),
  ]);
  const reply = await t.app.inject({
    method: 'POST',
    url: pathOf(files.attach, object),
    payload,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${mark}` },
  });
  return { status: reply.statusCode, body: reply.json() };
}
