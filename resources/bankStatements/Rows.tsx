// Rows by group with their ticks, and the bar that posts what is ticked.
import Button from '@mui/material/Button';
import { useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { groupNames, type RowGroup, type Statement, type StatementRow } from '../../contract/bankStatements.ts';
import { useMay } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatMoney, formatNumber } from '../../widgets/format.ts';
import { Kbd } from '../../widgets/Kbd.tsx';
import { AlertNote } from '../../widgets/Note.tsx';
import { StickyBar } from '../../widgets/StickyBar.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { useNarrow } from '../../widgets/useScreen.ts';
import { useStable } from '../../widgets/useStable.ts';
import { useHotkey } from '../../widgets/useHotkey.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { RegistryDialog } from './RegistryDialog.tsx';
import { GroupSection } from './GroupSection.tsx';
import { GARAGE_BOX, type RowHands } from './RowLine.tsx';
import { paymentsOf } from './ru.ts';
import styles from './statements.module.css';
import { useGroups, usePosting, useRowActions, type GroupRows } from './useStatements.ts';

interface Props {
  /** Null: rows of all statements. */
  statement: number | null;
  counts: Statement['counts'];
  groups: readonly RowGroup[];
  onOpenStatement?: (id: number) => void;
}

/** Groups that are folded until somebody asks. */
const folded: readonly RowGroup[] = ['posted', 'skipped', 'duplicate', 'outgoing'];

/** The next box that asks for a garage, in the order of the page; after the last one the rows themselves. */
function focusNext(root: HTMLElement | null) {
  const boxes = [...(root?.querySelectorAll<HTMLInputElement>(`input[name="${GARAGE_BOX}"]:enabled`) ?? [])];
  const next = boxes[boxes.indexOf(document.activeElement as HTMLInputElement) + 1];
  next?.scrollIntoView({ block: 'center' });
  (next ?? root)?.focus({ preventScroll: true });
}

