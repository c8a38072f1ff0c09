// Said where a list of lines reaches before the log: months older than five years lie in the archive.
import { useQuery } from '@tanstack/react-query';
import { logKept } from '../../contract/actionLog.ts';
import { goneText } from '../../contract/logWords.ts';
import { reading } from '../../providers/reading.ts';
import { Note } from '../../widgets/Note.tsx';
import styles from './actionLog.module.css';

const HOUR_MS = 3_600_000;

/** Nothing where the log has every line from a day on; `from` absent: from the first one. */
export function KeptNote({ from }: { from?: string | undefined }) {
  const { data } = useQuery({
    ...reading(logKept, { stops: true }),
    staleTime: HOUR_MS,
  });
  const kept = data?.from;
  if (!kept || (from && from >= kept)) return null;
  return (
    <div className={styles.kept}>
      <Note>{goneText(kept)}.</Note>
    </div>
  );
}
