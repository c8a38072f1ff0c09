// What stands in an owner's cell besides names: nobody, «он же», an organisation, heirs, phones, dates, addresses.
import { fold, saysNothing, tidy, tidyLines } from './text.ts';

/** The cell taken apart. Texts of `phone`, `birthday`, `passport` and `address` are as written, '' when there are none. */
export interface OwnerCell {
  kind: 'people' | 'nobody' | 'ditto' | 'organisation' | 'estate';
  /** What is left for the names. */
  names: string;
  phone: string;
  birthday: string;
  passport: string;
  address: string;
  /** Words that belong to no field. */
  rest: string[];
}

const nobodyWords =
  /^(?:(?:гараж |бокс |место )?(?:свобод(?:ен|но|ный|на)|пуст(?:ует|ой|о|ующий)?|вакан(?:т|тный|тно|сия|тен)|продан|продано|снес[её]н|разобран|бесхоз(?:ный|яйный|ный гараж)?|нич(?:ей|ье)|не ?продан|не ?занят|не ?используется|резерв)|(?:владелец|собственник|хозяин|фио)?[ :-]*(?:не ?(?:установлен|известен|известно|определ[её]н|указан|найден)[аоы]?|неизвест(?:ен|но|ный)|нет(?: данных| сведений| владельца| собственника| информации)?)|нет владельца|данных нет|н\/д|б\/х|уточн(?:ить|яется)|выясн(?:ить|яется)|[?]+|х+|x+|0)\.?$/;
