// The posting: with the key of the intention and with what was seen; a refusal leaves everything as it was typed.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { postAccrual } from '../../../contract/contributions/charging.ts';
import { type AccrualAnswer } from '../../../contract/books.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { readAnew } from '../../../providers/reading.ts';
import { releaseGuard } from '../../../widgets/leaveGuard.ts';
import { keyFor, type ChargeDraft, type Terms } from './model.ts';
import type { Preview } from './usePreview.ts';

export interface Refusal {
  /** The selection or its sums changed since they were seen. */
  isChanged: boolean;
  message: string;
}

export interface Charge {
  post: () => void;
  isPosting: boolean;
  refusal: Refusal | null;
  answer: AccrualAnswer | null;
  /** Back to what was typed. */
  forget: () => void;
}

export function useCharge(
  draft: ChargeDraft,
  setDraft: Dispatch<SetStateAction<ChargeDraft>>,
  terms: Terms,
  preview: Preview,
  dropDraft: () => void,
): Charge {
  const client = useQueryClient();
  const [isPosting, setPosting] = useState(false);
  // State comes a moment later: a second press within it would be a second operation.
  const isUnderWay = useRef(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [answer, setAnswer] = useState<AccrualAnswer | null>(null);
  const send = async () => {
    const { data, isFresh } = preview;
    // Only what is on screen is posted: a sum that is being counted again is not.
    if (isUnderWay.current || !isFresh || !data?.garages || !draft.amount || !draft.date) return;
    const expected = { garages: data.garages, amount_kopecks: data.sum_kopecks, payers: data.payers };
    const key = keyFor(draft, terms, expected);
    setDraft((now) => ({ ...now, key }));
    isUnderWay.current = true;
    setPosting(true);
    setRefusal(null);
    const { corrects: _none, ...body } = terms;
    try {
      const posted = await call(postAccrual, { body: { ...body, idempotencyKey: key.value, expected }, quiet: true });
      dropDraft();
      releaseGuard();
      setAnswer(posted);
      void readAnew(client, 'contributions', 'garages', 'menu', 'jobs');
    } catch (error) {
      const { status, body: problem, message } = error as HttpError;
      setRefusal({ isChanged: status === 409, message: problem?.message ?? message });
      await preview.again();
    } finally {
      isUnderWay.current = false;
      setPosting(false);
    }
  };
  return {
    post: () => void send(),
    isPosting,
    refusal,
    answer,
    forget: () => {
      setRefusal(null);
      if (answer) setDraft((now) => ({ ...now, key: null }));
      setAnswer(null);
      // What the job could not charge is looked at anew: the same figures would be refused again.
      void preview.again();
    },
  };
}
