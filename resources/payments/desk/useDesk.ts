// State of the desk: the draft, the day, what was taken, posting and undoing.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  cashDay,
  deskDefaults,
  DUPLICATE,
  payments,
  reverseOperation,
  takePayment,
  type OperationRow,
  type PaymentAnswer,
} from '../../../contract/payments.ts';
import { dataProvider } from '../../../providers/dataProvider.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { operationKey } from '../../../providers/operationKey.ts';
import { readDraft, useDraft } from '../../../widgets/editor/useDraft.ts';
import { formatMoney } from '../../../widgets/format.ts';
import { toast } from '../../../widgets/toasts.ts';
import * as rules from './deskRules.ts';

/** Own payments of the day that stand above the draft. */
const SHOWN = 50;

/** Today, the methods and the closed period as the desk begins. */
export const useDeskDefaults = () =>
  useQuery({ queryKey: ['payments', 'desk'], queryFn: () => call(deskDefaults, { quiet: true }), staleTime: 60_000 })
    .data;

/** The cash day of the place; read again when payments change. */
export const useCashDay = (date: string | undefined, po?: number | null) =>
  useQuery({
    queryKey: ['payments', 'getList', 'day', date, po ?? null],
    queryFn: () => call(cashDay, { query: { date, ...(po ? { po } : {}) }, quiet: true }),
    enabled: date !== undefined,
    placeholderData: (before) => before,
  });

export type Desk = ReturnType<typeof useDesk>;

export function useDesk() {
  const actor = useActor()!;
  const defaults = useDeskDefaults();
  const [picked, setPicked] = useState<string | null>(null);
  const date = picked ?? defaults?.today;
  const store = useDraft<rules.Draft>(`desk.${actor.userId}.${actor.mo ?? 0}.${actor.po ?? 0}`, null);
  const [draft, setDraft] = useState(() => begin(`desk.${actor.userId}.${actor.mo ?? 0}.${actor.po ?? 0}`));
  const [here, setHere] = useState<rules.Done[]>([]);
  const taken = useTaken(date, actor.userId);
  const sending = useSending();
  const [duplicate, setDuplicate] = useState<string | null>(null);
  const client = useQueryClient();
  const day = useCashDay(date);

  const change = (next: rules.Draft) => {
    setDraft(next);
    setDuplicate(null);
    sending.forget();
    store.keep(next);
  };
  const refresh = () => void client.invalidateQueries({ queryKey: ['payments'] });

  const post = async (confirmDuplicate = false): Promise<boolean> => {
    const absent = rules.missing(draft);
    if (Object.keys(absent).length) return sending.refuse(absent);
    const body = rules.bodyOf(draft, date!, confirmDuplicate);
    const answer = await sending.run(
      () => call(takePayment, { body, quiet: true }),
      (error) => {
        if (error.body?.code !== DUPLICATE) return false;
        setDuplicate(error.message);
        return true;
      },
    );
    if (!answer) return false;
    setHere((before) => [...before, doneOf(draft, answer, methodName(draft.paymentType))]);
    change(rules.nextDraft(draft));
    refresh();
    for (const key of ['garages', 'menu', 'contributions']) void client.invalidateQueries({ queryKey: [key] });
    if (answer.isRepeat) toast('Этот платёж уже был проведён: второй раз он не записан');
    return true;
  };
  const methodName = (id: number) => defaults?.methods.find((one) => one.id === id)?.name ?? '';

  const undo = async (done: rules.Done) => {
    // A closed day stays as it was signed: the money goes back today.
    const answer = await sending.undo(done, day.data?.state === 'closed' ? defaults!.today : date!);
    if (!answer) return;
    setHere((before) => [...before.filter((one) => one.document !== done.document), { ...done, isUndone: true }]);
    refresh();
    void client.invalidateQueries({ queryKey: ['garages'] });
    toast(`Отменено: ${formatMoney(answer.amount_kopecks)}`);
  };

  return {
    ready: defaults !== undefined,
    methods: defaults?.methods ?? [],
    today: defaults?.today ?? '',
    date: date ?? '',
    setDate: (next: string | null) => {
      setPicked(next);
      setHere([]);
      sending.forget();
    },
    day: day.data,
    draft,
    change,
    done: rules.mergeDone(taken, here),
    post,
    undo,
    undoing: sending.undoing,
    busy: sending.busy,
    errors: sending.errors,
    duplicate,
    dropDuplicate: () => setDuplicate(null),
    savedAt: store.savedAt,
  };
}

