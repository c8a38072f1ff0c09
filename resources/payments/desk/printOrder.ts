// The cash order with its receipt of a payment that has just been taken: printed at once, nothing is asked.
import { documentTypeInfo, generateDocument } from '../../../contract/documents.ts';
import { call, download, errorsOf, saveFile } from '../../../providers/http.ts';
import { openModal } from '../../../widgets/modals.ts';
import { printFile } from '../../../widgets/print.ts';
import { toast } from '../../../widgets/toasts.ts';

/** Kind 7: the order and its receipt are one sheet. */
const CASH_ORDER = 7;

/** Takes the next number and the day of the payment; what can't be printed so is asked about in the usual dialog. */
export async function printOrder(contribution: number, day: string): Promise<void> {
  const about = { contribution_id: contribution };
  try {
    const { data } = await call(documentTypeInfo, { body: { ...about, document_types: [CASH_ORDER] }, quiet: true });
    const info = data[0];
    if (!info || info.refusal) throw new Error(info?.refusal ?? 'ПКО для такой оплаты не выписывают');
    const file = await download(generateDocument, {
      body: {
        ...about,
        document_type_id: CASH_ORDER,
        ...(info.is_po_specific && info.po && { specific_po: info.po.id }),
        ...(info.is_manual_numerated && { number: info.next_number }),
        ...(info.is_date_specific && { start_date: day, end_date: day }),
      },
      quiet: true,
    });
    saveFile(file);
    printFile(file.blob);
    toast(`Оплата проведена, напечатано: ${file.name}`);
  } catch (failure) {
    const words = Object.values(errorsOf(failure))[0] ?? (failure as Error).message;
    toast(`Оплата проведена, но ордер не напечатан: ${words}`, { kind: 'error' });
    openModal({ name: 'print-document', about, title: 'Приходный ордер на принятую оплату' });
  }
}
