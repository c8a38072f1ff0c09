// The demo world: one region, three МО, eight car parks, their people, three years of money. Invented from end to end.
import { sql } from 'kysely';
import { accountNumber } from '../../garages/rules.ts';
import { act } from '../../kernel/act.ts';
import { nobody, type Ctx, type Deps } from '../../kernel/ctx.ts';
import type { Write } from '../../kernel/act.ts';
import { phonesKey } from '../../profiles/rules.ts';
import { sealPassport } from '../../profiles/passport.ts';
import { hashPassword } from '../../session/passwords.ts';
import { demoAccounts, DEMO_PASSWORD } from './accounts.ts';
import { seedMoney, seedWords } from './seedMoney.ts';
import { demoAddress, demoDate, demoName, dice, type Dice } from './words.ts';

const SEED = 20_260;

export interface Place {
  id: number;
  region_id: number;
  mo_id: number;
  code: number;
}
export interface Person {
  id: number;
  privilege: number;
}
export interface Garage {
  id: number;
  po: Place;
  owner: Person | null;
  area: number;
  built: number;
}

/** Fills an empty database; `now` decides which debts look fresh. One transaction: an interrupted seeding leaves nothing. */
export async function seedDemo(deps: Deps, now: Date): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const ctx: Ctx = {
    actor: { ...nobody, name: 'Демонстрационные данные' },
    db: deps.db,
    deps,
    ip: '',
    fingerprint: '',
    now: () => now,
  };
  const d = dice(SEED);
  await act(ctx, 'admin.demo', async (write) => {
    const places = await seedPlaces(write);
    const users = await seedAccounts(write, places, passwordHash);
    const garages: Garage[] = [];
    for (const [index, place] of places.pos.entries()) {
      const people = await seedPeople(write, deps, d, place, index === 0 ? 118 : 52, now);
      garages.push(...(await seedGarages(write, d, place, people, index === 0 ? 141 : index === 1 ? 81 : 63, now)));
    }
    await seedMoney(write, d, places.pos, garages, users.treasurer!, now);
    await seedWords(write, d, garages, users, now);
    await write.log({ text: 'Созданы демонстрационные данные' });
  });
  await sql`analyze`.execute(deps.db);
}

