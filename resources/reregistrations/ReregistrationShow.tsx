// Card of a case: what will change, money, papers, checks, course of events, and who may do what next.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useRecordContext } from 'react-admin';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { reregistrations, type ReregistrationCard, type Verb } from '../../contract/reregistrations.ts';
import { moveReregistration, repeatReregistration } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { openModal } from '../../widgets/modals.ts';
import { Note } from '../../widgets/Note.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { toast } from '../../widgets/toasts.ts';
import { CommentList } from '../comments/CommentList.tsx';
import { PaperList } from '../documents/PaperList.tsx';
import { CheckList, ChangeBars, EventList, LineList, MoneyBox, ReceivedPapers } from './cardParts.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { Representatives } from './Representatives.tsx';
import { useKeepCard } from './useKeepCard.ts';
import styles from './reregistrations.module.css';
import { askedWords, closingWords, doneWords, statusKinds, statusWords } from './ru.ts';

export default function ReregistrationShow() {
  return (
    <RecordPage resource={reregistrations.name}>
      <Card />
    </RecordPage>
  );
}

function Card() {
  const card = useRecordContext<ReregistrationCard>();
  const [dialog, setDialog] = useState<Verb | 'correct' | null>(null);
  if (!card) return null;
  const isOpen = [0, 1, 2, 6].includes(card.status);
  return (
    <div className={styles.page}>
      <Top card={card} onStep={setDialog} />
      <div className={styles.main}>
        {card.is_out_of_date && (
          <Note tone="amber">Гараж изменился с тех пор, как вы начали черновик. Проверьте всё ещё раз.</Note>
        )}
        {card.annul_asked && card.status === 3 && <Note tone="amber">Просят аннулировать: {card.annul_asked}</Note>}
        {card.closing_reason && <Note tone="red">{card.closing_reason}</Note>}
        <ChangeBars card={card} />
        {isOpen && <CheckList checks={card.preview.checks} />}
        <div className={styles.change2}>
          <MoneyBox card={card} />
          <ReceivedPapers card={card} />
        </div>
        {isOpen && <LineList lines={card.preview.lines} />}
        <Representatives card={card} />
      </div>
      <aside className={styles.side} aria-label="Ход дела">
        <EventList card={card} />
        <PaperList reregistration={card.id} />
        <section>
          <h2>Комментарии</h2>
          <CommentList type="reregistration" objectId={card.id} />
        </section>
      </aside>
      {dialog === 'correct' && <CorrectionDialog card={card} onClose={() => setDialog(null)} />}
      {dialog && dialog !== 'correct' && <StepDialog card={card} verb={dialog} onClose={() => setDialog(null)} />}
    </div>
  );
}

const printOf = ({ id, garage }: ReregistrationCard) =>
  openModal({
    name: 'print-document',
    about: { reregistration_id: id },
    title: `Переоформление № ${id}, гараж ${[garage.section, garage.number].filter(Boolean).join(' ')}`,
  });

