// Addresses in one spelling without any service: read into parts, written anew, streets as the register itself writes them. Pure.
import { foldText } from '../../../contract/kernel/words.ts';
import type { AddressQuality } from '../../../contract/instruments/normalising.ts';
import { isOneTypoApart } from '../../profiles/rules.ts';

/** An address as it was understood. */
export interface AddressParts {
  index: string | null;
  /** Region, district, town, village: «г. Санкт-Петербург», in the order of the text. */
  towns: string[];
  /** «ул. Заречная». */
  street: string | null;
  /** «д. 5», «корп. 2», «кв. 7», in the order of a post address. */
  house: string[];
  /** What was not understood, as it stood. */
  rest: string[];
}

export interface ReadAddress {
  becomes: string | null;
  quality: AddressQuality;
  remark: string | null;
  /** A letter would arrive: town, street or village, house. */
  isPostal: boolean;
}

/** How the register itself writes: made of all its addresses. */
export interface AddressWords {
  streets: Map<string, { name: string; count: number; byName: Map<string, number>; towns: Map<string, number> }>;
  houses: Map<string, Map<string, number>>;
  /** Towns by their bare names: «тверь» → «г. Тверь». */
  towns: Map<string, Map<string, number>>;
}

type Kind = 'town' | 'street';
/** Words of a kind: how they are met → how they are written. */
const words: readonly { kind: Kind; to: string; from: RegExp; isAfter?: boolean }[] = [
  { kind: 'town', to: 'обл.', from: /^(обл|область)$/, isAfter: true },
  { kind: 'town', to: 'край', from: /^край$/, isAfter: true },
  { kind: 'town', to: 'р-н', from: /^(р-н|район)$/, isAfter: true },
  { kind: 'town', to: 'Респ.', from: /^(респ|республика)$/ },
  { kind: 'town', to: 'г.', from: /^(г|гор|город)$/ },
  { kind: 'town', to: 'пгт', from: /^пгт$/ },
  { kind: 'town', to: 'пос.', from: /^(п|пос|поселок|посёлок)$/ },
  { kind: 'town', to: 'с.', from: /^(с|село)$/ },
  { kind: 'town', to: 'дер.', from: /^(дер|деревня)$/ },
  { kind: 'town', to: 'ст-ца', from: /^(ст-ца|станица)$/ },
  { kind: 'street', to: 'ул.', from: /^(ул|улица)$/ },
  { kind: 'street', to: 'пр.', from: /^(пр|пр-т|пр-кт|просп|проспект)$/ },
  { kind: 'street', to: 'пер.', from: /^(пер|переулок)$/ },
  { kind: 'street', to: 'ш.', from: /^(ш|шоссе)$/ },
  { kind: 'street', to: 'наб.', from: /^(наб|набережная)$/ },
  { kind: 'street', to: 'б-р', from: /^(б-р|бул|бульвар)$/ },
  { kind: 'street', to: 'пл.', from: /^(пл|площадь)$/ },
  { kind: 'street', to: 'проезд', from: /^(пр-д|проезд)$/ },
  { kind: 'street', to: 'аллея', from: /^(ал|аллея)$/ },
  { kind: 'street', to: 'линия', from: /^линия$/, isAfter: true },
  { kind: 'street', to: 'туп.', from: /^(туп|тупик)$/ },
  { kind: 'street', to: 'мкр.', from: /^(мкр|мкрн|микрорайон)$/ },
  { kind: 'street', to: 'кв-л', from: /^(кв-л|квартал)$/ },
];
const houseWords: readonly [to: string, from: string][] = [
  ['д.', 'д|дом'],
  ['вл.', 'вл|владение'],
  ['корп.', 'к|корп|корпус'],
  ['стр.', 'стр|строение'],
  ['лит.', 'лит|литер|литера'],
  ['кв.', 'кв|квартира'],
  ['ком.', 'ком|комн|комната'],
];
const HOUSE_WORD = houseWords.map(([, from]) => from).join('|');
/** A number of a house: «5», «12а», «12/3», «5-7» (house and flat). */
const NUMBER = String.raw`\d+(?:\s?[а-яa-z](?![а-яa-z]))?(?:\/\d+[а-яa-z]?)?`;
const HOUSE_START = new RegExp(
  String.raw`(?<=[\s,\d])(?=(?:${HOUSE_WORD})\.?\s*№?\s*(?:\d|[а-яa-z](?:$|[\s,])))`,
  'giu',
);
const HOUSE_PART = new RegExp(
  String.raw`^(${HOUSE_WORD})(?:\.\s*|\s+|(?=\d))№?\s*(${NUMBER}|[а-яa-z])(?:\s*-\s*(\d+))?$`,
  'iu',
);
const ENDING = new RegExp(String.raw`^(.*[а-яёa-z.].*?)\s+(${NUMBER})(?:\s*-\s*(\d+))?$`, 'iu');
const BARE = new RegExp(String.raw`^(${NUMBER})(?:\s*-\s*(\d+))?$`, 'iu');

