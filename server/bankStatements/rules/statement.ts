// What a file of the bank says of one account: its documents, repeated ones, control sums.
import { createHash } from 'node:crypto';
import { rubles } from '../../books/rules/words.ts';
import type { Exchange, ExchangeDocument, Fields } from './exchange.ts';
import { StatementProblem } from './problem.ts';
import { readDate, readSum } from './values.ts';

export interface BankDocument {
  /** Place among the documents of the account, from 1. */
  nth: number;
  kind: 'incoming' | 'outgoing' | 'duplicate';
  /** Place of the first document with the same hash. */
  duplicateOf: number | null;
  hash: string;
  /** Day on which the money moved. */
  onDate: string;
  docDate: string;
  number: string;
  docKind: string;
  amountKopecks: number;
  payer: string;
  payerAccount: string;
  purpose: string;
  /** Every key of the document, unknown ones too. */
  raw: Record<string, string>;
}

export interface AccountStatement {
  account: string;
  from: string | null;
  to: string | null;
  openingKopecks: number | null;
  closingKopecks: number | null;
  incomingKopecks: number;
  outgoingKopecks: number;
  /** What does not agree, as sentences. */
  warnings: string[];
  documents: BankDocument[];
}

/** Documents and sums of one of the accounts of a file. @throws StatementProblem naming the line that is wrong */
export function accountStatement(exchange: Exchange, account: string): AccountStatement {
  const all: BankDocument[] = [];
  const empty: string[] = [];
  for (const source of exchange.documents) {
    const direction = directionOf(source.fields, account);
    if (direction && isEmptySum(source.fields))
      empty.push(`№ ${source.fields.get('Номер') || 'без номера'} от ${source.fields.get('Дата') ?? ''}`);
    else if (direction) all.push(documentOf(source, account, direction, all.length + 1));
  }
  const declared = declaredOf(exchange, account);
  const repeats = repeatsOf(all);
  const once = all.filter((one) => !repeats.has(one));
  // Two equal payments of one day are possible: the sums of the file tell them from a document written twice.
  const areTwins = repeats.size > 0 && agrees(declared, movedBy(all)) && !agrees(declared, movedBy(once));
  const documents = all.map((one) => {
    const repeat = repeats.get(one);
    if (!repeat) return one;
    return areTwins
      ? { ...one, hash: hashOf([one.hash, String(repeat.nth)]) }
      : { ...one, kind: 'duplicate' as const, duplicateOf: repeat.of };
  });
  const moved = movedBy(areTwins ? all : once);
  const strange = exchange.documents.filter(({ fields }) => !exchange.accounts.some((own) => directionOf(fields, own)));
  const skipped = strange.length;
  return {
    account,
    from: declared.from,
    to: declared.to,
    openingKopecks: declared.opening,
    closingKopecks: declared.closing,
    ...moved,
    warnings: [
      ...controlWarnings(declared, moved),
      ...(repeats.size ? [repeatWarning(repeats.size, areTwins, agrees(declared, moved))] : []),
      ...(empty.length ? [`Отложены документы без суммы: ${namesOf(empty)}`] : []),
      ...(skipped
        ? [
            `Документов без счёта выписки: ${skipped}. Они не загружены: ${namesOf(strange.map(({ fields }) => `№ ${fields.get('Номер') || 'без номера'}`))}`,
          ]
        : []),
    ],
    documents,
  };
}

/** Documents of accounts in the file that are not of the place, as a sentence; null when there are none. */
export function leftOut(exchange: Exchange, own: { has: (account: string) => boolean }): string | null {
  const others = new Set(exchange.accounts.filter((account) => !own.has(account)));
  const left = new Map<string, number>();
  for (const { fields } of exchange.documents) {
    const sides = accountKeys.map((key) => fields.get(key) ?? '');
    const other = sides.find((account) => others.has(account));
    if (other && !sides.some((account) => own.has(account))) left.set(other, (left.get(other) ?? 0) + 1);
  }
  if (!left.size) return null;
  const count = [...left.values()].reduce((sum, some) => sum + some, 0);
  return `Документов других счетов: ${count}. Они не загружены: ${namesOf([...left.keys()])}. Если счёт ваш, укажите его в карточке организации и загрузите файл ещё раз`;
}
const accountKeys = ['ПолучательСчет', 'ПолучательРасчСчет', 'ПлательщикСчет', 'ПлательщикРасчСчет'];

