// The frame of acts about personal data: moments by the clock of Moscow, the sheet, who signs, until when it is kept.
import { describe, expect, it } from 'vitest';
import { actDay, actFoot, actHead, actMoment, actPart, actTitle } from '../../server/instruments/rules/actFrame.ts';

it.each([
  ['2026-11-27T10:40:00Z', '27.11.2026, 13:40', '2026-11-27'],
  ['2026-03-05T04:05:59Z', '05.03.2026, 07:05', '2026-03-05'],
  // Midnight of Moscow is 21:00 of the day before in Greenwich.
  ['2026-11-27T20:59:59.999Z', '27.11.2026, 23:59', '2026-11-27'],
  ['2026-11-27T21:00:00Z', '28.11.2026, 00:00', '2026-11-28'],
  ['2026-12-31T21:30:00Z', '01.01.2027, 00:30', '2027-01-01'],
])('%s is %s', (at, moment, day) => {
  expect(actMoment(at)).toBe(moment);
  expect(actDay(at)).toBe(day);
});

describe('an act', () => {
  const nbsp = '\u00a0';
  const title = 'Акт "об уничтожении" #1';
  const quoted = '#"Акт \\"об уничтожении\\" #1";';

  it('has its title in the middle and its day at the right, as texts', () => {
    expect(actTitle(title, '2026-03-05')).toBe(
      `#align(center)[#text(size: 14pt, weight: "bold")[${quoted}]]
#align(right)[#"5${nbsp}марта 2026${nbsp}г.";]`,
    );
    expect(actPart('Что [осталось]')).toBe(
      '#block(above: 12pt, below: 4pt, sticky: true)[#strong[#"Что [осталось]";]]',
    );
  });

  it('begins with its sheet: A4, its title in the document and at the foot of every page, one font, then the title', () => {
    const head = actHead(title, '2026-03-05');
    expect(head.split('\n')).toEqual([
      '#set document(title: "Акт \\"об уничтожении\\" #1")',
      '#set page(paper: "a4", margin: (left: 20mm, right: 15mm, y: 18mm),',
      `  footer: context grid(columns: (1fr, auto), text(size: 8pt)[${quoted}], text(size: 8pt)[#counter(page).display() / #counter(page).final().first()]))`,
      '#set text(font: ("PT Serif", "PT Sans"), size: 11pt, lang: "ru")',
      ...actTitle(title, '2026-03-05').split('\n'),
    ]);
  });

  it('ends with those who sign, the doer first, and the day to which it is kept: three years', () => {
    const foot = actFoot('Уничтожил', '2026-11-27');
    const [doer, keeper, ...rest] = ['Уничтожил', 'Ответственный за обработку', 'Акт хранится до 27.11.2029.'].map(
      (words) => foot.indexOf(`[#"${words}";]`),
    );
    expect(doer).toBeGreaterThan(-1);
    expect(keeper).toBeGreaterThan(doer!);
    expect(rest[0]).toBeGreaterThan(keeper!);
    expect(foot.match(/line\(length: 100%/g)).toHaveLength(2);
  });

  it.each([
    ['2026-01-01', '01.01.2029'],
    ['2027-12-31', '31.12.2030'],
    ['2028-02-28', '28.02.2031'],
    // A year without the 29th of February has no such day.
    ['2028-02-29', '01.03.2031'],
    ['2028-03-01', '01.03.2031'],
  ])('of %s is kept until %s', (day, until) => {
    expect(actFoot('Уничтожил', day)).toContain(`#par[#"Акт хранится до ${until}.";]`);
  });
});
