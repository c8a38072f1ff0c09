// Reader of 1CClientBankExchange 1.03: bytes in, sections and documents out; nothing of the file is lost.
import { StatementProblem } from './problem.ts';

/** Keys of one block. A repeated key keeps its first value. */
export type Fields = ReadonlyMap<string, string>;

export interface ExchangeDocument {
  /** Line of the file on which the document begins. */
  line: number;
  /** «Платежное поручение», «Банковский ордер». */
  kind: string;
  fields: Fields;
}

export interface Exchange {
  header: Fields;
  /** Accounts the file speaks of, in their order. */
  accounts: string[];
  sections: Fields[];
  documents: ExchangeDocument[];
}

/** Bytes that tell the encoding. */
const HEAD_BYTES = 40_000;
const MAX_LINE = 10_000;
const MAX_DOCUMENTS = 20_000;
const MAX_SECTIONS = 5000;
/** Keys of one block: the format knows about fifty. */
const MAX_FIELDS = 200;
const FIRST = '1CClientBankExchange';
const LAST = 'КонецФайла';
const NOT_A_STATEMENT = 'Это не выписка: нужен файл обмена 1CClientBankExchange, который выгружает клиент-банк';
const UNREADABLE = 'Русские слова файла не читаются. Выгрузите выписку ещё раз в кодировке Windows';
const CUT = 'Файл обрезан: в нём нет строки «КонецФайла». Выгрузите выписку ещё раз';

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for: text has none
const controls = /[\0-\x08\x0e-\x1f]/;
const familiar = /ВерсияФормата=|Кодировка=|РасчСчет=|СекцияРасчСчет|СекцияДокумент=|НазначениеПлатежа/g;

/**
 * Text of the file. The first line is plain Latin in every encoding, so what decides is which reading shows more of the
 * words of the format; what the file says of itself is not believed.
 * @throws StatementProblem for bytes that are no such file
 */
export function decodeExchange(bytes: Uint8Array): string {
  if (!bytes.length) throw new StatementProblem('Файл пуст');
  const head = bytes.subarray(0, HEAD_BYTES);
  const [best] = encodings(bytes)
    .map((encoding) => ({ encoding, text: new TextDecoder(encoding).decode(head) }))
    .map((one) => ({ ...one, words: one.text.match(familiar)?.length ?? 0 }))
    .toSorted((one, other) => other.words - one.words);
  if (!best!.text.trimStart().startsWith(FIRST)) throw new StatementProblem(NOT_A_STATEMENT);
  // Banks cut long UTF-8 texts inside a letter: such a letter is lost, the file is not.
  // Old programs close a text with the sign of the end of a file.
  const text = new TextDecoder(best!.encoding).decode(bytes).replace(/\x1a\s*$/, '');
  if (controls.test(text)) throw new StatementProblem(NOT_A_STATEMENT);
  if (!best!.words) throw new StatementProblem(UNREADABLE);
  return text;
}

function encodings(bytes: Uint8Array): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le'];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be'];
  return ['utf-8', 'windows-1251', 'ibm866'];
}

const tooLong = (at: number) => `Строка ${at} слишком длинная: так выписки не пишут`;

/** @throws StatementProblem naming the line that is wrong */
export function parseExchange(text: string): Exchange {
  const lines = text.split(/\r\n|\r|\n/);
  const reader = new Reader();
  lines.forEach((line, index) => {
    if (line.length > MAX_LINE) throw new StatementProblem(tooLong(index + 1));
    reader.take(line.trim(), index + 1);
  });
  return reader.result();
}

/** Takes lines one by one; a block is open until its own end. */
class Reader {
  private readonly header = new Map<string, string>();
  private readonly accounts = new Set<string>();
  private readonly sections: Fields[] = [];
  private readonly documents: ExchangeDocument[] = [];
  private block: { of: 'section' | 'document'; kind: string; line: number; fields: Map<string, string> } | null = null;
  private lastKey: string | null = null;
  private started = false;
  private ended = false;

  take(line: string, at: number) {
    if (line === '') return;
    if (!this.started) {
      if (line !== FIRST) throw new StatementProblem(NOT_A_STATEMENT);
      this.started = true;
    } else if (this.ended) {
      throw new StatementProblem(`После «${LAST}» есть ещё строки, начиная с ${at}: загрузите выписки по одной`);
    } else if (line === LAST) {
      this.mustBeClosed(at);
      this.ended = true;
    } else this.inside(line, at);
  }

  private inside(line: string, at: number) {
    const cut = line.indexOf('=');
    const key = (cut < 0 ? line : line.slice(0, cut)).trim();
    const value = cut < 0 ? '' : line.slice(cut + 1).trim();
    if (key === 'СекцияРасчСчет' || key === 'СекцияДокумент') {
      this.mustBeClosed(at);
      if (this.documents.length >= MAX_DOCUMENTS) throw new StatementProblem('В выписке больше 20 000 документов');
      if (this.sections.length >= MAX_SECTIONS) throw new StatementProblem('В выписке больше 5 000 разделов счёта');
      const of = key === 'СекцияДокумент' ? 'document' : 'section';
      this.block = { of, kind: value, line: at, fields: new Map() };
    } else if (key === 'КонецРасчСчет' || key === 'КонецДокумента') this.close(key, at);
    else this.field(cut < 0 ? null : key, cut < 0 ? line : value, at);
  }

  private field(key: string | null, value: string, at: number) {
    const fields = this.block?.fields ?? this.header;
    if (key === null) {
      if (this.lastKey === null) return;
      // A purpose broken over two lines: its rest belongs to the key above.
      const whole = `${fields.get(this.lastKey) ?? ''} ${value}`.trim();
      if (whole.length > MAX_LINE) throw new StatementProblem(tooLong(at));
      fields.set(this.lastKey, whole);
      return;
    }
    if (fields.size >= MAX_FIELDS)
      throw new StatementProblem(`Строка ${at}: в одном документе больше ${MAX_FIELDS} строк. Файл повреждён`);
    this.lastKey = fields.has(key) ? null : key;
    if (!fields.has(key)) fields.set(key, value);
    if (key === 'РасчСчет' && this.block?.of !== 'document' && value) this.accounts.add(value);
  }

  private close(end: string, at: number) {
    const of = end === 'КонецДокумента' ? 'document' : 'section';
    if (this.block?.of !== of) throw new StatementProblem(`Строка ${at}: «${end}» без начала. Файл повреждён`);
    if (of === 'document')
      this.documents.push({ line: this.block.line, kind: this.block.kind, fields: this.block.fields });
    else this.sections.push(this.block.fields);
    this.block = null;
    this.lastKey = null;
  }

  private mustBeClosed(at: number) {
    if (this.block)
      throw new StatementProblem(
        `Строка ${at}: не закончен раздел, начатый в строке ${this.block.line}. Файл повреждён`,
      );
    this.lastKey = null;
  }

  result(): Exchange {
    if (!this.ended) throw new StatementProblem(CUT);
    const { header, sections, documents } = this;
    return { header, accounts: [...this.accounts], sections, documents };
  }
}
