// Design tokens: the one source of colours, type, sizes and motion. Colours are named by role; nothing outside the theme
// writes a hexadecimal value, everybody else reads `var(--gr-<name>)`.

/** Colours of the light scheme. Every text pair is at least 4.5:1, every control line 3:1. */
export const lightColors = {
  ink: '#14243D',
  inkRaised: '#1E3252',
  inkLine: '#34496A',
  onInk: '#F4F7FB',
  onInkMuted: '#B4C1D3',
  page: '#F3F5F8',
  surface: '#FFFFFF',
  sunken: '#F7F9FB',
  hover: '#F1F5FA',
  selected: '#E7EFF9',
  line: '#DDE3EA',
  lineStrong: '#C2CCD8',
  control: '#7C899A',
  text: '#17212F',
  text2: '#4F5D6E',
  text3: '#5F6C7C',
  primary: '#1F4F8F',
  primaryHover: '#173F75',
  primaryTint: '#E7EFF9',
  onPrimary: '#FFFFFF',
  link: '#1F4F8F',
  amber: '#F2B544',
  onAmber: '#2B1E02',
  amberText: '#8A4D00',
  amberTint: '#FDF3DF',
  amberLine: '#B87414',
  red: '#B3261E',
  redStrong: '#8F1B15',
  onRed: '#FFFFFF',
  redTint: '#FCEDEB',
  redLine: '#C9483F',
  green: '#1A6A43',
  greenTint: '#E5F3EB',
  greenLine: '#2F8A5C',
  plum: '#6B3E55',
  plumTint: '#F4ECF0',
  grey: '#4F5D6E',
  greyTint: '#EDF0F4',
  plate: '#FFFCF4',
  plateInk: '#17212F',
  plateLine: '#2A3A52',
  focus: '#1F4F8F',
  focusOnInk: '#F2B544',
  scrim: 'rgba(15,25,42,.56)',
  debt1: '#FBE3E0',
  debt2: '#F0B4AE',
  debt3: '#B3261E',
  skeleton: '#E6EAEF',
} as const;

/** Colours of the dark scheme, the same roles. */
export const darkColors = {
  ink: '#0A1220',
  inkRaised: '#18263B',
  inkLine: '#2B3B54',
  onInk: '#F0F4FA',
  onInkMuted: '#A9B7CA',
  page: '#0F1722',
  surface: '#151F2C',
  sunken: '#19242F',
  hover: '#1C2937',
  selected: '#1D3350',
  line: '#2A3746',
  lineStrong: '#3C4B5E',
  control: '#74859A',
  text: '#E7ECF3',
  text2: '#AAB6C5',
  text3: '#94A2B4',
  primary: '#3B6FB6',
  primaryHover: '#315F9E',
  primaryTint: '#1D3350',
  onPrimary: '#FFFFFF',
  link: '#93BAF0',
  amber: '#F2B544',
  onAmber: '#2B1E02',
  amberText: '#F4C263',
  amberTint: '#362B17',
  amberLine: '#B9852F',
  red: '#FF9A90',
  redStrong: '#FFB4AC',
  onRed: '#3A0805',
  redTint: '#3A2023',
  redLine: '#D8665C',
  green: '#7FD3A4',
  greenTint: '#183429',
  greenLine: '#4FA67A',
  plum: '#DDB2C6',
  plumTint: '#33252E',
  grey: '#AAB6C5',
  greyTint: '#243040',
  plate: '#2A2C2B',
  plateInk: '#F7EFDC',
  plateLine: '#9A957F',
  focus: '#93BAF0',
  focusOnInk: '#F2B544',
  scrim: 'rgba(3,8,15,.66)',
  debt1: '#3F2528',
  debt2: '#7A3833',
  debt3: '#FF9A90',
  skeleton: '#243040',
} as const;

/** Self-hosted variable face made for Russian public services. */
export const fontFamily = "'Golos Text Variable','Golos Text',system-ui,sans-serif" as const;

