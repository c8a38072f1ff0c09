// Chosen receivers, kept in this tab while a person walks between the lists and the constructor.
import type { MailingSelection } from '../../contract/notifications.ts';

const KEY = 'stashed-receivers';
const FOR = 'receivers-for';

/** The draft whose text is written already and whose receivers are being chosen. */
export interface WaitingDraft {
  id: number;
  title: string;
}

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
export const forgetReceivers = () => {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(FOR);
};

/** Says that receivers are being chosen for a draft; null: for none. */
export const chooseFor = (draft: WaitingDraft | null) =>
  draft ? sessionStorage.setItem(FOR, JSON.stringify(draft)) : sessionStorage.removeItem(FOR);

export function waitingDraft(): WaitingDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(FOR) ?? 'null') as WaitingDraft | null;
  } catch {
    return null;
  }
}
