// People of the demo world: names, contacts, privileges, membership, consents, and a few entered twice.
import type { Secrets } from '../kernel/secrets.ts';
import type { Write } from '../kernel/act.ts';
import { sealPassport } from '../profiles/passport.ts';
import { phonesKey } from '../profiles/rules.ts';
import { insertRows } from './rows.ts';
import type { DemoPlace } from './seedPlaces.ts';
import { demoAddress, demoDate, demoName, type Dice } from './words.ts';

export interface DemoPerson {
  id: number;
  privilege: number;
  privilegeUntil: string | null;
}

/** The same person entered twice, as it is met in life: a lost «ё», a Latin letter that looks like a Russian one. */
const doubles: readonly [string, string][] = [
  ['Королёв', 'Королев'],
  ['Соколов', 'Сoколов'],
  ['Семёнов', 'Семенов'],
  ['Сорокин', 'Cорокин'],
  ['Воробьёв', 'Воробьев'],
  ['Макаров', 'Мaкаров'],
];
const PRIVILEGED_SHARE = 0.12;
/** Privileges of halved fees; 4 and 5 tell about health and come with a written consent. */
const privileges = [2, 4, 5, 7, 8, 9, 10, 12, 12, 15, 16];
const HEALTH = new Set([4, 5]);
const HALVED = [2, 7, 8, 9, 10, 12, 15];

/** +7 900 000-xx-xx belongs to nobody: the lower half are first phones, the upper half second ones. */
const SECOND_PHONES = 5000;

interface Options {
  people: number;
  /** `YYYY-MM-DD` */
  today: string;
  /** The first ПО: seven privileges that hold, five that ran out, six people entered twice. */
  isRich: boolean;
}

export async function seedPeople(
  { tx }: Write,
  secrets: Secrets,
  d: Dice,
  place: DemoPlace,
  options: Options,
): Promise<DemoPerson[]> {
  const year = Number(options.today.slice(0, 4));
  const rows = Array.from({ length: options.people }, (_, nth) => ({
    region_id: place.region_id,
    mo_id: place.mo_id,
    po_id: place.id,
    ...person(secrets, d, place, nth, year),
    ...privilegeOf(d, nth, year, options.isRich),
  }));
  if (options.isRich) enterTwice(rows, d);
  const ids = await insertRows(tx, 'profile', rows);
  await insertRows(
    tx,
    'profile_place',
    ids.map((profile_id) => ({ profile_id, po_id: place.id, mo_id: place.mo_id, region_id: place.region_id })),
    null,
  );
  await insertRows(
    tx,
    'profile_voa_status',
    rows.flatMap((row, i) => membership(row, ids[i]!, i, year)),
  );
  await insertRows(
    tx,
    'profile_privilege',
    rows.flatMap((row, i) => (row.privilege_id ? [certificate(row, ids[i]!, year)] : [])),
  );
  await insertRows(
    tx,
    'consent',
    rows.flatMap((row, i) => consents(d, row, ids[i]!, year)),
  );
  return rows.map((row, i) => ({ id: ids[i]!, privilege: row.privilege_id, privilegeUntil: row.privilege_end_date }));
}

function person(secrets: Secrets, d: Dice, place: DemoPlace, nth: number, year: number) {
  const phone = (at: number) => `+7900000${String(at).padStart(4, '0')}`;
  const first = (place.id * 300 + nth) % SECOND_PHONES;
  const phones = nth % 17 === 16 ? [] : nth % 10 === 9 ? [phone(first), phone(first + SECOND_PHONES)] : [phone(first)];
  const isMember = d.chance(0.86);
  const passport = sealPassport(secrets, {
    seria: '9999',
    num: String(100_000 + d.below(899_999)),
    text: 'выдан отделом учёта демонстрационного города',
    foreign: false,
  });
  const hasPassport = d.chance(0.8);
  const address = demoAddress(d);
  return {
    ...demoName(d),
    birthday: nth % 20 === 19 ? null : demoDate(d, 1942, 1996),
    pass_cipher: hasPassport ? passport.pass_cipher : null,
    pass_hash: hasPassport ? passport.pass_hash : null,
    pass_masked: hasPassport ? passport.pass_masked : null,
    registration_address: address,
    actual_address: d.chance(0.2) ? demoAddress(d) : address,
    email: d.chance(0.4) ? `owner${place.code}-${nth}@example.ru` : null,
    phones,
    phones_key: phonesKey(phones),
    is_voa_member: isMember,
    voa_status_id: isMember ? (nth % 29 === 11 ? 4 : nth % 37 === 5 ? 7 : 3) : d.pick([1, 1, 2, 5]),
    voa_entry_date: isMember ? demoDate(d, 1996, year - 2) : null,
    ticket_number: isMember ? String(200_000 + d.below(700_000)) : null,
    confirmed_at: d.chance(0.7) ? demoDate(d, year - 2, year - 1) : null,
  };
}

