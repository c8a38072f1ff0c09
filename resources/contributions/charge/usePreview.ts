// The preview of a run: asked again a moment after each change, the last answer stays in sight meanwhile.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewAccrual, type AccrualPreview } from '../../../contract/contributions/charging.ts';
import { reading } from '../../../providers/reading.ts';
import type { Terms } from './model.ts';

export interface PlanPage {
  tab: 'charge' | 'privilege' | 'attention' | 'skipped';
  q: string;
  offset: number;
  limit: number;
}
/** Rows of one page of the check. */
export const PLAN_PAGE = 50;
export const countsOnly: PlanPage = { tab: 'charge', q: '', offset: 0, limit: 0 };

export interface Preview {
  /** The last answer; null until there is one. */
  data: AccrualPreview | null;
  /** The answer is that of what is on screen now. */
  isFresh: boolean;
  /** Texts of a refusal by field. */
  refused: Record<string, string>;
  /** Anything else that went wrong, as a sentence. */
  failure: string | null;
  again: () => Promise<unknown>;
}

/** Pause after the last change, ms. */
const SETTLE_MS = 250;
const noErrors: Record<string, string> = {};

export function usePreview(terms: Terms, page: PlanPage, enabled = true): Preview {
  const wanted = JSON.stringify({ ...terms, ...page });
  const settled = useSettled(wanted);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...reading(previewAccrual, { body: JSON.parse(settled) as Terms & PlanPage, stops: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
    enabled,
  });
  const [last, setLast] = useState<AccrualPreview | null>(null);
  if (data && data !== last) setLast(data);
  // Nothing to ask about is an answer too: no old figures stay in sight.
  if (!enabled) return { data: null, isFresh: true, refused: noErrors, failure: null, again: refetch };
  return {
    data: data ?? last,
    isFresh: data !== undefined && !isPlaceholderData && !isFetching && wanted === settled,
    refused: error?.body?.errors ?? noErrors,
    failure: error && !error.body?.errors ? error.message : null,
    again: refetch,
  };
}

/** The text when it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
