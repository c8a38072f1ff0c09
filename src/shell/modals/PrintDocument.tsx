// «Напечатать документ»: asks only what the chosen paper needs; with nothing to ask it prints at once.
import CloseIcon from '@mui/icons-material/Close';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  documentTypeInfo,
  generateDocument,
  NUMBER_TAKEN,
  OTHER_KIND,
  previewDocument,
  type PrintRequest,
  type DocumentTypeInfo,
  type DoubtfulName,
} from '../../../contract/documents.ts';
import { pages } from '../../../contract/pages.ts';
import { call, download, errorsOf, saveFile, type HttpError } from '../../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../../providers/reading.ts';
import { useActor } from '../../../providers/session.ts';
import { today } from '../../../widgets/today.ts';
import { formatDate } from '../../../widgets/format.ts';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { forgetModal, type Modal } from '../../../widgets/modals.ts';
import { AlertNote, Note } from '../../../widgets/Note.tsx';
import { Dialog } from '../../../widgets/overlay.tsx';
import styles from './modals.module.css';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { PaperPicture } from '../../../widgets/PaperPicture.tsx';
import { printFile } from '../../../widgets/printFile.ts';
import { isTouch } from '../../../widgets/useScreen.ts';
import { toast } from '../../../widgets/toasts.ts';
import { Fields } from './PrintFields.tsx';
import { asksNothing, formFor, missing, printedOf, requestOf, type PrintForm } from './printRules.ts';

type PrintModal = Extract<Modal, { name: 'print-document' }>;
/** The dialog leaves the screen first, then it is forgotten. */
const CLEANUP_MS = 600;

/** The picture comes under a long form: whoever asked for it is led to it. */
const leadTo = (image: HTMLImageElement) => image.scrollIntoView({ block: 'start', behavior: 'smooth' });

