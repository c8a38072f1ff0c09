// Types of a package that ships none: only what is used here and in its tests.
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer } from 'node:net';

  export interface Pdu {
    command: string;
    command_status: number;
    sequence_number: number;
    message_id?: string;
    source_addr?: string;
    destination_addr?: string;
    esm_class?: number;
    data_coding?: number;
    short_message?: { message?: string; udh?: Buffer[] | Buffer };
    receipted_message_id?: string;
    message_state?: number;
    response(fields?: object): Pdu;
  }
  type Fields = Record<string, unknown>;
  export class Session extends EventEmitter {
    socket: import('node:net').Socket;
    send(pdu: Pdu): boolean;
    bind_transceiver(fields: Fields, answered: (pdu: Pdu) => void): boolean;
    submit_sm(fields: Fields, answered: (pdu: Pdu) => void): boolean;
    deliver_sm(fields: Fields, answered?: (pdu: Pdu) => void): boolean;
    enquire_link(answered?: (pdu: Pdu) => void): boolean;
    unbind(answered?: (pdu: Pdu) => void): boolean;
    close(closed?: () => void): void;
    destroy(closed?: () => void): void;
  }
  interface Smpp {
    connect(options: { url: string } | { host: string; port: number; tls?: boolean }): Session;
    createServer(listener: (session: Session) => void): NetServer;
    ESME_ROK: number;
    ESME_RTHROTTLED: number;
    ESME_RMSGQFUL: number;
    ESME_RINVDSTADR: number;
  }
  const smpp: Smpp;
  export default smpp;
}
