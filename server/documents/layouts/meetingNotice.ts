// 18. Notice of a general meeting with its tear-off ballot.
import { dayForms, daysBetween } from '../../../contract/kernel/days.ts';
import { countOf } from '../../../contract/kernel/words.ts';
import { handLine, qrBlock, ruledTable } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { BLANK } from '../../kernel/paper/words.ts';
import { addressee } from '../rules/acting.ts';
import { boardOf } from '../rules/orgForms.ts';
import { SLIP_MM } from '../rules/slips.ts';
import { chairman, CUT, cutLine, type Layout } from './layout.ts';

export const meetingNotice: Layout = {
  code: 'meeting_notice',
  frame: 'letter',
  text: richLines(`
    ?Адресат > {Адресат}
    ?ГаражПолностью > гараж {ГаражПолностью}
    # УВЕДОМЛЕНИЕ
    ^ **о проведении общего собрания**
    {Инициатор} созывает общее собрание {ПО}. Форма: {ФормаСобрания}. Время: {КогдаСобрание}. Место: {МестоСобрания}.
    ?ЗаСколько {ЗаСколько}
    Повестка дня:
    [[Повестка]]
    С материалами можно ознакомиться: {Материалы}. Представитель участвует по доверенности.
    [[ЛинияОтреза]]
    ^ **Бюллетень. {Голосующий}**
    ^ к уведомлению № {НомерУведомления} от {Дата}, общее собрание {ПО}, {КогдаСобрание}
    Отметьте один ответ по каждому вопросу, подпишите и отдайте бюллетень секретарю собрания.
    [[Бюллетень]]`),
  variables: {
    Адресат: {
      declines: 'dative',
      about: 'Кому уведомление; за ребёнка и наследство — представителю; без имени — всем',
      value: ({ person, day, org }) => (person ? addressee(person, day) : `Членам и владельцам гаражей ${org.po_name}`),
    },
    НомерУведомления: { about: 'Номер документа', value: ({ number }) => number },
    Инициатор: {
      about: 'Кто созывает',
      value: ({ meeting, org }) => meeting?.initiator || `${capital(boardOf(org).nominative)} ${org.po_name}`,
    },
    ФормаСобрания: { about: 'Форма собрания', value: ({ meeting }) => meeting?.form || 'очная' },
    КогдаСобрание: { about: 'Дата и время', value: ({ meeting }) => meeting?.at || BLANK },
    ЗаСколько: {
      about: 'За сколько дней до собрания составлено уведомление; пусто, пока день не указан',
      value: ({ meeting, day }) =>
        meeting?.day && meeting.day >= day
          ? `Уведомление составлено за ${countOf(daysBetween(day, meeting.day), dayForms)} до собрания.`
          : '',
    },
    МестоСобрания: { about: 'Место', value: ({ meeting }) => meeting?.place || BLANK },
    Голосующий: {
      about: 'Кто голосует и его гараж, или место для них',
      value: ({ person, garage }) =>
        [
          person?.full_name ?? `ФИО ${BLANK}`,
          `гараж ${garage ? [garage.section, garage.number].filter(Boolean).join(' ') : '________'}`,
        ].join(', '),
    },
    Материалы: { about: 'Где материалы', value: ({ meeting, org }) => meeting?.materials || `в ${org.po_name}` },
  },
  slots: {
    [CUT]: cutLine,
    Повестка: {
      about: 'Вопросы повестки',
      value: ({ meeting }) =>
        ruledTable(
          [
            { title: '№', width: '12mm' },
            { title: 'Вопрос', width: '1fr' },
          ],
          (meeting?.agenda ?? []).map((text, nth) => [String(nth + 1), text]),
        ),
    },
    Бюллетень: {
      about: 'Таблица голосования',
      value: ({ meeting }) =>
        ruledTable(
          [
            { title: 'Вопрос', width: '1fr' },
            { title: 'За', width: '18mm' },
            { title: 'Против', width: '18mm' },
            { title: 'Воздерживаюсь', width: '32mm' },
          ],
          (meeting?.agenda ?? []).map((text, nth) => [`${nth + 1}. ${text}`, '', '', '']),
        ) + votersHand(meeting?.slip),
    },
  },
  signatures: (facts) => [chairman(facts)],
  refuse: ({ meeting }) =>
    meeting?.agenda.length ? null : 'В письме рассылки нет повестки: добавьте в него список вопросов',
};

/** Where the ballot is signed; its code says whose it is when it comes back torn off. */
function votersHand(slip: string | null | undefined): string {
  const hand = handLine('Подпись голосующего');
  if (!slip) return hand;
  return `#block(above: 4pt, breakable: false)[#set par(first-line-indent: 0pt, justify: false)
#grid(columns: (1fr, ${SLIP_MM}mm), column-gutter: 4mm, align: (left + horizon, right), [${hand}], ${qrBlock(slip, SLIP_MM).slice(1)})]`;
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
