// Receivers chosen by somebody's whole phone: who looks them up is written down, as he is at any other list.
import type { MailingSelection } from '../../../contract/notifications.ts';
import { logPhoneSearch } from '../../profiles/writing/phoneSearch.ts';
import type { Ctx } from '../../kernel/ctx.ts';

/** To be called before the selection is read, and outside of any act. */
export async function logSelectionSearch(ctx: Ctx, selection: MailingSelection): Promise<void> {
  if (selection.of !== 'officials' && selection.all) await logPhoneSearch(ctx, selection.filter.nameFilter);
}
