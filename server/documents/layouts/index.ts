// Layouts by the code of the kind.
import { appJoin } from './appJoin.ts';
import { appTransfer } from './appTransfer.ts';
import { cashOrder } from './cashOrder.ts';
import { consentPd } from './consentPd.ts';
import { contract } from './contract.ts';
import { courtOrder } from './courtOrder.ts';
import { debtNotice } from './debtNotice.ts';
import { decisionAlloc } from './decisionAlloc.ts';
import { extractRegistry } from './extractRegistry.ts';
import type { Layout } from './layout.ts';
import { meetingNotice } from './meetingNotice.ts';
import { ownerCard } from './ownerCard.ts';
import { plain } from './plain.ts';
import { protocolExt } from './protocolExt.ts';
import { receiptQr } from './receiptQr.ts';
import { reconcile } from './reconcile.ts';
import { refMember } from './refMember.ts';
import { refNoDebt } from './refNoDebt.ts';
import { refSharePaid } from './refSharePaid.ts';
import { ticket } from './ticket.ts';

const all: readonly Layout[] = [
  refMember,
  refNoDebt,
  refSharePaid,
  extractRegistry,
  decisionAlloc,
  receiptQr,
  cashOrder,
  reconcile,
  appJoin,
  consentPd,
  appTransfer,
  contract,
  protocolExt,
  ownerCard,
  ticket,
  debtNotice,
  courtOrder,
  meetingNotice,
  plain,
];
const byCode = new Map(all.map((layout) => [layout.code, layout]));

/** The layout of a kind; a kind without one of its own is plain. */
export const layoutOf = (code: string): Layout => byCode.get(code) ?? plain;
