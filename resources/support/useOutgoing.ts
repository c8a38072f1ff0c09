// What is typed to the support and what is on its way: a closed window, another question or a lost connection loses none of it.
import { useRef, useState } from 'react';
import { operationKey } from '../../providers/operationKey.ts';

/** A message on its way: kept with its key until the server has it. */
export interface Unsent {
  text: string;
  key: string;
}

const typed = new Map<string, string>();
const unsent = new Map<string, readonly Unsent[]>();

/** Words being typed into a talk (`talk` names it and its writer), as they were left. */
export function useTyped(talk: string): [string, (words: string) => void] {
  const [text, show] = useState(typed.get(talk) ?? '');
  const setText = (words: string) => {
    typed.set(talk, words);
    show(words);
  };
  return [text, setText];
}

/** Messages of a talk in the order of their writing; `post` answers whether the server took one. What it didn't take waits for `again`. */
export function useOutgoing(talk: string, post: (message: Unsent) => Promise<boolean>) {
  const [rows, show] = useState(unsent.get(talk) ?? []);
  const isRunning = useRef(false);
  const keep = (left: readonly Unsent[]) => {
    unsent.set(talk, left);
    show(left);
  };
  const waiting = () => unsent.get(talk) ?? [];
  const again = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      for (let next = waiting()[0]; next && (await post(next)); next = waiting()[0]) keep(waiting().slice(1));
    } finally {
      isRunning.current = false;
    }
  };
  const send = (text: string) => {
    keep([...waiting(), { text, key: operationKey() }]);
    void again();
  };
  return { unsent: rows, send, again };
}
