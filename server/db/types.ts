// Made by generateTypes.ts from the migrations; do not edit.
import type { Generated, GeneratedAlways } from 'kysely';

export interface AccountPastTable {
  id: Generated<number>;
  user_id: number;
  until: string;
  role: string;
  is_active: boolean;
  is_superuser: number;
  rights: unknown;
}

export interface AccrualDiscountTable {
  privilege_id: number;
  accrual_type_id: number;
  percent: number | null;
  amount_kopecks: number | null;
}

export interface AccrualTypeTable {
  id: number;
  name: string;
  unit: Generated<string>;
  period: Generated<string>;
  privilege_applies: Generated<boolean>;
  penalty_applies: Generated<boolean>;
  is_service: Generated<boolean>;
  sort: number;
  is_active: Generated<boolean>;
  version: Generated<number>;
}

export interface ActionLogTable {
  id: Generated<number>;
  at: Generated<string>;
  user_id: number | null;
  user_name: string;
  verb: string;
  object_type: string | null;
  object_id: number | null;
  object_name: string | null;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  text: string;
  before: unknown | null;
  after: unknown | null;
  tab: GeneratedAlways<string | null>;
  ip: string | null;
  device: string | null;
  device_name: string | null;
}

export interface AddressCardTable {
  variant_id: number;
  profile_id: number;
  field: string;
  is_changed: Generated<boolean>;
  was_fias: unknown | null;
}

export interface AddressKnownTable {
  digest: Uint8Array;
  at: string;
}

export interface AddressRunTable {
  id: Generated<number>;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  which: string;
  source: string;
  apply_sure: boolean;
  job_id: number | null;
  price_kopecks: Generated<number>;
  asked: Generated<number>;
  created_by: number | null;
  created_at: string;
  listed_to: Generated<number>;
  only_new: Generated<boolean>;
  only_without_id: Generated<boolean>;
}

export interface AddressVariantTable {
  id: Generated<number>;
  run_id: number;
  was: string;
  becomes: string | null;
  quality: string | null;
  remark: string | null;
  is_postal: boolean | null;
  state: Generated<string>;
  decided_by: number | null;
  decided_at: string | null;
  fias: unknown | null;
}

export interface AppSettingTable {
  key: string;
  value: unknown;
  updated_at: Generated<string>;
}

export interface AppUserTable {
  id: Generated<number>;
  email: string;
  email_key: GeneratedAlways<string | null>;
  password_hash: string | null;
  last_name: Generated<string>;
  first_name: Generated<string>;
  father_name: Generated<string>;
  phone: string | null;
  role: Generated<string>;
  is_superuser: Generated<number>;
  capabilities: Generated<number[]>;
  is_active: Generated<boolean>;
  totp_cipher: Uint8Array | null;
  rights_version: Generated<number>;
  last_seen_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  must_reset_password: Generated<boolean>;
  totp_pending: Uint8Array | null;
  totp_last_step: Generated<number>;
}

export interface AttachmentTable {
  id: Generated<number>;
  object_type: string;
  object_id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  kind: Generated<string>;
  title: string | null;
  file_id: number;
  created_by: number | null;
  created_at: Generated<string>;
  deleted_at: string | null;
}

export interface BackgroundJobTable {
  id: Generated<number>;
  kind: string;
  title: string;
  user_id: number | null;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  payload: Generated<unknown>;
  status: Generated<string>;
  stage: Generated<string>;
  done: Generated<number>;
  total: Generated<number>;
  errors: Generated<number>;
  result: unknown | null;
  failure: string | null;
  created_at: Generated<string>;
  finished_at: string | null;
  actor: Generated<unknown>;
  operation_key: string | null;
  capability: number | null;
  cancel: Generated<string>;
  can_retry: Generated<boolean>;
  attempts: Generated<number>;
  queue_id: string | null;
  started_at: string | null;
  cancel_asked_at: string | null;
  summary: string | null;
  file_id: number | null;
  file_until: string | null;
  done_before: Generated<number>;
}

export interface BackupTable {
  id: Generated<number>;
  name: string;
  at: string;
  state: string;
  failure: string | null;
  bytes: Generated<number>;
  rows_count: Generated<number>;
  files_count: Generated<number>;
  missing: Generated<unknown>;
  has_key: Generated<boolean>;
  made_ms: Generated<number>;
  proved_ms: Generated<number>;
  made_by: number | null;
  origin: string;
}

export interface BalanceOperationTable {
  id: Generated<number>;
  garage_id: number;
  owner_id: number | null;
  region_id: number;
  mo_id: number;
  po_id: number;
  contribution_id: number;
  sign: number;
  amount_kopecks: number;
  accrual_type_id: number | null;
  payment_type_id: number | null;
  period_year: number;
  on_date: string;
  paper_no: string | null;
  comment: string | null;
  reversal_of: number | null;
  created_by: number | null;
  created_at: Generated<string>;
  debtor_id: number | null;
  origin_id: number | null;
}

export interface BankLayoutTable {
  id: Generated<number>;
  mo_id: number;
  po_id: number | null;
  signature: string;
  layout: unknown;
  used_at: Generated<string>;
}

export interface BankRowTable {
  id: Generated<number>;
  statement_id: number;
  parent_id: number | null;
  nth: number;
  region_id: number;
  mo_id: number;
  po_id: number | null;
  kind: string;
  duplicate_of: number | null;
  hash: string;
  on_date: string;
  doc_date: string;
  number: Generated<string>;
  doc_kind: Generated<string>;
  amount_kopecks: number;
  fee_kopecks: Generated<number>;
  payer: Generated<string>;
  payer_account: Generated<string>;
  purpose: Generated<string>;
  raw: Generated<unknown>;
  certainty: Generated<string>;
  reason: string | null;
  parts: Generated<unknown>;
  assigned_by: number | null;
  is_skipped: Generated<boolean>;
  has_registry: Generated<boolean>;
  contribution_id: number | null;
  version: Generated<number>;
  note: string | null;
}

