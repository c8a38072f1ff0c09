// Messages that the server has not taken yet.
import styles from './support.module.css';
import type { Unsent } from './useOutgoing.ts';

/** What is on its way, or did not go and why. */
export function Unsaid(props: { unsent: readonly Unsent[]; problem: string; onAgain: () => void }) {
  const { unsent, problem } = props;
  if (!unsent.length) return problem ? <p className={styles.unsent}>{problem}</p> : null;
  return (
    <div className={styles.unsent} role="status">
      {unsent.map(({ key, text }) => (
        <p key={key}>{text.slice(0, 80)}</p>
      ))}
      {problem || 'Отправляется…'}{' '}
      {problem && (
        <button type="button" onClick={props.onAgain}>
          Повторить
        </button>
      )}
    </div>
  );
}
