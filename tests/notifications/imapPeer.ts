// A small IMAP server of the tests: it speaks enough of RFC 3501 for a client that reads one mailbox.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface ImapPeer {
  url: string;
  /** Puts a letter into INBOX; it gets the next UID. */
  deliver(letter: string): void;
  /** Commands that came, without their tags. */
  said: string[];
  close(): Promise<void>;
}

export async function openImap(user = 'bounces', password = 'secret'): Promise<ImapPeer> {
  const letters: { uid: number; source: Buffer }[] = [];
  const said: string[] = [];
  const sockets = new Set<Socket>();
  const answer = (socket: Socket, line: string) => {
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    said.push(command);
    const done = (text: string) => socket.write(`${tag} OK ${text}\r\n`);
    if (/^CAPABILITY/i.test(command)) socket.write('* CAPABILITY IMAP4rev1\r\n');
    else if (/^LOGIN/i.test(command)) {
      const isKnown = command.replace(/"/g, '') === `LOGIN ${user} ${password}`;
      if (!isKnown) return void socket.write(`${tag} NO [AUTHENTICATIONFAILED] no\r\n`);
    } else if (/^LIST/i.test(command)) socket.write('* LIST (\\HasNoChildren) "/" INBOX\r\n');
    else if (/^(SELECT|EXAMINE)/i.test(command))
      socket.write(
        `* FLAGS (\\Seen)\r\n* ${letters.length} EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT ${letters.length + 1}] ok\r\n`,
      );
    else if (/^UID FETCH/i.test(command)) {
      const since = Number(/^UID FETCH (\d+):/i.exec(command)?.[1] ?? 1);
      // RFC 3501: «n:*» always takes in the last letter.
      const chosen = letters.filter(({ uid }) => uid >= since || uid === letters.length);
      for (const { uid, source } of chosen) {
        socket.write(`* ${uid} FETCH (UID ${uid} BODY[] {${source.length}}\r\n`);
        socket.write(source);
        socket.write(')\r\n');
      }
    } else if (/^LOGOUT/i.test(command)) {
      socket.write('* BYE\r\n');
      done('bye');
      return void socket.end();
    }
    done('done');
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('* OK IMAP4rev1 ready\r\n');
    let rest = '';
    socket.on('data', (data) => {
      const lines = (rest + data.toString('latin1')).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) answer(socket, line);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `imap://${user}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`,
    deliver: (letter) =>
      void letters.push({ uid: letters.length + 1, source: Buffer.from(letter.replace(/\r?\n/g, '\r\n')) }),
    said,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
