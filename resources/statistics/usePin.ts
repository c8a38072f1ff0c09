// Pins a figure of the tab on screen to the cockpit, with its conditions and days.
import { useQueryClient } from '@tanstack/react-query';
import { pinFigure, pins, type PinFigure } from '../../contract/pins.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { keyOf } from '../../providers/reading.ts';
import { toast } from '../../widgets/toasts.ts';
import { conditionsOf } from './statView.ts';
import { useStatView } from './useStatistics.ts';

export function usePin(tab: string): (figure: PinFigure, conditions: string | null) => void {
  const [view] = useStatView();
  const client = useQueryClient();
  return (figure, conditions) => {
    const body = { tab: tab as 'all', figure, filter: conditionsOf(view), conditions };
    call(pinFigure, { body, quiet: true }).then(
      (reply) => {
        client.setQueryData(keyOf(pins), reply);
        toast('Закреплено на «Что делать»');
      },
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  };
}
