// Phones in lists: masked until a page of them is shown at once, on record.
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import Button from '@mui/material/Button';
import { registryEdit } from '../../contract/kernel/scope.ts';
import type { HttpError } from '../../providers/http.ts';
import { useMay } from '../../providers/session.ts';
import { formatPhone } from '../../widgets/format.ts';
import { toast } from '../../widgets/toasts.ts';
import { useShownPhones } from './shownPhones.ts';
import styles from './profiles.module.css';

const fail = (error: HttpError) => toast(error.message, { kind: 'error' });

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
