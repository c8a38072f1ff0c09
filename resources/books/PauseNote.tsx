// Said before a long run: on the embedded database nobody else gets an answer while it is written.
import { useQuery } from '@tanstack/react-query';
import { accrualDefaults, WRITTEN_A_SECOND } from '../../contract/books.ts';
import { reading } from '../../providers/reading.ts';
import { formatNumber } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';

export function PauseNote({ garages }: { garages: number }) {
  const { data } = useQuery(reading(accrualDefaults));
  const over = data?.pause_over ?? null;
  if (over === null || garages <= over) return null;
  const seconds = `${formatNumber(Math.ceil(garages / WRITTEN_A_SECOND))}\u00a0с`;
  return (
    <Note tone="blue">
      Пока начисление записывается, до {seconds}, остальные ждут: база программы встроенная. На сервере PostgreSQL не
      ждёт никто, перенести базу туда может администратор.
    </Note>
  );
}
