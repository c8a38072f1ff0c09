// What the print dialog asks for a kind of paper, and what is still missing. Pure.
import type { CourtWords, DocumentTypeInfo, PrintRequest } from '../../../contract/documents.ts';
import type { ConsentKind } from '../../../contract/profiles.ts';

export interface PrintAbout {
  garage_id?: number;
  profile_id?: number;
  contribution_id?: number;
  reregistration_id?: number;
  notification_id?: number;
}

export interface PrintForm {
  po: number | null;
  number: string;
  mode: 'day' | 'period';
  start: string | null;
  end: string | null;
  /** Of a consent: which. */
  consent: ConsentKind;
  court: CourtWords;
  /** Of those who come by a case: whom the paper is of. */
  person: number | null;
  /** The number that another paper carries is meant. */
  isNumberMeant: boolean;
}

const noCourt: CourtWords = {
  court: null,
  court_address: null,
  duty_kopecks: null,
  notified_on: null,
  notified_how: null,
  circumstances: null,
};

/** What is on the form when a kind is chosen: the ПО of the record, the next number, the usual kind of date. */
export const formFor = (
  info: DocumentTypeInfo | undefined,
  today: string,
  consent: ConsentKind = 'pd_processing',
): PrintForm => ({
  po: info?.po?.id ?? null,
  number: info?.is_manual_numerated ? info.next_number : '',
  mode: info?.date_mode ?? 'day',
  start: info?.date_mode === 'period' ? `${today.slice(0, 4)}-01-01` : today,
  end: today,
  consent,
  court: noCourt,
  person: null,
  isNumberMeant: false,
});

/** What was printed of the record already and stands: of a consent, of its kind. */
export const printedOf = (
  info: DocumentTypeInfo,
  { consent }: Pick<PrintForm, 'consent'>,
): DocumentTypeInfo['printed'] =>
  info.consents ? (info.consents.find((one) => one.kind === consent)?.printed ?? null) : info.printed;

/** A ПО is chosen by those who see several, for papers that a ПО gives out. */
export const asksPo = (info: DocumentTypeInfo, hasPo: boolean): boolean => info.is_po_specific && !hasPo;

/** Whether anything is asked at all: if not, the paper is printed at once. `consent`: the kind of a consent is known already. */
export const asksNothing = (info: DocumentTypeInfo, hasPo: boolean, consent?: ConsentKind): boolean =>
  (!info.consents || consent !== undefined) &&
  !info.asks_court &&
  !info.people &&
  !info.is_manual_numerated &&
  !info.is_date_specific &&
  !asksPo(info, hasPo) &&
  !printedOf(info, { consent: consent ?? 'pd_processing' }) &&
  !info.doubtful.length &&
  !info.refusal;

/** Only digits stay of what is typed. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, 12);

/** What stands between the form and printing, said at the left of the button; null when it may be printed. */
export function missing(info: DocumentTypeInfo | undefined, form: PrintForm, hasPo: boolean): string | null {
  if (!info) return 'Выберите вид документа, чтобы напечатать';
  if (info.refusal) return info.refusal;
  if (asksPo(info, hasPo) && !form.po) return 'Выберите ПО, чтобы напечатать';
  if (info.people && form.person === null) return 'Выберите, для кого документ';
  if (info.is_manual_numerated && !form.number) return 'Введите номер, чтобы напечатать';
  if (!info.is_date_specific) return null;
  if (form.mode === 'day') return form.end ? null : 'Введите дату, чтобы напечатать';
  if (!form.start || !form.end) return 'Введите начало и конец периода';
  return form.start > form.end ? 'Начало периода позже конца' : null;
}

/** The call; a day is sent as both ends. */
export const requestOf = (
  info: DocumentTypeInfo,
  about: PrintAbout,
  form: PrintForm,
  hasPo: boolean,
): PrintRequest => ({
  document_type_id: info.id,
  ...about,
  ...(asksPo(info, hasPo) && { specific_po: form.po }),
  ...(info.is_manual_numerated && { number: form.number, ...(form.isNumberMeant && { confirm_number: true }) }),
  ...(info.people && { profile_id: form.person }),
  ...(info.consents && { consent_kind: form.consent }),
  ...(info.asks_court && Object.values(form.court).some((value) => value !== null) && { court: form.court }),
  ...(info.is_date_specific && { start_date: form.mode === 'day' ? form.end : form.start, end_date: form.end }),
});
