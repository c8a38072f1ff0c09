// Columns of the action log as a file: those of its tabs on screen.
import { sql } from 'kysely';
import { subjectTitles, type LogSubject } from '../../contract/actionLog.ts';
import { changesText, changeTitles, logTabs, type LogTab } from '../../contract/actionWords.ts';
import type { FoundSubject } from '../actionLog/queries/subjects.ts';
import { zoneOfLine } from '../actionLog/queries.ts';
import { readChanges, tellSubject, type ChangedLine } from '../actionLog/queries/reading.ts';
import { deviceOfLine } from '../kernel/deviceName.ts';
import { maskedText } from '../kernel/masking.ts';
import type { ExportColumn } from '../kernel/plainFields.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { seesOtherClocks } from '../kernel/timeZones.ts';
import { HOME_ZONE } from '../ports/clock.ts';

const actionWords = JSON.stringify(
  Object.fromEntries(
    Object.entries(logTabs).flatMap(([tab, { actions }]) =>
      Object.entries(actions).map(([action, words]) => [`${tab}.${action}`, words]),
    ),
  ),
);

/** What a tab tells of the case or the paper, as the screen has it. */
const subjectColumns = (tab: LogTab | 'all'): Record<string, ExportColumn> =>
  Object.fromEntries(
    (Object.entries(subjectTitles[tab] ?? {}) as [keyof LogSubject, string][]).map(([key, title]) => [
      `subject_${key}`,
      {
        title,
        value: sql`about.subject`,
        tell: (_, found) => found.map((one) => (one ? tellSubject(one as FoundSubject)[key] : null)),
        ...(key === 'days' && { kind: 'number' as const }),
        ...(key === 'fee_kopecks' && { kind: 'money' as const }),
      },
    ]),
  );

const LOCAL_TITLE = 'Время на месте';

/** Beside Moscow's time that of the place, where clocks of places that the reader sees differ from it. */
export async function withLocalTime(ctx: Ctx, columns: readonly string[], everywhere: boolean): Promise<string[]> {
  const at = columns.indexOf('at');
  const isWanted = at >= 0 && !columns.includes('local') && (await seesOtherClocks(ctx, everywhere));
  return isWanted ? columns.toSpliced(at + 1, 0, 'local') : [...columns];
}

/** Over `action_log l` and `about`, the subject of the line; the words of changes are those of the tab. */
export const logExport = (tab: LogTab | 'all'): Record<string, ExportColumn> => ({
  at: { title: 'Время, МСК', value: sql`to_char(l.at at time zone 'Europe/Moscow', 'DD.MM.YYYY HH24:MI:SS')` },
  local: {
    title: LOCAL_TITLE,
    value: sql`case when ${zoneOfLine} <> ${HOME_ZONE} then to_char(l.at at time zone ${zoneOfLine}, 'DD.MM.YYYY HH24:MI:SS') end`,
  },
  user: { title: 'Пользователь', value: sql`l.user_name` },
  action: { title: 'Действие', value: sql`coalesce(${actionWords}::jsonb ->> l.verb, l.verb)` },
  text: { title: 'Что сделано', value: maskedText(sql`l.text`) },
  object: { title: 'Над чем', value: maskedText(sql`l.object_name`) },
  ...subjectColumns(tab),
  changes: {
    title: changeTitles[tab] ?? 'Было → стало',
    value: sql`json_build_object('object_type', l.object_type, 'object_id', l.object_id, 'before', l.before, 'after', l.after)`,
    tell: async (ctx, lines) =>
      (await readChanges(ctx, lines as ChangedLine[])).map((changes) => changesText(tab, changes)),
  },
  mo: { title: 'МО', value: sql`(select name from mo where id = l.mo_id)` },
  po: { title: 'ПО', value: sql`(select name from po where id = l.po_id)` },
  ip: { title: 'Адрес', value: sql`l.ip` },
  device: { title: 'Устройство', value: deviceOfLine },
});
