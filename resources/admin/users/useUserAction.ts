// Runs an action on an account: the answered card replaces the shown one, a refusal is told.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { users, type UserCard } from '../../../contract/users.ts';
import type { HttpError } from '../../../providers/http.ts';
import { toast } from '../../../widgets/toasts.ts';

export function useUserAction(id: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  /** True when it was done. */
  const run = async (work: () => Promise<UserCard | void>, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      const card = await work();
      if (card) client.setQueryData([users.name, 'getOne', { id: String(id), meta: undefined }], card);
      void client.invalidateQueries({ queryKey: [users.name] });
      toast(done);
      return true;
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy };
}
