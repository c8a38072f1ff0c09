// 15. Insert of a membership ticket with marks of payment by year: cut out of its sheet and folded.
import { ruledTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { wordsOfForm } from '../rules/orgForms.ts';
import { chairman, FOLD, foldMark, type Layout } from './layout.ts';

const YEARS = 8;

export const ticket: Layout = {
  code: 'ticket',
  frame: 'insert',
  text: richLines(`
    # ЧЛЕНСКИЙ БИЛЕТ № {НомерБилета}
    ^ {Объединение}
    [[МестоФото]]
    ^ **{ФИО}**
    ^ Член {ЧленЧего} с {ДатаВступления}
    ^ Выдан {Дата}, {ПО}
    [[Сгиб]]
    Отметки об уплате членских взносов:
    [[Отметки]]`),
  variables: {
    НомерБилета: { about: 'Номер билета', value: ({ number }) => number },
    ЧленЧего: { about: 'Член ВОА, кооператива или товарищества', value: ({ org }) => wordsOfForm(org).member },
  },
  slots: {
    МестоФото: {
      about: 'Место для фотографии 3 × 4 см',
      value: () =>
        '#align(center, rect(width: 30mm, height: 40mm, stroke: 0.5pt)[#align(center + horizon, text(size: 9pt)[фото 3 × 4 см])])',
    },
    [FOLD]: foldMark,
    Отметки: {
      about: 'Таблица: год, отметка об уплате',
      value: ({ paidYears, day, person }) => {
        const last = Number(day.slice(0, 4));
        const entered = Number(person?.voa_entry_date?.slice(0, 4) ?? 0);
        return ruledTable(
          [
            { title: 'Год', width: '12mm' },
            { title: 'Членский взнос', width: '1fr' },
            { title: 'Подпись, печать', width: '1fr' },
          ],
          Array.from({ length: YEARS }, (_, nth) => last - 3 + nth).map((year) => [
            String(year),
            markOf(year, { isPaid: paidYears.includes(year), last, entered }),
            '',
          ]),
        );
      },
    },
  },
  signatures: (facts) => [chairman(facts)],
  refuse: ({ person }) => (person?.is_voa_member ? null : 'Билет выдают только членам: отметьте членство в карточке'),
};

/** What the register knows of a year; years to come are left for marks by hand. */
function markOf(year: number, { isPaid, last, entered }: { isPaid: boolean; last: number; entered: number }): string {
  if (isPaid) return 'уплачен';
  if (year < entered) return 'до вступления';
  return year < last ? 'отметки нет' : '';
}
