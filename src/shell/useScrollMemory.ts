// «Назад» returns to the same place of a page; a new page begins at its top.
import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How long a page that is still loading is waited for, ms. */
const WAIT_MS = 3000;
const MAX_REMEMBERED = 100;
/** A box lower than this is a list inside a page, not the page. */
const LEAST_HEIGHT = 200;

/** Remembers how far the page inside `frame` is scrolled, by entry of the history. */
export function useScrollMemory(frame: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const places = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  const isFresh = useRef(true);

  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const remember = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target.clientHeight < LEAST_HEIGHT) return;
      places.current.set(key, target.scrollTop);
      if (places.current.size > MAX_REMEMBERED) places.current.delete(places.current.keys().next().value!);
    };
    // Scrolling does not bubble: it is met on its way down.
    box.addEventListener('scroll', remember, true);
    return () => box.removeEventListener('scroll', remember, true);
  }, [frame, key]);

  useEffect(() => {
    const box = frame.current;
    // A page that has just been loaded stands at its top: to say so would lay it out while it is being drawn.
    const isLoaded = isFresh.current && key === 'default';
    isFresh.current = false;
    const isSamePage = shown.current === pathname;
    shown.current = pathname;
    if (!box || isLoaded || (isSamePage && navigation !== 'POP')) return;
    const wanted = navigation === 'POP' ? (places.current.get(key) ?? 0) : 0;
    if (!wanted) return void (box.scrollTop = 0);
    return scrollWhenPossible(box, wanted);
  }, [frame, key, pathname, navigation]);
}

/** The content comes from the server: scrolls as soon as it is long enough. Answers how to stop waiting. */
function scrollWhenPossible(frame: HTMLElement, top: number): () => void {
  const until = performance.now() + WAIT_MS;
  let asked = 0;
  const attempt = () => {
    const box = scrollingBox(frame);
    if (box.scrollHeight - box.clientHeight >= top) box.scrollTop = top;
    else if (performance.now() < until) asked = requestAnimationFrame(attempt);
  };
  asked = requestAnimationFrame(attempt);
  return () => cancelAnimationFrame(asked);
}

/** What scrolls: the frame, or a table that fills it. */
function scrollingBox(frame: HTMLElement): HTMLElement {
  if (frame.scrollHeight > frame.clientHeight + 1) return frame;
  const boxes = Array.from(frame.querySelectorAll<HTMLElement>('div, section'));
  const scrolls = (box: HTMLElement) => box.clientHeight >= LEAST_HEIGHT && box.scrollHeight > box.clientHeight + 1;
  return boxes.find((box) => scrolls(box) && /auto|scroll/.test(getComputedStyle(box).overflowY)) ?? frame;
}
