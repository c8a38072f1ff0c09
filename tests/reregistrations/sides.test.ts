// Two hands on one case: its form field by field in words, what differs, and a form put together of chosen fields.
import { describe, expect, it } from 'vitest';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import type { ReasonInfo } from '../../contract/reregistrations/steps.ts';
import { emptyPick, type PersonPick } from '../../resources/profiles/PersonPicker.tsx';
import {
  detailsOf,
  differing,
  flat,
  flatCard,
  flatDetails,
  isDetail,
  labelsOf,
  tell,
  unflat,
  type Names,
} from '../../resources/reregistrations/sides.ts';
import type { WizardForm } from '../../resources/reregistrations/wizardForm.ts';

const field = (key: string, label: string) => ({ key, label, kind: 'text', required: false });
const reasons = [
  { id: 1, name: 'Купля-продажа', fields: [] },
  { id: 3, name: 'Наследство', fields: [field('notary', 'Нотариус'), field('deathDate', 'Дата смерти')] },
] as unknown as readonly ReasonInfo[];
const names: Names = {
  reasons,
  owners: [
    { id: 7, full_name: 'Петров Иван' },
    { id: 8, full_name: 'Белова Анна' },
  ],
};
const known = (label: string): PersonPick => ({ ...emptyPick, existing: { value: 5, label } });
const typed: PersonPick = { ...emptyPick, isNew: true, lastName: 'Соколов', firstName: 'Пётр', fatherName: '' };
const owner = (pick: PersonPick, share = '') => ({ key: 'n', pick, share });
const through = (pick: PersonPick, date: string | null) => ({ key: 't', pick, date, reason: 1, paper: '' });
const form: WizardForm = {
  reason: 3,
  dateRequest: '2026-11-20',
  date: '2026-11-21',
  owners: [owner(known('Белова Анна'), '1/2')],
  leaving: [7],
  shares: { 8: '1/2' },
  transit: [],
  exchangeGarage: null,
  keepHimself: true,
  garagePrice: 50_000_000,
  details: { notary: 'Орлова', deathDate: null },
  debtAnswer: 'moves_new',
  pibNumber: '12',
  pibDate: '2026-01-02',
  acknowledged: [],
  comment: '',
};