/** Sizes and line heights in px. */
export const typeScale = {
  display: {
    size: 28,
    line: 34,
    weight: 600,
    tracking: '-0.3px',
  },
  signTitle: {
    size: 26,
    line: 32,
    weight: 600,
  },
  h1: {
    size: 23,
    line: 30,
    weight: 600,
    tracking: '-0.2px',
  },
  h2: {
    size: 17,
    line: 24,
    weight: 600,
  },
  h3: {
    size: 15,
    line: 22,
    weight: 600,
  },
  body: {
    size: 14,
    line: 21,
    weight: 400,
  },
  button: {
    size: 14,
    line: 20,
    weight: 500,
  },
  table: {
    size: 13,
    line: 18,
    weight: 400,
  },
  tableHead: {
    size: 12,
    line: 16,
    weight: 500,
  },
  label: {
    size: 12,
    line: 16,
    weight: 500,
  },
  helper: {
    size: 12,
    line: 16,
    weight: 400,
  },
  legal: {
    size: 11,
    line: 16,
    weight: 400,
  },
} as const;

/** Corner radii, px. */
export const radius = {
  xs: 4,
  plateS: 5,
  chip: 6,
  control: 8,
  card: 10,
  dialog: 12,
  badge: 10,
  round: '50%',
} as const;

/** Shadows: only menus, tooltips and dialogs float. */
export const shadow = {
  menu: '0 10px 30px rgba(10,20,40,.16)',
  tooltip: '0 4px 14px rgba(10,20,40,.10)',
  dialog: '0 12px 40px rgba(10,20,40,.28)',
} as const;

/** Fixed measures of the pages, px. */
export const layout = {
  header: 60,
  nav: 228,
  navCollapsed: 64,
  sideColumn: {
    card: 252,
    wizard: 332,
    desk: 300,
    map: 268,
    editor: 236,
  },
  search: 440,
  userMenu: 354,
  dialog: 450,
  dialogFrom: 480,
  listFooter: 48,
  selectionBar: 52,
  editorBar: 60,
  breakpoints: {
    phone: 480,
    narrow: 768,
    burger: 1024,
    desk: 1366,
    wide: 1440,
  },
} as const;

/** Stacking order. */
export const layers = {
  stickyHead: 2,
  selectionBar: 3,
  header: 10,
  nav: 9,
  bottomBar: 11,
  menu: 20,
  drawer: 30,
  scrim: 40,
  dialog: 41,
  toast: 50,
  tooltip: 60,
  chat: 15,
} as const;

/** Durations and easing. */
export const motion = {
  fast: '120ms',
  base: '180ms',
  slow: '240ms',
  easeOut: 'cubic-bezier(.2,0,0,1)',
  easeIn: 'cubic-bezier(.3,0,1,1)',
} as const;

/** Series colours in their obligatory order; the fourth is for debt only. */
export const chartColors = {
  light: ['#204880', '#BF7A0D', '#007770', '#A5342C', '#2F95CF', '#572E53', '#979252', '#8297A3'],
  dark: ['#3690E1', '#FFB844', '#73C8B9', '#DA7D6D', '#C4E1FC', '#BC93CD', '#D3D785', '#70808C'],
} as const;

/** Age of a debt: up to 30, 31–90, 91–365 days, more than a year. */
export const debtAgeColors = {
  light: ['#D9776D', '#C44F45', '#A3261F', '#6E130E'],
  dark: ['#A85A52', '#D0786E', '#FF9A90', '#FFCBC5'],
} as const;

/** Heights, px: at a desk and, from 768 px down or under a finger, for touch. */
export const density = {
  desk: { input: 38, button: 36, iconButton: 36, row: 38, head: 36, navItem: 40, tab: 44, filterChip: 30, segment: 36 },
  touch: {
    input: 48,
    button: 48,
    iconButton: 48,
    row: 48,
    head: 40,
    navItem: 54,
    tab: 50,
    filterChip: 44,
    segment: 44,
  },
} as const;

/** When the touch measures apply. */
export const touchQuery = '@media (pointer: coarse), (max-width: 768px)';

export type ColorName = keyof typeof lightColors;

/** Reference to a colour that follows the scheme in force: `cssVar('line')` is `var(--gr-line)`. */
export const cssVar = (name: ColorName) => `var(--gr-${name})`;
