// A page that is arriving: bars where the title and the rows will stand.
import { TableSkeleton, SkeletonBar } from './TableSkeleton.tsx';
import { useOnline } from './useOnline.ts';

export function PageSkeleton() {
  const isOnline = useOnline();
  return (
    <div aria-busy="true" aria-label="Загрузка" style={{ padding: '20px 24px' }}>
      {!isOnline && (
        <p role="status" style={{ margin: '0 0 16px' }}>
          Нет связи: страница откроется сама, когда связь появится.
        </p>
      )}
      <SkeletonBar width={180} height={22} />
      <div style={{ height: 24 }} />
      <TableSkeleton columns={[{ width: '80px' }, {}, { width: '160px' }, { width: '120px' }]} rows={12} />
    </div>
  );
}
