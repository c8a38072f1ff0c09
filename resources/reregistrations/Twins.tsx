// Who comes may be on record already: the cards he is like, and the way to put one of them in place.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { type ReregistrationCard } from '../../contract/reregistrations.ts';
import { reregistrationTwins } from '../../contract/reregistrations/steps.ts';
import { reading } from '../../providers/reading.ts';
import { formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Note } from '../../widgets/Note.tsx';
import styles from './reregistrations.module.css';

export function Twins({
  card,
  onReplace,
}: {
  card: ReregistrationCard;
  onReplace: (from: number, to: number, name: string) => void;
}) {
  const { data } = useQuery({
    ...reading(reregistrationTwins, { params: { id: card.id }, as: card.version }),
    // The halves of an exchange take their people from each other.
    enabled: card.reason !== 4,
    retry: false,
  });
  return data?.data.map(({ profile_id, full_name, hints }) => (
    <Note key={profile_id} tone="amber" title={`${full_name}: похоже, такой человек уже есть`}>
      <ul className={styles.people}>
        {hints.map((hint) => (
          <li key={hint.id} className={styles.twin}>
            <span>
              <Link to={pages.profile(hint.id)}>{hint.full_name}</Link>
              {hint.birthday && `, ${formatDate(hint.birthday)} г. р.`}{' '}
              {hint.garages.map((garage) => (
                <GaragePlate key={garage.id} section={garage.section} number={garage.number} size="s" />
              ))}
              <small className={styles.muted}> {hint.reason}</small>
            </span>
            <Button size="small" onClick={() => onReplace(profile_id, hint.id, hint.full_name)}>
              Поставить эту карточку
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  ));
}
