// What will go and for how much, counted anew after each change.
import { unreachableReasons, type UnreachableReason } from '../../../contract/notifications.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { money } from '../words.tsx';
import type { Draft } from './parts.ts';
import styles from '../notifications.module.css';

export function Sum({ draft: { preview, isCounting, failure, refetch } }: { draft: Draft }) {
  if (!preview && failure)
    return (
      <ErrorNote title="Не удалось посчитать" onRetry={() => void refetch()}>
        {failure}
      </ErrorNote>
    );
  if (!preview) return <PageSkeleton />;
  const { receiverCounter: counter, parts, cost, limit_left: left } = preview;
  const line = (label: string, value: string | number) => (
    <p className={styles.row} key={label}>
      <span>{label}</span>
      <b>{value}</b>
    </p>
  );
  return (
    <aside
      className={isCounting ? styles.stale : undefined}
      data-help="mailing.sum"
      aria-label="Что уйдёт"
      aria-busy={isCounting}
    >
      <SectionCard title="Что уйдёт">
        {line('Выбрано людей', counter.people)}
        {Object.entries(counter.reasons).map(([reason, count]) =>
          line(unreachableReasons[reason as UnreachableReason], `−${count}`),
        )}
        {line('Получат', counter.people - counter.none)}
        {line(`${counter.email} e-mail`, money(0))}
        {parts.map((one) => line(`${one.count} СМС × ${one.parts} ч.`, money(one.cost)))}
        <p>Итого</p>
        <p className={styles.sum}>{money(cost)}</p>
        {left !== null && line('Осталось на СМС', money(left))}
        {left !== null && line('После отправки', money(Math.max(0, left - cost)))}
        {preview.warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
        <p className={styles.muted}>Дальше — имена и числа. После отправки 60 секунд можно отозвать всё.</p>
      </SectionCard>
    </aside>
  );
}
