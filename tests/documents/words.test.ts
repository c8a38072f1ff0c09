// Words of papers and their kinds: states, names, which have no force, where they are printed from.
import { describe, expect, it } from 'vitest';
import { DocumentContext } from '../../contract/documents.ts';
import type { DocumentKindRow } from '../../contract/documents/kinds.ts';
import { dateModes } from '../../contract/fields/documents.ts';
import { accessOf, contextOptions, contextsOf, dateOptions } from '../../resources/admin/documentTypes/words.ts';
import { hasNoForce, paperName, stateChips } from '../../resources/documents/words.ts';

describe('a paper', () => {
  it.each([
    ['printing', 'waiting', 'Готовится', false],
    ['valid', 'done', 'Действителен', false],
    ['cancelled', 'refused', 'Аннулирован', true],
    ['replaced', 'archived', 'Заменён', true],
  ] as const)('%s: %s «%s», without force: %s', (state, kind, text, isVoid) => {
    expect(stateChips[state]).toEqual({ kind, text });
    expect(hasNoForce({ state })).toBe(isVoid);
  });
  it('is called by its kind and number', () => {
    const document_type = { id: 7, name: 'Акт сверки' } as Parameters<typeof paperName>[0]['document_type'];
    expect(paperName({ document_type, number: '1123-8/31-26' })).toBe('Акт сверки № 1123-8/31-26');
  });
});

describe('a kind of papers', () => {
  const from = (...contexts: DocumentContext[]) => contextsOf({ contexts } as unknown as DocumentKindRow);

  it('names the cards that it is printed from, in their order', () => {
    expect(from('profile', 'garage')).toBe('человек, гараж');
    expect(from('contribution', 'reregistration', 'notification')).toBe('взнос, переоформление, рассылка');
    expect(DocumentContext.options.map((one) => from(one)).filter((words) => !words)).toEqual([]);
  });
  it('of people’s own is printed from garages, people and re-registrations', () => {
    expect(contextOptions).toEqual([
      { value: 'garage', label: 'гараж' },
      { value: 'profile', label: 'человек' },
      { value: 'reregistration', label: 'переоформление' },
    ]);
  });
  it('asks for a day or a period', () => {
    expect(dateModes).toEqual({ day: 'день', period: 'период' });
    expect(dateOptions).toEqual([
      { value: 'day', label: 'День (можно выбрать период)' },
      { value: 'period', label: 'Период (можно выбрать день)' },
    ]);
  });
  it('with personal data is for those who keep the register', () => {
    expect([accessOf(true), accessOf(false)]).toEqual(['Ведение реестра', 'все']);
  });
});
