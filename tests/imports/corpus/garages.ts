// Invented garages with their truth, and the many ways people write each of their cells.
import type { CellValue } from 'hucre/xlsx';
import type { Chance } from './random.ts';

/** What a right import makes of a row. Money is kopecks, a debt below zero; names «Фамилия Имя Отчество». */
export interface Truth {
  section: string;
  number: string;
  owners: string[];
  birthday: string | null;
  phones: string[];
  passport: string | null;
  balance: number;
  /** The row must not be loaded before a person has decided. */
  refused: boolean;
}

/** A garage as it is and as its cells say it. */
export interface Garage {
  truth: Truth;
  number: CellValue;
  owner: CellValue;
  birthday: CellValue;
  phone: CellValue;
  passport: CellValue;
  debt: CellValue;
  names: [string, string, string];
  /** The garage whose owner «он же» means. */
  sameAs?: Garage;
}

/** The sheet has no such columns: what is known of the owner stands in his cell or nowhere. */
export function forget(garages: readonly Garage[], fields: readonly ('birthday' | 'phone' | 'passport')[]): void {
  for (const { truth, sameAs, ...cells } of garages) {
    if (fields.includes('birthday') && (cells.birthday !== null || sameAs))
      truth.birthday = sameAs?.truth.birthday ?? null;
    if (fields.includes('phone') && (cells.phone !== null || sameAs)) truth.phones = sameAs?.truth.phones ?? [];
    if (fields.includes('passport')) truth.passport = null;
  }
}

const surnames = [
  'Иванов',
  'Смирнов',
  'Кузнецов',
  'Попов',
  'Соколов',
  'Лебедев',
  'Козлов',
  'Новиков',
  'Морозов',
  'Волков',
  'Зайцев',
  'Павлов',
  'Семёнов',
  'Голубев',
  'Виноградов',
  'Богданов',
  'Воробьёв',
  'Фёдоров',
  'Михайлов',
  'Беляев',
  'Тарасов',
  'Умеров',
  'Гречихин',
  'Продалов',
  'Заводчиков',
  'Банкин',
  'Членов',
  'Рядов',
];
const men = ['Иван', 'Пётр', 'Сергей', 'Алексей', 'Николай', 'Олег', 'Глеб', 'Юрий'];
const fathers = ['Иванович', 'Петрович', 'Сергеевич', 'Ильич', 'Николаевич', 'Олегович', 'Кузьмич', 'Юрьевич'];

export type Dirt = 'numbers' | 'people' | 'phones' | 'dates' | 'sums' | 'passports';

/** Garages of one section, numbered from `from`; `dirt` says which cells are written badly. */
export function garagesOf(
  chance: Chance,
  section: string,
  from: number,
  count: number,
  dirt: ReadonlySet<Dirt>,
): Garage[] {
  const garages = Array.from({ length: count }, (_, at) => clean(chance, section, from + at));
  for (const [at, garage] of garages.entries()) {
    if (dirt.has('numbers') && chance.is(0.35)) writeNumber(chance, garage);
    if (dirt.has('people') && chance.is(0.5)) writeOwner(chance, garage, garages[at - 1]);
    if (dirt.has('phones') && chance.is(0.6)) writePhone(chance, garage);
    if (dirt.has('dates') && chance.is(0.6)) writeBirthday(chance, garage);
    if (dirt.has('sums') && chance.is(0.6)) writeDebt(chance, garage);
    if (dirt.has('passports') && chance.is(0.3)) writePassport(chance, garage, garages[at - 1]);
  }
  return garages;
}

function clean(chance: Chance, section: string, number: number): Garage {
  const names: [string, string, string] = [chance.pick(surnames), chance.pick(men), chance.pick(fathers)];
  const birthday = `${chance.between(1935, 2000)}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`;
  const phone = `9${String(chance.between(0, 99)).padStart(2, '0')}${String(chance.between(0, 9_999_999)).padStart(7, '0')}`;
  const passport = `40${two(chance.between(1, 20))}${String(chance.between(200_000, 899_999))}`;
  const roubles = chance.is(0.4) ? 0 : chance.between(1, 60) * 500;
  return {
    truth: {
      section,
      number: String(number),
      owners: [names.join(' ')],
      birthday,
      phones: [`+7${phone}`],
      passport,
      balance: roubles === 0 ? 0 : -roubles * 100,
      refused: false,
    },
    number,
    owner: names.join(' '),
    birthday: new Date(`${birthday}T00:00:00Z`),
    phone: chance.pick([
      `8${phone}`,
      `+7 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6, 8)}-${phone.slice(8)}`,
      `8-${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6, 8)}-${phone.slice(8)}`,
      phone,
    ]),
    passport: `${passport.slice(0, 4)} ${passport.slice(4)}`,
    debt: roubles === 0 && chance.is(0.5) ? null : roubles,
    names,
  };
}

