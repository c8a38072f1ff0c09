// What each column of a table holds: titles first, then sums, cells and, where they disagree, a question.
import { importFields, type ImportColumn, type ImportField, type TableLayout } from '../../../contract/importFields.ts';
import { fits, guessByContent } from './content.ts';
import { guessTitle, type TitleGuess } from './headers.ts';
import { decideMoney } from './moneyColumns.ts';
import { decideNumber, decideOwner } from './ownerColumns.ts';
import type { OpenQuestion, TableFacts } from './tableFacts.ts';
import { saysNothing, tidy } from './text.ts';

interface ReadColumns {
  columns: ImportColumn[];
  questions: OpenQuestion[];
  check: TableLayout['check'];
  /** The section stands once at the top of its block. */
  filled: boolean;
}

/** The list of garages that the console itself exports: its place is one cell, its debt has a sign, its phones are masked. */
function isOwnList(facts: TableFacts): boolean {
  const titles = new Set(facts.titles.map((title) => title.own.toLowerCase()));
  return ['гараж', 'владелец', 'лицевой счёт', 'долг, ₽'].every((title) => titles.has(title));
}

const ownListFields: Record<string, ImportField | null> = {
  гараж: 'place',
  владелец: 'owner',
  тип: 'type',
  построен: 'dateOfConstruction',
  'долг, ₽': 'signedDebt',
};

function ownList(facts: TableFacts): ReadColumns {
  const columns = facts.titles.map(({ own }, index): ImportColumn => {
    const field = ownListFields[own.toLowerCase()] ?? null;
    return { index, title: own, field, confidence: field ? 1 : 0 };
  });
  return { columns, questions: [], check: null, filled: false };
}

const moneyFields = new Set<ImportField>(['debt', 'credit', 'balance', 'signedDebt']);

export function readColumns(facts: TableFacts, hasHeader: boolean): ReadColumns {
  const guesses = facts.titles.map((title, index) =>
    facts.hidden[index] || index < facts.firstColumn || index > facts.lastColumn
      ? null
      : guessTitle(title.own, title.above),
  );
  if (!hasHeader) return withoutHeader(facts);
  if (isOwnList(facts)) return ownList(facts);
  splitMergedNames(facts, guesses);
  const columns = chooseColumns(facts, guesses);
  const set = (index: number, field: ImportField | null) => {
    const column = columns.find((one) => one.index === index);
    if (column) Object.assign(column, { field, confidence: field ? 1 : 0 });
  };
  const questions: OpenQuestion[] = [];
  for (const decide of [decideNumber, decideOwner]) {
    const decision = decide(facts, guesses);
    decision.fields.forEach((field, index) => set(index, field));
    if (decision.question) questions.push(decision.question);
  }
  const taken = new Set(columns.flatMap((one) => (one.field && !moneyFields.has(one.field) ? [one.index] : [])));
  const money = decideMoney(facts, taken);
  for (const column of columns)
    if (column.field && moneyFields.has(column.field) && !money.fields.has(column.index)) set(column.index, null);
  money.fields.forEach((field, index) => set(index, field));
  if (money.question) questions.push(money.question);
  askConsents(facts, columns, questions);
  findUntitled(facts, columns, questions);
  checkContent(facts, columns, questions);
  return { columns, questions, check: money.check ?? null, filled: isFilledOnce(facts, columns) };
}

/** One column for each field (the surest, then the leftmost), several where a field may have several. */
function chooseColumns(facts: TableFacts, guesses: readonly (TitleGuess | null)[]): ImportColumn[] {
  const winners = new Map<ImportField, number>();
  guesses.forEach((guess, index) => {
    const winner = guess && winners.get(guess.field);
    if (guess && (winner === undefined || winner === null || guess.confidence > guesses[winner]!.confidence))
      winners.set(guess.field, index);
  });
  const hasPlace = winners.has('place');
  return facts.titles.flatMap(({ own, above }, index): ImportColumn[] => {
    if (index < facts.firstColumn || index > facts.lastColumn) return [];
    const column = { index, title: [...above, own].filter(Boolean).join(' / ') };
    const guess = guesses[index] ?? null;
    const isMany = guess && guess.field !== 'owner' && importFields[guess.field].many;
    const isCounter = guess?.field === 'number' && guess.confidence < 0.5;
    if (guess && (isMany || winners.get(guess.field) === index) && !(isCounter && hasPlace))
      return [{ ...column, field: guess.field, confidence: guess.confidence }];
    return [{ ...column, field: isCounter ? 'rowNumber' : null, confidence: isCounter ? 0.5 : 0 }];
  });
}