/** Reads an address into its parts; nothing of the text is dropped. */
export function partsOf(text: string): AddressParts {
  const parts: AddressParts = { index: null, towns: [], street: null, house: [], rest: [] };
  const plain = text.replace(/[\s ]+/g, ' ').trim();
  const index = /^(\d{6})(?=[\s,]|$)[\s,]*/.exec(plain) ?? null;
  if (index) parts.index = index[1]!;
  const body = plain.slice(index?.[0].length ?? 0).replace(HOUSE_START, ',');
  for (const piece of splitByTypes(body)) take(parts, piece);
  parts.house.sort((one, other) => houseOrder(one) - houseOrder(other));
  return parts;
}

const houseOrder = (part: string) => houseWords.findIndex(([to]) => part.startsWith(to));

/** Pieces between commas; a piece with two types in front («г. Тверь ул. Мира») is two. */
function splitByTypes(body: string): string[] {
  return body.split(/[,;]/).flatMap((raw) => {
    const tokens = raw
      .trim()
      .replace(/(?<=[а-яё]\.)(?=[А-ЯЁа-яё\d])/gu, ' ')
      .split(' ')
      .filter(Boolean);
    const pieces: string[][] = [[]];
    let hasName = false;
    for (const [nth, token] of tokens.entries()) {
      const type = typeOf(token);
      const startsNew =
        type && !type.isAfter && hasName && nth < tokens.length - 1 && !isTypeLast(pieces.at(-1)!, tokens, nth);
      if (startsNew) {
        pieces.push([]);
        hasName = false;
      }
      if (!type) hasName = true;
      pieces.at(-1)!.push(token);
    }
    return pieces.map((piece) => piece.join(' ')).filter(Boolean);
  });
}

/** «Заречная ул. 5»: the type stands behind its name when the piece has none yet and only a number follows. */
const isTypeLast = (piece: readonly string[], tokens: readonly string[], nth: number) =>
  !piece.some((token) => typeOf(token)) && tokens.slice(nth + 1).every((token) => /^\d/.test(token));

const typeOf = (token: string) => {
  const bare = token.replace(/\.$/, '').toLowerCase();
  return words.find(({ from }) => from.test(bare));
};

/** «д. Бугры» is a village, «д. 5» a house. */
const VILLAGE = /^д\.?\s+(?=[А-ЯЁ][а-яё]{2})/u;
const COUNTRY = /^(россия|рф|российская федерация)$/i;

function take(parts: AddressParts, piece: string) {
  if (COUNTRY.test(piece)) return;
  if (VILLAGE.test(piece)) return void parts.towns.push(piece.replace(VILLAGE, 'дер. '));
  const house = HOUSE_PART.exec(piece);
  if (house) return takeHouse(parts, wordOf(house[1]!), house[2]!, house[3]);
  const bare = BARE.exec(piece);
  if (bare && parts.house.length === 0 && (parts.street ?? parts.towns.length))
    return takeHouse(parts, 'д.', bare[1]!, bare[2]);
  const typed = readTyped(piece);
  if (!typed) return void parts.rest.push(piece);
  const ending = typed.kind === 'street' ? ENDING.exec(typed.name) : null;
  const name = ending ? ending[1]! : typed.name;
  const whole = typed.isAfter ? `${name} ${typed.type}` : `${typed.type} ${name}`;
  if (typed.kind === 'town') parts.towns.push(whole);
  else if (parts.street) return void parts.rest.push(piece);
  else parts.street = whole;
  if (ending) takeHouse(parts, 'д.', ending[2]!, ending[3]);
}