describe('a form by its fields', () => {
  it('fields of the reason stand under keys of their own; who keeps it himself is told by the chain', () => {
    const { details: _details, keepHimself: _kept, ...plain } = form;
    expect(flat(form)).toEqual({ ...plain, 'details.notary': 'Орлова', 'details.deathDate': null });
    expect([isDetail('details.notary'), isDetail('notary'), isDetail('my.details.notary')]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('is put together again', () => {
    expect(unflat(flat(form))).toEqual(form);
    const chain = { ...form, keepHimself: false, transit: [through(typed, '2026-11-01')] };
    expect(unflat(flat(chain))).toEqual(chain);
    expect(unflat({ ...flat(form), status: 2 })).toEqual(form);
    // The chain was chosen of the other side: he keeps it himself no more.
    expect(unflat({ ...flat(form), transit: chain.transit }).keepHimself).toBe(false);
  });
  it('its details alone', () => {
    expect(flatDetails(form.details)).toEqual({ 'details.notary': 'Орлова', 'details.deathDate': null });
    expect(detailsOf({ 'details.notary': 'Орлова', reason: 3, details: 1 })).toEqual({ notary: 'Орлова' });
    expect(detailsOf({})).toEqual({});
  });
  it('a saved case has its state besides', () => {
    const saved = {
      ...form,
      newOwner: [{ profileId: 8, share: null }],
      alreadyExistTransitProfile: [],
      shares: { 8: null },
      pibNumber: null,
      comment: null,
    };
    const card = { status: 6, form: saved, parties: [{ profile_id: 8, full_name: 'Белова Анна' }] };
    const fields = flatCard(card as unknown as ReregistrationCard);
    expect(fields).toMatchObject({ status: 6, reason: 3, pibNumber: '', comment: '', 'details.notary': 'Орлова' });
    expect(tell('owners', fields.owners, names)).toBe('Белова Анна');
  });
});

it('all fields have names, those of the reasons their own', () => {
  const labels = labelsOf(reasons);
  const fields = Object.keys({ ...flat(form), status: 1 });
  expect(fields.filter((key) => !labels[key])).toEqual([]);
  expect(labels).toEqual({
    status: 'Состояние дела',
    reason: 'Основание',
    dateRequest: 'Дата заявки',
    date: 'Дата перехода',
    owners: 'Новые владельцы',
    leaving: 'Кто выбывает',
    shares: 'Доли тех, кто остаётся',
    transit: 'Через кого',
    exchangeGarage: 'Гараж для обмена',
    garagePrice: 'Цена гаража',
    debtAnswer: 'Кто погашает долг',
    pibNumber: 'Справка ПИБ, №',
    pibDate: 'Дата справки ПИБ',
    acknowledged: 'Ознакомлены с ограничениями',
    comment: 'Примечание',
    'details.notary': 'Нотариус',
    'details.deathDate': 'Дата смерти',
  });
});

describe('a value in words', () => {
  it.each([
    ['status', 0, 'Черновик'],
    ['status', 6, 'На доработке'],
    ['reason', 3, 'Наследство'],
    ['reason', 99, '—'],
    ['garagePrice', 50_000_050, '500\u00a0000,50\u00a0₽'],
    ['garagePrice', 0, '0,00\u00a0₽'],
    ['garagePrice', null, '—'],
    ['debtAnswer', 'stays_old', 'Остаётся за прежним владельцем'],
    ['debtAnswer', null, '—'],
    ['exchangeGarage', 45, 'гараж № 45'],
    ['exchangeGarage', null, '—'],
    ['leaving', [7, 8], 'Петров Иван; Белова Анна'],
    ['leaving', [9], '№ 9'],
    ['leaving', [], '—'],
    // Keys of an object are texts.
    ['shares', { 7: '1/2', 8: '', 9: '1/4' }, 'Петров Иван, 1/2; № 9, 1/4'],
    ['shares', { 7: '' }, '—'],
    ['shares', {}, '—'],
    ['acknowledged', [4, 5], 'отметок: 2'],
    ['acknowledged', [], '—'],
    ['date', '2026-11-21', '21.11.2026'],
    ['details.deathDate', '2026-11-21', '21.11.2026'],
    ['details.notary', 'Орлова', 'Орлова'],
    ['comment', 'до 2026-11-21', 'до 2026-11-21'],
    ['comment', '2026-11-21 и позже', '2026-11-21 и позже'],
    ['comment', '', '—'],
    ['pibNumber', '12', '12'],
    ['pibDate', null, '—'],
    ['pibDate', undefined, '—'],
  ])('%s %j: %s', (key, value, words) => expect(tell(key, value, names)).toBe(words));

  it('of new owners names and shares; who is not named yet is not there', () => {
    expect(tell('owners', [owner(known('Белова Анна'), '1/2'), owner(typed)], names)).toBe(
      'Белова Анна, 1/2; Соколов Пётр',
    );
    expect(tell('owners', [owner(emptyPick, '1/2'), owner(typed, '1/2')], names)).toBe('Соколов Пётр, 1/2');
    expect(tell('owners', [owner(emptyPick)], names)).toBe('—');
  });
  it('of a chain each with his day', () => {
    expect(tell('transit', [through(typed, '2026-11-01'), through(known('Белова Анна'), null)], names)).toBe(
      'Соколов Пётр с 01.11.2026; Белова Анна с —',
    );
    expect(tell('transit', [through(emptyPick, '2026-11-01')], names)).toBe('—');
    expect(tell('transit', [], names)).toBe('—');
  });
});

it('fields differ when their words do, on whichever side they stand', () => {
  const mine = flat(form);
  expect(differing(mine, mine, names)).toEqual([]);
  const theirs = {
    ...mine,
    comment: 'нет',
    'details.court': 'Приморский',
    owners: [owner(known('Белова Анна'), '1/2')],
  };
  expect(differing(mine, theirs, names)).toEqual(['comment', 'details.court']);
  expect(differing(theirs, mine, names)).toEqual(['comment', 'details.court']);
  // Nothing, an empty text and a field that is not there read the same.
  expect(differing({ comment: '', pibDate: null }, {}, names)).toEqual([]);
});