export interface BankRowDocumentTable {
  contribution_id: number;
  row_id: number;
}

export interface BankStatementTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number | null;
  account: string;
  file_id: number;
  file_name: string;
  date_from: string | null;
  date_to: string | null;
  opening_kopecks: number | null;
  closing_kopecks: number | null;
  incoming_kopecks: number;
  outgoing_kopecks: number;
  warnings: Generated<unknown>;
  header: Generated<unknown>;
  created_by: number;
  created_at: Generated<string>;
  withdrawn_at: string | null;
  withdrawn_by: number | null;
}

export interface BounceMailboxTable {
  address: string;
  validity: string;
  last_uid: Generated<number>;
}

export interface CashDayTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number;
  on_date: string;
  payments: number;
  amount_kopecks: number;
  closed_by: number | null;
  closed_at: string;
  reopened_by: number | null;
  reopened_at: string | null;
  reopen_reason: string | null;
}

export interface CheckedListTable {
  name: string;
  checked_until: string;
  checked_by: number | null;
  checked_at: string | null;
}

export interface CommentTable {
  id: Generated<number>;
  object_type: string;
  object_id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  text: string;
  author_id: number;
  created_at: Generated<string>;
  edited_at: string | null;
  deleted_at: string | null;
}

export interface ConsentTable {
  id: Generated<number>;
  profile_id: number;
  kind: string;
  doc_no: string | null;
  signed_at: string;
  file_id: number | null;
  revoked_at: string | null;
  created_by: number | null;
  created_at: Generated<string>;
  source: Generated<string>;
  import_batch_id: number | null;
}

export interface ContributionTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number | null;
  kind: string;
  accrual_type_id: number | null;
  payment_type_id: number | null;
  period_year: number | null;
  on_date: string;
  amount_kopecks: Generated<number>;
  garage_count: Generated<number>;
  reversal_of: number | null;
  source: Generated<string>;
  idempotency_key: string;
  import_batch_id: number | null;
  created_by: number | null;
  created_at: Generated<string>;
  corrects: number | null;
  request: unknown | null;
  due_on: string | null;
  undoes_whole: Generated<boolean>;
}

export interface ContributionWordsTable {
  contribution_id: number;
  version: number;
  basis_document: string | null;
  comment: string | null;
  created_by: number | null;
  created_at: string;
}

export interface CorrectionTable {
  id: Generated<number>;
  profile_id: number;
  demand_id: number;
  act_no: string;
  at: string;
  operator: string;
  lines: number[];
  done_by: number | null;
}

export interface DebtDayTable {
  po_id: number;
  day: string;
  debt_kopecks: number;
  debtors: number;
}

export interface DebtMonthTable {
  po_id: number;
  month: string;
  moved_kopecks: number;
}

export interface DebtRuleTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number | null;
  name: string;
  is_on: Generated<boolean>;
  min_kopecks: number;
  min_days: number;
  accrual_types: Generated<number[]>;
  every: string;
  on_day: number | null;
  at_hour: number;
  template_id: number;
  channel: string;
  repeat_days: number;
  pay_days: number;
  enabled_by: number | null;
  last_run_at: string | null;
  last_note: string | null;
  late_at: string | null;
  is_withdrawn: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  shown_people: number | null;
  shown_cost_kopecks: number | null;
  shown_typed: Generated<boolean>;
}

export interface DebtStaleTable {
  po_id: number;
  since: string;
}

export interface DemandTermTable {
  kind: string;
  days: number;
  is_working: boolean;
  article: string;
  sort: number;
}

export interface DestructionTable {
  id: Generated<number>;
  profile_id: number;
  act_no: string;
  at: string;
  ground: string;
  counts: unknown;
  done_by: number | null;
  demand_id: number | null;
  operator: Generated<string>;
  kept: Generated<unknown>;
  extract: Generated<unknown>;
  forgotten_at: string | null;
}

export interface DeviceTable {
  id: Generated<number>;
  user_id: number;
  fingerprint: string;
  label: Generated<string>;
  status: Generated<string>;
  first_seen_at: Generated<string>;
  last_seen_at: Generated<string>;
  cookie_hash: Uint8Array | null;
}

export interface DocumentTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number;
  type_id: number;
  context: string;
  garage_id: number | null;
  profile_id: number | null;
  contribution_id: number | null;
  reregistration_id: number | null;
  notification_id: number | null;
  number: string;
  year: number;
  on_date: string;
  from_date: string | null;
  state: Generated<string>;
  cancel_reason: string | null;
  ended_at: string | null;
  ended_by: number | null;
  replaced_by: number | null;
  copy_of: number | null;
  check_code: string;
  snapshot: Uint8Array | null;
  template_nth: Generated<number>;
  file_id: number | null;
  sha256: string | null;
  printed_by: number | null;
  printed_at: string;
  template_region_id: number | null;
  batch_id: number | null;
  batch_nth: number | null;
  received_at: string | null;
  received_by: number | null;
  scan_file_id: number | null;
  consent_kind: string | null;
  scan_pages: number[] | null;
  scan_of: number | null;
  people: Generated<number[]>;
  destroyed_for: number | null;
}

export interface DocumentBatchTable {
  id: Generated<number>;
  kind: string;
  type_id: number;
  job_id: number;
  papers: number;
  sha256: string | null;
  printed_by: number | null;
  printed_at: string;
}

export interface DocumentCounterTable {
  po_id: number;
  type_id: number;
  year: number;
  last: number;
}

export interface DocumentTemplateTable {
  id: Generated<number>;
  type_id: number;
  nth: number;
  state: string;
  body: unknown;
  created_by: number | null;
  saved_at: string;
  in_force_since: string | null;
  region_id: number | null;
  version: Generated<number>;
  ended_at: string | null;
}

