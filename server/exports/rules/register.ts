// Rows of the full register: the titles and the cells that the loader of registries understands. Pure.

export interface RegisterPassport {
  number: string;
  issued: string;
}

interface Personal {
  birthday: string | null;
  registration_address: string | null;
  actual_address: string | null;
  phones: readonly string[] | null;
  email: string | null;
  privilege: string | null;
  certificate: string | null;
  voa_entry_date: string | null;
  ticket_number: string | null;
}
export interface RegisterGarage extends Personal {
  section: string;
  number: string;
  type: string;
  size_x: number | null;
  size_y: number | null;
  size_z: number | null;
  date_of_construction: string | null;
  pib_number: string | null;
  note: string | null;
  balance_kopecks: number;
  owners: readonly { name: string; share: string | null }[];
}
export interface RegisterPerson extends Personal {
  name: string;
}

const personal = [
  'Дата рождения',
  'Паспорт',
  'Кем и когда выдан паспорт',
  'Адрес прописки',
  'Адрес проживания',
  'Телефон',
  'E-mail',
  'Льгота',
  '№ удостоверения льготы',
  'Член ВОА с',
  '№ членского билета',
] as const;

/** Titles of a ПО's sheet; the balance is that of the day. */
export const registerTitles = (today: string): string[] => [
  '№ п/п',
  'Секция',
  '№ гаража',
  'Тип',
  'Размер',
  'Дата постройки',
  'ПИБ',
  'Ф.И.О. владельца',
  'Доля',
  ...personal,
  `Сальдо на ${today.split('-').toReversed().join('.')}`,
  'Примечание',
];
export const peopleTitles: readonly string[] = ['Ф.И.О.', ...personal];

export function registerRow(garage: RegisterGarage, nth: number, passport: RegisterPassport | null): unknown[] {
  const shares = garage.owners.map((owner) => owner.share);
  return [
    nth,
    text(garage.section),
    text(garage.number),
    garage.type,
    sizeOf(garage),
    day(garage.date_of_construction),
    text(garage.pib_number),
    text(garage.owners.map((owner) => owner.name).join('; ')),
    shares.every(Boolean) ? shares.join('; ') : null,
    ...personalCells(garage, passport),
    garage.balance_kopecks / 100,
    text(garage.note),
  ];
}

export const peopleRow = (person: RegisterPerson, passport: RegisterPassport | null): unknown[] => [
  text(person.name),
  ...personalCells(person, passport),
];

function personalCells(person: Personal, passport: RegisterPassport | null): unknown[] {
  return [
    day(person.birthday),
    text(passport?.number),
    text(passport?.issued),
    text(person.registration_address),
    text(person.actual_address),
    // «8…», because a plus at the beginning would be taken for a formula.
    text(person.phones?.map((phone) => phone.replace(/^\+7/, '8')).join(', ')),
    text(person.email),
    text(person.privilege),
    text(person.certificate),
    day(person.voa_entry_date),
    text(person.ticket_number),
  ];
}

const sizeOf = ({ size_x, size_y, size_z }: RegisterGarage) =>
  size_x !== null && size_y !== null
    ? [size_x, size_y, size_z]
        .filter((side) => side !== null)
        .map((side) => String(side).replace('.', ','))
        .join('×')
    : null;

const day = (date: string | null) => (date ? new Date(`${date}T00:00:00Z`) : null);

/** A text that a spreadsheet would run as a formula is made a text again. */
const text = (value: string | null | undefined) => (value ? (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value) : null);

/** A sheet's name: no forbidden letters, 31 at most, each once. */
export function sheetName(name: string, taken: Set<string>): string {
  const plain =
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, 27) || 'ПО';
  let free = plain;
  for (let nth = 2; taken.has(free.toLowerCase()); nth += 1) free = `${plain} ${nth}`;
  taken.add(free.toLowerCase());
  return free;
}
