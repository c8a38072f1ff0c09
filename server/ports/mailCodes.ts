// Codes of mail servers (RFC 3463), wherever they are met: in the answer to a letter or in one that came back.

/**
 * «No such mailbox», «the mailbox is closed» (5.1.x of an address, 5.2.1): nobody reads there. A full box, a policy, a refusal to relay
 * (5.2.2, 5.7.x) say nothing of the address.
 */
export const isDeadMailbox = (code: string): boolean => /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(code);
