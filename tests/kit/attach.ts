// A file brought to a card, as the console brings it.
import * as files from '../../contract/files.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import type { Caller, TestApp } from './app.ts';
import { multipart } from './multipart.ts';

export async function attach(
  t: TestApp,
  person: Caller,
  object: { type: string; objectId: number },
  name: string,
  bytes: Buffer,
) {
  const { payload, contentType } = multipart([{ name: 'file', body: bytes, filename: name, type: 'application/pdf' }]);
  const reply = await t.app.inject({
    method: 'POST',
    url: pathOf(files.attach, object),
    payload,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': contentType },
  });
  return { status: reply.statusCode, body: reply.json() };
}
