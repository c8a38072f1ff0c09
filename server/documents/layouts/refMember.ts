// 1. Certificate of membership and ownership.
import { richLines } from '../paper/richLines.ts';
import { longDate } from '../../kernel/paper/words.ts';
import { wordsOfForm } from '../rules/orgForms.ts';
import { chairman, needsStanding, type Layout } from './layout.ts';

export const refMember: Layout = {
  code: 'ref_member',
  frame: 'letter',
  text: richLines(`
    # СПРАВКА
    ^ **о членстве и владении гаражом**
    Настоящая справка выдана **{ФИОкому}**, {ДатаРождения}, в том, что {ОнОна} {ЧленВОАиВладелец} гаража {ГаражПолностью}, тип — {ТипРазмеры}, на территории {ПО} по адресу: {АдресПО}. Лицевой счёт {ЛС}.
    ?Доля Доля в праве: {Доля}.
    ?ГодПостройки Гараж построен в {ГодПостройки} году.
    Справка дана для предъявления по месту требования.`),
  variables: {
    ЧленВОАиВладелец: {
      about: 'является членом ВОА с … и владельцем',
      value: ({ person, org }) => {
        if (!person?.is_voa_member) return 'является владельцем';
        const since = person.voa_entry_date ? ` с ${longDate(person.voa_entry_date)}` : '';
        const ticket = person.ticket_number ? ` (билет № ${person.ticket_number})` : '';
        return `является членом ${wordsOfForm(org).member}${since}${ticket} и владельцем`;
      },
    },
  },
  signatures: (facts) => [chairman(facts)],
  refuse: needsStanding,
};
