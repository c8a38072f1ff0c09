// What a paper is made of, as its row keeps it: packed, closed with our key, without the number, which the row has beside it.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Secrets } from '../../kernel/secrets.ts';
import { typstString } from '../../kernel/richText/typst.ts';
import { NUMBER_SIGN } from '../compose.ts';

/** Everything a paper is made of: the same snapshot gives the same bytes for ever. */
export interface Snapshot {
  source: string;
  /** Pictures by the name that the source calls them: keys of the store. */
  files: Record<string, string>;
  /** Moment of printing, ms. */
  at: number;
}

/** First byte of a packed one; those kept before begin with the brace of their JSON. */
const PACKED = 1;

/** A source is three quarters words of its frame: packed at the quickest level it takes a third of the room, for ever. */
export function sealSnapshot(secrets: Pick<Secrets, 'sealBytes'>, snapshot: Snapshot): Buffer {
  const packed = deflateRawSync(JSON.stringify(snapshot), { level: 1 });
  return secrets.sealBytes(Buffer.concat([Buffer.of(PACKED), packed]));
}

/** The snapshot of the paper under this number. @throws when the bytes or the key are not right */
export function openSnapshot(secrets: Pick<Secrets, 'openBytes'>, sealed: Uint8Array, number: string): Snapshot {
  const bytes = secrets.openBytes(sealed);
  const json = bytes[0] === PACKED ? inflateRawSync(bytes.subarray(1)) : bytes;
  return numbered(JSON.parse(json.toString('utf8')) as Snapshot, number);
}

/** The same under the number that was taken for it. */
export const numbered = (snapshot: Snapshot, number: string): Snapshot => ({
  ...snapshot,
  source: snapshot.source.replaceAll(NUMBER_SIGN, typstString(number).slice(1, -1)),
});
