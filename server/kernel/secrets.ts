// Keys of this installation: kept outside the database, made at the first start.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Secrets {
  tokenKey: Uint8Array;
  /** Encrypts one field; every call has its own nonce. */
  seal(text: string): Buffer;
  /** Opens what `seal` made; throws when the bytes or the key are not right. */
  open(sealed: Uint8Array): string;
  /** The same for a whole file, or a piece of one. `place`, when given, must be the same at opening. */
  sealBytes(bytes: Uint8Array, place?: string): Buffer;
  openBytes(sealed: Uint8Array, place?: string): Buffer;
  /** Keyed hash for exact search in an encrypted field. */
  fingerprint(text: string): Buffer;
  /** Short signature for links to files. */
  sign(text: string): string;
  /** Keyed hash of words under a seal of the ledger, hex. */
  print(text: string): string;
}

const lent = new WeakMap<object, Secrets>();
/** Keys at hand for what is written inside a transaction: the database itself never sees them. */
export const lendSecrets = (tx: object, secrets: Secrets): void => void lent.set(tx, secrets);
/** The keys lent to a transaction. @throws when it was not begun by an `act` */
export function secretsOf(tx: object): Secrets {
  const secrets = lent.get(tx);
  if (!secrets) throw new Error('this transaction was not begun by an act');
  return secrets;
}

const FILE = 'secret.key';

/**
 * Keys from `SECRET_KEY` (64 hex digits) or from `secret.key` in the data folder, made when absent.
 * @throws when the key is malformed
 */
export function openSecrets(options: { dataDir: string; secretKey?: string | undefined }): Secrets {
  return secretsFrom(options.secretKey ? fromHex(options.secretKey) : keyOfFolder(options.dataDir));
}

/** Separate keys for separate uses, all derived from one. */
export function secretsFrom(master: Uint8Array): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `garage-registry/${use}`, 32));
  const [tokenKey, fieldKey, searchKey, linkKey, sealKey] = ['token', 'field', 'search', 'link', 'seal'].map(
    derive,
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const sealBytes = (bytes: Uint8Array, place?: string) => sealWith(fieldKey, bytes, place);
  const openBytes = (sealed: Uint8Array, place?: string) => openWith(fieldKey, sealed, place);
  return {
    tokenKey,
    seal: (text) => sealBytes(Buffer.from(text, 'utf8')),
    open: (sealed) => openBytes(sealed).toString('utf8'),
    sealBytes,
    openBytes,
    fingerprint: (text) => createHmac('sha256', searchKey).update(text).digest(),
    sign: (text) => createHmac('sha256', linkKey).update(text).digest('base64url').slice(0, 32),
    print: (text) => createHmac('sha256', sealKey).update(text).digest('hex').slice(0, 32),
  };
}

/** Nonce, tag and bytes sealed with AES-256-GCM. `place`, when given, must be the same at opening. */
export function sealWith(key: Uint8Array, bytes: Uint8Array, place = ''): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens what `sealWith` made. @throws when the bytes, the key or the place are not right */
export function openWith(key: Uint8Array, sealed: Uint8Array, place = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

function keyOfFolder(dataDir: string): Uint8Array {
  const file = join(dataDir, FILE);
  if (existsSync(file)) return fromHex(readFileSync(file, 'utf8').trim());
  mkdirSync(dataDir, { recursive: true });
  const key = randomBytes(32);
  // `wx`: two first starts at once must not each keep a key of their own.
  try {
    writeFileSync(file, key.toString('hex'), { mode: 0o600, flag: 'wx' });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return fromHex(readFileSync(file, 'utf8').trim());
    throw error;
  }
}

function fromHex(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error('SECRET_KEY: нужно 64 шестнадцатеричных знака');
  return Buffer.from(text, 'hex');
}
