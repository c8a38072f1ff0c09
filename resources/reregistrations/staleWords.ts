// What changed in the garage of a draft, as the end of a sentence.

/** «: номер 45 → 44, тип кирпич → металл»; nothing when it is not known what. */
export const changeWords = ({ garage_changes }: { garage_changes: readonly string[] }): string =>
  garage_changes.length ? `: ${garage_changes.join('; ')}` : '';