const wordOf = (word: string) => houseWords.find(([, from]) => new RegExp(`^(?:${from})$`, 'iu').test(word))![0];

function takeHouse(parts: AddressParts, word: string, number: string, flat: string | undefined) {
  const put = (type: string, value: string) => {
    const part = `${type} ${value.replace(/\s/g, '')}`;
    if (parts.house.some((one) => one.startsWith(type))) parts.rest.push(part);
    else parts.house.push(part);
  };
  put(word, number);
  if (flat) put(word === 'кв.' ? 'ком.' : 'кв.', flat);
}

/** The type of a piece and its name, the first letter large; null without a type. */
function readTyped(piece: string): { kind: Kind; type: string; name: string; isAfter: boolean } | null {
  const tokens = piece.split(' ');
  const at = tokens.findIndex((token) => typeOf(token));
  if (at < 0 || tokens.length < 2) return null;
  const type = typeOf(tokens[at]!)!;
  const name = tokens.filter((_, nth) => nth !== at).join(' ');
  if (!/[а-яёa-z\d]/iu.test(name)) return null;
  return {
    kind: type.kind,
    type: type.to,
    name: /^[а-яё]{3}/u.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name,
    isAfter: type.isAfter ?? false,
  };
}

const written = ({ index, towns, street, house, rest }: AddressParts) =>
  [index, ...towns, street, ...house, ...rest].filter(Boolean).join(', ');

const keyOf = (text: string) => foldText(text).replace(/[^а-яa-z\d]/g, '');
const houseKey = ({ towns, street, house }: AddressParts) =>
  street && house.length
    ? `${towns.map(keyOf).join()}|${keyOf(street)}|${house.filter((one) => !/^(кв|ком)\./.test(one)).join()}`
    : null;

/** Streets, their towns and the indices of houses, as the given addresses have them. */
export function addressWords(addresses: Iterable<{ text: string; count: number }>): AddressWords {
  const found: AddressWords = { streets: new Map(), houses: new Map(), towns: new Map() };
  for (const { text, count } of addresses) {
    const parts = partsOf(text);
    const town = parts.towns.at(-1);
    if (town) {
      const key = bareKey(town);
      const byName = found.towns.get(key) ?? new Map<string, number>();
      add(byName, town, count);
      found.towns.set(key, byName);
    }
    if (parts.street) {
      const key = keyOf(parts.street);
      const known = found.streets.get(key) ?? { name: parts.street, count: 0, byName: new Map(), towns: new Map() };
      known.count += count;
      add(known.byName, parts.street, count);
      if (parts.towns.length) add(known.towns, parts.towns.join(', '), count);
      found.streets.set(key, known);
    }
    const house = houseKey(parts);
    if (house && parts.index) {
      const indices = found.houses.get(house) ?? new Map<string, number>();
      add(indices, parts.index, count);
      found.houses.set(house, indices);
    }
  }
  for (const street of found.streets.values()) street.name = mostOf(street.byName);
  return found;
}

const bareKey = (town: string) => keyOf(readTyped(town)?.name ?? town);
const shortTowns: Record<string, string> = { спб: 'санктпетербург', мск: 'москва' };

/** «Тверь» without «г.» is a town when the register knows it as one. */
function knowTowns(parts: AddressParts, { towns }: AddressWords) {
  const town = (piece: string) => {
    const key = keyOf(piece);
    const known = towns.get(shortTowns[key] ?? key);
    return known && mostOf(known);
  };
  parts.towns.push(...parts.rest.flatMap((piece) => town(piece) ?? []));
  parts.rest = parts.rest.filter((piece) => !town(piece));
}

const add = (counts: Map<string, number>, key: string, count: number) =>
  counts.set(key, (counts.get(key) ?? 0) + count);
/** The most frequent; of equals the one that comes first in the alphabet, so that every run says the same. */
const mostOf = (counts: Map<string, number>) =>
  [...counts].reduce((best, one) => (one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best))[0];

/** A street is taken for a slip of another that is met at least so many times as often. */
const RARER = 5;
/** What is filled in from other cards stands on at least so many of them. */
const WITNESSES = 3;

