// 10. A consent: one kind, one sheet.
import { formatPhone } from '../../../contract/kernel/words.ts';
import { factTable } from '../../kernel/paper/blocks.ts';
import type { Facts } from '../facts/types.ts';
import { richLines } from '../paper/richLines.ts';
import { BLANK, longDate } from '../../kernel/paper/words.ts';
import { actingWords, isSpokenFor, signaturesOf } from '../rules/acting.ts';
import { consentOf, consentWords, tellsContacts } from '../rules/consents.ts';
import { orBlank } from '../rules/values.ts';
import type { Layout, Part } from './layout.ts';

const wordsOf = ({ consent }: Facts) => consentWords[consentOf(consent)];
const told = (about: string, of: 'title' | 'purpose' | 'data' | 'actions' | 'term' | 'revoking'): Part => ({
  about: `${about}, по виду согласия`,
  value: (facts) => wordsOf(facts)[of],
});

export const consentPd: Layout = {
  code: 'consent_pd',
  frame: 'letter',
  isOfPeople: true,
  text: richLines(`
    # СОГЛАСИЕ
    ^ **{НаЧтоСогласие}**
    [[Субъект]]
    Даю согласие оператору — {Оператор} — {СогласиеНаЧто}.
    **Цель:** {ЦельСогласия}
    **Перечень данных:** {ДанныеСогласия}
    **Действия:** {ДействияСогласия}
    **Третьи лица:** {ТретьиЛица}
    **Срок:** {СрокСогласия}
    **Отзыв:** {ОтзывСогласия}
    ?ПримечаниеСогласия {ПримечаниеСогласия}`),
  variables: {
    Оператор: {
      about: 'Оператор: ПО с реквизитами',
      value: ({ org }) =>
        [org.payee_name ?? org.po_name, org.inn && `ИНН ${org.inn}`, org.address].filter(Boolean).join(', '),
    },
    НаЧтоСогласие: told('Заголовок: на что согласие', 'title'),
    СогласиеНаЧто: {
      about: 'На что даётся согласие и чьи это данные, по виду согласия',
      value: (facts) =>
        wordsOf(facts).what(
          facts.person && isSpokenFor(facts.person, facts.day)
            ? 'персональных данных ребёнка, которого представляю'
            : 'моих персональных данных',
        ),
    },
    ЦельСогласия: told('Цель', 'purpose'),
    ДанныеСогласия: told('Перечень данных', 'data'),
    ДействияСогласия: told('Действия с данными', 'actions'),
    ТретьиЛица: {
      about: 'Кому передаются данные: МО, регион и исполнители, по виду согласия',
      value: (facts) => `${facts.org.mo_name}, ${facts.org.region_name}${wordsOf(facts).third}`,
    },
    СрокСогласия: told('Срок', 'term'),
    ОтзывСогласия: told('Как отозвать', 'revoking'),
    ПримечаниеСогласия: {
      about: 'Что значит отказ или как даётся согласие; у согласия на обработку данных пусто',
      none: 'у этого вида согласия примечания нет',
      value: (facts) => wordsOf(facts).note,
    },
  },
  slots: {
    Субъект: {
      about: 'ФИО, паспорт и адрес субъекта; телефон и e-mail, если на них пишут',
      value: ({ person, day, consent }) => {
        const contacts = tellsContacts(consentOf(consent));
        return factTable([
          ['Субъект данных', person ? person.full_name + actingWords(person, day) : BLANK],
          ['Дата рождения', longDate(person?.birthday ?? null)],
          ['Паспорт', orBlank(person?.passport)],
          ['Адрес', orBlank(person?.registration_address)],
          ...(contacts.phones ? ([['Телефон', orBlank(person?.phones.map(formatPhone).join(', '))]] as const) : []),
          ...(contacts.email ? ([['E-mail', orBlank(person?.email)]] as const) : []),
        ]);
      },
    },
  },
  signatures: ({ person, day }) =>
    person ? signaturesOf('Подпись субъекта данных', person, day) : [['Подпись субъекта данных', null]],
  refuse: ({ person }) => (person ? null : 'В переоформлении нет нового владельца'),
  // A text that people wrote before it knew of kinds is of the usual one alone.
  fits: (text, { consent }) => consentOf(consent) === 'pd_processing' || text.includes('ЦельСогласия'),
};
