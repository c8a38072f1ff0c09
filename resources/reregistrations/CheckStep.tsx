// The last step of the wizard: all checks, what has to be acknowledged, what will happen.
import type { Preview } from '../../contract/reregistrations.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { CheckList, LineList } from './cardParts.tsx';
import styles from './reregistrations.module.css';
import type { StepProps } from './wizardForm.ts';

export function CheckStep({ form, set, preview }: StepProps & { preview: Preview | undefined }) {
  if (!preview) return null;
  const seen = preview.checks.filter((check) => check.restriction !== undefined);
  return (
    <>
      {seen.map(({ restriction, text }) => (
        <Checkbox
          key={restriction}
          label={`Ознакомлены с ограничением. ${text.replace('. Отметьте, что ознакомлены', '')}`}
          value={form.acknowledged.includes(restriction!)}
          onChange={(isSeen) =>
            set({
              acknowledged: isSeen
                ? [...form.acknowledged, restriction!]
                : form.acknowledged.filter((id) => id !== restriction),
            })
          }
        />
      ))}
      <CheckList checks={preview.checks} />
      <h2 className={styles.part}>Что произойдёт при завершении</h2>
      <LineList lines={preview.lines} after={preview.after} />
    </>
  );
}
