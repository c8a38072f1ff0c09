// Whether the server can be reached, told to everyone through the query library's `onlineManager`: while it cannot,
// reads and writes wait, and they go on by themselves when it answers again.
import { onlineManager } from '@tanstack/react-query';

/** Pause between two questions whether the server is there again, ms. */
const ASK_MS = 2000;

/** A call ended without an answer: it may have been only that one, so the server is asked. */
export const answerMissing = (): void => void askServer();
/** The server answered, whatever it said. What was on its way when the connection was lost comes after that: it is no sign of its return. */
export function answerCame(): void {
  if (!onlineManager.isOnline()) void askServer();
}

/** Asks the server whether it is there and tells everyone. */
export async function askServer(): Promise<void> {
  const wasOnline = onlineManager.isOnline();
  const isThere = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  const isLostMeanwhile = wasOnline && !onlineManager.isOnline();
  if (!isLostMeanwhile) onlineManager.setOnline(isThere);
}

/** Keeps asking while there is no connection; the answered function ends it. */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    clearTimeout(timer);
    if (!onlineManager.isOnline()) timer = setTimeout(() => void askServer().finally(ask), ASK_MS);
  };
  const stop = onlineManager.subscribe(ask);
  // A page that began without a network heard nothing of losing it: the server is asked, which may stand on this very machine.
  if (!navigator.onLine) void askServer();
  ask();
  return () => {
    clearTimeout(timer);
    stop();
  };
}
