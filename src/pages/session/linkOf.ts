// What a letter's link asks of the entrance.
import { linkFlows, type LinkFlow } from '../../../contract/pages.ts';

export interface OpenedLink {
  flow: LinkFlow;
  secret: string;
}

/** The link of an address's hash: `#invite=secret`; null for anything else. */
export function linkOf(hash: string): OpenedLink | null {
  const [name, secret = ''] = hash.slice(1).split('=');
  const flow = linkFlows.find((one) => one === name);
  return flow && secret ? { flow, secret } : null;
}