export interface DocumentTypeTable {
  id: Generated<number>;
  code: Generated<string>;
  name: string;
  contexts: string[];
  is_po_specific: Generated<boolean>;
  is_manual_numerated: Generated<boolean>;
  date_mode: string | null;
  warns_of_repeat: Generated<boolean>;
  is_personal: Generated<boolean>;
  sort: Generated<number>;
  is_active: Generated<boolean>;
  version: Generated<number>;
  levels: Generated<string[]>;
}

export interface DueMomentTable {
  id: Generated<number>;
  what: string;
  object: Generated<string>;
  due_at: string;
  state: Generated<string>;
  taken_until: string | null;
  attempts: Generated<number>;
  failure: string | null;
  done_at: string | null;
  decided_by: number | null;
}

export interface GalleryItemTable {
  id: Generated<number>;
  title: string;
  caption: string | null;
  file_id: number;
  sort: Generated<number>;
  is_active: Generated<boolean>;
  version: Generated<number>;
}

export interface GarageTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number;
  section: Generated<string>;
  number: string;
  section_key: GeneratedAlways<string | null>;
  number_key: GeneratedAlways<string | null>;
  account_no: string;
  type_id: Generated<number>;
  size_x: string | null;
  size_y: string | null;
  size_z: string | null;
  date_of_construction: string | null;
  is_active: Generated<boolean>;
  archive_reason: string | null;
  archived_at: string | null;
  archive_comment: string | null;
  pib_number: string | null;
  pib_date: string | null;
  pib_file_id: number | null;
  note: string | null;
  locked_by_reregistration: number | null;
  owners_key: Generated<string>;
  import_batch_id: number | null;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  is_withdrawn: Generated<boolean>;
}

export interface GarageAttentionTable {
  id: Generated<number>;
  garage_id: number;
  import_batch_id: number | null;
  field: string;
  title: string;
  text_cipher: Uint8Array;
  created_at: Generated<string>;
}

export interface GarageBalanceTable {
  garage_id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  balance_kopecks: Generated<number>;
  last_payment_on: string | null;
  aside_kopecks: Generated<number>;
  former_kopecks: Generated<number>;
  names_ahead: Generated<boolean>;
  debt_kopecks: GeneratedAlways<number | null>;
  advance_kopecks: GeneratedAlways<number | null>;
  is_active: Generated<boolean>;
  years: Generated<unknown | null>;
  owed_since: string | null;
  penalty_since: string | null;
  last_line_on: string | null;
  was_ahead: Generated<boolean>;
  former_debt_kopecks: Generated<number>;
}

export interface GarageLinkTable {
  old_id: number;
  new_id: number;
}

export interface GarageRestrictionTable {
  id: Generated<number>;
  garage_id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  kind: string;
  ground: string;
  since: string;
  until: string | null;
  set_by: number | null;
  created_at: Generated<string>;
  lifted_at: string | null;
  lifted_by: number | null;
  lift_ground: string | null;
}

export interface GarageTypeTable {
  id: number;
  name: string;
  is_capital: Generated<boolean>;
  has_size: Generated<boolean>;
  sort: number;
  is_active: Generated<boolean>;
  version: Generated<number>;
}

export interface GatewayBalanceTable {
  channel: string;
  kopecks: number;
  at: string;
}

export interface HandoverTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number;
  on_date: string;
  state: Generated<string>;
  last_name: string;
  first_name: string;
  father_name: Generated<string>;
  email: string;
  phone: string | null;
  former_user_id: number | null;
  things: string | null;
  figures: unknown;
  asked_by: number | null;
  asked_at: string;
  decided_by: number | null;
  decided_at: string | null;
  decline_reason: string | null;
  new_user_id: number | null;
  former_name: string | null;
}

export interface ImportBatchTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number;
  file_id: number | null;
  file_name: string;
  file_sha256: string;
  status: Generated<string>;
  layout: Generated<unknown>;
  overrides: Generated<unknown>;
  balance_date: string | null;
  summary: Generated<unknown>;
  rows_total: Generated<number>;
  rows_done: Generated<number>;
  rows_failed: Generated<number>;
  failure: string | null;
  created_by: number;
  created_at: Generated<string>;
  started_at: string | null;
  finished_at: string | null;
  rolled_back_at: string | null;
  rolled_back_by: number | null;
  questions: Generated<unknown>;
  choices: Generated<unknown>;
  book_id: number | null;
}

export interface ImportBookTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  file_name: string;
  assigned: Generated<unknown>;
  left_out: Generated<unknown>;
  created_by: number;
  created_at: Generated<string>;
}

export interface ImportEffectTable {
  id: Generated<number>;
  batch_id: number;
  row_no: number | null;
  table_name: string;
  row_id: number;
  before: unknown | null;
  version_after: number | null;
}

export interface ImportLayoutTable {
  id: Generated<number>;
  po_id: number;
  signature: string;
  layout: unknown;
  used_at: Generated<string>;
}

export interface ImportPersonTable {
  batch_id: number;
  code: string;
  profile_id: number;
}

export interface ImportRowTable {
  batch_id: number;
  row_no: number;
  outcome: string;
  result: string | null;
  result_text: string | null;
  row_hash: string;
  garage_id: number | null;
  payload: unknown;
  sheet_no: Generated<number>;
  column_no: Generated<number>;
}

export interface KeyRateTable {
  id: Generated<number>;
  since: string;
  percent: number;
  version: Generated<number>;
}

export interface LedgerDayTable {
  day: string;
  pos: number;
  seals: number;
  hash: Uint8Array;
  created_at: string;
}

export interface LedgerDayHeadTable {
  day: string;
  po_id: number;
  seq: number;
  hash: Uint8Array;
}

export interface LedgerHeadTable {
  po_id: number;
  seq: number;
  hash: Uint8Array;
}

export interface LedgerMonthTable {
  po_id: number;
  mo_id: number;
  region_id: number;
  month: string;
  sign: number;
  accrual_type_id: Generated<number>;
  payment_type_id: Generated<number>;
  lines: number;
  amount_kopecks: number;
}

