// What holds the data of a person, in words; of another place a reader is told that there is something, never what.
import { describe, expect, it } from 'vitest';
import { groundsFor, groundsOf, type Ground, type HoldingFact } from '../../server/instruments/rules/grounds.ts';

const place = { region_id: 1, mo_id: 2, po_id: 3 };
const nbsp = '\u00a0';

it.each([
  [{ kind: 'owns', garage: 'А 45' }, 'Владеет гаражом А 45: учёт владельцев по 338-ФЗ'],
  [{ kind: 'debt', garage: 'А 45', kopecks: 450_050 }, `Долг 4${nbsp}500,50${nbsp}₽ по гаражу А 45`],
  [
    { kind: 'advance', garage: 'А 45', kopecks: 70_000 },
    `Аванс 700,00${nbsp}₽ по гаражу А 45: его нужно вернуть или зачесть`,
  ],
  [{ kind: 'case', id: 17 }, 'Идёт переоформление № 17'],
  [{ kind: 'represents', id: 17 }, 'Представитель в переоформлении № 17'],
  [
    { kind: 'ward', name: 'Петров Иван' },
    'Представляет владельца гаража: Петров Иван. Сначала укажите ему другого представителя',
  ],
  // Whose estate it is he knows himself.
  [{ kind: 'estate', name: 'Наследство Петрова' }, 'На его имени неоформленное наследство'],
] as const)('%o', (fact, words) => {
  expect(groundsOf([{ ...place, ...fact } as HoldingFact], null)).toEqual([{ words, holds: true, place }]);
});

describe('books of fees', () => {
  const owns = { ...place, kind: 'owns', garage: 'А 45' } as const;
  const kept = {
    words: 'Учёт взносов хранится до 05.03.2031 (5 лет): имя из него уйдёт вместе с карточкой',
    holds: false,
    place: null,
  };
  it('are named last, and hold nothing by themselves', () => {
    expect(groundsOf([], null)).toEqual([]);
    expect(groundsOf([], '2031-03-05')).toEqual([kept]);
    expect(
      groundsOf([owns, { ...owns, garage: 'Б 1' }], '2031-03-05').map(({ words, holds }) => [words, holds]),
    ).toEqual([
      ['Владеет гаражом А 45: учёт владельцев по 338-ФЗ', true],
      ['Владеет гаражом Б 1: учёт владельцев по 338-ФЗ', true],
      [kept.words, false],
    ]);
  });
});

describe('a reader', () => {
  const ground = (words: string, of: Ground['place'], holds = true): Ground => ({ words, holds, place: of });
  const mine = ground('своё ПО', place);
  const ofMo = ground('другое ПО того же МО', { region_id: 1, mo_id: 2, po_id: 30 });
  const ofRegion = ground('другое МО того же региона', { region_id: 1, mo_id: 20, po_id: 31 });
  const ofOther = ground('другой регион', { region_id: 10, mo_id: 21, po_id: 32 });
  const everywhere = ground('хранится', null, false);
  const all = [mine, ofMo, ofRegion, ofOther, everywhere];
  const elsewhere = { words: 'Есть основание в другой организации', holds: true };

  it.each([
    ['of a ПО', { region: null, mo: null, po: 3 }, ['своё ПО', 'хранится', elsewhere.words]],
    ['of a МО', { region: null, mo: 2, po: null }, ['своё ПО', 'другое ПО того же МО', 'хранится', elsewhere.words]],
    [
      'of a region',
      { region: 1, mo: null, po: null },
      ['своё ПО', 'другое ПО того же МО', 'другое МО того же региона', 'хранится', elsewhere.words],
    ],
    // The narrowest place is where he works.
    ['of a ПО of a МО of a region', { region: 1, mo: 2, po: 3 }, ['своё ПО', 'хранится', elsewhere.words]],
    [
      'of a МО of a region',
      { region: 1, mo: 2, po: null },
      ['своё ПО', 'другое ПО того же МО', 'хранится', elsewhere.words],
    ],
    ['of a strange ПО', { region: null, mo: null, po: 4 }, ['хранится', elsewhere.words]],
  ])('%s', (_, actor, words) => expect(groundsFor(actor, all).map((one) => one.words)).toEqual(words));

  it('is told of other places once, however many there are, and not at all where there are none', () => {
    const actor = { region: null, mo: null, po: 3 };
    expect(groundsFor(actor, [])).toEqual([]);
    expect(groundsFor(actor, [mine, everywhere])).toEqual([
      { words: 'своё ПО', holds: true },
      { words: 'хранится', holds: false },
    ]);
    expect(groundsFor(actor, [ofMo])).toEqual([elsewhere]);
    expect(groundsFor(actor, [ofOther, mine, ofMo])).toEqual([{ words: 'своё ПО', holds: true }, elsewhere]);
  });
});
