// One calm line while the server cannot be reached; it goes by itself.
import OfflineIcon from '@mui/icons-material/CloudOffOutlined';
import { useEffect } from 'react';
import { watchConnection } from '../../providers/connection.ts';
import { useOnline } from '../../widgets/useOnline.ts';
import styles from './frame.module.css';

export function ConnectionBar() {
  const isOnline = useOnline();
  useEffect(watchConnection, []);
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.offline}>
          <OfflineIcon fontSize="small" aria-hidden="true" />
          <span>
            <b>Нет связи с сервером.</b> Открытое можно читать. Остальное загрузится, а начатое сохранение пройдёт само,
            когда связь появится
          </span>
        </p>
      )}
    </div>
  );
}
