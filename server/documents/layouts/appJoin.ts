// 9. Application to join and to take over a garage.
import { formatPhone } from '../../../contract/kernel/words.ts';
import { factTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { longDate } from '../../kernel/paper/words.ts';
import { applicantIn, isMinor, signaturesOf, speakerOf } from '../rules/acting.ts';
import { wordsOfForm } from '../rules/orgForms.ts';
import { agreeing, identityOf, orBlank } from '../rules/values.ts';
import { nameIn } from '../../kernel/words/nameCases.ts';
import type { Layout } from './layout.ts';

export const appJoin: Layout = {
  code: 'app_join',
  frame: 'letter',
  isOfPeople: true,
  text: richLines(`
    > В {Орган} {ПО}
    > от {ЗаявительКого}
    # ЗАЯВЛЕНИЕ
    Прошу {Просьба} гараж {ГаражПолностью} на территории {ПО}.
    С Уставом, {Правилами} и размером взносов {Ознакомлен}, обязуюсь их соблюдать и вносить взносы в срок.
    [[Анкета]]
    Согласие на обработку персональных данных дано отдельным документом.`),
  variables: {
    ЗаявительКого: {
      declines: 'genitive',
      about: 'От кого; за ребёнка — законный представитель',
      value: ({ person, day }) => (person ? applicantIn(person, day) : ''),
    },
    Ознакомлен: {
      about: 'ознакомлен или ознакомлена; «ознакомлен(а)», если отчества нет',
      value: ({ person, day }) => (person ? agreeing('ознакомлен', speakerOf(person, day)) : ''),
    },
    Правилами: {
      about: 'С какими правилами: автостоянки или внутреннего распорядка',
      value: ({ org }) => wordsOfForm(org).rules,
    },
    Просьба: {
      about: 'О чём прошу: вступить и закрепить гараж; за ребёнка и организацию — только закрепить',
      value: ({ person, day, org }) =>
        person && (isMinor(person, day) || person.kind !== 'person')
          ? `закрепить за ${nameIn(person, 'instrumental')}`
          : `принять меня в члены ${wordsOfForm(org).whole} и закрепить за мной`,
    },
  },
  slots: {
    Анкета: {
      about: 'Паспорт, адреса, телефон, e-mail, льгота',
      value: ({ person }) =>
        factTable([
          ['Фамилия, имя, отчество', orBlank(person?.full_name)],
          ...(person?.kind === 'organisation'
            ? [identityOf(person)]
            : ([
                ['Дата рождения', longDate(person?.birthday ?? null)],
                ['Паспорт', orBlank(person?.passport)],
              ] as const)),
          ['Адрес регистрации', orBlank(person?.registration_address)],
          ['Адрес для писем', orBlank(person?.actual_address)],
          ['Телефон', orBlank(person?.phones.map(formatPhone).join(', '))],
          ['E-mail', orBlank(person?.email)],
          ['Льгота', person?.privilege ?? 'нет'],
        ]),
    },
  },
  signatures: ({ person, day }) => (person ? signaturesOf('Заявитель', person, day) : [['Заявитель', null]]),
  refuse: ({ person }) => (person ? null : 'В переоформлении нет нового владельца'),
};
