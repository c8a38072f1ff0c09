// A drawing costs an old computer a third of a second: those below the screen wait until they are scrolled to, or printed.
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import styles from './statistics.module.css';

/** How far below the screen drawing begins, px. */
const AHEAD = 300;

/** Keeps the room of a drawing until it is near the screen. */
export function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in window));
  useLayoutEffect(() => {
    if (isSeen || !place.current) return;
    // What stands on the screen at once is drawn with the page, not a turn later.
    if (place.current.getBoundingClientRect().top < window.innerHeight + AHEAD) return setSeen(true);
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: `${AHEAD}px 0px`,
    });
    watcher.observe(place.current);
    const showAll = () => flushSync(() => setSeen(true));
    window.addEventListener('beforeprint', showAll);
    return () => {
      watcher.disconnect();
      window.removeEventListener('beforeprint', showAll);
    };
  }, [isSeen]);
  return isSeen ? children : <div ref={place} className={styles.plot} />;
}
