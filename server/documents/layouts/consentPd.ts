// 10. Consent to the processing of personal data: one kind, one sheet.
import { factTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { BLANK, longDate } from '../../kernel/paper/words.ts';
import { actingWords, signaturesOf } from '../rules/acting.ts';
import { orBlank } from '../rules/values.ts';
import type { Layout } from './layout.ts';

export const consentPd: Layout = {
  code: 'consent_pd',
  frame: 'letter',
  isOfPeople: true,
  text: richLines(`
    # СОГЛАСИЕ
    ^ **на обработку персональных данных**
    [[Субъект]]
    Даю согласие оператору — {Оператор} — на обработку моих персональных данных.
    **Цель:** ведение реестра членов и владельцев гаражей, учёт взносов, переоформление, выдача документов.
    **Перечень данных:** фамилия, имя, отчество, дата рождения, паспортные данные, адреса регистрации и проживания, телефоны, e-mail, сведения о членстве, льготах (без сведений о здоровье), гаражах и взносах.
    **Действия:** сбор, запись, систематизация, накопление, хранение, уточнение, извлечение, использование, передача третьим лицам, указанным ниже, блокирование, удаление, уничтожение; с использованием средств автоматизации и без них.
    **Третьи лица:** {МО}, {Регион}; лица, обрабатывающие данные по поручению оператора для отправки сообщений и нормализации адресов.
    **Срок:** до прекращения членства и владения гаражом и пять лет после этого.
    **Отзыв:** письменным заявлением оператору; обработка прекращается в срок, установленный законом, кроме случаев, когда она допускается без согласия.`),
  variables: {
    Оператор: {
      about: 'Оператор: ПО с реквизитами',
      value: ({ org }) =>
        [org.payee_name ?? org.po_name, org.inn && `ИНН ${org.inn}`, org.address].filter(Boolean).join(', '),
    },
  },
  slots: {
    Субъект: {
      about: 'ФИО, паспорт и адрес субъекта',
      value: ({ person, day }) =>
        factTable([
          ['Субъект данных', person ? person.full_name + actingWords(person, day) : BLANK],
          ['Дата рождения', longDate(person?.birthday ?? null)],
          ['Паспорт', orBlank(person?.passport)],
          ['Адрес', orBlank(person?.registration_address)],
        ]),
    },
  },
  signatures: ({ person, day }) =>
    person ? signaturesOf('Подпись субъекта данных', person, day) : [['Подпись субъекта данных', null]],
  refuse: ({ person }) => (person ? null : 'В переоформлении нет нового владельца'),
};
