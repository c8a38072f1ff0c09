// State of the desk: the draft, the day, what was taken, posting and undoing.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { KEY_USED } from '../../../contract/kernel/problems.ts';
import {
  cashDay,
  deskDefaults,
  DUPLICATE,
  PAYER_CHANGED,
  payments,
  reverseOperation,
  takePayment,
  type OperationRow,
  type PaymentAnswer,
} from '../../../contract/payments.ts';
import { dataProvider } from '../../../providers/dataProvider.ts';
import { call, errorsOf, HttpError } from '../../../providers/http.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { useActor } from '../../../providers/session.ts';
import { operationKey } from '../../../providers/operationKey.ts';
import { readDraft, useDraft } from '../../../widgets/editor/useDraft.ts';
import { formatMoney } from '../../../widgets/format.ts';
import { toast } from '../../../widgets/toasts.ts';
import { standingOf } from '../../balance/standingOf.ts';
import * as rules from './deskRules.ts';
import { garageMoney } from './WherePanel.tsx';

/** Own payments of the day that stand above the draft. */
const SHOWN = 50;
/** After this the connection is taken for lost; the key keeps a call that did arrive from being made twice. */
const PATIENCE_MS = 20_000;
const LOST =
  'Нет связи с сервером. Строка сохранена: проведите её ещё раз, когда связь появится. Дважды она не запишется';

/** Today, the methods and the closed period as the desk begins. */
const deskQuery = { ...reading(deskDefaults), staleTime: 60_000 };
export const useDeskDefaults = () => useQuery(deskQuery).data;

const cashDayQuery = (date: string | undefined, po?: number | null) => ({
  ...reading(cashDay, { query: { date, ...(po ? { po } : {}) } }),
  enabled: date !== undefined,
});

/** The cash day of the place; read again when payments change. */
export const useCashDay = (date: string | undefined, po?: number | null) =>
  useQuery({ ...cashDayQuery(date, po), placeholderData: (before) => before });

export type Desk = ReturnType<typeof useDesk>;
/** How sending a draft ended: a question that the person has to answer first, or what is wrong by field. */
export type Outcome = 'taken' | 'asked' | Record<string, string>;

