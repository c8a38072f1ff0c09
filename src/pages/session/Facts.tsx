// Names and values of what a link is about.
import styles from './sign.module.css';

export function Facts({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
