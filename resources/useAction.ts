// One way to run what is not a plain save: the answered card replaces the shown one, a refusal stays with the dialog or is told.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorsOf, type HttpError } from '../providers/http.ts';
import { readAnew, type Room } from '../providers/reading.ts';
import { toast } from '../widgets/toasts.ts';

/** `aloud`: the refusal is a message, for buttons without a form of their own. */
export function useAction<Card extends object>(resource: Room, id: number, { aloud = false } = {}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isCard = ([name, kind, what]: readonly unknown[]) =>
    name === resource && kind === 'getOne' && String((what as { id?: unknown } | undefined)?.id) === String(id);
  /** True when it was done; `done` says so, where need be by what the card has become. */
  const run = async <Answer extends Card | void>(
    work: Promise<Answer>,
    done: string | ((answer: Answer) => string),
  ): Promise<boolean> => {
    setBusy(true);
    try {
      const card = await work;
      if (card) client.setQueriesData({ predicate: ({ queryKey }) => isCard(queryKey) }, card);
      void readAnew(client, resource, 'menu');
      setErrors({});
      toast(typeof done === 'string' ? done : done(card));
      return true;
    } catch (error) {
      if (aloud) toast((error as HttpError).message, { kind: 'error' });
      else setErrors(errorsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, errors };
}
