// What is known when a paper is made: of the ПО, the garage, the person, the money, the case.
import type { CourtWords } from '../../../contract/documents.ts';
import type { ConsentKind } from '../../../contract/profiles.ts';
import type { WrittenCases } from '../../../contract/profiles/nameCases.ts';
import type { DebtReply, PaymentQrReply, StatementReply } from '../../../contract/balance.ts';

export interface OrgFacts {
  po_id: number;
  po_name: string;
  code: number;
  mo_id: number;
  mo_name: string;
  region_id: number;
  region_name: string;
  org_form: string;
  inn: string | null;
  kpp: string | null;
  ogrn: string | null;
  okpo: string | null;
  address: string | null;
  phone: string | null;
  payee_name: string | null;
  bank_name: string | null;
  bik: string | null;
  account: string | null;
  corr_account: string | null;
  cadastral_number: string | null;
  lease_contract: string | null;
  chairman_name: string | null;
  treasurer_name: string | null;
  signature_key: string | null;
  stamp_key: string | null;
}

export interface PersonFacts extends WrittenCases {
  id: number;
  kind: string;
  last_name: string;
  first_name: string;
  father_name: string;
  full_name: string;
  birthday: string | null;
  /** «4012 123456, выдан …», whole: only for papers that ask for capability 1. */
  passport: string | null;
  /** Of an organisation, in place of a passport. */
  inn?: string | null;
  registration_address: string | null;
  actual_address: string | null;
  phones: readonly string[];
  email: string | null;
  is_voa_member: boolean;
  voa_entry_date: string | null;
  ticket_number: string | null;
  ticket_issued_at: string | null;
  privilege: string | null;
  /** Who represents a child or an estate: as the card says, or the last case of the place that brought a child his garage. */
  guardian: ({ full_name: string } & Partial<WrittenCases>) | null;
}

export interface OwnerFacts {
  profile_id: number;
  full_name: string;
  /** «1/2», null for the whole. */
  share: string | null;
  started_on: string | null;
  /** Null of one who owned on the day of the paper. */
  ended_on: string | null;
  /** The day since when he owns no more as of now, though it came after the paper's. */
  left_on: string | null;
  start_reason: string | null;
  /** «переоформление № 12 от 05.03.2024», where the program knows it. */
  document?: string | null;
  is_primary: boolean;
}

export interface GarageFacts {
  id: number;
  section: string;
  number: string;
  account_no: string;
  type: string;
  size_x: number | null;
  size_y: number | null;
  size_z: number | null;
  built_on: string | null;
  pib_number: string | null;
  pib_date: string | null;
  is_active: boolean;
  archived_on: string | null;
  /** The day since when the log tells what changed in its card. */
  known_from: string;
  /** All that were not lifted by the paper's day; a paper that was kept before they were told has none. */
  restrictions?: readonly { kind: string; ground: string; since: string; until: string | null }[];
  /** Owners of the paper's day first, then those before them from the latest. */
  owners: readonly OwnerFacts[];
  /** Who came after the paper's day, the earliest first. */
  later: readonly { profile_id: number; started_on: string }[];
}

export interface PaymentFacts {
  contribution_id: number;
  on_date: string;
  kopecks: number;
  method: string;
  /** What is paid for, in words. */
  purpose: string;
  garages: readonly string[];
}

export interface CaseParty extends PersonFacts {
  share: string | null;
}
export interface CaseFacts {
  id: number;
  on_date: string;
  date_request: string;
  reason_id: number;
  reason: string;
  price_kopecks: number | null;
  details: Readonly<Record<string, unknown>>;
  debt_answer: string | null;
  /** «№ 7 секции Б, КАС № 12-3»: what is given in return; only of an exchange. */
  other_garage: string | null;
  old: readonly CaseParty[];
  new: readonly CaseParty[];
}

export interface Facts {
  /** Number of the paper, or the sign that stands for it until it is taken. */
  number: string;
  /** Day of the paper; with a period its last day. */
  day: string;
  from: string | null;
  org: OrgFacts;
  garage: GarageFacts | null;
  person: PersonFacts | null;
  /** The paper is for a former owner: of the debt that was left to him. */
  isFormer: boolean;
  bill: DebtReply | null;
  statement: StatementReply | null;
  qr: PaymentQrReply | null;
  payment: PaymentFacts | null;
  case: CaseFacts | null;
  /** A general meeting, from the mailing that calls it. */
  meeting: MeetingFacts | null;
  /** Of a consent: which; the usual one when it is not said. */
  consent?: ConsentKind | null;
  /** What only people know of a claim. */
  court?: CourtWords | null;
  /** By what each document was charged that is owed; only of papers about debts, the earliest first. */
  grounds: readonly { document_id: number; ground: string }[];
  /** Years in which the person's membership fee was paid, for marks on a ticket. */
  paidYears: readonly number[];
  /** Who prints: «Орлов В. Н., 812 000-00-00». */
  by: string;
}

export interface MeetingFacts {
  initiator: string;
  form: string;
  at: string;
  /** Its day, where the mailing says it apart. */
  day: string | null;
  place: string;
  agenda: readonly string[];
  materials: string;
  /** What the code of the ballot says, by which it is known when it comes back; none on a notice for nobody named, and on those printed before. */
  slip?: string | null;
}
