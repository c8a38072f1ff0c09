// The outer service that reads one address and writes it anew, for money. By setting.
import { z } from 'zod';
import type { AddressCode } from '../../contract/addresses.ts';
import type { AddressQuality } from '../../contract/instruments/normalising.ts';
import { fiasId } from './addresses.ts';

export interface CleanAddress {
  becomes: string | null;
  quality: AddressQuality;
  remark: string | null;
  isPostal: boolean;
  /** Of the text it becomes. */
  fias: AddressCode | null;
}

export interface AddressCleaner {
  /** Of one address, kopecks. */
  priceKopecks: number;
  /** @throws {CleanerFault} */
  clean(address: string): Promise<CleanAddress>;
}

/** `money` and `key` end the run; the others are this address's own. */
export class CleanerFault extends Error {
  readonly kind: 'money' | 'key' | 'silent' | 'nonsense';
  constructor(kind: CleanerFault['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 64 * 1024;
const Answer = z
  .array(
    z.object({
      result: z.string().max(300).nullable(),
      postal_code: z.string().max(10).nullish(),
      fias_id: z.string().max(100).nullish(),
      qc: z.coerce.number().int(),
      qc_complete: z.coerce.number().int().nullish(),
      unparsed_parts: z.string().max(500).nullish(),
    }),
  )
  .length(1);

export interface CleanerSettings {
  url: string;
  token: string;
  secret: string;
  priceKopecks: number;
  timeoutMs?: number;
}

/** A service that takes `["address"]` with a token and a secret and answers one cleaned address. */
export function addressCleaner({
  url,
  token,
  secret,
  priceKopecks,
  timeoutMs = TIMEOUT_MS,
}: CleanerSettings): AddressCleaner {
  const ask = async (address: string): Promise<Response> => {
    try {
      return await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          authorization: `Token ${token}`,
          'x-secret': secret,
        },
        body: JSON.stringify([address]),
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch {
      throw new CleanerFault('silent', 'Служба адресов не ответила');
    }
  };
  return {
    priceKopecks,
    async clean(address) {
      const reply = await ask(address);
      if (reply.status === 402) throw new CleanerFault('money', 'На счёте службы адресов кончились деньги');
      if (reply.status === 401 || reply.status === 403)
        throw new CleanerFault('key', 'Служба адресов не приняла ключ, или кончился дневной предел');
      if (!reply.ok) throw new CleanerFault('silent', `Служба адресов ответила ошибкой ${reply.status}`);
      return cleanOf(await bodyOf(reply));
    },
  };
}

/** @throws {CleanerFault} for what is no answer, too long or unreadable */
async function bodyOf(reply: Response): Promise<z.infer<typeof Answer>[0]> {
  try {
    const text = await reply.text();
    if (text.length > MOST_BYTES) throw new Error('too long');
    return Answer.parse(JSON.parse(text))[0]!;
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw new CleanerFault('silent', 'Служба адресов не ответила');
    throw new CleanerFault('nonsense', 'Ответ службы адресов не читается');
  }
}

const qualities: Record<number, AddressQuality> = { 0: 'sure', 1: 'leftovers', 2: 'garbage', 3: 'variants' };
/** Fit for the post: with a flat, or a house that has none. */
const POSTAL = [0, 10];

function cleanOf(answer: z.infer<typeof Answer>[0]): CleanAddress {
  const { result, postal_code, qc, qc_complete, unparsed_parts } = answer;
  const quality = qualities[qc];
  if (!quality) throw new CleanerFault('nonsense', 'Ответ службы адресов не читается');
  const isKept = quality === 'garbage' || !result;
  const becomes = isKept ? null : postal_code && !result.startsWith(postal_code) ? `${postal_code}, ${result}` : result;
  const fias_id = fiasId(answer.fias_id);
  return {
    becomes,
    fias: becomes && fias_id ? { text: becomes, fias_id, postal_code: postal_code ?? null } : null,
    quality: isKept ? 'garbage' : quality,
    remark: unparsed_parts ? `Не разобрано: ${unparsed_parts}` : null,
    isPostal: POSTAL.includes(qc_complete ?? -1),
  };
}
