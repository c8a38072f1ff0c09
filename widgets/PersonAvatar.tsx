// A person as two letters.
import { cx } from './cx.ts';
import { initials } from './format.ts';
import styles from './panels.module.css';

export interface PersonAvatarProps {
  name: string;
  /** Px. */
  size?: number;
  /** On the dark header. */
  ink?: boolean;
}

/** Decorative: the name always stands beside it. */
export function PersonAvatar({ name, size = 30, ink }: PersonAvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(styles.avatar, ink && styles.avatarInk)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4) }}
    >
      {initials(name)}
    </span>
  );
}
