// The action log: who did what, where, to what, before and after; one tab for each kind of work.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { resource } from './kernel/resource.ts';
import { IdValue, IsoDate } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';

/** Tabs in the order of the page, each with the words of its actions. */
export const logTabs = {
  profile: {
    title: 'Люди',
    actions: {
      create: 'создан',
      update: 'изменён',
      confirm: 'данные подтверждены',
      reveal: 'раскрыты личные данные',
      search_passport: 'поиск по паспорту',
      consent: 'согласие',
      attach: 'приложен файл',
      detach: 'удалён файл',
      merge: 'объединён',
      anonymise: 'обезличен',
    },
  },
  reregistration: {
    title: 'Переоформления',
    actions: {
      draft: 'черновик',
      apply: 'заявка',
      take: 'в работу',
      return: 'возврат',
      complete: 'завершено',
      refuse: 'отклонено',
      cancel: 'аннулировано',
      update: 'правка',
    },
  },
  comment: { title: 'Комментарии', actions: { add: 'добавлен', edit: 'изменён', delete: 'удалён' } },
  reference: {
    title: 'Документы',
    actions: { print: 'напечатан', cancel: 'аннулирован', repeat_warning: 'предупреждение о повторе' },
  },
  copy: { title: 'Копии', actions: { repeat: 'повторная выдача', backup: 'резервная копия', export: 'выгрузка' } },
  sign: {
    title: 'Входы',
    actions: {
      login: 'вход',
      failed: 'ошибка входа',
      logout: 'выход',
      locked: 'блокировка',
      new_device: 'новое устройство',
      device_confirmed: 'устройство подтверждено',
      device_denied: 'устройство отклонено',
      code: 'код второго фактора',
      recovery_code: 'запасной код',
      session_ended: 'сеанс завершён',
      ended: 'сеанс прекращён',
      password: 'пароль подтверждён',
      forget: 'удалены старые записи',
    },
  },
  user: {
    title: 'Пользователи',
    actions: {
      create: 'создан',
      invited: 'приглашён',
      invite_accepted: 'принял приглашение',
      invite_revoked: 'приглашение отозвано',
      update: 'изменён',
      rights: 'права изменены',
      rights_switch: 'переключение прав',
      disable: 'отключён',
      enable: 'включён',
      sessions_end: 'сеансы завершены',
      view_as: 'просмотр глазами: начат',
      view_as_end: 'просмотр глазами: закончен',
      email_asked: 'смена почты запрошена',
      email_changed: 'почта изменена',
      email_reset_asked: 'смена почты начата',
      email_reset_confirmed: 'смена почты подтверждена',
      email_reset_denied: 'смена почты отклонена',
      reset_asked: 'запрошен новый пароль',
      password_reset: 'задан новый пароль',
      password_changed: 'пароль изменён',
      factor_started: 'второй фактор: начат',
      factor_on: 'второй фактор включён',
      factor_off: 'второй фактор выключен',
      recovery_codes: 'запасные коды',
      question: 'вопрос в поддержку',
      view_save: 'сохранён вид списка',
      view_delete: 'удалён вид списка',
    },
  },
  balance_operation: {
    title: 'Взносы',
    actions: {
      accrual: 'начисление',
      accrual_queued: 'начисление поставлено в очередь',
      payment: 'платёж',
      reversal: 'сторно',
      correction: 'исправление',
      penalty: 'пени',
      penalty_queued: 'пени поставлены в очередь',
      refund: 'возврат',
      offset: 'зачёт',
      write_off: 'списание долга',
      day_close: 'день закрыт',
      day_open: 'день открыт',
      period_close: 'период закрыт',
      period_open: 'период открыт',
      statement_load: 'выписка загружена',
      statement_post: 'выписка проведена',
      statement_assign: 'платёж разнесён',
      statement_skip: 'платёж пропущен',
      statement_registry: 'реестр банка',
      statement_match: 'платежи узнаны заново',
      statement_withdraw: 'выписка отозвана',
    },
  },
  garage: {
    title: 'Гаражи',
    actions: {
      create: 'создан',
      update: 'изменён',
      archive: 'в архив',
      restore: 'из архива',
      owner_add: 'добавлен владелец',
      owner_end: 'снят владелец',
      owner_primary: 'основной владелец',
      pib: 'справка ПИБ',
      attach: 'приложен файл',
      detach: 'удалён файл',
      import: 'загрузка реестра',
      import_file: 'файл реестра',
      import_layout: 'столбцы реестра',
      import_run: 'загрузка начата',
      import_rollback: 'загрузка отменена',
      import_forget: 'старый файл реестра удалён',
    },
  },
  notification: { title: 'Рассылки', actions: { send: 'отправлена', draft: 'черновик', cancel: 'отменена' } },
  admin: {
    title: 'Администрирование',
    actions: {
      org_create: 'создана организация',
      org_update: 'изменена организация',
      reference_create: 'добавлено в справочник',
      reference_update: 'изменён справочник',
      gallery: 'галерея входа',
      demo: 'демонстрационные данные',
    },
  },
} as const satisfies Record<string, { title: string; actions: Record<string, string> }>;
export type LogTab = keyof typeof logTabs;
export const LogTab = z.enum(Object.keys(logTabs) as [LogTab, ...LogTab[]]);

/** Words of a verb: «garage.update» → «изменён»; a verb without words of its own shows its line's text only. */
export function actionName(verb: string): string {
  const [tab = '', action = ''] = verb.split('.');
  const known: Record<string, string> = Object.hasOwn(logTabs, tab) ? logTabs[tab as LogTab].actions : {};
  return known[action] ?? '';
}

/** One field before and after, in words. */
export const LogChange = z.object({ field: z.string(), before: z.string(), after: z.string() });
export const ActionRow = z.object({
  id: z.number(),
  at: z.string(),
  user: z.object({ id: z.number().nullable(), name: z.string() }),
  verb: z.string(),
  text: z.string(),
  object: z.object({ type: z.string(), id: z.number(), name: z.string().nullable() }).nullable(),
  region: z.string().nullable(),
  mo: z.string().nullable(),
  po: z.string().nullable(),
  changes: z.array(LogChange),
  ip: z.string().nullable(),
  device: z.string().nullable(),
});
export type ActionRow = z.infer<typeof ActionRow>;

export const LogFilter = z.object({
  tab: LogTab.default('profile'),
  from: IsoDate.optional(),
  to: IsoDate.optional(),
  mo: z.array(z.number().int()).max(200).optional(),
  po: z.array(z.number().int()).max(200).optional(),
  user: z.array(z.number().int()).max(50).optional(),
  verb: z.array(z.string().max(40)).max(30).optional(),
  /** A superuser may look at every place at once. */
  everywhere: z.boolean().optional(),
  /** Rows after this one in the asked order: pages are walked by key and the total is not counted again. */
  after: IdValue.optional(),
});
export type LogFilter = z.output<typeof LogFilter>;

export const actionLog = resource({
  name: 'action_log',
  title: 'Журнал действий',
  read: signedIn,
  row: ActionRow,
  card: ActionRow,
  filter: LogFilter,
  sorts: ['at'],
});

/** People of the scope, for the filter; those without a name are left out. */
export const logUsers = endpoint({
  tag: 'Журнал действий',
  method: 'GET',
  path: '/api/action_log_users/',
  summary: 'Пользователи для отбора журнала',
  needs: signedIn,
  query: z.object({ q: z.string().max(100).optional(), ids: z.string().max(400).optional() }),
  reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })) }),
});
