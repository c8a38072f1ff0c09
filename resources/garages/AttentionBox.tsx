// «Требует внимания»: what a registry said and the card could not take; shown whole on asking, settled by a press.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GarageCard } from '../../contract/garages.ts';
import { garageAttention, revealAttention, settleAttention } from '../../contract/imports.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { Note } from '../../widgets/Note.tsx';
import { toast } from '../../widgets/toasts.ts';

export function AttentionBox({ garage }: { garage: GarageCard }) {
  const { may } = useMay(registryEdit);
  const client = useQueryClient();
  const [whole, setWhole] = useState<ReadonlyMap<number, string>>(new Map());
  const params = { id: garage.id };
  const { data } = useQuery({
    ...reading(garageAttention, { params }),
    enabled: may,
  });
  if (!may || !data?.data.length) return null;
  const fail = (error: HttpError) => toast(error.message, { kind: 'error' });
  const reveal = () =>
    call(revealAttention, { params, quiet: true }).then(
      (reply) => setWhole(new Map(reply.data.map((one) => [one.id, one.text]))),
      fail,
    );
  const settle = () =>
    call(settleAttention, { params, body: { ids: data.data.map((one) => one.id) }, quiet: true }).then(
      () => readAnew(client, keyOf(garageAttention, { params })),
      fail,
    );
  return (
    <Note
      tone="amber"
      title="Требует внимания: осталось из реестра"
      action={
        <>
          {whole.size === 0 && (
            <Button size="small" onClick={() => void reveal()}>
              Показать
            </Button>
          )}
          <Button size="small" onClick={() => void settle()}>
            Разобрано
          </Button>
        </>
      }
    >
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {data.data.map((one) => (
          <li key={one.id}>
            {one.title}: {whole.get(one.id) ?? one.masked}
          </li>
        ))}
      </ul>
    </Note>
  );
}
