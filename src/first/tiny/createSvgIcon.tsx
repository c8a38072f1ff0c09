// The icons of the look as they are drawn in a row.
import type { CSSProperties } from 'react';

interface IconProps {
  titleAccess?: string;
  sx?: CSSProperties;
}
const look = {
  width: '1em',
  height: '1em',
  display: 'inline-block',
  flexShrink: '0',
  fill: 'currentColor',
  fontSize: '1.5rem',
};

/** A component of the drawing `path`. */
export default (path: unknown) =>
  ({ titleAccess, sx }: IconProps) => (
    <svg
      viewBox="0 0 24 24"
      role={titleAccess && 'img'}
      aria-hidden={titleAccess ? undefined : true}
      style={{ ...look, ...sx }}
    >
      {(path as Node).cloneNode(true) as never}
      {titleAccess && <title>{titleAccess}</title>}
    </svg>
  );
