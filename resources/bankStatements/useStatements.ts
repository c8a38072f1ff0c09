// What the statement page reads and does: lists, rows by group, changes of rows, posting with one key for one intention.
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { financeEdit } from '../../contract/kernel/scope.ts';
import * as contract from '../../contract/bankStatements.ts';
import type { RowGroup, StatementRow } from '../../contract/bankStatements.ts';
import { DUPLICATE } from '../../contract/payments.ts';
import { globalSearch } from '../../contract/search.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { useMay } from '../../providers/session.ts';
import { formatMoney, formatNumber } from '../../widgets/format.ts';
import type { OptionLoader } from '../../widgets/SearchSelect.tsx';
import { toast } from '../../widgets/toasts.ts';
import { paymentsOf } from './ru.ts';

/** Rows of a group that are read at once. */
const PAGE = 200;

export const useStatementList = (limit: number) =>
  useQuery({
    ...reading(contract.statements, { query: { limit } }),
    placeholderData: keepPreviousData,
  });

export const useStatement = (id: number | null) =>
  useQuery({
    ...reading(contract.statement, { params: { id: id! } }),
    enabled: id !== null,
  });

export interface GroupRows {
  rows: StatementRow[];
  total: number;
  /** Nothing has been read yet. */
  isPending: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Rows of the groups, page by page; `pages` says how many of each are wanted. `statement` null reads all statements of the
 * place. A page keeps its rows while others are read: what has not changed is not drawn again.
 */
export function useGroups(
  statement: number | null,
  groups: readonly RowGroup[],
  pages: Partial<Record<RowGroup, number>>,
): ReadonlyMap<RowGroup, GroupRows> {
  const wanted = groups.flatMap((group) => Array.from({ length: pages[group] ?? 1 }, (_, page) => ({ group, page })));
  const answers = useQueries({
    queries: wanted.map(({ group, page }) =>
      reading(contract.statementRows, {
        query: { statement: statement ?? undefined, group, offset: page * PAGE, limit: PAGE },
      }),
    ),
  });
  return new Map(
    groups.map((group) => {
      const own = answers.filter((_, index) => wanted[index]!.group === group);
      // A row that leaves shifts the pages below it: for a moment two of them may hold the same one.
      const rows = new Map(own.flatMap(({ data }) => data?.data ?? []).map((row) => [row.id, row]));
      return [
        group,
        {
          rows: [...rows.values()],
          total: own[0]?.data?.total ?? 0,
          isPending: own[0]?.data === undefined,
          error: own.find((one) => one.error)?.error ?? null,
          retry: () => own.forEach((one) => void one.refetch()),
        },
      ];
    }),
  );
}

/** Garages of the place by number, account or owner. */
export const loadGarages: OptionLoader = async (q, signal) => {
  if (!q) return { data: [] };
  const { garages } = await call(globalSearch, { query: { q, limit: 20 }, signal, quiet: true });
  return {
    data: garages.items
      .filter((garage) => garage.is_active !== false)
      .map((garage) => ({
        value: garage.id,
        label: `${garage.section} ${garage.number}`.trim(),
        hint: [garage.owner, `ЛС ${garage.account_no}`, garage.po_name].filter(Boolean).join(' · '),
      })),
  };
};

/**
 * Recognises open payments anew: owners and garages may have been put right since the file was loaded. Says so when
 * something is known that was not; `always` also when nothing is.
 */
export function useRematch(statement: number | null) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const rematch = async ({ always }: { always: boolean }) => {
    setBusy(true);
    try {
      const { changed } = await call(contract.rematchRows, { body: { statement }, quiet: true });
      if (changed) await readAnew(client, 'statements');
      if (changed) toast(`По изменениям в реестре узнано заново: ${paymentsOf(changed)}`);
      else if (always) toast('Ничего нового: всё, что можно узнать по реестру, уже узнано');
    } catch (error) {
      if (always) toast((error as HttpError).message, { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, rematch };
}

/** Rows are recognised anew when a person who may settle them opens them. */
export function useRematchOnOpening(statement: number | null) {
  const { may } = useMay(financeEdit);
  const { rematch } = useRematch(statement);
  const open = useEffectEvent(() => void rematch({ always: false }));
  useEffect(() => {
    if (may) open();
  }, [may]);
}

/** Runs changes of rows; a refusal is said and what is on screen is read again. */
export function useRowActions() {
  const client = useQueryClient();
  const [busy, setBusy] = useState<number | null>(null);
  const run = async (row: number, work: () => Promise<StatementRow>): Promise<Record<string, string> | null> => {
    setBusy(row);
    try {
      await work();
      return null;
    } catch (error) {
      return errorsOf(error);
    } finally {
      await readAnew(client, 'statements');
      setBusy(null);
    }
  };
  const say = (errors: Record<string, string> | null) => {
    if (errors) toast(Object.values(errors)[0] ?? 'Не сохранено', { kind: 'error' });
  };
  return {
    busy,
    assign: (row: StatementRow, parts: Parts) =>
      run(row.id, () =>
        call(contract.assignRow, { params: { id: row.id }, body: { version: row.version, parts }, quiet: true }),
      ),
    skip: async (row: StatementRow, skip: boolean) =>
      say(
        await run(row.id, () =>
          call(contract.skipRow, { params: { id: row.id }, body: { version: row.version, skip }, quiet: true }),
        ),
      ),
    detach: async (row: StatementRow) =>
      say(await run(row.id, () => call(contract.detachBankRegistry, { params: { id: row.id }, quiet: true }))),
  };
}
export type RowActions = ReturnType<typeof useRowActions>;
export type Parts = {
  garage: number;
  debtor: number | null;
  accrual_type: number | null;
  year: number | null;
  amount_kopecks: number;
}[];

interface PostingState {
  busy: boolean;
  /** Rows posted so far, of how many that were chosen. */
  done: number;
  of: number;
  errors: Record<string, string>;
  /** What rows look like, asked before they are posted. */
  alike: string[] | null;
}
const QUIET: PostingState = { busy: false, done: 0, of: 0, errors: {}, alike: null };

interface Sum {
  rows: number;
  kopecks: number;
  relaid: number;
}

function tellPosted({ rows, kopecks, relaid }: Sum) {
  const moved = relaid ? `. Платежи задним числом: иначе легли позднейшие оплаты, ${formatNumber(relaid)}` : '';
  toast(`Проведено: ${paymentsOf(rows)} на ${formatMoney(kopecks)}${moved}`);
}

/**
 * Posts the chosen rows, call by call, each whole or not at all; what was posted before one that is refused stays. A call that got no
 * answer is repeated with the same key: nothing is posted twice.
 */
export function usePosting() {
  const client = useQueryClient();
  const intention = useRef<{ rows: string; key: string } | null>(null);
  const [state, setState] = useState(QUIET);
  const send = async (part: readonly StatementRow[], confirmDuplicate: boolean) => {
    const rows = part.map(({ id, version }) => ({ id, version }));
    const same = JSON.stringify(rows);
    if (intention.current?.rows !== same) intention.current = { rows: same, key: operationKey() };
    const body = { idempotencyKey: intention.current.key, rows, confirmDuplicate };
    const answer = await call(contract.postRows, { body, quiet: true });
    intention.current = null;
    return answer;
  };
  /** `confirmed`: the person has said that the payments of the first call are others than those in the books. */
  const post = async (chosen: readonly StatementRow[], confirmed = false): Promise<boolean> => {
    const sum: Sum = { rows: 0, kopecks: 0, relaid: 0 };
    let left = QUIET;
    const under = () => ({ busy: true, done: sum.rows, of: chosen.length });
    setState({ ...QUIET, ...under() });
    try {
      for (let from = 0; from < chosen.length; from += contract.MAX_POSTED) {
        const answer = await send(chosen.slice(from, from + contract.MAX_POSTED), confirmed && from === 0);
        sum.rows += answer.rows.length;
        sum.kopecks += answer.amount_kopecks;
        sum.relaid += answer.relaid;
        setState({ ...QUIET, ...under() });
      }
    } catch (error) {
      const { status, body, message } = error as HttpError;
      if (status >= 400 && status < 500) intention.current = null;
      const isAsked = body?.code === DUPLICATE;
      left = {
        ...QUIET,
        errors: isAsked ? {} : { form: body?.message ?? message, ...body?.errors },
        alike: isAsked ? Object.values(body.errors ?? {}) : null,
      };
    }
    if (sum.rows) {
      tellPosted(sum);
      void readAnew(client, 'payments', 'contributions', 'garages', 'menu');
    }
    const isWhole = left === QUIET;
    const shown = readAnew(client, 'statements');
    if (!isWhole && sum.rows) {
      // What is wrong is said at once; the rest can be pressed again when rows that are posted are gone from the screen, without a connection not before it is back.
      setState({ ...left, ...under() });
      await shown;
    }
    setState(left);
    return isWhole;
  };
  return { ...state, post, clear: () => setState(QUIET) };
}
