// Shares as exact fractions: their sum, and what is missing to the whole. Pure.

interface Fraction {
  num: number;
  den: number;
}
const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : a);
const plus = (a: Fraction, b: Fraction): Fraction => {
  const [num, den] = [a.num * b.den + b.num * a.den, a.den * b.den];
  const common = gcd(Math.abs(num), den);
  return { num: num / common, den: den / common };
};
const words = ({ num, den }: Fraction) => (den === 1 ? String(num) : `${num}/${den}`);
const parse = (text: string): Fraction | null => {
  const match = /^\s*(\d{1,3})\s*\/\s*(\d{1,4})\s*$/.exec(text);
  const [num, den] = [Number(match?.[1]), Number(match?.[2])];
  return match && num > 0 && den > 0 ? { num, den } : null;
};

/** «1/2 + 1/4»: text, total, value, what is missing to 1. Null while no share is typed: they own together. */
export function sumOfShares(shares: readonly string[]) {
  const given = shares.map(parse).filter((share) => share !== null);
  if (!given.length) return null;
  const total = given.reduce(plus);
  return {
    text: given.map(words).join(' + '),
    total: words(total),
    value: total.num / total.den,
    missing: words(plus({ num: 1, den: 1 }, { num: -total.num, den: total.den })),
  };
}
