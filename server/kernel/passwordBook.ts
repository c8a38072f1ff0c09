// A workbook under a password as Excel itself locks one (ECMA-376 agile encryption in a compound file), whatever its size:
// it is encrypted by segments into a file without a name, and copied from there when its size and sum are known.
import { createCipheriv, createHash, createHmac, hash, randomBytes, randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { compoundFile } from './compoundFile.ts';

/** Bytes encrypted together, each such piece from a beginning of its own: the format says so. */
const SEGMENT = 4096;
/** Segments written at a time. */
const AT_ONCE = 32;
const READ = 128 * 1024;
const SPINS = 100_000;
/** Turns of the password between which others are answered. */
const TURNS = 5_000;
const BLOCK = 16;
/** What each derived key is for, as the format numbers them. */
const purposes = {
  verifierInput: 'fea7d2763b4b9e79',
  verifierValue: 'd7aa0f6d3061344e',
  key: '146e0be7abacd0d6',
  sumKey: '5fb2ad010cb9e1f6',
  sumValue: 'a0677f02b22c8433',
};

/**
 * The bytes of `book` under `password`, asked for as they are taken. No more of it than a few segments is in memory; what lies
 * on the disk meanwhile is encrypted and has no name.
 * @throws whatever `book` fails with; `ENOSPC` when the disk is full
 */
export const passwordBook = (book: AsyncIterable<Uint8Array>, password: string): Readable =>
  Readable.from(encrypted(book, password), { objectMode: false });

async function* encrypted(book: AsyncIterable<Uint8Array>, password: string): AsyncGenerator<Uint8Array> {
  const lock = { key: randomBytes(32), salt: randomBytes(BLOCK) };
  const path = join(tmpdir(), `registry-${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600);
  try {
    // Open, it stays; a killed process leaves nothing behind.
    await rm(path);
    const { size, length } = await encryptInto(file, book, lock);
    const head = Buffer.alloc(8);
    head.writeBigUInt64LE(BigInt(size));
    const sumKey = randomBytes(64);
    const sum = createHmac('sha512', sumKey).update(head);
    for await (const bytes of bytesOf(file, length)) sum.update(bytes);
    const info = await encryptionInfo(password, lock, { key: sumKey, value: sum.digest() });
    yield* compoundFile(
      { name: 'EncryptionInfo', bytes: info },
      {
        name: 'EncryptedPackage',
        size: head.length + length,
        bytes: (async function* () {
          yield head;
          yield* bytesOf(file, length);
        })(),
      },
    );
  } finally {
    await file.close();
  }
}

interface Lock {
  key: Buffer;
  salt: Buffer;
}

/** Writes the book encrypted; answers how many bytes it has and how many lie in the file. */
async function encryptInto(file: FileHandle, book: AsyncIterable<Uint8Array>, lock: Lock) {
  const gathered = Buffer.allocUnsafe(SEGMENT * AT_ONCE);
  let filled = 0;
  let size = 0;
  let length = 0;
  let nth = 0;
  const write = async () => {
    const padded = Math.ceil(filled / SEGMENT) * SEGMENT;
    gathered.fill(0, filled, padded);
    const parts: Buffer[] = [];
    for (let at = 0; at < padded; at += SEGMENT)
      parts.push(aes(lock.key, derivedIv(lock.salt, segmentNumber(nth++)), gathered.subarray(at, at + SEGMENT)));
    await file.writeFile(Buffer.concat(parts));
    length += padded;
    filled = 0;
  };
  for await (const chunk of book)
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + gathered.length - filled);
      gathered.set(taken, filled);
      filled += taken.length;
      size += taken.length;
      at += taken.length;
      if (filled === gathered.length) await write();
    }
  if (filled) await write();
  return { size, length };
}

const segmentNumber = (nth: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(nth);
  return bytes;
};

async function* bytesOf(file: FileHandle, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ), 0, Math.min(READ, length - at), at);
    if (!bytesRead) throw new Error('the encrypted book has been cut');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function aes(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}
const sha512 = (...parts: readonly Uint8Array[]): Buffer => {
  const sum = createHash('sha512');
  for (const part of parts) sum.update(part);
  return sum.digest();
};
const derivedIv = (salt: Buffer, purpose: Buffer): Buffer => sha512(salt, purpose).subarray(0, BLOCK);

/** The XML that tells how the book is locked: the key under the password, and the sum of what is locked. */
async function encryptionInfo(password: string, lock: Lock, sum: { key: Buffer; value: Buffer }): Promise<Buffer> {
  const salt = randomBytes(BLOCK);
  const turned = await turnedPassword(password, salt);
  const underPassword = (purpose: string, bytes: Buffer) =>
    aes(sha512(turned, Buffer.from(purpose, 'hex')).subarray(0, 32), salt, bytes).toString('base64');
  const underKey = (purpose: string, bytes: Buffer) =>
    aes(lock.key, derivedIv(lock.salt, Buffer.from(purpose, 'hex')), bytes).toString('base64');
  const verifier = randomBytes(BLOCK);
  const way = (ownSalt: Buffer) =>
    `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${ownSalt.toString('base64')}"`;
  const xml = [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n',
    '<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">',
    `<keyData ${way(lock.salt)}/>`,
    `<dataIntegrity encryptedHmacKey="${underKey(purposes.sumKey, sum.key)}" encryptedHmacValue="${underKey(purposes.sumValue, sum.value)}"/>`,
    '<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">',
    `<p:encryptedKey spinCount="${SPINS}" ${way(salt)} encryptedVerifierHashInput="${underPassword(purposes.verifierInput, verifier)}"`,
    ` encryptedVerifierHashValue="${underPassword(purposes.verifierValue, sha512(verifier))}" encryptedKeyValue="${underPassword(purposes.key, lock.key)}"/>`,
    '</keyEncryptor></keyEncryptors></encryption>',
  ].join('');
  // Version 4.4 and the mark of the agile way.
  return Buffer.concat([Buffer.from('0400040040000000', 'hex'), Buffer.from(xml)]);
}

/** The password turned so many times that guessing is dear. */
async function turnedPassword(password: string, salt: Buffer): Promise<Buffer> {
  let turned = sha512(salt, Buffer.from(password, 'utf16le'));
  const numbered = Buffer.alloc(4 + turned.length);
  for (let nth = 0; nth < SPINS; nth += 1) {
    numbered.writeUInt32LE(nth);
    numbered.set(turned, 4);
    turned = hash('sha512', numbered, 'buffer');
    if (nth % TURNS === 0) await setImmediate();
  }
  return turned;
}
