// Sums and numbers in Russian words, as papers want them.

const onesOf = {
  masculine: ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
  feminine: ['', 'одна', 'две', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
} as const;
const teens =
  'десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const tens = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
];
const hundreds = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
];

type Forms = readonly [one: string, few: string, many: string];
const scales: readonly { forms: Forms; gender: keyof typeof onesOf }[] = [
  { forms: ['', '', ''], gender: 'masculine' },
  { forms: ['тысяча', 'тысячи', 'тысяч'], gender: 'feminine' },
  { forms: ['миллион', 'миллиона', 'миллионов'], gender: 'masculine' },
  { forms: ['миллиард', 'миллиарда', 'миллиардов'], gender: 'masculine' },
  { forms: ['триллион', 'триллиона', 'триллионов'], gender: 'masculine' },
];

/** The form of a noun after a whole number: 1 рубль, 2 рубля, 5 рублей, 11 рублей. */
export function nounAfter(count: number, forms: Forms): string {
  const last = Math.abs(count) % 100;
  if (last > 10 && last < 20) return forms[2];
  if (last % 10 === 1) return forms[0];
  return last % 10 > 1 && last % 10 < 5 ? forms[1] : forms[2];
}

/** A whole number from 0 to 999 триллионов in words, in small letters: «одна тысяча двести». */
export function numberInWords(value: number, gender: 'masculine' | 'feminine' = 'masculine'): string {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 1e15) throw new RangeError(`no words for ${value}`);
  if (value === 0) return 'ноль';
  const words: string[] = [];
  for (let scale = scales.length - 1; scale >= 0; scale -= 1) {
    const part = Math.floor(value / 1000 ** scale) % 1000;
    if (part === 0) continue;
    const { forms, gender: own } = scales[scale]!;
    words.push(...partInWords(part, scale === 0 ? gender : own), nounAfter(part, forms));
  }
  return words.filter(Boolean).join(' ');
}

function partInWords(part: number, gender: keyof typeof onesOf): string[] {
  const rest = part % 100;
  const small =
    rest >= 10 && rest < 20 ? [teens[rest - 10]!] : [tens[Math.floor(rest / 10)]!, onesOf[gender][rest % 10]!];
  return [hundreds[Math.floor(part / 100)]!, ...small];
}

/** «Четыре тысячи пятьсот рублей 00 копеек»: for orders, where the words begin a line. */
export function sumInWords(kopecks: number): string {
  const { rubles, rest } = partsOf(kopecks);
  const words = `${numberInWords(rubles)} ${nounAfter(rubles, rubleForms)} ${restText(rest)}`;
  return words[0]!.toUpperCase() + words.slice(1);
}

/** «4 500,00 (четыре тысячи пятьсот) рублей 00 копеек»: for running text. */
export function sumWithWords(kopecks: number): string {
  const { rubles, rest } = partsOf(kopecks);
  const figures = `${String(rubles).replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${pad(rest)}`;
  return `${figures} (${numberInWords(rubles)}) ${nounAfter(rubles, rubleForms)} ${restText(rest)}`;
}

const rubleForms: Forms = ['рубль', 'рубля', 'рублей'];
const pad = (value: number) => String(value).padStart(2, '0');
const restText = (rest: number) => `${pad(rest)} ${nounAfter(rest, ['копейка', 'копейки', 'копеек'])}`;

function partsOf(kopecks: number) {
  if (!Number.isSafeInteger(kopecks) || kopecks < 0) throw new RangeError(`no words for ${kopecks} kopecks`);
  return { rubles: Math.floor(kopecks / 100), rest: kopecks % 100 };
}