/** A document that moves no money: a bank writes some to say something. */
const isEmptySum = (fields: Fields) => {
  const said = (fields.get('Сумма') ?? '').trim();
  return said === '' || readSum(said) === 0;
};
const MOST_NAMES = 5;
const namesOf = (names: readonly string[]) =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} и ещё ${names.length - MOST_NAMES}`
    : names.join(', ');

/** Documents that stand in the file already: where the first one stands, and how many times it has been met. */
function repeatsOf(documents: readonly BankDocument[]) {
  const met = new Map<string, { of: number; nth: number }>();
  const repeats = new Map<BankDocument, { of: number; nth: number }>();
  for (const document of documents) {
    const before = met.get(document.hash);
    const here = before ? { of: before.of, nth: before.nth + 1 } : { of: document.nth, nth: 1 };
    met.set(document.hash, here);
    if (before) repeats.set(document, here);
  }
  return repeats;
}

function movedBy(documents: readonly BankDocument[]) {
  const sum = (kind: BankDocument['kind']) =>
    documents.filter((one) => one.kind === kind).reduce((total, one) => total + one.amountKopecks, 0);
  return { incomingKopecks: sum('incoming'), outgoingKopecks: sum('outgoing') };
}
type Moved = ReturnType<typeof movedBy>;

/** Every sum that the file gives agrees; false when it gives none. */
function agrees({ opening, closing, incoming, outgoing }: Declared, moved: Moved): boolean {
  const checks = [
    ...(incoming === null ? [] : [incoming === moved.incomingKopecks]),
    ...(outgoing === null ? [] : [outgoing === moved.outgoingKopecks]),
    ...(opening === null || closing === null
      ? []
      : [opening + moved.incomingKopecks - moved.outgoingKopecks === closing]),
  ];
  return checks.length > 0 && checks.every(Boolean);
}

function repeatWarning(count: number, areTwins: boolean, isSure: boolean): string {
  if (areTwins) return `Одинаковых платежей в файле: ${count}. По суммам файла это разные платежи: учтён каждый`;
  const once = `Повторных документов в файле: ${count}. Они учтены один раз`;
  return isSure ? once : `${once}. Если это разные платежи, внесите остальные в приёме оплат`;
}

function directionOf(fields: Fields, account: string): 'incoming' | 'outgoing' | null {
  const is = (...keys: string[]) => keys.some((key) => fields.get(key) === account);
  if (is('ПолучательСчет', 'ПолучательРасчСчет')) return 'incoming';
  return is('ПлательщикСчет', 'ПлательщикРасчСчет') ? 'outgoing' : null;
}

function documentOf(
  { line, kind, fields }: ExchangeDocument,
  account: string,
  direction: 'incoming' | 'outgoing',
  nth: number,
): BankDocument {
  const text = (...keys: string[]) => keys.map((key) => fields.get(key)).find(Boolean) ?? '';
  const docDate = readDate(text('Дата'));
  const moved = text(direction === 'incoming' ? 'ДатаПоступило' : 'ДатаСписано');
  const onDate = moved ? readDate(moved) : docDate;
  const amountKopecks = readSum(text('Сумма'));
  if (!docDate || !onDate)
    throw new StatementProblem(`Документ в строке ${line}: дата «${moved || text('Дата')}» не читается`);
  if (!amountKopecks) throw new StatementProblem(`Документ в строке ${line}: сумма «${text('Сумма')}» не читается`);
  const payerAccount = text('ПлательщикСчет', 'ПлательщикРасчСчет');
  const purpose = purposeOf(fields);
  const number = text('Номер');
  const payer = text('Плательщик', 'Плательщик1');
  // Without a number and an account nothing but the name tells two payers of one sum apart.
  const who = number || payerAccount ? [] : [payer];
  return {
    nth,
    kind: direction,
    duplicateOf: null,
    hash: hashOf([account, docDate, number, String(amountKopecks), payerAccount, purpose, ...who]),
    onDate,
    docDate,
    number,
    docKind: kind,
    amountKopecks,
    payer,
    payerAccount,
    purpose,
    raw: Object.fromEntries(fields),
  };
}

const hashOf = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The purpose; old files cut it into НазначениеПлатежа1..6. */
function purposeOf(fields: Fields): string {
  const parts = [1, 2, 3, 4, 5, 6].map((nth) => fields.get(`НазначениеПлатежа${nth}`) ?? '');
  return fields.get('НазначениеПлатежа') || parts.filter(Boolean).join(' ');
}

interface Declared {
  from: string | null;
  to: string | null;
  opening: number | null;
  closing: number | null;
  incoming: number | null;
  outgoing: number | null;
}

/** What the sections of an account declare; a bank may give one section for every day. */
function declaredOf(exchange: Exchange, account: string): Declared {
  const own = exchange.sections
    .filter((fields) => fields.get('РасчСчет') === account)
    .map((fields) => ({
      from: readDate(fields.get('ДатаНачала') ?? ''),
      to: readDate(fields.get('ДатаКонца') ?? ''),
      opening: signedSum(fields.get('НачальныйОстаток')),
      closing: signedSum(fields.get('КонечныйОстаток')),
      incoming: signedSum(fields.get('ВсегоПоступило')),
      outgoing: signedSum(fields.get('ВсегоСписано')),
    }))
    .toSorted((one, other) => (one.from ?? '').localeCompare(other.from ?? ''));
  const total = (key: 'incoming' | 'outgoing') =>
    own.length && own.every((section) => section[key] !== null)
      ? own.reduce((sum, section) => sum + section[key]!, 0)
      : null;
  return {
    from: own[0]?.from ?? readDate(exchange.header.get('ДатаНачала') ?? ''),
    to: own.at(-1)?.to ?? readDate(exchange.header.get('ДатаКонца') ?? ''),
    opening: own[0]?.opening ?? null,
    closing: own.at(-1)?.closing ?? null,
    incoming: total('incoming'),
    outgoing: total('outgoing'),
  };
}

/** A balance may stand below zero. */
function signedSum(text: string | undefined): number | null {
  const tidy = (text ?? '').trim();
  const sum = readSum(tidy.replace(/^[-\u2212]/, ''));
  return sum !== null && /^[-\u2212]/.test(tidy) ? -sum : sum;
}

function controlWarnings(declared: Declared, moved: Moved): string[] {
  const warnings: string[] = [];
  const { opening, closing, incoming, outgoing } = declared;
  if (opening === null || closing === null) warnings.push('В файле нет остатков: сверить суммы не с чем');
  else {
    const counted = opening + moved.incomingKopecks - moved.outgoingKopecks;
    if (counted !== closing)
      warnings.push(
        `Остаток не сходится: по документам ${rubles(counted)}, в файле ${rubles(closing)}, разница ${rubles(counted - closing)}`,
      );
  }
  if (incoming !== null && incoming !== moved.incomingKopecks)
    warnings.push(`Поступило по документам ${rubles(moved.incomingKopecks)}, в файле указано ${rubles(incoming)}`);
  if (outgoing !== null && outgoing !== moved.outgoingKopecks)
    warnings.push(`Списано по документам ${rubles(moved.outgoingKopecks)}, в файле указано ${rubles(outgoing)}`);
  return warnings;
}
