// What a line can give back: each field as it was beside what stands there now; a return is a new change.
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { garageFormer, garageReturn, profileFormer, profileReturn } from '../../contract/actionLog.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { toast } from '../../widgets/toasts.ts';
import styles from './actionLog.module.css';

const calls = {
  garage: { former: garageFormer, back: garageReturn, resource: 'garages' },
  profile: { former: profileFormer, back: profileReturn, resource: 'profiles' },
} as const;

/** Whether lines about such an object can give anything back. */
export const canReturn = (type: string): type is keyof typeof calls => Object.hasOwn(calls, type);

export function Returning({ type, id, line }: { type: keyof typeof calls; id: number; line: number }) {
  const client = useQueryClient();
  const { former, back, resource } = calls[type];
  const { data, error, refetch } = useQuery(reading(former, { params: { id, line } }));
  const give = useMutation({
    mutationFn: (column: string) =>
      call(back, { params: { id }, body: { line, columns: [column], version: data!.version }, quiet: true }),
    onSuccess: () => {
      toast('Прежнее значение возвращено');
      return Promise.all([refetch(), readAnew(client, resource, 'action_log')]);
    },
    onError: (failure: HttpError) => {
      toast(failure.message, { kind: 'error' });
      // Somebody saved meanwhile: what stands there now is read anew.
      void refetch();
    },
  });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data?.data.length) return null;
  return (
    <section aria-label="Вернуть прежнее">
      <table className={styles.changes}>
        <caption>Вернуть прежнее: это будет новая запись, остальные поля не меняются</caption>
        <thead>
          <tr>
            <th scope="col">Поле</th>
            <th scope="col">Вернётся</th>
            <th scope="col">Сейчас</th>
            <th scope="col">
              <span hidden>Действие</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((one) => (
            <tr key={one.column}>
              <th scope="row">{one.label}</th>
              <td>{one.former}</td>
              <td>{one.now}</td>
              <td>
                {one.may ? (
                  <Button
                    size="small"
                    disabled={give.isPending}
                    aria-label={`Вернуть: ${one.label}`}
                    onClick={() => give.mutate(one.column)}
                  >
                    Вернуть
                  </Button>
                ) : one.former === 'данные уничтожены' ? (
                  ''
                ) : (
                  'так и есть'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
