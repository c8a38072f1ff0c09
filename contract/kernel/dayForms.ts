// Apart from the other words: the first page counts no days.

/** Forms of «день» for `countOf`. */
export const dayForms = ['день', 'дня', 'дней'] as const;
