// A page that is arriving: bars where the title and the rows will stand, or the boxes of a card.
import { useParams } from 'react-router';
import { TableSkeleton, SkeletonBar } from './TableSkeleton.tsx';
import { useOnline } from './useOnline.ts';
import styles from './states.module.css';

/** The address says which: one with the number of a record is a card. */
export function PageSkeleton() {
  const isOnline = useOnline();
  const { id } = useParams();
  return (
    <div aria-busy="true" aria-label="Загрузка" className={styles.page}>
      {!isOnline && (
        <p role="status" style={{ margin: '0 0 16px' }}>
          Нет связи: страница откроется сама, когда связь появится.
        </p>
      )}
      <SkeletonBar width={180} height={22} />
      {id ? (
        <div className={styles.cardPage} role="status" aria-label="Загружается карточка">
          {[3, 3, 6].map((lines, box) => (
            <div key={box} aria-hidden="true">
              <SkeletonBar width={120} />
              {Array.from({ length: lines }, (_, line) => (
                <SkeletonBar key={line} width={`${80 - ((line * 17 + box * 11) % 40)}%`} />
              ))}
            </div>
          ))}
        </div>
      ) : (
        <TableSkeleton columns={[{ width: '80px' }, {}, { width: '160px' }, { width: '120px' }]} rows={12} />
      )}
    </div>
  );
}
