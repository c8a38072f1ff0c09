// The mark of the product.

/** A roof over a number plate; takes the colour of the words beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true">
      <path d="M3 11.5 14 4l11 7.5V25H3z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <rect x="10.5" y="9" width="7" height="3.6" rx="0.8" fill="var(--gr-amber)" />
      <path d="M8 15.5h12V25M8 25v-9.5M8 18.7h12M8 21.9h12" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  );
}
