// Papers of a case: ticked as they come, each with its number, its day and its scan.
import PhotoCameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import Button from '@mui/material/Button';
import { useRef, useState, type Ref } from 'react';
import type { Paper, ReregistrationCard } from '../../contract/reregistrations.ts';
import {
  attachReregistrationPaper,
  openReregistrationPaper,
  receiveReregistrationPapers,
  saveReregistrationPaper,
} from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, upload, type HttpError } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { dayOf, today } from '../../widgets/today.ts';
import { formatDate } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { openInTab } from '../files/openInTab.ts';
import { useKeepCard } from './useKeepCard.ts';
import styles from './reregistrations.module.css';

interface PapersProps {
  card: ReregistrationCard;
  /** Where the case is held by somebody else than its page. */
  onCard?: ((card: ReregistrationCard) => void) | undefined;
}
function useKept(onCard: PapersProps['onCard']) {
  const keep = useKeepCard();
  return (card: ReregistrationCard) => {
    keep(card);
    onCard?.(card);
  };
}

const isMissing = (paper: Paper) => paper.required && !paper.received_at;
/** The first paper without which the case stands; undefined when all are there. */
export const missingPaper = ({ papers }: ReregistrationCard) => papers.find(isMissing);

interface ScanInputProps {
  ref: Ref<HTMLInputElement>;
  /** A phone opens its back camera instead of its files. */
  camera?: boolean;
  onFile: (file: File) => void;
}
/** The input that a button beside it opens. */
const ScanInput = ({ ref, camera = false, onFile }: ScanInputProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    aria-hidden
    tabIndex={-1}
    accept={camera ? 'image/jpeg,image/png,image/webp' : '.pdf,.jpg,.jpeg,.png,.webp'}
    capture={camera ? 'environment' : undefined}
    onChange={(event) => {
      const file = event.target.files?.[0];
      if (file) onFile(file);
      event.target.value = '';
    }}
  />
);

