// Events of one question, gone on from the number of the last one known: after a break nothing is missed or doubled.
import { useCallback, useEffect, useRef, useState } from 'react';
import { readSupport, supportEvents, type SupportEvent, type SupportThread } from '../../contract/support.ts';
import { call } from '../../providers/http.ts';
import { onLive } from '../../providers/liveProvider.ts';

/** While the live channel is away, it is asked so often, ms. */
const POLL_MS = 15_000;

/** Adds events in the order of their numbers, each once. */
export function withEvents(known: readonly SupportEvent[], fresh: readonly SupportEvent[]): SupportEvent[] {
  const bySeq = new Map([...known, ...fresh].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}

export function useTalk(id: number | null, mayMark: boolean) {
  const [talk, setTalk] = useState<{ thread: SupportThread | null; events: SupportEvent[] }>({
    thread: null,
    events: [],
  });
  const last = useRef(0);
  const running = useRef<Promise<void>>(Promise.resolve());
  const goOn = useCallback(() => {
    if (!id) return;
    // One question at a time, so that answers come in turn.
    running.current = running.current
      .then(async () => {
        for (let more = true; more;) {
          const { thread, events } = await call(supportEvents, {
            params: { id },
            query: { after: last.current },
            quiet: true,
          });
          last.current = Math.max(last.current, ...events.map(({ seq }) => seq));
          setTalk((was) => ({ thread, events: withEvents(was.events, events) }));
          more = events.length > 0 && last.current < thread.last_seq;
          if (mayMark && thread.unread > 0)
            await call(readSupport, { params: { id }, body: { seq: last.current }, quiet: true });
        }
      })
      .catch(() => undefined);
  }, [id, mayMark]);
  useEffect(() => {
    last.current = 0;
    setTalk({ thread: null, events: [] });
    goOn();
    const timer = setInterval(goOn, POLL_MS);
    const unhear = onLive(({ type, message }) => {
      if (type === 'support_changed' && message.thread === id) goOn();
    });
    return () => {
      clearInterval(timer);
      unhear();
    };
  }, [id, goOn]);
  return { ...talk, goOn };
}
