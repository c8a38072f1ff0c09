// 4. Extract of the register: the chain of owners.
import { ruledTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { shortDate } from '../../kernel/paper/words.ts';
import { restrictionsOn } from '../rules/restrictions.ts';
import { pibNumberOf } from '../rules/values.ts';
import type { OwnerFacts } from '../facts/types.ts';
import { chairman, shareOf, type Layout } from './layout.ts';

/** «02.08.2019 – 05.03.2026»; of one who owned on the day of the extract «с 02.08.2019 по настоящее время»: a reader asked whether he does. */
const periodOf = ({ started_on: from, ended_on: to }: OwnerFacts): string =>
  to ? `${shortDate(from) || '…'} – ${shortDate(to)}` : `с ${shortDate(from) || '…'} по настоящее время`;

export const extractRegistry: Layout = {
  code: 'extract_registry',
  frame: 'letter',
  text: richLines(`
    # ВЫПИСКА
    ^ **из реестра гаражей {ПО}**
    Гараж {ГаражПолностью}, тип — {ТипРазмеры}, лицевой счёт {ЛС}, адрес: {АдресПО}.
    История владения:
    [[ИсторияВладения]]
    Отметка о справке проектно-инвентаризационного бюро (ПИБ): {ОтметкаПИБ}.
    Ограничения (арест, залог, спор и другие): {Ограничения}.
    ?Площадь Площадь: {Площадь} м².
    Сведения верны на {Дата}. Выписка дана для предъявления по месту требования.`),
  variables: {
    ОтметкаПИБ: {
      about: 'Справка ПИБ или «нет сведений»',
      value: ({ garage }) =>
        garage?.pib_number || garage?.pib_date
          ? [garage.pib_number && `№ ${pibNumberOf(garage)}`, garage.pib_date && `от ${shortDate(garage.pib_date)}`]
              .filter(Boolean)
              .join(' ')
          : 'сведений нет',
    },
    Ограничения: {
      about: 'Арест, спор, залог и другие ограничения на день документа или «нет»',
      value: (facts) => restrictionsOn(facts) || 'нет',
    },
  },
  slots: {
    ИсторияВладения: {
      about: 'Таблица владельцев: период, ФИО, доля, основание и документ',
      value: ({ garage }) =>
        ruledTable(
          [
            { title: 'Период', width: '46mm' },
            { title: 'ФИО', width: '1fr' },
            { title: 'Доля', width: '18mm' },
            { title: 'Основание, документ', width: '54mm' },
          ],
          (garage?.owners ?? [])
            .toReversed()
            .map((owner) => [
              periodOf(owner),
              owner.full_name,
              shareOf(owner, garage?.owners ?? []),
              [owner.start_reason, owner.document].filter(Boolean).join(', '),
            ]),
        ),
    },
  },
  signatures: (facts) => [chairman(facts)],
  notOn: ({ garage, day }) =>
    garage?.later[0] && !garage.owners.length
      ? `Владельцы гаража в реестре есть с ${shortDate(garage.later[0].started_on)}: на ${shortDate(day)} выписывать нечего`
      : null,
  refuse: ({ garage }) => (garage?.owners.length ? null : 'У гаража нет и не было владельцев'),
};
