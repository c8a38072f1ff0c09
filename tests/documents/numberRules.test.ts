// When a number that stands already is asked about: any paper's is; extracts of one protocol share theirs, one for each record.
import { describe, expect, it } from 'vitest';
import { asksOfNumber, takenWords, type Numbered } from '../../server/documents/rules/numbers.ts';

const own: Numbered = { on_date: '2026-03-05', garage_id: 45, reregistration_id: null };
const ofCase: Numbered = { on_date: '2026-03-05', garage_id: 45, reregistration_id: 17 };

describe('a number of an ordinary paper', () => {
  it.each([
    ['of another garage', { ...own, garage_id: 46 }],
    ['of another day', { ...own, on_date: '2026-03-06' }],
    ['of the same', own],
    ['of another case', { ...ofCase, reregistration_id: 18 }],
  ])('%s is asked about', (_, other) => {
    for (const code of ['po_application', 'member_ref', 'decision']) {
      expect(asksOfNumber({ code }, own, other)).toBe(true);
      const day = other.on_date === own.on_date ? '05.03.2026' : '06.03.2026';
      expect(takenWords({ code }, '12-А', own, other)).toBe(`Номер 12-А уже занят документом от ${day}`);
    }
  });
});

describe.each(['decision_alloc', 'protocol_ext'])('an extract (%s)', (code) => {
  const printed = 'Выписка из протокола № 7 от 05.03.2026 по этой записи уже напечатана';
  const slip = 'Протокол № 7 уже записан от 06.03.2026, а здесь дата 05.03.2026';
  const nextDay = '2026-03-06';
  it.each([
    ['of the same protocol for another garage', own, { ...own, garage_id: 46 }, null],
    ['for the same garage once more', own, own, printed],
    ['for nobody’s garage twice', { ...own, garage_id: null }, { ...own, garage_id: null }, printed],
    ['for a garage beside one without', own, { ...own, garage_id: null }, null],
    // Of a garage it is the same record, whatever case the other was for.
    ['for the garage beside that of its case', own, ofCase, printed],
    ['for another case', ofCase, { ...ofCase, reregistration_id: 18 }, null],
    ['for the same case', ofCase, ofCase, printed],
    // A case of several garages is one record; another case of this garage is another.
    ['for the same case and another garage', ofCase, { ...ofCase, garage_id: 46 }, printed],
    ['for a case beside that of its garage', ofCase, own, null],
    ['of another day for another garage', own, { ...own, garage_id: 46, on_date: nextDay }, slip],
    ['of another day for the same garage', own, { ...own, on_date: nextDay }, slip],
    ['of another day for another case', ofCase, { ...ofCase, reregistration_id: 18, on_date: nextDay }, slip],
  ] as const)('%s', (_, mine, other, words) => {
    expect(asksOfNumber({ code }, mine, other)).toBe(words !== null);
    if (words) expect(takenWords({ code }, '7', mine, other)).toBe(words);
  });
});
