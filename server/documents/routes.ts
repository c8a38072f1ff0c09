// Papers: what can be printed, printing, the journal, copies, cancelling.
import * as contract from '../../contract/documents.ts';
import * as batches from '../../contract/documents/batches.ts';
import * as scans from '../../contract/documents/scans.ts';
import { ConsentKind } from '../../contract/profiles.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { keyIn } from '../kernel/keys.ts';
import { personalLink } from '../kernel/fileLinks.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { planOf, startBatch } from './batches.ts';
import { documentKindRoutes } from './routes/kinds.ts';
import { poPictureRoutes } from './routes/pictures.ts';
import { studioRoutes } from './routes/studio.ts';
import { newcomersOf } from './facts/case.ts';
import { requireSubject, type Subject } from './facts/subject.ts';
import { garageFacts } from './facts/garage.ts';
import { orgFacts } from './facts/org.ts';
import {
  countDocuments,
  freeTicket,
  documentCard,
  documentRows,
  kindsInUse,
  nextNumbers,
  printers,
  standingPapers,
} from './queries.ts';
import {
  autoNumber,
  COURT,
  isOfNewcomer,
  moneyRefusal,
  paperRefusal,
  printRefusal,
  TICKET,
  type DocumentKind,
} from './rules.ts';
import { CONSENT, USUAL } from './rules/consents.ts';
import { unknownThen } from './rules/garageThen.ts';
import { doubtfulNames } from './facts/doubtful.ts';
import { cancelPaper, cancelRefusal } from './writing/cancelling.ts';
import { againFile, copyPaper, firstFile, noteOpening, paperFile, requirePaper } from './writing/keeping.ts';
import { previewPaper } from './writing/previewing.ts';
import { checkUrlOf, printOnce, printPaper } from './writing/printing.ts';
import { takeReceived } from './writing/receiving.ts';
import type { Returns } from './writing/returns.ts';
import { fileScannedPile } from './writing/scanning.ts';

export function documentRoutes(mount: Mount, returns: Returns): void {
  documentKindRoutes(mount);
  studioRoutes(mount);
  poPictureRoutes(mount);
  signedRoutes(mount, returns);
  mount(batches.planBatch, (ctx, { body }) => planOf(ctx, body));
  mount(batches.printBatch, async (ctx, { body }) => ({ job_id: await startBatch(ctx, body) }));
  mount(contract.documents.list, async (ctx, { query }) => {
    const request = parseList(query, contract.documents);
    const [json, { total, ...totals }] = await Promise.all([
      jsonRows(ctx.db, documentRows(ctx, request)),
      countDocuments(ctx, request.filter),
    ]);
    return { json, total, offset: request.offset, limit: request.limit, totals };
  });
  mount(contract.documents.one, (ctx, { params }) => card(ctx, params.id));
  mount(contract.documentDetail, (ctx, { params }) => card(ctx, params.id));

  mount(contract.documentTypeList, async (ctx, { query }) => {
    const wanted = query.q?.trim().toLowerCase() ?? '';
    const kinds = await kindsInUse(ctx.db);
    return {
      data: kinds.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id, name }) => ({ id, name })),
    };
  });
  mount(contract.documentUsers, async (ctx) => ({ data: await printers(ctx) }));

  mount(contract.documentTypeInfo, async (ctx, { body }) => {
    const subject = await requireSubject(ctx, body);
    const kinds = (await kindsInUse(ctx.db)).filter(
      (kind) =>
        kind.contexts.includes(subject.context) &&
        (!subject.money || !moneyRefusal(kind, subject.money)) &&
        (!body.document_types?.length || body.document_types.includes(kind.id)),
    );
    return {
      data: await typeInfo(ctx, subject, kinds, { profileId: body.profile_id ?? null, day: body.day ?? todayOf(ctx) }),
    };
  });

  mount(contract.previewDocument, async (ctx, { body }) => ({ picture: await previewPaper(ctx, body) }));

  mount(contract.generateDocument, async (ctx, { body, raw, reply }) => {
    const key = keyIn(raw.headers);
    const { paper, before } = key ? await printOnce(ctx, body, key) : { paper: await printPaper(ctx, body) };
    const file = paper ? await firstFile(ctx, paper) : await againFile(ctx, before!);
    void reply.header(contract.DOCUMENT_ID_HEADER, paper?.id ?? before!);
    return { ...file, inline: false };
  });

  mount(contract.documentCopy, async (ctx, { params, reply }) => {
    const { document, ...file } = await copyPaper(ctx, params.id);
    void reply.header(contract.DOCUMENT_ID_HEADER, document);
    return { ...file, inline: false };
  });

  mount(contract.documentFile, async (ctx, { params }) => {
    await noteOpening(ctx, params.id);
    return paperFile(ctx, params.id);
  });

  mount(contract.cancelDocument, async (ctx, { params, body }) => {
    await cancelPaper(ctx, params.id, body);
    return card(ctx, params.id);
  });
}

