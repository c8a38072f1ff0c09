// The draft of a wizard is kept by itself: after a pause, and in the last moment where the wizard is left or the page closes.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReasonInfo } from '../../contract/reregistrations/steps.ts';
import { releaseGuard, useLeaveGuard } from '../../widgets/leaveGuard.ts';
import { bodyOf, type WizardForm } from './wizardForm.ts';

const AUTOSAVE_MS = 1500;
type Body = ReturnType<typeof bodyOf>;
/** The form without people who are still being typed. */
const withoutTyped = (form: WizardForm): WizardForm => ({
  ...form,
  owners: form.owners.filter((row) => !row.pick.isNew),
  transit: form.transit.filter((row) => !row.pick.isNew),
});

interface Keeping {
  /** By itself after a pause. */
  isOn: boolean;
  /** Only a draft is kept by itself; another case is saved by its button. */
  isDraft: boolean;
  /** Saved whole just now. */
  busy: boolean;
  /** Why the last keeping was refused. */
  unsaved: string | null;
}

interface Sending {
  /** False where it was refused. */
  send: (sent: Body) => Promise<boolean>;
  /** From a page that closes. */
  sendLast: (sent: Body) => void;
}

/**
 * What is typed is kept after a pause, and at once where the page is left; a person half typed is entered by «Далее», so that he is
 * asked about before he is lost.
 */
export function useAutosave(
  form: WizardForm,
  reason: ReasonInfo,
  { isOn, isDraft, busy, unsaved }: Keeping,
  { send, sendLast }: Sending,
) {
  const known = JSON.stringify(bodyOf(withoutTyped(form), reason.comes));
  const [kept, setKept] = useState(known);
  const [going, setGoing] = useState(0);
  const saving = useRef(Promise.resolve(true));
  const isLeft = useRef(false);
  const isTyped = JSON.stringify(bodyOf(form, reason.comes)) !== known;
  const isLate = isDraft && !busy && (known !== kept || unsaved !== null);
  const keepNow = (): Promise<boolean> => {
    // What is being saved whole is more than this.
    if (busy || (known === kept && unsaved === null)) return saving.current;
    setKept(known);
    setGoing((now) => now + 1);
    saving.current = send(JSON.parse(known) as Body).finally(() => setGoing((now) => now - 1));
    return saving.current;
  };
  useEffect(() => {
    if (known === kept || !isOn) return undefined;
    const timer = setTimeout(() => void keepNow(), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  });
  const mayFlush = busy || (isDraft && !isTyped);
  const isDirty = isTyped || known !== kept || (isDraft && (unsaved !== null || going > 0));
  useLeaveGuard(isDirty, false, mayFlush ? { flush: keepNow, closes: !busy && going === 0 && unsaved === null } : null);
  useLastMoments(
    () => isLate && !isLeft.current && void keepNow(),
    () => isLate && !isLeft.current && going === 0 && sendLast(JSON.parse(known) as Body),
  );
  const leave = () => {
    isLeft.current = true;
    releaseGuard();
  };
  /** A whole saving that is under way: leaving waits for it. */
  const follow = <T>(work: Promise<T>) => {
    saving.current = work.then(Boolean);
    return work;
  };
  return { setKept, leave, follow };
}

/** `keep` when another tab comes over this one or the wizard is left, `close` when the page goes for good. */
function useLastMoments(keep: () => unknown, close: () => unknown) {
  const keepNow = useEffectEvent(() => void keep());
  const closeNow = useEffectEvent(() => void close());
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && keepNow();
    const onClosing = () => closeNow();
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', onClosing);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', onClosing);
      keepNow();
    };
  }, []);
}
