// Parts of papers: tables, lines to fill by hand, signatures, QR. Texts of people are quoted, whatever stands in them.
import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import {
  factTable,
  handLine,
  lines,
  paragraphs,
  qrBlock,
  ruledTable,
  signatureLine,
  type TableColumn,
  type TableRow,
} from '../../server/kernel/paper/blocks.ts';

const columns: TableColumn[] = [
  { title: 'Год', width: '22mm' },
  { title: 'Сумма', width: '1fr', right: true },
];
const rows = (count: number): TableRow[] => Array.from({ length: count }, (_, nth) => [`Р${nth + 1}`, '1']);
/** Tables of a source, one after another. */
const tables = (source: string) => source.split(/\n(?=#block)/);

describe('a ruled table', () => {
  it('has its head on every page, its rows, its foot in bold', () => {
    expect(ruledTable(columns, [['2025', '[4] "500"']], [['Итого', '500']])).toBe(
      `#block(width: 100%, above: 8pt, below: 10pt)[#set text(size: 10pt)
#set par(first-line-indent: 0pt, justify: false)
#table(columns: (22mm, 1fr,), inset: 4pt, stroke: 0.5pt,
align: (left, right,),
table.header([#strong[#"Год";]], [#strong[#"Сумма";]]),
[#"2025";], [#"[4] \\"500\\"";],
[#strong[#"Итого";]], [#strong[#"500";]],
)]`,
    );
  });
  it('may be smaller, where two of them share a sheet', () => {
    expect(ruledTable(columns, [], [], false, true)).toBe(
      `#block(width: 100%, above: 6pt, below: 6pt)[#set text(size: 9pt)
#set par(first-line-indent: 0pt, justify: false)
#table(columns: (22mm, 1fr,), inset: 3pt, stroke: 0.5pt,
align: (left, right,),
table.header([#strong[#"Год";]], [#strong[#"Сумма";]]),

)]`,
    );
  });
  it('joins rows and foot by commas: none where there is neither, one behind the last', () => {
    const bodyOf = (own: TableRow[], foot: TableRow[]) =>
      ruledTable(columns, own, foot).split('\n').slice(5).join('\n');
    expect(bodyOf([], [])).toBe('\n)]');
    expect(bodyOf(rows(1), [])).toBe('[#"Р1";], [#"1";],\n)]');
    expect(bodyOf([], rows(1))).toBe('[#strong[#"Р1";]], [#strong[#"1";]],\n)]');
    expect(bodyOf(rows(2), [])).toBe('[#"Р1";], [#"1";],\n[#"Р2";], [#"1";],\n)]');
  });
  it('puts one value in the middle of several columns, in bold where the row is', () => {
    const across = [[{ text: 'За всё', span: 2 }]];
    expect(ruledTable(columns, across)).toContain('\ntable.cell(colspan: 2, align: center)[#"За всё";],\n');
    expect(ruledTable(columns, [], across)).toContain(
      '\ntable.cell(colspan: 2, align: center)[#strong[#"За всё";]],\n',
    );
  });

  it.each([
    [0, 1],
    [1, 1],
    // Two rows go with what follows as they are.
    [2, 1],
    [3, 2],
    [10, 2],
  ])('of %i rows that keeps with what follows it is of %i parts', (count, parts) => {
    expect(tables(ruledTable(columns, rows(count), [], true))).toHaveLength(parts);
    expect(tables(ruledTable(columns, rows(count), []))).toHaveLength(1);
  });
  it('that keeps with what follows gives it its last two rows and its foot, without a head of their own', () => {
    const [first, last] = tables(ruledTable(columns, rows(4), [['Итого', '4']], true));
    expect(first!.split('\n')).toEqual([
      '#block(width: 100%, above: 8pt, below: 0pt)[#set text(size: 10pt)',
      '#set par(first-line-indent: 0pt, justify: false)',
      '#table(columns: (22mm, 1fr,), inset: 4pt, stroke: 0.5pt,',
      'align: (left, right,),',
      'table.header([#strong[#"Год";]], [#strong[#"Сумма";]]),',
      '[#"Р1";], [#"1";],',
      '[#"Р2";], [#"1";],',
      ')]',
    ]);
    expect(last!.split('\n')).toEqual([
      '#block(width: 100%, above: 0pt, below: 10pt, sticky: true, breakable: false)[#set text(size: 10pt)',
      '#set par(first-line-indent: 0pt, justify: false)',
      '#table(columns: (22mm, 1fr,), inset: 4pt, stroke: 0.5pt,',
      'align: (left, right,),',
      '',
      '[#"Р3";], [#"1";],',
      '[#"Р4";], [#"1";],',
      '[#strong[#"Итого";]], [#strong[#"4";]],',
      ')]',
    ]);
  });
});

it('facts stand in two columns, what it is beside its value', () => {
  expect(
    factTable([
      ['Гараж', '№ 45'],
      ['Кто', 'Иванов "И"'],
    ]),
  ).toBe(
    `#block(width: 100%, above: 10pt, below: 10pt)[#set text(size: 10.5pt)
#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (48mm, 1fr), row-gutter: 5pt, [#"Гараж";], [#strong[#"№\u00a045";]], [#"Кто";], [#strong[#"Иванов \\"И\\"";]])]`,
  );
});

it('lines to fill by hand are quoted: bare underscores are italics', () => {
  expect(handLine('Решили:')).toBe('#"Решили:"; #"____________________";');
});

it.each([
  ['Иванов И. И.', '[#"Иванов И. И.";]'],
  ['', '[#"";]'],
  [null, '[#"/____________________/";]'],
])('who signs (%s) has his role, a line, his name', (name, shown) => {
  expect(signatureLine('Председатель', name)).toBe(
    `#block(above: 16pt, breakable: false)[#set par(first-line-indent: 0pt)
#grid(columns: (52mm, 46mm, 1fr), column-gutter: 4mm, align: (left + bottom, bottom, right + bottom), [#"Председатель";], [#line(length: 100%, stroke: 0.5pt)], ${shown})]`,
  );
});

it.each([
  ['', ''],
  [' \n \r\n', ''],
  ['Одна', '#par[#"Одна";]'],
  ['  Первая \r\n\n\n вторая\rтретья\n', '#par[#"Первая";]\n#par[#"вторая";]\n#par[#"третья";]'],
])('of %j every line with words is a paragraph', (text, source) => expect(paragraphs(text)).toBe(source));

it('own words are lines, each quoted', () => {
  expect(lines()).toBe('');
  expect(lines('Первая')).toBe('#"Первая";');
  expect(lines('Первая', '#вторая')).toBe('#"Первая";#linebreak()#"#вторая";');
});

describe('a QR', () => {
  /** Side in dots, and the dots themselves, row by row. */
  const dotsOf = (source: string) => {
    const [, side, hex] = /dots-(\d+)-([0-9a-f]+)"/.exec(source)!;
    const bits = [...hex!].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
    const size = Number(side);
    return { size, rows: Array.from({ length: size }, (_, y) => bits.slice(y * size, (y + 1) * size)) };
  };
  const readDots = ({ size, rows: own }: ReturnType<typeof dotsOf>): string | undefined => {
    const scale = 4;
    const pixels = new Uint8ClampedArray((size * scale) ** 2 * 4).fill(255);
    for (let y = 0; y < size * scale; y += 1)
      for (let x = 0; x < size * scale; x += 1)
        if (own[Math.floor(y / scale)]![Math.floor(x / scale)] === '1')
          pixels.fill(0, (y * size * scale + x) * 4, (y * size * scale + x) * 4 + 3);
    const code = jsQR(pixels, size * scale, size * scale);
    return code ? new TextDecoder().decode(Uint8Array.from(code.binaryData)) : undefined;
  };

  it.each(['ST00012|Name=КАС № 12|Sum=450000', 'https://registry.example.ru/d/1', 'А'])('of «%s» is read', (text) => {
    expect(readDots(dotsOf(qrBlock(text, 30)))).toBe(text);
  });
  it('is as large as it is asked, each dot sharp', () => {
    expect(qrBlock('А', 30)).toMatch(/^#image\("\/dots-29-[0-9a-f]+", width: 30mm, scaling: "pixelated"\)$/);
    expect(qrBlock('А', 17)).toContain(', width: 17mm,');
  });
  it.each([
    // Of the level M: fourteen bytes in 21 dots, with four white ones at each side; the next takes 25.
    ['a'.repeat(14), 29],
    ['a'.repeat(15), 33],
    // A Russian letter is two bytes.
    ['я'.repeat(7), 29],
    ['я'.repeat(8), 33],
    ['a'.repeat(26), 33],
    ['a'.repeat(27), 37],
  ])('of «%s» is of %i dots', (text, size) => expect(dotsOf(qrBlock(text, 30)).size).toBe(size));

  it('has a quiet zone of four dots, and the level M also where a higher one would do', () => {
    const { size, rows: own } = dotsOf(qrBlock('a', 30));
    const inside = own.slice(4, -4).map((row) => row.slice(4, -4));
    expect(own.filter((row) => row.includes('1')).length).toBe(size - 8);
    expect(own.every((row) => /^0{4}.*0{4}$/.test(row))).toBe(true);
    // The corner of a QR is black.
    expect(inside[0]).toMatch(/^1{7}0.*01{7}$/);
    // The two first dots of the format in the ninth row, its mask taken off: 00 is M.
    const level = Number.parseInt(inside[8]!.slice(0, 2), 2) ^ 0b10;
    expect(level).toBe(0b00);
  });
});
