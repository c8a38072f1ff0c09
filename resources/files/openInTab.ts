// A file that is asked for first: its link lives for minutes.
import type { HttpError } from '../../providers/http.ts';
import { toast } from '../../widgets/toasts.ts';

/** Opens what the call answers in a tab of its own. The tab is opened by the press itself: browsers refuse one that comes later. */
export async function openInTab(ask: () => Promise<{ url: string }>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  try {
    const { url } = await ask();
    if (tab) {
      tab.opener = null;
      tab.location.replace(url);
    }
  } catch (failure) {
    tab?.close();
    toast((failure as HttpError).message, { kind: 'error' });
  }
}
