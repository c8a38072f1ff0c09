// What became of a pasted column: how many readings were taken, which lines were not and why, the way back.
import Button from '@mui/material/Button';
import { Note } from '../../widgets/Note.tsx';
import { countOf } from '../../widgets/format.ts';
import type { Pasted } from './pasteReadings.ts';

/** Names that are told; the rest are counted. */
const NAMED = 5;

export function PastedNote({ pasted, onUndo }: { pasted: Pasted; onUndo: () => void }) {
  const { filled, unknown, several, notNumbers, beyond } = pasted;
  const left: [string, string[]][] = [
    ['Таких гаражей здесь нет', unknown],
    ['Номер есть у нескольких гаражей', several],
    ['Это не показание (число, не больше двух знаков после запятой)', notNumbers],
  ];
  const isWhole = left.every(([, names]) => !names.length) && !beyond;
  return (
    <Note
      role="status"
      tone={isWhole ? 'blue' : 'amber'}
      title={`Вставлено: ${countOf(filled, ['показание', 'показания', 'показаний'])}`}
      action={
        <Button size="small" onClick={onUndo}>
          Отменить вставку
        </Button>
      }
    >
      {left.map(
        ([words, names]) =>
          names.length > 0 && (
            <div key={words}>
              {words}: {names.slice(0, NAMED).join(', ')}
              {names.length > NAMED && ` и ещё ${names.length - NAMED}`}
            </div>
          ),
      )}
      {beyond > 0 && <div>Ниже последнего гаража: {countOf(beyond, ['строка', 'строки', 'строк'])}</div>}
    </Note>
  );
}
