// What happens to each table: loaded, only its debts, nothing; and the section that a sheet's name gives.
import {
  OWNERS_SHEET,
  PEOPLE_SHEET,
  READING_SHEET,
  type ImportField,
  type TableLayout,
} from '../../../contract/importFields.ts';
import type { Sheet } from '../workbook.ts';
import { readNumber, sectionOfSubtitle } from './place.ts';
import type { OpenQuestion, TableFacts } from './tableFacts.ts';
import { fold, tidy } from './text.ts';

export interface ReadTable {
  layout: TableLayout;
  sheet: Sheet;
  facts: TableFacts;
}

const money: readonly ImportField[] = ['debt', 'credit', 'balance', 'signedDebt'];
const aboutPeople: readonly ImportField[] = ['owner', 'lastName', 'numberAndOwner'];
const aboutGarages: readonly ImportField[] = [
  'type',
  'size',
  'sizeX',
  'phone',
  'birthday',
  'passport',
  'dateOfConstruction',
  'registrationAddress',
  'pib',
];

/** Sets fates and sections of all tables; asks where several tables speak of the same garages. */
export function relateTables(
  tables: ReadTable[],
  others: ReadonlyMap<number, string>,
  poes: 'one' | 'many',
): OpenQuestion[] {
  for (const table of tables) table.layout.fate = 'load';
  for (const table of tables) judge(table, others.get(table.layout.sheetIndex));
  const loaded = () => tables.filter((table) => table.layout.fate === 'load');
  nameSections(loaded());
  const withOwners = loaded().filter((table) => has(table, aboutPeople));
  for (const table of loaded()) {
    if (!withOwners.length || withOwners.includes(table)) continue;
    if (has(table, money) && !has(table, aboutGarages))
      Object.assign(table.layout, { fate: 'money', why: 'долги по ряду и номеру' });
  }
  const twice = debtTwice(
    loaded().filter((table) => has(table, money)),
    tables.filter((table) => table.layout.fate === 'money'),
  );
  return [...(poes === 'one' ? sameGarages(loaded()) : []), ...twice];
}

const has = ({ layout }: ReadTable, fields: readonly ImportField[]) =>
  layout.columns.some((column) => column.field !== null && fields.includes(column.field));

/** «Люди» of a full register, told by its name and by the codes of people; any other list of people is loaded only if somebody says so. */
const isOfPeople = (table: ReadTable) =>
  tidy(table.sheet.name).startsWith(PEOPLE_SHEET) &&
  has(table, ['personCode']) &&
  has(table, ['owner']) &&
  !has(table, ['number', 'place', 'numberAndOwner']);

/** «Совладельцы» of a full register: owners that stand in the rows of its garages too. */
const isOfOwners = (table: ReadTable) =>
  tidy(table.sheet.name).startsWith(OWNERS_SHEET) &&
  has(table, ['personCode']) &&
  has(table, ['owner']) &&
  has(table, ['number']);

function judge(table: ReadTable, otherwise: string | undefined): void {
  const { layout, sheet } = table;
  const skip = (why: string) => Object.assign(layout, { fate: 'skip', why });
  if (otherwise) return void skip(otherwise);
  if (sheet.hidden) return void skip('скрытый лист');
  if (sheet.row(0).some((cell) => cell.text.startsWith(READING_SHEET))) return void skip('лист для чтения');
  if (isOfPeople(table)) return void Object.assign(layout, { fate: 'people', why: 'люди, и те, у кого нет гаража' });
  if (isOfOwners(table)) return void Object.assign(layout, { fate: 'owners', why: 'совладельцы гаражей' });
  if (!has(table, ['number', 'place', 'numberAndOwner'])) return void skip('не реестр: нет номера гаража');
  if (!has(table, [...money, ...aboutPeople, ...aboutGarages])) return void skip('не реестр: только номера');
}

/** A sheet for each row: the name of the sheet is the section, unless the table names sections itself. */
function nameSections(tables: ReadTable[]): void {
  const sheets = new Set(tables.map((table) => table.layout.sheetIndex));
  for (const { layout, sheet } of tables) {
    if (layout.sectionFrom) continue;
    const name = tidy(sheet.name);
    const named =
      sectionOfSubtitle(name) ?? (sheets.size > 1 && /^(?:\d{1,2}|[IVX]{1,4}|[А-ЯA-Z])$/.test(name) ? name : null);
    if (named !== null && named.length <= 20) Object.assign(layout, { section: named, sectionFrom: 'sheet' });
  }
}

/** Numbers of a table under its section, to see whether two tables speak of the same garages. */
function placesOf({ layout, facts }: ReadTable): Set<string> {
  const at = (field: ImportField) => layout.columns.find((column) => column.field === field)?.index;
  const [number, section] = [at('number') ?? at('place') ?? at('numberAndOwner'), at('section')];
  if (number === undefined || layout.sectionFrom === 'subtitles') return new Set();
  return new Set(
    facts.rows.flatMap(({ cells }) => {
      const cell = cells[number];
      const value = cell ? readNumber(cell).value : '';
      return value ? [`${section === undefined ? layout.section : fold(cells[section]?.text ?? '')}|${value}`] : [];
    }),
  );
}

