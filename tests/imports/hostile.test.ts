// Files that must be refused with words, never with a crash.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { checkArchive, type ArchiveLimits } from '../../server/imports/archiveGuard.ts';
import { readWorkbook } from '../../server/imports/workbook.ts';
import { WorkbookProblem } from '../../server/imports/workbookProblem.ts';
import { readFile } from './toExpected.ts';
import { inTime } from '../kit/busy.ts';

const clean = readFileSync(join(import.meta.dirname, '../fixtures/registries/clean.xlsx'));
const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const oleWith = (name: string) =>
  Buffer.concat([Buffer.from(ole), Buffer.alloc(504), Buffer.from(name, 'utf16le'), Buffer.alloc(512)]);

async function problemOf(bytes: Uint8Array, name = 'a.xlsx'): Promise<string> {
  const error = await readWorkbook(bytes, name).then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(WorkbookProblem);
  expect((error as WorkbookProblem).message).toMatch(/^[А-Я«]/);
  return (error as WorkbookProblem).code;
}

describe('other formats', () => {
  const rows = [
    ['№ гаража', 'ФИО', 'Долг'],
    [1, 'Иванов Иван Петрович', 500],
    [2, 'Петрова Анна Ильинична', 0],
  ];
  const owners = async (bytes: Uint8Array, name: string) =>
    (await readFile(bytes, name)).rows.map((row) => [row.garage!.number, row.owners[0]!.lastName]);
  const expected = [
    ['1', 'Иванов'],
    ['2', 'Петрова'],
  ];
  it('an OpenDocument sheet', async () => {
    expect(await owners(await writeOds({ sheets: [{ name: 'Лист', rows }] }), 'a.ods')).toEqual(expected);
  });
  it('cp866 and UTF-16 without a mark are told by their content', async () => {
    const text = rows.map((row) => row.join(';')).join('\r\n');
    const dos = Buffer.from([...text].map((letter) => dosByte(letter)));
    expect(await owners(dos, 'a.csv')).toEqual(expected);
    expect(await owners(Buffer.from(text, 'utf16le'), 'a.csv')).toEqual(expected);
  });
});

/** The byte of a letter in cp866. */
function dosByte(letter: string): number {
  const table = new TextDecoder('ibm866').decode(Uint8Array.from({ length: 256 }, (_, at) => at));
  const at = table.indexOf(letter);
  return at < 0 ? 0x3f : at;
}

