// Taking a list away exactly as it is on screen: columns, filter, order; streamed.
import { exportList, wholePhones } from '../../contract/exports.ts';
import { refusal } from '../../contract/kernel/scope.ts';
import { act } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import { todayOf } from '../kernel/ctx.ts';
import { forbidden, invalid } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { tableFile } from '../kernel/tableFile.ts';
import { listOf, takeList } from './queries/lists.ts';
import { phonesShown } from './queries/shown.ts';
import { leaveToJob, MOST_AT_ONCE } from './log.ts';
import { packRoutes } from './pack.ts';
import { registerRoutes } from './register.ts';
import { checkLength, listPdf } from './writing/listPdf.ts';

/** Letters of a reason for whole phones. */
const SHORTEST_REASON = 5;

export function exportRoutes(mount: Mount): void {
  registerRoutes(mount);
  packRoutes(mount);
  mount(exportList, async (ctx, { params, body }) => {
    const today = todayOf(ctx);
    const reason = refusal(ctx.actor, listOf(params.resource).needs);
    if (reason) throw forbidden(reason);
    const why = body.phonesReason;
    if (why) {
      const noRight = refusal(ctx.actor, wholePhones);
      if (noRight) throw forbidden(noRight);
      if (why.length < SHORTEST_REASON) throw invalid({ phonesReason: 'Напишите, для чего нужны телефоны' });
    }
    const isLog = params.resource === 'action_log';
    const most = isLog ? MOST_AT_ONCE + 1 : undefined;
    const list = await takeList(ctx, { ...params, ...body, isWhole: Boolean(why), most });
    const { title, keys, columns } = list;
    const ids = chosen(list.ids, body);
    if (body.format === 'pdf') checkLength(ids.length);
    else if (isLog && list.ids.length > MOST_AT_ONCE && !body.only) {
      const { format, sort, filter, except = [] } = body;
      return leaveToJob(ctx, { format, columns: keys, sort, filter, except });
    }
    const name = `${title} ${today}`;
    // Looking through someone's eyes writes nothing, the export included.
    const people = why ? await phonesShown(ctx, params.resource, keys, ids) : [];
    await act(ctx, 'copy.export', ({ log }) =>
      log({
        people,
        text: `${body.format === 'pdf' ? 'Печать списка' : 'Выгрузка'} «${title}»${why ? ' с телефонами целиком' : ''}: строк ${ids.length}${why ? `. Для чего: ${why}` : ''}`,
        after: copied(
          { file: `${name}.${body.format}`, of: title, reason: why },
          { columns: body.columns, filter: body.filter, format: body.format },
        ),
      }),
    );
    if (body.format === 'pdf') {
      const table = { title, conditions: body.conditions ?? null, today, columns, keys };
      return { name: `${name}.pdf`, mime: 'application/pdf', body: await listPdf(ctx, table, list.rows(ids)) };
    }
    return tableFile({ title, name, format: body.format, columns }, list.rows(ids));
  });
}

/** Of the rows that the filter keeps, those that are ticked; ids from elsewhere change nothing. */
function chosen(
  ids: number[],
  { only, except }: { only?: number[] | undefined; except?: number[] | undefined },
): number[] {
  const wanted = only && new Set(only);
  const left = new Set(except);
  return wanted || left.size ? ids.filter((id) => (wanted?.has(id) ?? true) && !left.has(id)) : ids;
}