/** The kept draft of this browser, else an empty one. */
function begin(key: string): rules.Draft {
  const kept = readDraft<rules.Draft>(key)?.values;
  return kept?.parts?.length ? kept : rules.newDraft();
}

const none: OperationRow[] = [];
/** Own payments of the desk on the day, as the server has them. */
function useTaken(date: string | undefined, userId: number) {
  const { data = none } = useQuery({
    queryKey: ['payments', 'getList', 'desk', date, userId],
    queryFn: async () => {
      const filter = { dateFrom: date, dateTo: date, userFilter: [userId], sourceFilter: ['desk'] };
      const sort = { field: 'on_date', order: 'DESC' as const };
      const page = { pagination: { page: 1, perPage: SHOWN }, sort, filter };
      return (await dataProvider.getList<OperationRow>(payments.name, page)).data;
    },
    enabled: date !== undefined,
    placeholderData: (before) => before,
  });
  return rules.doneFrom(data.filter((row) => row.amount_kopecks > 0));
}

/** One call at a time; its refusal by fields. */
function useSending() {
  const [busy, setBusy] = useState(false);
  const [undoing, setUndoing] = useState<number | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // A lost answer is asked for again with the same key.
  const keys = useRef(new Map<number, string>());
  const working = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);
  const refuse = (found: Record<string, string>): false => {
    setErrors(found);
    return false;
  };
  return {
    busy,
    undoing,
    errors,
    refuse,
    forget: () => setErrors({}),
    async run(
      work: () => Promise<PaymentAnswer>,
      handled: (error: HttpError) => boolean,
    ): Promise<PaymentAnswer | null> {
      if (working.current) return null;
      working.current = true;
      setBusy(true);
      setErrors({});
      try {
        return await work();
      } catch (error) {
        const refusal = error as HttpError;
        if (mounted.current && !handled(refusal)) setErrors(refusal.body?.errors ?? { form: refusal.message });
        return null;
      } finally {
        working.current = false;
        setBusy(false);
      }
    },
    async undo(done: rules.Done, on: string) {
      if (working.current) return null;
      working.current = true;
      setUndoing(done.document);
      const key = keys.current.get(done.document) ?? operationKey();
      keys.current.set(done.document, key);
      try {
        const body = { idempotencyKey: key, date: on, reason: 'Отмена на приёме оплат', whole: true };
        return await call(reverseOperation, { params: { id: done.lines[0]!.id }, body, quiet: true });
      } catch (error) {
        toast((error as HttpError).message, { kind: 'error' });
        return null;
      } finally {
        working.current = false;
        setUndoing(null);
      }
    },
  };
}

function doneOf(draft: rules.Draft, answer: PaymentAnswer, method: string): rules.Done {
  return {
    document: answer.contribution,
    method,
    paperNo: draft.paperNo || null,
    isUndone: false,
    lines: answer.lines.map((line, nth) => {
      const part = draft.parts[nth] ?? draft.parts[0]!;
      const garage = draft.parts.find((one) => one.garage?.id === line.garage)?.garage ?? part.garage!;
      return {
        id: line.id,
        garage,
        payer: garage.owner,
        purpose: part.purposeLabel,
        amount: line.amount_kopecks,
        after: line.balance_kopecks,
      };
    }),
  };
}