describe('files that are refused', () => {
  it('three megabytes of semicolons, at once', async () => {
    const from = performance.now();
    expect(await problemOf(Buffer.alloc(3 * 1024 * 1024, ';'), 'a.csv')).toBe('not_a_workbook');
    // Cut into cells it would take a minute and more.
    expect(performance.now() - from).toBeLessThan(inTime(5000));
  });

  it('empty', async () => {
    expect(await problemOf(new Uint8Array())).toBe('empty');
    expect(await problemOf(Buffer.from('\r\n\r\n'), 'a.csv')).toBe('empty');
    expect(await problemOf(await writeXlsx({ sheets: [{ name: 'Лист', rows: [] }] }))).toBe('empty');
  });

  it('broken, cut short, or a picture under another name', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    expect(await problemOf(png)).toBe('not_a_workbook');
    expect(await problemOf(png, 'a.csv')).toBe('not_a_workbook');
    expect(await problemOf(Buffer.from('просто текст'))).toBe('not_a_workbook');
    expect(await problemOf(Buffer.from('<html><table></table></html>'), 'a.csv')).toBe('not_a_workbook');
    for (const part of [0.1, 0.5, 0.9, 0.999])
      expect(await problemOf(clean.subarray(0, Math.floor(clean.length * part)))).toBe('not_a_workbook');
    const spoiled = Buffer.from(clean);
    spoiled.fill(0xaa, 2_000, 4_000);
    expect(await problemOf(spoiled)).toBe('not_a_workbook');
    expect(await problemOf(zip([{ name: 'readme.txt', data: Buffer.from('hello') }]))).toBe('not_a_workbook');
  });

  it('encrypted and old books', async () => {
    expect(await problemOf(oleWith('EncryptedPackage'))).toBe('encrypted');
    expect(
      await problemOf(
        await writeXlsx({ sheets: [{ name: 'Лист', rows: [[1]] }], encryption: { password: 'x', spinCount: 10 } }),
      ),
    ).toBe('encrypted');
    expect(await problemOf(oleWith('Workbook'), 'a.xls')).toBe('legacy_format');
    expect(await problemOf(oleWith('WordDocument'), 'a.doc')).toBe('not_a_workbook');
    expect(await problemOf(Buffer.from([0x09, 0x08, 0x10, 0x00]), 'a.xls')).toBe('legacy_format');
  });

  it('three formats named .xls are told by their first bytes, each with what to do', async () => {
    const xml2003 = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\r\n<?mso-application progid="Excel.Sheet"?>\r\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Лист"><Table><Row><Cell><Data ss:Type="String">№ гаража</Data></Cell></Row></Table></Worksheet></Workbook>`;
    const html = `<html xmlns:x="urn:schemas-microsoft-com:office:excel">\r\n<head><meta charset="windows-1251"></head><body><table><tr><td>№ гаража</td></tr></table></body></html>`;
    // Streams of Excel 2.1, 4.0 and 5.0/95 begin with a BOF record; 5.0 mostly lies in a container as «Book».
    const bof = (version: number) =>
      Buffer.from([0x09, version, 0x08, 0x00, 0x00, 0x05, 0x05, 0x00, 0x0a, 0x1a, 0xcd, 0x07]);
    const said = async (bytes: Uint8Array, name: string) => {
      const error = await readWorkbook(bytes, name).catch((caught: unknown) => caught);
      return [(error as WorkbookProblem).code, (error as WorkbookProblem).message];
    };
    for (const bytes of [Buffer.from(xml2003), Buffer.from(xml2003.slice(1)), Buffer.from(xml2003, 'utf16le')])
      expect(await said(bytes, 'реестр.xls')).toEqual([
        'legacy_format',
        'Это таблица XML 2003 под именем .xls. Откройте её в Excel и сохраните книгу как .xlsx',
      ]);
    for (const bytes of [
      Buffer.from(html),
      Buffer.from(`\r\n <TABLE><tr><td>1</td></tr></TABLE>`),
      Buffer.from(`<!DOCTYPE html>${html}`),
    ])
      expect(await said(bytes, 'реестр.xls')).toEqual([
        'legacy_format',
        'Это страница HTML под именем .xls. Откройте её в Excel и сохраните книгу как .xlsx',
      ]);
    for (const bytes of [bof(0x00), bof(0x02), bof(0x04), bof(0x08), oleWith('Book')])
      expect(await said(bytes, 'реестр.xls')).toEqual(['legacy_format', 'Сохраните книгу как .xlsx и загрузите снова']);
  });

  it('bombs: declared, lying about their size, and silent about it', async () => {
    const zeros = deflateRawSync(Buffer.alloc(40_000_000));
    const sheet = 'xl/worksheets/sheet1.xml';
    expect(await problemOf(zip([{ name: sheet, packed: zeros, size: 40_000_000 }]))).toBe('archive_bomb');
    expect(await problemOf(zip([{ name: sheet, packed: Buffer.alloc(9), size: 400 * 1024 * 1024 }]))).toBe(
      'archive_bomb',
    );
    expect(await problemOf(zip([{ name: sheet, packed: zeros, size: 0 }]))).toBe('not_a_workbook');
    expect(await problemOf(zip([{ name: '[Content_Types].xml', packed: zeros, size: 1_000 }]))).toBe('not_a_workbook');
  });

  describe('an archive by its table of contents', () => {
    const limits: ArchiveLimits = { totalBytes: 1_000, entries: 3, ratio: 10, ratioFrom: 400 };
    const entry = (size: number, packed = 50) => ({ name: 'a.xml', packed: Buffer.alloc(packed), size });
    const codeOf = (bytes: Uint8Array) => {
      try {
        return checkArchive(bytes, limits).length;
      } catch (error) {
        return (error as WorkbookProblem).code;
      }
    };
    /** One entry whose record in the table of contents is changed at an offset. */
    const changed = (at: number, value: number, size = 100, packed = 50) => {
      const bytes = zip([entry(size, packed)]);
      bytes.writeUInt32LE(value, bytes.indexOf('PK\x01\x02', 0, 'latin1') + at);
      return bytes;
    };
    const FLAGS = 8;
    const PACKED = 20;

    it.each<[string, Buffer, number | string]>([
      ['as many entries as are allowed', zip(Array(3).fill(entry(100))), 3],
      ['one entry more', zip(Array(4).fill(entry(100))), 'archive_bomb'],
      ['as many bytes together as are allowed', zip([entry(400), entry(400), entry(200)]), 3],
      ['one byte more', zip([entry(400), entry(400), entry(201)]), 'archive_bomb'],
      ['an entry as dense as is allowed', zip([entry(500, 50)]), 1],
      ['a denser one', zip([entry(501, 50)]), 'archive_bomb'],
      ['a small one, however dense', zip([entry(400, 1)]), 1],
      ['nothing that is packed into a few bytes', zip([entry(0, 16)]), 1],
      ['nothing that is packed into more', zip([entry(0, 17)]), 'not_a_workbook'],
      ['sizes that are promised after the data', changed(FLAGS, 8 | (8 << 16), 100, 0), 'not_a_workbook'],
      ['sizes after the data that the table of contents knows', changed(FLAGS, 8 | (8 << 16)), 1],
      ['an entry longer than its file', changed(PACKED, 1_000), 'not_a_workbook'],
    ])('%s', (_name, bytes, expected) => expect(codeOf(bytes)).toBe(expected));
  });

  it('too large and too long', async () => {
    expect(await problemOf(Buffer.alloc(20 * 1024 * 1024 + 1))).toBe('too_large');
    const rows = [['Гараж №', 'ФИО'], ...Array.from({ length: 100_000 }, (_, index) => [index + 1, 'Иванов Иван'])];
    const bytes = await writeXlsx({ sheets: [{ name: 'Лист', rows }] });
    expect(await problemOf(bytes)).toBe('too_many_rows');
    const workbook = await readWorkbook(bytes, 'a.xlsx', { maxRows: 100_000 });
    expect(workbook.sheets[0]!.rowCount).toBe(100_001);
  });

  it('cells so far away that the sheet has more places than memory, with what to do', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const cell = (place: string) => `<c r="${place}" t="inlineStr"><is><t>x</t></is></c>`;
    const parts = {
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Лист" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1">${cell('A1')}</row><row r="1048576">${cell('XFD1048576')}</row></sheetData></worksheet>`,
    };
    const bytes = zip(Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text) })));
    expect(await problemOf(bytes)).toBe('too_far');
  });

  it('a cell longer than any of Excel, by its sheet and line', async () => {
    const csv = `№ гаража;ФИО;Долг\r\n1;Иванов Иван;5\r\n2;${'я'.repeat(32_768)};5`;
    await expect(readWorkbook(Buffer.from(csv), 'a.csv')).rejects.toMatchObject({
      code: 'too_long_cell',
      message: expect.stringMatching(/строка 3: в ячейке больше 32.767 знаков/),
    });
  });

  it('names, phones and numbers as long as a cell are not read for longer than a moment', async () => {
    for (const shape of ['я', '(', '8 (', '1/', '- ', 'и ', 'ул. ']) {
      const full = shape.repeat(32_000 / shape.length);
      const rows = [
        ['№ гаража', 'ФИО', 'Телефон', 'Долг'],
        ['1', full, full, full],
      ];
      const from = performance.now();
      await readFile(Buffer.from(rows.map((row) => row.join(';')).join('\r\n')), 'a.csv');
      // The name alone took minutes.
      expect([shape, performance.now() - from < inTime(2000)]).toEqual([shape, true]);
    }
  });

  it('a quote that is never closed', async () => {
    const csv = 'Гараж №;ФИО;Долг\r\n1;"Иванов Иван;5\r\n2;Петров Пётр;6\r\n';
    await expect(readWorkbook(Buffer.from(csv), 'a.csv')).rejects.toMatchObject({
      code: 'unclosed_quote',
      message: expect.stringContaining('В строке 2'),
    });
  });

  it('random bytes', async () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const bytes = Buffer.from(clean);
      for (let step = 0; step < 40; step += 1)
        bytes[(Math.imul(seed, 7919) + step * 104_729) % bytes.length] = (seed * step) % 256;
      await readFile(bytes, 'a.xlsx').catch((error: unknown) => expect(error).toBeInstanceOf(WorkbookProblem));
    }
  });
});

describe('cells that need care', () => {
  it('formulas, errors, texts like formulas, two-line records', async () => {
    const cells = new Map([
      ['1,0', { value: 16, formula: '15+1', formulaResult: 16 }],
      ['2,3', { value: 7, formula: 'A1+1', formulaResult: 7 }],
    ]);
    const rows = [
      ['Гараж №', 'ФИО', 'Примечание', '№ п/п', 'Телефон'],
      [16, 'Иванов Иван', '+ яма', 1, '+7 900 000-00-01'],
      [17, 'Петров Пётр', '-', 7, null],
    ];
    const read = await readFile(await writeXlsx({ sheets: [{ name: 'Лист', rows, cells }] }), 'a.xlsx');
    expect(read.rows.map((row) => [row.garage!.number, row.issues.map((issue) => issue.code).toSorted()])).toEqual([
      ['16', ['formula_value', 'text_looks_like_formula']],
      ['17', []],
    ]);
    const csv = 'Гараж №;ФИО;Долг\r\n1;"Иванов Иван\r\nИванова Анна";5\r\n2;Петров Пётр;4500,50\r\n';
    const lines = await readFile(Buffer.from(csv), 'a.csv');
    expect(lines.rows.map((row) => [row.row, row.owners.length, row.openingBalanceKopecks])).toEqual([
      [2, 2, -500],
      [4, 1, -450_050],
    ]);
  });
});

interface Entry {
  name: string;
  data?: Buffer;
  packed?: Buffer;
  size?: number;
}

/** A zip with headers that may lie. */
function zip(entries: Entry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = entry.packed ?? deflateRawSync(entry.data!);
    const size = entry.size ?? entry.data!.length;
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(entry.data ? crc32(entry.data) : 0, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const entriesBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(entriesBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, entriesBytes, end]);
}
