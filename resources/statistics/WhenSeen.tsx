// A drawing costs an old computer a third of a second: those below the screen wait until they are scrolled to, or printed.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import styles from './statistics.module.css';

/** How far below the screen drawing begins. */
const AHEAD = '300px 0px';

/** Keeps the room of a drawing until it is near the screen; `atOnce`: it is what the page is opened for. */
export function WhenSeen({ atOnce = false, children }: { atOnce?: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(atOnce || !('IntersectionObserver' in window));
  useEffect(() => {
    if (isSeen || !place.current) return;
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: AHEAD,
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
