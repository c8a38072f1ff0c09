// Papers: what can be printed of a record, printing and copying, the journal, cancelling.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { IdValue, IsoDate, line, Named, optionalLine, optionalText } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';
import { ConsentKind, PlateRef } from './profiles.ts';

const tag = 'Документы';

export const DocumentState = z.enum(['printing', 'valid', 'cancelled', 'replaced']);
export type DocumentState = z.infer<typeof DocumentState>;
export const documentStates: Record<DocumentState, string> = {
  printing: 'Готовится',
  valid: 'Действителен',
  cancelled: 'Аннулирован',
  replaced: 'Заменён',
};
export const DocumentContext = z.enum(['garage', 'profile', 'contribution', 'reregistration', 'notification']);
export type DocumentContext = z.infer<typeof DocumentContext>;

export const DocumentRow = z.object({
  id: z.number(),
  number: z.string(),
  on_date: z.string(),
  document_type: Named,
  state: DocumentState,
  is_copy: z.boolean(),
  context: DocumentContext,
  garage: PlateRef.nullable(),
  profile: Named.nullable(),
  /** The pile that stands behind this row, with how many papers of the reader's place; null for a paper by itself. */
  batch: z.object({ id: z.number(), papers: z.number(), last: z.string() }).nullable(),
  contribution_id: z.number().nullable(),
  reregistration_id: z.number().nullable(),
  po: Named,
  mo_name: z.string(),
  printed_by: Named.nullable(),
  printed_at: z.string(),
  /** Why the paper itself may not be opened by the reader; null when it may. */
  paper_refusal: z.string().nullable(),
});
export type DocumentRow = z.infer<typeof DocumentRow>;

export const DocumentCard = DocumentRow.extend({
  region_name: z.string(),
  from_date: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  ended_at: z.string().nullable(),
  ended_by: z.string().nullable(),
  replaced_by: Named.nullable(),
  copy_of: z.number().nullable(),
  copies: z.array(z.object({ id: z.number(), printed_at: z.string(), by: z.string().nullable() })),
  /** Where anybody checks the paper. */
  check_url: z.string(),
  sha256: z.string().nullable(),
  /** When the signed paper came back. */
  received_at: z.string().nullable(),
  /** It came back as a scan, which `openScan` opens. */
  has_scan: z.boolean(),
  /** Sheets that the scan holds, of `scan_of`; null for a scan that was taken whole. */
  scan_pages: z.array(z.number()).nullable(),
  scan_of: z.number().nullable(),
  /** Why it can't be cancelled by the reader; null when it can. */
  cancel_refusal: z.string().nullable(),
});
export type DocumentCard = z.infer<typeof DocumentCard>;

const Ids = z.array(z.number().int()).max(500);
export const DocumentFilter = z.object({
  /** Number, garage or person. */
  q: z.string().max(100).optional(),
  moFilter: Ids.optional(),
  poList: Ids.optional(),
  sectionList: z.array(z.string().max(20)).max(200).optional(),
  documentTypeList: Ids.optional(),
  printedByList: Ids.optional(),
  state: DocumentState.optional(),
  copies: z.enum(['only', 'without']).optional(),
  dateFrom: IsoDate.optional(),
  dateTo: IsoDate.optional(),
  garage: z.number().int().optional(),
  profile: z.number().int().optional(),
  contribution: z.number().int().optional(),
  reregistration: z.number().int().optional(),
  notification: z.number().int().optional(),
  /** Papers of one pile, each by itself. */
  batch: z.number().int().optional(),
});
export type DocumentFilter = z.output<typeof DocumentFilter>;

export const documents = resource({
  name: 'documents',
  title: 'Документы',
  read: signedIn,
  row: DocumentRow,
  card: DocumentCard,
  filter: DocumentFilter,
  sorts: ['printed_at', 'on_date', 'number', 'type'],
});

/** Kinds in use, for filters and the print dialog. */
export const documentTypeList = endpoint({
  tag,
  method: 'GET',
  path: '/api/document_type_list/',
  summary: 'Виды документов',
  needs: signedIn,
  query: z.object({ q: z.string().max(100).optional() }),
  reply: z.object({ data: z.array(Named) }),
});

/** Officials who printed something in the reader's place. */
export const documentUsers = endpoint({
  tag,
  method: 'GET',
  path: '/api/document_users/',
  summary: 'Кто печатал',
  needs: signedIn,
  reply: z.object({ data: z.array(Named) }),
});

/** The record that a paper is about: exactly one of them. */
export const about = {
  garage_id: IdValue.nullish(),
  reregistration_id: IdValue.nullish(),
  contribution_id: IdValue.nullish(),
  profile_id: IdValue.nullish(),
  notification_id: IdValue.nullish(),
};

/** A name whose declension nobody has looked at, with what would be printed: «кому — Воробью Любови Петровне». */
export const DoubtfulName = z.object({ id: z.number(), name: z.string(), words: z.string() });
export type DoubtfulName = z.infer<typeof DoubtfulName>;

