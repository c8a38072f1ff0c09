// «Печатает»: told at most once in three seconds, believed for six.
import { useEffect, useRef, useState } from 'react';
import { typingSupport } from '../../contract/support.ts';
import { call } from '../../providers/http.ts';
import { onLive } from '../../providers/liveProvider.ts';
import { useActor } from '../../providers/session.ts';

const SAY_EVERY_MS = 3000;
const BELIEVED_MS = 6000;

/** Who of the other side is writing in a question now, and how to tell that one is writing oneself. */
export function useTyping(id: number | null) {
  const actor = useActor();
  const [name, setName] = useState('');
  const said = useRef(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => setName('');
    const unhear = onLive(({ type, message }) => {
      if (type === 'support_typing' && message.thread === id && message.user !== actor?.userId) {
        setName(message.name);
        clearTimeout(timer);
        timer = setTimeout(stop, BELIEVED_MS);
      }
      // What was being written has come.
      if (type === 'support_changed' && message.thread === id) stop();
    });
    return () => {
      clearTimeout(timer);
      unhear();
    };
  }, [id, actor?.userId]);
  const tell = () => {
    if (!id || Date.now() - said.current < SAY_EVERY_MS) return;
    said.current = Date.now();
    void call(typingSupport, { params: { id }, quiet: true }).catch(() => undefined);
  };
  return { name, tell };
}