function privilegeOf(d: Dice, nth: number, year: number, isRich: boolean) {
  const until = (from: number, span: number) => `${from + d.below(span)}-0${1 + d.below(9)}-15`;
  const none = { privilege_id: 0, privilege_end_date: null as string | null };
  if (isRich) {
    // Every seventh of the first fifty holds; some of the others ran out.
    if (nth < 50 && nth % 7 === 4)
      return { privilege_id: HALVED[(nth - 4) / 7]!, privilege_end_date: until(year + 1, 3) };
    if (nth >= 60 && nth < 100 && nth % 8 === 1)
      return { privilege_id: d.pick(privileges), privilege_end_date: until(year - 4, 2) };
    return none;
  }
  if (!d.chance(PRIVILEGED_SHARE)) return none;
  const privilege_id = d.pick(privileges);
  const ends = d.chance(0.3) ? until(year - 2, 2) : d.chance(0.5) ? until(year + 1, 3) : null;
  return { privilege_id, privilege_end_date: ends };
}

type Row = Awaited<ReturnType<typeof person>> & { privilege_id: number; privilege_end_date: string | null };

function enterTwice(rows: Row[], d: Dice) {
  for (const [i, [right, wrong]] of doubles.entries()) {
    const original = rows[i * 3 + 1]!;
    const twin = rows[rows.length - 1 - i]!;
    const name = {
      first_name: d.pick(['Иван', 'Сергей', 'Николай', 'Пётр']),
      father_name: d.pick(['Иванович', 'Петрович', 'Олегович']),
    };
    const birthday = original.birthday ?? demoDate(d, 1950, 1980);
    Object.assign(original, name, { last_name: right, birthday });
    Object.assign(twin, name, { last_name: wrong, birthday, pass_cipher: null, pass_hash: null, pass_masked: null });
  }
}

/** How a person came to the present status. */
function membership(row: Row, profile_id: number, nth: number, year: number) {
  const entered = row.voa_entry_date ?? `${year - 1}-01-10`;
  const line = (status_id: number, on_date: string, ground: string) => ({ profile_id, status_id, on_date, ground });
  if (!row.is_voa_member) return [line(row.voa_status_id, entered, 'Внесено при создании карточки')];
  const joined = line(3, entered, `Протокол № ${1 + (nth % 12)}`);
  const later =
    row.voa_status_id === 4
      ? [line(4, `${year - 1}-03-15`, 'Личное заявление')]
      : row.voa_status_id === 7
        ? [line(7, `${year - 1}-05-09`, 'Решение конференции')]
        : [];
  return nth % 5 ? [joined, ...later] : [line(2, entered, 'Заявление о вступлении'), joined, ...later];
}

const certificate = (row: Row, profile_id: number, year: number) => ({
  profile_id,
  privilege_id: row.privilege_id,
  seria: 'АБ',
  number: String(10_000 + profile_id),
  issued_text: 'Отдел социальной защиты демонстрационного района',
  issued_on: `${year - 6}-04-12`,
  end_date: row.privilege_end_date,
  is_current: true,
});

function consents(d: Dice, row: Row, profile_id: number, year: number) {
  const signed = d.chance(0.85);
  const kinds = [
    ...(signed ? ['pd_processing'] : []),
    ...(signed && row.phones.length && d.chance(0.7) ? ['sms_info'] : []),
    ...(signed && row.email && d.chance(0.8) ? ['email_info'] : []),
    ...(HEALTH.has(row.privilege_id) ? ['health'] : []),
  ];
  return kinds.map((kind, i) => ({
    profile_id,
    kind,
    doc_no: `${profile_id}-${i + 1}`,
    signed_at: `${year - 1}-09-15`,
  }));
}