function Top({ card, onStep }: { card: ReregistrationCard; onStep: (dialog: Verb | 'correct') => void }) {
  const navigate = useNavigate();
  const keep = useKeepCard();
  const allowed = card.steps.filter((step) => !step.refusal);
  const main = allowed.find((step) => ['complete', 'take', 'apply'].includes(step.verb));
  const blocked = card.preview.checks.filter((check) => check.state === 'blocks').length;
  const repeat = () =>
    call(repeatReregistration, { params: { id: card.id }, quiet: true }).then(
      (draft) => {
        keep(draft);
        void navigate(pages.newReregistration(card.garage.id));
      },
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  const mayEdit = [1, 2, 6].includes(card.status) && card.steps.length > 0;
  return (
    <header className={styles.top}>
      <GaragePlate
        section={card.garage.section}
        number={card.garage.number}
        size="l"
        to={pages.garage(card.garage.id)}
      />
      <div className={styles.topWords}>
        <h1>
          Переоформление № {card.id}{' '}
          <StatusChip kind={statusKinds[card.status]}>
            {card.closing ? closingWords[card.closing] : statusWords[card.status]}
          </StatusChip>
        </h1>
        <p>
          {[
            card.reason_name,
            card.form.garagePrice ? `за ${formatMoney(card.form.garagePrice)}` : null,
            `переход ${formatDate(card.on_date)}`,
            card.po.name,
            card.days_left === null ? null : card.days_left < 0 ? 'срок истёк' : `осталось ${card.days_left} дн.`,
            card.reviewer && `ведёт ${card.reviewer}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className={styles.muted}>
          {card.pair_id && <Link to={pages.reregistration(card.pair_id)}>Вторая половина обмена № {card.pair_id}</Link>}
          {card.repeats_id && <Link to={pages.reregistration(card.repeats_id)}>Повторяет № {card.repeats_id}</Link>}
        </p>
      </div>
      <div className={styles.actions}>
        {main && (
          <Button
            variant="contained"
            disabled={main.verb === 'complete' && blocked > 0}
            title={main.verb === 'complete' && blocked ? `Мешают: ${blocked}` : ''}
            onClick={() => onStep(main.verb)}
          >
            {main.title}
          </Button>
        )}
        <Button startIcon={<PrintIcon />} onClick={() => printOf(card)}>
          Напечатать
        </Button>
        {mayEdit && (
          <Button component={Link} to={pages.newReregistration(card.garage.id)} state={{ id: card.id }}>
            Изменить
          </Button>
        )}
        {card.status === 5 && <Button onClick={() => void repeat()}>Повторить как было</Button>}
        {[3, 4, 5].includes(card.status) && card.steps.length > 0 && (
          <Button onClick={() => onStep('correct')}>Исправить данные</Button>
        )}
        {allowed
          .filter((step) => step !== main)
          .map((step) => (
            <Button
              key={step.verb}
              color={['refuse', 'annul', 'withdraw'].includes(step.verb) ? 'error' : 'primary'}
              onClick={() => onStep(step.verb)}
            >
              {step.title}
            </Button>
          ))}
      </div>
    </header>
  );
}

/** Every step is asked once more; the end shows each consequence with its figure. */
function StepDialog({ card, verb, onClose }: { card: ReregistrationCard; verb: Verb; onClose: () => void }) {
  const keep = useKeepCard();
  const [comment, setComment] = useState('');
  const [isKept, setKept] = useState(false);
  const [busy, setBusy] = useState(false);
  const [preview, setPreview] = useState(card.preview);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const step = card.steps.find((one) => one.verb === verb);
  const asked = askedWords[verb];
  const run = async () => {
    setBusy(true);
    try {
      const expected = verb === 'complete' ? preview.expected : null;
      const body = { verb, version: card.version, comment, expected, keepPayments: isKept };
      keep(await call(moveReregistration, { params: { id: card.id }, body, quiet: true }));
      toast(doneWords[verb]);
      onClose();
    } catch (error) {
      const { body, message } = error as HttpError;
      if (body.code === 'changed' && body.current) setPreview(body.current as typeof preview);
      const texts = errorsOf(error);
      setErrors(Object.keys(texts).length ? texts : { form: message });
    } finally {
      setBusy(false);
    }
  };
  const { comment: commentError, keepPayments, ...others } = errors;
  return (
    <ConfirmDialog
      open
      title={`${step?.title ?? ''}: переоформление № ${card.id}`}
      confirm={step?.title ?? 'Продолжить'}
      danger={['refuse', 'annul', 'withdraw'].includes(verb)}
      hasField={Boolean(asked)}
      busy={busy}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {Object.values(others).map((text) => (
        <Note key={text} tone="red" role="alert">
          {text}
        </Note>
      ))}
      {verb === 'complete' && <LineList lines={preview.lines} />}
      {verb === 'annul' && card.payments_since.length > 0 && (
        <>
          <p>Оплаты после завершения:</p>
          <ul className={styles.people}>
            {card.payments_since.map((line) => (
              <li key={line.id}>
                <Link to={pages.balanceOperation(line.id)}>
                  {formatDate(line.on_date)} {formatMoney(line.amount_kopecks)} {line.payer ?? ''}
                </Link>
              </li>
            ))}
          </ul>
          <Checkbox
            label="Оставить их в счёт долга прежних владельцев, с их согласия"
            value={isKept}
            onChange={setKept}
            error={keepPayments}
          />
        </>
      )}
      {asked && <TextArea label={asked} required value={comment} onChange={setComment} error={commentError} />}
    </ConfirmDialog>
  );
}
