// Owners and changes of a garage as sentences on a year rail, newest first.
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { goneText } from '../../contract/logWords.ts';
import { garageHistory } from '../../contract/garages.ts';
import { reading } from '../../providers/reading.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import styles from './garages.module.css';

export function GarageHistory({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(reading(garageHistory, { params: { id } }));
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  const gone = data?.log_from && <p className={styles.muted}>{goneText(data.log_from)}.</p>;
  if (data?.data.length === 0 && !gone)
    return <EmptyState>Здесь появятся владельцы и все изменения карточки.</EmptyState>;
  return (
    <>
      <StoryLink type="garage" id={id} />
      <ol className={styles.history}>
        {data?.data.map((line) => {
          const [year, month, day] = line.at.split('-');
          return (
            <li key={line.id}>
              <time dateTime={line.at}>
                <b>{year}</b>
                {day}.{month}
              </time>
              <div>
                <p>{emphasised(line.text, line.people)}</p>
                <small>{[line.basis, line.who].filter(Boolean).join(' · ')}</small>
              </div>
            </li>
          );
        })}
      </ol>
      {gone}
    </>
  );
}

/** The names in a sentence stand out. */
function emphasised(text: string, people: readonly string[]): ReactNode {
  const names = [...new Set(people)].filter((name) => text.includes(name));
  if (!names.length) return text;
  const [name] = names as [string];
  const rest = names.slice(1);
  return text.split(name).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <b>{name}</b>}
      {emphasised(piece, rest)}
    </Fragment>
  ));
}
