// Where the bytes of scans and workbooks live: a folder by default, behind an interface.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Refused } from '../kernel/errors.ts';

export interface StoredBytes {
  storeKey: string;
  sizeBytes: number;
  /** Hex digest. */
  sha256: string;
}

export interface FileStore {
  /** Keeps the bytes durably; the key is made here and never comes from a person. */
  put(bytes: Uint8Array): Promise<StoredBytes>;
  /** The same of bytes that are still arriving; what fails leaves nothing. Films stay open, everything else is sealed at rest. */
  putStream(body: Readable, kept?: { isOpen: true }): Promise<StoredBytes>;
  /** All of it, or the bytes from `start` to `end`, both in. */
  get(storeKey: string, part?: { start: number; end: number }): Readable;
  remove(storeKey: string): Promise<void>;
}

/** All bytes of a stream. */
export async function wholeOf(stream: Readable): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A key as it is made here and nothing else. */
export function checkedKey(storeKey: string): string {
  if (!/^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(storeKey)) throw new Error('malformed store key');
  return storeKey;
}

/** A full disk in words; every other fault goes on. */
export function noRoom(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    throw new Refused(507, { message: 'На диске сервера нет места: файл не записан. Скажите администратору' });
  throw error;
}

/** Files in a folder, written beside and renamed, so that a half-written file is never seen. */
export function folderStore(root: string): FileStore {
  const pathOf = (storeKey: string) => join(root, checkedKey(storeKey));
  return {
    async put(bytes) {
      const id = randomUUID();
      const storeKey = `${id.slice(0, 2)}/${id}`;
      const target = pathOf(storeKey);
      const draft = `${target}.part`;
      const handle = await open(draft, 'wx').catch(async (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return noRoom(error);
        // The first file of its folder.
        await mkdir(dirname(target), { recursive: true }).catch(noRoom);
        return open(draft, 'wx').catch(noRoom);
      });
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } catch (error) {
        await rm(draft, { force: true });
        noRoom(error);
      } finally {
        await handle.close();
      }
      await rename(draft, target);
      return { storeKey, sizeBytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    async putStream(body) {
      const id = randomUUID();
      const storeKey = `${id.slice(0, 2)}/${id}`;
      const target = pathOf(storeKey);
      await mkdir(dirname(target), { recursive: true });
      const draft = `${target}.part`;
      const hash = createHash('sha256');
      const handle = await open(draft, 'wx');
      let sizeBytes = 0;
      try {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          hash.update(chunk);
          sizeBytes += chunk.byteLength;
          await handle.writeFile(chunk);
        }
        await handle.sync();
      } catch (error) {
        await rm(draft, { force: true });
        noRoom(error);
      } finally {
        await handle.close();
      }
      await rename(draft, target);
      return { storeKey, sizeBytes, sha256: hash.digest('hex') };
    },
    get: (storeKey, part) => createReadStream(pathOf(storeKey), part),
    remove: (storeKey) => rm(pathOf(storeKey), { force: true }),
  };
}
