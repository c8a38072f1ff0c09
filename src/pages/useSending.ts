// A form that is sent once: what is going on and what was refused, by field.
import { useState, type FormEvent } from 'react';
import { errorsOf } from '../../providers/http.ts';

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
  const again = () => setState('typing');
  return { state, errors, submit, again };
}
