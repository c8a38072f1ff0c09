// The product's turning points of width.
import useMediaQuery from '@mui/material/useMediaQuery';

/** A table has no room: cards instead. */
export const NARROW = '(max-width: 768px)';

/** 768 px or less: cards instead of tables, panels fold. */
export const useNarrow = () => useMediaQuery(NARROW, { noSsr: true });

/** 1024 px or less: the burger instead of the left navigation. */
export const useBurger = () => useMediaQuery('(max-width: 1024px)', { noSsr: true });

/** The main pointer is a finger: a telephone calls by itself, and has no print window for a file. */
export const isTouch = () => window.matchMedia?.('(pointer: coarse)').matches ?? false;
