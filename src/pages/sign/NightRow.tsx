// The drawn evening row of garages: shown at the entrance when the gallery is empty.

const doors = [
  { x: 40, number: '41', lit: false },
  { x: 250, number: '42', lit: true },
  { x: 460, number: '43', lit: false },
  { x: 670, number: '44', lit: false },
];
const stars = [
  [60, 70],
  [140, 130],
  [230, 50],
  [320, 110],
  [410, 60],
  [520, 140],
  [600, 40],
  [700, 100],
  [800, 60],
  [860, 150],
  [470, 30],
  [90, 180],
  [760, 190],
];

/** Decorative: hidden from screen readers. */
export function NightRow() {
  return (
    <svg
      viewBox="0 0 900 768"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      style={{ width: '100%', height: '100%', display: 'block' }}
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0B1526" />
          <stop offset="0.62" stopColor="#23395F" />
          <stop offset="1" stopColor="#5B4A66" />
        </linearGradient>
        <linearGradient id="glow" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#F2B544" stopOpacity="0.55" />
          <stop offset="1" stopColor="#F2B544" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="900" height="768" fill="url(#sky)" />
      {stars.map(([x, y], i) => (
        <circle key={i} cx={x} cy={y} r={i % 3 ? 1.2 : 1.8} fill="#F4F7FB" opacity={0.7} />
      ))}
      <circle cx="720" cy="120" r="38" fill="#F4EBD0" />
      <circle cx="704" cy="110" r="34" fill="#142643" />
      <path d="M0 420 L120 390 L300 408 L470 380 L640 404 L900 372 L900 470 L0 470Z" fill="#101D33" />
      <path d="M0 440 H900 V640 H0Z" fill="#3A2F3C" />
      <path d="M0 430 H900 V448 H0Z" fill="#1B2436" />
      {doors.map(({ x, number, lit }) => (
        <g key={number}>
          <rect
            x={x}
            y="468"
            width="180"
            height="172"
            rx="3"
            fill={lit ? '#2C1F12' : '#2A3A52'}
            stroke="#182338"
            strokeWidth="3"
          />
          {lit ? (
            <>
              <path d={`M${x + 4} 472h172v166H${x + 4}z`} fill="#F2B544" opacity="0.82" />
              <path d={`M${x + 30} 638c0-34 14-44 26-46l14-24h50l16 24c16 3 22 14 22 46z`} fill="#2B3B54" />
              <rect x={x + 66} y="576" width="22" height="16" fill="#93BAF0" opacity="0.7" />
              <rect x={x + 94} y="576" width="24" height="16" fill="#93BAF0" opacity="0.7" />
              <circle cx={x + 52} cy="636" r="15" fill="#0B1526" />
              <circle cx={x + 134} cy="636" r="15" fill="#0B1526" />
            </>
          ) : (
            <path
              d={`M${x + 90} 470v168M${x + 8} 506h164M${x + 8} 548h164M${x + 8} 590h164`}
              stroke="#1B2A44"
              strokeWidth="3"
            />
          )}
          <g transform={`translate(${x + 66} 444)`}>
            <rect width="48" height="20" rx="3" fill="#FFFCF4" stroke="#2A3A52" strokeWidth="1.5" />
            <path d="M17 0v20" stroke="#2A3A52" />
            <text x="8.5" y="14" fontSize="10" textAnchor="middle" fill="#17212F">
              А
            </text>
            <text x="32" y="15" fontSize="13" fontWeight="600" textAnchor="middle" fill="#17212F">
              {number}
            </text>
          </g>
        </g>
      ))}
      <path d="M0 640H900V768H0Z" fill="#151D2B" />
      <path d="M250 640h180l90 128H170z" fill="url(#glow)" />
      <path d="M0 700h900" stroke="#2B3B54" strokeWidth="2" strokeDasharray="26 22" />
    </svg>
  );
}
