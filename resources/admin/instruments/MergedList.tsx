// Merges that were made; within thirty days each can be taken back, asking whose is what came later.
import UndoIcon from '@mui/icons-material/UndoOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  mergeList,
  undoMerge,
  undoView,
  type LaterRow,
  type MergeRow,
  type UndoView,
} from '../../../contract/instruments/merging.ts';
import { pages } from '../../../contract/pages.ts';
import { call, errorsOf } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { formatDate, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { AlertNote } from '../../../widgets/Note.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { dayOf } from '../../../widgets/today.ts';
import styles from './instruments.module.css';

export function MergedList() {
  const [asked, setAsked] = useState<number | null>(null);
  const { data } = useQuery({
    ...reading(mergeList, { stops: true }),
    staleTime: 0,
  });
  if (!data?.data.length) return null;
  return (
    <SectionCard title="Сделанные объединения">
      <ul className={styles.merged}>
        {data.data.map((merge) => (
          <li key={merge.id}>
            <span>
              {merge.merged.name} ({merge.merged.id}) →{' '}
              <Link to={pages.profile(merge.survivor.id)}>
                {merge.survivor.name} ({merge.survivor.id})
              </Link>
              <small>{stateWords(merge)}</small>
            </span>
            {merge.canUndo && (
              <Button size="small" variant="outlined" startIcon={<UndoIcon />} onClick={() => setAsked(merge.id)}>
                Вернуть
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && <UndoDialog id={asked} onDone={() => setAsked(null)} />}
    </SectionCard>
  );
}

const stateWords = ({ at, who, until, undone_at, canUndo }: MergeRow) =>
  [
    formatMoment(at),
    who,
    undone_at
      ? `отменено ${formatMoment(undone_at)}`
      : canUndo
        ? `вернуть можно до ${formatDate(dayOf(until))}`
        : 'срок возврата прошёл',
  ]
    .filter(Boolean)
    .join(' · ');

/** What may be either's: the person says whose it is. */
function AskedRows(props: {
  view: UndoView;
  goes: ReadonlySet<string>;
  onTurn: (key: string, isHis: boolean) => void;
}) {
  const { view, goes, onTurn } = props;
  const asked = view.later.filter(({ whose }) => whose === 'ask');
  if (!asked.length) return null;
  return (
    <fieldset className={styles.later}>
      <legend>Появилось после объединения: чьё? Отметьте то, что принадлежит карточке {view.merge.merged.id}:</legend>
      {asked.map((row) => (
        <Checkbox
          key={keyOf(row)}
          label={row.words}
          value={goes.has(keyOf(row))}
          onChange={(isHis) => onTurn(keyOf(row), isHis)}
        />
      ))}
    </fieldset>
  );
}

/** What goes with its garage: said, not asked. */
function RuledRows({ view }: { view: UndoView }) {
  const groups = [
    ['goes', `Перейдёт к карточке ${view.merge.merged.id} вместе с её гаражами:`],
    ['stays', `Останется у карточки ${view.merge.survivor.id} вместе с её гаражами:`],
    ['follows', 'Пойдёт за гаражом, про который спрошено выше:'],
  ] as const;
  return groups.map(([whose, title]) => {
    const rows = view.later.filter((row) => row.whose === whose);
    return rows.length ? (
      <div key={whose} className={styles.ruled}>
        <p>{title}</p>
        <ul>
          {rows.map((row) => (
            <li key={keyOf(row)}>{row.words}</li>
          ))}
        </ul>
      </div>
    ) : null;
  });
}

const keyOf = ({ table, id }: Pick<LaterRow, 'table' | 'id'>) => `${table} ${id}`;

export function UndoDialog({ id, onDone }: { id: number; onDone: () => void }) {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...reading(undoView, { params: { id }, stops: true }),
    staleTime: 0,
  });
  const [goes, setGoes] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const turn = (key: string, isHis: boolean) => {
    const next = new Set(goes);
    if (isHis) next.add(key);
    else next.delete(key);
    setGoes(next);
  };
  const undo = async () => {
    setBusy(true);
    try {
      const later = (data?.later ?? [])
        .filter((row) => goes.has(keyOf(row)))
        .map(({ table, id: row }) => ({ table, id: row }));
      await call(undoMerge, { params: { id }, body: { goes: later }, quiet: true });
      await client.invalidateQueries();
      toast('Объединение отменено: карточки снова отдельно');
      onDone();
    } catch (fault) {
      setRefused(Object.values(errorsOf(fault))[0] ?? null);
      setBusy(false);
    }
  };
  const block = error?.message ?? data?.block ?? refused;
  return (
    <ConfirmDialog
      open
      title="Вернуть карточку?"
      confirm="Вернуть"
      busy={busy}
      disabled={!data || !!data.block}
      onCancel={onDone}
      onConfirm={() => void undo()}
    >
      {!data && !error && <p role="status">Смотрим, что вернётся…</p>}
      {data && (
        <p>
          Карточка {data.merge.merged.id} ({data.merge.merged.name}) снова станет отдельной. К ней вернётся записей:{' '}
          {formatNumber(data.moved)}.
          {data.edited.length > 0 && ` Изменено после объединения и останется как есть: ${data.edited.join(', ')}.`}
        </p>
      )}
      {data && <AskedRows view={data} goes={goes} onTurn={turn} />}
      {data && <RuledRows view={data} />}
      <AlertNote text={block} />
    </ConfirmDialog>
  );
}
