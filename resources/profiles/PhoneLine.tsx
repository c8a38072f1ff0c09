// Hidden phones and the ways to call: one press shows and calls, a page of them is shown at once. Every showing is on record.
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import Button from '@mui/material/Button';
import { registryEdit } from '../../contract/kernel/scope.ts';
import type { HttpError } from '../../providers/http.ts';
import { useMay } from '../../providers/session.ts';
import { formatPhone } from '../../widgets/format.ts';
import { toast } from '../../widgets/toasts.ts';
import { useShownPhones } from './shownPhones.ts';
import styles from './profiles.module.css';

/** On a telephone the press calls at once; with several numbers the person chooses. */
const dial = (phones: readonly string[]) => {
  if (phones.length === 1 && window.matchMedia?.('(pointer: coarse)').matches)
    window.location.assign(`tel:${phones[0]}`);
};

const fail = (error: HttpError) => toast(error.message, { kind: 'error' });

/** `masked` is «+7 *** ***-45-67» as the server gives it. */
export function PhoneLine({ profileId, masked }: { profileId: number; masked: string }) {
  const { may } = useMay(registryEdit);
  const { phonesOf, showOne } = useShownPhones();
  const phones = phonesOf(profileId);
  if (phones) return <Phones phones={phones} />;
  return (
    <>
      {masked}{' '}
      {may && (
        <button
          type="button"
          className={styles.call}
          title="Показать телефон и позвонить; показ запишется в журнал"
          onClick={() => void showOne(profileId).then(dial).catch(fail)}
        >
          <PhoneIcon sx={{ fontSize: 16, verticalAlign: -3 }} /> Позвонить
        </button>
      )}
    </>
  );
}

/** A phone in a row of a list: masked until «Показать телефоны». */
export function PhoneCell({ profileId, masked }: { profileId: number | undefined; masked: readonly string[] }) {
  const { phonesOf } = useShownPhones();
  const phones = profileId === undefined ? null : phonesOf(profileId);
  const [first = '—', ...more] = phones?.map(formatPhone) ?? masked;
  return (
    <span className={phones ? undefined : styles.muted} title={phones?.map(formatPhone).join(', ')}>
      {phones?.length ? <a href={`tel:${phones[0]}`}>{first}</a> : first}
      {more.length > 0 && ` +${more.length}`}
    </span>
  );
}

/** «Показать телефоны» of a page or of what is ticked. */
export function ShowPhones({ ids }: { ids: readonly number[] }) {
  const { may } = useMay(registryEdit);
  const { phonesOf, showMany, most } = useShownPhones();
  if (!may || !ids.some((id) => !phonesOf(id))) return null;
  const reason = ids.length > most ? `Не больше ${most} человек за раз` : '';
  return (
    <Button
      startIcon={<PhoneIcon />}
      disabled={reason !== ''}
      title={reason || 'Показ запишется в журнал одной строкой'}
      onClick={() => void showMany(ids).catch(fail)}
    >
      Показать телефоны
    </Button>
  );
}

const Phones = ({ phones }: { phones: readonly string[] }) =>
  phones.map((phone) => (
    <a key={phone} href={`tel:${phone}`} className={styles.phone}>
      <PhoneIcon sx={{ fontSize: 14, verticalAlign: -2 }} /> {formatPhone(phone)}
    </a>
  ));
