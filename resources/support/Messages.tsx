// Messages of a question as both sides read them.
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { SupportEvent, SupportThread } from '../../contract/support.ts';
import { formatMoment } from '../../widgets/format.ts';
import styles from './support.module.css';

/** `mineIs` says whose messages stand at the right. */
export function Messages({
  thread,
  events,
  mineIs,
  typing = '',
}: {
  thread: SupportThread | null;
  events: readonly SupportEvent[];
  mineIs: 'asker' | 'staff';
  /** Who of the other side is writing. */
  typing?: string;
}) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [events.length, typing]);
  return (
    <div className={styles.messages} role="log" aria-label="Сообщения" tabIndex={0}>
      {events.map((event) => (
        <div
          key={event.seq}
          className={styles[event.kind]}
          data-own={event.is_staff === (mineIs === 'staff') || undefined}
        >
          {event.kind === 'note' && <b>Заметка для дежурных. </b>}
          {event.file ? <FilePart file={event.file} /> : <Words text={event.text} />}
          <small>
            {formatMoment(event.at).slice(-5)} · {event.author}
            {event.is_mine && event.kind === 'message' && thread && (
              <span role="img" aria-label={event.seq <= thread.read_seq ? 'прочитано' : 'доставлено'}>
                {event.seq <= thread.read_seq ? ' ✓✓' : ' ✓'}
              </span>
            )}
          </small>
        </div>
      ))}
      {typing && <p className={styles.typing}>{typing} печатает…</p>}
      <div ref={end} />
    </div>
  );
}

const LINKS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]|\/(?:tutorials|news)\/\d+)/;

/** Text of a message: addresses are links that say where they lead, nothing else is more than text. */
function Words({ text }: { text: string }) {
  return (
    <span>
      {text.split(LINKS).map((part, at) => {
        if (at % 2 === 0) return part;
        if (part.startsWith('/'))
          return (
            <Link key={at} to={part}>
              {part}
            </Link>
          );
        return (
          <a key={at} href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        );
      })}
    </span>
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
