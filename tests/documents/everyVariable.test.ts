// Every variable of every kind over the demo world: filled with what the database says, asked apart from the program, or named as
// missing with the reason in words. None is left that no record can fill.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentKinds, type DocumentKindRow } from '../../contract/documents/kinds.ts';
import * as studio from '../../contract/documents/studio.ts';
import { richLines } from '../../server/documents/paper/richLines.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';

let t: TestApp;
let root: Caller;
let made: number;
const TODAY = '2026-11-20';

type Context = 'garage' | 'profile' | 'contribution' | 'reregistration' | 'notification';
const everywhere: Context[] = ['garage', 'profile', 'contribution', 'reregistration', 'notification'];
const ask = async <T = Record<string, unknown>>(text: string) => (await t.deps.engine.query(text)).rows as T[];

beforeAll(async () => {
  t = await testApp({ DEMO: '1' });
  await seedDemo(t.deps, t.deps.clock.now());
  const [{ id: region }] = (await ask<{ id: number }>('select id from region')) as [{ id: number }];
  root = await as(t, { region, isSuperuser: 2, role: 'superuser' });
  const kind = { name: 'Пропуск', sort: 50, is_po_specific: true, is_manual_numerated: false, date_mode: null };
  const rest = { warns_of_repeat: false, is_personal: true, is_active: true, levels: ['po' as const] };
  made = (await root.call(documentKinds.create, { body: { ...kind, ...rest, contexts: everywhere } })).body.id;
}, 300_000);
afterAll(() => t.close());

/** A meeting and owners of its ПО. */
const receivers = (
  which: string,
) => `(select n.id, o.profile_id from notification n join garage g on g.po_id = n.po_id and g.is_active
  join ownership o on o.garage_id = g.id and o.ended_on is null and o.is_primary where n.kind = 'meeting' and ${which} order by 1, 2 limit 2)`;

/** Records of a context, unlike each other. */
const records: Record<Context, string> = {
  garage: `(select g.id from garage g join garage_balance b on b.garage_id = g.id and b.debt_kopecks > 0 where g.is_active order by g.id limit 4)
    union (select g.id from garage g left join garage_balance b on b.garage_id = g.id where coalesce(b.debt_kopecks, 0) = 0 and g.is_active order by g.id limit 4)
    union (select g.id from garage g join garage_balance b on b.garage_id = g.id and b.advance_kopecks > 0 where g.is_active order by g.id limit 2)
    union (select g.id from garage g where not g.is_active order by g.id limit 1)
    union (select o.garage_id from ownership o where o.share_num is not null and o.ended_on is null order by 1 limit 2)
    union (select g.id from garage g where g.pib_number is not null and g.is_active order by g.id limit 2)
    union (select g.id from garage g where not exists (select 1 from ownership o where o.garage_id = g.id and o.ended_on is null) order by g.id limit 2)
    union (select o.garage_id from ownership o join profile p on p.id = o.profile_id join garage g on g.id = o.garage_id and g.is_active
      where p.privilege_id <> 0 and o.is_primary and o.ended_on is null order by 1 limit 2)`,
  profile: `(select id from profile where is_voa_member and merged_into is null order by id limit 3)
    union (select id from profile where not is_voa_member and merged_into is null order by id limit 2)
    union (select id from profile where privilege_id <> 0 and merged_into is null order by id limit 2)`,
  contribution: `(select c.id from contribution c where c.kind = 'payment' and (select count(distinct o.owner_id) = 1 and count(distinct o.po_id) = 1
      from balance_operation o where o.contribution_id = c.id) order by c.id desc limit 3)
    union (select id from (select distinct on (what) what, c.id from contribution c
      join balance_operation o on o.contribution_id = c.id join garage g on g.id = o.garage_id left join garage_balance b on b.garage_id = g.id
      cross join lateral (values (case when g.pib_number is not null then 'pib' end), (case when b.debt_kopecks > 0 then 'debt' end),
        (case when b.advance_kopecks > 0 then 'advance' end), (case when exists (select 1 from ownership x where x.garage_id = g.id
        and x.share_num is not null and x.ended_on is null) then 'share' end)) as k(what)
      where c.kind = 'payment' and what is not null and not exists (select 1 from balance_operation y where y.contribution_id = c.id and y.garage_id <> g.id)
      order by what, c.id desc) one)
    union (select c.id from contribution c where c.kind = 'accrual' and (select count(distinct o.garage_id) = 1 from balance_operation o where o.contribution_id = c.id) order by c.id limit 3)`,
  reregistration: `(select min(id) as id from reregistration where status > 0 group by reason_id)
    union (select c.id from reregistration c join reregistration_party y on y.reregistration_id = c.id and y.side = 'new' and y.nth = 1
      join profile p on p.id = y.profile_id and p.privilege_id <> 0 where c.status > 0 order by c.id limit 1)`,
  // For everybody, and for one of its people.
  notification: `(select n.id, null::int as person from notification n where n.kind = 'meeting' order by n.id limit 3)
    union ${receivers('g.pib_number is not null')} union ${receivers('o.share_num is not null')} union ${receivers('g.pib_number is null')}`,
};

