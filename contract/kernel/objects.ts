// The objects of the register, each said once: what it is called, which resource and page show it, what hangs on it.
// Where its rows are kept and stand is said in server/kernel/objects.ts; an object of one file and not of the other doesn't compile.
import { z } from 'zod';
import { pages } from '../pages.ts';
import { Id } from './scalars.ts';

/**
 * What an object may carry. `comments` and `files` hang on its card, `presence` tells who else has the card open,
 * `search` finds it in the one search box. An area that hangs something new on objects adds its word here.
 */
export type Feature = 'comments' | 'files' | 'presence' | 'search';

export interface ObjectEntry {
  /** react-admin resource whose records these are; lists, cards and live messages name it. */
  resource: string;
  /** One of them: «Гараж». */
  title: string;
  /** Many of them: «Гаражи». */
  titles: string;
  /** Address of its page; absent where there is none. */
  page?: (id: number) => string;
  /** Its page is of the admin panel. */
  isAdmin?: boolean;
  carries: readonly Feature[];
  /** Names of its lists in `/api/export/:resource`; absent where none can be taken away. */
  exported?: readonly string[];
}

/** By type, the word under which an object is kept in the log, with comments and with files. */
export const objects = {
  garage: {
    resource: 'garages',
    title: 'Гараж',
    titles: 'Гаражи',
    page: pages.garage,
    carries: ['comments', 'files', 'presence', 'search'],
    exported: ['garages'],
  },
  profile: {
    resource: 'profiles',
    title: 'Человек',
    titles: 'Люди',
    page: pages.profile,
    carries: ['comments', 'files', 'presence', 'search'],
    exported: ['profiles'],
  },
  reregistration: {
    resource: 'reregistrations',
    title: 'Переоформление',
    titles: 'Переоформления',
    page: pages.reregistration,
    carries: ['comments', 'files', 'presence'],
    exported: ['reregistrations'],
  },
  reregistration_tariff: {
    resource: 'reregistration_tariffs',
    title: 'Тариф переоформления',
    titles: 'Тарифы переоформления',
    isAdmin: true,
    carries: [],
  },
  contribution: {
    resource: 'contributions',
    title: 'Начисление',
    titles: 'Начисления',
    page: pages.contribution,
    carries: ['presence'],
    exported: ['contributions'],
  },
  balance_operation: {
    resource: 'balance_operations',
    title: 'Операция по балансу',
    titles: 'Операции по балансу',
    page: pages.balanceOperation,
    carries: [],
    exported: ['payments', 'balance_operations'],
  },
  document: {
    resource: 'documents',
    title: 'Документ',
    titles: 'Документы',
    page: pages.document,
    carries: [],
    exported: ['documents'],
  },
  bank_statement: { resource: 'statements', title: 'Выписка банка', titles: 'Выписки банка', carries: [] },
  log_line: {
    resource: 'action_log',
    title: 'Запись журнала',
    titles: 'Журнал действий',
    carries: [],
    exported: ['action_log'],
  },
  notification: {
    resource: 'notifications',
    title: 'Рассылка',
    titles: 'Рассылки',
    page: pages.notification,
    carries: [],
    exported: ['notifications'],
  },
  user: {
    resource: 'users',
    title: 'Пользователь',
    titles: 'Пользователи',
    page: pages.adminUser,
    isAdmin: true,
    carries: ['presence'],
    exported: ['users'],
  },
  region: {
    resource: 'regions',
    title: 'Регион',
    titles: 'Регионы',
    page: pages.adminRegion,
    isAdmin: true,
    carries: ['presence'],
    exported: ['regions'],
  },
  mo: {
    resource: 'moes',
    title: 'МО',
    titles: 'МО',
    page: pages.adminMo,
    isAdmin: true,
    carries: ['presence'],
    exported: ['moes'],
  },
  po: {
    resource: 'poes',
    title: 'ПО',
    titles: 'ПО',
    page: pages.adminPo,
    isAdmin: true,
    carries: ['presence'],
    exported: ['poes'],
  },
  garage_type: {
    resource: 'garage_types',
    title: 'Тип гаража',
    titles: 'Типы гаражей',
    page: pages.adminGarageType,
    isAdmin: true,
    carries: [],
  },
  accrual_type: {
    resource: 'accrual_types',
    title: 'Вид начисления',
    titles: 'Виды начислений',
    page: pages.adminAccrualType,
    isAdmin: true,
    carries: [],
  },
  payment_type: {
    resource: 'payment_types',
    title: 'Способ оплаты',
    titles: 'Способы оплаты',
    page: pages.adminPaymentType,
    isAdmin: true,
    carries: [],
  },
  privilege: {
    resource: 'privileges',
    title: 'Льгота',
    titles: 'Льготы',
    page: pages.adminPrivilege,
    isAdmin: true,
    carries: [],
  },
  key_rate: {
    resource: 'key_rates',
    title: 'Ключевая ставка',
    titles: 'Ключевая ставка',
    page: pages.adminKeyRate,
    isAdmin: true,
    carries: [],
  },
  sms_price: {
    resource: 'sms_prices',
    title: 'Цена СМС',
    titles: 'Цены СМС',
    page: pages.adminSmsPrice,
    isAdmin: true,
    carries: [],
  },
  document_type: {
    resource: 'document_types',
    title: 'Вид документа',
    titles: 'Виды документов',
    page: pages.adminDocumentType,
    isAdmin: true,
    carries: [],
  },
  news: { resource: 'news', title: 'Новость', titles: 'Новости', page: pages.newsOne, carries: [] },
  tutorial: { resource: 'tutorials', title: 'Инструкция', titles: 'Инструкции', page: pages.tutorial, carries: [] },
  gallery_item: {
    resource: 'gallery_items',
    title: 'Картинка входа',
    titles: 'Галерея входа',
    page: pages.adminGalleryItem,
    isAdmin: true,
    carries: [],
  },
} as const satisfies Record<string, ObjectEntry>;