export function useDesk() {
  const actor = useActor();
  const asked = useQuery(deskQuery);
  const defaults = asked.data;
  /** Null while a day is being typed, undefined until one is chosen. */
  const [picked, setPicked] = useState<string | null | undefined>();
  const date = picked ?? defaults?.today;
  // Whose draft it is stays so when the session ends under the hand: it is kept for the next one.
  const [draftKey] = useState(`${actor?.userId ?? 0}:desk:${actor?.mo ?? 0}:${actor?.po ?? 0}`);
  const store = useDraft<rules.Draft>(draftKey);
  const [draft, setDraft] = useState(() => rules.restored(readDraft<rules.Draft>(draftKey)?.values));
  const [here, setHere] = useState<rules.Done[]>([]);
  const taken = useTaken(date, actor?.userId ?? 0);
  const sending = useSending();
  const [duplicate, setDuplicate] = useState<string | null>(null);
  /** A sum far over what the garage owes or pays in a year, in words. */
  const [unusual, setUnusual] = useState<string | null>(null);
  /** A garage that was asked for while something else is entered and not taken. */
  const [offered, offer] = useState<rules.DeskGarage | null>(null);
  /** Rows whose garage is still being looked for. */
  const [looking, setLooking] = useState<readonly number[]>([]);
  /** Who was shown as the payer of a garage on the day. */
  const payers = useRef(new Map<number, number>());
  const client = useQueryClient();
  const day = useCashDay(date);

  const dropQuestions = () => {
    setDuplicate(null);
    setUnusual(null);
  };
  /** What the last key made of the draft: a step may be taken before the screen has drawn the one before it. */
  const now = useRef(draft);
  const wrong = rules.missing(draft);
  const change = (step: (now: rules.Draft) => rules.Draft) => {
    const next = step(now.current);
    now.current = next;
    setDraft(next);
    dropQuestions();
    offer(null);
    sending.forget();
    store.keep(next);
  };
  const refresh = () => {
    void readAnew(client, 'payments', 'garages', 'menu', 'contributions', 'balance_operations');
  };

  /** `confirmed`: the question that stands was answered with yes. */
  const post = async (confirmed = false, onTaken?: (contribution: number) => void): Promise<Outcome> => {
    const row = now.current;
    const lacks = rules.missing(row);
    if (Object.keys(lacks).length) return sending.refuse(lacks);
    const sent = await sending.run(async () => {
      const asked = confirmed ? null : rules.unusualSum(row, await figuresOf(client, row));
      setUnusual(asked);
      if (asked) return null;
      const body = rules.bodyOf(row, date!, confirmed && duplicate !== null, payers.current);
      return call(takePayment, { body, quiet: true, timeout: PATIENCE_MS });
    });
    if (sent === null) return 'asked';
    if (sent instanceof HttpError) {
      if (sent.body.code === KEY_USED) {
        // What was sent before under this key has arrived: what stands in the row now is another payment.
        refresh();
        change((kept) => ({ ...kept, key: operationKey() }));
        return sending.refuse({ form: arrivedText(sent.body.current as PaymentAnswer) });
      }
      // Who pays is read anew: the panel shows him before the next press.
      if (sent.body.code === PAYER_CHANGED) refresh();
      if (sent.body.code !== DUPLICATE) return sending.refuse(sent.status === 0 ? { form: LOST } : errorsOf(sent));
      setDuplicate(sent.message);
      return 'asked';
    }
    refresh();
    setHere((before) => [...before, rules.doneOf(row, sent, methodName(row.paymentType))]);
    change(() => rules.nextDraft(row));
    onTaken?.(sent.contribution);
    if (sent.isRepeat) toast('Этот платёж уже был проведён: второй раз он не записан');
    return 'taken';
  };
  /** A closed day stays as it was signed: the money goes back today. What is on screen may still be the day before. */
  const backOn = async () => {
    const { state } = await client.ensureQueryData(cashDayQuery(date));
    return isPeriodClosed || state === 'closed' ? defaults!.today : date!;
  };
  const methodName = (id: number) => defaults?.methods.find((one) => one.id === id)?.name ?? '';

  /** Takes a payment back; into an empty row it returns to be put right: answers whether it did. */
  const undo = async (done: rules.Done): Promise<boolean> => {
    const answer = await sending.undo(done, backOn);
    if (!answer) return false;
    setHere((before) => [...before.filter((one) => one.document !== done.document), rules.withUndone(done)]);
    refresh();
    toast(`Отменено: ${formatMoney(answer.amount_kopecks)}`);
    if (!rules.isEmpty(now.current)) return false;
    change(({ papers }) => rules.draftFrom(done, papers));
    return true;
  };

  const closedUntil = defaults?.period_closed_until ?? null;
  const isPeriodClosed = Boolean(date && closedUntil && date <= closedUntil);
  return {
    ready: defaults !== undefined,
    /** What the page waits for while it is not ready. */
    asked,
    methods: defaults?.methods ?? [],
    today: defaults?.today ?? '',
    date: date ?? '',
    sawPayer: (garage: number, payer: number) => payers.current.set(garage, payer),
    /** What stands in the box of the day: half a date stays as it is typed, though the day is today until it is whole. */
    typedDate: picked === undefined ? (date ?? '') : picked,
    /** The box was left: without a day it is today again. */
    settleDate: () => setPicked((before) => before ?? undefined),
    setDate: (next: string | null) => {
      setPicked(next);
      payers.current.clear();
      setHere([]);
      dropQuestions();
      sending.forget();
    },
    day: day.data,
    /** The end of the closed period when the chosen day is in it. */
    closedUntil: isPeriodClosed ? closedUntil : null,
    draft,
    change,
    done: rules.mergeDone(taken, here),
    post,
    undo,
    undoing: sending.undoing,
    busy: sending.busy,
    errors: sending.errors,
    /** Nothing is missing: posting asks the server. */
    complete: Object.keys(wrong).length === 0,
    refuse: sending.refuse,
    duplicate,
    unusual,
    dropQuestions,
    offered,
    offer,
    isLooking: looking.length > 0,
    look: (nth: number, on: boolean) =>
      setLooking((before) =>
        on || before.includes(nth) ? [...before.filter((one) => one !== nth), ...(on ? [nth] : [])] : before,
      ),
  };
}

