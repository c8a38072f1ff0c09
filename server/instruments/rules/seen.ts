// Deeds by which somebody sees personal data that are hidden otherwise, as the log calls them.

/** Of one person, each a line about his card. */
export const SEEN_OF_PERSON = [
  'profile.open',
  'profile.reveal',
  'profile.search_passport',
  'profile.search_phone',
  'profile.pair_open',
  'profile.open_file',
  'profile.held',
  'profile.merge',
] as const;
/** A paper with personal data was opened, printed, given out again. */
export const SEEN_PAPERS = ['reference.open', 'reference.print', 'copy.repeat'] as const;
/** Of one or of many: also texts of a loaded registry, addresses laid side by side, envelopes. */
const SEEN_OF_MANY = ['admin.normalise_review', 'garage.attention_reveal', 'notification.letters'] as const;
/**
 * Lines that are not about a card and name those who were seen: phones of a list, papers and piles of them, lists and registers taken
 * away.
 */
export const SEEN_AMONG_OTHERS = [
  'profile.reveal',
  ...SEEN_PAPERS,
  ...SEEN_OF_MANY,
  'reference.batch',
  'copy.export',
  'copy.backup',
] as const;
/** Deeds of their own, wherever the line stands. */
export const SEEN = [...SEEN_OF_PERSON, ...SEEN_OF_MANY] as const;
/** Papers are opened by deeds of their own tab, whole lists taken away by theirs. */
export const SEEN_TABS = ['reference', 'copy'] as const;
