// A statement loaded by mistake: taking it back, and what is left to say of one that was taken back.
import { useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { withdrawStatement, type Statement } from '../../contract/bankStatements.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { AlertNote, Note } from '../../widgets/Note.tsx';
import { toast } from '../../widgets/toasts.ts';
import { countIn, paymentsOf } from './ru.ts';
import styles from './statements.module.css';

/** Why it can not be taken back, as a sentence; null when it can. */
export function withdrawRefusal({ counts }: Pick<Statement, 'counts'>): string | null {
  const posted = countIn(counts, 'posted').rows + countIn(counts, 'partial').rows;
  return posted ? `Проведено: ${paymentsOf(posted)}. Сначала сторнируйте их` : null;
}

interface Props {
  statement: Statement;
  onClose: () => void;
  onDone: () => void;
}

export function WithdrawDialog({ statement, onClose, onDone }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const assigned = countIn(statement.counts, 'assigned').rows;
  const withdraw = async () => {
    setBusy(true);
    setProblem('');
    try {
      await call(withdrawStatement, { params: { id: statement.id }, body: { assigned }, quiet: true });
      toast('Выписка отозвана. Этот файл можно загрузить снова');
      onDone();
    } catch (error) {
      setProblem(Object.values(errorsOf(error))[0] ?? 'Не удалось отозвать выписку');
    } finally {
      setBusy(false);
      void readAnew(client, 'statements');
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title="Отозвать выписку?"
      confirm="Отозвать"
      busy={busy}
      onConfirm={() => void withdraw()}
      onCancel={onClose}
    >
      <AlertNote text={problem} />
      <p className={styles.subject}>
        <b>{statement.file_name}</b>
      </p>
      <p className={styles.subject}>
        Из выписки ничего не проведено: деньги в учёте не изменятся. Её строки уйдут из списков, а этот файл можно будет
        загрузить снова.
      </p>
      {assigned > 0 && (
        <Note tone="amber">Вместе с ней пропадёт то, что назначено вручную: {paymentsOf(assigned)}.</Note>
      )}
    </ConfirmDialog>
  );
}

/** Stands in the place of the rows. */
export function WithdrawnNote({ withdrawn }: { withdrawn: NonNullable<Statement['withdrawn']> }) {
  return (
    <div className={styles.warnings}>
      <Note
        tone="amber"
        title="Выписка отозвана"
        action={
          <Button component={Link} to={pages.statement}>
            Загрузить другую
          </Button>
        }
      >
        {withdrawn.user}, {formatMoment(withdrawn.at)}. Её платежи не проводятся; тот же файл можно загрузить снова.
      </Note>
    </div>
  );
}
