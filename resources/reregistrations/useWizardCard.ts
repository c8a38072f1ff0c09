// The form of a wizard and its saving: whole by «Далее», by itself after a pause; another's saving in between is told.
import { useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import type { ReasonInfo } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { sendOnClosing } from '../../providers/lastCall.ts';
import { staleOf, type StaleCase } from './StaleCase.tsx';
import { useAutosave } from './useAutosave.ts';
import { useKeepCard } from './useKeepCard.ts';
import { bodyOf, emptyForm, formOf, type Start, type WizardForm } from './wizardForm.ts';

type Body = ReturnType<typeof bodyOf>;
export interface End {
  apply?: boolean;
  isComplete?: boolean;
  expected?: string;
}

/** The form of the case and its saving: whole by `save`, by itself after a pause. */
export function useWizardCard(start: Start, reasons: readonly ReasonInfo[], first: ReregistrationCard | null) {
  const keep = useKeepCard();
  const [card, setCard] = useState(first);
  const [form, setForm] = useState(() => (first ? formOf(first) : emptyForm()));
  const [busy, setBusy] = useState(false);
  const reason = reasons.find((one) => one.id === form.reason)!;
  const body = bodyOf(form, reason.comes);
  const set = (change: Partial<WizardForm>) => setForm((now) => ({ ...now, ...change }));
  const isDraft = !card || card.status === 0;

  const { send, sendLast, take, look } = useSavings(start, first, setCard);
  const { errors, setErrors, stale, setStale, unsaved, setUnsaved, refuse, isKept } = useRefusals();
  const keeping = { isOn: isDraft && !busy && !stale, isDraft, busy, unsaved };
  const { setKept, leave, follow } = useAutosave(form, reason, keeping, {
    sendLast,
    send: (sent) => isKept(send(sent)),
  });

  /** Keeps the form; new people get their cards and are picked from then on. */
  const save = (end: End = {}, sent = body) => follow(saveWhole(end, sent));
  const saveWhole = async (end: End, sent: Body) => {
    setBusy(true);
    try {
      const answered = await send(sent, end);
      const now = { ...formOf(answered), keepHimself: form.keepHimself };
      setForm(now);
      setKept(JSON.stringify(bodyOf(now, reason.comes)));
      setErrors({});
      setUnsaved(null);
      keep(answered);
      return answered;
    } catch (error) {
      refuse(error, false);
      return null;
    } finally {
      setBusy(false);
    }
  };
  /** What was chosen of both sides is kept over the other's saving. */
  const resolve = async (chosen: WizardForm) => {
    take(stale!.theirs);
    setForm(chosen);
    setStale(null);
    const comes = reasons.find((one) => one.id === chosen.reason)!.comes;
    return save({}, bodyOf(chosen, comes));
  };
  return {
    card,
    form,
    set,
    errors,
    busy,
    body,
    reason,
    isDraft,
    take,
    save,
    /** The wizard is done with: what stands in it is kept no more. */
    leave,
    look,
    stale,
    unsaved,
    resolve,
    keepEditing: () => setStale(null),
  };
}

/** Savings of the case one after another, and what the last one answered. */
function useSavings(
  start: Start,
  first: ReregistrationCard | null,
  setCard: Dispatch<SetStateAction<ReregistrationCard | null>>,
) {
  /** Savings go one after another: each is sent with the version that the one before answered. */
  const last = useRef<{ card: ReregistrationCard | null; work: Promise<unknown>; garageVersion: number }>({
    card: first,
    work: Promise.resolve(),
    // A draft that saw an older garage keeps saying so until somebody says that he has looked.
    garageVersion: first?.garage_seen ?? start.garage.version,
  });
  const send = (sent: Body, end: End = {}) => {
    const work = last.current.work.then(async () => {
      const { card: known, garageVersion } = last.current;
      const answered = known
        ? await call(reregistrations.update, {
            params: { id: known.id },
            body: { ...sent, ...end, garageVersion, version: known.version },
            quiet: true,
          })
        : await call(reregistrations.create, {
            body: { ...sent, ...end, garageVersion, garage: start.garage.id },
            quiet: true,
          });
      last.current.card = answered;
      setCard(answered);
      return answered;
    });
    last.current.work = work.catch(() => undefined);
    return work;
  };

  /** From a page that closes: nobody waits for the answer. */
  const sendLast = (sent: Body) => {
    const { card: known, garageVersion } = last.current;
    if (known)
      sendOnClosing(reregistrations.update, {
        params: { id: known.id },
        body: { ...sent, garageVersion, version: known.version },
      });
    else sendOnClosing(reregistrations.create, { body: { ...sent, garageVersion, garage: start.garage.id } });
  };

  /** A card answered by another call: the next saving goes with its version. */
  const take = (answered: ReregistrationCard) => {
    last.current.card = answered;
    setCard(answered);
  };
  /** The changed garage was looked at: the next saving goes over it as it is now. */
  const look = () => {
    const { card: known } = last.current;
    if (!known) return;
    last.current.garageVersion = known.garage.version;
    take({ ...known, is_out_of_date: false });
  };
  return { send, sendLast, take, look };
}

/** Somebody saved in between: both sides are shown. Anything else stands at its field, or beside the draft that was not kept. */
function useRefusals() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [stale, setStale] = useState<StaleCase | null>(null);
  const [unsaved, setUnsaved] = useState<string | null>(null);
  const refuse = (error: unknown, isAuto: boolean) => {
    const texts = errorsOf(error);
    const { message } = error as HttpError;
    const other = staleOf(error);
    if (other) setStale(other);
    else if (isAuto) setUnsaved(Object.values(texts)[0] ?? message);
    else setErrors(Object.keys(texts).length ? texts : { form: message });
  };
  /** Whether a keeping by itself came through. */
  const isKept = (work: Promise<unknown>) =>
    work.then(
      () => {
        setUnsaved(null);
        return true;
      },
      (error: unknown) => {
        refuse(error, true);
        return false;
      },
    );
  return { errors, setErrors, stale, setStale, unsaved, setUnsaved, refuse, isKept };
}