/** What the database says of a record: asked here, in words of its own. */
interface Truth {
  last_name: string | null;
  first_name: string | null;
  father_name: string | null;
  birthday: string | null;
  voa_entry_date: string | null;
  is_voa_member: boolean | null;
  ticket_number: string | null;
  privilege: string | null;
  number: string | null;
  section: string | null;
  type: string | null;
  size_x: number | null;
  size_y: number | null;
  account_no: string | null;
  built: string | null;
  pib_number: string | null;
  owners: string[] | null;
  debt: number | null;
  advance: number | null;
  po: string;
  mo: string;
  region: string;
  chairman: string | null;
  treasurer: string | null;
}
const subjects: Record<Context, (id: number, person: number | null) => string> = {
  garage: (
    id,
  ) => `select g.id as garage, (select o.profile_id from ownership o where o.garage_id = g.id and o.ended_on is null
    order by o.is_primary desc, o.started_on desc nulls last, o.id limit 1) as person, g.po_id as po from garage g where g.id = ${id}`,
  profile: (id) => `select null::int as garage, p.id as person, p.po_id as po from profile p where p.id = ${id}`,
  contribution: (
    id,
  ) => `select g.id as garage, case when c.kind = 'payment' then min(o.owner_id) else (select o.profile_id from ownership o
      where o.garage_id = g.id and o.ended_on is null order by o.is_primary desc, o.started_on desc nulls last, o.id limit 1) end as person, g.po_id as po
    from contribution c join balance_operation o on o.contribution_id = c.id join garage g on g.id = o.garage_id where c.id = ${id}
    group by g.id, g.po_id, c.kind order by g.id limit 1`,
  reregistration: (
    id,
  ) => `select c.garage_id as garage, coalesce((select p.profile_id from reregistration_party p where p.reregistration_id = c.id
      and p.side = 'new' order by p.nth limit 1), null) as person, c.po_id as po from reregistration c where c.id = ${id}`,
  notification: (id, person) =>
    `select (select o.garage_id from ownership o where o.profile_id = ${person} and o.ended_on is null order by o.is_primary desc, o.id limit 1) as garage,
      ${person}::int as person, n.po_id as po from notification n where n.id = ${id}`,
};
const truthOf = async (context: Context, id: number, person: number | null) =>
  (
    await ask<Truth>(`select p.last_name, p.first_name, p.father_name, p.birthday::text, p.voa_entry_date::text, p.is_voa_member, p.ticket_number,
      (select v.name from privilege v where v.id = p.privilege_id and v.id <> 0) as privilege,
      g.number, g.section, ty.name as type, g.size_x::float8, g.size_y::float8, g.account_no, left(g.date_of_construction::text, 4) as built, g.pib_number,
      (select array_agg(x.full_name) from ownership o join profile x on x.id = o.profile_id where o.garage_id = g.id and o.ended_on is null) as owners,
      b.debt_kopecks::float8 as debt, b.advance_kopecks::float8 as advance,
      po.name as po, mo.name as mo, r.name as region, po.chairman_name as chairman, po.treasurer_name as treasurer
    from (${subjects[context](id, person)}) s join po on po.id = coalesce(s.po, (select min(id) from po)) join mo on mo.id = po.mo_id join region r on r.id = po.region_id
      left join garage g on g.id = s.garage left join garage_type ty on ty.id = g.type_id left join garage_balance b on b.garage_id = g.id
      left join profile p on p.id = s.person`)
  )[0]!;

