// A version beside what is written now: what was taken out, what was added; the version can come back as the draft.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { templateVersion } from '../../../contract/documents/studio.ts';
import type { RichText } from '../../../contract/kernel/richTextFold.ts';
import { reading } from '../../../providers/reading.ts';
import { Note } from '../../../widgets/Note.tsx';
import { Dialog } from '../../../widgets/overlay.tsx';
import styles from './studio.module.css';
import { textDiff } from './textDiff.ts';

interface Props {
  kind: number;
  region: number | null;
  nth: number;
  text: RichText;
  onClose: () => void;
  onRestore: () => void;
}

export function VersionDiff({ kind, region, nth, text, onClose, onRestore }: Props) {
  const { data, error } = useQuery({
    ...reading(templateVersion, { params: { id: kind }, body: { region, nth } }),
    gcTime: 0,
  });
  const parts = data && textDiff(data.body, text);
  const isSame = parts?.every((part) => part.kind === 'same');
  const name = nth === 0 ? 'исходным текстом' : `версией ${nth}`;
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="version-diff-title">
      <DialogTitle id="version-diff-title">Сравнение с {name}</DialogTitle>
      <DialogContent>
        {error && <Note tone="red">{error.message}</Note>}
        {isSame && <Note>Слова те же. Отличаться может только вид: полужирный, выравнивание.</Note>}
        <p className={styles.diff}>
          {parts?.map((part, nthPart) => {
            if (part.kind === 'added') return <ins key={nthPart}>{part.text}</ins>;
            if (part.kind === 'removed') return <del key={nthPart}>{part.text}</del>;
            return <span key={nthPart}>{part.text}</span>;
          })}
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Закрыть</Button>
        <Button variant="contained" disabled={!data} onClick={onRestore}>
          Вернуть {nth === 0 ? 'исходный текст' : `версию ${nth}`} в черновик
        </Button>
      </DialogActions>
    </Dialog>
  );
}
