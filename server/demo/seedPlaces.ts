// Places and accounts of the demo world.
import type { Write } from '../kernel/act.ts';
import { demoAccounts } from './accounts.ts';
import { insertRows } from './rows.ts';

export interface DemoPlace {
  id: number;
  region_id: number;
  mo_id: number;
  code: number;
}
export interface DemoPlaces {
  region: number;
  mos: number[];
  pos: DemoPlace[];
}

/** Requisites of a bank that does not exist: no receipt of the demo world can pay a real account. */
const requisites = {
  bank_name: 'ДЕМО-БАНК',
  bik: '040000999',
  corr_account: '30101810500000000999',
  account: '40703810900000012303',
  inn: '9999000006',
  ogrn: '1037800000000',
  okpo: '00000000',
};

const moNames = ['Невское МО', 'Приморское МО', 'Колпинское МО'];
/** МО, name, whether the place in lists is pinned. */
const poNames: readonly [mo: number, name: string, pinned: boolean][] = [
  [0, 'КАС № 12-3', false],
  [0, 'КАС № 12-10', false],
  [0, 'КАС № 2', false],
  [1, 'Автолюбитель', false],
  [1, 'КАС № 7', false],
  [1, 'Центральная автостоянка', true],
  [2, 'КАС № 31', false],
  [2, 'КАС № 31-2', false],
];

export async function seedPlaces({ tx }: Write): Promise<DemoPlaces> {
  const [region] = (await insertRows(tx, 'region', [
    {
      name: 'Санкт-Петербургское городское отделение',
      short_name: 'СПб',
      phone: '+7 (812) 000-00-10',
      email: 'region@example.ru',
      chairman_name: 'Белов Олег Игоревич',
    },
  ])) as [number];
  const mos = await insertRows(
    tx,
    'mo',
    moNames.map((name, i) => ({
      region_id: region,
      name,
      time_zone: 'Europe/Moscow',
      phone: `+7 (812) 000-00-2${i}`,
      chairman_name: ['Крылова Марина Сергеевна', 'Ершов Павел Ильич', 'Жукова Ольга Романовна'][i],
      backup_allowed: i === 0,
    })),
  );
  const rows = poNames.map(([mo, name, sort_pinned], i) => ({
    region_id: region,
    mo_id: mos[mo]!,
    name,
    code: i === 0 ? 1123 : 1001 + i,
    sort_pinned,
    address: `г. Санкт-Петербург, Гаражный проезд, участок ${i + 1}`,
    phone: `+7 (812) 000-00-3${i}`,
    ...requisites,
    payee_name: `ПО ${name} ВОА`,
    chairman_name: i === 0 ? 'Воронин Николай Андреевич' : `Председателев ${'АБВГДЕЖ'[i - 1]}. П.`,
    treasurer_name: 'Зимина Галина Петровна',
    cadastral_number: `78:00:000000${i}:10${i}`,
    lease_contract: `№ ${100 + i}-А`,
    lease_until: '2031-12-31',
    penalty: penalties[i % penalties.length],
  }));
  const ids = await insertRows(tx, 'po', rows);
  const pos = ids.map((id, i) => ({ id, region_id: region, mo_id: rows[i]!.mo_id, code: rows[i]!.code }));
  await insertRows(
    tx,
    'section',
    pos.flatMap((po) => ['А', 'Б', 'В'].map((name, sort) => ({ po_id: po.id, name, sort }))),
  );
  return { region, mos, pos };
}

/** Every way in which penalties are set. */
const penalties = [
  { enabled: true, method: 'percent_day', rate: 0.1, due_day_month: '31.12', grace_days: 10, cap: 100 },
  { enabled: false, method: 'none', rate: 0, due_day_month: '31.12', grace_days: 0, cap: 100 },
  { enabled: true, method: 'key_rate_300', rate: 0, due_day_month: '30.06', grace_days: 0, cap: 50 },
];

/** Accounts and their rights; answers ids by role. */
export async function seedAccounts({ tx }: Write, places: DemoPlaces, passwordHash: string) {
  const ids = await insertRows(
    tx,
    'app_user',
    demoAccounts.map((account) => ({
      email: account.email,
      password_hash: passwordHash,
      last_name: account.name[0],
      first_name: account.name[1],
      father_name: account.name[2],
      role: account.role,
      is_superuser: account.isSuperuser,
      capabilities: account.capabilities,
    })),
  );
  const home = { region: places.region, mo: places.mos[0]!, po: places.pos[0]!.id };
  const right = (user_id: number, level: keyof typeof home, id = home[level], is_default = true) => ({
    user_id,
    region_id: level === 'region' ? id : null,
    mo_id: level === 'mo' ? id : null,
    po_id: level === 'po' ? id : null,
    is_default,
  });
  const users: Record<string, number> = {};
  const rights = demoAccounts.flatMap((account, i) => {
    const user = (users[account.role] = ids[i]!);
    // Some people keep several places: rights can be switched at once.
    if (account.role === 'chairman') return [right(user, 'po'), right(user, 'po', places.pos[2]!.id, false)];
    if (account.role === 'superuser')
      return [right(user, 'region'), right(user, 'mo', home.mo, false), right(user, 'po', home.po, false)];
    return [right(user, account.level)];
  });
  await insertRows(tx, 'user_right', rights);
  return users;
}
