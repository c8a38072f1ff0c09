// Chosen receivers, kept in this tab while a person walks between the lists and the constructor.
import type { MailingSelection } from '../../contract/notifications.ts';

const KEY = 'stashed-receivers';

/** The kept choice; nobody when there is none. */
export function stashedReceivers(): MailingSelection {
  const nobody: MailingSelection = { of: 'profiles', all: false, filter: {}, included: [], excluded: [] };
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as MailingSelection | null) ?? nobody;
  } catch {
    return nobody;
  }
}
export const stashReceivers = (selection: MailingSelection) => sessionStorage.setItem(KEY, JSON.stringify(selection));
export const forgetReceivers = () => sessionStorage.removeItem(KEY);
