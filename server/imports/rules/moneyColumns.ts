// Which columns of a table are the debt of today: titles give the candidates, sums over the rows prove one of them.
import type { ImportField, QuestionOption, TableLayout } from '../../../contract/importFields.ts';
import type { Cell } from '../workbook.ts';
import { readBalance, type BalanceColumn } from './money.ts';
import { moneyTitle, type MoneyTitle } from './moneyTitles.ts';
import { fold, saysNothing } from './text.ts';
import type { Decision, TableFacts } from './tableFacts.ts';

interface MoneyColumn extends MoneyTitle {
  index: number;
  title: string;
  amounts: (number | null)[];
}

/** A way to the debt of today: which fields the columns get, and how sure the titles are of it. */
interface Candidate {
  value: string;
  label: string;
  fields: Map<number, ImportField>;
  /** The larger, the likelier by titles. */
  rank: number;
  check: TableLayout['check'];
  /** Share of rows in which the sums agree; null when there is nothing to check. */
  agrees: number | null;
}

const PROVED = 0.9;

/** Fields of the columns of money and the question to ask; columns taken by something else are left alone. */
export function decideMoney(facts: TableFacts, taken: ReadonlySet<number>): Decision {
  const columns = moneyColumns(facts, taken);
  if (!columns.length) return { fields: new Map(), question: null, check: null };
  const found = candidatesOf(columns).toSorted((one, other) => other.rank - one.rank);
  const fields = new Map<number, ImportField | null>(columns.map((column) => [column.index, null]));
  const best = found[0];
  if (!best) return { fields, question: null, check: null };
  for (const [index, field] of best.fields) fields.set(index, field);
  return { fields, check: best.check, question: questionOf(facts, columns, found) };
}

function moneyColumns(facts: TableFacts, taken: ReadonlySet<number>): MoneyColumn[] {
  const columns = facts.titles.flatMap(({ own, above }, index): MoneyColumn[] => {
    if (taken.has(index) || facts.hidden[index] || index < facts.firstColumn || index > facts.lastColumn) return [];
    const title = moneyTitle(own, above);
    if (!title) return [];
    const cells = facts.rows.map((row) => row.cells[index]);
    const filled = cells.filter((cell) => cell && !saysNothing(cell.text));
    const sums = filled.filter((cell) => cell!.kind !== 'date' && /\d/.test(cell!.text));
    if (filled.length && sums.length < filled.length / 2) return [];
    const text = [...above, own].filter(Boolean).join(' / ');
    return [{ ...title, index, title: text, amounts: cells.map((cell) => amountOf(cell)) }];
  });
  datedStates(columns);
  return columns;
}

/** Several balances with days: the latest is the closing one, the earlier ones are states of the past. */
function datedStates(columns: MoneyColumn[]): void {
  const dated = columns.filter((one) => one.on && ['debt', 'balance', 'total', 'credit'].includes(one.role));
  const days = [...new Set(dated.map((one) => one.on!))].toSorted();
  if (days.length < 2) return;
  for (const one of dated) one.role = one.on === days.at(-1) ? 'closing' : 'opening';
}