const ditto =
  /^(?:(?:он|она|они|тот|та) ?же(?: самый)?|то ?же(?: самое)?|см\.? выше|[-–—=]*\s*(?:"|''|»|«|\/\/|\\\\|“|”|,,|〃)\s*[-–—=]*)\.?$/;
const organisation =
  /(?<![а-яёa-z])(?:ооо|оао|зао|пао|ао|нао|фгуп|гуп|муп|мкп|фгку|фгбу|фгбоу|гбу|мбу|гку|мку|гбоу|мбоу|тсж|тсн|снт|днт|гск|пгк|жск|нко|ано|кас|ооп|администраци[яи]|комитет|управлени[ея]|департамент|министерство|правлени[ея]|кооператив|войсковая|в\/ч|завод|фабрика|фирма|предприятие|банк|фонд|приход|церковь|общество|товарищество|учреждение|организаци[яи]|школа|больница|поликлиника|институт|университет|автошкола|профсоюз|муниципалитет|муниципальн[а-я]*|совет|воинская|росреестр|компания|корпорация)(?![а-яё])/;
const estate = /наследник|наследниц|наследодател|наследств|(?<![а-я])насл\./;

const phonePattern =
  /(?:(?:тел|моб|сот|дом|т|м)\.?\s*:?\s*)?(?<!\d)(?:\+?[78][\s(.-]*)?\(?\d{3,4}\)?[\s.-]*\d{2,3}[\s.-]?\d{2}[\s.-]?\d{2}(?!\d)/i;
const localPhone = /(?:тел|моб|сот)\.?\s*:?\s*\d[\d\s()-]{4,}\d/i;
const birthPattern =
  /(?:(?:род\.?|рожд\.?|д\.?\s?р\.?)\s*:?\s*)?(?<!\d)\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})(?!\d)\s*(?:г\.?\s?р(?:ожд[а-я]*)?\.?|года? рожд[а-я]*|г\.?(?![а-яё]))?/i;
const birthYear = /(?<!\d)(?:19|20)\d\d\s*(?:г\.?\s?р(?:ожд[а-я]*)?\.?|года? рожд[а-я]*)/i;
const passportPattern =
  /(?:паспорт|пасп\.|п\/п)\s*:?\s*(?:серия\s*)?\d{2}\s?\d{2}\s*(?:№|номер)?\s*\d{6}[^,;\n]*|(?<!\d)\d{2}\s?\d{2}\s*№?\s*\d{6}(?!\d)/i;
const addressPattern =
  /(?:^|[,;\s])((?:(?:[Аа]дрес|[Пп]рож\.?|[Пп]рожив[а-я]*|[Зз]арег[а-я]*|[Пп]рописан[а-я]*)\s*:?\s*)?(?:г\.\s?[А-ЯЁ][а-яё]{2,}|(?:гор|[Уу]л|[Пп]р|[Пп]р-т|[Пп]р-кт|[Пп]ер|[Нн]аб|ш|б-р|дер|пос|пл|обл)\.\s?[А-ЯЁ\d]|(?:СПб|Спб|СПБ|Санкт-Петербург|[Уу]лица|[Пп]роспект|[Пп]ереулок|[Нн]абережная|[Шш]оссе|[Бб]ульвар)(?![а-яё])|д\.\s?\d|кв\.\s?\d).*)$/s;
const title =
  /^(?:гр(?:-н|-ка|-нка|ажданин|ажданка)?\.?|г-н|г-жа|ип|индивидуальный предприниматель|собственник[а-я]*|владел[а-я]*|хозя[а-я]*|председател[а-я]*|пред\.|пенсионер[а-я]*|инвалид[а-я]*|ветеран[а-я]*|вдова|вдовец)\s*[:.-]?\s+(?=\S)/i;
/** A part between commas that tells about the owner and is no name. */
export const aside =
  /^(?:зам(?:\.|естител[а-я]*)|председател[а-я]*|пред\.|гл\.? ?бух[а-я]*|бухгалтер[а-я]*|казначей|член|кассир|пенсионер(?:ка)?|инвалид|ветеран|участник|сторож|электрик|охрана|охранник|жена|муж|сын|дочь|брат|сестра|мать|отец|внук|внучка|вдова|вдовец|зять|т[её]ща|доверенн[а-я]*|по довер[а-я]*|представител[а-я]*|умер(?:ла)?|продал[аи]?|продан|жив[её]т|проживает|переехал[аи]?|собственник|владелец|арендатор|аренда|тел|моб|дом|раб|сот|кв|ул|г\.? ?р|старый|новый|бывш[а-я]*|ранее|льгот[а-я]*|ип|и др|и другие|и пр)(?![а-яё])/;

const blank = (): OwnerCell => ({
  kind: 'people',
  names: '',
  phone: '',
  birthday: '',
  passport: '',
  address: '',
  rest: [],
});

export function namesNobody(text: string): boolean {
  return saysNothing(text) || nobodyWords.test(fold(text));
}

/** Takes apart the text of an owner's cell; shares are cut out before, they stand in it as marks. */
export function readOwnerCell(text: string): OwnerCell {
  const cell = blank();
  const whole = fold(text);
  if (namesNobody(text)) return { ...cell, kind: 'nobody' };
  if (ditto.test(whole)) return { ...cell, kind: 'ditto' };
  const unbracketed = whole.replace(/\([^)]*\)?/g, ' ');
  const isSole = whole.startsWith('ип ') || whole.startsWith('индивидуальный предприниматель');
  if (!isSole && organisation.test(unbracketed)) return { ...cell, kind: 'organisation', names: tidy(text) };
  if (estate.test(whole)) return { ...cell, kind: 'estate', names: tidy(text) };
  let left = tidyLines(text);
  const take = (pattern: RegExp, group = 0): string => {
    const match = pattern.exec(left);
    if (!match) return '';
    left = left.replace(match[group]!, ' ');
    return tidy(match[group]!);
  };
  cell.passport = take(passportPattern);
  cell.phone = [take(phonePattern), take(phonePattern), take(localPhone)].filter(Boolean).join(', ');
  const born = take(birthPattern) || take(birthYear);
  cell.birthday = tidy(
    born
      .replace(/^(?:род\.?|рожд\.?|д\.?\s?р\.?)\s*:?/i, '')
      .replace(/г\.?\s?р.*$|года? рожд.*$/i, '')
      .replace(/\s*г\.?$/i, ''),
  );
  cell.address = take(addressPattern, 1);
  for (const match of left.matchAll(/\(([^)]*)\)?/g)) if (!saysNothing(match[1]!)) cell.rest.push(tidy(match[1]!));
  left = left.replace(/\([^)]*\)?/g, ' ');
  for (let word = title.exec(left.trimStart()); word; word = title.exec(left.trimStart())) {
    cell.rest.push(tidy(word[0].replace(/[:.-]?\s+$/, '')));
    left = left.trimStart().slice(word[0].length);
  }
  cell.rest.push(...[...left.matchAll(/[?*!]+/g)].map((match) => match[0]));
  cell.names = left
    .replace(/[?*!"«»“”]+/g, ' ')
    .replace(/(?:,|;)\s*(?:тел|моб|т|род|д\.\s?р|паспорт|адрес)\.?\s*:?\s*(?=[,;]|$)/gi, ' ');
  return saysNothing(cell.names.replace(/[\s,;./-]+/g, '')) && cell.rest.length ? { ...cell, kind: 'nobody' } : cell;
}