/** «Ф. И. О.» merged over two or three columns: surname, first name, patronymic. */
function splitMergedNames(facts: TableFacts, guesses: (TitleGuess | null)[]): void {
  const start = guesses.findIndex((guess) => guess?.field === 'owner');
  if (start < 0) return;
  let end = start;
  while (guesses[end + 1]?.field === 'owner' && facts.titles[end + 1]!.own === facts.titles[start]!.own) end += 1;
  // A bare «ФИО» may be followed by columns without a title that hold the first name and the patronymic.
  while (
    end - start < 2 &&
    facts.titles[end + 1]?.own === '' &&
    holdsOneWord(facts, end + 1) &&
    holdsOneWord(facts, start)
  )
    end += 1;
  if (end - start < 1 || end - start > 2) return;
  const names = ['lastName', 'firstName', 'fatherName'] as const;
  for (let index = start; index <= end; index += 1) guesses[index] = { field: names[index - start]!, confidence: 0.8 };
}

function holdsOneWord(facts: TableFacts, index: number): boolean {
  const texts = facts.rows.flatMap((row) =>
    saysNothing(row.cells[index]?.text ?? '') ? [] : [tidy(row.cells[index]!.text)],
  );
  return texts.length >= 2 && texts.filter((text) => /^\p{Lu}[\p{L}-]+$/u.test(text)).length > texts.length * 0.8;
}

function withoutHeader(facts: TableFacts): ReadColumns {
  const open = new Set<ImportField>([
    'numberAndOwner',
    'owner',
    'email',
    'birthday',
    'passport',
    'phone',
    'place',
    'number',
    'debt',
  ]);
  const columns = facts.titles.map((_, index): ImportColumn => {
    const field = facts.hidden[index]
      ? null
      : guessByContent(
          facts.rows.map((row) => row.cells[index]),
          open,
        );
    if (field) open.delete(field);
    if (field === 'number' || field === 'place')
      for (const other of ['number', 'place', 'numberAndOwner'] as const) open.delete(other);
    return { index, title: '', field, confidence: field ? 0.5 : 0 };
  });
  const known = columns.filter((column) => column.field);
  const question: OpenQuestion = {
    kind: 'header',
    table: facts.table,
    text: 'В таблице нет заголовка. Столбцы определены по содержимому: верно?',
    proof: known.map((column) => `столбец ${column.index + 1}: ${importFields[column.field!].label.toLowerCase()}`),
    sure: false,
    prepared: 'yes',
    options: [
      {
        value: 'yes',
        label: 'Верно',
        fields: known.map(({ index, field }) => ({ table: facts.table, index, field })),
        sumKopecks: null,
      },
      {
        value: 'skip',
        label: 'Не загружать таблицу',
        fields: [],
        fates: [{ table: facts.table, fate: 'skip' }],
        sumKopecks: null,
      },
    ],
    columns: known.map(({ index, field }) => ({ index, title: importFields[field!].label })),
  };
  const hasNumber = known.some((column) => ['number', 'place', 'numberAndOwner'].includes(column.field!));
  return { columns, questions: hasNumber ? [question] : [], check: null, filled: false };
}

/** Columns without a known title that hold what is missing: the owner, the number, a phone. */
function findUntitled(facts: TableFacts, columns: ImportColumn[], questions: OpenQuestion[]): void {
  const has = (...fields: ImportField[]) => columns.some((column) => column.field && fields.includes(column.field));
  const wanted = new Set<ImportField>();
  if (!has('number', 'place')) for (const field of ['number', 'place', 'numberAndOwner'] as const) wanted.add(field);
  if (!has('owner', 'lastName') && !questions.some((one) => one.kind === 'owner')) wanted.add('owner');
  const owner = columns.find((column) => column.field === 'owner');
  const both =
    owner &&
    wanted.has('number') &&
    (fits(
      'numberAndOwner',
      facts.rows.map((row) => row.cells[owner.index]),
      2,
    ) ?? 0) >= 0.7;
  if (both) {
    Object.assign(owner, { field: 'numberAndOwner', confidence: 0.8 });
    return;
  }
  for (const column of columns) {
    if (!wanted.size) return;
    const other = facts.titles[column.index]!.own;
    if (
      column.field ||
      facts.hidden[column.index] ||
      guessTitle(other, [])?.field ||
      /кадастр|аренд|представ|контактн/i.test(other)
    )
      continue;
    const field = guessByContent(
      facts.rows.map((row) => row.cells[column.index]),
      wanted,
    );
    if (!field || (field === 'number' && column.title !== '')) continue;
    Object.assign(column, { field, confidence: 0.5 });
    wanted.delete(field);
    if (field === 'numberAndOwner') wanted.clear();
    const name = column.title || `столбец ${column.index + 1}`;
    questions.push(
      keepOrDrop(facts.table, column, `«${name}»: это ${importFields[field].label.toLowerCase()}?`, field, 'keep'),
    );
  }
}

