// The other ends of the ways out: a real SMTP server and a real operator of SMS, each on a free port of the loopback.
import type { AddressInfo, Server } from 'node:net';
import smpp, { type Pdu, type Session } from 'smpp';
import { SMTPServer } from 'smtp-server';

export interface Letter {
  from: string;
  to: string[];
  /** As it travelled, read as UTF-8. */
  source: string;
}

export interface SmtpPeer {
  url: string;
  /** Letters it took, in order. */
  letters: Letter[];
  close(): Promise<void>;
}

interface HowSmtp {
  /** Refuses a letter by an error with `responseCode`, or takes it and never answers. */
  answer?: (letter: Letter, nth: number) => Error | 'silence' | null;
  /** Refuses a receiver before the letter. */
  receiver?: (address: string) => Error | null;
  port?: number;
}

/** An error that SMTP answers with its code. */
export const smtpError = (responseCode: number, text = 'no') => Object.assign(new Error(text), { responseCode });

/** A mail server that takes everything unless told otherwise; senders that are killed break their lines off. */
export async function openSmtp({ answer, receiver, port = 0 }: HowSmtp = {}): Promise<SmtpPeer> {
  const letters: Letter[] = [];
  let nth = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(receiver?.(address) ?? null),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        const letter = { from, to, source: Buffer.concat(parts).toString('utf8') };
        const error = answer?.(letter, (nth += 1)) ?? null;
        if (!(error instanceof Error)) letters.push(letter);
        if (error !== 'silence') done(error);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    letters,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

export interface SmppPeer {
  /** With the right password. */
  url: string;
  submits: Pdu[];
  sessions: Session[];
  close(): Promise<void>;
}

/** What the operator does with a message; by default it is taken under its own number. */
export type SmppAnswer = (pdu: Pdu, session: Session, nth: number) => void;

/** An operator of SMS over SMPP 3.4 with the account `voa:secret`. */
export async function openSmpp(
  answer: SmppAnswer = (pdu, session, nth) => session.send(pdu.response({ message_id: String(nth) })),
): Promise<SmppPeer> {
  const submits: Pdu[] = [];
  const sessions: Session[] = [];
  const server = smpp.createServer((session) => {
    sessions.push(session);
    session.on('error', () => undefined);
    session.on('bind_transceiver', (pdu: Pdu & { password?: string }) =>
      session.send(pdu.response(pdu.password === 'secret' ? {} : { command_status: 0x0e })),
    );
    session.on('submit_sm', (pdu: Pdu) => answer(pdu, session, submits.push(pdu)));
  }) as Server;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `smpp://voa:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    submits,
    sessions,
    async close() {
      for (const session of sessions) session.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
