// A sign of who gets a mailing and by what: other people have another one, in whatever order they are read.
import type { MessageChannel } from '../rules.ts';

export class WhoSign {
  private people = 0;
  private sum = 0;

  /** Nobody is added who gets nothing. */
  add(id: number, channels: readonly MessageChannel[]): void {
    if (!channels.length) return;
    this.people += 1;
    this.sum += mixed(id * 4 + (channels.includes('sms') ? 1 : 0) + (channels.includes('mail') ? 2 : 0));
  }

  toString(): string {
    return `${this.people}.${this.sum.toString(36)}`;
  }
}

/** A number of 32 bits for a number of 32 bits, no two alike: the last steps of MurmurHash3. */
function mixed(of: number): number {
  let bits = of | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
