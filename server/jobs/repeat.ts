// Small upkeep that comes back: no queue is needed where the next turn does what this one could not.

/** Does the work, which never throws, now and every `ms` until stopped; what failed is tried at the next turn. */
export function repeat(ms: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const turn = () => void (running = running.then(work));
  turn();
  const timer = setInterval(turn, ms).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
