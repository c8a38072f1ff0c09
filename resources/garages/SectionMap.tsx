// «Шахматка»: every garage of a ПО where it stands, coloured by debt, membership or missing data.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { garageMap, type MapCell } from '../../contract/garages.ts';
import { poOptions } from '../../contract/orgs.ts';
import { pages } from '../../contract/pages.ts';
import { call } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Kbd } from '../../widgets/Kbd.tsx';
import { Money } from '../../widgets/Money.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { legends, rowsOf, toneOf, type MapMode, type Tone } from './mapRules.ts';
import styles from './map.module.css';
import { garageForms } from './ru.ts';

export default function SectionMap() {
  const actor = useActor();
  const [search, setSearch] = useSearchParams();
  const { data: pos } = useQuery({
    queryKey: ['po_options', actor?.region, actor?.mo, actor?.po],
    queryFn: () => call(poOptions, { quiet: true }),
  });
  const po = Number(search.get('po')) || actor?.po || pos?.data[0]?.value || 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['garages', 'getList', 'map', po],
    queryFn: () => call(garageMap, { params: { po }, quiet: true }),
    enabled: po > 0,
  });
  const choose = (value: string | number | null) => setSearch({ view: 'map', po: String(value) });
  const select = (pos?.data.length ?? 0) > 1 && (
    <SelectBox
      label="ПО"
      hideLabel
      reserve={false}
      options={pos?.data.map((one) => ({ value: one.value, label: `${one.label}, ${one.mo_name}` })) ?? []}
      value={po || null}
      onChange={choose}
    />
  );
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return <Plan key={po} name={data.po.name} cells={data.cells} sections={data.sections} select={select} />;
}

const modes: { value: MapMode; label: string }[] = [
  { value: 'debt', label: 'Долг' },
  { value: 'member', label: 'Членство' },
  { value: 'data', label: 'Данные' },
];

function Plan({
  name,
  cells,
  sections,
  select,
}: {
  name: string;
  cells: MapCell[];
  sections: string[];
  select: React.ReactNode;
}) {
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState<MapMode>('debt');
  const [only, setOnly] = useState<Tone | null>(null);
  const [current, setCurrent] = useState<number | null>(cells[0]?.id ?? null);
  const bySection = useMemo(
    () => sections.map((section) => ({ section, cells: cells.filter((cell) => cell.section === section) })),
    [cells, sections],
  );
  const counts = useMemo(
    () =>
      Object.fromEntries(
        legends[mode].map(([tone]) => [tone, cells.filter((cell) => toneOf(cell, mode) === tone).length]),
      ),
    [cells, mode],
  );
  const debt = cells.reduce((sum, cell) => sum + Math.max(0, -cell.balance_kopecks), 0);
  const chosen = cells.find((cell) => cell.id === current);
  if (!cells.length) return <EmptyState title="На плане пусто">В этом ПО ещё нет гаражей.</EmptyState>;

  const walk = (event: KeyboardEvent) => {
    const all = [...(root.current?.querySelectorAll<HTMLButtonElement>('button[data-cell]') ?? [])];
    const at = all.findIndex((cell) => cell === document.activeElement);
    if (at < 0) return;
    const next =
      event.key === 'ArrowRight'
        ? all[at + 1]
        : event.key === 'ArrowLeft'
          ? all[at - 1]
          : event.key === 'ArrowDown' || event.key === 'ArrowUp'
            ? across(all, all[at]!, event.key === 'ArrowDown')
            : null;
    if (event.key === 'Enter' && chosen) void navigate(pages.garage(chosen.id));
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div className={styles.map}>
      <div className={styles.tools}>
        <h2>
          {name}{' '}
          <span style={{ color: 'var(--gr-text2)', fontWeight: 400, fontSize: '0.8125rem' }}>
            {countOf(cells.length, garageForms)}
          </span>
        </h2>
        {select}
        <Segmented
          label="Показывать"
          value={mode}
          options={modes}
          onChange={(next) => {
            setMode(next);
            setOnly(null);
          }}
        />
      </div>
      <div ref={root} className={styles.rows} onKeyDown={walk} role="group" aria-label="План гаражей">
        {bySection.map(({ section, cells: own }) => (
          <Section
            key={section}
            name={section}
            cells={own}
            mode={mode}
            only={only}
            current={current}
            onFocus={setCurrent}
            onOpen={(id) => void navigate(pages.garage(id))}
          />
        ))}
      </div>
      {chosen && <Panel cell={chosen} po={name} />}
      <div className={styles.legend}>
        {legends[mode].map(([tone, label]) => (
          <button
            key={tone}
            type="button"
            aria-pressed={only === tone}
            onClick={() => setOnly(only === tone ? null : tone)}
          >
            <span className={styles.cell} data-tone={tone} />
            {label} <b>{formatNumber(counts[tone] ?? 0)}</b>
          </button>
        ))}
        <span style={{ marginLeft: 'auto' }}>
          Долг ПО <Money kopecks={debt} tone="debt" />
        </span>
      </div>
    </div>
  );
}

