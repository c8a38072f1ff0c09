// The paper of a payment that has just been taken, printed at once: of cash the order with its receipt, of other money the receipt.
import { documentTypeInfo, generateDocument } from '../../../contract/documents.ts';
import { call, download, errorsOf, saveFile } from '../../../providers/http.ts';
import { openModal } from '../../../widgets/modals.ts';
import { printFile } from '../../../widgets/printFile.ts';
import { toast } from '../../../widgets/toasts.ts';

/** The order of cash, and the receipt of money that came otherwise: which of them fits is said by the server. */
const OF_PAYMENT = [7, 6];

/** Takes the next number and the day of the payment; what can't be printed so, and a name to look at, is asked about in the usual dialog. */
export async function printOrder(contribution: number, day: string): Promise<void> {
  const about = { contribution_id: contribution };
  try {
    const { data } = await call(documentTypeInfo, { body: { ...about, document_types: OF_PAYMENT }, quiet: true });
    const info = data[0];
    if (!info || info.refusal) throw new Error(info?.refusal ?? 'для такого способа оплаты документа нет');
    if (info.doubtful.length) {
      toast('Оплата проведена. Перед печатью проверьте склонение имени');
      return openModal({ name: 'print-document', about, types: [info.id], day, title: 'Документ на принятую оплату' });
    }
    const file = await download(generateDocument, {
      body: {
        ...about,
        document_type_id: info.id,
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
    toast(`Оплата проведена, но документ не напечатан: ${words}`, { kind: 'error' });
    openModal({ name: 'print-document', about, day, title: 'Документ на принятую оплату' });
  }
}