/** «Снять: договор дарения»: a phone takes its picture, which is put to the case as the paper's scan. */
export function PaperShot({ card, paper }: { card: ReregistrationCard; paper: Paper }) {
  const keep = useKeepCard();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const send = (file: File) => {
    setBusy(true);
    upload(attachReregistrationPaper, { params: { id: card.id, kind: paper.kind }, file, quiet: true })
      .then(
        (next) => {
          keep(next);
          toast(`${paper.title}: снимок приложен`);
        },
        (error: HttpError) => toast(error.message, { kind: 'error' }),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      <ScanInput ref={input} camera onFile={send} />
      <Button
        variant="contained"
        startIcon={<PhotoCameraIcon />}
        disabled={busy}
        onClick={() => input.current?.click()}
        aria-label={`Снять: ${paper.title}`}
        className={styles.shot!}
      >
        <span>Снять: {paper.title.toLowerCase()}</span>
      </Button>
    </>
  );
}

/** Papers that the case needs, ticked as they come. */
export function ReceivedPapers({ card, onCard }: PapersProps) {
  const keep = useKept(onCard);
  const there = card.papers.filter((paper) => paper.received_at).length;
  const missing = card.papers.filter(isMissing);
  const mayChange = card.may_edit && ![4, 5].includes(card.status);
  // Missing ones first, optional ones last.
  const place = (paper: Paper) => (paper.received_at ? 1 : paper.required ? 0 : 2);
  const all = () =>
    call(receiveReregistrationPapers, { params: { id: card.id }, quiet: true }).then(keep, (error: HttpError) =>
      toast(error.message, { kind: 'error' }),
    );
  return (
    <SectionCard
      title={`Бумаги: ${there} из ${card.papers.length}`}
      action={
        mayChange &&
        missing.length > 1 && (
          <Button size="small" onClick={() => void all()}>
            Все получены
          </Button>
        )
      }
    >
      <ul className={styles.papers}>
        {card.papers
          .toSorted((one, other) => place(one) - place(other))
          .map((paper) => (
            <PaperLine key={paper.kind} card={card} onCard={onCard} paper={paper} mayChange={mayChange} />
          ))}
        <PibScan card={card} onCard={onCard} mayChange={mayChange && card.status !== 3} />
      </ul>
      {card.papers_given_to && (
        <p className={styles.muted}>
          Выданы: {card.papers_given_to}, {formatDate(card.papers_given_on)}
        </p>
      )}
      {card.archive_no && <p className={styles.muted}>Дело в архиве № {card.archive_no}</p>}
    </SectionCard>
  );
}

const PIB = 'pib';

/** The inventory paper of the garage: its number and day stand in the form, its scan is kept as that of any paper. */
function PibScan({ card, onCard, mayChange }: PapersProps & { mayChange: boolean }) {
  const keep = useKept(onCard);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const params = { id: card.id, kind: PIB };
  const { pibNumber, pibDate } = card.form;
  if (!mayChange && !pibNumber && !card.pib_file) return null;
  const send = (file: File) => {
    setBusy(true);
    upload(attachReregistrationPaper, { params, file, quiet: true })
      .then(keep, (error: HttpError) => toast(error.message, { kind: 'error' }))
      .finally(() => setBusy(false));
  };
  const words = [pibNumber && `№ ${pibNumber}`, pibDate && `от ${formatDate(pibDate)}`].filter(Boolean).join(' ');
  return (
    <li className={styles.paper}>
      <div className={styles.paperWords}>
        <span className={styles.beside}>Справка ПИБ (необязательно)</span>
        {words && <small className={styles.muted}>{words}</small>}
        {card.pib_file && (
          <button
            type="button"
            className={styles.scan!}
            onClick={() => void openInTab(() => call(openReregistrationPaper, { params, quiet: true }))}
          >
            {card.pib_file.name}
          </button>
        )}
      </div>
      {mayChange && (
        <div className={styles.paperActs}>
          <ScanInput ref={input} onFile={send} />
          <Button
            size="small"
            variant="text"
            disabled={busy}
            aria-label={`${card.pib_file ? 'Заменить скан' : 'Приложить'}: справка ПИБ`}
            onClick={() => input.current?.click()}
          >
            {card.pib_file ? 'Заменить скан' : 'Приложить'}
          </Button>
        </div>
      )}
    </li>
  );
}

function PaperLine({ card, onCard, paper, mayChange }: PapersProps & { paper: Paper; mayChange: boolean }) {
  const keep = useKept(onCard);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const params = { id: card.id, kind: paper.kind };
  const run = (work: Promise<ReregistrationCard>) => {
    setBusy(true);
    work.then(keep, (error: HttpError) => toast(error.message, { kind: 'error' })).finally(() => setBusy(false));
  };
  return (
    <li className={styles.paper}>
      <div className={styles.paperWords}>
        <Checkbox
          label={paper.required ? paper.title : `${paper.title} (необязательно)`}
          value={Boolean(paper.received_at)}
          disabled={!mayChange || busy}
          onChange={(received) =>
            run(
              call(saveReregistrationPaper, {
                params,
                body: { received, number: paper.number, date: paper.on_date },
                quiet: true,
              }),
            )
          }
        />
        {paperWords(paper) && <small className={styles.muted}>{paperWords(paper)}</small>}
        {paper.file && (
          <button
            type="button"
            className={styles.scan!}
            onClick={() => void openInTab(() => call(openReregistrationPaper, { params, quiet: true }))}
          >
            {paper.file.name}
          </button>
        )}
      </div>
      {mayChange && (
        <div className={styles.paperActs}>
          <ScanInput
            ref={input}
            onFile={(file) => run(upload(attachReregistrationPaper, { params, file, quiet: true }))}
          />
          <Button size="small" variant="text" disabled={busy} onClick={() => setAsking(true)}>
            № и дата
          </Button>
          <Button size="small" variant="text" disabled={busy} onClick={() => input.current?.click()}>
            {paper.file ? 'Заменить скан' : 'Приложить'}
          </Button>
        </div>
      )}
      {isAsking && <PaperDialog card={card} paper={paper} onCard={onCard} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** «№ 15 от 02.03.2026 · Соколова М., 03.03.2026»: its number and day, who had it in hand and when. */
const paperWords = ({ number, on_date, received_at, received_by }: Paper) =>
  [
    [number && `№ ${number}`, on_date && `от ${formatDate(on_date)}`].filter(Boolean).join(' '),
    received_at && received_by ? `${received_by}, ${formatDate(dayOf(received_at))}` : '',
  ]
    .filter(Boolean)
    .join(' · ');

/** Number and day of a paper: the same ones in two cases are told of. */
function PaperDialog({ card, paper, onCard, onClose }: PapersProps & { paper: Paper; onClose: () => void }) {
  const keep = useKept(onCard);
  const [number, setNumber] = useState(paper.number ?? '');
  const [date, setDate] = useState(paper.on_date);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const params = { id: card.id, kind: paper.kind };
      const received = Boolean(paper.received_at) || Boolean(number.trim());
      keep(await call(saveReregistrationPaper, { params, body: { received, number, date }, quiet: true }));
      onClose();
    } catch (error) {
      const texts = errorsOf(error);
      setErrors(Object.keys(texts).length ? texts : { form: (error as HttpError).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={paper.title}
      confirm="Сохранить"
      busy={busy}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <TextBox
        label="Номер"
        value={number}
        onChange={setNumber}
        error={errors.number}
        maxLength={60}
        helperText="Тот же номер и дата в другом деле — предупредим"
      />
      <DateBox label="Дата" value={date} onChange={setDate} error={errors.date} max={today()} />
    </ConfirmDialog>
  );
}
