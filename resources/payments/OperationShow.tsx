// The card of one ledger line: what it is, its document, what undid it, its garage and payer.
import EditIcon from '@mui/icons-material/EditOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useRecordContext, useRefresh } from 'react-admin';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { balanceOperations, reverseOperation, type OperationCard } from '../../contract/payments.ts';
import { undoPreview } from '../../contract/payments/previews.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { RelaidNote } from './RelaidNote.tsx';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { cx } from '../../widgets/cx.ts';
import { countOf, formatDate, formatMoment, formatMoney } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { openModal } from '../../widgets/modals.ts';
import { Money } from '../../widgets/Money.tsx';
import { AlertNote, Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import { lineForms, sumOf } from '../contributions/ru.ts';
import { useDeskDefaults } from './desk/useDesk.ts';
import { LastPapers } from '../documents/LastPapers.tsx';
import { PaperTabs } from '../documents/PaperTabs.tsx';
import styles from './payments.module.css';
import { ClosedNow } from './Purpose.tsx';
import { kindName, purposeName, sourceName } from './ru.ts';

export default function OperationShow() {
  return (
    <RecordPage resource={balanceOperations.name}>
      <Card />
    </RecordPage>
  );
}

function Card() {
  const line = useRecordContext<OperationCard>();
  if (line?.version === undefined) return <PageSkeleton />;
  return (
    <div className={styles.show}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.payments}>Платежи</Link> › операция № {line.id}
      </nav>
      <Top line={line} />
      <div className={styles.beside}>
        <div>
          <PaperTabs about={{ contribution: line.document_id }} first="Операция">
            <Facts line={line} />
            <Ties line={line} />
            {/* Lines of the log name the whole document: taken, corrected and undone it is as one. */}
            <StoryLink type="contribution" id={line.document_id} />
          </PaperTabs>
        </div>
        <aside aria-label="Связанное">
          <LastPapers
            about={{ contribution: line.document_id }}
            all={`${pages.balanceOperation(line.id)}?tab=documents`}
          />
        </aside>
      </div>
    </div>
  );
}

function Top({ line }: { line: OperationCard }) {
  const navigate = useNavigate();
  const [undoing, setUndoing] = useState(false);
  return (
    <header className={styles.top}>
      <GaragePlate
        section={line.garage.section}
        number={line.garage.number}
        size="m"
        archived={line.garage.is_active === false}
        to={pages.garage(line.garage.id)}
      />
      <div>
        <h1>
          {kindName(line)} <Money kopecks={line.amount_kopecks} />
          {line.is_reversed && <StatusChip kind="refused">Отменена</StatusChip>}
        </h1>
        <p>
          {formatDate(line.on_date)} · {purposeName(line)} · {line.payment_type?.name ?? sourceName(line)}
        </p>
      </div>
      <div className={styles.topActions}>
        {!line.is_transfer && (
          <>
            <ActionButton
              icon={<EditIcon />}
              refusal={line.edit_refusal}
              onClick={() => void navigate(pages.balanceOperationEdit(line.id))}
            >
              Исправить
            </ActionButton>
            <ActionButton icon={<UndoIcon />} refusal={line.reverse_refusal} onClick={() => setUndoing(true)}>
              Сторнировать
            </ActionButton>
          </>
        )}
        <Button startIcon={<PrintIcon />} onClick={() => printOf(line)}>
          Напечатать
        </Button>
      </div>
      {undoing && <UndoDialog line={line} onClose={() => setUndoing(false)} />}
    </header>
  );
}

/** A charge to many garages has no paper of its own: what is printed is of this garage. */
function printOf(line: OperationCard) {
  const { section, number, id } = line.garage;
  const isOfMany = line.kind === 'accrual' && line.garages > 1;
  openModal({
    name: 'print-document',
    about: isOfMany ? { garage_id: id } : { contribution_id: line.document_id },
    title: isOfMany
      ? `Гараж ${[section, number].filter(Boolean).join(' ')}, ${line.po.name}`
      : `Операция № ${line.id} от ${formatDate(line.on_date)}`,
  });
}

