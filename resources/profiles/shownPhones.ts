// Phones that were shown on record: for this tab, as long as a working day; never on the disk.
import { useSyncExternalStore } from 'react';
import { MOST_REVEALED, revealPhones, revealProfile } from '../../contract/profiles.ts';
import { call } from '../../providers/http.ts';
import { useActor, useMay } from '../../providers/session.ts';

const LIFE_MS = 8 * 3600_000;
const MOST = MOST_REVEALED;

interface Shown {
  phones: string[];
  until: number;
}
/** By reader and person: who signs in after somebody sees nothing of his. */
const shown = new Map<string, Shown>();
const listeners = new Set<() => void>();
let version = 0;

const keyOf = (reader: number | undefined, id: number) => `${reader ?? ''}:${id}`;

function keep(reader: number | undefined, people: readonly { id: number; phones: string[] }[]): void {
  for (const { id, phones } of people) shown.set(keyOf(reader, id), { phones, until: Date.now() + LIFE_MS });
  version += 1;
  for (const tell of listeners) tell();
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => void listeners.delete(tell);
};

/** Phones that this reader was shown, and showing more of them. */
export function useShownPhones() {
  const reader = useActor()?.userId;
  // Who lost the right sees at once no more of what he was shown.
  const { may } = useMay(revealPhones.needs);
  useSyncExternalStore(subscribe, () => version);
  const phonesOf = (id: number): string[] | null => {
    const found = shown.get(keyOf(reader, id));
    return may && found && found.until > Date.now() ? found.phones : null;
  };
  return {
    phonesOf,
    /** One person: the button that calls. */
    showOne: async (id: number): Promise<string[]> => {
      const { phones } = await call(revealProfile, { params: { id }, body: { what: 'phones' }, quiet: true });
      keep(reader, [{ id, phones }]);
      return phones;
    },
    /** What the reader has just typed himself: there is nothing to show him. */
    remember: (id: number, phones: readonly string[]) => keep(reader, [{ id, phones: [...phones] }]),
    /** A page or a selection, one line in the log; more than 200 are refused by the server. */
    showMany: async (ids: readonly number[]) => {
      const wanted = [...new Set(ids)].filter((id) => !phonesOf(id));
      if (wanted.length) keep(reader, (await call(revealPhones, { body: { ids: wanted }, quiet: true })).data);
    },
    most: MOST,
  };
}
