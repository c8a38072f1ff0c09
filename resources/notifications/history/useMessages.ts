// Messages of one mailing as its page reads them.
import { useQuery } from '@tanstack/react-query';
import { informingHistory } from '../../../contract/notifications/messages.ts';
import { call } from '../../../providers/http.ts';
import type { Group } from './groups.ts';

/** Messages of one group, what wants attention first. */
export const useMessages = (notification: number, group: Group, shown: number) =>
  useQuery({
    queryKey: ['informing_history', notification, group.key, shown],
    placeholderData: (before) => before,
    queryFn: () =>
      call(informingHistory.list, {
        query: {
          filter: JSON.stringify({ notification, statusFilter: [...group.statuses] }),
          range: JSON.stringify([0, shown - 1]),
          sort: JSON.stringify(['attention', 'ASC']),
        },
        quiet: true,
      }),
  });
