// Records told as changed on the live channel, as every process hears them.
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';
import type { TestApp } from './app.ts';

export interface ToldRecords {
  resource: string;
  ids: number[];
}

/** What is told from now on, in order, of one ПО where it is named; `stop` when enough is heard. */
export async function hearRecords(t: TestApp, po?: number): Promise<{ told: ToldRecords[]; stop(): Promise<void> }> {
  const told: ToldRecords[] = [];
  const stop = await t.deps.engine.listen(LIVE_CHANNEL, (payload) => {
    const { audience, message } = JSON.parse(payload);
    const isHere = po === undefined || audience.po === po;
    if (isHere && message.type === 'records_changed') told.push(message.message);
  });
  return { told, stop };
}