export function PrintDocument({ modal }: { modal: PrintModal }) {
  const printing = usePrinting(modal);
  const { info, form, hasPo, isOpen, busy, close, print, error, typeId, infos, choose } = printing;
  const { data, errors, about, other, taken, picture, look } = printing;
  const then = useThen(about, info, form);
  const printed = info && printedOf(info, form);
  const reason = missing(info, form, hasPo);
  const set = (change: Partial<PrintForm>) => printing.change({ ...form, ...change });
  return (
    <Dialog open={isOpen} onClose={() => !busy && close()} aria-labelledby="print-document-title">
      <Head title={modal.title} onClose={close} isBusy={busy !== null} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (info && !reason && !busy) void print(info, { ...form, isNumberMeant: taken !== null });
        }}
      >
        <DialogContent>
          {error && <Note tone="red">{error.message}</Note>}
          <KindField
            typeId={typeId}
            infos={infos}
            choose={choose}
            isLoaded={Boolean(data)}
            error={errors.document_type_id}
          />
          {printed && <Repeated printed={printed} about={about} close={close} />}
          {info && <Doubtful people={(then ?? info).doubtful} close={close} />}
          {info && <Fields info={info} form={form} set={set} errors={errors} hasPo={hasPo} />}
          {then?.unknown && (
            <Note tone="amber" role="status">
              {then.unknown}
            </Note>
          )}
          <AlertNote text={errors.form} />
          {taken && <Taken taken={taken} close={close} />}
          {picture && <PaperPicture picture={picture} className={styles.paper} onShown={leadTo} />}
          {other && (
            <Button onClick={() => choose(other)} sx={{ mt: 1, height: 'auto', minHeight: 40, whiteSpace: 'normal' }}>
              Выбрать «{other.document_type}»
            </Button>
          )}
        </DialogContent>
        <DialogActions>
          <span style={{ flex: 1, fontSize: '0.8125rem' }}>{busy ?? reason}</span>
          <Button onClick={close} disabled={busy !== null}>
            Отмена
          </Button>
          {info && (info.asks_court || info.consents) && (
            <Button onClick={() => void look(info, form)} disabled={busy !== null || reason !== null}>
              Посмотреть
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            startIcon={<PrintIcon />}
            disabled={reason !== null}
            loading={busy !== null}
          >
            {taken ? 'Напечатать под этим номером' : 'Напечатать'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Head({ title, onClose, isBusy }: { title: string; onClose: () => void; isBusy: boolean }) {
  return (
    <DialogTitle id="print-document-title" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
      <span>
        Напечатать документ
        <small style={{ display: 'block', fontWeight: 400, fontSize: '0.8125rem' }}>{title}</small>
      </span>
      <IconButtonWithTip label="Закрыть" onClick={onClose} disabled={isBusy} sx={{ m: '-6px -8px -6px 0' }}>
        <CloseIcon />
      </IconButtonWithTip>
    </DialogTitle>
  );
}

type About = PrintModal['about'];

/** Kinds that may be printed of the record, each with what it asks. */
const useKinds = ({ about, types }: PrintModal) =>
  useQuery({
    ...reading(documentTypeInfo, { body: { ...about, document_types: types ?? null } }),
    gcTime: 0,
  });

/** What a past day changes: whose names are declined, what is not known of the garage. Null for today. */
function useThen(about: About, info: DocumentTypeInfo | undefined, { end }: PrintForm): DocumentTypeInfo | null {
  const isPast = Boolean(info?.is_date_specific && end && end < today());
  const { data } = useQuery({
    ...reading(documentTypeInfo, { body: { ...about, document_types: info ? [info.id] : null, day: end } }),
    enabled: isPast,
    gcTime: 0,
  });
  return (isPast && data?.data[0]) || null;
}

type Printed = Awaited<ReturnType<typeof download>>;

/** Says that a paper is there, and what can be done with it. */
function useTold() {
  const navigate = useNavigate();
  return ({ record, name, blob }: Printed) =>
    toast(`Документ напечатан, файл сохранён: ${name}`, {
      actions: [
        ...(record
          ? [{ label: 'Показать', run: () => void navigate(pages.document(record)), stays: true as const }]
          : []),
        ...(isTouch() ? [] : [{ label: 'Печать', run: () => printFile(blob), stays: true as const }]),
      ],
    });
}

interface KindFieldProps {
  typeId: number | null;
  infos: readonly DocumentTypeInfo[];
  choose: (info: DocumentTypeInfo) => void;
  isLoaded: boolean;
  error: string | undefined;
}

function KindField({ typeId, infos, choose, isLoaded, error }: KindFieldProps) {
  return (
    <SelectBox
      label="Вид документа"
      value={typeId}
      onChange={(id) => {
        const chosen = infos.find((one) => one.id === id);
        if (chosen) choose(chosen);
      }}
      options={infos.map((one) => ({
        value: one.id,
        label: one.document_type,
        ...(one.refusal && { hint: one.refusal, disabled: true }),
      }))}
      placeholder={isLoaded ? (infos.length ? 'Выберите вид' : 'Ничего не найдено') : 'Загрузка…'}
      error={error}
    />
  );
}

/** A paper of the kind was printed of the record and stands. */
function Repeated({
  printed,
  about,
  close,
}: {
  printed: { id: number; number: string; on_date: string };
  about: About;
  close: () => void;
}) {
  return (
    <div style={{ marginBottom: 12 }}>
      <Note tone="amber">
        Документ № {printed.number} от {formatDate(printed.on_date)} уже запрашивался{' '}
        {about.reregistration_id ? 'по этому переоформлению' : 'по этой записи'}.{' '}
        <Link to={pages.document(printed.id)} onClick={close}>
          Открыть его копию
        </Link>
      </Note>
    </div>
  );
}

/** The program is not sure how a name is declined: a look at it is cheaper than another number. */
function Doubtful({ people, close }: { people: readonly DoubtfulName[]; close: () => void }) {
  const page = useActor()?.capabilities.includes(1) ? pages.profileEdit : pages.profile;
  return people.map(({ id, name, words }) => (
    <div key={id} style={{ marginBottom: 12 }}>
      <Note tone="amber" role="status">
        Проверьте склонение: {words}. Если не так, впишите верное в карточку:{' '}
        <Link to={page(id)} onClick={close}>
          {name}
        </Link>
      </Note>
    </div>
  ));
}

type TakenNumber = { id: number; name: string };

/** Another paper carries the number: the next press means it. */
function Taken({ taken, close }: { taken: TakenNumber; close: () => void }) {
  return (
    <Note tone="amber" role="alert">
      Если номер верен, напечатайте ещё раз.{' '}
      <Link to={pages.document(taken.id)} onClick={close}>
        Открыть документ {taken.name}
      </Link>
    </Note>
  );
}

const takenOf = ({ body }: HttpError): TakenNumber | null =>
  body?.code === NUMBER_TAKEN ? (body.current as TakenNumber) : null;

/** The kind that fits the record instead of the one that was refused; null where none is offered. */
const otherOf = ({ body }: HttpError): number | null =>
  body?.code === OTHER_KIND ? (body.current as { id: number }).id : null;

/** One kind was asked for: it is chosen already, and printed at once when it asks nothing. */
function usePrintedAtOnce(kinds: readonly DocumentTypeInfo[] | undefined, take: (only: DocumentTypeInfo) => void) {
  const started = useRef(false);
  useEffect(() => {
    const only = kinds?.length === 1 ? kinds[0] : undefined;
    if (!only || started.current) return;
    started.current = true;
    take(only);
  });
}

/** The paper before it is printed, or what stands against it, by field. */
async function seenOf(body: PrintRequest): Promise<{ seen: string | null; wrong: Record<string, string> }> {
  try {
    const { picture } = await call(previewDocument, { body, quiet: true });
    const unseen = 'Показать не получилось: напечатайте и откройте документ';
    return { seen: picture, wrong: picture ? {} : { form: unseen } };
  } catch (failure) {
    return { seen: null, wrong: errorsOf(failure) };
  }
}

/** What may be printed, what is asked for it, and the printing. */
function usePrinting(modal: PrintModal) {
  const { about } = modal;
  const hasPo = Boolean(useActor()?.po);
  const [isOpen, setOpen] = useState(true);
  const [typeId, setTypeId] = useState<number | null>(null);
  const [form, setForm] = useState<PrintForm>(() => formFor(undefined, today()));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [otherId, setOtherId] = useState<number | null>(null);
  const [taken, setTaken] = useState<TakenNumber | null>(null);
  const [picture, setPicture] = useState<string | null>(null);
  /** What is being done, in words. */
  const [busy, setBusy] = useState<string | null>(null);
  const client = useQueryClient();
  const { data, error } = useKinds(modal);
  const infos = data?.data ?? [];
  const info = infos.find((one) => one.id === typeId);
  /** What fits the record instead of the kind that was refused. */
  const other = infos.find((one) => one.id === otherId);
  const close = () => {
    setOpen(false);
    setTimeout(() => forgetModal(modal), CLEANUP_MS);
  };
  const tell = useTold();
  const print = async (chosen: DocumentTypeInfo, filled: PrintForm) => {
    setBusy('Печатается…');
    setErrors({});
    try {
      const file = await download(generateDocument, { body: requestOf(chosen, about, filled, hasPo), quiet: true });
      saveFile(file);
      // Opened again while this one is still leaving, the window warns of what has just been printed.
      void readAnew(client, 'documents', keyOf(documentTypeInfo));
      close();
      tell(file);
    } catch (failure) {
      setErrors(errorsOf(failure));
      setOtherId(otherOf(failure as HttpError));
      setTaken(takenOf(failure as HttpError));
    } finally {
      setBusy(null);
    }
  };
  const look = async (chosen: DocumentTypeInfo, filled: PrintForm) => {
    setBusy('Готовится…');
    const { seen, wrong } = await seenOf(requestOf(chosen, about, filled, hasPo));
    setPicture(seen);
    setErrors(wrong);
    setBusy(null);
  };
  /** What was seen and asked is of what stood on the form before. */
  const change = (filled: PrintForm) => {
    setForm(filled);
    setPicture(null);
    setTaken(null);
  };
  const choose = (chosen: DocumentTypeInfo) => {
    setTypeId(chosen.id);
    change(formFor(chosen, modal.day ?? today(), modal.consent));
    setErrors({});
    setOtherId(null);
  };
  usePrintedAtOnce(data?.data, (only) => {
    choose(only);
    if (asksNothing(only, hasPo, modal.consent)) void print(only, formFor(only, modal.day ?? today(), modal.consent));
  });
  const asked = { info, form, hasPo, typeId, infos, data, about };
  const told = { error, errors, other, taken, picture };
  return { ...asked, ...told, isOpen, busy, close, print, look, change, choose };
}
