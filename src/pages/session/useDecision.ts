// A letter's link that is answered «это я» or «это не я»: what it is about, the answer, and why it is dead.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorsOf, type HttpError } from '../../../providers/http.ts';

/** Which call it is, the page of the link knows. */
const linkKey = (link: string) => ['link', link];

/** `send` without an answer only looks at the link; `key` names it. */
export function useDecision<Data>(key: string, send: (confirm?: boolean) => Promise<{ data: Data }>) {
  const [decided, setDecided] = useState<Data | null>(null);
  const [trouble, setTrouble] = useState<HttpError | null>(null);
  const [busy, setBusy] = useState<boolean | null>(null);
  const { data, error } = useQuery({
    queryKey: linkKey(key),
    queryFn: () => send(),
    retry: false,
    staleTime: Infinity,
  });
  const decide = async (confirm: boolean) => {
    setBusy(confirm);
    try {
      setDecided((await send(confirm)).data);
    } catch (refused) {
      setTrouble(refused as HttpError);
    } finally {
      setBusy(null);
    }
  };
  const refused = trouble ?? (error as HttpError | null);
  return {
    about: data?.data ?? null,
    decided,
    busy,
    decide,
    dead: refused && { errors: errorsOf(refused), code: refused.body?.code },
  };
}

/** Body of a call about a link. */
export const answerOf = (token: string, confirm?: boolean) => (confirm === undefined ? { token } : { token, confirm });
