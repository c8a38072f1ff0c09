// Remembers where the rows of the garage list stand, once the list is there and whenever its head changes.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { levelOf } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { rememberPlace } from './rowsPlace.ts';

/** A list of the main page that is being arranged is left alone for so long, ms. */
const SETTLE_MS = 1000;

/** Height of the line that the title shares with what stands beside it: the title is in its middle. */
function titleLine(head: HTMLElement): number {
  const box = head.getBoundingClientRect();
  const title = head.querySelector('h1')!.getBoundingClientRect();
  return 2 * (title.top - box.top - Number.parseFloat(getComputedStyle(head).paddingTop)) + title.height;
}

export function useRowsPlace(): void {
  const { pathname, search } = useLocation();
  const actor = useActor();
  const level = actor && levelOf(actor);
  const isPlain = pathname === pages.garages && search === '' && !actor?.viewOnly;
  useEffect(() => {
    if (!isPlain || typeof ResizeObserver === 'undefined') return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const [head, tools, foot] = ['head', 'tools', 'totals'].map((part) =>
        document.querySelector<HTMLElement>(`#main [data-help="${part}"]`),
      );
      if (!head || !tools || !foot) return;
      rememberPlace(level, {
        head: head.getBoundingClientRect().height,
        title: titleLine(head),
        tools: tools.getBoundingClientRect().height,
        foot: foot.getBoundingClientRect().height,
      });
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLE_MS);
    });
    for (const part of document.querySelectorAll('#main, #main [data-help]')) observer.observe(part);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isPlain, level]);
}
