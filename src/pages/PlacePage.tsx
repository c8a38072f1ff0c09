// A page that is worked at from another level than the present one: says so and offers the places where it opens.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { SUPERUSER, type Level, type Needs } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { updateToken } from '../../contract/session.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { storeToken, useActor, useClaims } from '../../providers/session.ts';
import { placeLoader } from '../../resources/admin/users/places.ts';
import { Note } from '../../widgets/Note.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { toast } from '../../widgets/toasts.ts';
import { placeName } from '../shell/UserMenu.tsx';
import { useOwnCard } from '../shell/useShellData.ts';
import styles from './place.module.css';

const levelWords: Record<Level, string> = { region: 'Регион', mo: 'МО', po: 'ПО' };
/** The narrowest place first: most work is done there. */
const order: readonly Level[] = ['po', 'mo', 'region'];

/** `needs` of the page that was asked for; it opens by itself once the place is taken. */
export default function PlacePage({ needs }: { needs: Needs }) {
  const actor = useActor();
  const claims = useClaims();
  const levels = order.filter((level) => needs.levels?.includes(level));
  const { busy, take } = useTakePlace();
  return (
    <main className={styles.page}>
      <h1>Выберите, за кого работать</h1>
      <p>
        Эта страница — для работы от имени {levels.map((level) => levelWords[level]).join(' или ')}, а сейчас вы
        работаете как «{placeName(claims)}». Выберите место, и она откроется.
      </p>
      {actor?.isSuperuser === SUPERUSER ? (
        <AnyPlace levels={levels} busy={busy} take={take} />
      ) : (
        <OwnPlaces levels={levels} busy={busy} take={take} />
      )}
      <Link to={pages.garages}>К гаражам</Link>
    </main>
  );
}

interface ChoiceProps {
  levels: readonly Level[];
  busy: boolean;
  take: (level: Level, id: number, name: string) => void;
}

function useTakePlace() {
  const [busy, setBusy] = useState(false);
  const take: ChoiceProps['take'] = (level, id, name) => {
    setBusy(true);
    call(updateToken, { body: { [level]: id }, quiet: true }).then(
      ({ token }) => {
        storeToken(token);
        toast(`Теперь вы работаете как ${name}`);
      },
      (error: HttpError) => {
        setBusy(false);
        toast(error.message, { kind: 'error' });
      },
    );
  };
  return { busy, take };
}

/** The options of a field, in the call of its level. */
const placesKey = (level: string) => ['places_to_work', level];

/** A superuser may work anywhere; in a new installation there may be nowhere yet. */
function AnyPlace({ levels, busy, take }: ChoiceProps) {
  const [level, setLevel] = useState(levels[0]!);
  const [place, setPlace] = useState<SelectOption | null>(null);
  const word = levelWords[level];
  const { data } = useQuery({
    queryKey: placesKey(level),
    queryFn: ({ signal }) => placeLoader(level)('', signal),
  });
  return (
    <>
      {levels.length > 1 && (
        <Segmented
          label="Уровень"
          value={level}
          options={levels.map((value) => ({ value, label: levelWords[value] }))}
          onChange={(value) => {
            setLevel(value);
            setPlace(null);
          }}
        />
      )}
      {data?.data.length === 0 ? (
        <Note
          tone="amber"
          title={`Ни одного ${word} ещё нет`}
          action={
            <Button variant="contained" component={Link} to={pages.adminTab(level === 'po' ? 'poes' : 'moes')}>
              Завести {word}
            </Button>
          }
        >
          Заведите {word} в панели администратора и возвращайтесь: работать можно будет сразу.
        </Note>
      ) : (
        <div className={styles.choice}>
          <SearchSelect label={word} value={place} onChange={setPlace} load={placeLoader(level)} />
          <Button
            variant="contained"
            disabled={!place || busy}
            onClick={() => place && take(level, Number(place.value), place.label)}
          >
            {place ? `Работать как ${place.label}` : `Выберите ${word}`}
          </Button>
        </div>
      )}
    </>
  );
}

/** The rights that the person holds at these levels. */
function OwnPlaces({ levels, busy, take }: ChoiceProps) {
  const { data } = useOwnCard();
  const title = useId();
  return (
    <div role="group" aria-labelledby={title} className={styles.own}>
      <h2 id={title}>Ваши места</h2>
      {levels.flatMap((level) =>
        (data?.data[`${level}_rights`] ?? []).map(({ id, name }) => (
          <Button key={`${level}${id}`} disabled={busy} onClick={() => take(level, id, name)}>
            Работать как {name}
          </Button>
        )),
      )}
    </div>
  );
}
