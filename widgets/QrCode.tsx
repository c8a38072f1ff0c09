// A QR as one path: sharp at any size, dark on white in both themes with its quiet zone.
import { encode } from 'uqr';

const QUIET_ZONE = 4;

export interface QrCodeProps {
  text: string;
  /** What is read aloud. */
  label: string;
  /** Side in px. */
  size?: number;
}

export function QrCode({ text, label, size = 200 }: QrCodeProps) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${modules} ${modules}`}>
      <path fill="#fff" d={`M0 0h${modules}v${modules}h-${modules}z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
