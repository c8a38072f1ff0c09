// Live numbers of the frame: what each counts, and what is said on the live channel when it may be another number.
import type { LiveMessage } from './live.ts';

/** `after`: resources whose change is told by `records_changed`, or messages of the number's own. */
interface Counter {
  title: string;
  after: readonly (LiveMessage['type'] | (string & {}))[];
}

export const counters = {
  garages: { title: 'Гаражи своего места', after: ['garages'] },
  profiles: { title: 'Люди своего места', after: ['profiles'] },
  newReregistrations: { title: 'Переоформления, которые ждут решения', after: ['new_reregistration_count'] },
  newNews: { title: 'Непрочитанные новости', after: ['new_news_count'] },
  support: { title: 'Непрочитанные ответы поддержки', after: ['support_changed'] },
  jobs: { title: 'Свои идущие задания', after: ['jobs'] },
} as const satisfies Record<string, Counter>;

export type CounterName = keyof typeof counters;
export const counterNames = Object.keys(counters) as CounterName[];

/** Whether a number may be another one after what was said. */
export function changesCounters({ type, message }: LiveMessage): boolean {
  const said = type === 'records_changed' ? message.resource : type;
  return counterNames.some((name) => (counters[name].after as readonly string[]).includes(said));
}