/** Sheets with the same numbers: years of one register, or rows whose names are no sections. */
function sameGarages(tables: ReadTable[]): OpenQuestion[] {
  const places = tables.map(placesOf);
  const twins = tables.flatMap((table, at) => (at > 0 && overlaps(places[at]!, places[0]!) ? [table] : []));
  if (!twins.length) return [];
  const group = [tables[0]!, ...twins];
  const nameOf = ({ layout, sheet }: ReadTable) =>
    new Set(group.map((one) => one.layout.sheetIndex)).size === group.length
      ? tidy(sheet.name)
      : `${tidy(sheet.name)}, строка ${layout.headerRow}`;
  const names = group.map((one) => `«${nameOf(one)}»`);
  const common = { fields: [], sumKopecks: null };
  const only = (chosen: ReadTable) => ({
    ...common,
    value: `only${chosen.facts.table}`,
    label: `Загрузить только «${nameOf(chosen)}»`,
    fates: group.map((one) => ({
      table: one.facts.table,
      fate: one === chosen ? ('load' as const) : ('skip' as const),
    })),
  });
  const allYears = group.every(({ sheet }) => /(?:19|20)\d\d/.test(sheet.name));
  const latest = group.toSorted((one, other) => tidy(other.sheet.name).localeCompare(tidy(one.sheet.name)))[0]!;
  const sections = group.map((one) => ({ table: one.facts.table, section: tidy(one.sheet.name).slice(0, 20) }));
  const bySheet = {
    ...common,
    value: 'sections',
    label: 'Это разные гаражи: имя листа записать секцией',
    fates: group.map((one) => ({ table: one.facts.table, fate: 'load' as const })),
    sections,
  };
  const canBeSections =
    new Set(group.map((one) => one.layout.sheetIndex)).size === group.length &&
    group.every((one) => !one.layout.sectionFrom);
  const prepared = allYears || !canBeSections ? `only${(allYears ? latest : group[0]!).facts.table}` : 'sections';
  const options = [...(canBeSections ? [bySheet] : []), ...group.map(only)];
  const chosen = options.find((one) => one.value === prepared)!;
  for (const { table, fate } of chosen.fates) {
    const one = group.find((each) => each.facts.table === table)!;
    Object.assign(one.layout, { fate, why: fate === 'skip' ? 'те же гаражи, что на другом листе' : one.layout.why });
    if (prepared === 'sections')
      Object.assign(one.layout, {
        section: sections.find((each) => each.table === table)!.section,
        sectionFrom: 'sheet',
      });
  }
  const question: OpenQuestion = {
    kind: 'tables',
    table: group[0]!.facts.table,
    text: `${names.join(', ')}: номера гаражей те же. Что загрузить?`,
    proof: [],
    sure: false,
    prepared,
    options,
    columns: [],
  };
  return [question];
}

/** Debts stand in the rows of garages and on a sheet of their own: one of the two is the debt, and nobody but a person knows which. */
function debtTwice(garages: readonly ReadTable[], debts: readonly ReadTable[]): OpenQuestion[] {
  if (!garages.length || !debts.length) return [];
  const names = (some: readonly ReadTable[]) => some.map(({ sheet }) => `«${tidy(sheet.name)}»`).join(', ');
  const [own, apart] = [names(garages), names(debts)];
  const columns = garages.flatMap(({ layout, facts }) =>
    layout.columns.flatMap(({ index, field }) =>
      field && money.includes(field) ? [{ table: facts.table, index, field }] : [],
    ),
  );
  const fates = (fate: 'skip' | 'money') => debts.map(({ facts }) => ({ table: facts.table, fate }));
  for (const { layout } of debts) Object.assign(layout, { fate: 'skip', why: 'долг есть в строках гаражей' });
  return [
    {
      kind: 'tables',
      table: debts[0]!.facts.table,
      text: `Долг есть и в строках гаражей (${own}), и на отдельном листе (${apart}). Какой взять?`,
      proof: [],
      sure: false,
      prepared: 'own',
      options: [
        { value: 'own', label: `Из строк гаражей, ${own}`, fields: columns, fates: fates('skip'), sumKopecks: null },
        {
          value: 'apart',
          label: `С листа ${apart}; столбцы долга в строках гаражей не читать`,
          fields: columns.map((column) => ({ ...column, field: null })),
          fates: fates('money'),
          sumKopecks: null,
        },
      ],
      columns: [],
    },
  ];
}

function overlaps(one: Set<string>, other: Set<string>): boolean {
  const shared = [...one].filter((place) => other.has(place)).length;
  return shared >= 3 && shared >= Math.min(one.size, other.size) * 0.5;
}
