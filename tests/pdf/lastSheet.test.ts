// The act of reconciliation: wherever its last sheet begins, the signatures stand with the last lines of the table and its totals.
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, expect, it } from 'vitest';
import { compose } from '../../server/documents/compose.ts';
import type { Facts } from '../../server/documents/facts/types.ts';
import { reconcile } from '../../server/documents/layouts/reconcile.ts';
import { typstEngine } from '../../server/ports/pdf/engine.ts';

const engine = typstEngine();
afterAll(() => engine.close());

const org = {
  po_name: 'КАС № 12-3',
  mo_name: 'Приморское МО',
  region_name: 'Регион',
  org_form: 'voa_po',
  inn: '9999000006',
  treasurer_name: 'Зимина Г. П.',
};

/** An act of so many lines, page by page. */
async function pagesOf(count: number): Promise<string[]> {
  const lines = Array.from({ length: count }, (_, nth) => ({
    on_date: '2026-02-01',
    kind: 'accrual',
    is_payment: false,
    is_money: false,
    counts: 'charged',
    name: `Строка-${nth + 1}-конец`,
    year: 2026,
    amount_kopecks: -100,
    document_id: nth + 1,
    paper_no: null,
  }));
  const statement = { from: '2026-01-01', to: '2026-11-20', lines, opening_kopecks: 0, accrued_kopecks: 100 * count };
  const facts = {
    number: '12-3/1-26',
    day: '2026-11-20',
    from: '2026-01-01',
    org,
    garage: {
      section: 'А',
      number: '45',
      account_no: '1123000455',
      is_active: true,
      owners: [],
      type: 'Кирпич',
      size_x: null,
      size_y: null,
      size_z: null,
      built_on: null,
      pib_number: null,
      pib_date: null,
    },
    person: null,
    isFormer: false,
    statement: {
      ...statement,
      closing_kopecks: -100 * count,
      paid_kopecks: 0,
      written_off_kopecks: 0,
      corrected_kopecks: 0,
      moved_kopecks: 0,
    },
    by: 'Орлов В. Н.',
  } as unknown as Facts;
  const source = compose({ layout: reconcile, text: reconcile.text, facts, checkUrl: null });
  const pdf = await engine.render({ source, isKept: false, at: 0 });
  const { text } = await extractText(await getDocumentProxy(pdf));
  return text;
}

it('says what was written off and corrected by itself: the columns add up to their turnover', () => {
  const line = (counts: string, amount_kopecks: number) => ({ kind: 'payment', name: counts, year: 2026, on_date: '2026-02-01',
    purpose: null, paper_no: null, document_id: 1, counts, amount_kopecks }); // prettier-ignore
  const statement = {
    lines: [line('charged', -50_000), line('paid', 20_000), line('written_off', 12_345), line('corrected', 1_100)],
    opening_kopecks: 0,
    closing_kopecks: -16_555,
    accrued_kopecks: 50_000,
    paid_kopecks: 20_000,
    written_off_kopecks: 12_345,
    corrected_kopecks: 1_100,
    moved_kopecks: 0,
  };
  const table = JSON.stringify(reconcile.slots!.Движение!.value({ statement } as unknown as Facts));
  const after = table.slice(table.indexOf('Обороты за период'));
  expect(after).toMatch(/500,00.*200,00.*Списано.*123,45.*Корректировки.*11,00.*Сальдо на конец/);
  expect(after).not.toContain('Перенесено');
  expect(table.split('123,45')).toHaveLength(3);
});

it('keeps the last lines, the totals and the closing words with the signatures', { timeout: 60_000 }, async () => {
  const begun = new Set<number>();
  for (let count = 14; count <= 40; count += 1) {
    const pages = await pagesOf(count);
    const at = (words: string) => pages.findIndex((text) => text.includes(words));
    const last = pages.length - 1;
    const shown = [
      at(`Строка-${count}-конец`),
      at('Сальдо на конец'),
      at('задолженность владельца'),
      at('Бухгалтер (казначей)'),
    ];
    expect(shown, `${count} lines`).toEqual([last, last, last, last]);
    // A sheet that was mislaid says whose it is; the first has both in its head.
    const sheet = /№ 12-3\/1-26, 20\s+ноября 2026\s+г\./;
    expect(pages.map((text) => sheet.test(text))).toEqual(pages.map((_, nth) => nth > 0));
    // No line is lost or told twice where the table is parted.
    const numbers = [...pages.join('\n').matchAll(/Строка-(\d+)-конец/g)].map(([, nth]) => Number(nth));
    expect(numbers).toEqual(Array.from({ length: count }, (_, nth) => nth + 1));
    begun.add(pages.length);
  }
  // The sheet was filled in between.
  expect([...begun]).toEqual([1, 2]);
});