async function seedPlaces({ tx }: Write) {
  const bank = { bank_name: 'ДЕМО-БАНК', bik: '040000999', corr_account: '30101810500000000999' };
  const region = await tx
    .insertInto('region')
    .values({
      name: 'Санкт-Петербургское городское отделение',
      phone: '+7 (812) 000-00-10',
      chairman_name: 'Белов Олег Игоревич',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const mos = await tx
    .insertInto('mo')
    .values(
      ['Невское МО', 'Приморское МО', 'Колпинское МО'].map((name, i) => ({
        region_id: region.id,
        name,
        phone: `+7 (812) 000-00-2${i}`,
        chairman_name: 'Крылова Марина Сергеевна',
        backup_allowed: i === 0,
      })),
    )
    .returning('id')
    .execute();
  const names: [mo: number, name: string, pinned?: boolean][] = [
    [0, 'КАС № 12-3'],
    [0, 'КАС № 12-10'],
    [0, 'КАС № 2'],
    [1, 'Автолюбитель'],
    [1, 'КАС № 7'],
    [1, 'Центральная автостоянка', true],
    [2, 'КАС № 31'],
    [2, 'КАС № 31-2'],
  ];
  const pos = await tx
    .insertInto('po')
    .values(
      names.map(([mo, name, pinned = false], i) => ({
        region_id: region.id,
        mo_id: mos[mo]!.id,
        name,
        code: i === 0 ? 1123 : 1001 + i,
        sort_pinned: pinned,
        address: `г. Санкт-Петербург, Гаражный проезд, участок ${i + 1}`,
        ...bank,
        account: '40703810900000012303',
        inn: '9999000006',
        payee_name: `ПО ${name} ВОА`,
        chairman_name: 'Воронин Николай Андреевич',
        treasurer_name: 'Зимина Галина Петровна',
        lease_contract: `№ ${100 + i}-А`,
        lease_until: '2031-12-31',
      })),
    )
    .returning(['id', 'region_id', 'mo_id', 'code'])
    .execute();
  await tx
    .insertInto('section')
    .values(pos.flatMap((po) => ['А', 'Б', 'В'].map((name, sort) => ({ po_id: po.id, name, sort }))))
    .execute();
  return { region: region.id, mos, pos: pos as Place[] };
}

async function seedAccounts({ tx }: Write, places: Awaited<ReturnType<typeof seedPlaces>>, passwordHash: string) {
  const ids: Record<string, number> = {};
  for (const account of demoAccounts) {
    const [last_name, first_name, father_name] = account.name;
    const user = await tx
      .insertInto('app_user')
      .values({
        email: account.email,
        password_hash: passwordHash,
        last_name,
        first_name,
        father_name,
        role: account.role,
        is_superuser: account.isSuperuser,
        capabilities: [...account.capabilities],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids[account.role] = user.id;
    const home = { region_id: null as number | null, mo_id: null as number | null, po_id: null as number | null };
    const rights = [
      {
        ...home,
        [`${account.level}_id`]: { region: places.region, mo: places.mos[0]!.id, po: places.pos[0]!.id }[account.level],
        is_default: true,
      },
    ];
    // Some people keep two places: rights can be switched at once.
    if (account.role === 'chairman') rights.push({ ...home, po_id: places.pos[2]!.id, is_default: false });
    if (account.role === 'superuser')
      rights.push(
        { ...home, mo_id: places.mos[0]!.id, is_default: false },
        { ...home, po_id: places.pos[0]!.id, is_default: false },
      );
    await tx
      .insertInto('user_right')
      .values(rights.map((right) => ({ user_id: user.id, ...right })))
      .execute();
  }
  return ids;
}

async function seedPeople(
  { tx }: Write,
  deps: Deps,
  d: Dice,
  place: Place,
  count: number,
  now: Date,
): Promise<Person[]> {
  const year = now.getFullYear();
  const rows = Array.from({ length: count }, (_, nth) => {
    const name = demoName(d);
    const phone = `+7900${String(d.below(10_000_000)).padStart(7, '0')}`;
    const phones = d.chance(0.06)
      ? []
      : d.chance(0.1)
        ? [phone, `+7812${String(d.below(10_000_000)).padStart(7, '0')}`]
        : [phone];
    const isMember = d.chance(0.86);
    const privilege = d.chance(0.12) ? d.pick([2, 7, 8, 9, 10, 12, 12, 15, 16]) : 0;
    const ends =
      privilege && d.chance(0.6) ? `${d.chance(0.3) ? year - 1 : year + 1 + d.below(3)}-0${1 + d.below(9)}-15` : null;
    const passport = sealPassport(deps.secrets, {
      seria: '9999',
      num: String(100_000 + d.below(899_999)),
      text: 'выдан отделом учёта демонстрационного города',
      foreign: false,
    });
    const address = demoAddress(d);
    return {
      region_id: place.region_id,
      mo_id: place.mo_id,
      po_id: place.id,
      ...name,
      birthday: d.chance(0.05) ? null : demoDate(d, 1942, 1996),
      ...(d.chance(0.8) ? passport : {}),
      registration_address: address,
      actual_address: d.chance(0.2) ? demoAddress(d) : address,
      email: d.chance(0.4) ? `owner${place.code}-${nth}@example.ru` : null,
      phones,
      phones_key: phonesKey(phones),
      is_voa_member: isMember,
      voa_status_id: isMember ? 3 : d.pick([1, 1, 2, 5]),
      voa_entry_date: isMember ? demoDate(d, 1996, year - 2) : null,
      ticket_number: isMember ? String(200_000 + d.below(700_000)) : null,
      privilege_id: privilege,
      privilege_end_date: ends,
      confirmed_at: d.chance(0.7) ? demoDate(d, year - 2, year - 1) : null,
    };
  });
  // Double entries, as they are met in life: the same person with a Latin letter, a lost «ё», a shortened name.
  if (place.code === 1123) {
    for (let i = 0; i < 6; i += 1) {
      const twin = rows[i * 3]!;
      rows[rows.length - 1 - i] = {
        ...twin,
        ...rows[rows.length - 1 - i],
        last_name: i % 2 ? twin.last_name.replace('о', 'o') : twin.last_name.replaceAll('ё', 'е'),
        first_name: twin.first_name,
        father_name: twin.father_name,
        birthday: twin.birthday,
      };
    }
  }
  const people = await tx
    .insertInto('profile')
    .values(rows)
    .returning(['id', 'privilege_id', 'privilege_end_date', 'voa_status_id', 'voa_entry_date'])
    .execute();
  await tx
    .insertInto('profile_place')
    .values(
      people.map(({ id }) => ({ profile_id: id, po_id: place.id, mo_id: place.mo_id, region_id: place.region_id })),
    )
    .execute();
  await tx
    .insertInto('profile_voa_status')
    .values(
      people.map((person) => ({
        profile_id: person.id,
        status_id: person.voa_status_id,
        on_date: person.voa_entry_date ?? `${year - 1}-01-10`,
        ground: 'Внесено при создании карточки',
      })),
    )
    .execute();
  const entitled = people.filter((person) => person.privilege_id);
  if (entitled.length)
    await tx
      .insertInto('profile_privilege')
      .values(
        entitled.map((person) => ({
          profile_id: person.id,
          privilege_id: person.privilege_id,
          seria: 'АБ',
          number: String(10_000 + person.id),
          issued_text: 'Отдел социальной защиты',
          issued_on: `${year - 6}-04-12`,
          end_date: person.privilege_end_date,
        })),
      )
      .execute();
  const consenting = people.filter(() => d.chance(0.85));
  await tx
    .insertInto('consent')
    .values(
      consenting.flatMap((person) =>
        (['pd_processing', 'sms_info'] as const)
          .filter((kind) => kind === 'pd_processing' || person.id % 3)
          .map((kind) => ({ profile_id: person.id, kind, doc_no: `${person.id}/25`, signed_at: `${year - 1}-09-15` })),
      ),
    )
    .execute();
  return people.map((person) => ({ id: person.id, privilege: person.privilege_id }));
}

async function seedGarages(
  { tx }: Write,
  d: Dice,
  place: Place,
  people: Person[],
  count: number,
  now: Date,
): Promise<Garage[]> {
  const perSection = Math.ceil(count / 3);
  const drawn = Array.from({ length: count }, (_, nth) => {
    const section = 'АБВ'[Math.floor(nth / perSection)]!;
    const type = d.chance(0.55) ? 1 : d.pick([2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99]);
    const hasSize = type !== 8 && type !== 10;
    const built = 1962 + d.below(52);
    const x = hasSize ? 4.5 + d.below(30) / 10 : null;
    const y = hasSize ? 2.8 + d.below(15) / 10 : null;
    return {
      region_id: place.region_id,
      mo_id: place.mo_id,
      po_id: place.id,
      section,
      number: nth % 41 === 40 ? `${(nth % perSection) + 1}а` : String((nth % perSection) + 1),
      account_no: accountNumber(place.code, nth + 1),
      type_id: type,
      size_x: x === null ? null : x.toFixed(2),
      size_y: y === null ? null : y.toFixed(2),
      size_z: hasSize && d.chance(0.7) ? '2.40' : null,
      date_of_construction: `${built}-06-01`,
      ...(d.chance(0.4) ? { pib_number: `ПИБ-${1000 + nth}`, pib_date: demoDate(d, 1998, 2016) } : {}),
      is_active: nth < count - 4,
      ...(nth < count - 4
        ? {}
        : { archive_reason: d.pick(['demolished', 'merged', 'mistake']), archived_at: now.toISOString() }),
      owner: d.chance(0.03) ? null : people[nth % people.length]!,
      area: (x ?? 5) * (y ?? 3),
      built,
    };
  });
  const inserted = await tx
    .insertInto('garage')
    .values(drawn.map(({ owner: _owner, area: _area, built: _built, ...row }) => row))
    .returning('id')
    .execute();
  const garages = inserted.map(({ id }, i) => ({
    id,
    po: place,
    owner: drawn[i]!.owner,
    area: drawn[i]!.area,
    built: drawn[i]!.built,
  }));
  const owned = garages.filter((garage) => garage.owner);
  const ownerships = owned.flatMap((garage, i) => {
    const started = demoDate(d, Math.max(garage.built + 1, 1975), 2022);
    const first = {
      garage_id: garage.id,
      profile_id: garage.owner!.id,
      is_primary: true,
      started_on: started,
      ended_on: null as string | null,
      share_num: null as number | null,
      share_den: null as number | null,
      start_reason: 'Распределение ПО' as string | null,
      end_reason: null as string | null,
    };
    const partner = people[(i * 7 + 3) % people.length]!;
    if (i % 12 === 5 && partner.id !== garage.owner!.id) {
      return [
        { ...first, share_num: 1, share_den: 2 },
        { ...first, profile_id: partner.id, is_primary: false, share_num: 1, share_den: 2 },
      ];
    }
    if (i % 9 === 4 && partner.id !== garage.owner!.id)
      return [
        first,
        {
          ...first,
          profile_id: partner.id,
          is_primary: false,
          started_on: '1974-05-20',
          ended_on: started,
          end_reason: 'Купля-продажа',
        },
      ];
    return [first];
  });
  await tx.insertInto('ownership').values(ownerships).execute();
  await tx
    .insertInto('garage_balance')
    .values(
      garages.map(({ id }) => ({ garage_id: id, region_id: place.region_id, mo_id: place.mo_id, po_id: place.id })),
    )
    .execute();
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id) select distinct o.profile_id, g.po_id, g.mo_id, g.region_id
    from ownership o join garage g on g.id = o.garage_id where g.po_id = ${place.id} on conflict do nothing`.execute(
    tx,
  );
  await sql`update garage set owners_key = coalesce((select string_agg(p.name_key, '; ' order by o.is_primary desc, o.id)
    from ownership o join profile p on p.id = o.profile_id where o.garage_id = garage.id and o.ended_on is null), '') where po_id = ${place.id}`.execute(
    tx,
  );
  await sql`update po set next_garage_seq = ${count + 1}, garage_count = (select count(*) from garage where po_id = po.id and is_active) where id = ${place.id}`.execute(
    tx,
  );
  return garages;
}
