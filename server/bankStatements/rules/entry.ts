// The entry that words of a payment name: a type and a year together. A sum, a date or a number of anything is no year. Pure.
import { fold } from './names.ts';

/** Years that a payment may name: from that of the first charge of the place to the next one. */
export interface Years {
  from: number;
  to: number;
}

export interface NamedEntry {
  accrual_type: number;
  year: number;
}

export interface EntryFound {
  /** Null: the payment closes the oldest debt. */
  entry: NamedEntry | null;
  /** What was named and is not taken, as a sentence. */
  note: string | null;
}

/** Roots of words that name an accrual type. */
const typeWords: readonly [root: RegExp, type: number][] = [
  [/членск/, 1],
  [/вступит/, 2],
  [/целев/, 3],
  [/электр/, 6],
  [/охран/, 7],
  [/мусор/, 8],
  [/(?<![а-я])пени(?![а-я])/, 11],
];

/** What follows a sum: its kopecks, a sign of roubles. «2025 р. 3» is a year and a row. */
const sumAfter =
  /^(?: ?[-=.,] ?\d\d(?!\d)| ?=| ?(?:руб|rur|ruв|₽|коп)|р(?![а-яa-z])| р(?![а-яa-z])(?!\.? ?\d{1,3}(?!\d)))/;
const sumBefore =
  /(?:сумм[а-я]*|итог[а-я]*|всего|размер[а-я]*|внес[а-я]*|[оу]плач[а-я]*|к оплате|оплата|ндс|комисс[а-я]*)[ :.=№-]*$/;
/** The year of «12.01.2026», the kopecks of a number, the year of «2026-01-12» is told by what follows. */
const partOfNumber = /\d[.,/-]$/;
const monthBefore =
  /(?:январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр|квартал|полугоди)[а-я]*\.? ?$/;
const yearAfter = /^(?: ?-?(?:го|й|м))? ?(?:год[а-я]*|гг?(?![а-я/])(?!\.? ?№))/;
const yearBefore = /(?<![а-я])(?:за|год[а-я]*|период[а-я]*)[ :=-]*$/;
/** Beside its type: «целевой взнос на ворота 2026». Words between, no numbers, no name of a number. */
const besideType = /(?:членск|вступит|целев|электр|охран|мусор|(?<![а-я])пени)[а-я]*(?: [а-я.]+){0,6}[ :,-]*$/;
const numberBefore =
  /(?:№|#|(?<![а-я])(?:n|гараж[а-я]*|гар\.?|бокс[а-я]*|г\/ж|гж|м\/м|место|ряд[а-я]*|линия|секция|этаж|дог[а-я.]*|сч[а-я.]*|квартира|кв\.?|дом|д\.|п\/п|пп|лс|тел\.?|паспорт[а-я]*)) ?$/;
const listBefore = /(?:19|20)\d\d ?(?:г\.?|год[а-я]*)? ?(-|\/|,|;|\+|и|по) ?$/;
const listAfter = /^ ?(-|\/|,|;|\+|и|по) ?(?:19|20)\d\d(?!\d)/;

interface YearsFound {
  named: Set<number>;
  /** Named in so many words, but nothing was ever charged for it. */
  impossible: Set<number>;
}

function yearsIn(text: string, { from, to }: Years, amountKopecks: number | null): YearsFound {
  const found: YearsFound = { named: new Set(), impossible: new Set() };
  for (const one of text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)) {
    const [before, after] = [text.slice(0, one.index), text.slice(one.index + 4)];
    const year = Number(one[0]);
    const marks = [listBefore.exec(before)?.[1], listAfter.exec(after)?.[1]];
    const isListed = marks.some(Boolean);
    if (sumAfter.test(after) || sumBefore.test(before)) continue;
    if (partOfNumber.test(before) && !isListed) continue;
    const isSaid = yearAfter.test(after) || yearBefore.test(before) || monthBefore.test(before);
    // A bare number may be the sum itself.
    const isSum = year * 100 === amountKopecks && !marks.includes('-');
    const isBare = !isSum && (isListed || besideType.test(before)) && !numberBefore.test(before);
    if (!isSaid && !isBare) continue;
    if (year >= from && year <= to) found.named.add(year);
    else if (isSaid) found.impossible.add(year);
  }
  return found;
}

const OLDEST = 'платёж закроет самый старый долг';

/**
 * The entry that a payer names: a type and a year together, one of each. Anything less names nothing, and the payment
 * closes the oldest debt; what was named then is said. A year is a year in words or beside its type, never a sum.
 */
export function entryIn(
  purpose: string,
  known: { has: (type: number) => boolean },
  years: Years,
  amountKopecks: number | null = null,
): EntryFound {
  const text = fold(purpose).replace(/[\u2010-\u2015\u2212]/g, '-');
  const types = typeWords.filter(([root, type]) => known.has(type) && root.test(text)).map(([, type]) => type);
  const [type] = types;
  if (type === undefined) return { entry: null, note: null };
  const nothing = (why: string) => ({ entry: null, note: `${why}: ${OLDEST}` });
  if (types.length > 1) return nothing(`Названо видов: ${types.length}`);
  const { named, impossible } = yearsIn(text, years, amountKopecks);
  const [strange] = impossible;
  if (strange !== undefined) return nothing(`За ${strange} год взносов нет`);
  if (named.size > 1) return nothing(`Названо лет: ${named.size}`);
  const [year] = named;
  return year === undefined ? nothing('Вид назван без года') : { entry: { accrual_type: type, year }, note: null };
}