export interface LedgerOldBooksTable {
  po_id: number;
  tried_at: string | null;
  faults: unknown | null;
}

export interface LedgerSealTable {
  po_id: number;
  seq: number;
  contribution_id: number;
  lines: number;
  lines_hash: Uint8Array;
  hash: Uint8Array;
  created_at: Generated<string>;
  what: Generated<string>;
  prints: Uint8Array | null;
  fields: unknown | null;
  document: unknown | null;
}

export interface LinePersonTable {
  line_id: number;
  profile_id: number;
  merge_id: number;
}

export interface LogArchiveTable {
  id: Generated<number>;
  month: string;
  lines: number;
  actions: number;
  first_id: number | null;
  last_id: number | null;
  bytes: number;
  sha256: string;
  previous: string | null;
  seal: string;
  file_id: number;
  made_at: string;
  made_by: number | null;
  proved_at: string;
  dropped_at: string | null;
  dropped_by: number | null;
  dropped_xid: number | null;
}

export interface LogCountTable {
  id: number;
  done_id: Generated<number>;
  ready_id: Generated<number>;
  ready_xid: Generated<number>;
  seen_id: Generated<number>;
}

export interface LogDayTable {
  day: string;
  region_id: number;
  mo_id: number;
  po_id: number;
  user_id: number;
  tab: string;
  verb: string;
  slot: number;
  lines: number;
}

export interface LogLineCutTable {
  id: number | null;
  at: string | null;
  day: string | null;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  user_id: number | null;
  tab: string | null;
  verb: string | null;
  slot: number | null;
}

export interface LogMonthTable {
  month: string;
  region_id: number;
  mo_id: number;
  po_id: number;
  user_id: number;
  tab: string;
  verb: string;
  slot: number;
  lines: number;
}

export interface LogSeenTable {
  line_id: number;
  people: number[];
}

export interface LogSumTable {
  level: number;
  place_id: number;
  tab: string;
  span: string;
  day: string;
  verb: string;
  lines: number;
}

export interface LoginAttemptTable {
  id: Generated<number>;
  email_key: string;
  ip: string;
  fingerprint: Generated<string>;
  ok: boolean;
  at: Generated<string>;
}

export interface MailBounceTable {
  id: Generated<number>;
  outbox_id: number;
  recipient_key: string;
  is_hard: boolean;
  code: string | null;
  reason: string;
  report: string;
  at: string;
}

export interface MergeCandidateTable {
  one_id: number;
  other_id: number;
  score: number;
  parts: unknown;
  found_at: string;
}

export interface MergeDifferentTable {
  one_id: number;
  other_id: number;
  decided_by: number | null;
  decided_at: string;
}

export interface MergeMovedTable {
  merge_id: number;
  nth: number;
  table_name: string;
  row_key: number;
  before: unknown | null;
  after: unknown;
}

export interface MergeRecordTable {
  id: Generated<number>;
  survivor_id: number;
  merged_id: number;
  choices: unknown;
  sealed_cards: Uint8Array | null;
  had: unknown;
  merged_by: number | null;
  merged_at: string;
  until: string;
  undone_by: number | null;
  undone_at: string | null;
  last: Generated<unknown>;
}

export interface MessageTemplateTable {
  id: Generated<number>;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  template_name: string;
  kind: Generated<string>;
  sms_text: Generated<string>;
  email_text: unknown | null;
  is_personal: Generated<boolean>;
  color: Generated<string>;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  meeting: unknown | null;
}

export interface MeterReadingTable {
  operation_id: number;
  garage_id: number;
  accrual_type_id: number;
  on_date: string;
  previous: string;
  current: string;
}

export interface MoTable {
  id: Generated<number>;
  region_id: number;
  name: string;
  short_name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  inn: string | null;
  kpp: string | null;
  bank_name: string | null;
  bik: string | null;
  account: string | null;
  corr_account: string | null;
  payee_name: string | null;
  chairman_name: string | null;
  chairman_phone: string | null;
  chairman_email: string | null;
  treasurer_name: string | null;
  time_zone: Generated<string>;
  period_closed_until: string | null;
  backup_allowed: Generated<boolean>;
  sort_pinned: Generated<boolean>;
  mailing_enabled: Generated<boolean>;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  sort_key: GeneratedAlways<string | null>;
  confirm_above: Generated<number>;
  sms_limit_month: number | null;
  ogrn: string | null;
  okpo: string | null;
  approve_above: number | null;
  quiet_from: Generated<number>;
  quiet_to: Generated<number>;
  reregistration_notices: Generated<string>;
  meeting_notice_days: Generated<number>;
}

export interface NameWordTable {
  word: string;
}

export interface NewsTable {
  id: Generated<number>;
  title: string;
  body: unknown;
  plain: string;
  author_id: number;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  for_all: Generated<boolean>;
  roles: Generated<string[]>;
  is_pinned: Generated<boolean>;
  asks_ack: Generated<boolean>;
  published_at: string | null;
  withdrawn_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface NewsFileTable {
  id: Generated<number>;
  news_id: number;
  file_id: number;
}

export interface NewsPlaceTable {
  news_id: number;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
}

export interface NewsReadTable {
  news_id: number;
  user_id: number;
  read_at: Generated<string>;
  ack_at: string | null;
}

export interface NightProofTable {
  what: string;
  at: string;
  faults: number;
}

export interface NotificationTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number | null;
  po_id: number | null;
  title: Generated<string>;
  kind: Generated<string>;
  status: Generated<number>;
  channel: Generated<string>;
  template_id: number | null;
  sms_text: Generated<string>;
  email_text: unknown | null;
  selection: unknown;
  typed: Generated<unknown>;
  one_per_person: Generated<boolean>;
  ignore_unnotifiable: Generated<boolean>;
  skip_repeated: Generated<boolean>;
  created_by: number | null;
  sent_from: string;
  scheduled_at: string | null;
  recall_until: string | null;
  started_at: string | null;
  finished_at: string | null;
  people: Generated<number>;
  garages: Generated<number>;
  unreachable: Generated<number>;
  total: Generated<number>;
  delivered: Generated<number>;
  failed: Generated<number>;
  unknown: Generated<number>;
  segments: Generated<number>;
  cost_kopecks: Generated<number>;
  cost_ready: Generated<boolean>;
  pause_reason: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  skip_template: Generated<boolean>;
  awaits_approval: Generated<boolean>;
  approved_by: number | null;
  rule_id: number | null;
  rule_run_at: string | null;
  reregistration_event_id: number | null;
  urgent_reason: string | null;
  asked_who: string | null;
  meeting: unknown | null;
  shown_people: number | null;
  shown_cost_kopecks: number | null;
  shown_empty: number | null;
  shown_typed: Generated<boolean>;
}

