// The payment desk: a keyboard grid with the panel that shows where each rouble goes, totals of the day under it.
import type { Draft } from './deskRules.ts';
import type { Part } from './deskRules.ts';
import BankIcon from '@mui/icons-material/AccountBalanceOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import LockIcon from '@mui/icons-material/LockOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { garages, type GarageCard } from '../../../contract/garages.ts';
import { pages } from '../../../contract/pages.ts';
import { closedUpTo } from '../../../contract/kernel/words.ts';
import { call } from '../../../providers/http.ts';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { IconDropdown } from '../../../widgets/IconDropdown.tsx';
import { formatMoney } from '../../../widgets/format.ts';
import { Kbd } from '../../../widgets/Kbd.tsx';
import { Note } from '../../../widgets/Note.tsx';
import { PageWaiting } from '../../../widgets/PageWaiting.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useHotkey } from '../../../widgets/useHotkey.ts';
import { useNarrow } from '../../../widgets/useScreen.ts';
import { CashDayDialog } from '../CashDayDialog.tsx';
import { DayTotals } from '../DayTotals.tsx';
import styles from './desk.module.css';
import { DeskGrid } from './DeskGrid.tsx';
import { DeskPhone } from './DeskPhone.tsx';
import * as rules from './deskRules.ts';
import { CommentField, focusCell, focusComment, focusWrong } from './PartCells.tsx';
import { printOrder } from './printOrder.ts';
import { useDesk, type Desk } from './useDesk.ts';
import { WherePanel } from './WherePanel.tsx';

export default function DeskPage() {
  const desk = useDesk();
  if (!desk.ready) return <PageWaiting asked={[desk.asked]} />;
  return <DeskScreen desk={desk} />;
}

function DeskScreen({ desk }: { desk: Desk }) {
  const narrow = useNarrow();
  const { draft } = desk;
  const [activeKey, setActive] = useState(draft.parts[0]!.key);
  const part = draft.parts.find((one) => one.key === activeKey) ?? draft.parts.at(-1)!;
  const [closing, setClosing] = useState(false);
  useAskedGarage(desk);
  useKeptRow(draft);
  const post = usePosting(desk);
  const { split, undo } = useDeskKeys(desk, draft, part, closing, post);
  const actions = (
    <Actions
      desk={desk}
      onPost={() => post()}
      onPrint={() => post(false, (taken) => void printOrder(taken, desk.date!))}
      onSplit={split}
    />
  );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Приём оплат</h1>
        <div className={styles.date}>
          <DateBox
            label="День"
            hideLabel
            reserve={false}
            value={desk.typedDate}
            max={desk.today}
            onChange={desk.setDate}
            onBlur={desk.settleDate}
          />
        </div>
        <DayChip desk={desk} />
        <HeadActions desk={desk} narrow={narrow} onDay={() => setClosing(true)} />
      </header>
      <ClosedNote desk={desk} />
      {narrow ? (
        <DeskPhone desk={desk} part={part} onPost={post} onUndo={undo} onSplit={split} onActive={setActive} />
      ) : (
        <div className={styles.body}>
          <div className={styles.left}>
            <DeskGrid desk={desk} active={part.key} onActive={setActive} onPost={post} onUndo={undo} />
            <Legend />
          </div>
          <aside className={styles.panel} data-help="desk.where" aria-label="Куда пойдут деньги">
            <div className={styles.panelBody}>
              <WherePanel
                draft={draft}
                part={part}
                date={desk.date}
                onChange={(key, change) => desk.change((now) => rules.changePart(now, key, change))}
                onPayer={desk.sawPayer}
              />
            </div>
            {actions}
          </aside>
        </div>
      )}
      <DayTotals day={desk.day}>
        {!rules.isEmpty(draft) && (
          <span className={styles.kept}>
            <SaveIcon fontSize="small" /> Строка {desk.done.length + 1} не проведена, сохранена в черновике
          </span>
        )}
      </DayTotals>
      {closing && <CashDayDialog date={desk.date} onClose={() => setClosing(false)} />}
    </div>
  );
}

