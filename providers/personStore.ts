// Where the console keeps habits: in this browser, and those that follow the person also on the server.
import { useEffect } from 'react';
import type { Store } from 'react-admin';
import { saveHabit, userHabits } from '../contract/habits.ts';
import { call } from './http.ts';
import { currentActor, useActor } from './session.ts';

/** Choices of columns and of the first page follow the person; filters and pages stay with the browser. */
const follows = (key: string) => key.endsWith('.columns') || key === HOME_FIRST;

/** A choice is sent when the person stops choosing, ms. */
const SETTLE_MS = 800;

/** `{ today: true }`: the cockpit opens after signing in. */
export const HOME_FIRST = 'home.first';

type Habits = Record<string, Record<string, boolean>>;

export interface PersonStore extends Store {
  /** Puts the habits of the person in place of those of whoever worked here before. */
  receive(habits: Habits): void;
}

/** `local` with what follows the person sent to the server; a habit that could not be sent stays in this browser. */
export function personStore(local: Store): PersonStore {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const send = (key: string) => {
    clearTimeout(waiting.get(key));
    const sent = setTimeout(() => {
      waiting.delete(key);
      const value = local.getItem<Record<string, boolean>>(key) ?? {};
      call(saveHabit, { params: { key }, body: { value }, quiet: true }).catch(() => {});
    }, SETTLE_MS);
    waiting.set(key, sent);
  };
  return {
    ...local,
    setItem(key, value) {
      local.setItem(key, value);
      const actor = currentActor();
      if (follows(key) && actor && !actor.viewOnly) send(key);
    },
    receive(habits) {
      const before = Object.keys(local.listItems?.() ?? {});
      for (const key of before.filter((one) => follows(one) && !(one in habits) && !waiting.has(one)))
        local.removeItem(key);
      // A choice that is on its way is newer than what the server remembers.
      for (const [key, value] of Object.entries(habits)) if (!waiting.has(key)) local.setItem(key, value);
    },
  };
}

/** Brings the habits of the person at work, again after somebody else signs in. */
export function usePersonHabits(store: PersonStore): void {
  const userId = useActor()?.userId;
  useEffect(() => {
    if (userId === undefined) return;
    let gone = false;
    call(userHabits, { quiet: true }).then(
      ({ data }) => {
        if (!gone) store.receive(data);
      },
      // Without them the list looks as it was last seen in this browser.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [userId, store]);
}