export const DocumentTypeInfo = z.object({
  id: z.number(),
  document_type: z.string(),
  is_po_specific: z.boolean(),
  is_manual_numerated: z.boolean(),
  is_date_specific: z.boolean(),
  /** A paper of the kind was printed for this record and stands. */
  is_already_printed: z.boolean(),
  /** Its number, or the next number that is offered. */
  number: z.string(),
  /** The next number, whatever was printed. */
  next_number: z.string(),
  /** The number stands in the card of the person: it is not the next of an order. */
  is_number_of_card: z.boolean(),
  date_mode: z.enum(['day', 'period']).nullable(),
  printed: z.object({ id: z.number(), number: z.string(), on_date: z.string() }).nullable(),
  /** Kinds of consent, each a sheet of its own: what was printed of it and stands. Null for other papers. */
  consents: z
    .array(
      z.object({
        kind: ConsentKind,
        printed: z.object({ id: z.number(), number: z.string(), on_date: z.string() }).nullable(),
      }),
    )
    .nullable(),
  /** What only people know of a claim is asked: the court, the duty, how the debtor was told. */
  asks_court: z.boolean(),
  /** Of a case by which several come: the paper is of one of them, who is named by `profile_id`. Null where there is no choice. */
  people: z.array(Named).nullable(),
  /** Names that the paper declines and the program is not sure of. */
  doubtful: z.array(DoubtfulName),
  /** Of a day that the history of the garage does not reach: what of it the paper can't know. */
  unknown: z.string().nullable(),
  /** ПО of the record: no other is accepted. Null where there is a choice. */
  po: Named.nullable(),
  /** Why the reader may not print it; null when he may. */
  refusal: z.string().nullable(),
});
export type DocumentTypeInfo = z.infer<typeof DocumentTypeInfo>;

/** What can be printed of a record, and what has to be asked first. */
export const documentTypeInfo = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_type_info/',
  summary: 'Что можно напечатать',
  needs: signedIn,
  body: z.object({
    document_types: z.array(IdValue).max(100).nullish(),
    ...about,
    /** The day of the paper: whose names stand on it; today when it is not said. */
    day: IsoDate.nullish(),
  }),
  reply: z.object({ data: z.array(DocumentTypeInfo) }),
  reads: true,
});

/** What only people know of an application to a court; what is left out stays a place for the hand. */
export const CourtWords = z.object({
  /** «Мировому судье судебного участка № 5», as the head of the paper names it. */
  court: optionalLine(200),
  court_address: optionalLine(300),
  /** The state duty that was paid, kopecks. */
  duty_kopecks: z.number().int().positive('Больше нуля').max(100_000_000_00, 'Слишком большая сумма').nullish(),
  notified_on: IsoDate.nullish(),
  /** «заказным письмом», after «уведомление направлено должнику». */
  notified_how: optionalLine(200),
  circumstances: optionalText(3000),
});
export type CourtWords = z.output<typeof CourtWords>;

export const PrintRequest = z.object({
  document_type_id: IdValue,
  ...about,
  specific_po: IdValue.nullish(),
  number: z.string().regex(/^\d*$/, 'Только цифры').max(12, 'Не длиннее 12 цифр').nullish(),
  start_date: IsoDate.nullish(),
  end_date: IsoDate.nullish(),
  /** The person knows that another paper stands under the number that he typed. */
  confirm_number: z.boolean().nullish(),
  /** Of a consent: which; to the processing of personal data when it is not said. */
  consent_kind: ConsentKind.nullish(),
  court: CourtWords.nullish(),
});
export type PrintRequest = z.infer<typeof PrintRequest>;

/** Prints: asks with 409 about a typed number that stands already; takes the number, keeps the paper, answers the file; its row is named by the header `X-Document-Id`. */
export const generateDocument = endpoint({
  tag,
  method: 'POST',
  path: '/api/generate_document/',
  summary: 'Напечатать документ',
  needs: signedIn,
  body: PrintRequest,
  kind: 'file',
});

/** The paper as it would be printed, one picture of all pages (SVG; null when it can't be drawn): nothing is numbered or kept. */
export const previewDocument = endpoint({
  tag,
  method: 'POST',
  path: '/api/preview_document/',
  summary: 'Посмотреть документ до печати',
  needs: signedIn,
  body: PrintRequest,
  reply: z.object({ picture: z.string().nullable() }),
  reads: true,
});

export const documentDetail = endpoint({
  tag,
  method: 'GET',
  path: '/api/document_detail/:id',
  summary: 'Документ',
  needs: signedIn,
  params: ByIdParams,
  reply: DocumentCard,
});

/** A link to the signed sheet that came back: for minutes, ended with the session. Of a personal paper it is logged, once a day. */
export const openScan = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_detail/:id/scan/',
  summary: 'Открыть скан подписанной бумаги',
  needs: signedIn,
  params: ByIdParams,
  reply: z.object({ url: z.string() }),
  reads: true,
});

/** Another copy of a paper: the same pages with «КОПИЯ», a row of its own in the journal. */
export const documentCopy = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_detail/:id',
  summary: 'Копия документа',
  needs: signedIn,
  params: ByIdParams,
  kind: 'file',
});

/** The paper as it was printed, for looking at; a paper with personal data is logged, once a day. */
export const documentFile = endpoint({
  tag,
  method: 'POST',
  path: '/api/documents/:id/file/',
  summary: 'Показать документ',
  needs: signedIn,
  params: ByIdParams,
  kind: 'file',
  reads: true,
});

/** The number stays taken; `replaced_by` names the paper that is valid instead. */
export const cancelDocument = endpoint({
  tag,
  method: 'POST',
  path: '/api/documents/:id/cancel/',
  summary: 'Аннулировать документ',
  needs: signedIn,
  params: ByIdParams,
  body: z.object({ reason: line(300), replaced_by: IdValue.nullish() }),
  reply: DocumentCard,
});

/** Code of the refusal of a kind that another fits instead: `current` is that kind, by id and name. */
export const OTHER_KIND = 'other_kind';

/** Code of the question about a typed number that another paper carries: `current` is that paper; `confirm_number` answers it. */
export const NUMBER_TAKEN = 'number_taken';

/** Header by which a print names its row in the journal. */
export const DOCUMENT_ID_HEADER = 'x-document-id';
