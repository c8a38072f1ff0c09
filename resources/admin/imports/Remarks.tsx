// Remarks by kind: at the left the kinds with counts, above the rows what can be mended at once, a grid for the hand.
import CheckIcon from '@mui/icons-material/Check';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type Dispatch, type SetStateAction } from 'react';
import type { ImportBatch } from '../../../contract/imports.ts';
import * as contract from '../../../contract/imports.ts';
import { download, saveFile, type HttpError } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatNumber } from '../../../widgets/format.ts';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useNarrow } from '../../../widgets/useScreen.ts';
import { DifferenceChoices } from './DifferenceChoices.tsx';
import { GroupFixes } from './GroupFixes.tsx';
import type { StepProps } from './stepProps.ts';
import styles from './imports.module.css';
import { kindGroups, labelOf } from './importRules.ts';
import { RemarksGrid } from './RemarksGrid.tsx';
import { useFixes, type InTurn } from './useFixes.ts';

const PAGE = 50;
const ALL = 'all';
/** Which rows of a remark are shown. */
type Shown = 'all' | 'open' | 'done';

export function Remarks({
  batch,
  change,
  busy,
  onBatch,
  inTurn,
  bar,
}: StepProps & {
  onBatch: (next: (known: ImportBatch) => ImportBatch) => void;
  inTurn: InTurn;
  bar: (left: ReactNode) => ReactNode;
}) {
  const groups = kindGroups(batch.kinds);
  const [kind, setKind] = useState(groups[0]?.kinds[0]?.kind ?? ALL);
  const [typed, setTyped] = useState('');
  const [offset, setOffset] = useState(0);
  const [shown, setShown] = useState<Shown>('all');
  const fixes = useFixes(batch, onBatch, inTurn);
  const data = useRows(batch, kind, shown, typed, offset);
  const show = (next: string) => {
    setKind(next);
    setShown('all');
    setOffset(0);
  };
  const { summary } = batch;
  const isDiffers = kind === 'differs';
  return (
    <>
      <div className={styles.remarks}>
        <KindList groups={groups} kind={kind} onKind={show} />
        <div className={styles.work}>
          <Tools
            kind={kind}
            sums={batch.kinds.find((one) => one.kind === kind)}
            shown={shown}
            onShown={(next) => {
              setShown(next);
              setOffset(0);
            }}
            typed={typed}
            setTyped={setTyped}
            setOffset={setOffset}
          />
          {isDiffers ? (
            <DifferenceChoices batch={batch} change={change} busy={busy} />
          ) : (
            kind !== ALL && <GroupFixes batch={batch} kind={kind} fixes={fixes} />
          )}
          <RemarksGrid
            batch={batch}
            kind={kind}
            rows={data?.data ?? []}
            fixes={fixes}
            onChoose={(row, field, choice) => void change({ choose: [{ row, field, choice }] })}
          />
          {data && <Pages offset={offset} total={data.total} onOffset={setOffset} />}
        </div>
      </div>
      {bar(<Left batch={batch} summary={summary} />)}
    </>
  );
}

/** A page of the rows under a remark. */
function useRows(batch: ImportBatch, kind: string, shown: Shown, typed: string, offset: number) {
  const { data } = useQuery({
    ...reading(contract.importRows, {
      params: { id: batch.id },
      query: {
        ...(kind === ALL ? {} : { kind, ...(shown === 'all' ? {} : { state: shown }) }),
        ...(typed.trim() ? { q: typed.trim() } : {}),
        offset,
        limit: PAGE,
      },
    }),
    placeholderData: (before) => before,
  });
  return data;
}

