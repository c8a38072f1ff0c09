// A cluster: all cards that may be one person, merged into the one that stays, one after another.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { LIKELY, mergeCluster, type Cluster } from '../../../contract/instruments/merging.ts';
import { pages } from '../../../contract/pages.ts';
import { reading } from '../../../providers/reading.ts';
import { EmptyState, ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatDate } from '../../../widgets/format.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { clusterPairAddress, levelWords } from './pairAddress.ts';
import styles from './instruments.module.css';

const cardForms = ['карточка', 'карточки', 'карточек'] as const;

/** `card`: the one that stays unless another is chosen. */
export function ClusterPage({ card }: { card: number }) {
  const { data, error, refetch } = useQuery({
    ...reading(mergeCluster, { query: { card }, stops: true }),
    staleTime: 0,
  });
  if (!data && !error) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.adminInstruments}>Инструменты</Link> › <Link to={pages.adminMerge}>Объединение карточек</Link> ›
        группа
      </nav>
      <h1>Похожие карточки вместе</h1>
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {data && (data.cards.length > 1 ? <Cards cluster={data} first={card} /> : <Whole card={card} />)}
    </div>
  );
}

const Whole = ({ card }: { card: number }) => (
  <EmptyState title="В группе больше некого объединять">
    <Link to={pages.profile(card)}>Открыть карточку {card}</Link>
  </EmptyState>
);

function Cards({ cluster: { cards, pairs }, first }: { cluster: Cluster; first: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const stays = chosen ?? (cards.some(({ id }) => id === first) ? first : cards[0]!.id);
  const scoreWith = (id: number) =>
    pairs.find(({ one, other }) => (one === id && other === stays) || (one === stays && other === id))?.score ?? null;
  // Those tied to the card that stays come first; the rest is tied through others.
  const rest = cards
    .filter(({ id }) => id !== stays)
    .sort((one, other) => (scoreWith(other.id) ?? -1) - (scoreWith(one.id) ?? -1));
  return (
    <>
      <p className={styles.quiet}>
        {countOf(cards.length, cardForms)} связаны парами. Выберите, какая остаётся: остальные войдут в неё по одной,
        каждую сравните и подтвердите.
      </p>
      <ul className={styles.merged} aria-label="Карточки группы">
        {[...cards.filter(({ id }) => id === stays), ...rest].map((card) => (
          <li key={card.id}>
            <label className={styles.who}>
              <span>
                <input
                  type="radio"
                  name="stays"
                  checked={card.id === stays}
                  onChange={() => setChosen(card.id)}
                  aria-label={`Остаётся карточка ${card.id}`}
                />{' '}
                <b>{card.name}</b>
              </span>
              <small>{factsOf(card)}</small>
            </label>
            <small>
              {card.id === stays
                ? 'остаётся'
                : scoreWith(card.id) === null
                  ? 'похожа на другие карточки группы'
                  : levelWords(scoreWith(card.id)!, LIKELY)}
            </small>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="contained" component={Link} to={clusterPairAddress(stays, rest[0]!.id)}>
          Сравнить {stays} и {rest[0]!.id}: 1 из {rest.length}
        </Button>
      </div>
    </>
  );
}

const factsOf = ({ id, birthday, place, passport, garages }: Cluster['cards'][number]) =>
  [
    `карточка ${id}`,
    birthday && formatDate(birthday),
    place,
    passport && `паспорт ${passport}`,
    countOf(garages, ['гараж', 'гаража', 'гаражей']),
  ]
    .filter(Boolean)
    .join(' · ');
