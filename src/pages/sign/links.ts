// What a letter's link asks of the entrance, and a form that is sent once.
import { useState, type FormEvent } from 'react';
import { linkFlows, type LinkFlow } from '../../../contract/pages.ts';
import type { HttpError } from '../../../providers/http.ts';

export interface OpenedLink {
  flow: LinkFlow;
  secret: string;
}

/** The link of an address's hash: `#invite=secret`; null for anything else. */
export function linkOf(hash: string): OpenedLink | null {
  const [name, secret = ''] = hash.slice(1).split('=');
  const flow = linkFlows.find((one) => one === name);
  return flow && secret ? { flow, secret } : null;
}

/** What is wrong with a call, by field; `form` is for what belongs to none. */
export const errorsOf = (error: unknown): Record<string, string> => {
  const { body, message } = error as HttpError;
  return body?.errors ?? { form: body?.message ?? message };
};

/** One form that is sent once: what is going on and what was refused. */
export function useSending(send: () => Promise<unknown>) {
  const [state, setState] = useState<'typing' | 'sending' | 'done'>('typing');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setState('sending');
    setErrors({});
    send().then(
      () => setState('done'),
      (error: unknown) => {
        setState('typing');
        setErrors(errorsOf(error));
      },
    );
  };
  return { state, errors, submit };
}
