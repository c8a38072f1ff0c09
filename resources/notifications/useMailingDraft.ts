// The draft of a mailing: saved by itself a moment after the last change, its preview asked for beside.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import {
  notifications,
  previewNotification,
  type MailingContent,
  type NotificationCard,
} from '../../contract/notifications.ts';
import { countReceivers } from '../../contract/notifications/checking.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useLeaveGuard } from '../../widgets/leaveGuard.ts';
import { toast } from '../../widgets/toasts.ts';
import { useMailingNews } from './words.tsx';

const SAVE_DELAY_MS = 1200;
/** After this long what could not be kept is tried again. */
const AGAIN_MS = 5000;
const PREVIEW_DELAY_MS = 400;
const ASK_MS = 4000;

interface Kept {
  id: number;
  version: number;
}
/** What could not be kept; a fault on the way passes by itself. */
interface Lost {
  content: MailingContent;
  isPassing: boolean;
}

/** Content, how it is changed, what is kept of it, the preview at a place of the walk. */
export function useMailingDraft(start: MailingContent, card: NotificationCard | null) {
  const [content, setContent] = useState(start);
  const [at, setAt] = useState(0);
  const { kept, isDirty, costReady, ...keeping } = useKeeping(content, start, card);
  const change = useCallback((part: Partial<MailingContent>) => setContent((now) => ({ ...now, ...part })), []);
  const { asked, preview } = useMailingPreview(content, at);
  const counted = useReceiverCount(content);
  const isCounting = preview.isFetching || asked !== content || isDirty || (kept !== null && !costReady);
  return {
    ...keeping,
    content,
    change,
    kept,
    isDirty,
    at,
    setAt,
    preview: preview.data,
    /** Whom it reaches: known before what it costs. */
    counter: counted ?? preview.data?.receiverCounter,
    /** Why nothing was counted. */
    failure: preview.isFetching ? undefined : preview.error?.message,
    isCounting,
    refetch: preview.refetch,
  };
}

/** Keeps a draft: a moment after the last change, and when asked to. */
function useKeeping(content: MailingContent, start: MailingContent, card: NotificationCard | null) {
  const [kept, setKept] = useState<Kept | null>(card && { id: card.id, version: card.version });
  const [saved, setSaved] = useState(start);
  const [costReady, setCostReady] = useState(card?.costReady ?? false);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [lost, setLost] = useState<Lost | null>(null);
  const isTold = useRef(false);
  const saving = useRef<Promise<Kept | null>>(Promise.resolve(null));
  const keptNow = useRef(kept);
  const isDirty = content !== saved;
  useLeaveGuard(isDirty);

  /** Saves what is on the screen; saves follow one another. */
  const save = useCallback(async (): Promise<Kept | null> => {
    const work = saving.current.then(async () => {
      setCostReady(false);
      const next = await sent(content, keptNow.current);
      keptNow.current = { id: next.id, version: next.version };
      isTold.current = false;
      setLost(null);
      setKept(keptNow.current);
      setSaved(content);
      if (next.costReady) setCostReady(true);
      setSavedAt(new Date().toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' }));
      return keptNow.current;
    });
    saving.current = work.catch(() => null);
    return work.catch((error: HttpError) => {
      const isPassing = error.status === 0 || error.status >= 500;
      // What is tried again by itself is told once.
      if (!isTold.current || !isPassing) toast(error.message, { kind: 'error' });
      isTold.current = isPassing;
      setLost({ content, isPassing });
      return null;
    });
  }, [content]);
  useEffect(() => {
    if (!isDirty || (lost?.content === content && !lost.isPassing)) return;
    const timer = setTimeout(() => void save(), lost?.isPassing ? AGAIN_MS : SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDirty, save, lost, content]);
  useMailingNews(
    useCallback((told) => {
      if (told.id === keptNow.current?.id && told.cost_ready) setCostReady(true);
    }, []),
  );
  useAskedCost(kept, costReady, setCostReady, isDirty);
  return { kept, save, savedAt, isLost: lost !== null && isDirty, isDirty, costReady };
}

const sent = (content: MailingContent, known: Kept | null) =>
  known
    ? call(notifications.update, {
        params: { id: known.id },
        body: { ...content, version: known.version },
        quiet: true,
      })
    : call(notifications.create, { body: content, quiet: true });

/** What would be sent, to whom and for how much, a moment after the last change. */
function useMailingPreview(content: MailingContent, at: number) {
  const asked = useDelayed(content, PREVIEW_DELAY_MS);
  const preview = useQuery({
    ...reading(previewNotification, { body: { ...asked, at, attachments: 0 }, stops: true }),
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  return { asked, preview };
}

/** How many people are reached and by what: asked for anew only when that may have changed, not with every letter of a text. */
function useReceiverCount(content: MailingContent) {
  const { kind, channel, template, selection, onePerPerson, skipRepeated, skipTemplate } = content;
  const asked = useDelayed(
    JSON.stringify({ kind, channel, template, selection, onePerPerson, skipRepeated, skipTemplate }),
    PREVIEW_DELAY_MS,
  );
  const { data } = useQuery({
    ...reading(countReceivers, { body: JSON.parse(asked) as MailingContent, stops: true }),
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  return data;
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