const two = (value: number) => String(value).padStart(2, '0');

function writeNumber(chance: Chance, garage: Garage): void {
  const { truth } = garage;
  const n = truth.number;
  const set = (cell: CellValue, number: string, refused = false) => {
    garage.number = cell;
    Object.assign(truth, { number, refused });
  };
  chance.pick([
    () => set(`${n}а`, `${n}а`),
    () => set(`${n} А`, `${n}а`),
    () => set(`№ ${n}-Б`, `${n}-б`),
    () => set(`${n}/1`, `${n}/1`),
    () => set(`${n}\\2`, `${n}/2`),
    () => set(`${n}"а"`, `${n}а`),
    () => set(`${n}A`, `${n}а`),
    () => set(`${n}'`, n),
    () => set(`${n},0`, n),
    () => set(`${n},${Number(n) + 900}`, '', true),
    () => set(`${n}+${Number(n) + 900}`, '', true),
    () => set(`${n} (${Number(n) + 900})`, '', true),
    () => set(`${n}?`, '', true),
    () => set(`${n} и ${Number(n) + 900}`, '', true),
    () => set(`${n}; ${Number(n) + 900}`, '', true),
    () => set(`${n}_1`, '', true),
  ])();
}

function writeOwner(chance: Chance, garage: Garage, above: Garage | undefined): void {
  const { truth } = garage;
  const [last, first, father] = garage.names;
  const set = (cell: string, owners: string[], more: Partial<Truth> = {}) => {
    garage.owner = cell;
    Object.assign(truth, { owners, ...more });
    if (owners.length === 0) Object.assign(truth, { birthday: null, phones: [], passport: null });
  };
  const none = (cell: string) => () => set(cell, []);
  const company = (cell: string) => () => set(cell, [cell], { birthday: null, passport: null });
  const whole = garage.names.join(' ');
  const other = [chance.pick(surnames), chance.pick(men), chance.pick(fathers)].join(' ');
  const initials = `${last} ${first[0]}. ${father[0]}.`;
  chance.pick([
    none('пустует'),
    none('вакант'),
    none('продан'),
    none('?'),
    none('неизвестен'),
    none('собственник неизвестен'),
    none('свободно'),
    none('н/д'),
    company('ООО «Ромашка»'),
    company('Администрация Невского района'),
    company('ГСК «Маяк»'),
    none(`наследники ${last}а`),
    none(`${last} ${first[0]}.${father[0]}. - наследники`),
    company('МУП Водоканал'),
    () => set(whole.toUpperCase(), [whole]),
    () => set(whole.toLowerCase(), [whole]),
    () => set(`${last.toUpperCase()} ${first} ${father}`, [whole]),
    () => set(`${last} ${first[0]}.${father[0]}.`, [initials]),
    () => set(`${first[0]}.${father[0]}. ${last}`, [initials]),
    () => set(`${whole} ${other}`, [whole, other]),
    () => set(`${whole}, ${other}`, [whole, other]),
    () => set(`${whole} и ${other}`, [whole, other]),
    () => set(`${whole}\n${other}`, [whole, other]),
    () => set(`${whole}, зам. председателя`, [whole]),
    () => set(`Председатель ${whole}`, [whole]),
    () => set(`${whole} (умер)`, [whole]),
    () => set(`${whole}, пенсионер`, [whole]),
    () => set(`ИП ${whole}`, [whole]),
    () => {
      set(`${whole} тел. 8 900 123-45-67`, [whole], { phones: ['+79001234567'] });
      garage.phone = null;
    },
    () => {
      set(`${whole}, 12.05.1954 г.р.`, [whole], { birthday: '1954-05-12' });
      garage.birthday = null;
    },
    () => set(`${whole}, ул. Ленина, д. 5, кв. 7`, [whole]),
    () => {
      if (!above || above.truth.owners.length !== 1 || above.truth.refused) return;
      set(chance.pick(['он же', '-//-', 'тот же']), [...above.truth.owners]);
      Object.assign(garage, { birthday: null, phone: null, passport: null, sameAs: above });
      Object.assign(truth, {
        birthday: above.truth.birthday,
        phones: above.truth.phones,
        passport: above.truth.passport,
      });
    },
  ])();
}

