// Months of the log that may leave it: up to which, how many lines, the password, the deed.
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { archiveLog, type logArchives } from '../../../contract/instruments/logArchive.ts';
import { monthName } from '../../../contract/logWords.ts';
import { checkPassword } from '../../../contract/session.ts';
import { call, errorsOf, type ReplyOf } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { countOf } from '../../../widgets/format.ts';
import { AlertNote } from '../../../widgets/Note.tsx';
import { OwnPassword } from '../../../widgets/OwnPassword.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import styles from './instruments.module.css';

const LINES = ['строка', 'строки', 'строк'] as const;
const MONTHS = ['месяц', 'месяца', 'месяцев'] as const;

/** `due`: the oldest first; they leave in this order. */
export function LogArchiving({
  due,
  onBegun,
}: {
  due: ReplyOf<typeof logArchives>['due'];
  onBegun: () => Promise<unknown>;
}) {
  const actor = useActor();
  const [through, setThrough] = useState(due.at(-1)!.month);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const chosen = due.filter(({ month }) => month <= through);
  const lines = chosen.reduce((sum, one) => sum + one.lines, 0);
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      const { valid } = await call(checkPassword, { params: { id: actor!.userId }, body: { password }, quiet: true });
      if (valid) {
        await call(archiveLog, { body: { through, lines }, quiet: true });
        toast('Вынос начат: ход виден здесь и в «Заданиях»');
        await onBegun();
      } else setErrors({ password: 'Неверный пароль' });
    } catch (error) {
      setErrors(errorsOf(error));
    }
    setBusy(false);
  };
  return (
    <form className={styles.deed} onSubmit={(event) => void begin(event)}>
      <p className={styles.quiet}>
        Уйдёт: {countOf(chosen.length, MONTHS)}, {countOf(lines, LINES)}. Показатели останутся, сами строки будут только
        в файлах. Вернуть их в журнал нельзя.
      </p>
      <div className={styles.fields}>
        <SelectBox
          label="По какой месяц"
          value={through}
          onChange={(month) => setThrough(String(month))}
          options={due.map(({ month, lines: n }) => ({
            value: month,
            label: monthName(month),
            hint: countOf(n, LINES),
          }))}
          error={errors.through}
        />
        <OwnPassword value={password} onChange={setPassword} error={errors.password} />
      </div>
      <AlertNote text={errors.form} />
      <div>
        <Button type="submit" variant="contained" disabled={isBusy || !password}>
          Вынести в архив
        </Button>
      </div>
    </form>
  );
}
