// A key in a frame: «Ctrl S», «Esc».
import { cx } from './cx.ts';
import styles from './chips.module.css';

/** Shortcut beside a button's words; hidden where there is no keyboard. `quiet` greys it for legends. */
export function Kbd({ children, quiet }: { children: string; quiet?: boolean }) {
  return <kbd className={cx(styles.key, quiet && styles.quiet)}>{children}</kbd>;
}
