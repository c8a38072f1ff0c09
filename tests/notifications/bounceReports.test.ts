// Letters that come back, by themselves: the address that names a letter, and which reports are final words about one of ours.
import { describe, expect, it } from 'vitest';
import { letterOfAddress, readReport, returnAddress } from '../../server/ports/bounces.ts';
import type { Deps } from '../../server/kernel/ctx.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';

const secrets = secretsFrom(Buffer.alloc(32, 1));
const strange = secretsFrom(Buffer.alloc(32, 2));
const depsOf = (BOUNCE_ADDRESS?: string) => ({ secrets, settings: { BOUNCE_ADDRESS } }) as unknown as Deps;
const addressOf = (outbox: number): string => returnAddress(depsOf('bounces@example.ru'), outbox)!;
/** The signed part of the address. */
const markOf = (outbox: number) => /\.(.{12})@/.exec(addressOf(outbox))![1]!;

describe('the address', () => {
  it('names the letter and is signed, in small letters', () => {
    expect(addressOf(17)).toMatch(/^bounces\+17\.[a-z0-9_-]{12}@example\.ru$/);
    expect(addressOf(17)).toBe(addressOf(17));
    expect(markOf(18)).not.toBe(markOf(17));
    expect(markOf(17)).toBe(secrets.sign('bounce:17').slice(0, 12).toLowerCase());
  });
  it.each([undefined, 'bounces', '@example.ru', 'bounces@'])('is none where the mailbox is %s', (mailbox) => {
    expect(returnAddress(depsOf(mailbox), 17)).toBeNull();
  });

  it.each([1, 17, 999_999_999])('of the letter %i is read whatever stands around it', (outbox) => {
    const address = addressOf(outbox);
    for (const text of [address, `<${address}>`, `Реестр <${address}>, x@y.ru`, `  ${address.toUpperCase()} `])
      expect(letterOfAddress(secrets, text)).toBe(outbox);
    expect(letterOfAddress(strange, address)).toBeNull();
  });
  it('among others is found; forgeries are passed over', () => {
    expect(letterOfAddress(secrets, `x+17.aaaaaaaaaaaa@example.ru ${addressOf(18)}`)).toBe(18);
    const mark = markOf(17);
    const forged = [
      '',
      'bounces@example.ru',
      `bounces+18.${mark}@example.ru`,
      `bounces+17.${mark.slice(1)}@example.ru`,
      `bounces+17.${mark}x@example.ru`,
      `bounces+17.${mark}`,
      `bounces17.${mark}@example.ru`,
      `bounces+17${mark}@example.ru`,
      `bounces+.${mark}@example.ru`,
      `bounces+1700000000.${mark}@example.ru`,
      `bounces+17.${'a'.repeat(12)}@example.ru`,
    ];
    expect(forged.filter((text) => letterOfAddress(secrets, text) !== null)).toEqual([]);
  });
});

interface Said {
  head?: string;
  kind?: string;
  status?: string;
}
const status = `Reporting-MTA: dns; mx.example.ru

Final-Recipient: rfc822; petrov@example.ru
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user`;
const head = `To: ${addressOf(17)}`;
/** A letter of the mailbox of returns. */
const letter = ({ head: own = head, kind = 'message/delivery-status', status: said = status }: Said = {}) =>
  new TextEncoder().encode(`From: MAILER-DAEMON@mx.example.ru
${own}
Message-ID: <report-1@mx.example.ru>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Sorry: ${addressOf(99)}

--b
Content-Type: ${kind}

${said}

--b--
`);
const readSaid = (said?: Said) => readReport(secrets, letter(said));
const withLine = (name: string, line: string | null) =>
  status
    .split('\n')
    .map((own) => (own.startsWith(`${name}:`) ? line : own))
    .filter((own) => own !== null)
    .join('\n');