/** Plain sum of a cell; null when it is written in words. Nothing is zero. */
function amountOf(cell: Cell | undefined): number | null {
  if (!cell || saysNothing(cell.text)) return 0;
  if (cell.kind === 'number') return Number(cell.value);
  const plain = fold(cell.text)
    .replace(/[ \u00a0]/g, '')
    .replace(/(?:руб\.?|р\.?|₽)$/, '');
  return /^[-–−]?\d+(?:[.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.').replace(/[–−]/, '-')) : null;
}

function candidatesOf(columns: MoneyColumn[]): Candidate[] {
  const of = (...roles: MoneyColumn['role'][]) => columns.filter((one) => roles.includes(one.role));
  const found: Candidate[] = [];
  const turnover = { opening: of('opening'), charged: of('charged'), paid: of('paid') };
  const years = of('year');
  const closing = of('closing');
  const pair = {
    debit: closing.find((one) => one.side === 'debit'),
    credit: closing.find((one) => one.side === 'credit'),
  };
  if (pair.debit && pair.credit) found.push(pairCandidate(pair.debit, pair.credit, turnover));
  for (const one of of('closing', 'total', 'debt', 'balance', 'signed')) {
    if (pair.debit && pair.credit && (one === pair.debit || one === pair.credit)) continue;
    found.push(columnCandidate(one, columns, turnover, years));
  }
  if (years.length) found.push(yearsCandidate(years));
  addCredits(
    found,
    of('credit').filter((one) => one.side !== 'debit'),
  );
  if (!turnover.charged.length && !turnover.paid.length)
    for (const one of turnover.opening) found.push(columnCandidate(one, columns, turnover, []));
  else if (!found.some((one) => one.rank >= 50) && isCountable(turnover)) found.push(...computed(turnover));
  return found;
}

interface Turnover {
  opening: MoneyColumn[];
  charged: MoneyColumn[];
  paid: MoneyColumn[];
}
const indexes = (columns: readonly MoneyColumn[]) => columns.map((one) => one.index);

/** A debit and a credit at the end of a bookkeeper's account: debts and advances of today. */
function pairCandidate(debit: MoneyColumn, credit: MoneyColumn, { opening, charged, paid }: Turnover): Candidate {
  const plus = [...opening.filter((one) => one.side !== 'credit'), ...charged, credit];
  const minus = [...opening.filter((one) => one.side === 'credit'), ...paid];
  const agrees = charged.length || paid.length ? agreement(plus, minus, [debit]) : null;
  return {
    value: `${debit.index}+${credit.index}`,
    label: `«${debit.title}» и «${credit.title}»`,
    fields: new Map<number, ImportField>([
      [debit.index, 'debt'],
      [credit.index, 'credit'],
    ]),
    rank: 90,
    check:
      agrees !== null && agrees >= PROVED ? { plus: indexes(plus), minus: indexes(minus), total: [debit.index] } : null,
    agrees,
  };
}

function columnCandidate(one: MoneyColumn, all: MoneyColumn[], turnover: Turnover, years: MoneyColumn[]): Candidate {
  const ways = waysTo(one, all, turnover, years);
  const best = ways.toSorted((a, b) => b.agrees - a.agrees)[0];
  const proved = best !== undefined && best.agrees >= PROVED;
  const rank = { closing: 70, total: 60, signed: 58, debt: 55, balance: 52, opening: 10 }[one.role as string] ?? 20;
  return {
    value: String(one.index),
    label: `«${one.title}»`,
    fields: new Map([[one.index, fieldOf(one, proved ? best.direction : null)]]),
    rank: rank + (proved ? 30 : 0),
    check: proved ? best.check : null,
    agrees: best?.agrees ?? null,
  };
}

interface Way {
  agrees: number;
  direction: 'plus' | 'minus';
  check: TableLayout['check'];
}

/** The sums that could give this column: opening + charged − paid, the years together, charges less payments. */
function waysTo(
  one: MoneyColumn,
  all: MoneyColumn[],
  { opening, charged, paid }: Turnover,
  years: MoneyColumn[],
): Way[] {
  const ways: Way[] = [];
  const add = (plus: MoneyColumn[], minus: MoneyColumn[], direction: Way['direction']) => {
    const agrees = agreement(plus, minus, [one]);
    if (agrees !== null)
      ways.push({ agrees, direction, check: { plus: indexes(plus), minus: indexes(minus), total: [one.index] } });
  };
  const before = opening.filter((other) => other !== one);
  const extras = all.filter((other) => other.role === 'extra' && /пен|штраф|неустой/.test(fold(other.title)));
  if (charged.length + paid.length > 0) {
    add([...before, ...charged], paid, 'plus');
    add([...before, ...paid], charged, 'minus');
    if (extras.length) add([...before, ...charged, ...extras], paid, 'plus');
    const last = before.toSorted((a, b) => (a.on ?? '').localeCompare(b.on ?? '')).at(-1);
    if (before.length > 1 && last) add([last, ...charged], paid, 'plus');
  }
  if (years.length > 1 || (years.length && before.length)) {
    add(years, [], 'plus');
    if (before.length) add([...before, ...years], [], 'plus');
    if (extras.length) add([...years, ...extras], [], 'plus');
  }
  return ways;
}

function fieldOf(one: MoneyColumn, direction: Way['direction'] | null): ImportField {
  if (one.sign === 'plusIsDebt' || one.sign === 'unsaid') return 'signedDebt';
  if (one.sign === 'minusIsDebt') return 'balance';
  const hasMinus = one.amounts.some((amount) => (amount ?? 0) < 0);
  if (direction) return direction === 'minus' ? 'balance' : hasMinus || !one.saysDebt ? 'signedDebt' : 'debt';
  if (one.saysDebt || one.role === 'total' || one.side === 'debit') return 'debt';
  if (one.side === 'credit') return 'credit';
  const [above, below] = [
    one.amounts.filter((amount) => (amount ?? 0) > 0).length,
    one.amounts.filter((amount) => (amount ?? 0) < 0).length,
  ];
  return below >= above ? 'balance' : 'signedDebt';
}

/** «Долг 2023», «Долг 2024»: added only with a word of debt over them and the consent of a person. */
function yearsCandidate(years: MoneyColumn[]): Candidate {
  const title = years.map((one) => `«${one.title}»`).join(', ');
  return {
    value: 'years',
    label: years.length > 1 ? `Сложить годы: ${title}` : title,
    fields: new Map(years.map((one) => [one.index, 'debt'])),
    rank: years.every((one) => one.saysDebt) ? 57 : 40,
    check: null,
    agrees: null,
  };
}

/** Advances beside a debt belong to every answer, unless the debt has a sign of its own. */
function addCredits(found: Candidate[], all: MoneyColumn[]): void {
  if (!all.length) return;
  const whole = all.find((one) => (agreement(withoutOne(all, one), [], [one]) ?? 0) >= PROVED);
  const credits = whole ? [whole] : all;
  const title = credits.map((one) => `«${one.title}»`).join(', ');
  if (!found.length)
    found.push({
      value: String(credits[0]!.index),
      label: credits.length > 1 ? `Сложить: ${title}` : title,
      fields: new Map(),
      rank: 50,
      check: null,
      agrees: null,
    });
  else if (credits.length > 1) for (const one of found) if (takesCredits(one)) one.label += `, переплаты ${title}`;
  for (const one of found) if (takesCredits(one)) for (const { index } of credits) one.fields.set(index, 'credit');
}
const withoutOne = (all: readonly MoneyColumn[], one: MoneyColumn) => all.filter((other) => other !== one);
const takesCredits = ({ fields, value }: Candidate) =>
  [...fields.values()].every((field) => field === 'debt' || field === 'credit') && !value.includes('+');

/** What was charged and what was paid, or either after what stood at the beginning. */
const isCountable = ({ opening, charged, paid }: Turnover) =>
  opening.length > 0 || (charged.length > 0 && paid.length > 0);

/** No balance of today stands in the table: it can be counted, if a person says so. */
function computed({ opening, charged, paid }: Turnover): Candidate[] {
  const plus = [...opening, ...charged];
  const titles = (columns: readonly MoneyColumn[]) => columns.map((one) => `«${one.title}»`);
  const label = `Посчитать: ${[titles(plus).join(' + '), ...titles(paid)].join(' − ')}`;
  const fields = new Map<number, ImportField>([
    ...plus.map((one): [number, ImportField] => [one.index, 'signedDebt']),
    ...paid.map((one): [number, ImportField] => [one.index, 'balance']),
  ]);
  return [
    { value: 'count', label, fields, rank: 30, check: null, agrees: null },
    ...opening.map((one) => ({
      value: String(one.index),
      label: `«${one.title}»`,
      fields: new Map<number, ImportField>([[one.index, fieldOf(one, null)]]),
      rank: 20,
      check: null,
      agrees: null,
    })),
  ];
}

/** Share of the rows with any sum in which plus − minus = total; null when fewer than two rows say something. */
function agreement(plus: MoneyColumn[], minus: MoneyColumn[], total: MoneyColumn[]): number | null {
  const rows = total[0]?.amounts.length ?? 0;
  let [said, agreed] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    const at = (columns: MoneyColumn[]) => columns.map((one) => one.amounts[row] ?? Number.NaN);
    const [adds, takes, totals] = [at(plus), at(minus), at(total)];
    const all = [...adds, ...takes, ...totals];
    if (all.some(Number.isNaN) || all.every((amount) => amount === 0)) continue;
    said += 1;
    const sum = (amounts: number[]) => amounts.reduce((whole, amount) => whole + amount, 0);
    if (Math.abs(sum(adds) - sum(takes) - sum(totals)) < 0.01) agreed += 1;
  }
  return said >= 2 ? agreed / said : null;
}

function questionOf(facts: TableFacts, columns: MoneyColumn[], found: Candidate[]): Decision['question'] {
  const best = found[0]!;
  const chosen = columns.filter((one) => best.fields.has(one.index));
  const only = chosen[0]!;
  const isOne = found.length === 1;
  // Advances of several columns are added by a person alone.
  const addsCredits = [...best.fields.values()].filter((field) => field === 'credit').length > 1;
  const proved = best.agrees !== null && best.agrees >= PROVED;
  const options = found.map((one) => optionOf(facts, columns, one));
  const none: QuestionOption = {
    ...options[0]!,
    value: 'none',
    label: 'Долги не загружать',
    fields: options[0]!.fields.map((field) => ({ ...field, field: null })),
    sumKopecks: 0,
  };
  const common = {
    table: facts.table,
    prepared: best.value,
    columns: columns.map(({ index, title }) => ({ index, title })),
  };
  const proof = proofOf(best, columns, facts.rows.length);
  if (isOne && !addsCredits && best.value !== 'count' && best.value !== 'years') {
    const clear = proved || saysSign(only);
    const doubtful = only.role === 'opening' || (best.agrees !== null && best.agrees < PROVED);
    if (clear && !doubtful && !proved) return null;
    if (!clear) return { ...common, kind: 'sign', ...signQuestion(options[0]!, only, [none]), proof, sure: false };
  }
  if (best.value === 'years' && isOne) {
    const years = chosen.filter((one) => one.role === 'year');
    const said = years.every((one) => one.saysDebt);
    if (years.length === 1 && said && !addsCredits) return null;
    return {
      ...common,
      kind: 'years',
      text: yearsText(years, said),
      proof,
      sure: said && !addsCredits && !isCumulative(years),
      options: [...options, ...eachYear(facts, columns, years), none],
    };
  }
  const rivals = found.filter((one) => one !== best && one.rank >= 50 && one.value !== 'years');
  const yearsAgree = found.some((one) => one.value === 'years') && proved;
  const sure =
    proved &&
    !addsCredits &&
    rivals.every((one) => one.agrees !== null && one.agrees >= PROVED) &&
    (isOne || yearsAgree || best.rank >= 85);
  return {
    ...common,
    kind: 'debt',
    text: isOne ? `Долг на сегодня — ${best.label}?` : debtText(found.length),
    proof,
    sure,
    options: [...options, none],
  };
}

/** Whether the title tells a debt from an advance: a balance alone does not, today's or at the end of a year. */
function saysSign({ role, sign, side }: MoneyColumn): boolean {
  if (!['balance', 'signed', 'closing'].includes(role)) return true;
  return sign ? sign !== 'unsaid' : side !== null;
}

function optionOf(facts: TableFacts, columns: MoneyColumn[], one: Candidate): QuestionOption {
  const fields = columns.map(({ index }) => ({ table: facts.table, index, field: one.fields.get(index) ?? null }));
  let sumKopecks = 0;
  for (const row of facts.rows)
    for (const [index, field] of one.fields)
      sumKopecks += readBalance(row.cells[index] ?? blank, field as BalanceColumn).value;
  return { value: one.value, label: one.label, fields, sumKopecks };
}
const blank: Cell = { kind: 'empty', value: null, text: '' };

function signQuestion(option: QuestionOption, column: MoneyColumn, more: QuestionOption[]) {
  const way = (value: string, label: string, field: ImportField): QuestionOption => ({
    ...option,
    value,
    label,
    fields: option.fields.map((one) => (one.index === column.index ? { ...one, field } : one)),
    sumKopecks: null,
  });
  const prepared = option.fields.find((one) => one.index === column.index)?.field === 'balance' ? 'minus' : 'plus';
  return {
    text: `«${column.title}»: что значит минус?`,
    prepared,
    options: [
      way('minus', 'Минус — долг, плюс — переплата', 'balance'),
      way('plus', 'Плюс — долг, минус — переплата', 'signedDebt'),
      ...more,
    ],
  };
}

function eachYear(facts: TableFacts, columns: MoneyColumn[], years: MoneyColumn[]): QuestionOption[] {
  return years.map((one) =>
    optionOf(facts, columns, {
      value: String(one.index),
      label: `Только «${one.title}»`,
      fields: new Map([[one.index, 'debt']]),
      rank: 0,
      check: null,
      agrees: null,
    }),
  );
}

/** Each year at least as large as the one before, almost everywhere: they may be balances at the end of each year. */
function isCumulative(years: MoneyColumn[]): boolean {
  const inOrder = years.toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0));
  let [said, grows] = [0, 0];
  for (let row = 0; row < (years[0]?.amounts.length ?? 0); row += 1) {
    const amounts = inOrder.map((one) => one.amounts[row] ?? 0);
    if (amounts.filter((amount) => amount > 0).length < 2) continue;
    said += 1;
    if (amounts.every((amount, at) => at === 0 || amount >= amounts[at - 1]!) && amounts.at(-1)! > amounts[0]!)
      grows += 1;
  }
  return said >= 5 && grows / said > 0.9;
}

const yearsText = (years: MoneyColumn[], said: boolean) =>
  said
    ? `Долг по годам в ${years.length} столбцах: сложить годы?`
    : `Столбцы ${years.map((one) => one.title).join(', ')} — это долги по годам?`;

function debtText(count: number): string {
  const words = ['', '', 'Два столбца похожи', 'Три столбца похожи', 'Четыре столбца похожи'];
  return `${words[count] ?? `${count} столбцов похожи`} на долг: какой из них на сегодня?`;
}

function proofOf(best: Candidate, columns: MoneyColumn[], rows: number): string[] {
  if (best.agrees === null || !best.check) return [];
  const title = (index: number) => `«${columns.find((one) => one.index === index)?.title ?? ''}»`;
  const { plus, minus, total } = best.check;
  const sum = [plus.map(title).join(' + '), ...minus.map(title)].join(' − ');
  return [`${sum} = ${total.map(title).join(' + ')}: сходится в ${Math.floor(best.agrees * 100)} % строк из ${rows}`];
}