function writePhone(chance: Chance, garage: Garage): void {
  const { truth } = garage;
  const first = (truth.phones[0] ?? '+79001112233').slice(2);
  const second = `9${String(chance.between(0, 999_999_999)).padStart(9, '0')}`;
  if (truth.owners.length === 0) return;
  const set = (cell: CellValue, phones: string[]) => {
    garage.phone = cell;
    truth.phones = phones.map((phone) => `+7${phone}`);
  };
  chance.pick([
    () => set(`8${first}, 8${second}`, [first, second]),
    () => set(`8${first} или 8${second}`, [first, second]),
    () => set(`8${first} 8${second}`, [first, second]),
    () => set(`+7${first}\n+7${second}`, [first, second]),
    () => set(`8(812)123-45-67`, ['8121234567']),
    () => set(`моб. 8${first} дом. 8(812)321-00-11`, [first, '8123210011']),
    () => set(`8${first} доб. 12`, [first]),
    () => set(`8${first} (жена)`, [first]),
    () => set(Number(`8${first}`), [first]),
    () => set(Number(first), [first]),
    () => set(`8${first.slice(0, 9)}`, []),
    () => set('315-20-14', []),
    () => set('нет', []),
    () => set('узнать', []),
    () => set(`8${first}00`, []),
  ])();
}

const months = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];

function writeBirthday(chance: Chance, garage: Garage): void {
  const { truth } = garage;
  if (truth.owners.length === 0 || !truth.birthday) return;
  const [year = '', month = '', day = ''] = truth.birthday.split('-');
  const set = (cell: CellValue, birthday: string | null = truth.birthday) => {
    garage.birthday = cell;
    truth.birthday = birthday;
  };
  chance.pick([
    () => set(`${day}.${month}.${year}`),
    () => set(`${Number(day)}.${Number(month)}.${year} г.`),
    () => set(`${day}/${month}/${year}`),
    () => set(`${Number(day)} ${months[Number(month) - 1]} ${year} г.`),
    () => set(`${year}-${month}-${day}`),
    () => set(year, null),
    () => set(`${year}г.р.`, null),
    () => set('31.02.1960', null),
    () => set('12.05.2047', null),
    () => set('12.05.1874', null),
    () => set(new Date('1899-12-31T00:00:00Z'), null),
    () => set('неизв.', null),
    () => set('-', null),
  ])();
}

function writeDebt(chance: Chance, garage: Garage): void {
  const set = (cell: CellValue, roubles: number) => {
    garage.debt = cell;
    garage.truth.balance = roubles === 0 ? 0 : Math.round(-roubles * 100);
  };
  chance.pick([
    () => set('1 200,50', 1200.5),
    () => set('1.200,50', 1200.5),
    () => set('1,200.50', 1200.5),
    () => set('3 тыс.', 3000),
    () => set('2023-1000, 2024-1500', 2500),
    () => set('1200-50', 1200.5),
    () => set('4500 руб.', 4500),
    () => set('долг 3000', 3000),
    () => set('переплата 500', -500),
    () => set('аванс 1500', -1500),
    () => set('4\u00a0500,00 ₽', 4500),
    () => set('нет', 0),
    () => set('-', 0),
    () => set(4500.5, 4500.5),
    () => set(89_110_000_001, 0),
    () => set('не платит', 0),
  ])();
}

function writePassport(chance: Chance, garage: Garage, above: Garage | undefined): void {
  const { truth } = garage;
  if (truth.owners.length === 0 || !truth.passport) return;
  const [series, number] = [truth.passport.slice(0, 4), truth.passport.slice(4)];
  const set = (cell: CellValue, passport: string | null = truth.passport) => {
    garage.passport = cell;
    truth.passport = passport;
  };
  chance.pick([
    () => set(`${series.slice(0, 2)} ${series.slice(2)} № ${number}`),
    () => set(`${series}${number}`),
    () => set(`серия ${series} номер ${number}, выдан ОВД 12.03.2004`),
    () => set('0000 000000', null),
    () => set('1111 111111', null),
    () => set('нет', null),
    () => set(`${series} ${number.slice(0, 5)}`, null),
    () => {
      if (
        !above ||
        above.truth.owners.length !== 1 ||
        !above.truth.passport ||
        above.truth.refused ||
        truth.refused ||
        above.truth.owners[0] === truth.owners[0]
      )
        return;
      if (above.truth.owners[0]!.includes('.') || typeof above.owner !== 'string' || /же|\/\//.test(above.owner))
        return;
      garage.passport = `${above.truth.passport.slice(0, 4)} ${above.truth.passport.slice(4)}`;
      above.truth.refused = true;
      truth.refused = true;
    },
  ])();
}
