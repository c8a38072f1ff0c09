// One way to run what has neither a card nor fields of its own: a file that is taken, work that is started.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { errorsOf } from '../providers/http.ts';
import { readAnew, type Room } from '../providers/reading.ts';
import { toast } from '../widgets/toasts.ts';

/** A refusal is a message; what `changes` names is read anew either way, the button waits for it. */
export function useLoudAction(changes?: Room | QueryKey) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async <Answer>(work: () => Promise<Answer>, done?: (answer: Answer) => string): Promise<void> => {
    setBusy(true);
    try {
      const answer = await work();
      if (done) toast(done(answer));
    } catch (error) {
      toast(Object.values(errorsOf(error))[0] ?? (error as Error).message, { kind: 'error' });
    }
    if (changes) await readAnew(client, changes);
    setBusy(false);
  };
  return { run, busy };
}
