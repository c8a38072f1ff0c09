// «Это я» and «это не я»; the one that the letter's link names comes first.
import Button from '@mui/material/Button';
import styles from './sign.module.css';

interface YesNoProps {
  yes: string;
  no: string;
  /** The link was that of «это не я». */
  denying: boolean;
  /** The answer that is on its way. */
  busy: boolean | null;
  onAnswer: (confirm: boolean) => Promise<void>;
}

export function YesNo({ yes, no, denying, busy, onAnswer }: YesNoProps) {
  const buttons = [true, false].map((answer) => (
    <Button
      key={String(answer)}
      variant={answer === denying ? 'outlined' : 'contained'}
      color={answer ? 'primary' : 'error'}
      loading={busy === answer}
      disabled={busy === !answer}
      onClick={() => void onAnswer(answer)}
    >
      {answer ? yes : no}
    </Button>
  ));
  return <div className={styles.choice}>{denying ? buttons.toReversed() : buttons}</div>;
}
