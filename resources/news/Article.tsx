// One news: its text and files, «Ознакомлен», and for its author who has read it.
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { roleNames } from '../../contract/users.ts';
import { acknowledgeNews, news, newsReaders, readNews, withdrawNews, type NewsCard } from '../../contract/news.ts';
import { pages } from '../../contract/pages.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatBytes, formatMoment } from '../../widgets/format.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { RichTextView } from '../../widgets/richText/RichTextView.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useActor } from '../../providers/session.ts';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import styles from './news.module.css';

/** On the screen for so long it counts as read, ms. */
const READ_AFTER_MS = 2000;

/** News and how many are unread: the live channel may open only after a page that is read at once. */
const readNewsAnew = (client: QueryClient) => readAnew(client, 'news', 'menu');

export function Article({ id, isAlone }: { id: number; isAlone: boolean }) {
  const { data, error, refetch } = useQuery(reading(news.one, { params: { id } }));
  useReadMark(data);
  const { search } = useLocation();
  if (error)
    return (
      <div className={styles.article}>
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      </div>
    );
  if (!data) return <PageSkeleton />;
  return (
    <article className={styles.article}>
      <div className={styles.body}>
        {isAlone && <Link to={`${pages.news}${search}`}>‹ Новости</Link>}
        <Head card={data} />
        <h2>{data.title}</h2>
        <Audience card={data} />
        <RichTextView text={data.body} />
        <Files card={data} />
        <Acknowledge card={data} />
        {data.may_edit && <StoryLink type="news" id={id} />}
      </div>
      {data.may_edit && data.state === 'published' && <Readers id={id} asksAck={data.asks_ack} />}
    </article>
  );
}

function useReadMark(card: NewsCard | undefined) {
  const client = useQueryClient();
  const actor = useActor();
  const id = card && !card.is_read && !actor?.viewOnly ? card.id : null;
  useEffect(() => {
    if (!id) return;
    const timer = setTimeout(() => {
      void call(readNews, { body: { ids: [id] }, quiet: true }).then(
        () => readNewsAnew(client),
        () => undefined,
      );
    }, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, client]);
}

function Head({ card }: { card: NewsCard }) {
  const client = useQueryClient();
  const withdraw = async () => {
    try {
      await call(withdrawNews, { params: { id: card.id }, body: { version: card.version }, quiet: true });
      await readAnew(client, 'news');
      toast('Новость снята');
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <div className={styles.by}>
      <span>
        {card.is_mine ? 'Вы' : card.author}, {card.source} · {formatMoment(card.published_at)}
      </span>
      {card.may_edit && card.state !== 'withdrawn' && (
        <span className={styles.tools}>
          <Button component={Link} to={pages.newsEdit(card.id)} variant="outlined" size="small">
            Изменить
          </Button>
          <Button size="small" color="error" onClick={() => void withdraw()}>
            Снять
          </Button>
        </span>
      )}
    </div>
  );
}

function Audience({ card: { audience } }: { card: NewsCard }) {
  const places = audience.all ? ['Все'] : audience.places.map(({ name }) => name);
  return (
    <p className={styles.chips}>
      {[...places, ...audience.roles.map((role) => roleNames[role] ?? role)].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </p>
  );
}

function Files({ card }: { card: NewsCard }) {
  if (!card.files.length) return null;
  return (
    <ul className={styles.files} aria-label="Файлы">
      {card.files.map((file) => (
        <li key={file.id}>
          {file.mime.startsWith('image/') && <img src={file.url} alt={file.name} loading="lazy" />}
          <a href={file.url} target="_blank" rel="noreferrer">
            <FileIcon fontSize="small" />
            <span>
              <b>{file.name}</b>
              <small>{formatBytes(file.size_bytes)}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Acknowledge({ card }: { card: NewsCard }) {
  const client = useQueryClient();
  if (!card.asks_ack || card.is_mine) return null;
  if (card.ack_at) return <p className={styles.meta}>Вы ознакомлены {formatMoment(card.ack_at)}</p>;
  const say = async () => {
    try {
      await call(acknowledgeNews, { params: { id: card.id }, quiet: true });
      await readAnew(client);
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <p>
      <Button variant="contained" onClick={() => void say()}>
        Ознакомлен
      </Button>
    </p>
  );
}

/** Of more places how many are left is said. */
const PLACES_SHOWN = 8;

function Readers({ id, asksAck }: { id: number; asksAck: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(reading(newsReaders, { params: { id } }));
  if (!data) return null;
  return (
    <footer className={styles.readers}>
      <div>
        <b>
          Прочитали {data.read} из {data.people}
        </b>
        {asksAck && <span> · ознакомлены {data.acknowledged}</span>}
        {data.waiting.length > 0 && (
          <Button size="small" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {asksAck ? 'Кто не ознакомлен' : 'Кто не прочитал'}
          </Button>
        )}
      </div>
      <progress max={Math.max(data.people, 1)} value={data.read} aria-label="Прочитали" />
      <p className={styles.places}>
        {data.places.slice(0, PLACES_SHOWN).map((place) => (
          <span key={place.name} data-nobody={place.read === 0 || undefined}>
            {place.name}{' '}
            <b>
              {place.read} из {place.people}
            </b>
          </span>
        ))}
        {data.places.length > PLACES_SHOWN && <span>и ещё {data.places.length - PLACES_SHOWN}</span>}
      </p>
      {isOpen && (
        <ul>
          {data.waiting.map((person) => (
            <li key={person.id}>
              {person.name}, {person.place}
            </li>
          ))}
          {data.waiting.length === 500 && <li>и ещё: показаны {countOf(500, ['человек', 'человека', 'человек'])}</li>}
        </ul>
      )}
    </footer>
  );
}
