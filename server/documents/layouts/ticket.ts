// 15. Insert of a membership ticket with marks of payment by year: cut out of its sheet and folded.
import { ruledTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { chairman, FOLD, foldMark, type Layout } from './layout.ts';

const YEARS = 8;

export const ticket: Layout = {
  code: 'ticket',
  frame: 'insert',
  text: richLines(`
    # ЧЛЕНСКИЙ БИЛЕТ № {НомерБилета}
    ^ Всероссийское общество автомобилистов
    [[МестоФото]]
    ^ **{ФИО}**
    ^ Член ВОА с {ДатаВступления}
    ^ Выдан {Дата}, {ПО}
    [[Сгиб]]
    Отметки об уплате членских взносов:
    [[Отметки]]`),
  variables: { НомерБилета: { about: 'Номер билета', value: ({ number }) => number } },
  slots: {
    МестоФото: {
      about: 'Место для фотографии 3 × 4',
      value: () =>
        '#align(center, rect(width: 30mm, height: 40mm, stroke: 0.5pt)[#align(center + horizon, text(size: 9pt)[фото 3 × 4])])',
    },
    [FOLD]: foldMark,
    Отметки: {
      about: 'Таблица: год, отметка об уплате',
      value: ({ paidYears, day }) => {
        const last = Number(day.slice(0, 4));
        return ruledTable(
          [
            { title: 'Год', width: '12mm' },
            { title: 'Членский взнос', width: '1fr' },
            { title: 'Подпись, печать', width: '1fr' },
          ],
          Array.from({ length: YEARS }, (_, nth) => last - 3 + nth).map((year) => [
            String(year),
            paidYears.includes(year) ? 'уплачен' : '',
            '',
          ]),
        );
      },
    },
  },
  signatures: (facts) => [chairman(facts)],
  refuse: ({ person }) =>
    person?.is_voa_member ? null : 'Билет выдают только члену ВОА: отметьте членство в карточке',
};
