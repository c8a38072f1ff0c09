// What is typed to the support and what is on its way: a closed window or tab, another question or a lost connection loses none of
// it. Both are drafts of their writer in this browser: they go when he signs out.
import { useEffect, useRef, useState } from 'react';
import type { SupportEvent } from '../../contract/support.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { dropDraft, putDraft, readDraft } from '../../widgets/editor/useDraft.ts';

/** A message on its way: kept with its key until the server has it. */
export interface Unsent {
  text: string;
  key: string;
  /** For the others on duty, not for the asker. */
  isNote?: boolean;
}

/** What the browser had no room for lives as long as its tab. */
const beside = new Map<string, unknown>();

const known = <V>(key: string, nothing: V): V =>
  (beside.get(key) as V | undefined) ?? readDraft<V>(key)?.values ?? nothing;

function keepAt<V extends { length: number }>(key: string, values: V, since: number): void {
  beside.delete(key);
  if (!values.length) dropDraft(key);
  else if (!putDraft(key, values, since)) beside.set(key, values);
}

/** Words being typed into a talk (`talk`: the number of the writer, a colon, the name of the talk), as they were left. */
export function useTyped(talk: string): [string, (words: string) => void] {
  const key = `${talk}:typed`;
  const [since] = useState(Date.now);
  const [text, show] = useState(() => known(key, ''));
  const setText = (words: string) => {
    keepAt(key, words, since);
    show(words);
  };
  return [text, setText];
}

/**
 * Messages of a talk in the order of their writing; `post` answers whether one needs to wait no more. What the server didn't take waits
 * for `again`, or for the talk to be opened the next time. `said` is what the talk shows: a message may come by the live channel before
 * the answer to its sending, or though that answer was lost, and stands in one place only.
 */
export function useOutgoing(
  talk: string,
  said: readonly Pick<SupportEvent, 'key' | 'is_mine'>[],
  post: (message: Unsent) => Promise<boolean>,
) {
  const key = `${talk}:unsent`;
  const [since] = useState(Date.now);
  const waiting = () => known<readonly Unsent[]>(key, []);
  const [rows, show] = useState(waiting);
  const isRunning = useRef(false);
  const keep = (left: readonly Unsent[]) => {
    keepAt(key, left, since);
    show(left);
  };
  const again = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      // Another tab may have written to the same talk meanwhile: each message leaves by its own key.
      for (let next = waiting()[0]; next && (await post(next)); next = waiting()[0])
        keep(waiting().filter((one) => one.key !== next!.key));
    } finally {
      isRunning.current = false;
    }
  };
  const send = (text: string, isNote = false) => {
    keep([...waiting(), { text, key: operationKey(), ...(isNote ? { isNote } : {}) }]);
    void again();
  };
  useEffect(() => {
    if (waiting().length) void again();
    // What was left unsent is tried once when the talk is opened.
  }, [key]);
  const isSaid = (one: Unsent) => said.some((event) => event.is_mine && event.key === one.key);
  useEffect(() => {
    if (waiting().some(isSaid)) keep(waiting().filter((one) => !isSaid(one)));
  }, [said]);
  return { unsent: rows.filter((one) => !isSaid(one)), send, again };
}