type Objects = typeof objects;
export type ObjectType = keyof Objects;
/** Types whose objects carry `F`. */
export type TypeWith<F extends Feature> = {
  [T in ObjectType]: F extends Objects[T]['carries'][number] ? T : never;
}[ObjectType];
/** Resources of the objects that carry `F`. */
export type ResourceWith<F extends Feature> = Objects[TypeWith<F>]['resource'];
/** Names of lists that can be taken away. */
export type ExportedList = Extract<Objects[ObjectType], { exported: readonly string[] }>['exported'][number];

/** What is known of an object by its type; undefined for a word that is no type. */
export const objectOf = (type: string): ObjectEntry | undefined =>
  Object.hasOwn(objects, type) ? objects[type as ObjectType] : undefined;

const entries = Object.entries(objects) as [ObjectType, ObjectEntry][];
const some = <T>(found: readonly T[]) => found as readonly [T, ...T[]];

/** Types whose objects carry `feature`. */
export const typesWith = <F extends Feature>(feature: F) =>
  some(entries.filter(([, entry]) => entry.carries.includes(feature)).map(([type]) => type as TypeWith<F>));
/** Resources of the objects that carry `feature`. */
export const resourcesWith = <F extends Feature>(feature: F) =>
  some(typesWith(feature).map((type) => objects[type].resource as ResourceWith<F>));
/** The type whose records are of `resource`. */
export const typeOfResource = <F extends Feature>(resource: ResourceWith<F>) =>
  entries.find(([, entry]) => entry.resource === resource)![0] as TypeWith<F>;
/** Lists that can be taken away. */
export const exportedLists = some(entries.flatMap(([, { exported = [] }]) => exported as readonly ExportedList[]));

/** A card that carries comments and files, as calls name it. */
export const OfObject = z.object({ type: z.enum(typesWith('comments')), objectId: Id });
