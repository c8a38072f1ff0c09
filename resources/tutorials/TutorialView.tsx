// One instruction as it is read: the article, the film or the PDF, and «Помогло?».
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readTutorial, tutorials, type TutorialCard } from '../../contract/tutorials.ts';
import { call } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate } from '../../widgets/format.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { RichTextView } from '../../widgets/richText/RichTextView.tsx';
import { openSupport } from '../../widgets/supportChat.ts';
import { HelpSteps } from './HelpSteps.tsx';
import styles from './tutorials.module.css';

const kindWords = { article: 'Статья', video: 'Видео', pdf: 'PDF' } as const;

export function TutorialView({ id }: { id: number }) {
  const { data, error } = useQuery(reading(tutorials.one, { params: { id } }));
  if (error) return <ErrorNote>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  const checked = data.checked_on && `проверена ${formatDate(data.checked_on)}`;
  return (
    <article className={styles.view}>
      <p className={styles.meta}>{[kindWords[data.kind], data.length, checked].filter(Boolean).join(' · ')}</p>
      <h1>{data.title}</h1>
      <Body card={data} />
      <HelpSteps steps={data.steps} />
      <Helped card={data} />
    </article>
  );
}

function Body({ card: { kind, title, body, file, pictures } }: { card: TutorialCard }) {
  const picture = (id: number) => pictures.find((one) => one.id === id)?.url ?? null;
  if (kind === 'article') return body && <RichTextView text={body} picture={picture} />;
  if (!file) return <p>Файл ещё не приложен.</p>;
  if (kind === 'video')
    return (
      <video src={file.url} controls preload="metadata" aria-label={title}>
        <track kind="captions" />
      </video>
    );
  return (
    <>
      <iframe src={file.url} title={title} />
      <a href={file.url} target="_blank" rel="noreferrer">
        Открыть PDF отдельно
      </a>
    </>
  );
}

function Helped({ card }: { card: TutorialCard }) {
  const client = useQueryClient();
  const looksOnly = useActor()?.viewOnly;
  const say = async (helped: boolean) => {
    await call(readTutorial, { params: { id: card.id }, body: { helped } });
    await readAnew(client, 'tutorials');
  };
  if (looksOnly) return null;
  return (
    <footer className={styles.helped}>
      <span>{card.helped === null ? 'Помогло?' : card.helped ? 'Помогло' : 'Не помогло'}</span>
      <Button variant="outlined" size="small" aria-pressed={card.helped === true} onClick={() => void say(true)}>
        Да
      </Button>
      <Button
        variant="outlined"
        size="small"
        onClick={() => {
          openSupport();
          void say(false);
        }}
      >
        Нет, спросить
      </Button>
    </footer>
  );
}