/** Debt and largest fee of a year of each garage of the row, kopecks; a card still on its way is waited for. */
async function figuresOf(client: QueryClient, draft: rules.Draft) {
  const ids = [...new Set(draft.parts.flatMap(({ garage }) => (garage ? [garage.id] : [])))];
  const cards = await Promise.all(ids.map((id) => client.ensureQueryData(garageMoney(id))));
  return new Map(
    cards.map((card) => {
      const byYear = new Map<number, number>();
      for (const line of card.debt) byYear.set(line.year, (byYear.get(line.year) ?? 0) + line.accrued_kopecks);
      return [card.id, { debt: standingOf(card).debt, fee: Math.max(0, ...byYear.values()) }];
    }),
  );
}

const arrivedText = (answer: Pick<PaymentAnswer, 'amount_kopecks'>) =>
  `Прежняя отправка дошла: проведено ${formatMoney(answer.amount_kopecks)}, смотрите выше. Эта строка ещё не проведена: проверьте её и проведите`;

const none: OperationRow[] = [];
/** Rows of react-admin's list. */
const takenKey = (date: string | undefined, user: number) => ['payments', 'getList', 'desk', date, user];
/** Own payments of the desk on the day, as the server has them. */
function useTaken(date: string | undefined, userId: number) {
  const { data = none } = useQuery({
    queryKey: takenKey(date, userId),
    queryFn: async () => {
      const filter = { dateFrom: date, dateTo: date, userFilter: [userId], sourceFilter: ['desk'] };
      const sort = { field: 'on_date', order: 'DESC' as const };
      const page = { pagination: { page: 1, perPage: SHOWN }, sort, filter };
      return (await dataProvider.getList<OperationRow>(payments.name, page)).data;
    },
    enabled: date !== undefined,
    placeholderData: (before) => before,
  });
  return useMemo(() => rules.doneFrom(data.filter((row) => row.amount_kopecks > 0)), [data]);
}

/** One call at a time; what was refused by fields. */
function useSending() {
  const [busy, setBusy] = useState(false);
  const [undoing, setUndoing] = useState<number | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // A lost answer is asked for again with the same key.
  const keys = useRef(new Map<number, string>());
  const working = useRef(false);
  return {
    busy,
    undoing,
    errors,
    refuse: (found: Record<string, string>) => {
      setErrors(found);
      return found;
    },
    forget: () => setErrors({}),
    /** The answer or its refusal; null while another call is on its way or where nothing was sent. */
    async run(work: () => Promise<PaymentAnswer | null>): Promise<PaymentAnswer | HttpError | null> {
      if (working.current) return null;
      working.current = true;
      setBusy(true);
      setErrors({});
      try {
        return await work();
      } catch (error) {
        return error as HttpError;
      } finally {
        working.current = false;
        setBusy(false);
      }
    },
    async undo(done: rules.Done, on: () => Promise<string>) {
      if (working.current) return null;
      working.current = true;
      setUndoing(done.document);
      const key = keys.current.get(done.document) ?? operationKey();
      keys.current.set(done.document, key);
      try {
        const body = { idempotencyKey: key, date: await on(), reason: 'Отмена на приёме оплат', whole: true };
        const { id } = rules.standing(done)[0]!;
        return await call(reverseOperation, { params: { id }, body, quiet: true, timeout: PATIENCE_MS });
      } catch (error) {
        toast(Object.values(errorsOf(error)).join('. '), { kind: 'error' });
        return null;
      } finally {
        working.current = false;
        setUndoing(null);
      }
    },
  };
}
