// What one must know of the key rates, and until which day the list was compared with that of the bank.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkKeyRates, keyRatesChecked } from '../../../contract/references.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { keyOf, reading } from '../../../providers/reading.ts';
import { formatDate } from '../../../widgets/format.ts';
import { toast } from '../../../widgets/toasts.ts';

export function RatesAdvice() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(reading(keyRatesChecked));
  const check = async () => {
    setBusy(true);
    try {
      const fresh = await call(checkKeyRates, { quiet: true });
      client.setQueryData(keyOf(keyRatesChecked), fresh);
      toast(`Список проверен до ${formatDate(fresh.until)}`);
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      Сверяйте ставки с сайтом Банка России:{' '}
      <a href="https://www.cbr.ru/hd_base/KeyRate/" target="_blank" rel="noreferrer">
        cbr.ru, «Ключевая ставка»
      </a>
      .{' '}
      {data && (
        <b>
          Список проверен до {formatDate(data.until)}
          {data.user && ` (${data.user})`}.
        </b>
      )}{' '}
      Ставки с 28.02.2022 внесены при установке; позднейшие вносят здесь. Ставка действует со своего дня до следующей,
      последняя — пока не внесена другая. Гаражи, у которых просрочка началась до самой первой, в начисление пеней не
      попадают и названы. Уже начисленные пени не пересчитываются.{' '}
      <Button size="small" variant="text" loading={busy} onClick={() => void check()}>
        Список проверен
      </Button>
    </>
  );
}