interface SectionProps {
  name: string;
  cells: MapCell[];
  mode: MapMode;
  only: Tone | null;
  current: number | null;
  onFocus: (id: number) => void;
  onOpen: (id: number) => void;
}

function Section({ name, cells, mode, only, current, onFocus, onOpen }: SectionProps) {
  const debtors = cells.filter((cell) => cell.balance_kopecks < 0);
  const debt = debtors.reduce((sum, cell) => sum - cell.balance_kopecks, 0);
  const rows = rowsOf(cells);
  return (
    <section className={styles.section} aria-label={`Секция ${name || 'без названия'}`}>
      <header className={styles.sectionHead}>
        {name && <span className={styles.letter}>{name}</span>}
        <div>
          <b>{name ? `Секция ${name}` : 'Без секции'}</b>
          {countOf(cells.length, garageForms)} · {countOf(debtors.length, ['должник', 'должника', 'должников'])}
        </div>
        {debt > 0 && <Money kopecks={debt} tone="debt" />}
      </header>
      {rows.map((row, index) => (
        <div key={row[0]?.id ?? index} className={index % 2 ? styles.lower : styles.upper}>
          {index % 2 === 1 && <div className={styles.aisle}>проезд</div>}
          <div className={styles.row} data-row>
            {row.map((cell) => {
              const tone = toneOf(cell, mode);
              return (
                <button
                  key={cell.id}
                  type="button"
                  data-cell={cell.id}
                  className={styles.cell}
                  data-tone={tone}
                  data-dim={only !== null && only !== tone}
                  data-locked={cell.is_locked}
                  aria-current={cell.id === current}
                  tabIndex={cell.id === current ? 0 : -1}
                  aria-label={`Гараж ${cell.section} ${cell.number}, ${legends[mode].find(([one]) => one === tone)?.[1] ?? ''}`}
                  onFocus={() => onFocus(cell.id)}
                  onClick={() => (cell.id === current ? onOpen(cell.id) : onFocus(cell.id))}
                  onDoubleClick={() => onOpen(cell.id)}
                >
                  {cell.number}
                </button>
              );
            })}
          </div>
          {index % 2 === 0 && rows.length === 1 && <div className={styles.aisle}>проезд</div>}
        </div>
      ))}
    </section>
  );
}

/** The cell nearest across the aisle. */
function across(all: HTMLButtonElement[], from: HTMLButtonElement, down: boolean): HTMLButtonElement | null {
  const here = from.getBoundingClientRect();
  const others = all
    .map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
    .filter(({ box }) => (down ? box.top > here.top + 5 : box.top < here.top - 5));
  const line = down ? Math.min(...others.map(({ box }) => box.top)) : Math.max(...others.map(({ box }) => box.top));
  const row = others.filter(({ box }) => Math.abs(box.top - line) < 5);
  return (
    row.sort((one, other) => Math.abs(one.box.left - here.left) - Math.abs(other.box.left - here.left))[0]?.cell ?? null
  );
}

function Panel({ cell, po }: { cell: MapCell; po: string }) {
  return (
    <aside className={styles.panel} aria-label="Выбранный гараж">
      <GaragePlate section={cell.section} number={cell.number} size="m" to={pages.garage(cell.id)} />
      <h3>{cell.owner ?? 'Без владельца'}</h3>
      <p style={{ margin: '0 0 8px', color: 'var(--gr-text2)' }}>
        {po}
        {cell.owners_count > 1 && `, совладельцев ${cell.owners_count}`}
        {cell.isVOAMember && ', член ВОА'}
      </p>
      {cell.is_locked && <StatusChip kind="waiting">Идёт переоформление</StatusChip>}
      {cell.missing.length > 0 && <p>Не внесено: {cell.missing.join(', ')}</p>}
      <p>
        {cell.balance_kopecks > 0 ? 'Аванс' : 'Долг'}
        <br />
        <Money
          kopecks={Math.abs(cell.balance_kopecks)}
          tone={cell.balance_kopecks < 0 ? 'debt' : cell.balance_kopecks > 0 ? 'advance' : 'plain'}
          size="display"
        />
      </p>
      <Button fullWidth component={Link} to={pages.garage(cell.id)}>
        Открыть карточку
      </Button>
      <div className={styles.keys}>
        <div>
          <Kbd>←</Kbd> <Kbd>→</Kbd> по ряду
        </div>
        <div>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> через проезд
        </div>
        <div>
          <Kbd>Enter</Kbd> карточка
        </div>
      </div>
    </aside>
  );
}
