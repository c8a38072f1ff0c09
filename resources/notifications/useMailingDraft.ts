// The draft of a mailing: saved by itself a moment after the last change, its preview asked for beside.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import {
  notifications,
  previewNotification,
  type MailingContent,
  type NotificationCard,
} from '../../contract/notifications.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { useLeaveGuard } from '../../widgets/leaveGuard.ts';
import { toast } from '../../widgets/toasts.ts';
import { useMailingNews } from './words.tsx';

const SAVE_DELAY_MS = 1200;
const PREVIEW_DELAY_MS = 400;
const ASK_MS = 4000;

interface Kept {
  id: number;
  version: number;
}

/** Content, how it is changed, what is kept of it, the preview at a place of the walk. */
export function useMailingDraft(start: MailingContent, card: NotificationCard | null) {
  const [content, setContent] = useState(start);
  const [kept, setKept] = useState<Kept | null>(card && { id: card.id, version: card.version });
  const [saved, setSaved] = useState(start);
  const [costReady, setCostReady] = useState(card?.costReady ?? false);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const saving = useRef<Promise<Kept | null>>(Promise.resolve(null));
  const keptNow = useRef(kept);
  const isDirty = content !== saved;
  useLeaveGuard(isDirty);

  const change = useCallback((part: Partial<MailingContent>) => setContent((now) => ({ ...now, ...part })), []);
  /** Saves what is on the screen; saves follow one another. */
  const save = useCallback(async (): Promise<Kept | null> => {
    const work = saving.current.then(async () => {
      const known = keptNow.current;
      setCostReady(false);
      const next = known
        ? await call(notifications.update, {
            params: { id: known.id },
            body: { ...content, version: known.version },
            quiet: true,
          })
        : await call(notifications.create, { body: content, quiet: true });
      keptNow.current = { id: next.id, version: next.version };
      setKept(keptNow.current);
      setSaved(content);
      if (next.costReady) setCostReady(true);
      setSavedAt(new Date().toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' }));
      return keptNow.current;
    });
    saving.current = work.catch(() => null);
    return work.catch((error: HttpError) => {
      toast(error.message, { kind: 'error' });
      return null;
    });
  }, [content]);
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(() => void save(), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDirty, save]);
  useMailingNews(
    useCallback((told) => {
      if (told.id === keptNow.current?.id && told.cost_ready) setCostReady(true);
    }, []),
  );

  useAskedCost(kept, costReady, setCostReady, isDirty);

  const { asked, preview } = useMailingPreview(content, at);
  const isCounting = preview.isFetching || asked !== content || isDirty || (kept !== null && !costReady);
  return {
    content,
    change,
    kept,
    save,
    savedAt,
    at,
    setAt,
    preview: preview.data,
    isCounting,
    refetch: preview.refetch,
  };
}

/** What would be sent, to whom and for how much, a moment after the last change. */
function useMailingPreview(content: MailingContent, at: number) {
  const asked = useDelayed(content, PREVIEW_DELAY_MS);
  const preview = useQuery({
    queryKey: ['notification_preview', asked, at],
    queryFn: ({ signal }) => call(previewNotification, { body: { ...asked, at, attachments: 0 }, signal, quiet: true }),
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  return { asked, preview };
}

/** A price whose message was not heard is asked for. */
function useAskedCost(
  kept: Kept | null,
  costReady: boolean,
  setCostReady: Dispatch<SetStateAction<boolean>>,
  isDirty: boolean,
) {
  const waitsForCost = kept && !isDirty && !costReady ? kept.id : null;
  useEffect(() => {
    if (waitsForCost === null) return;
    const timer = setInterval(() => {
      void call(notifications.one, { params: { id: waitsForCost }, quiet: true }).then((card) =>
        setCostReady(card.costReady),
      );
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [waitsForCost]);
}

function useDelayed<T>(value: T, ms: number): T {
  const [known, setKnown] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return known;
}
