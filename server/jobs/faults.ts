// Work beside the requests that fails: told in the server's log, and kept for a superuser until a turn goes well.
import { sql } from 'kysely';
import type { AppDeps } from '../kernel/ctx.ts';

/** What comes back by itself, as people read it. */
export const upkeepTitles = {
  views: 'Конец просмотра чужими глазами',
  jobs: 'Присмотр за фоновыми заданиями',
  log: 'Сводки журнала действий',
  debts: 'Суммы долгов',
  due: 'Дела по расписанию',
  bounces: 'Ящик возвратов и ответов',
  gateway: 'Ответы шлюза SMS',
  sms: 'Отправка SMS',
  letters: 'Отправка писем',
  messages: 'Состояния сообщений рассылок',
} as const;
export type Upkeep = keyof typeof upkeepTitles;

const MAX_FAILURE = 500;

type Watching = Pick<AppDeps, 'db' | 'clock' | 'report'>;

/** Work whose faults are told and kept; it never throws. A process tells a lasting fault once, not at every turn. */
export function watched(deps: Watching, what: Upkeep, work: () => Promise<unknown>): () => Promise<void> {
  // Not known at the start: the process before this one may have left a fault.
  let last: string | null | undefined;
  return async () => {
    try {
      await work();
      if (last !== null) await deps.db.deleteFrom('work_fault').where('what', '=', what).execute();
      last = null;
    } catch (error) {
      const failure = (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAILURE);
      if (failure !== last) deps.report(upkeepTitles[what], error);
      last = failure;
      // The fault may be the database's own: then only the log has it.
      await keep(deps, what, failure).catch(() => {});
    }
  };
}

async function keep({ db, clock }: Watching, what: Upkeep, failure: string): Promise<void> {
  const now = clock.now().toISOString();
  await db
    .insertInto('work_fault')
    .values({ what, failure, since: now, last_at: now })
    .onConflict((on) =>
      on.column('what').doUpdateSet({ failure, last_at: now, times: sql<number>`work_fault.times + 1` }),
    )
    .execute();
}