export function Rows({ statement, counts, groups, onOpenStatement }: Props) {
  const { read, answers, present, isOpen, setOpened, opened, setPages, pages } = useReadGroups(
    statement,
    counts,
    groups,
  );
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [dialog, setDialog] = useState<{ kind: 'assign' | 'registry'; row: StatementRow } | null>(null);
  const { may, reason } = useMay(financeEdit);
  const actions = useRowActions();
  const posting = usePosting();
  const narrow = useNarrow();
  const { isTicked, chosen, post, sum } = useChosen(read, answers, ticks, setTicks, dialog, may, posting);
  const groupsBox = useRef<HTMLDivElement>(null);
  const toNext = () => focusNext(groupsBox.current);
  useHotkey('f8', toNext, { enabled: dialog === null && may, inFields: true });
  const hands = useStable<RowHands>({
    tick: (rows, on) => setTicks(new Map([...ticks, ...rows.map((row) => [row.id, on] as const)])),
    assign: actions.assign,
    skip: actions.skip,
    detach: actions.detach,
    toNext,
    openDialog: (kind, row) => setDialog({ kind, row }),
    openStatement: (id) => onOpenStatement?.(id),
  });
  return (
    <>
      <div ref={groupsBox} tabIndex={-1} className={styles.groups} data-help="statement.rows">
        {may && !narrow && present.includes('none') && (
          <p className={styles.keys}>
            <Kbd quiet>F8</Kbd> следующий нераспознанный <Kbd quiet>Enter</Kbd> назначить найденный гараж
          </p>
        )}
        <AlertNote text={posting.errors.form} />
        {present.map((group) => {
          const answer = answers.get(group);
          const count = counts.find((one) => one.group === group)!;
          return (
            <GroupSection
              key={group}
              name={groupNames[group]}
              group={group}
              count={count}
              open={isOpen(group)}
              onToggle={() => setOpened({ ...opened, [group]: !isOpen(group) })}
              rows={answer?.rows ?? []}
              pending={waitingOf(answer)}
              onMore={
                answer && answer.rows.length < answer.total
                  ? () => setPages({ ...pages, [group]: (pages[group] ?? 1) + 1 })
                  : undefined
              }
              may={may}
              isTicked={isTicked}
              busy={actions.busy}
              errors={posting.errors}
              hands={hands}
            />
          );
        })}
      </div>
      <PostBar may={may} reason={reason} posting={posting} chosen={chosen} sum={sum} post={post} />
      <AlikeQuestion posting={posting} onConfirm={() => void post(true)} />
      {dialog && <RowDialog dialog={dialog} actions={actions} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Of so many the payments they look like are named. */
const NAMED = 5;

/** Asked before payments enter the books that may stand there already. */
function AlikeQuestion({ posting, onConfirm }: { posting: ReturnType<typeof usePosting>; onConfirm: () => void }) {
  const alike = posting.alike ?? [];
  return (
    <ConfirmDialog
      open={alike.length > 0}
      title="Эти платежи уже внесены?"
      confirm="Это другие, провести"
      busy={posting.busy}
      onConfirm={onConfirm}
      onCancel={posting.clear}
    >
      <p>Если платёж тот же, снимите с него отметку: второй раз он станет лишним авансом.</p>
      <ul>
        {alike.slice(0, NAMED).map((text, nth) => (
          <li key={nth}>{text}</li>
        ))}
      </ul>
      {alike.length > NAMED && <p>И ещё {paymentsOf(alike.length - NAMED)}.</p>}
    </ConfirmDialog>
  );
}

interface RowDialogProps {
  dialog: { kind: 'assign' | 'registry'; row: StatementRow };
  actions: ReturnType<typeof useRowActions>;
  onClose: () => void;
}

function RowDialog({ dialog: { kind, row }, actions, onClose }: RowDialogProps) {
  return kind === 'assign' ? (
    <AssignDialog key={row.id} row={row} actions={actions} onClose={onClose} />
  ) : (
    <RegistryDialog key={row.id} row={row} onClose={onClose} />
  );
}

/** Which groups are open and what has come of them. */
function useReadGroups(statement: number | null, counts: Statement['counts'], groups: readonly RowGroup[]) {
  const [opened, setOpened] = useState<Partial<Record<RowGroup, boolean>>>({});
  const present = groups.filter((group) => counts.some((one) => one.group === group && one.rows));
  const isOpen = (group: RowGroup) => opened[group] ?? !folded.includes(group);
  const read = present.filter(isOpen);
  const [pages, setPages] = useState<Partial<Record<RowGroup, number>>>({});
  const answers = useGroups(statement, read, pages);
  return { read, answers, present, isOpen, setOpened, opened, setPages, pages };
}

/** Payments that are ticked, and posting them. */
function useChosen(
  read: RowGroup[],
  answers: ReturnType<typeof useGroups>,
  ticks: ReadonlyMap<number, boolean>,
  setTicks: Dispatch<SetStateAction<ReadonlyMap<number, boolean>>>,
  dialog: { kind: 'assign' | 'registry'; row: StatementRow } | null,
  may: boolean,
  posting: ReturnType<typeof usePosting>,
) {
  const isTicked = (row: StatementRow) => row.refusal === null && (ticks.get(row.id) ?? row.preticked);
  const chosen = read.flatMap((group) => answers.get(group)!.rows).filter(isTicked);
  const sum = chosen.reduce((total, row) => total + row.left_kopecks, 0);
  const post = async (confirmed = false) => {
    if (may && chosen.length && !posting.busy && (await posting.post(chosen, confirmed))) setTicks(new Map());
  };
  useHotkey('ctrl+enter', () => void post(), { enabled: dialog === null && posting.alike === null });
  return { isTicked, chosen, post, sum };
}

/** What stands where the rows of a group have not come. */
function waitingOf(answer: GroupRows | undefined) {
  return answer?.error ? (
    <ErrorNote onRetry={answer.retry}>{answer.error.message}</ErrorNote>
  ) : (
    answer?.isPending && <TableSkeleton columns={[{ width: '90px' }, {}, { width: '160px' }]} rows={3} />
  );
}

function PostBar({
  may,
  reason,
  posting,
  chosen,
  sum,
  post,
}: {
  may: boolean;
  reason: string | null;
  posting: ReturnType<typeof usePosting>;
  chosen: StatementRow[];
  sum: number;
  post: (confirmed?: boolean) => Promise<void>;
}) {
  const narrow = useNarrow();
  return (
    <StickyBar
      label="Проведение отмеченных"
      info={
        posting.busy && posting.done
          ? `Проведено ${formatNumber(posting.done)} из ${formatNumber(posting.of)}`
          : (reason ??
            (chosen.length ? 'Проведённое можно отменить сторно' : 'Отметьте платежи, которые нужно провести'))
      }
    >
      <Button
        variant="contained"
        loading={posting.busy}
        disabled={!may || !chosen.length}
        onClick={() => void post()}
        endIcon={narrow ? undefined : <Kbd>Ctrl Enter</Kbd>}
      >
        {chosen.length ? `Провести ${paymentsOf(chosen.length)} на ${formatMoney(sum)}` : 'Провести'}
      </Button>
    </StickyBar>
  );
}
