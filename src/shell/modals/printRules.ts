// What the print dialog asks for a kind of paper, and what is still missing. Pure.
import type { DocumentTypeInfo, PrintRequest } from '../../../contract/documents.ts';

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
}

/** What is on the form when a kind is chosen: the ПО of the record, the next number, the usual kind of date. */
export const formFor = (info: DocumentTypeInfo | undefined, today: string): PrintForm => ({
  po: info?.po?.id ?? null,
  number: info?.is_manual_numerated ? info.next_number : '',
  mode: info?.date_mode ?? 'day',
  start: info?.date_mode === 'period' ? `${today.slice(0, 4)}-01-01` : today,
  end: today,
});

/** A ПО is chosen by those who see several, for papers that a ПО gives out. */
export const asksPo = (info: DocumentTypeInfo, hasPo: boolean): boolean => info.is_po_specific && !hasPo;

/** Whether anything is asked at all: if not, the paper is printed at once. */
export const asksNothing = (info: DocumentTypeInfo, hasPo: boolean): boolean =>
  !info.is_manual_numerated &&
  !info.is_date_specific &&
  !asksPo(info, hasPo) &&
  !info.is_already_printed &&
  !info.refusal;

/** Only digits stay of what is typed. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, 12);

/** What stands between the form and printing, said at the left of the button; null when it may be printed. */
export function missing(info: DocumentTypeInfo | undefined, form: PrintForm, hasPo: boolean): string | null {
  if (!info) return 'Выберите вид документа, чтобы напечатать';
  if (info.refusal) return info.refusal;
  if (asksPo(info, hasPo) && !form.po) return 'Выберите ПО, чтобы напечатать';
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
  ...(info.is_manual_numerated && { number: form.number }),
  ...(info.is_date_specific && { start_date: form.mode === 'day' ? form.end : form.start, end_date: form.end }),
});
