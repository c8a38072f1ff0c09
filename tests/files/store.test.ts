// The store of files: a folder and an S3 store give the same; what is wrong with it is said in words and loses nothing.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStore, noRoom, type FileStore } from '../../server/ports/files.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { s3Store } from '../../server/ports/s3.ts';
import { startS3Peer, type S3Peer } from './s3Peer.ts';

let peer: S3Peer;
const folder = mkdtempSync(join(tmpdir(), 'store-'));
beforeAll(async () => {
  peer = await startS3Peer();
});
afterAll(async () => {
  await peer.close();
  rmSync(folder, { recursive: true });
});

const bytes = Buffer.from('Квитанция № 5, байты \u0000\u0001'.repeat(5000));
const sha256 = createHash('sha256').update(bytes).digest('hex');
const whole = async (stream: Readable) => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

describe.each([
  ['folder', () => folderStore(folder)],
  ['S3', () => s3Store(peer.url())],
])('%s', (_, open: () => FileStore) => {
  it('keeps bytes and a stream, gives all or a part, forgets', async () => {
    const store = open();
    const put = await store.put(bytes);
    expect(put).toMatchObject({ sizeBytes: bytes.length, sha256 });
    const streamed = await store.putStream(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    expect(streamed).toMatchObject({ sizeBytes: bytes.length, sha256 });
    expect((await whole(store.get(put.storeKey))).equals(bytes)).toBe(true);
    expect((await whole(store.get(streamed.storeKey, { start: 10, end: 19 }))).equals(bytes.subarray(10, 20))).toBe(
      true,
    );
    await store.remove(put.storeKey);
    await expect(whole(store.get(put.storeKey))).rejects.toThrow();
  });

  it('takes no key that was not made here', async () => {
    for (const key of ['../secret.key', 'ab/../../x', ''])
      expect(() =>
        open()
          .get(key)
          .on('error', () => {}),
      ).toThrow(/malformed/);
  });

  it('a stream that breaks leaves nothing', async () => {
    const before =
      peer.kept.size + readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.part')).length;
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('начало');
        throw new Error('the line is cut');
      })(),
    );
    await expect(open().putStream(broken)).rejects.toThrow('the line is cut');
    expect(
      peer.kept.size + readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.part')).length,
    ).toBe(before);
  });
});

describe('an S3 store that does not take it', () => {
  it('a wrong secret is refused by the store, in words for the person, and nothing is kept', async () => {
    const before = peer.kept.size;
    await expect(s3Store(peer.url('OTHER')).put(bytes)).rejects.toThrow(/не отвечает/);
    expect(peer.refused.at(-1)).toBe('wrong signature');
    expect(peer.kept.size).toBe(before);
  });

  it('another key, body, range or an unsigned call is not believed', async () => {
    const { storeKey } = await s3Store(peer.url()).put(bytes);
    const { origin } = new URL(peer.url());
    expect((await fetch(`${origin}/registry/${storeKey}`)).status).toBe(403);
    // A call that was signed for one file does not open another.
    const { signedHeaders } = await import('../../server/ports/s3.ts');
    const place = { host: new URL(origin).host, region: 'ru-central1', key: 'KEY', secret: 'SECRET' };
    const empty = createHash('sha256').update('').digest('hex');
    const signed = signedHeaders(place, { method: 'GET', path: `/registry/${storeKey}`, sha256: empty }, new Date());
    expect((await fetch(`${origin}/registry/${storeKey}`, { headers: signed })).status).toBe(200);
    expect((await fetch(`${origin}/registry/${storeKey}x`, { headers: signed })).status).toBe(403);
  });

  it('one that is down, or not there at all, says so', async () => {
    peer.isDown = true;
    await expect(s3Store(peer.url()).put(bytes)).rejects.toThrow(/не отвечает/);
    peer.isDown = false;
    await expect(s3Store('http://KEY:SECRET@127.0.0.1:9/registry').put(bytes)).rejects.toThrow(/не отвечает/);
  });
});

describe('an S3 store that is slow', () => {
  const patience = { answerMs: 800, idleMs: 2000 };
  const store = () => s3Store(peer.url(), undefined, patience);
  /** Larger than what lies in the buffers between two ends. */
  const large = Buffer.alloc(24 * 1024 * 1024, 'Договор');
  const during = async <T>(slow: NonNullable<S3Peer['slow']>, work: () => Promise<T>): Promise<[T, number]> => {
    peer.slow = slow;
    const start = performance.now();
    try {
      return [await work(), performance.now() - start];
    } finally {
      peer.slow = null;
    }
  };
  /** Both ways take longer than either wait. */
  const steady = { piece: 2 * 1024 * 1024, pauseMs: 260 };

  it('a body that moves is never cut, however long it takes: to the store and from it', async () => {
    const [put, sent] = await during(steady, () => store().put(large));
    const [got, came] = await during(steady, () => whole(store().get(put.storeKey)));
    expect(got.equals(large)).toBe(true);
    expect(Math.min(sent, came)).toBeGreaterThan(patience.answerMs + patience.idleMs);
  }, 30_000);

  it('whoever reads slowly is waited for', async () => {
    const { storeKey } = await store().put(large);
    let size = 0;
    for await (const chunk of store().get(storeKey)) {
      if (!size) await new Promise((resolve) => setTimeout(resolve, patience.idleMs + 500));
      size += (chunk as Buffer).length;
    }
    expect(size).toBe(large.length);
  }, 30_000);

  it('one that stands still is left, in words: on the way there, on the way back, before it answers', async () => {
    const { storeKey } = await store().put(large);
    const standing = { ...steady, standsAfter: 1 };
    for (const work of [
      () => store().put(large),
      () => whole(store().get(storeKey)),
      () => store().putStream(Readable.from([large])),
    ]) {
      const [fault, took] = await during(standing, () =>
        work().then(
          () => null,
          (error: Error) => error,
        ),
      );
      expect(fault?.message).toMatch(/не отвечает/);
      expect(took).toBeLessThan(4500);
    }
    const [fault] = await during({ piece: 1, pauseMs: 4000 }, () =>
      store()
        .put(Buffer.from('x'))
        .then(
          () => null,
          (error: Error) => error,
        ),
    );
    expect(fault?.message).toMatch(/не отвечает/);
  }, 30_000);
});

it('a full disk is said in words', () => {
  expect(() => noRoom(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toThrow(/нет места/);
  expect(() => noRoom(new Error('other'))).toThrow('other');
});

it('the setting is an address with a bucket', () => {
  expect(() => readSettings({ S3_URL: 'https://storage.example.ru/x' })).toThrow(/S3_URL/);
  expect(readSettings({ S3_URL: peer.url() }).S3_URL).toBe(peer.url());
});
