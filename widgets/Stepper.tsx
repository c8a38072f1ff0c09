// Two arrows that walk through the records of a list, one at a time.
import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';

/** Stands at `at` (from 0) of `of`; a negative `at` is nowhere in the list. `words` name the two arrows. */
export function Stepper(props: {
  at: number;
  of: number;
  onStep: (by: 1 | -1) => void;
  words: readonly [back: string, next: string];
}) {
  const { at, of, onStep, words } = props;
  return (
    <span>
      <IconButtonWithTip label={words[0]} disabled={at <= 0} onClick={() => onStep(-1)}>
        <BackIcon />
      </IconButtonWithTip>
      <IconButtonWithTip label={words[1]} disabled={at < 0 || at >= of - 1} onClick={() => onStep(1)}>
        <NextIcon />
      </IconButtonWithTip>
    </span>
  );
}
