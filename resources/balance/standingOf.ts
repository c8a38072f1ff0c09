// What a balance means: shown in every row of a list, so it stands apart from the rules of a bill.

/** Debt and advance of a balance: beside money set aside for what is not charged yet both may stand. */
export const standingOf = ({
  balance_kopecks: balance,
  aside_kopecks: aside,
}: {
  balance_kopecks: number;
  aside_kopecks: number;
}) => ({
  debt: Math.max(0, aside - balance),
  advance: Math.max(aside, balance),
});
