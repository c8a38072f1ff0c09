// The drawn winter evening at a row of garages: shown at the entrance while the gallery is empty.

const ink = '#0F1B30';
const rim = '#0B1526';
const snow = '#C9D4E4';

const stars = [
  [90, 70, 1.8],
  [330, 52, 1.3],
  [620, 60, 1.3],
  [460, 96, 1.8],
  [210, 120, 1.3],
  [150, 200, 1.3],
  [402, 190, 1.2],
  [560, 170, 1.2],
  [770, 220, 1.8],
] as const;

/** Houses behind the row: left edge, roof, width. */
const houses = [
  [0, 352, 92],
  [104, 318, 66],
  [182, 366, 110],
  [470, 340, 84],
  [566, 300, 58],
  [636, 356, 120],
  [770, 330, 76],
] as const;

/** Windows: x, y, lit or not. */
const windows = [
  [9, 366, 1],
  [41, 374, 0],
  [25, 390, 0],
  [41, 406, 0],
  [57, 424, 1],
  [113, 332, 0],
  [129, 352, 0],
  [145, 372, 1],
  [161, 392, 0],
  [113, 412, 1],
  [222, 380, 0],
  [239, 400, 1],
  [254, 418, 0],
  [511, 354, 0],
  [527, 374, 1],
  [480, 390, 0],
  [511, 406, 0],
  [535, 418, 0],
  [607, 314, 0],
  [575, 352, 0],
  [607, 374, 1],
  [583, 400, 0],
  [645, 370, 1],
  [709, 374, 1],
  [661, 394, 0],
  [725, 394, 0],
  [685, 412, 0],
  [741, 412, 1],
  [811, 344, 0],
  [827, 364, 1],
  [780, 390, 0],
  [811, 402, 1],
] as const;

/** Gates: left edge, number, colour; the fifth stands open. */
const gates = [
  [-16, '41', '#5F7CA6'],
  [122, '42', '#74655F'],
  [260, '43', '#5F7CA6'],
  [398, '44', '#5F7CA6'],
  [536, '45', 'open'],
  [674, '46', '#74655F'],
  [812, '47', '#5F7CA6'],
] as const;

/** Decorative: hidden from screen readers. */
export function NightRow() {
  return (
    <svg viewBox="0 0 846 768" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <Colours />
      <rect width="846" height="768" fill="url(#night-sky)" />
      {stars.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill="#F4F7FB" opacity="0.85" />
      ))}
      <path d="M691 92a26 26 0 1 0 24 33a22 22 0 0 1-24-33z" fill="#EFE6CF" />
      {houses.map(([x, y, width]) => (
        <rect key={x} x={x} y={y} width={width} height={440 - y} fill="#182743" />
      ))}
      {windows.map(([x, y, lit]) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="6" height="8" fill={lit ? '#E9B04B' : '#33486F'} />
      ))}
      <Row />
      <Lamp />
      <Ground />
    </svg>
  );
}

function Colours() {
  return (
    <defs>
      <linearGradient id="night-sky" x1="0" y1="0" x2="0" y2="440" gradientUnits="userSpaceOnUse">
        <stop offset="0" stopColor="#14233F" />
        <stop offset="0.72" stopColor="#35497A" />
        <stop offset="0.86" stopColor="#6E6A86" />
        <stop offset="1" stopColor="#BC9470" />
      </linearGradient>
      <linearGradient id="night-lamp" x1="0" y1="326" x2="0" y2="606" gradientUnits="userSpaceOnUse">
        <stop offset="0" stopColor="#F8DFA0" stopOpacity="0.62" />
        <stop offset="1" stopColor="#F8DFA0" stopOpacity="0.12" />
      </linearGradient>
      <linearGradient id="night-path" x1="0" y1="606" x2="0" y2="768" gradientUnits="userSpaceOnUse">
        <stop offset="0" stopColor="#F2B544" stopOpacity="0.62" />
        <stop offset="1" stopColor="#F2B544" stopOpacity="0.3" />
      </linearGradient>
    </defs>
  );
}