export interface NotificationFileTable {
  notification_id: number;
  file_id: number;
}

export interface NotificationMessageTable {
  id: Generated<number>;
  notification_id: number;
  receiver: string;
  profile_id: number | null;
  user_id: number | null;
  garage_ids: Generated<number[]>;
  person_name: string;
  channel: string | null;
  address: string | null;
  subject: string | null;
  body: Generated<string>;
  html: string | null;
  segments: Generated<number>;
  cost_kopecks: Generated<number>;
  status: Generated<number>;
  reason: string | null;
  outbox_id: number | null;
  attempt: Generated<number>;
  superseded: Generated<boolean>;
  created_at: Generated<string>;
  handed_at: string | null;
  changed_at: string | null;
  marked_by: number | null;
  letter_printed_at: string | null;
  handed_on: string | null;
  ward_ids: Generated<number[]>;
  billed_kopecks: number | null;
}

export interface OneTimeLinkTable {
  id: Generated<number>;
  token_hash: Uint8Array;
  purpose: string;
  user_id: number;
  payload: Generated<unknown>;
  created_at: Generated<string>;
  expires_at: string;
  used_at: string | null;
  denied_at: string | null;
}

export interface OperationKeyTable {
  key: string;
  user_id: number;
  asked: string;
  answer: unknown | null;
  created_at: Generated<string>;
  status: number | null;
  until: Generated<string>;
}

export interface OutboxTable {
  id: Generated<number>;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  created_at: Generated<string>;
  sent_at: string | null;
  attempts: Generated<number>;
  failure: string | null;
  next_attempt_at: string;
  channel: Generated<string>;
  what: string;
  receiver: string;
  sealed: Uint8Array | null;
  state: Generated<string>;
  taken_until: string | null;
  extra: unknown | null;
  gateway_ids: Generated<string[]>;
  gateway_forms: Generated<string[]>;
  receipt: number | null;
  withdrawn: string | null;
  is_bulk: GeneratedAlways<boolean>;
  receipt_asked_at: string | null;
  is_bad_address: Generated<boolean>;
  billed_kopecks: number | null;
}

export interface OutgoingGateTable {
  channel: string;
  closed_at: Generated<string>;
  cause: string;
  reason: string;
  closed_by: number | null;
}

export interface OwnershipTable {
  id: Generated<number>;
  garage_id: number;
  profile_id: number;
  share_num: number | null;
  share_den: number | null;
  is_primary: Generated<boolean>;
  started_on: string | null;
  ended_on: string | null;
  start_reason: string | null;
  end_reason: string | null;
  documents_checked: Generated<boolean>;
  reregistration_id: number | null;
  import_batch_id: number | null;
  created_by: number | null;
  created_at: Generated<string>;
  is_transit: Generated<boolean>;
  ended_by_reregistration: number | null;
  owner_initials: string | null;
  primary_since: string | null;
}

export interface PageVisitTable {
  user_id: number;
  page: string;
  at: string;
}

export interface PaymentSumTable {
  po_id: number;
  payment_type_id: number;
  lines: number;
  kopecks: number;
  undone_lines: number;
  undone_kopecks: number;
}

export interface PaymentTypeTable {
  id: number;
  name: string;
  sign: Generated<number>;
  sort: number;
  is_active: Generated<boolean>;
  version: Generated<number>;
}

export interface PenaltyPartTable {
  operation_id: number;
  garage_id: number;
  accrual_type_id: number;
  period_year: number;
  from_day: string;
  to_day: string;
  days: number;
  amount_kopecks: number;
}

export interface PersonKeyTable {
  kind: string;
  person_id: number;
  key_cipher: Uint8Array | null;
  created_at: Generated<string>;
  destroyed_at: string | null;
}

export interface PlaceWordTable {
  po_id: number;
  mo_id: number;
  region_id: number;
  word: string;
}

export interface PoTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  name: string;
  code: number;
  org_form: Generated<string>;
  phone: string | null;
  email: string | null;
  address: string | null;
  inn: string | null;
  kpp: string | null;
  bank_name: string | null;
  bik: string | null;
  account: string | null;
  corr_account: string | null;
  payee_name: string | null;
  cadastral_number: string | null;
  lease_contract: string | null;
  lease_until: string | null;
  chairman_name: string | null;
  chairman_phone: string | null;
  chairman_email: string | null;
  treasurer_name: string | null;
  signature_file_id: number | null;
  stamp_file_id: number | null;
  sms_limit_month: number | null;
  penalty: Generated<unknown>;
  po_can_complete: Generated<boolean>;
  mailing_enabled: Generated<boolean>;
  sort_pinned: Generated<boolean>;
  is_active: Generated<boolean>;
  next_garage_seq: Generated<number>;
  garage_count: Generated<number>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  sort_key: GeneratedAlways<string | null>;
  ogrn: string | null;
  okpo: string | null;
  mailing_trial: Generated<boolean>;
}

export interface PoPictureTable {
  id: Generated<number>;
  po_id: number;
  kind: string;
  file_id: number;
  set_by: number | null;
  set_at: string;
}

export interface PoSumTable {
  po_id: number;
  garages: Generated<number>;
  debtors: Generated<number>;
  debt_kopecks: Generated<number>;
  advance_kopecks: Generated<number>;
}

