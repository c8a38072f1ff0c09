// Who is named in a payment: spellings of a name, strangers, a former owner beside the present ones.
import { describe, expect, it } from 'vitest';
import { isCalled, withDebtor, type Former } from '../../server/bankStatements/rules/debtor.ts';
import { match, registerOf, type RegisterGarage } from '../../server/bankStatements/rules/match.ts';
import { keysOf, nameKeys } from '../../server/bankStatements/rules/names.ts';
import { accountNumber } from '../../server/garages/rules.ts';

describe('a name', () => {
  it.each([
    ['Иванов Иван Петрович', ['иванов иван петрович', 'иванов и п']],
    ['Ким Анна', ['ким анн', 'ким а']],
    ['Ромашка', []],
    ['', []],
    ['ООО Рога и Копыта', []],
  ])('of an owner, «%s», is known by %j', (owner, keys) => expect(nameKeys(owner)).toEqual(keys));
  it.each([
    ['иванов и.п.', ['иванов и п']],
    ['и. п. иванов', ['иванов и п']],
    ['ким а.', ['ким а']],
    ['а. ким', ['ким а']],
    ['иванова ивана петровича', ['иванов иван петрович']],
    ['сбербанк', []],
    ['пао банк рога и копыта', []],
  ])('in a text, «%s», is %j', (text, keys) => expect(keysOf(text)).toEqual(keys));
  it('of more words or of one is nobody’s but whose it is', () => {
    expect(isCalled('Иванов Иван', ['пао банк рога и копыта', 'сбербанк'])).toBe(false);
    expect(isCalled('ПАО Банк Рога и Копыта', ['пао банк рога и копыта'])).toBe(true);
    expect(isCalled('Иванов Иван', ['иванов и.'])).toBe(true);
  });
});

describe('whose debt a payment of a garage closes', () => {
  const sold = 'Седов Пётр Ильич';
  const former = (id: number, full_name: string, owes = true): Former => ({ id, full_name, owes });
  const found = { garage: 1, debtor: null, certainty: 'sure' as const, reason: 'ЛС в назначении' };
  const whose = (formers: Former[], payer: string, purpose = 'взнос', owners = ['Новиков Илья Олегович']) =>
    withDebtor({ account_no: '1123000455', owners, formers }, found, { purpose, payer });

  it('one who was left no debt is asked about by nobody', () =>
    expect(whose([former(7, sold, false)], sold)).toEqual(found));
  it('who is paid for stands before who pays', () => {
    const formers = [former(7, sold)];
    expect(whose(formers, 'Новиков Илья Олегович', 'за Седова Петра Ильича').debtor).toBe(7);
    expect(whose(formers, sold, 'за Новикова Илью Олеговича')).toEqual(found);
  });
  it('one of several present owners is a present owner', () =>
    expect(
      whose([former(7, sold)], 'Орлов Олег Ильич', 'взнос', ['Новиков Илья Олегович', 'Орлов Олег Ильич']),
    ).toEqual(found));
  it.each([
    ['two former owners of one name', [former(7, sold), former(8, 'Седов Павел Иванович')], ['Новиков Илья Олегович']],
    ['a former owner of the name of a present one', [former(7, sold)], ['Седов Павел Иванович']],
  ])('of %s none is chosen, and a person looks', (_name, formers, owners) => {
    const answer = whose(formers, 'Седов П. И.', 'взнос', owners);
    expect(answer).toMatchObject({ debtor: null, certainty: 'likely' });
    expect(answer.reason).toContain('Проверьте, чей платёж');
  });
});

describe('an account beside a name', () => {
  const garage = (id: number, owners: string[], more: Partial<RegisterGarage> = {}): RegisterGarage => ({
    id,
    section: 'А',
    number: String(id),
    account_no: accountNumber(1123, id),
    is_active: true,
    owners,
    ...more,
  });
  const register = registerOf([
    garage(45, ['Петров Иван Сергеевич', 'Седов Павел Иванович']),
    garage(46, ['Сидоров С.С.']),
    garage(47, []),
    garage(48, ['Орлов Олег Ильич'], { section: 'Северный', number: '5' }),
    garage(49, [], { section: 'Южный', number: '5' }),
    garage(50, [], { number: '6', is_active: false }),
    garage(51, [], { number: '6' }),
  ]);
  const of = (id: number, words: string) =>
    match(register, { purpose: `ЛС ${accountNumber(1123, id)} ${words}`, payer: '' });

  it.each([
    ['one of the owners', 45, 'за Седова Павла Ивановича', 'sure'],
    ['no person at all', 45, 'за охрану гаража', 'sure'],
    ['an owner of another garage, written as he is entered', 45, 'за Сидоров С.С.', 'likely'],
    ['an owner of another garage', 45, 'за Орлова Олега', 'sure'],
    ['an owner of another garage by his whole name', 45, 'за Орлова Олега Ильича', 'likely'],
    ['somebody, where the garage has no owner', 47, 'за Орлова О.И.', 'likely'],
  ])('of %s: %s %s is %s', (_name, id, words, certainty) =>
    expect(of(id, words)).toMatchObject({ garage: id, certainty }),
  );
  it('a row with a name tells two garages of one number apart', () => {
    const by = (purpose: string) => match(register, { purpose, payer: '' });
    expect(by('гараж 5, ряд Северный').garage).toBe(48);
    expect(by('ряд Южный, гараж 5').garage).toBe(49);
    expect(by('гараж 5, ряд Западный')).toMatchObject({ garage: null, certainty: 'none' });
  });
  it('of two garages of one number the one in the archive is left out', () =>
    expect(match(register, { purpose: 'гараж 6', payer: '' })).toMatchObject({ garage: 51, certainty: 'likely' }));
});
