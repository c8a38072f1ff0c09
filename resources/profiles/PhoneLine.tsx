// Hidden phones and the ways to call: one press shows and calls, a page of them is shown at once. Every showing is on record.
import EditIcon from '@mui/icons-material/EditOutlined';
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import { Suspense, useState } from 'react';
import { registryEdit } from '../../contract/kernel/scope.ts';
import type { HttpError } from '../../providers/http.ts';
import { useMay } from '../../providers/session.ts';
import { formatPhone } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { later } from '../../widgets/overlay.tsx';
import { toast } from '../../widgets/toasts.ts';
import { isTouch } from '../../widgets/useScreen.ts';
import { useShownPhones } from './shownPhones.ts';
import styles from './profiles.module.css';

const PhonesDialog = later(() => import('./PhonesDialog.tsx'));

/** On a telephone the press calls at once; with several numbers the person chooses. */
const dial = (phones: readonly string[]) => {
  if (phones.length === 1 && isTouch()) window.location.assign(`tel:${phones[0]}`);
};

const fail = (error: HttpError) => toast(error.message, { kind: 'error' });

/** `masked` is «+7 *** ***-45-67» as the server gives it, null where there is none. */
export function PhoneLine({ profileId, masked }: { profileId: number; masked: string | null }) {
  const { may } = useMay(registryEdit);
  const { phonesOf, showOne } = useShownPhones();
  const [editing, setEditing] = useState(false);
  const phones = masked === null ? [] : phonesOf(profileId);
  return (
    <>
      {phones ? <Phones phones={phones} /> : masked}
      {masked === null && 'телефона нет'}{' '}
      <span className={styles.ways}>
        {may && !phones && (
          <button
            type="button"
            className={styles.call}
            title="Показать телефон и позвонить; показ запишется в журнал"
            onClick={() => void showOne(profileId).then(dial).catch(fail)}
          >
            <PhoneIcon sx={{ fontSize: 16, verticalAlign: -3 }} /> Позвонить
          </button>
        )}
        {may && (
          <IconButtonWithTip label="Изменить телефоны" size="small" onClick={() => setEditing(true)}>
            <EditIcon sx={{ fontSize: 16 }} />
          </IconButtonWithTip>
        )}
      </span>
      {editing && (
        <Suspense>
          <PhonesDialog profileId={profileId} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

const Phones = ({ phones }: { phones: readonly string[] }) =>
  phones.map((phone) => (
    <a key={phone} href={`tel:${phone}`} className={styles.phone}>
      <PhoneIcon sx={{ fontSize: 14, verticalAlign: -2 }} /> {formatPhone(phone)}
    </a>
  ));