const words = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
const long = (date: string) =>
  words(
    new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${date}T00:00:00Z`),
    ),
  );
const rubles = (kopecks: number) =>
  words(
    new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, useGrouping: 'always' } as never).format(kopecks / 100),
  );
const metres = (side: number) => side.toFixed(2).replace('.', ',');
const begins = (name: string | null) => new RegExp(`^${(name ?? '').slice(0, 3)}`);

type Said = string | RegExp | null;
/** What each common variable must say: null is nothing, undefined is not judged here. */
const expected = (it: Truth, context: Context): Record<string, Said | undefined> => ({
  ФИО: it.last_name && [it.last_name, it.first_name, it.father_name].filter(Boolean).join(' '),
  ФИОкому: it.last_name && begins(it.last_name),
  ФИОкого: it.last_name && begins(it.last_name),
  ФИОкем: it.last_name && begins(it.last_name),
  ИмяОтчество: it.last_name && [it.first_name, it.father_name].filter(Boolean).join(' '),
  ДатаРождения: it.birthday && `${long(it.birthday).replace(' г.', '')} года рождения`,
  ДатаВступления: it.voa_entry_date && long(it.voa_entry_date),
  ЧленВОА: it.is_voa_member ? /^является членом ВОА/ : null,
  Билет: it.ticket_number,
  Гараж: it.number,
  Секция: it.section || null,
  ЛС: it.account_no,
  Тип: it.type && it.type.toLowerCase(),
  Площадь: it.size_x && it.size_y ? metres(it.size_x * it.size_y) : null,
  ГодПостройки: it.built,
  ПИБ: it.pib_number ? new RegExp(`^№ ${it.pib_number.replace(/^ПИБ-/, '')}`) : undefined,
  Владельцы: it.owners && new RegExp(it.owners[0]!),
  ПО: it.po,
  МО: it.mo,
  Регион: it.region,
  Председатель: it.chairman,
  Казначей: it.treasurer,
  Дата: long(TODAY),
  ...(context === 'garage' && {
    ДолгЦифрами: rubles(it.debt ?? 0),
    Долг: it.debt ? new RegExp(`^${rubles(it.debt)} \\(.+\\) рубл`) : null,
    Аванс: it.advance ? new RegExp(`^${rubles(it.advance)} \\(.+\\) рубл`) : null,
  }),
});

/** Whole contexts that can't fill what tells of a garage, of its money, or of one person. */
const money = ['Долг', 'Аванс', 'ДолгЦифрами', 'Срок', 'ВидыВзносов', 'ПоследняяОплата'];
const ofGarage = 'Гараж Секция ГаражПолностью Тип Размеры ТипРазмеры Площадь ГодПостройки ЛС Доля ПИБ Владельцы'.split(
  ' ',
);
const without: Record<Context, string[]> = {
  garage: [],
  reregistration: [],
  contribution: [],
  profile: [...ofGarage, ...money],
  notification: money,
};
/** What a kind does not fill whatever the record: it has no period, or it is open to everybody and tells no privilege. */
const never = (kind: { date_mode: string | null; is_personal: boolean }) => [
  ...(kind.date_mode === 'period' ? [] : ['ДатаС']),
  ...(kind.is_personal ? [] : ['Льгота']),
];
/** What no record of the demo world has: these are told missing in words, too. */
const absent: Record<number, string[]> = {
  3: ['ПайСумма', 'ПайДата'],
  7: ['Доля', 'Аванс'],
  9: ['Льгота'],
  // Only other kinds of consent have a note.
  10: ['ПримечаниеСогласия'],
  11: ['Льгота'],
  12: ['Льгота'],
  // Said by who prints.
  17: ['Суд', 'АдресСуда', 'УведомлениеДолжника', 'РасходыПошлина'],
};

const JUNK = /undefined|null|NaN|\[object|\{|\}|Infinity|\d{4}-\d{2}-\d{2}/;
const RUSSIAN = /^[^A-Za-z]*[а-яё][^A-Za-z]*$/i;

/** Looks at one variable of one record; answers what is wrong with it. */
function faultsOf(key: string, { values, empty, why }: studio.TemplatePreview, must: Said | undefined): string[] {
  const value = words(values[key] ?? 'undefined');
  const isEmpty = empty.includes(key);
  const isTrue =
    must === undefined ||
    (must === null ? value === '' : typeof must === 'string' ? value === words(must) : must.test(value));
  return [
    JUNK.test(value) && `«${value}»`,
    isEmpty !== (value === '' || value.includes('______')) && `«${value}» is not told missing`,
    isEmpty && !RUSSIAN.test(why[key] ?? '') && `why «${why[key]}»`,
    !isTrue && `«${value}», must be ${String(must)}`,
  ].flatMap((fault) => (fault ? [`${key}: ${fault}`] : []));
}

/** Looks at every variable of a kind on every record of a context; answers what was filled, what is wrong, how many were looked at. */
async function walk(id: number, { variables, body: own }: studio.Studio, context: Context) {
  const keys = (kind: string) => variables.filter((one) => one.kind === kind).map(({ key }) => key);
  const named = keys('variable');
  const text = richLines(
    [...named.map((key) => `${key}: {${key}}`), ...keys('slot').map((key) => `[[${key}]]`)].join('\n'),
  );
  const preview = (body: typeof own, about: object) =>
    root.call(studio.previewTemplate, { params: { id }, body: { body, ...about } });
  const filled: string[] = [];
  const wrong: string[] = [];
  let looked = 0;
  for (const { id: record, person = null } of await ask<{ id: number; person?: number | null }>(records[context])) {
    const about = { [`${context}_id`]: record, ...(person && { profile_id: person }) };
    const { status, text: answer, body: seen } = await preview(text, about);
    if (status !== 200) {
      // Of a record that the kind is not for.
      expect(status, answer).toBe(422);
      expect(seen.message).toMatch(RUSSIAN);
      continue;
    }
    looked += 1;
    const truth = expected(await truthOf(context, record, person), context);
    // The text of the program itself on the first of them: every kind was printed whole elsewhere.
    const printed: studio.TemplatePreview = looked > 2 ? seen : (await preview(own, about)).body;
    const faults = [
      ...named.flatMap((key) => faultsOf(key, seen, Object.hasOwn(truth, key) ? truth[key] : undefined)),
      ...(seen.refusal !== null && !RUSSIAN.test(seen.refusal) ? [`refused as «${seen.refusal}»`] : []),
      ...(seen.unknown.length || !seen.picture ? ['not drawn'] : []),
      ...(printed.unknown.length || !printed.picture ? ['its own text is not drawn'] : []),
    ];
    wrong.push(...faults.map((fault) => `${context} ${record}, ${fault}`));
    filled.push(...named.filter((key) => !seen.empty.includes(key)));
  }
  return { filled, wrong, looked, named };
}

describe('every variable of every kind', () => {
  const kinds = [...Array.from({ length: 18 }, (_, nth) => nth + 1), 0];
  it.each(kinds)('kind %i', { timeout: 300_000 }, async (nth) => {
    const id = nth || made;
    const kind = (await root.call(documentKinds.one, { params: { id } })).body as DocumentKindRow;
    const known = (await root.call(studio.templateStudio, { params: { id } })).body as studio.Studio;
    const walks = [];
    for (const context of kind.contexts) walks.push(await walk(id, known, context));
    expect(walks.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(Math.min(...walks.map(({ looked }) => looked))).toBeGreaterThan(1);
    const filled = new Set(walks.flatMap((one) => one.filled));
    const hopeless = new Set([
      ...walks[0]!.named.filter((key) => kind.contexts.every((context) => without[context].includes(key))),
      ...never(kind),
      ...(absent[id] ?? []),
    ]);
    // Each is filled by some record of the demo world but those that have nothing to tell here, and these never are.
    expect(walks[0]!.named.filter((key) => filled.has(key) === hopeless.has(key))).toEqual([]);
  });
});
