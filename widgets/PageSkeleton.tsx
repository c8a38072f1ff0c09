// A page that is arriving: bars where the title and the rows will stand.
import { TableSkeleton, SkeletonBar } from './TableSkeleton.tsx';

export function PageSkeleton() {
  return (
    <div aria-busy="true" aria-label="Загрузка" style={{ padding: '20px 24px' }}>
      <SkeletonBar width={180} height={22} />
      <div style={{ height: 24 }} />
      <TableSkeleton columns={[{ width: '80px' }, {}, { width: '160px' }, { width: '120px' }]} rows={12} />
    </div>
  );
}
