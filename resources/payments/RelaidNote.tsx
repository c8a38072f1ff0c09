// How many payments an undoing or a correction would lay otherwise, said before it is done.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countOf } from '../../widgets/format.ts';

interface RelaidNoteProps {
  /** What the answer depends on; null: nothing to ask yet. */
  about: readonly unknown[] | null;
  ask: () => Promise<{ relaid: number }>;
}

/** Which call it is, the dialog knows. */
const relaidKey = (about: readonly unknown[] | null) => ['relaid', ...(about ?? [])];

/** Silent where no payment moves; says that it counts until that is known for what is asked now. */
export function RelaidNote({ about, ask }: RelaidNoteProps) {
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: relaidKey(about),
    queryFn: ask,
    enabled: about !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  if (isError) return <p>Не удалось узнать, какие оплаты лягут иначе.</p>;
  if (!about) return null;
  if (!data || isPlaceholderData) return <p role="status">Считаем, какие оплаты лягут иначе…</p>;
  if (!data.relaid) return null;
  return (
    <p>
      {countOf(data.relaid, ['оплата ляжет', 'оплаты лягут', 'оплат лягут'])} иначе: эти деньги закроют другие долги или
      станут авансом. Напечатанное остаётся как было.
    </p>
  );
}