describe('a report', () => {
  it('says which letter, of whom, why and that it is for ever', async () => {
    expect(await readSaid()).toEqual({
      outbox: 17,
      report: '<report-1@mx.example.ru>',
      recipient: 'petrov@example.ru',
      isHard: true,
      code: '5.1.1',
      reason: '550 5.1.1 No such user',
    });
  });

  it.each(['To', 'Delivered-To', 'X-Original-To', 'Envelope-To'])('names its letter in %s', async (field) => {
    expect((await readSaid({ head: `${field}: ${addressOf(17)}` }))?.outbox).toBe(17);
  });
  it('names it in the mark of the envelope too', async () => {
    const marked = `Original-Envelope-Id: ${addressOf(17)}\n${status}`;
    expect((await readSaid({ head: 'To: bounces@example.ru', status: marked }))?.outbox).toBe(17);
  });
  it.each(['To: bounces@example.ru', `Cc: ${addressOf(17)}`, `To: bounces+17.${'a'.repeat(12)}@example.ru`])(
    'with the head «%s» is of no letter of ours',
    async (own) => expect(await readSaid({ head: own })).toBeNull(),
  );

  it('that is none is a letter like any other', async () => {
    expect(await readSaid({ kind: 'text/html' })).toBeNull();
    expect(await readReport(secrets, new TextEncoder().encode(`From: a@b.ru\n${head}\n\nПисьмо`))).toBeNull();
  });

  it.each([
    ['Action: failed', true],
    ['Action: Failed ', true],
    ['ACTION: FAILED', true],
    ['Action: delayed', false],
    ['Action: relayed', false],
    ['Action: delivered', false],
    [null, false],
  ])('with «%s» is the last word: %s', async (line, isFinal) => {
    expect((await readSaid({ status: withLine('Action', line) })) !== null).toBe(isFinal);
  });

  it.each([
    ['Status: 5.1.1', true, '5.1.1'],
    ['Status: 5.2.1 (closed)', true, '5.2.1'],
    ['Status: 5.2.2', false, '5.2.2'],
    ['Status: 4.2.2', false, '4.2.2'],
    ['Status: 5.7.26', false, '5.7.26'],
    ['Status: 2.123.456', false, '2.123.456'],
    ['Status: 3.1.1', false, null],
    ['Status: 15.1.1', false, null],
    ['Status: 5.1.1234', false, null],
    ['Status: 550', false, null],
    [null, false, null],
  ])('with «%s» is for ever: %s', async (line, isHard, code) => {
    expect(await readSaid({ status: withLine('Status', line) })).toMatchObject({ isHard, code });
  });

  it.each([
    ['Final-Recipient: rfc822; Petrov@Example.RU ', 'petrov@example.ru'],
    ['Final-Recipient: petrov@example.ru', 'petrov@example.ru'],
    // A box that forwards has another address than the letter had.
    ['Final-Recipient: rfc822; box@other.ru\nOriginal-Recipient: rfc822; petrov@example.ru', 'petrov@example.ru'],
    ['Original-Recipient: rfc822;petrov@example.ru\nFinal-Recipient: rfc822;box@other.ru', 'petrov@example.ru'],
  ])('«%s» is of %s', async (line, recipient) => {
    expect((await readSaid({ status: withLine('Final-Recipient', line) }))?.recipient).toBe(recipient);
  });
  it.each([null, 'Final-Recipient: rfc822;'])('with the receiver «%s» is of nobody', async (line) => {
    expect(await readSaid({ status: withLine('Final-Recipient', line) })).toBeNull();
  });

  it.each([
    ['Diagnostic-Code: smtp; 550 5.1.1 No such user', '550 5.1.1 No such user'],
    // Who speaks is no word of the reason, with a hyphen in it too.
    ['Diagnostic-Code: X-Postfix; unknown user', 'unknown user'],
    ['Diagnostic-Code: 550 No such user', '550 No such user'],
    ['Diagnostic-Code: 550 blocked; see the list', '550 blocked; see the list'],
    ['Diagnostic-Code: smtp;550 blocked; see the list', '550 blocked; see the list'],
    // Long words go on over lines that begin with a space.
    ['Diagnostic-Code: smtp; 550 5.1.1\n  No such\n\tuser\nRemote-MTA: dns; mx', '550 5.1.1 No such user'],
    // Whose it is is read by many.
    ['Diagnostic-Code: smtp; 550 <petrov@example.ru>: and a@b.ru unknown', '550 ••• and ••• unknown'],
    [null, 'Без объяснения'],
  ])('«%s»: «%s»', async (line, reason) => {
    expect((await readSaid({ status: withLine('Diagnostic-Code', line) }))?.reason).toBe(reason);
  });
  it('gives three hundred letters of the reason', async () => {
    const of = async (count: number) =>
      (await readSaid({ status: withLine('Diagnostic-Code', `Diagnostic-Code: smtp; ${'x'.repeat(count)}`) }))?.reason;
    expect(await of(300)).toBe('x'.repeat(300));
    expect(await of(301)).toBe('x'.repeat(300));
  });

  it('without a name is known by what it says', async () => {
    const nameless = new TextDecoder().decode(letter()).replace(/Message-ID.*\n/, '');
    expect((await readReport(secrets, new TextEncoder().encode(nameless)))?.report).toBe('17:petrov@example.ru:5.1.1');
  });
  it('ends its lines as it likes', async () => {
    const ended = new TextDecoder().decode(letter()).replaceAll('\n', '\r\n');
    expect(await readReport(secrets, new TextEncoder().encode(ended))).toEqual(await readSaid());
  });
});