function Row() {
  return (
    <>
      <rect y="440" width="846" height="166" fill="#34496F" />
      <path d="M0 461h846M0 473h846M0 485h846" stroke="#2B3E61" />
      <rect y="434" width="846" height="14" fill="#1B2A47" />
      <path
        d="M0 430h846v6H826q-12 8-24 0H700q-14 9-28 0H580q-11 7-22 0H430q-14 8-26 0H292q-12 10-26 0H146q-12 8-24 0H74q-14 8-30 0H0z"
        fill="#DCE6F0"
      />
      {gates.map(([x, number, colour]) => (
        <g key={number} transform={`translate(${x} 0)`}>
          <rect x="-4" y="494" width="106" height="112" fill={rim} />
          {colour === 'open' ? <OpenGate /> : <ClosedGate colour={colour} />}
          <Plate number={number} />
        </g>
      ))}
    </>
  );
}

function ClosedGate({ colour }: { colour: string }) {
  return (
    <g stroke={rim} strokeOpacity="0.45">
      <rect y="498" width="98" height="106" fill={colour} stroke="none" />
      {[0, 1].flatMap((leaf) =>
        [504, 528, 552, 576].map((y) => (
          <rect key={`${leaf}-${y}`} x={6 + leaf * 49} y={y} width="37" height="18" fill="none" strokeWidth="1.5" />
        )),
      )}
      <path d="M49 498v106" strokeOpacity="1" strokeWidth="2" />
      <rect x="54" y="548" width="4" height="12" rx="1" fill={snow} stroke="none" />
    </g>
  );
}

function OpenGate() {
  return (
    <>
      <rect y="498" width="98" height="106" fill="#F2B544" />
      <rect y="498" width="98" height="34" fill="#F8D283" />
      <circle cx="49" cy="504" r="4" fill="#FFF6DF" />
      <path d="M6 519h30M9 519v-11h8v11M21 519v-8h10v8" stroke="#7B5620" strokeWidth="2.5" fill="#B27A2B" />
      <path d="M18 604v-20l10-8 8-30q1-4 6-4h14q5 0 6 4l8 30 10 8v20z" fill="#24406F" />
      <path d="M34 566l6-18h20l6 18z" fill="#C4D8F2" />
      <path d="M14 578q0-12 14-12h42q14 0 14 12v12H14z" fill="#2C4A80" />
      <rect x="34" y="572" width="32" height="7" rx="2" fill={ink} />
      <rect x="36" y="583" width="28" height="7" rx="1" fill="#F4F7FB" />
      <circle cx="24" cy="575" r="5" fill="#F6E7BF" />
      <circle cx="74" cy="575" r="5" fill="#F6E7BF" />
      <path d="M16 590h13v14H16zM69 590h13v14H69z" fill={ink} />
    </>
  );
}

function Plate({ number }: { number: string }) {
  return (
    <g transform="translate(23 464)">
      <rect width="52" height="22" rx="4" fill="#FFFCF4" stroke={ink} strokeWidth="1.5" />
      <path d="M17 0v22" stroke={ink} />
      <text x="8.5" y="15.5" fontSize="11" textAnchor="middle" fill="#17212F">
        А
      </text>
      <text x="34.5" y="16.5" fontSize="15" fontWeight="700" textAnchor="middle" fill="#17212F">
        {number}
      </text>
    </g>
  );
}

function Lamp() {
  return (
    <>
      <path d="M287 326h17l86 280H203z" fill="url(#night-lamp)" />
      <path d="M240 606V336q0-22 24-22h32" fill="none" stroke={rim} strokeWidth="5" strokeLinecap="round" />
      <path d="M284 312h26l-6 12h-16z" fill={rim} />
      <rect x="287" y="323" width="17" height="5" fill="#FBEFD0" />
    </>
  );
}

function Ground() {
  return (
    <>
      <rect y="604" width="846" height="164" fill="#1A2742" />
      <path d="M0 641h846M0 691h846M0 739h846" stroke="#2A3A5A" />
      <path d="M536 606h98l72 162H466z" fill="url(#night-path)" />
      <rect y="602" width="846" height="4" fill={rim} />
      <path d="M0 606q34-10 70-4 40 4 80 20H0z" fill={snow} />
      <path d="M676 624q60-10 92-22 40-6 78 0v22z" fill={snow} />
    </>
  );
}