export interface PrimaryPeriodTable {
  ownership_id: number;
  garage_id: number;
  since: string;
  until: string;
}

export interface PrivacyPolicyTable {
  version: number;
  approved_at: string;
  review_due: string;
  body: string;
}

export interface PrivilegeTable {
  id: number;
  name: string;
  is_health: Generated<boolean>;
  needs_certificate: Generated<boolean>;
  discount_percent: Generated<number>;
  sort: number;
  is_active: Generated<boolean>;
  version: Generated<number>;
}

export interface ProcessingDemandTable {
  id: Generated<number>;
  profile_id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  kind: string;
  on_date: string;
  ground: string;
  due_on: string;
  state: string;
  destroy_on: string | null;
  created_by: number | null;
  created_at: string;
  withdrawn_by: number | null;
  withdrawn_at: string | null;
  withdraw_reason: string | null;
}

export interface ProfileTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number;
  po_id: number;
  last_name: string;
  first_name: Generated<string>;
  father_name: Generated<string>;
  birthday: string | null;
  full_name: GeneratedAlways<string | null>;
  pass_cipher: Uint8Array | null;
  pass_hash: Uint8Array | null;
  pass_masked: string | null;
  registration_address: string | null;
  actual_address: string | null;
  email: string | null;
  phones: Generated<string[]>;
  phones_key: Generated<string>;
  is_voa_member: Generated<boolean>;
  voa_status_id: Generated<number>;
  voa_entry_date: string | null;
  ticket_number: string | null;
  ticket_issued_at: string | null;
  privilege_id: Generated<number>;
  privilege_end_date: string | null;
  confirmed_at: string | null;
  is_anonymised: Generated<boolean>;
  merged_into: number | null;
  import_batch_id: number | null;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  kind: Generated<string>;
  inn: string | null;
  estate_of: number | null;
  withdrawn_key: string | null;
  name_key: GeneratedAlways<string | null>;
  bounced_key: string | null;
  bounced_at: string | null;
  bounce_reason: string | null;
  restricted_at: string | null;
  representative_id: number | null;
  name_genitive: string | null;
  name_dative: string | null;
  name_instrumental: string | null;
  registration_fias: unknown | null;
  actual_fias: unknown | null;
}

export interface ProfilePlaceTable {
  profile_id: number;
  po_id: number;
  mo_id: number;
  region_id: number;
  name_key: Generated<string>;
}

export interface ProfilePrivilegeTable {
  id: Generated<number>;
  profile_id: number;
  privilege_id: number;
  seria: string | null;
  number: string | null;
  issued_text: string | null;
  issued_on: string | null;
  end_date: string | null;
  is_current: Generated<boolean>;
  created_at: Generated<string>;
  replaced_on: string | null;
}

export interface ProfileVoaStatusTable {
  id: Generated<number>;
  profile_id: number;
  status_id: number;
  on_date: string;
  ground: string | null;
  created_by: number | null;
  created_at: Generated<string>;
}

export interface RecoveryCodeTable {
  id: Generated<number>;
  user_id: number;
  code_hash: Uint8Array;
  created_at: Generated<string>;
  used_at: string | null;
}

export interface RegionTable {
  id: Generated<number>;
  name: string;
  short_name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  inn: string | null;
  kpp: string | null;
  bank_name: string | null;
  bik: string | null;
  account: string | null;
  corr_account: string | null;
  payee_name: string | null;
  chairman_name: string | null;
  chairman_phone: string | null;
  chairman_email: string | null;
  treasurer_name: string | null;
  sort_pinned: Generated<boolean>;
  mailing_enabled: Generated<boolean>;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  sort_key: GeneratedAlways<string | null>;
  ogrn: string | null;
  okpo: string | null;
  time_zone: Generated<string>;
}

export interface ReportTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number | null;
  po_id: number | null;
  owner_id: number | null;
  name: string;
  source: unknown;
  conditions: string | null;
  format: string;
  every: string;
  on_day: number | null;
  at_hour: number;
  skips_empty: Generated<boolean>;
  is_paused: Generated<boolean>;
  pause_reason: string | null;
  next_at: string;
  is_withdrawn: Generated<boolean>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface ReportReceiverTable {
  report_id: number;
  user_id: number;
}

export interface ReportSendingTable {
  id: Generated<number>;
  report_id: number;
  due_at: string;
  user_id: number;
  at: string;
  outbox_id: number | null;
  reason: string | null;
  row_count: number | null;
  file_id: number | null;
}

export interface ReregistrationTable {
  id: Generated<number>;
  garage_id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  status: Generated<number>;
  closing: string | null;
  closing_reason: string | null;
  reason_id: number;
  date_request: string;
  on_date: string;
  keep_himself: Generated<boolean>;
  price_kopecks: number | null;
  details: Generated<unknown>;
  debt_answer: string | null;
  fee_payer: Generated<string>;
  pair_id: number | null;
  repeats_id: number | null;
  comment: string | null;
  garage_version: Generated<number>;
  outcome: unknown | null;
  fee_kopecks: Generated<number>;
  entrance_kopecks: Generated<number>;
  author_id: number;
  reviewer_id: number | null;
  completed_by: number | null;
  annul_asked_by: number | null;
  annul_asked_reason: string | null;
  applied_at: string | null;
  taken_at: string | null;
  completed_at: string | null;
  closed_at: string | null;
  annulled_at: string | null;
  last_event_at: Generated<string>;
  papers_given_to: string | null;
  papers_given_on: string | null;
  archive_no: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  planned_at: string | null;
  planned_by: number | null;
  plan_failure: string | null;
  garage_was: unknown | null;
}

export interface ReregistrationEventTable {
  id: Generated<number>;
  reregistration_id: number;
  at: string;
  user_id: number | null;
  user_name: string;
  verb: string;
  status: number;
  text: string;
  comment: string | null;
}

