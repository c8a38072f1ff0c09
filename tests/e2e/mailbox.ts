// A real mail server for journeys: keeps every letter that comes, gives back the links in them.
import { SMTPServer } from 'smtp-server';
import { createServer, type AddressInfo } from 'node:net';

interface Letter {
  to: string;
  text: string;
}

export interface Mailbox {
  url: string;
  /** Waits for a link of a kind in a letter to an address that has not been given yet. */
  link(to: string, flow: string): Promise<string>;
  close(): Promise<void>;
}

const PATIENCE_MS = 15_000;

/** Opens a mail server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const letters: Letter[] = [];
  const given = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const text = bodyOf(Buffer.concat(parts).toString('latin1'));
        for (const { address } of session.envelope.rcptTo) letters.push({ to: address, text });
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${port}`,
    async link(to, flow) {
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
        const found = letters
          .filter((letter) => letter.to === to)
          .map((letter) => new RegExp(`https?://\\S+#${flow}=[\\w-]+`).exec(letter.text)?.[0])
          .find((address) => address && !given.has(address));
        if (found) {
          given.add(found);
          return found;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no letter to ${to} with #${flow}; there are ${letters.map((one) => one.to).join(', ')}`);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Text of a letter as it travelled. */
function bodyOf(raw: string): string {
  const cut = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, cut), raw.slice(cut + 4)];
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const plain = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(/quoted-printable/i.test(head) ? plain : body, 'latin1').toString('utf8');
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
