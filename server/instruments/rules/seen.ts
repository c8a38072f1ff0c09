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
] as const;
/** A paper with personal data was opened. */
export const SEEN_PAPER = 'reference.open';
/** Lines that are not about a card and name those who were seen (`after.people`): phones of a list, a look at a paper before it is printed. */
export const SEEN_AMONG_OTHERS = ['profile.reveal', SEEN_PAPER] as const;
/** Of one or of many: also cards laid side by side, texts of a loaded registry, envelopes. */
export const SEEN = [
  ...SEEN_OF_PERSON,
  'profile.merge',
  'admin.normalise_review',
  'garage.attention_reveal',
  'notification.letters',
] as const;
/** Papers are opened by deeds of their own tab, whole lists taken away by theirs. */
export const SEEN_TABS = ['reference', 'copy'] as const;
