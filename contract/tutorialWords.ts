// Words of instructions that the browser needs without their shapes: kinds, topics, pages that have help.

export const tutorialKinds = { article: 'Статьи', video: 'Видео', pdf: 'PDF' } as const;
export const tutorialTopics = {
  start: 'Начало работы',
  registry: 'Гаражи и люди',
  money: 'Взносы',
  papers: 'Рассылки и бумаги',
  other: 'Прочее',
} as const;
/** Main pages with «?», by the first part of their address ('' is the list of garages). */
export const tutorialPages = {
  garages: 'Гаражи',
  profiles: 'Люди',
  reregistrations: 'Переоформления',
  document: 'Документы',
  notifications: 'Рассылки',
  contributions: 'Взносы',
  news: 'Новости',
  tutorials: 'Инструкции',
  statistics: 'Журнал и статистика',
  admin: 'Панель администратора',
} as const;
export type TutorialPage = keyof typeof tutorialPages;

const register = {
  head: 'Заголовок и действия',
  tools: 'Поиск и отбор',
  rows: 'Список',
  totals: 'Итоги и страницы',
} as const;
/** Places of a main page that an instruction may point at: `data-help` of the element that holds each. */
export const helpAnchors: Record<TutorialPage, Readonly<Record<string, string>>> = {
  garages: register,
  profiles: register,
  reregistrations: register,
  document: register,
  notifications: register,
  contributions: register,
  statistics: { ...register, tabs: 'Вкладки журнала' },
  news: { head: 'Заголовок и отбор', rows: 'Список новостей' },
  tutorials: { head: 'Виды и поиск', rows: 'Список инструкций', side: 'Первые шаги' },
  admin: { tabs: 'Разделы панели' },
};

const keysOf = <T extends object>(words: T) => Object.keys(words) as [keyof T & string, ...(keyof T & string)[]];
export const tutorialKindKeys = keysOf(tutorialKinds);
export const tutorialTopicKeys = keysOf(tutorialTopics);
export const tutorialPageKeys = keysOf(tutorialPages);

/** Parts of addresses under which a page's cards and editors stand. */
const under: Record<string, TutorialPage> = {
  '': 'garages',
  archive: 'garages',
  garage: 'garages',
  garage_edit: 'garages',
  'create-garage': 'garages',
  profile: 'profiles',
  profile_edit: 'profiles',
  'create-profile': 'profiles',
  reregistration: 'reregistrations',
  notification: 'notifications',
  notification_constructor: 'notifications',
  informing_history: 'notifications',
  contribution: 'contributions',
  contribution_edit: 'contributions',
  balance_operation: 'contributions',
};

/** The page whose help an address opens; null where there is none. */
export function helpPageOf(path: string): TutorialPage | null {
  const place = path.split('/')[1] ?? '';
  if (Object.hasOwn(tutorialPages, place)) return place as TutorialPage;
  return Object.hasOwn(under, place) ? under[place]! : null;
}