/** Posting the row: at once, or when its garage is found. */
function usePosting(desk: Desk) {
  const post = (confirmed = false, onTaken?: (contribution: number) => void) => {
    if (desk.isLooking) return setQueued(true);
    const from = document.activeElement as HTMLElement | null;
    // The next garage may be typed while this payment is on its way.
    if (desk.complete && !desk.busy) focusCell(0, 'garage');
    void desk.post(confirmed, onTaken).then((outcome) => {
      if (typeof outcome === 'string' || focusWrong(outcome)) return;
      if (from?.isConnected) from.focus();
      else focusCell(0, 'amount');
    });
  };
  // Enter was faster than the search for the garage: the payment goes when it is found.
  const [queued, setQueued] = useState(false);
  const postQueued = useEffectEvent(() => {
    setQueued(false);
    post();
  });
  useEffect(() => {
    if (queued && !desk.isLooking) postQueued();
  }, [queued, desk.isLooking]);
  return post;
}

/** What the keys of the desk do. */
function useDeskKeys(
  desk: Desk,
  draft: Draft,
  part: Part,
  closing: boolean,
  post: (confirmed?: boolean, onTaken?: (contribution: number) => void) => void,
) {
  const split = () => {
    // The row is drawn at once: keys pressed right after belong to it.
    flushSync(() => desk.change(rules.withSplit));
    focusCell(draft.parts.length, part.garage ? 'amount' : 'garage');
  };
  useHotkey('ctrl+enter', () => post(), { enabled: !closing });
  useHotkey('f2', focusComment, { enabled: !closing, inFields: true });
  useHotkey('esc', () => clear(desk), { enabled: !closing && !rules.isEmpty(draft), inFields: true });
  useHotkey('ctrl+insert', split, { enabled: !closing });
  const last = desk.done.findLast((one) => !rules.isUndone(one));
  // With something typed Ctrl+Z is the browser's own.
  const undo = (done: rules.Done) =>
    void desk.undo(done).then((back) => back && setTimeout(() => focusCell(0, 'amount')));
  useHotkey('ctrl+z', () => last && undo(last), {
    enabled: !closing && rules.isEmpty(draft) && Boolean(last),
  });
  return { split, undo };
}

/** Ways from the desk; on a phone they are a menu, the row stays near the thumb. */
function HeadActions({ desk, narrow, onDay }: { desk: Desk; narrow: boolean; onDay: () => void }) {
  const navigate = useNavigate();
  const day = desk.day?.state === 'closed' ? 'Касса закрыта' : 'Закрыть кассу за день';
  if (narrow)
    return (
      <div className={styles.headActions}>
        <IconDropdown
          label="Ещё"
          icon={<MoreIcon />}
          items={[
            { key: 'day', label: day, icon: <LockIcon fontSize="small" />, onSelect: onDay },
            { key: 'all', label: 'Все платежи', onSelect: () => void navigate(pages.payments) },
            { key: 'statement', label: 'Из выписки банка', onSelect: () => void navigate(pages.statement) },
          ]}
        />
      </div>
    );
  return (
    <div className={styles.headActions}>
      <Button component={Link} to={pages.payments}>
        Все платежи
      </Button>
      <Button component={Link} to={pages.statement} startIcon={<BankIcon />}>
        Из выписки банка
      </Button>
      <Button startIcon={<LockIcon />} onClick={onDay}>
        {day}
      </Button>
    </div>
  );
}

/** A row that was kept from before takes the hand at once. */
function useKeptRow(draft: rules.Draft): void {
  const [kept] = useState(draft);
  useEffect(() => {
    if (!rules.isEmpty(kept)) focusUnfilled(kept);
  }, [kept]);
}

/** Where a row that came back goes on: at what it lacks, else at its sum. */
function focusUnfilled({ parts }: rules.Draft): void {
  const nth = Math.max(
    0,
    parts.findIndex((part) => !part.garage || part.amount === null),
  );
  focusCell(nth, parts[nth]?.garage ? 'amount' : 'garage');
}

/** Empties the row; a toast gives it back. */
function clear(desk: Desk) {
  const { draft } = desk;
  desk.change(({ paymentType, papers, paperNo }) => ({ ...rules.newDraft(paymentType, papers), paperNo }));
  setTimeout(() => focusCell(0, 'garage'));
  toast('Строка очищена', {
    undo: () => {
      desk.change(() => draft);
      setTimeout(() => focusUnfilled(draft));
    },
  });
}

