// Figures of statistics pinned to the cockpit: now, when they were pinned, and the rows behind them.
import CloseIcon from '@mui/icons-material/Close';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pins, unpinFigure, type Pin } from '../../contract/pins.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { keyOf, reading } from '../../providers/reading.ts';
import { formatDate } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { toast } from '../../widgets/toasts.ts';
import { dayOf } from '../../widgets/today.ts';
import { pinRows, pinTitle, pinValue } from './pinWords.ts';
import styles from './today.module.css';
import { daysText } from './words.ts';

export function Pins() {
  const client = useQueryClient();
  const { data } = useQuery({ ...reading(pins), staleTime: 30_000 });
  if (!data?.data.length) return null;
  const remove = (pin: Pin) =>
    void call(unpinFigure, { params: { id: pin.id }, quiet: true }).then(
      (reply) => client.setQueryData(keyOf(pins), reply),
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  return (
    <section aria-labelledby="pins">
      <h2 id="pins">Закреплено</h2>
      <ul className={styles.pins}>
        {data.data.map((pin) => (
          <li key={pin.id}>
            <span>{pinTitle(pin)}</span>
            <IconButtonWithTip label={`Открепить: ${pinTitle(pin)}`} size="small" onClick={() => remove(pin)}>
              <CloseIcon fontSize="small" />
            </IconButtonWithTip>
            {pin.period ? (
              <Link
                to={pinRows(pin)}
                aria-label={`${pinTitle(pin)}: ${pinValue(pin.figure, pin.value)}, открыть строки`}
              >
                {pinValue(pin.figure, pin.value)}
              </Link>
            ) : (
              <b>—</b>
            )}
            <small>
              {pin.period ? daysText(pin.period) : 'Отбор устарел: посчитать нельзя'}
              {pin.conditions && ` · ${pin.conditions}`}
            </small>
            <small>
              закреплено {formatDate(dayOf(pin.pinned_at))}: {pinValue(pin.figure, pin.pinned_value)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
