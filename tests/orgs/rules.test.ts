// Rules of the organisation by themselves: check digits of requisites, what holds a section.
import { expect, it } from 'vitest';
import { heldText, isInn, requisitesProblems, sectionsProblem } from '../../server/orgs/rules.ts';

it.each([
  ['7707083893', true],
  ['7707083892', false],
  ['500100732259', true],
  // Each of the two last figures is a check of its own.
  ['500100732258', false],
  ['500100732266', false],
  ['770708389', false],
  ['77070838933', false],
  ['77070838x3', false],
  ['', false],
])('ИНН «%s»: %s', (inn, fits) => expect(isInn(inn)).toBe(fits));

it('an account needs its bank', () => {
  const problems = (more: object) =>
    Object.keys(requisitesProblems({ inn: null, bik: null, account: null, corr_account: null, ...more }));
  expect(problems({})).toEqual([]);
  expect(problems({ account: '40703810800000000001' })).toEqual(['bik']);
  expect(problems({ corr_account: '30101810400000000225' })).toEqual(['bik']);
  expect(problems({ bik: '044525225', corr_account: '30101810400000000225' })).toEqual([]);
  expect(problems({ bik: '044525225', corr_account: '30101810500000000225' })).toEqual(['corr_account']);
});

it('three garages that hold a section are named, the rest are counted', () => {
  const held = (count: number) =>
    heldText(Array.from({ length: count }, (_, nth) => ({ section: 'А', number: String(45 + nth), by: 12 + nth })));
  const words = 'Секцию не переименовать, пока по её гаражам идут переоформления: ';
  expect(held(0)).toBeNull();
  expect(held(1)).toBe(`${words}А 45 (№ 12)`);
  expect(held(3)).toBe(`${words}А 45 (№ 12), А 46 (№ 13), А 47 (№ 14)`);
  expect(held(5)).toBe(`${words}А 45 (№ 12), А 46 (№ 13), А 47 (№ 14) и ещё 2`);
});

it('a section goes when it is empty, and is renamed with all that is in it', () => {
  const kept = [
    { name: 'А', garages: 2, numbers: ['45'] },
    { name: 'Б', garages: 0, numbers: [] },
    { name: 'В', garages: 1, numbers: ['7'] },
  ];
  expect(sectionsProblem([{ name: 'А' }, { name: 'В' }], kept)).toBeNull();
  expect(sectionsProblem([{ name: 'Я', was: 'А' }, { name: 'В' }], kept)).toBeNull();
  expect(sectionsProblem([{ name: 'Б' }], kept)).toBe('Секция А занята: гаражи 45 и ещё 1; Секция В занята: гаражи 7');
  expect(sectionsProblem([{ name: 'А' }, { name: 'В' }, { name: 'а' }], kept)).toBe('Секция а указана дважды');
  expect(sectionsProblem([{ name: 'Я', was: 'А' }, { name: 'Ю', was: 'А' }, { name: 'В' }], kept)).toBe(
    'Секция А переименована дважды: оставьте одно новое название',
  );
});
