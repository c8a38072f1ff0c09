// A hidden phone with «Показать»; shown, it is a link that calls. Every showing is written to the log.
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import { useState } from 'react';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { revealProfile } from '../../contract/profiles.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { useMay } from '../../providers/session.ts';
import { formatPhone } from '../../widgets/format.ts';
import { toast } from '../../widgets/toasts.ts';
import styles from './profiles.module.css';

/** `masked` is «+7 *** ***-45-67» as the server gives it. */
export function PhoneLine({ profileId, masked }: { profileId: number; masked: string }) {
  const { may } = useMay(registryEdit);
  const [phones, setPhones] = useState<string[] | null>(null);
  const reveal = () =>
    call(revealProfile, { params: { id: profileId }, body: { what: 'phones' }, quiet: true }).then(
      (shown) => setPhones(shown.phones),
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  if (phones)
    return phones.map((phone) => (
      <a key={phone} href={`tel:${phone}`} className={styles.phone}>
        <PhoneIcon sx={{ fontSize: 14, verticalAlign: -2 }} /> {formatPhone(phone)}
      </a>
    ));
  return (
    <>
      {masked}{' '}
      {may && (
        <button type="button" className={styles.reveal} onClick={() => void reveal()}>
          Показать
        </button>
      )}
    </>
  );
}