function Facts({ line }: { line: OperationCard }) {
  const facts: [string, React.ReactNode][] = [
    ['Плательщик', line.payer ? <Link to={pages.profile(line.payer.id)}>{line.payer.name}</Link> : 'без владельца'],
    ['Что закрыто сейчас', <ClosedNow key="closed" line={line} />],
    ['Лицевой счёт', line.account_no],
    ['ПО', line.po.name],
    ['Документ', line.paper_no ?? line.basis_document ?? '—'],
    ['Комментарий', line.comment ?? '—'],
    ['Остаток гаража сейчас', <Money key="balance" kopecks={line.balance_kopecks} tone="balance" />],
    ['Кто внёс', `${line.user?.name ?? 'система'}, ${formatMoment(line.created_at)}`],
    ['Откуда', sourceName(line)],
  ];
  const refusals = [...new Set([line.edit_refusal, line.reverse_refusal])].filter((text) => text !== null);
  return (
    <>
      {refusals.length > 0 && (
        <div className={styles.notes}>
          {refusals.map((text) => (
            <Note key={text}>{text}</Note>
          ))}
        </div>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type Link = NonNullable<OperationCard['reversal_of']>;

/** What the line is tied to, as sentences. */
function Ties({ line }: { line: OperationCard }) {
  const ties: [string, Link | null][] = [
    ['Отменяет', line.reversal_of],
    ['Отменена сторно', line.reversed_by],
    ['Внесена вместо', line.corrects],
    ['Вместо неё внесена', line.corrected_by],
  ];
  return (
    <ul className={styles.links} aria-label="Связанные записи">
      <li>
        <Link to={pages.contribution(line.document_id)}>Документ № {line.document_id}</Link>
        <span>
          на {formatMoney(sumOf({ ...line, amount_kopecks: line.document_amount_kopecks }))}, гаражей {line.garages}
        </span>
      </li>
      {line.moved_by_case !== null && (
        <li>
          Сделано переоформлением <Link to={pages.reregistration(line.moved_by_case)}>№ {line.moved_by_case}</Link>
        </li>
      )}
      {ties.map(
        ([words, tied]) =>
          tied && (
            <li key={words}>
              {words}{' '}
              <Link to={pages.balanceOperation(tied.id)}>
                операция № {tied.id} от {formatDate(tied.on_date)}
              </Link>
              <span>
                {formatMoney(tied.amount_kopecks)}
                {tied.comment && `: ${tied.comment}`}
              </span>
            </li>
          ),
      )}
      {line.siblings.map((one) => (
        <li key={one.id}>
          <span>В том же документе</span>
          <GaragePlate section={one.garage.section} number={one.garage.number} to={pages.balanceOperation(one.id)} />
          <span className={cx(one.is_reversed && styles.undone)}>{formatMoney(one.amount_kopecks)}</span>
          {one.is_reversed && <StatusChip kind="refused">отменена</StatusChip>}
        </li>
      ))}
    </ul>
  );
}

function UndoDialog({ line, onClose }: { line: OperationCard; onClose: () => void }) {
  const refresh = useRefresh();
  const client = useQueryClient();
  const today = useDeskDefaults()?.today;
  const [key] = useState(operationKey);
  const [date, setDate] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [whole, setWhole] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    setErrors({});
    try {
      const penalties_kopecks = line.penalties.amount_kopecks;
      const body = { idempotencyKey: key, date: date ?? today!, reason: reason || null, whole, penalties_kopecks };
      const answer = await call(reverseOperation, { params: { id: line.id }, body, quiet: true });
      // An offset stands in two garages, the money is one.
      const sum = line.source === 'offset' ? Math.abs(line.amount_kopecks) : answer.amount_kopecks;
      toast(`Сторнировано: ${formatMoney(sum)}`);
      void readAnew(client, 'payments', 'garages', 'contributions');
      refresh();
      onClose();
    } catch (error) {
      setErrors(errorsOf(error));
      setBusy(false);
      // What the dialog says may have changed meanwhile.
      refresh();
    }
  };
  return (
    <ConfirmDialog
      open
      title="Сторнировать операцию?"
      confirm="Сторнировать"
      danger
      busy={busy}
      onConfirm={() => void undo()}
      onCancel={onClose}
    >
      <AlertNote text={errors.form} />
      <Consequences line={line} date={date ?? today ?? null} whole={whole} />
      <DateBox
        label="Дата сторно"
        value={date ?? today ?? null}
        min={line.on_date}
        {...(today ? { max: today } : {})}
        onChange={setDate}
        error={errors.date}
      />
      <TextBox
        label="Причина"
        required={line.needs_reason}
        maxLength={300}
        value={reason}
        onChange={setReason}
        error={errors.reason}
      />
      {line.rest.lines > 0 && line.source !== 'offset' && line.kind === 'payment' && (
        <Checkbox
          value={whole}
          onChange={setWhole}
          label={`Отменить и остальные строки документа: ещё ${countOf(line.rest.lines, lineForms)}`}
        />
      )}
      {line.source === 'offset' && <p className={styles.muted}>Зачёт отменяется целиком, по обоим гаражам.</p>}
    </ConfirmDialog>
  );
}

/** What the reversal does. */
function Consequences({ line, date, whole }: { line: OperationCard; date: string | null; whole: boolean }) {
  return (
    <>
      <p>
        Будет внесена обратная запись на {formatMoney(-line.amount_kopecks - (whole ? line.rest.amount_kopecks : 0))}.
        Сама операция останется в учёте с пометкой «отменена».
      </p>
      {line.penalties.garages > 0 && (
        <p>
          Вместе с ней отменятся пени, начисленные на этот взнос: <b>{formatMoney(line.penalties.amount_kopecks)}</b>.
        </p>
      )}
      <RelaidNote
        about={date ? ['line', line.id, date, whole] : null}
        ask={() =>
          call(undoPreview, { params: { id: line.id }, query: { date: date!, whole: whole ? 1 : 0 }, quiet: true })
        }
      />
    </>
  );
}
