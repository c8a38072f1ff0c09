// SMS behind a port. What a gateway says is one of four things; «unknown» is never sent again by itself.

export interface SmsMessage {
  /** Number of the message here: the gateway gets it as a key, so that a repeat is known there too. */
  id: number;
  /** E.164, `+7XXXXXXXXXX`. */
  to: string;
  text: string;
  /** Name of the sender, 3–11 Latin letters; null takes the gateway's own. */
  sender: string | null;
}

export type Handover =
  /** Taken; receipts come under these ids, one a part. */
  | { kind: 'accepted'; gatewayIds: string[]; costKopecks: number | null }
  /** Refused for good: the number, the text or the sender. */
  | { kind: 'refused'; reason: string }
  /** Surely not taken, through no fault of the receiver: may be tried again. `stopsAll`: no money, wrong password; `isAway`: nobody answered; `isTooFast`: more than the gateway takes at a time. */
  | { kind: 'failed'; reason: string; stopsAll: boolean; isAway?: boolean; isTooFast?: boolean }
  /** May have been taken: the answer was lost. */
  | { kind: 'unknown'; reason: string };

/** What became of a part; the numbers are statuses of the informing history. */
export interface Receipt {
  gatewayId: string;
  status: 1 | 2 | 3 | 4 | 5 | 6;
}

export interface SmsGateway {
  name: string;
  /** Hands a message over; never throws. Several may be under way at once, the gateway keeps its own window. */
  send(message: SmsMessage): Promise<Handover>;
  /** Asks about messages that were taken; gateways that tell by themselves answer nothing. */
  status(messages: readonly { to: string; gatewayId: string }[]): Promise<Receipt[]>;
  /** Money left in kopecks; null where the gateway does not say. */
  balance(): Promise<number | null>;
  close(): Promise<void>;
}

/**
 * Forms under which a gateway may name one message: receipts come with another base, with zeros in front or in other
 * letters than the answer had. Two ids are the same message when any form is shared.
 */
export function idForms(id: string): string[] {
  const plain = id
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '');
  const forms = new Set([id, plain]);
  if (/^\d{1,20}$/.test(plain)) forms.add(BigInt(plain).toString(16));
  if (/^[0-9a-f]{1,16}$/.test(plain)) forms.add(BigInt(`0x${plain}`).toString(10));
  return [...forms];
}
