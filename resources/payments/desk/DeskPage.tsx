// The payment desk: a keyboard grid with the panel that shows where each rouble goes, totals of the day under it.
import BankIcon from '@mui/icons-material/AccountBalanceOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router';
import { garages } from '../../../contract/garages.ts';
import { pages } from '../../../contract/pages.ts';
import { call } from '../../../providers/http.ts';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { formatMoney } from '../../../widgets/format.ts';
import { Kbd } from '../../../widgets/Kbd.tsx';
import { Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { useHotkey } from '../../../widgets/useHotkey.ts';
import { useNarrow } from '../../../widgets/useScreen.ts';
import { CashDayDialog } from '../CashDayDialog.tsx';
import { DayTotals } from '../DayTotals.tsx';
import styles from './desk.module.css';
import { DeskGrid, focusCell } from './DeskGrid.tsx';
import { DeskPhone } from './DeskPhone.tsx';
import * as rules from './deskRules.ts';
import { useDesk, type Desk } from './useDesk.ts';
import { WherePanel } from './WherePanel.tsx';

export default function DeskPage() {
  const desk = useDesk();
  if (!desk.ready) return <PageSkeleton />;
  return <DeskScreen desk={desk} />;
}

function DeskScreen({ desk }: { desk: Desk }) {
  const narrow = useNarrow();
  const { draft } = desk;
  const [activeKey, setActive] = useState(draft.parts[0]!.key);
  const part = draft.parts.find((one) => one.key === activeKey) ?? draft.parts.at(-1)!;
  const [closing, setClosing] = useState(false);
  useAskedGarage(desk);
  const post = () =>
    void desk.post().then((done) => {
      // After the row has been drawn anew.
      if (done) setTimeout(() => focusCell(0, 'garage'));
    });
  const split = () => {
    // The row is drawn at once: keys pressed right after belong to it.
    flushSync(() => desk.change(rules.withSplit(draft)));
    focusCell(draft.parts.length, part.garage ? 'amount' : 'garage');
  };
  useHotkey('ctrl+enter', post, { enabled: !closing });
  useHotkey('ctrl+insert', split, { enabled: !closing });
  const last = desk.done.findLast((one) => !one.isUndone);
  // With something typed Ctrl+Z is the browser's own.
  useHotkey('ctrl+z', () => last && void desk.undo(last), {
    enabled: !closing && rules.isEmpty(draft) && Boolean(last),
  });
  const actions = <Actions desk={desk} onPost={post} onSplit={split} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Приём оплат</h1>
        <div className={styles.date}>
          <DateBox label="День" hideLabel reserve={false} value={desk.date} max={desk.today} onChange={desk.setDate} />
        </div>
        <DayChip desk={desk} />
        <div className={styles.headActions}>
          <Button component={Link} to={pages.payments}>
            Все платежи
          </Button>
          {!narrow && (
            <Button component={Link} to={pages.statement} startIcon={<BankIcon />}>
              Из выписки банка
            </Button>
          )}
          <Button startIcon={<LockIcon />} onClick={() => setClosing(true)}>
            {desk.day?.state === 'closed' ? 'Касса закрыта' : 'Закрыть кассу за день'}
          </Button>
        </div>
      </header>
      {desk.day?.state === 'closed' && (
        <div className={styles.closedNote}>
          <Note tone="amber" title="Касса за этот день закрыта">
            Новые платежи этим днём не принимаются. Сторно проводится следующим днём, открыть день может МО.
          </Note>
        </div>
      )}
      {narrow ? (
        <DeskPhone desk={desk} part={part} onPost={post} onSplit={split} onActive={setActive} />
      ) : (
        <div className={styles.body}>
          <div className={styles.left}>
            <DeskGrid desk={desk} active={part.key} onActive={setActive} onPost={post} />
            <Legend />
          </div>
          <aside className={styles.panel} aria-label="Куда пойдут деньги">
            <div className={styles.panelBody}>
              <WherePanel draft={draft} part={part} />
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

/** `?garage=45` begins with that garage, unless the kept draft has something else. */
function useAskedGarage(desk: Desk) {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('garage')) || null;
  const take = useEffectEvent(async (id: number) => {
    const card = await call(garages.one, { params: { id } }).catch(() => null);
    setSearch({}, { replace: true });
    if (!card) return;
    const [first] = desk.draft.parts;
    const garage: rules.DeskGarage = {
      id: card.id,
      section: card.section,
      number: card.number,
      po_name: card.po.name,
      account_no: card.account_no,
      owner: card.owners[0]?.full_name ?? null,
      balance_kopecks: card.balance_kopecks,
    };
    // A sum typed while the garage was on its way stays.
    const kept = first!.garage ? { ...rules.newPart(), key: first!.key } : first!;
    desk.change({ ...desk.draft, parts: [{ ...kept, garage }] });
    setTimeout(() => focusCell(0, 'amount'));
  });
  useEffect(() => {
    if (asked) void take(asked);
  }, [asked]);
}

function DayChip({ desk }: { desk: Desk }) {
  if (!desk.day) return null;
  const { state } = desk.day;
  if (state === 'open') return <StatusChip kind="done">День открыт</StatusChip>;
  return (
    <StatusChip kind={state === 'closed' ? 'archived' : 'waiting'}>
      {state === 'closed' ? 'День закрыт' : 'Часть ПО закрыта'}
    </StatusChip>
  );
}

function Actions({ desk, onPost, onSplit }: { desk: Desk; onPost: () => void; onSplit: () => void }) {
  const several = desk.draft.parts.length > 1;
  return (
    <div className={styles.actions}>
      {several && (
        <p className={styles.total}>
          <span>Всего в платеже</span> <b>{formatMoney(rules.totalOf(desk.draft))}</b>
        </p>
      )}
      <Button variant="contained" onClick={onPost} loading={desk.busy} fullWidth>
        Провести <Kbd>Ctrl Enter</Kbd>
      </Button>
      <Button onClick={onSplit} fullWidth>
        Разбить платёж <Kbd quiet>Ctrl Ins</Kbd>
      </Button>
      <Button startIcon={<PrintIcon />} disabled fullWidth title={RECEIPT_LATER}>
        Провести и напечатать ПКО
      </Button>
      <small className={styles.muted}>{RECEIPT_LATER}</small>
    </div>
  );
}
export const RECEIPT_LATER = 'Квитанции появятся вместе с документами';

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
        <Kbd quiet>Ctrl Enter</Kbd> провести
      </span>
      <span>
        <Kbd quiet>Ctrl Z</Kbd> отменить последний
      </span>
      <span>
        <Kbd quiet>Ctrl Ins</Kbd> разбить
      </span>
      <span>
        <Kbd quiet>F4</Kbd> выбрать из списка
      </span>
    </p>
  );
}
