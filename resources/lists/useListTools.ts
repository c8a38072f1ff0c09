// What every list shares: saved views of the person and taking the list away as it is on screen.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { useNavigate } from 'react-router';
import { deleteView, savedViews, saveView, type ViewedList } from '../../contract/habits.ts';
import { exportList } from '../../contract/exports.ts';
import type { ExportedList } from '../../contract/kernel/objects.ts';
import { pages } from '../../contract/pages.ts';
import { call, download, saveFile, type HttpError, type ReplyOf } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import type { ExportFormat, ListViews } from '../../widgets/list/ListTools.tsx';
import type { Exported } from '../../widgets/list/RegisterList.tsx';
import { printFile } from '../../widgets/printFile.ts';
import { toast } from '../../widgets/toasts.ts';
import { isTouch } from '../../widgets/useScreen.ts';

export function useSavedViews(resource: ViewedList): ListViews {
  const client = useQueryClient();
  const views = reading(savedViews, { params: { resource } });
  const { data } = useQuery(views);
  const keep = (answer: Promise<ReplyOf<typeof savedViews>>, done: string) =>
    void answer.then(
      (kept) => {
        client.setQueryData(views.queryKey, kept);
        toast(done);
      },
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  return {
    saved: data?.data ?? [],
    onSave: (name, state) =>
      keep(call(saveView, { params: { resource }, body: { name, state }, quiet: true }), `Вид «${name}» сохранён`),
    onDelete: (id) => keep(call(deleteView, { params: { id }, quiet: true }), 'Вид удалён'),
  };
}

/**
 * Gives the list, or what is ticked of it, as a file or to the printer: same columns, filter and order. `fixed` is the filter
 * that the page itself keeps. By mail it goes by the clock: the page of reports asks when and to whom.
 */
export function useExport(resource: ExportedList, fixed: Record<string, unknown> = {}) {
  const { filterValues, sort } = useListContext();
  const take = useTakeList(resource);
  return (format: ExportFormat, exported: Exported) =>
    take(format, { ...exported, sort: [sort.field, sort.order], filter: { ...filterValues, ...fixed } });
}

interface TakenList extends Exported {
  sort: [string, 'ASC' | 'DESC'];
  filter: Record<string, unknown>;
}

/** The same of a list that stands inside another page, in that page's order and under its conditions. */
export function useTakeList(resource: ExportedList) {
  const navigate = useNavigate();
  return (format: ExportFormat, { conditions, selection, ...list }: TakenList) => {
    if (format === 'mail') {
      const draft = { source: { of: 'list', resource, ...list }, conditions };
      return void navigate(pages.reports, { state: { draft } });
    }
    toast(format === 'pdf' ? 'Готовим лист…' : 'Готовим файл…');
    const body = {
      format,
      ...list,
      conditions,
      ...(selection && (selection.all ? { except: [...selection.excluded] } : { only: [...selection.included] })),
    };
    download(exportList, { params: { resource }, body, quiet: true }).then(
      (file) => (format === 'pdf' && !isTouch() ? printFile(file.blob) : saveFile(file)),
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  };
}
