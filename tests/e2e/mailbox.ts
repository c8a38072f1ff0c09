// A real mail server for journeys: keeps every letter that comes, gives back the links in them.
import { createServer, type AddressInfo } from 'node:net';
import { openSmtp } from '../kit/mailPeers.ts';

export interface Mailbox {
  url: string;
  /** Waits for a link of a kind in a letter to an address that has not been given yet. */
  link(to: string, flow: string): Promise<string>;
  /** The first address of a kind in the headers of the letters to somebody; none when there is none. */
  address(to: string, kind: RegExp): string | undefined;
  close(): Promise<void>;
}

const PATIENCE_MS = 15_000;

/** Opens a mail server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const { url, letters, close } = await openSmtp();
  const given = new Set<string>();
  return {
    url,
    async link(to, flow) {
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
        const found = letters
          .filter((letter) => letter.to.includes(to))
          .map((letter) => new RegExp(`https?://\\S+#${flow}=[\\w-]+`).exec(bodyOf(letter.source))?.[0])
          .find((address) => address && !given.has(address));
        if (found) {
          given.add(found);
          return found;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no letter to ${to} with #${flow}; there are ${letters.flatMap((one) => one.to).join(', ')}`);
    },
    address: (to, kind) =>
      letters
        .filter((letter) => letter.to.includes(to))
        .map(({ source }) => kind.exec(source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ''))?.[0])
        .find(Boolean),
    close,
  };
}

/** Text of a letter as it travelled. */
function bodyOf(raw: string): string {
  const cut = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, cut), raw.slice(cut + 4)];
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const plain = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1').toString('utf8');
}

/** A port of the loopback that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
