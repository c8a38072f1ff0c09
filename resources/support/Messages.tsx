// Messages of a question as both sides read them.
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import { useEffect, useRef } from 'react';
import type { SupportEvent, SupportThread } from '../../contract/support.ts';
import { formatMoment } from '../../widgets/format.ts';
import styles from './support.module.css';

/** `mineIs` says whose messages stand at the right. */
export function Messages({
  thread,
  events,
  mineIs,
}: {
  thread: SupportThread | null;
  events: readonly SupportEvent[];
  mineIs: 'asker' | 'staff';
}) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [events.length]);
  return (
    <div className={styles.messages} role="log" aria-label="Сообщения" tabIndex={0}>
      {events.map((event) => (
        <div
          key={event.seq}
          className={styles[event.kind]}
          data-own={event.is_staff === (mineIs === 'staff') || undefined}
        >
          {event.kind === 'note' && <b>Заметка для дежурных. </b>}
          {event.file ? <FilePart file={event.file} /> : <span>{event.text}</span>}
          <small>
            {formatMoment(event.at).slice(-5)} · {event.author}
            {event.is_mine && event.kind === 'message' && thread && (
              <span title={event.seq <= thread.read_seq ? 'прочитано' : 'доставлено'}>
                {event.seq <= thread.read_seq ? ' ✓✓' : ' ✓'}
              </span>
            )}
          </small>
        </div>
      ))}
      <div ref={end} />
    </div>
  );
}

function FilePart({ file }: { file: NonNullable<SupportEvent['file']> }) {
  return (
    <a href={file.url} target="_blank" rel="noreferrer">
      {file.mime.startsWith('image/') ? <img src={file.url} alt={file.name} /> : <FileIcon fontSize="small" />}
      {file.name}
    </a>
  );
}