/** «Согласие» that does not say to what: a consent is a paper of one kind, so it is asked. */
function askConsents(facts: TableFacts, columns: readonly ImportColumn[], questions: OpenQuestion[]): void {
  for (const column of columns) {
    const own = facts.titles[column.index]!.own;
    if (column.field || facts.hidden[column.index] || !/соглас/i.test(own) || /реклам|здоров/i.test(own)) continue;
    const way = (value: string, label: string, field: ImportField | null) => ({
      value,
      label,
      fields: [{ table: facts.table, index: column.index, field }],
      sumKopecks: null,
    });
    const free = (['consentPd', 'consentSms', 'consentEmail'] as const).filter(
      (field) => !columns.some((one) => one.field === field),
    );
    questions.push({
      kind: 'content',
      table: facts.table,
      text: `«${column.title}»: на что дано это согласие?`,
      proof: [],
      sure: false,
      prepared: 'drop',
      options: [
        ...free.map((field) => way(field, importFields[field].label, field)),
        way('drop', 'Не загружать столбец', null),
      ],
      columns: [{ index: column.index, title: column.title }],
    });
  }
}

const checked = ['phone', 'birthday', 'passport', 'owner'] as const;

/** A title that promises one thing over cells that hold another. */
function checkContent(facts: TableFacts, columns: ImportColumn[], questions: OpenQuestion[]): void {
  for (const column of columns) {
    const field = checked.find((one) => one === column.field);
    if (!field || columns.filter((one) => one.field === field).length > 1) continue;
    const cells = facts.rows.map((row) => row.cells[column.index]);
    const rate = fits(field, cells);
    if (rate === null || rate >= 0.1 || (field === 'birthday' && (fits('debt', cells) ?? 1) < 0.5)) continue;
    if (field === 'owner' && cells.some((cell) => / [А-ЯЁ]/.test(cell?.text ?? ''))) continue;
    if (field === 'passport' && cells.some((cell) => /\d{6}/.test(cell?.text ?? ''))) continue;
    questions.push(
      keepOrDrop(facts.table, column, `«${column.title}»: в столбце что-то другое. Загрузить?`, field, 'drop'),
    );
    Object.assign(column, { field: null, confidence: 0 });
  }
}

function keepOrDrop(
  table: number,
  column: ImportColumn,
  text: string,
  field: ImportField,
  prepared: 'keep' | 'drop',
): OpenQuestion {
  const way = (value: string, label: string, to: ImportField | null) => ({
    value,
    label,
    fields: [{ table, index: column.index, field: to }],
    sumKopecks: null,
  });
  return {
    kind: 'content',
    table,
    text,
    proof: [],
    sure: false,
    prepared,
    options: [
      way('keep', `Да: ${importFields[field].label.toLowerCase()}`, field),
      way('drop', 'Не загружать столбец', null),
    ],
    columns: [{ index: column.index, title: column.title }],
  };
}

/** A section written once at the top of its block goes for the rows below. */
function isFilledOnce(facts: TableFacts, columns: readonly ImportColumn[]): boolean {
  const index = columns.find((column) => column.field === 'section')?.index;
  if (index === undefined || facts.rows.length < 3) return false;
  const texts = facts.rows.map((row) => tidy(row.cells[index]?.text ?? ''));
  const filled = texts.filter(Boolean);
  if (texts[0] === '' || filled.length > texts.length * 0.6) return false;
  const changes = filled.filter((text, at) => text !== filled[at - 1]).length;
  return changes === filled.length || changes === new Set(filled).size;
}
