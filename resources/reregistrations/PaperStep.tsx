// The step of papers: what came, who represents whom, the inventory paper of the garage.
import type { Preview, ReregistrationCard } from '../../contract/reregistrations.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { TextBox } from '../../widgets/TextInput.tsx';
import { ReceivedPapers } from './ReceivedPapers.tsx';
import { Representatives } from './Representatives.tsx';
import styles from './reregistrations.module.css';
import { saidOf, type StepProps } from './wizardForm.ts';

/** Papers are ticked and attached while the applicant is here; the case keeps them as they come. */
export function PaperStep({
  form,
  set,
  errors: refused,
  card,
  onCard,
  preview,
}: StepProps & {
  card: ReregistrationCard | null;
  onCard: (card: ReregistrationCard) => void;
  preview: Preview | undefined;
}) {
  const errors = { ...saidOf(preview, 'pib'), ...refused };
  return (
    <>
      {card && (
        <div className={styles.answers}>
          <ReceivedPapers card={{ ...card, may_edit: true }} onCard={onCard} />
          <Representatives card={{ ...card, may_edit: true }} onCard={onCard} />
        </div>
      )}
      <p className={styles.muted}>Чего ещё нет, отметите позже на карточке дела: заявку можно подать и без бумаг.</p>
      <div className={styles.grid}>
        <TextBox
          label="Справка ПИБ, №"
          maxLength={60}
          value={form.pibNumber}
          onChange={(pibNumber) => set({ pibNumber })}
          error={errors.pibNumber}
          helperText="Запишется в карточку гаража"
        />
        <DateBox
          label="Дата справки"
          value={form.pibDate}
          onChange={(pibDate) => set({ pibDate })}
          error={errors.pibDate}
          max={today()}
        />
      </div>
    </>
  );
}
