// What a case stands on: the fields that its reason asks for and the note, as they were written down.
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { useReasons } from './chips.ts';
import styles from './reregistrations.module.css';
import { tell } from './sides.ts';

export function GroundBox({ card }: { card: ReregistrationCard }) {
  const reasons = useReasons();
  const fields = reasons.find(({ id }) => id === card.reason)?.fields ?? [];
  const said = fields.flatMap(({ key, label, kind }) => {
    const value = card.form.details[key];
    const words = tell(`details.${key}`, value, { reasons, owners: [] });
    return value ? [[label, kind === 'money' ? `${words} ₽` : words] as const] : [];
  });
  const { comment, pibNumber, pibDate } = card.form;
  const pib = [pibNumber && `№ ${pibNumber}`, pibDate && `от ${tell('pibDate', pibDate, { reasons, owners: [] })}`];
  if (!said.length && !comment && !pib.some(Boolean)) return null;
  return (
    <SectionCard title="Основание">
      <dl className={styles.ground}>
        {said.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {pib.some(Boolean) && (
          <div>
            <dt>Справка ПИБ</dt>
            <dd>{pib.filter(Boolean).join(' ')}</dd>
          </div>
        )}
      </dl>
      {comment && <p className={styles.note}>{comment}</p>}
    </SectionCard>
  );
}