/** Signed papers that come back. */
function signedRoutes(mount: Mount, returns: Returns): void {
  mount(scans.fileScans, async (ctx, { file }) => fileScannedPile(ctx, await file(), returns));
  mount(scans.takeAsReceived, async (ctx, { params }) => {
    await takeReceived(ctx, params.id, returns);
    return card(ctx, params.id);
  });
  mount(contract.openScan, async (ctx, { params }) => {
    const { scan_file_id: scan } = await requirePaper(ctx, params.id);
    if (!scan) throw notFound();
    await noteOpening(ctx, params.id);
    return { url: personalLink(ctx, scan) };
  });
}

async function card(ctx: Ctx, id: number): Promise<contract.DocumentCard> {
  const row = await documentCard(ctx, id);
  if (!row) throw notFound();
  const { check_code, ...rest } = row;
  return {
    ...rest,
    check_url: checkUrlOf(ctx, check_code) ?? `/d/${check_code}`,
    cancel_refusal: row.paper_refusal ?? cancelRefusal(ctx.actor, { ...row, printed_by: row.printed_by?.id ?? null }),
  };
}

type Printed = contract.DocumentTypeInfo['printed'];
/** Kinds of consent with what is printed of each; one about health to those who may read of it. */
const consentsTold = ({ actor }: Ctx, printedOf: (kind: ConsentKind) => Printed) =>
  ConsentKind.options
    .filter((kind) => kind !== 'health' || paperRefusal(actor, { is_personal: true }) === null)
    .map((kind) => ({ kind, printed: printedOf(kind) }));

async function typeInfo(
  ctx: Ctx,
  subject: Subject,
  kinds: readonly DocumentKind[],
  { profileId, day }: { profileId: number | null; day: string },
): Promise<contract.DocumentTypeInfo[]> {
  const year = Number(todayOf(ctx).slice(0, 4));
  const [org, printed, next, ticket] = await Promise.all([
    orgFacts(ctx.db, ctx.actor, subject.po_id),
    standingPapers(ctx, subject),
    nextNumbers(ctx.db, subject.po_id, year),
    freeTicket(ctx.db, subject, year),
  ]);
  if (!org) throw notFound();
  const doubtful = await doubtfulNames(ctx, subject, kinds, { profileId, region: org.region_id, day });
  const newcomers = subject.reregistration_id ? await newcomersOf(ctx, subject.reregistration_id) : [];
  const unknown = subject.garage_id ? unknownThen(await garageFacts(ctx, subject.garage_id, day), day) : null;
  return kinds.map((kind) => {
    const isConsent = kind.code === CONSENT;
    const ofKind = (consent: ConsentKind | null) => {
      const found = printed.find((one) => one.type_id === kind.id && one.consent_kind === consent);
      return kind.warns_of_repeat && found ? { id: found.id, number: found.number, on_date: found.on_date } : null;
    };
    const before = ofKind(isConsent ? USUAL : null);
    const seq = next.get(kind.id) ?? 1;
    const ofCard = kind.code === TICKET && kind.is_manual_numerated ? ticket : null;
    const offered = ofCard ?? (kind.is_manual_numerated ? String(seq) : autoNumber(org.code, kind.id, seq, year));
    return {
      id: kind.id,
      document_type: kind.name,
      is_po_specific: kind.is_po_specific,
      is_manual_numerated: kind.is_manual_numerated,
      is_date_specific: kind.date_mode !== null,
      is_already_printed: Boolean(before),
      number: before?.number ?? offered,
      next_number: offered,
      is_number_of_card: ofCard !== null,
      date_mode: kind.date_mode,
      printed: before,
      consents: isConsent ? consentsTold(ctx, ofKind) : null,
      asks_court: kind.code === COURT,
      people: newcomers.length > 1 && isOfNewcomer(kind) ? newcomers : null,
      doubtful: doubtful.get(kind.id) ?? [],
      unknown: kind.date_mode === null ? null : unknown,
      po: subject.pos && subject.pos.length > 1 ? null : { id: org.po_id, name: org.po_name },
      refusal: printRefusal(ctx.actor, kind),
    };
  });
}
