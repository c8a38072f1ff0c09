// 11. Application to re-register a garage: from the old owner, after a death from the heir.
import { formatMoney, formatPhone } from '../../../contract/kernel/words.ts';
import { richLines } from '../paper/richLines.ts';
import { BLANK, longDate } from '../../kernel/paper/words.ts';
import type { Facts } from '../facts/types.ts';
import { factTable } from '../../kernel/paper/blocks.ts';
import { applicantIn, signaturesOf } from '../rules/acting.ts';
import { restrictionsOn } from '../rules/restrictions.ts';
import { identityOf, orBlank } from '../rules/values.ts';
import { namesIn, type Layout } from './layout.ts';
import { reasonBy } from './reasons.ts';

const INHERITANCE = 3;
const applicants = ({ case: found }: Facts) =>
  (found?.reason_id === INHERITANCE ? found.new : found?.old.length ? found.old : found?.new) ?? [];

export const appTransfer: Layout = {
  code: 'app_transfer',
  frame: 'letter',
  isOfPeople: true,
  text: richLines(`
    > В {Орган} {ПО}
    > от {ЗаявителиКого}
    # ЗАЯВЛЕНИЕ
    ?НовыеКого Прошу переоформить гараж {ГаражПолностью} (лицевой счёт {ЛС}) на **{НовыеКого}** в связи с {ОснованиеЧем}.
    ?ИзменениеЧем Прошу изменить запись о гараже {ГаражПолностью} (лицевой счёт {ЛС}) в реестре в связи с {ИзменениеЧем}.
    Дата перехода: {ДатаПерехода}. Взносы: {ДолгСловами}. {ОбремененияСловами}.
    [[Заявители]]
    Приложения: документ-основание, копии паспортов сторон.`),
  variables: {
    ЗаявителиКого: {
      declines: 'genitive',
      about: 'Заявители, кого',
      value: (facts) =>
        applicants(facts)
          .map((one) => applicantIn(one, facts.day))
          .join(', ') || BLANK,
    },
    НовыеКого: {
      declines: 'accusative',
      about: 'Новые владельцы, кого',
      value: ({ case: found }) => namesIn(found?.new ?? [], 'accusative'),
    },
    ИзменениеЧем: {
      about: 'В связи с чем, когда нового владельца нет',
      value: ({ case: found }) => (found?.new.length ? '' : reasonBy(found?.reason_id)),
    },
    ОснованиеЧем: { about: 'В связи с чем', value: ({ case: found }) => reasonBy(found?.reason_id) },
    ДатаПерехода: { about: 'Дата перехода', value: ({ case: found }) => longDate(found?.on_date ?? null) },
    ДолгСловами: {
      about: 'Долг и решение о нём',
      value: ({ bill, case: found }) => debtWords(bill?.debt_kopecks ?? 0, found?.debt_answer ?? null),
    },
    ОбремененияСловами: {
      about: 'Обременения гаража, что записаны в реестре, или что их нет',
      value: (facts) => {
        const words = restrictionsOn(facts);
        return words ? `Обременения гаража: ${words}` : 'Обременений гаража и споров о нём нет';
      },
    },
  },
  slots: {
    Заявители: {
      about: 'Паспорт, адрес, телефон заявителей',
      value: (facts) =>
        factTable(
          applicants(facts).flatMap((one): [string, string][] => [
            ['Заявитель', one.full_name],
            [...identityOf(one)],
            ['Адрес', orBlank(one.registration_address)],
            ['Телефон', orBlank(one.phones.map(formatPhone).join(', '))],
          ]),
        ),
    },
  },
  personOf: (facts) => applicants(facts)[0]?.id ?? null,
  signatures: (facts) => {
    const people = applicants(facts);
    return people.length ? people.flatMap((one) => signaturesOf('Заявитель', one, facts.day)) : [['Заявитель', null]];
  },
};

function debtWords(debt: number, answer: string | null): string {
  if (!debt) return 'уплачены, долгов нет';
  const sum = formatMoney(debt);
  if (answer === 'stays_old') return `долг ${sum} остаётся за прежним владельцем`;
  if (answer === 'moves_new') return `долг ${sum} принимает новый владелец`;
  return `долг ${sum} будет погашен до переоформления`;
}
