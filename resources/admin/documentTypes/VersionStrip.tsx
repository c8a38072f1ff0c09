// Versions of a text in one line, the newest first; each opens the comparison with what is written now.
import { useState } from 'react';
import type { TemplateVersion } from '../../../contract/documents/studio.ts';
import { countOf, formatDate, formatMoment } from '../../../widgets/format.ts';
import styles from './studio.module.css';

const SHOWN = 4;

export function VersionStrip({
  versions,
  onOpen,
}: {
  versions: readonly TemplateVersion[];
  onOpen: (nth: number) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? versions : versions.slice(0, SHOWN);
  const rest = versions.length - shown.length;
  return (
    <ul className={styles.versions} aria-label="Версии текста">
      {shown.map((one) => (
        <li key={one.nth}>
          <button type="button" data-state={one.state} onClick={() => onOpen(one.nth)} title={one.author ?? ''}>
            <b>{one.nth}</b> {wordsOf(one)}
          </button>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button type="button" onClick={() => setWhole(true)}>
            ещё {rest}
          </button>
        </li>
      )}
    </ul>
  );
}

function wordsOf({ nth, state, saved_at, in_force_since: since, ended_at: end, papers }: TemplateVersion): string {
  const made = countOf(papers, ['бумага', 'бумаги', 'бумаг']);
  if (state === 'draft') return `черновик, сохранён ${formatMoment(saved_at!)}`;
  if (nth === 0) return `исходный текст · ${made}`;
  if (state === 'in_force') return `действует с ${formatDate(since!)} · ${made}`;
  return `${formatDate(since!)} — ${end ? formatDate(end) : ''} · ${made}`;
}
