// Signed papers that came back: a pile of scans is put in, each sheet goes to its paper, the rest is shown.
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
  again: { kind: 'waiting', text: 'Повторно' },
  no_force: { kind: 'refused', text: 'Без силы' },
  foreign: { kind: 'refused', text: 'Не наш' },
  unread: { kind: 'refused', text: 'Не узнан' },
};

export default function ScanPage() {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [done, setDone] = useState<ReplyOf<typeof fileScans> | null>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setErrors({});
    setDone(null);
    try {
      setDone(await upload(fileScans, { file, quiet: true }));
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
        Отсканируйте стопку в один файл PDF, до 100 страниц. Листы узнаются по QR и подшиваются к своим документам; что
        не узнано, будет показано ниже.
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
      {done && (
        <section aria-label="Что вышло" aria-live="polite">
          <p>
            <b>Подшито {countOf(done.filed, ['документ', 'документа', 'документов'])}</b>, страниц в файле: {done.pages}
            .
          </p>
          <ul className={lists.list}>
            {done.sheets.map((sheet) => (
              <li key={sheet.pages[0]}>
                <span>стр. {sheet.pages.join(', ')}</span>
                <span className={lists.grow}>
                  {sheet.document ? (
                    <Link to={pages.document(sheet.document.id)}>{sheet.document.name}</Link>
                  ) : (
                    sheet.words
                  )}
                  {sheet.document && <small>{sheet.words}</small>}
                </span>
                <StatusChip kind={looks[sheet.state].kind}>{looks[sheet.state].text}</StatusChip>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