function Tools({
  kind,
  sums,
  shown,
  onShown,
  typed,
  setTyped,
  setOffset,
}: {
  kind: string;
  sums: ImportBatch['kinds'][number] | undefined;
  shown: Shown;
  onShown: (shown: Shown) => void;
  typed: string;
  setTyped: Dispatch<SetStateAction<string>>;
  setOffset: Dispatch<SetStateAction<number>>;
}) {
  return (
    <div className={styles.tools}>
      <h2>{kind === ALL ? 'Все строки' : labelOf(kind)}</h2>
      {sums && (
        <Segmented<Shown>
          small
          label="Какие строки"
          value={shown}
          options={[
            { value: 'all', label: 'Все', count: sums.count + sums.done },
            { value: 'open', label: 'Решить', count: sums.count },
            { value: 'done', label: 'Решены', count: sums.done },
          ]}
          onChange={onShown}
        />
      )}
      <span className={styles.grow} />
      <TextBox
        label="Поиск по строкам"
        hideLabel
        reserve={false}
        placeholder="Строка, гараж, имя, текст"
        value={typed}
        start={<SearchIcon fontSize="small" />}
        onChange={(text) => {
          setTyped(text);
          setOffset(0);
        }}
      />
    </div>
  );
}

/** How many rows load and how many stay, with the book of them. */
function Left({
  batch,
  summary,
}: {
  batch: ImportBatch;
  summary: { created: number; created_with_warning: number; error: number; ignored: number; people: number };
}) {
  const narrow = useNarrow();
  const takeBook = () =>
    void download(contract.importRemarks, { params: { id: batch.id }, quiet: true }).then(
      saveFile,
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  return (
    <>
      <span>
        <b>{formatNumber(summary.created + summary.created_with_warning)}</b> загрузятся ·{' '}
        <b className={styles.redText}>{formatNumber(summary.error)}</b> останутся в файле ·{' '}
        {formatNumber(summary.ignored)} не гаражи
      </span>
      {narrow ? (
        <IconButtonWithTip label="Книга замечаний" onClick={takeBook}>
          <DownloadIcon />
        </IconButtonWithTip>
      ) : (
        <Button startIcon={<DownloadIcon />} onClick={takeBook}>
          Книга замечаний
        </Button>
      )}
    </>
  );
}

function KindList({
  groups,
  kind,
  onKind,
}: {
  groups: ReturnType<typeof kindGroups>;
  kind: string;
  onKind: (kind: string) => void;
}) {
  const options = [
    { value: ALL, label: 'Все строки' },
    ...groups.flatMap((group) =>
      group.kinds.map((one) => ({ value: one.kind, label: `${one.label}: ${one.count || 'решены'}` })),
    ),
  ];
  return (
    <>
      <nav className={styles.kinds} aria-label="Виды замечаний">
        <button type="button" aria-current={kind === ALL} onClick={() => onKind(ALL)}>
          Все строки
        </button>
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            {group.kinds.map((one) => (
              <button key={one.kind} type="button" aria-current={one.kind === kind} onClick={() => onKind(one.kind)}>
                <i className={cx(styles.dot, styles[group.tone])} aria-hidden="true" />
                {one.label}
                {one.count ? (
                  <b>{formatNumber(one.count)}</b>
                ) : (
                  <CheckIcon titleAccess="решены все" fontSize="inherit" />
                )}
              </button>
            ))}
          </section>
        ))}
      </nav>
      <div className={styles.kindSelect}>
        <SelectBox
          label="Вид замечаний"
          options={options}
          value={kind}
          onChange={(value) => onKind(String(value ?? ALL))}
        />
      </div>
    </>
  );
}

function Pages({ offset, total, onOffset }: { offset: number; total: number; onOffset: (offset: number) => void }) {
  if (total <= PAGE) return null;
  return (
    <div className={styles.pages}>
      <Button size="small" disabled={!offset} onClick={() => onOffset(offset - PAGE)}>
        Назад
      </Button>
      {formatNumber(offset + 1)}–{formatNumber(Math.min(offset + PAGE, total))} из {formatNumber(total)}
      <Button size="small" disabled={offset + PAGE >= total} onClick={() => onOffset(offset + PAGE)}>
        Вперёд
      </Button>
    </div>
  );
}
