// What a file of the bank says of one account: its documents, repeated ones, control sums.
import { createHash } from 'node:crypto';
import { rubles } from '../../contributions/rules/words.ts';
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
  const documents: BankDocument[] = [];
  const first = new Map<string, number>();
  for (const source of exchange.documents) {
    const direction = directionOf(source.fields, account);
    if (!direction) continue;
    const document = documentOf(source, account, direction, documents.length + 1);
    const earlier = first.get(document.hash);
    if (earlier === undefined) first.set(document.hash, document.nth);
    documents.push(earlier === undefined ? document : { ...document, kind: 'duplicate', duplicateOf: earlier });
  }
  const sum = (kind: BankDocument['kind']) =>
    documents.filter((one) => one.kind === kind).reduce((total, one) => total + one.amountKopecks, 0);
  const moved = { incomingKopecks: sum('incoming'), outgoingKopecks: sum('outgoing') };
  const declared = declaredOf(exchange, account);
  const repeated = documents.filter((one) => one.kind === 'duplicate').length;
  const skipped = exchange.accounts.length === 1 ? exchange.documents.length - documents.length : 0;
  return {
    account,
    from: declared.from,
    to: declared.to,
    openingKopecks: declared.opening,
    closingKopecks: declared.closing,
    ...moved,
    warnings: [
      ...controlWarnings(declared, moved),
      ...(repeated ? [`Повторных документов в файле: ${repeated}. Они учтены один раз`] : []),
      ...(skipped ? [`Документов без счёта выписки: ${skipped}. Они не загружены`] : []),
    ],
    documents,
  };
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
  return {
    nth,
    kind: direction,
    duplicateOf: null,
    hash: hashOf([account, docDate, number, String(amountKopecks), payerAccount, purpose]),
    onDate,
    docDate,
    number,
    docKind: kind,
    amountKopecks,
    payer: text('Плательщик', 'Плательщик1'),
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

function controlWarnings(declared: Declared, moved: { incomingKopecks: number; outgoingKopecks: number }): string[] {
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