export interface ReregistrationPaperTable {
  id: Generated<number>;
  reregistration_id: number;
  kind: string;
  number: string | null;
  on_date: string | null;
  received_at: string | null;
  received_by: number | null;
  file_id: number | null;
}

export interface ReregistrationPartyTable {
  id: Generated<number>;
  reregistration_id: number;
  side: string;
  nth: number;
  profile_id: number;
  share_num: number | null;
  share_den: number | null;
  is_primary: Generated<boolean>;
  ownership_id: number | null;
  on_date: string | null;
  reason_id: number | null;
  paper: string | null;
}

export interface ReregistrationRepresentativeTable {
  id: Generated<number>;
  reregistration_id: number;
  side: string;
  full_name: string;
  number: string;
  issued_on: string;
  notary: string | null;
  valid_until: string | null;
  powers: string | null;
  is_legal: Generated<boolean>;
  profile_id: number | null;
}

export interface ReregistrationTariffTable {
  id: Generated<number>;
  tariff_group: string;
  reason_id: number | null;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  is_member: boolean | null;
  min_years: number | null;
  valid_from: string;
  valid_to: string | null;
  amount_kopecks: number;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ReregistrationTermTable {
  reason_id: number;
  days: number;
  fee_payer: Generated<string>;
  transit_coef: Generated<string>;
}

export interface RestorationTable {
  id: string;
  made_at: string;
  restored_at: Generated<string>;
}

export interface SavedViewTable {
  id: Generated<number>;
  user_id: number;
  resource: string;
  name: string;
  state: unknown;
  created_at: Generated<string>;
}

export interface SectionTable {
  id: Generated<number>;
  po_id: number;
  name: string;
  sort: Generated<number>;
  name_key: GeneratedAlways<string | null>;
}

export interface SessionTable {
  id: Generated<number>;
  user_id: number;
  device_id: number | null;
  refresh_hash: Uint8Array;
  previous_hash: Uint8Array | null;
  rotated_at: string | null;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  view_as_user_id: number | null;
  ip: string | null;
  user_agent: string | null;
  created_at: Generated<string>;
  last_seen_at: Generated<string>;
  expires_at: string;
  ended_at: string | null;
  end_reason: string | null;
  parent_id: number | null;
  password_checked_at: string | null;
  family_hash: Uint8Array | null;
  fingerprint: string | null;
  previous_fingerprint: string | null;
  fingerprint_changed_at: string | null;
}

export interface SharePeriodTable {
  ownership_id: number;
  garage_id: number;
  since: string;
  until: string;
  share_num: number | null;
  share_den: number | null;
  reregistration_id: number | null;
}

export interface SmsPriceTable {
  id: Generated<number>;
  prefix: string;
  kopecks: number;
  operator: string | null;
  version: Generated<number>;
}

export interface SmsReceiptTable {
  id: Generated<number>;
  gateway_id: string;
  forms: string[];
  status: number;
  at: Generated<string>;
}

export interface StatPinTable {
  id: Generated<number>;
  user_id: number;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  tab: string;
  figure: string;
  filter: unknown;
  conditions: string | null;
  value: number | null;
  pinned_at: string;
}

export interface StoredFileTable {
  id: Generated<number>;
  store_key: string;
  name: string;
  mime: string;
  size_bytes: number;
  sha256: string;
  created_by: number | null;
  created_at: Generated<string>;
  unused_since: string | null;
  thumb_file_id: number | null;
}

export interface SupportEventTable {
  thread_id: number;
  seq: number;
  kind: string;
  author_id: number;
  is_staff: boolean;
  text: string;
  file_id: number | null;
  client_key: string;
  at: string;
}

export interface SupportThreadTable {
  id: Generated<number>;
  user_id: number;
  role: Generated<string>;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  status: Generated<string>;
  assignee_id: number | null;
  title: Generated<string>;
  last_seq: Generated<number>;
  asker_seq: Generated<number>;
  staff_seq: Generated<number>;
  waiting_since: string | null;
  opened_at: Generated<string>;
  answered_at: string | null;
  solved_at: string | null;
  consent_until: string | null;
  context: unknown | null;
}

export interface TaskTable {
  id: Generated<number>;
  region_id: number;
  mo_id: number | null;
  po_id: number | null;
  list: string | null;
  author_id: number;
  assignee_id: number | null;
  due_on: string | null;
  note: string | null;
  created_at: string;
  done_at: string | null;
  done_by: number | null;
  done_note: string | null;
  withdrawn_at: string | null;
  version: Generated<number>;
  kind: Generated<string>;
  object_type: string | null;
  object_id: number | null;
  state: Generated<string>;
}

export interface TutorialTable {
  id: Generated<number>;
  kind: string;
  title: string;
  lead: Generated<string>;
  topic: Generated<string>;
  length: Generated<string>;
  body: unknown | null;
  plain: Generated<string>;
  file_id: number | null;
  pages: Generated<string[]>;
  sort: Generated<number>;
  is_active: Generated<boolean>;
  checked_on: string | null;
  published_at: Generated<string>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  steps: Generated<unknown>;
}

export interface TutorialPictureTable {
  file_id: number;
}

export interface TutorialReadTable {
  tutorial_id: number;
  user_id: number;
  read_at: Generated<string>;
  helped: boolean | null;
}

export interface UnsubscriptionTable {
  profile_id: number;
  kind: string;
  channel: string;
  source: string;
  at: Generated<string>;
  created_by: number | null;
}

export interface UnsubscriptionLiftTable {
  id: Generated<number>;
  profile_id: number;
  kind: string;
  channel: string;
  source: string;
  at: string;
  created_by: number | null;
  lifted_at: Generated<string>;
  said_on: string;
  ground: string;
  doc_no: string | null;
  lifted_by: number | null;
}

export interface UserRightTable {
  id: Generated<number>;
  user_id: number;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  is_default: Generated<boolean>;
  role: string | null;
}

export interface UserSettingTable {
  user_id: number;
  key: string;
  value: unknown;
}

export interface VoaStatusTable {
  id: number;
  name: string;
  is_member: boolean;
  sort: number;
}

export interface WorkFaultTable {
  what: string;
  failure: string;
  since: string;
  last_at: string;
  times: Generated<number>;
}

export interface DB {
  account_past: AccountPastTable;
  accrual_discount: AccrualDiscountTable;
  accrual_type: AccrualTypeTable;
  action_log: ActionLogTable;
  address_card: AddressCardTable;
  address_known: AddressKnownTable;
  address_run: AddressRunTable;
  address_variant: AddressVariantTable;
  app_setting: AppSettingTable;
  app_user: AppUserTable;
  attachment: AttachmentTable;
  background_job: BackgroundJobTable;
  backup: BackupTable;
  balance_operation: BalanceOperationTable;
  bank_layout: BankLayoutTable;
  bank_row: BankRowTable;
  bank_row_document: BankRowDocumentTable;
  bank_statement: BankStatementTable;
  bounce_mailbox: BounceMailboxTable;
  cash_day: CashDayTable;
  checked_list: CheckedListTable;
  comment: CommentTable;
  consent: ConsentTable;
  contribution: ContributionTable;
  contribution_words: ContributionWordsTable;
  correction: CorrectionTable;
  debt_day: DebtDayTable;
  debt_month: DebtMonthTable;
  debt_rule: DebtRuleTable;
  debt_stale: DebtStaleTable;
  demand_term: DemandTermTable;
  destruction: DestructionTable;
  device: DeviceTable;
  document: DocumentTable;
  document_batch: DocumentBatchTable;
  document_counter: DocumentCounterTable;
  document_template: DocumentTemplateTable;
  document_type: DocumentTypeTable;
  due_moment: DueMomentTable;
  gallery_item: GalleryItemTable;
  garage: GarageTable;
  garage_attention: GarageAttentionTable;
  garage_balance: GarageBalanceTable;
  garage_link: GarageLinkTable;
  garage_restriction: GarageRestrictionTable;
  garage_type: GarageTypeTable;
  gateway_balance: GatewayBalanceTable;
  handover: HandoverTable;
  import_batch: ImportBatchTable;
  import_book: ImportBookTable;
  import_effect: ImportEffectTable;
  import_layout: ImportLayoutTable;
  import_person: ImportPersonTable;
  import_row: ImportRowTable;
  key_rate: KeyRateTable;
  ledger_day: LedgerDayTable;
  ledger_day_head: LedgerDayHeadTable;
  ledger_head: LedgerHeadTable;
  ledger_month: LedgerMonthTable;
  ledger_old_books: LedgerOldBooksTable;
  ledger_seal: LedgerSealTable;
  line_person: LinePersonTable;
  log_archive: LogArchiveTable;
  log_count: LogCountTable;
  log_day: LogDayTable;
  log_line_cut: LogLineCutTable;
  log_month: LogMonthTable;
  log_seen: LogSeenTable;
  log_sum: LogSumTable;
  login_attempt: LoginAttemptTable;
  mail_bounce: MailBounceTable;
  merge_candidate: MergeCandidateTable;
  merge_different: MergeDifferentTable;
  merge_moved: MergeMovedTable;
  merge_record: MergeRecordTable;
  message_template: MessageTemplateTable;
  meter_reading: MeterReadingTable;
  mo: MoTable;
  name_word: NameWordTable;
  news: NewsTable;
  news_file: NewsFileTable;
  news_place: NewsPlaceTable;
  news_read: NewsReadTable;
  night_proof: NightProofTable;
  notification: NotificationTable;
  notification_file: NotificationFileTable;
  notification_message: NotificationMessageTable;
  one_time_link: OneTimeLinkTable;
  operation_key: OperationKeyTable;
  outbox: OutboxTable;
  outgoing_gate: OutgoingGateTable;
  ownership: OwnershipTable;
  page_visit: PageVisitTable;
  payment_sum: PaymentSumTable;
  payment_type: PaymentTypeTable;
  penalty_part: PenaltyPartTable;
  person_key: PersonKeyTable;
  place_word: PlaceWordTable;
  po: PoTable;
  po_picture: PoPictureTable;
  po_sum: PoSumTable;
  primary_period: PrimaryPeriodTable;
  privacy_policy: PrivacyPolicyTable;
  privilege: PrivilegeTable;
  processing_demand: ProcessingDemandTable;
  profile: ProfileTable;
  profile_place: ProfilePlaceTable;
  profile_privilege: ProfilePrivilegeTable;
  profile_voa_status: ProfileVoaStatusTable;
  recovery_code: RecoveryCodeTable;
  region: RegionTable;
  report: ReportTable;
  report_receiver: ReportReceiverTable;
  report_sending: ReportSendingTable;
  reregistration: ReregistrationTable;
  reregistration_event: ReregistrationEventTable;
  reregistration_paper: ReregistrationPaperTable;
  reregistration_party: ReregistrationPartyTable;
  reregistration_representative: ReregistrationRepresentativeTable;
  reregistration_tariff: ReregistrationTariffTable;
  reregistration_term: ReregistrationTermTable;
  restoration: RestorationTable;
  saved_view: SavedViewTable;
  section: SectionTable;
  session: SessionTable;
  share_period: SharePeriodTable;
  sms_price: SmsPriceTable;
  sms_receipt: SmsReceiptTable;
  stat_pin: StatPinTable;
  stored_file: StoredFileTable;
  support_event: SupportEventTable;
  support_thread: SupportThreadTable;
  task: TaskTable;
  tutorial: TutorialTable;
  tutorial_picture: TutorialPictureTable;
  tutorial_read: TutorialReadTable;
  unsubscription: UnsubscriptionTable;
  unsubscription_lift: UnsubscriptionLiftTable;
  user_right: UserRightTable;
  user_setting: UserSettingTable;
  voa_status: VoaStatusTable;
  work_fault: WorkFaultTable;
}
