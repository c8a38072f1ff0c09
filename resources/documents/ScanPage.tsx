// Signed papers that came back: a pile of scans is put in, each sheet goes to its paper, the rest is shown.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { fileScans, type ScannedSheet } from '../../contract/documents/scans.ts';
import { pages } from '../../contract/pages.ts';
import { errorsOf, upload, type ReplyOf } from '../../providers/http.ts';
import { countOf } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { StatusChip, type StatusKind } from '../../widgets/StatusChip.tsx';
import lists from '../lists/plainList.module.css';
import styles from './documents.module.css';

const looks: Record<ScannedSheet['state'], { kind: StatusKind; text: string }> = {
  filed: { kind: 'done', text: 'Подшит' },
  partial: { kind: 'waiting', text: 'Не весь' },
  again: { kind: 'waiting', text: 'Повторно' },
  no_force: { kind: 'refused', text: 'Без силы' },
  foreign: { kind: 'refused', text: 'Не наш' },
  unread: { kind: 'refused', text: 'Не узнан' },
  blank: { kind: 'plain', text: 'Пустая' },
};

/** What was told before, with what became of the page that was chosen. */
const withChosen = (told: readonly ScannedSheet[], [chosen]: readonly ScannedSheet[]): ScannedSheet[] =>
  told.map((sheet) => (chosen && sheet.pages.join() === chosen.pages.join() ? chosen : sheet));

export default function ScanPage() {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [done, setDone] = useState<ReplyOf<typeof fileScans> | null>(null);
  const [pile, setPile] = useState<File | null>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setErrors({});
    setDone(null);
    setPile(file);
    try {
      setDone(await upload(fileScans, { file, quiet: true }));
    } catch (failure) {
      setErrors(errorsOf(failure));
    } finally {
      setBusy(false);
    }
  };
  /** A page that was not recognised goes to the paper that the person has chosen: the same pile, that page of it. */
  const choose = async (page: number, document: number) => {
    setBusy(true);
    setErrors({});
    try {
      const fields = { page: String(page), document: String(document) };
      const { sheets, filed } = await upload(fileScans, { file: pile!, fields, quiet: true });
      setDone((was) => was && { ...was, filed: was.filed + filed, sheets: withChosen(was.sheets, sheets) });
    } catch (failure) {
      setErrors(errorsOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.page}>
      <nav aria-label="Путь">
        <Link to={pages.documents}>Документы</Link> › сканы подписанных
      </nav>
      <h1>Подписанные документы</h1>
      <p>
        Отсканируйте стопку в один файл PDF, до 100 страниц. Каждый лист узнаётся по своему QR и подшивается к своему
        документу; пустые обороты пропускаются; что не узнано, будет показано ниже. Документ из нескольких листов ждёт,
        пока придут все.
      </p>
      <label>
        Файл PDF{' '}
        <input
          type="file"
          accept="application/pdf"
          disabled={busy}
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </label>
      {busy && <p aria-busy="true">Читаем страницы: около секунды на каждую…</p>}
      {Object.values(errors).map((text) => (
        <Note key={text} tone="red" role="alert">
          {text}
        </Note>
      ))}
      {done && <Outcome done={done} busy={busy} onChoose={(page, paper) => void choose(page, paper)} />}
    </div>
  );
}

interface SheetsProps {
  sheets: readonly ScannedSheet[];
  busy: boolean;
  onChoose: (page: number, paper: number) => void;
}

/** How many papers were filed, and every sheet. */
const Outcome = ({ done, ...rest }: { done: ReplyOf<typeof fileScans> } & Omit<SheetsProps, 'sheets'>) => (
  <section aria-label="Что вышло" aria-live="polite">
    <p>
      <b>Подшито {countOf(done.filed, ['документ', 'документа', 'документов'])}</b>, страниц в файле: {done.pages}.
    </p>
    <Filed sheets={done.sheets} {...rest} />
  </section>
);

/** All sheets; empty backs of a pile scanned on both sides are counted, and shown to who doubts it. */
function Filed({ sheets, ...rest }: SheetsProps) {
  const blank = sheets.filter(({ state }) => state === 'blank');
  return (
    <>
      <Sheets sheets={sheets.filter(({ state }) => state !== 'blank')} {...rest} />
      {blank.length > 0 && (
        <details>
          <summary>
            Пустых страниц: {blank.length}, не подшиты (стр. {blank.flatMap((sheet) => sheet.pages).join(', ')})
          </summary>
          <Sheets sheets={blank} {...rest} />
        </details>
      )}
    </>
  );
}

/** What became of each sheet; one that was not recognised is given to a paper beside it. */
function Sheets({ sheets, busy, onChoose }: SheetsProps) {
  return (
    <ul className={lists.list}>
      {sheets.map((sheet) => (
        <li key={sheet.pages.join()}>
          <span>стр. {sheet.pages.join(', ')}</span>
          <span className={lists.grow}>
            {sheet.document ? <Link to={pages.document(sheet.document.id)}>{sheet.document.name}</Link> : sheet.words}
            {sheet.document && <small>{sheet.words}</small>}
            {sheet.near.map((paper) => (
              <Button
                key={paper.id}
                size="small"
                variant="text"
                disabled={busy}
                onClick={() => onChoose(sheet.pages[0]!, paper.id)}
              >
                Подшить к «{paper.name}»
              </Button>
            ))}
          </span>
          <StatusChip kind={looks[sheet.state].kind}>{looks[sheet.state].text}</StatusChip>
        </li>
      ))}
    </ul>
  );
}