/** `?garage=45` begins with that garage; a row that was entered and not taken is not lost for it. */
function useAskedGarage(desk: Desk) {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('garage')) || null;
  const take = useEffectEvent(async (id: number) => {
    const card = await call(garages.one, { params: { id } }).catch(() => null);
    setSearch({}, { replace: true });
    if (card) begin(card);
  });
  const begin = useEffectEvent((card: GarageCard) => {
    const { draft } = desk;
    const [first] = draft.parts;
    const garage: rules.DeskGarage = {
      id: card.id,
      section: card.section,
      number: card.number,
      po_name: card.po.name,
      account_no: card.account_no,
      owner: card.owners[0]?.full_name ?? null,
      is_active: card.isActive,
      balance_kopecks: card.balance_kopecks,
      aside_kopecks: card.aside_kopecks,
    };
    const isThere = first!.garage?.id === card.id;
    if (!isThere && rules.isBegun(draft)) return desk.offer(garage);
    // A sum typed while the garage was on its way stays.
    if (!first!.garage) desk.change((now) => rules.changePart(now, first!.key, { garage }));
    else if (!isThere) desk.change((now) => rules.draftOf(garage, now));
    setTimeout(() => focusCell(0, 'amount'));
  });
  useEffect(() => {
    if (asked) void take(asked);
  }, [asked]);
}

function DayChip({ desk }: { desk: Desk }) {
  if (desk.closedUntil) return <StatusChip kind="archived">Период закрыт</StatusChip>;
  if (!desk.day) return null;
  const { state } = desk.day;
  if (state === 'open') return <StatusChip kind="done">День открыт</StatusChip>;
  return (
    <StatusChip kind={state === 'closed' ? 'archived' : 'waiting'}>
      {state === 'closed' ? 'День закрыт' : 'Часть ПО закрыта'}
    </StatusChip>
  );
}

/** Said before the first sum is typed, not after it. */
function ClosedNote({ desk }: { desk: Desk }) {
  const note = (title: string, text: string) => (
    <div className={styles.closedNote}>
      <Note tone="amber" title={title}>
        {text}
      </Note>
    </div>
  );
  if (desk.closedUntil)
    return note(closedUpTo(desk.closedUntil), 'Выберите день после него: этим днём платежи не принимаются.');
  if (desk.day?.state !== 'closed') return null;
  return note(
    'Касса за этот день закрыта',
    'Новые платежи этим днём не принимаются. Сторно проводится следующим днём, открыть день может МО.',
  );
}

interface ActionsProps {
  desk: Desk;
  onPost: () => void;
  onPrint: () => void;
  onSplit: () => void;
}

function Actions({ desk, onPost, onPrint, onSplit }: ActionsProps) {
  const several = desk.draft.parts.length > 1;
  return (
    <div className={styles.actions}>
      <CommentField desk={desk} onPost={onPost} withKey />
      {several && (
        <p className={styles.total}>
          <span>Всего в платеже</span> <b>{formatMoney(rules.totalOf(desk.draft))}</b>
        </p>
      )}
      <Button variant="contained" onClick={onPost} loading={desk.busy} fullWidth>
        Провести <Kbd>Ctrl Enter</Kbd>
      </Button>
      <Button startIcon={<PrintIcon />} onClick={onPrint} loading={desk.busy} fullWidth>
        Провести и напечатать
      </Button>
      <Button size="small" variant="text" onClick={onSplit} fullWidth>
        Разбить платёж <Kbd quiet>Ctrl Ins</Kbd>
      </Button>
    </div>
  );
}

function Legend() {
  return (
    <p className={styles.legend} aria-label="Клавиши">
      <span>
        <Kbd quiet>Tab</Kbd> <Kbd quiet>Enter</Kbd> следующее поле
      </span>
      <span>
        <Kbd quiet>↑</Kbd> <Kbd quiet>↓</Kbd> строка
      </span>
      <span>
        <Kbd quiet>Ctrl Z</Kbd> исправить последний
      </span>
      <span>
        <Kbd quiet>F4</Kbd> список
      </span>
      <span>
        <Kbd quiet>Esc</Kbd> очистить строку
      </span>
    </p>
  );
}
