// The step of the wizard stands in the address: «Назад» of the browser goes one step back, a link keeps its place.
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { LAST_STEP } from './model.ts';

const STEP = 'step';

/**
 * Keeps `?step=2` and the shown step (from 0) together. A step the person takes is an entry of the history; a step that the
 * browser's buttons ask for is shown by `show`, forwards only while `mayGoOn` says that nothing on this step is wrong.
 * @returns the way to a step: shows it and writes it down
 */
export function useStepInAddress(step: number, show: (step: number) => void, mayGoOn: () => boolean) {
  const [search, setSearch] = useSearchParams();
  // The handed selection lives in the state of the address.
  const { state } = useLocation() as { state: unknown };
  const asked = stepIn(search);
  const write = (next: number, replace: boolean) => {
    const params = new URLSearchParams(search);
    if (next) params.set(STEP, String(next + 1));
    else params.delete(STEP);
    setSearch(params, { replace, state });
  };
  const isBegun = useRef(false);
  const follow = useEffectEvent(() => {
    const isFirst = !isBegun.current;
    isBegun.current = true;
    if (asked === step) return;
    // What was typed is gone after a reload: the steps begin anew.
    if (!isFirst && (asked < step || mayGoOn())) show(asked);
    else write(step, true);
  });
  useEffect(() => follow(), [asked]);
  return (next: number) => {
    show(next);
    if (next !== asked) write(next, false);
  };
}

function stepIn(search: URLSearchParams): number {
  const asked = Number(search.get(STEP) ?? 1) - 1;
  return Number.isInteger(asked) && asked >= 0 && asked <= LAST_STEP ? asked : 0;
}