/** One address in the spelling of the register. What can't be read to one end, or would lose a number, is left as it is. */
export function readAddress(text: string, dictionary: AddressWords): ReadAddress {
  const first = readOnce(text, dictionary);
  if (!first.becomes) return first;
  let { becomes } = first;
  for (let nth = 0; nth < MOST_PASSES; nth += 1) {
    const again = readOnce(becomes, dictionary);
    if (again.quality === 'garbage') break;
    if (!again.becomes) return settled(text, { ...first, becomes }, nth > 0);
    becomes = again.becomes;
  }
  return { becomes: null, quality: 'garbage', remark: 'Читается по-разному', isPostal: false };
}

const MOST_PASSES = 4;
const numbersOf = (text: string) => (text.match(/\d+/g) ?? []).toSorted().join(' ');

function settled(text: string, read: ReadAddress & { becomes: string }, isDoubtful: boolean): ReadAddress {
  const added = /Добавлен индекс (\d{6})/.exec(read.remark ?? '')?.[1];
  if (numbersOf(read.becomes) !== numbersOf(added ? `${text} ${added}` : text))
    return { becomes: null, quality: 'garbage', remark: 'Потерялся бы номер', isPostal: false };
  return isDoubtful ? { ...read, quality: 'variants', remark: read.remark ?? 'Порядок частей неясен' } : read;
}

function readOnce(text: string, dictionary: AddressWords): ReadAddress {
  const parts = partsOf(text);
  const remarks: string[] = [];
  knowTowns(parts, dictionary);
  const isPostal = () => parts.house.length > 0 && parts.towns.length > 0;
  if (!parts.street && !parts.towns.length)
    return { becomes: null, quality: 'garbage', remark: 'Не похоже на адрес', isPostal: false };
  if (parts.street) parts.street = correctStreet(parts.street, dictionary, remarks);
  fillTown(parts, dictionary, remarks);
  fillIndex(parts, dictionary, remarks);
  const becomes = written(parts);
  if (becomes === text) return { becomes: null, quality: 'same', remark: null, isPostal: isPostal() };
  if (parts.rest.length) remarks.push(`Не разобрано: ${parts.rest.join(', ')}`);
  const quality = parts.rest.length ? 'leftovers' : remarks.length ? 'variants' : 'sure';
  return { becomes, quality, remark: remarks.join('. ') || null, isPostal: isPostal() };
}

function correctStreet(street: string, { streets }: AddressWords, remarks: string[]): string {
  const key = keyOf(street);
  const known = streets.get(key);
  const [type, ...rest] = street.split(' ');
  if (key.length >= 6)
    for (const [otherKey, other] of streets) {
      const isOften = other.count >= RARER * (known?.count ?? 1);
      const [otherType, ...otherRest] = other.name.split(' ');
      // «1-я» and «2-я» are two streets, not a slip.
      const sameNumbers = street.replace(/\D/g, '') === other.name.replace(/\D/g, '');
      if (otherKey === key || !isOften || type !== otherType || !sameNumbers) continue;
      if (!isOneTypoApart(foldText(rest.join(' ')), foldText(otherRest.join(' ')))) continue;
      remarks.push(`Улица «${street}» исправлена на «${other.name}»: так у карточек — ${other.count}`);
      return other.name;
    }
  return known?.name ?? street;
}

function fillTown(parts: AddressParts, { streets }: AddressWords, remarks: string[]) {
  if (parts.towns.length || !parts.street) return;
  const towns = streets.get(keyOf(parts.street))?.towns;
  if (!towns || towns.size !== 1) return;
  const [[town, count]] = [...towns] as [[string, number]];
  if (count < WITNESSES) return;
  parts.towns = town.split(', ');
  remarks.push(`Добавлено «${town}»: так у других карточек этой улицы — ${count}`);
}

function fillIndex(parts: AddressParts, { houses }: AddressWords, remarks: string[]) {
  const key = houseKey(parts);
  const indices = key && !parts.index ? houses.get(key) : undefined;
  if (!indices || indices.size !== 1) return;
  const [[index, count]] = [...indices] as [[string, number]];
  if (count < WITNESSES) return;
  parts.index = index;
  remarks.push(`Добавлен индекс ${index}: так у других карточек этого дома — ${count}`);
}
