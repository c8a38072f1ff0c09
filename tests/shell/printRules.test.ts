// The print dialog: what it asks, what is missing, what it sends.
import { describe, expect, it } from 'vitest';
import type { DocumentTypeInfo } from '../../contract/documents.ts';
import { asksNothing, asksPo, digitsOf, formFor, missing, requestOf } from '../../src/shell/modals/printRules.ts';

const info = (more: Partial<DocumentTypeInfo> = {}): DocumentTypeInfo => ({
  id: 13,
  document_type: 'Выписка из протокола',
  is_po_specific: true,
  is_manual_numerated: true,
  is_date_specific: true,
  is_already_printed: false,
  number: '15',
  next_number: '15',
  is_number_of_card: false,
  consents: null,
  asks_court: false,
  people: null,
  doubtful: [],
  unknown: null,
  date_mode: 'day',
  printed: null,
  po: null,
  refusal: null,
  ...more,
});
const plain = info({ is_manual_numerated: false, is_date_specific: false, date_mode: null });

describe('the print dialog', () => {
  it('asks a ПО only of МО and region, and prints at once when nothing is asked', () => {
    expect([asksPo(info(), true), asksPo(info(), false)]).toEqual([false, true]);
    expect([asksNothing(plain, true), asksNothing(plain, false), asksNothing(info(), true)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('waits until a kind, a ПО, a number and dates are there, and says for which', () => {
    const form = formFor(info(), '2026-11-20');
    expect(missing(undefined, form, true)).toMatch(/вид/);
    expect(missing(info(), form, false)).toBe('Выберите ПО, чтобы напечатать');
    expect(missing(info(), { ...form, number: '' }, true)).toMatch(/номер/);
    expect(missing(info(), { ...form, end: null }, true)).toMatch(/дату/);
    const period = { ...form, mode: 'period' as const, start: '2026-11-21' };
    expect(missing(info(), period, true)).toBe('Начало периода позже конца');
    expect(missing(info(), form, true)).toBeNull();
  });

  it('asks for whom where several come, names nobody before, and sends him', () => {
    const heirs = { ...plain, people: [1, 2].map((id) => ({ id, name: `Наследник ${id}` })) };
    const form = formFor(heirs, '2026-11-20');
    expect([asksNothing(heirs, true), missing(heirs, form, true)]).toEqual([false, 'Выберите, для кого документ']);
    const chosen = { ...form, person: 2 };
    expect(missing(heirs, chosen, true)).toBeNull();
    expect(requestOf(heirs, { reregistration_id: 4 }, chosen, true)).toEqual({
      document_type_id: 13,
      reregistration_id: 4,
      profile_id: 2,
    });
  });

  it('keeps digits only, sends a day as both ends and nothing that was not asked', () => {
    expect(digitsOf('№ 1а5')).toBe('15');
    const form = formFor(info(), '2026-11-20');
    expect(requestOf(info(), { garage_id: 4 }, { ...form, po: 2 }, false)).toEqual({
      document_type_id: 13,
      garage_id: 4,
      specific_po: 2,
      number: '15',
      start_date: '2026-11-20',
      end_date: '2026-11-20',
    });
    expect(requestOf(plain, { garage_id: 4 }, form, true)).toEqual({ document_type_id: 13, garage_id: 4 });
  });
});
