// Runs an action on a garage: the answered card replaces the shown one, texts of refusals stay with the dialog.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GarageCard } from '../../contract/garages.ts';
import { errorsOf } from '../../providers/http.ts';
import { toast } from '../../widgets/toasts.ts';

export function useGarageAction(id: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const run = async (work: Promise<GarageCard>, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      const card = await work;
      client.setQueriesData(
        {
          predicate: ({ queryKey }) =>
            queryKey[0] === 'garages' &&
            queryKey[1] === 'getOne' &&
            String((queryKey[2] as { id?: unknown })?.id) === String(id),
        },
        card,
      );
      void client.invalidateQueries({ queryKey: ['garages'] });
      void client.invalidateQueries({ queryKey: ['menu'] });
      setErrors({});
      toast(done);
      return true;
    } catch (error) {
      setErrors(errorsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, errors };
}
