// A book under a password whatever its size: another reader opens it, a changed byte is noticed, nothing is left on the disk.
import { DecryptionError, readXlsx } from 'hucre';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { compoundFile } from '../../server/kernel/compoundFile.ts';
import { passwordBook } from '../../server/kernel/passwordBook.ts';
import { workbookStream, type BookSheet } from '../../server/kernel/workbook.ts';

const PASSWORD = 'Длинный пароль № 1';
async function* book(lines: number): AsyncGenerator<BookSheet> {
  const rows = Array.from({ length: lines }, (_, nth) => [`строка ${nth}`, randomBytes(40).toString('base64')]);
  yield { name: 'Лист', columns: [{ width: 12 }, { width: 12 }], frozen: 1, rows: [rows] };
}
const left = () => readdirSync(tmpdir()).filter((name) => /^registry-[0-9a-f-]{36}\.part$/.test(name));
async function* pieces(size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += 60_000) yield randomBytes(Math.min(60_000, size - at));
}

describe('a book under a password', () => {
  it.each([1, 20_000])('of %i lines is read by another reader of such files with the password alone', async (lines) => {
    const before = left();
    const bytes = new Uint8Array(await buffer(passwordBook(workbookStream(book(lines)), PASSWORD)));
    const { sheets } = await readXlsx(bytes, { password: PASSWORD });
    expect(sheets[0]!.rows).toHaveLength(lines);
    expect(sheets[0]!.rows.at(-1)![0]).toBe(`строка ${lines - 1}`);
    expect(Buffer.from(bytes).includes('строка 0')).toBe(false);
    expect(left()).toEqual(before);
  });

  it('opens with no other password, and tells when one of its bytes was changed', async () => {
    const bytes = new Uint8Array(await buffer(passwordBook(workbookStream(book(100)), PASSWORD)));
    await expect(readXlsx(bytes, { password: `${PASSWORD}.` })).rejects.toThrow('Incorrect password');
    bytes[512 + 3000]! ^= 1;
    await expect(readXlsx(bytes, { password: PASSWORD })).rejects.toThrow(DecryptionError);
  });

  it('is asked for as it is taken, ends with the fault of what it is made of and leaves nothing', async () => {
    const before = left();
    async function* broken() {
      yield randomBytes(300_000);
      throw new Error('не читается');
    }
    await expect(buffer(passwordBook(broken(), PASSWORD))).rejects.toThrow('не читается');
    for await (const chunk of passwordBook(pieces(500_000), PASSWORD)) {
      expect(chunk.length).toBe(512);
      break;
    }
    expect(left()).toEqual(before);
  });
});

describe('its container', () => {
  /** Bytes of a stream by the rules of the format, read here apart from what wrote them. */
  const streamOf = (file: Buffer, nth: number): Buffer => {
    const sector = (at: number) => file.subarray((at + 1) * 512, (at + 2) * 512);
    const tables = Array.from({ length: 109 }, (_, at) => file.readUInt32LE(76 + at * 4));
    for (let at = file.readUInt32LE(68); at < 0xfffffff0; at = sector(at).readUInt32LE(508))
      for (let one = 0; one < 127; one += 1) tables.push(sector(at).readUInt32LE(one * 4));
    const used = tables.filter((at) => at !== 0xffffffff);
    expect(used).toHaveLength(file.readUInt32LE(44));
    const next = (at: number) => sector(used[at >> 7]!).readUInt32LE((at & 127) * 4);
    const entry = sector(file.readUInt32LE(48)).subarray(nth * 128, nth * 128 + 128);
    const found: Buffer[] = [];
    for (let at = entry.readUInt32LE(116); at < 0xfffffff0; at = next(at)) found.push(sector(at));
    return Buffer.concat(found).subarray(0, entry.readUInt32LE(120));
  };

  // From 109 sectors of the table on (7 MB) they are told of in sectors of their own, from 236 on in two of those.
  it.each([4096, 4097, 7_000_000, 7_200_000, 15_400_000])('gives back a stream of %i bytes', async (size) => {
    const long = await buffer(pieces(size) as never);
    const short = { name: 'EncryptionInfo', bytes: randomBytes(1300) };
    const one = {
      name: 'EncryptedPackage',
      size,
      bytes: (async function* () {
        yield long;
      })(),
    };
    const file = await buffer(compoundFile(short, one) as never);
    expect(file.length % 512).toBe(0);
    expect(streamOf(file, 2).equals(long)).toBe(true);
    expect(streamOf(file, 0).subarray(0, 1300).equals(short.bytes)).toBe(true);
  });

  it('refuses what it has no place for', async () => {
    const short = { name: 'EncryptionInfo', bytes: randomBytes(1300) };
    for (const size of [4095, 2 ** 31])
      await expect(
        buffer(compoundFile(short, { name: 'EncryptedPackage', size, bytes: pieces(0) }) as never),
      ).rejects.toThrow();
  });
});
