// The trial run of a text over the records of the place: what is empty or too long, each with a record to look at.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { tryTemplate, type TemplateTrial } from '../../../contract/documents/studio.ts';
import type { RichText } from '../../../contract/kernel/richTextFold.ts';
import { reading } from '../../../providers/reading.ts';
import { formatNumber } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { Dialog } from '../../../widgets/overlay.tsx';
import type { Chosen } from './studioParts.tsx';
import styles from './studio.module.css';

interface Props {
  kind: number;
  text: RichText;
  onClose: () => void;
  onShow: (record: Chosen) => void;
}

export function TrialRun({ kind, text, onClose, onShow }: Props) {
  const { data, error } = useQuery({
    ...reading(tryTemplate, { params: { id: kind }, body: { body: text }, timeout: 120_000 }),
    gcTime: 0,
    retry: false,
  });
  const rows = (found: TemplateTrial['empty'], what: string) =>
    found.map(({ key, records, sample }) => (
      <li key={`${what}${key}`} data-tone="amber">
        <span>
          <b>{key}</b> {what} у {formatNumber(records)} из {formatNumber(data!.checked)}
        </span>
        <Button
          onClick={() => {
            onShow(sample);
            onClose();
          }}
        >
          Показать
        </Button>
      </li>
    ));
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="trial-title">
      <DialogTitle id="trial-title">Пробный прогон</DialogTitle>
      <DialogContent>
        {error && <Note tone="red">{error.message}</Note>}
        {!data && !error && <p aria-busy="true">Подставляем данные записей…</p>}
        {data && (
          <>
            <p>
              Просмотрено {formatNumber(data.checked)} из {formatNumber(data.total)}
              {data.checked < data.total && ': первые по порядку'}. Не напечатать: {formatNumber(data.refused)}.
            </p>
            <ul className={styles.problems}>
              {rows(data.empty, 'без значения')}
              {rows(data.long, 'длиннее 160 знаков')}
            </ul>
            {!data.empty.length && !data.long.length && <Note>Пустых и слишком длинных значений нет.</Note>}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Закрыть</Button>
      </DialogActions>
    </Dialog>
  );
}
