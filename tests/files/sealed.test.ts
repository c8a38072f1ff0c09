// Files at rest: on the disk nothing of them can be read, through the store all of it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { folderStore } from '../../server/ports/files.ts';
import { openStored, sealedStore } from '../../server/ports/sealedFiles.ts';
import { testApp, type TestApp } from '../kit/app.ts';

const TEXT = Buffer.from('Фамилия;Паспорт\nГаражов;4509 123456\n'.repeat(200));

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = join(t.deps.settings.DATA_DIR, 'files');
});
afterAll(() => t.close());

describe('a kept file', () => {
  it('cannot be read from the folder, and comes back whole and by parts', async () => {
    const stored = await t.deps.files.put(TEXT);
    const onDisk = readFileSync(join(folder, stored.storeKey));
    for (const words of ['Паспорт', '4509', 'Гаражов']) expect(onDisk.includes(words), words).toBe(false);
    expect([stored.sizeBytes, stored.sha256]).toEqual([TEXT.length, createHash('sha256').update(TEXT).digest('hex')]);
    expect((await buffer(t.deps.files.get(stored.storeKey))).equals(TEXT)).toBe(true);
    const part = await buffer(t.deps.files.get(stored.storeKey, { start: 16, end: 31 }));
    expect(part.equals(TEXT.subarray(16, 32))).toBe(true);
  });

  it('an empty one and one of many megabytes', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(9_000_000, 'я')]) {
      const { storeKey } = await t.deps.files.put(bytes);
      expect((await buffer(t.deps.files.get(storeKey))).equals(bytes)).toBe(true);
    }
  });

  it('that is still arriving is sealed piece by piece: whole, by parts, cut short, with its pieces changed about', async () => {
    for (const size of [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5_000_000]) {
      const bytes = Buffer.alloc(size, 'Паспорт;');
      const chunks = Array.from({ length: Math.ceil(size / 70_000) }, (_, nth) =>
        bytes.subarray(nth * 70_000, (nth + 1) * 70_000),
      );
      const stored = await t.deps.files.putStream(Readable.from(chunks));
      expect([stored.sizeBytes, stored.sha256]).toEqual([size, createHash('sha256').update(bytes).digest('hex')]);
      const onDisk = readFileSync(join(folder, stored.storeKey));
      expect(onDisk.includes('Паспорт')).toBe(false);
      expect(openStored(onDisk, t.deps.secrets).equals(bytes)).toBe(true);
      expect((await buffer(t.deps.files.get(stored.storeKey))).equals(bytes)).toBe(true);
      const part = await buffer(t.deps.files.get(stored.storeKey, { start: 1_048_570, end: 1_048_590 }));
      expect(part.equals(bytes.subarray(1_048_570, 1_048_591))).toBe(true);
    }
    const piece = Buffer.alloc(3 << 20, 'я');
    const { storeKey } = await t.deps.files.putStream(Readable.from([piece]));
    const path = join(folder, storeKey);
    const sealed = readFileSync(path);
    const length = 4 + (1 << 20) + 28;
    const at = (nth: number) => sealed.subarray(26 + nth * length, 26 + (nth + 1) * length);
    for (const wrong of [
      Buffer.concat([sealed.subarray(0, 26), at(0), at(1)]),
      Buffer.concat([sealed.subarray(0, 26), at(1), at(0), at(2)]),
      sealed.subarray(0, 26),
      sealed.subarray(0, sealed.length - 1),
    ]) {
      writeFileSync(path, wrong);
      await expect(buffer(t.deps.files.get(storeKey))).rejects.toThrow();
      expect(() => openStored(wrong, t.deps.secrets)).toThrow();
    }
  });

  it('with another key, or changed on the disk, does not open', async () => {
    const { storeKey } = await t.deps.files.put(TEXT);
    const stranger = sealedStore(folderStore(folder), secretsFrom(new Uint8Array(32).fill(8)));
    await expect(buffer(stranger.get(storeKey))).rejects.toThrow();
    const path = join(folder, storeKey);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
    await expect(buffer(t.deps.files.get(storeKey))).rejects.toThrow();
  });

  it('one of before, and a film, are given as they are', async () => {
    const storeKey = 'ab/ab000000-0000-4000-8000-000000000000';
    mkdirSync(join(folder, 'ab'), { recursive: true });
    writeFileSync(join(folder, storeKey), TEXT);
    expect((await buffer(t.deps.files.get(storeKey, { start: 0, end: 15 }))).equals(TEXT.subarray(0, 16))).toBe(true);
    const film = await t.deps.files.putStream(Readable.from([TEXT]), { isOpen: true });
    expect((await buffer(t.deps.files.get(film.storeKey))).equals(TEXT)).toBe(true);
    rmSync(join(folder, storeKey));
  });

  it('one that is gone is a fault, not an empty file', async () => {
    await expect(buffer(t.deps.files.get('ab/ab000000-0000-4000-8000-000000000001'))).rejects.toThrow(/ENOENT/);
  });
});
