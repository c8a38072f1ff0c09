// Reports by the clock in words: what is sent and when. Pure.
import { logTabs } from '../../contract/actionWords.ts';
import { objects, type ObjectEntry } from '../../contract/kernel/objects.ts';
import { reportPeriods, type Report, type ReportBody, type ReportSource } from '../../contract/reports.ts';

/** What the page of a list or of figures hands over to be sent. */
export interface ReportDraft {
  source: ReportSource;
  conditions: string | null;
}

const tables = {
  po: 'по ПО',
  month: 'по месяцам',
  kind: 'по видам',
  series: 'по дням',
  users: 'по пользователям',
  hours: 'по часам',
  pivot: 'сводная',
  ages: 'возраст долга',
  movers: 'чей долг изменился',
  debtors: 'кто должен',
  statuses: 'по состояниям',
  reasons: 'по основаниям',
  terms: 'по срокам',
  papers: 'по видам и ПО',
  people: 'кто работал',
  members: 'членство в ВОА',
  lacks: 'чего не хватает',
  privileges: 'льготы',
  quality: 'порядок в данных',
  types: 'гаражи по типам',
  states: 'гаражи по состоянию',
} as const;

/** «Список «Гаражи»», «Статистика «Взносы», по ПО, прошлый месяц». */
export function sourceWords(source: ReportSource): string {
  if (source.of === 'list') {
    const lists = Object.values<ObjectEntry>(objects);
    const entry = lists.find(({ exported }) => exported?.includes(source.resource));
    return `список «${source.resource === 'payments' ? 'Платежи' : (entry?.titles ?? source.resource)}»`;
  }
  const tab = source.tab === 'all' ? 'Все действия' : logTabs[source.tab].title;
  return `статистика «${tab}» ${tables[source.table]}, ${reportPeriods[source.period].toLowerCase()}`;
}

/** What a report is called until somebody says otherwise: «Гаражи», «Взносы по ПО». */
export function usualName(source: ReportSource): string {
  const [, name = ''] = /«(.+)»/.exec(sourceWords(source)) ?? [];
  return source.of === 'list' ? name : `${name} ${tables[source.table]}`;
}

export const formats = { xlsx: 'Книга Excel', pdf: 'PDF, лист А4' } as const;

/** Letters of the outbox in words. */
export const letterStates: Record<string, string> = {
  queued: 'в очереди',
  sending: 'уходит',
  sent: 'ушло',
  failed: 'не ушло',
  unknown: 'неизвестно, дошло ли',
  cancelled: 'отменено',
};

/** What a report says, as it is saved again. */
export const bodyOfReport = (report: Report): ReportBody => ({
  name: report.name,
  source: report.source,
  conditions: report.conditions,
  format: report.format,
  every: report.every,
  onDay: report.onDay,
  atHour: report.atHour,
  skipsEmpty: report.skipsEmpty,
  receivers: report.receivers.map(({ id }) => id),
});
