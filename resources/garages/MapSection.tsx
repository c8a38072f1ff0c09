// One section of the map: rows that face the drive as they do on site.
import { memo } from 'react';
import type { MapCell } from '../../contract/garages.ts';
import { countOf } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import { cellWords, debtOf, isMarked, rowsOf, toneOf, type MapMode, type Mark } from './mapRules.ts';
import styles from './map.module.css';
import { standingOf } from '../balance/standingOf.ts';
import { garageForms } from './ru.ts';

export interface MapSectionProps {
  name: string;
  cells: MapCell[];
  mode: MapMode;
  /** Only these stay bright. */
  only: Mark | null;
  current: number | null;
  picked: ReadonlySet<number>;
  onFocus: (id: number) => void;
  onOpen: (id: number) => void;
}

export const MapSection = memo(function MapSection(props: MapSectionProps) {
  const { name, cells } = props;
  const debtors = cells.filter((cell) => standingOf(cell).debt > 0);
  const rows = rowsOf(cells);
  return (
    <section className={styles.section} aria-label={`Секция ${name || 'без названия'}`}>
      <header className={styles.sectionHead}>
        {name && <span className={styles.letter}>{name}</span>}
        <div>
          <b>{name ? `Секция ${name}` : 'Без секции'}</b>
          {countOf(cells.length, garageForms)} · {countOf(debtors.length, ['должник', 'должника', 'должников'])}
        </div>
        {debtors.length > 0 && <Money kopecks={debtOf(cells)} tone="debt" />}
      </header>
      {rows.map((row, index) => (
        <div key={row[0]?.id ?? index} className={index % 2 ? styles.lower : styles.upper}>
          {index % 2 === 1 && <div className={styles.aisle}>проезд</div>}
          <div className={styles.row} data-row>
            {row.map((cell) => (
              <Cell key={cell.id} cell={cell} {...props} />
            ))}
          </div>
          {index % 2 === 0 && rows.length === 1 && <div className={styles.aisle}>проезд</div>}
        </div>
      ))}
    </section>
  );
});

function Cell({ cell, mode, only, current, picked, onFocus, onOpen }: MapSectionProps & { cell: MapCell }) {
  return (
    <button
      type="button"
      data-cell={cell.id}
      className={styles.cell}
      data-tone={toneOf(cell, mode)}
      data-dim={only !== null && !isMarked(cell, mode, only)}
      data-locked={cell.is_locked}
      aria-current={cell.id === current}
      aria-pressed={picked.has(cell.id)}
      tabIndex={cell.id === current ? 0 : -1}
      aria-label={cellWords(cell, mode)}
      onFocus={() => onFocus(cell.id)}
      onClick={() => (cell.id === current ? onOpen(cell.id) : onFocus(cell.id))}
    >
      {cell.number}
    </button>
  );
}
