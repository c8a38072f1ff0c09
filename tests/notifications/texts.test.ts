// Values of a message: short in SMS, where every sign is paid for, whole in a letter.
import { expect, it } from 'vitest';
import { smsSize } from '../../contract/kernel/smsSegments.ts';
import { fillSms, valuesOf } from '../../server/notifications/rules/texts.ts';

const facts = (phone: string) => ({
  lastName: 'Иванов',
  firstName: 'Иван',
  fatherName: 'Петрович',
  garages: [{ section: 'А', number: '14', account: '1', debt: 671_250, byType: '', penalty: 0 }],
  po: { name: 'КАС № 12-3', phone, chairman: 'Петров' },
  typed: { Срок: '2026-12-31' },
});
const debt = 'ВОА {ПО}: долг {Долг} р., {Гараж}. Срок {Срок}. Т.{ТелефонПО}';

it('the ready text about a debt is one part of an SMS, however the phone of the ПО is written', () => {
  for (const phone of ['+7 (812) 000-00-30', '8 812 000 00 30', '+78120000030']) {
    const { long, short } = valuesOf(facts(phone));
    expect(long.ТелефонПО).toBe(phone);
    const sms = fillSms(debt, short);
    expect(sms).toBe(`ВОА КАС 12-3: долг 6713 р., гараж А-14. Срок 31.12. Т.${phone.replace(/[^+\d]/g, '')}`);
    expect(smsSize(sms).segments).toBe(1);
  }
});

it('words beside a number stay', () => {
  const phone = '+7 (812) 000-00-30, доб. 5';
  expect(valuesOf(facts(phone)).short.ТелефонПО).toBe(phone);
});

it('no SMS names a person in full, a letter does; an organisation has one name', () => {
  const { long, short } = valuesOf(facts('1'));
  expect([fillSms('{ФИО}', short), long.ФИО]).toEqual(['Иванов И. П.', 'Иванов Иван Петрович']);
  const firm = valuesOf({ ...facts('1'), lastName: 'ООО «Гараж»', firstName: '', fatherName: '' });
  expect([firm.short.ФИО, firm.long.ФИО]).toEqual(['ООО «Гараж»', 'ООО «Гараж»']);
});
