// «Шахматка»: every garage of a ПО where it stands, coloured by debt, membership or missing data.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Dispatch,
  type SetStateAction,
} from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { garageMap, type MapCell } from '../../contract/garages.ts';
import { cyrillicLetters } from '../../contract/kernel/words.ts';
import { poOptions } from '../../contract/orgs.ts';
import { listWith, pages } from '../../contract/pages.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatMoney, formatNumber } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import { PageWaiting } from '../../widgets/PageWaiting.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { StickyBar } from '../../widgets/StickyBar.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { useNarrow } from '../../widgets/useScreen.ts';
import { MapPanel } from './MapPanel.tsx';
import { debtOf, isMarked, legends, type MapMode, type Mark } from './mapRules.ts';
import { MapSection } from './MapSection.tsx';
import styles from './map.module.css';
import { garageForms } from './ru.ts';

export default function SectionMap() {
  const actor = useActor();
  const [search, setSearch] = useSearchParams();
  const options = useQuery(reading(poOptions, { as: [actor?.region, actor?.mo, actor?.po] }));
  const pos = options.data;
  const po = Number(search.get('po')) || actor?.po || pos?.data[0]?.value || 0;
  const plan = useQuery({ ...reading(garageMap, { params: { po } }), enabled: po > 0 });
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
  if (!po && pos)
    return <EmptyState title="Показывать нечего">Шахматка рисует одно ПО, а здесь их ещё нет.</EmptyState>;
  if (!plan.data) return <PageWaiting asked={po ? [plan] : [options]} />;
  const { data } = plan;
  return <Plan key={po} name={data.po.name} cells={data.cells} sections={data.sections} select={select} />;
}

const modes: { value: MapMode; label: string }[] = [
  { value: 'debt', label: 'Долг' },
  { value: 'member', label: 'Членство' },
  { value: 'data', label: 'Данные' },
];

interface PlanProps {
  name: string;
  cells: MapCell[];
  sections: string[];
  select: ReactNode;
}

function Plan({ name, cells, sections, select }: PlanProps) {
  const navigate = useNavigate();
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState<MapMode>('debt');
  const [only, setOnly] = useState<Mark | null>(null);
  const [current, setCurrent] = useState<number | null>(cells[0]?.id ?? null);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const open = useCallback((id: number) => void navigate(pages.garage(id)), [navigate]);
  const bySection = useSections(cells, sections);
  const chosen = cells.find((cell) => cell.id === current);
  if (!cells.length) return <EmptyState title="На плане пусто">В этом ПО ещё нет гаражей.</EmptyState>;

  const focusCell = (id: number) => root.current?.querySelector<HTMLElement>(`[data-cell="${id}"]`)?.focus();
  const pick = (id: number) =>
    setPicked((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).dataset.cell || !chosen) return;
    if (event.key === ' ') pick(chosen.id);
    else if (event.key === 'Enter') open(chosen.id);
    else if (event.key === 'Escape' && picked.size) setPicked(new Set());
    else if (!walk(root.current, event.key)) return;
    event.preventDefault();
  };
  // A phone shows one section: the one of the garage that is chosen.
  const shown = narrow ? bySection.filter(({ section }) => section === (chosen?.section ?? sections[0])) : bySection;
  return (
    <div className={styles.map}>
      <PlanTools
        name={name}
        cells={cells}
        sections={sections}
        select={select}
        mode={mode}
        setMode={setMode}
        setOnly={setOnly}
        setCurrent={setCurrent}
        chosen={chosen}
        focusCell={focusCell}
      />
      <div ref={root} className={styles.rows} onKeyDown={onKeyDown} role="group" aria-label="План гаражей">
        {shown.map(({ section, cells: own }) => (
          <MapSection
            key={section}
            name={section}
            cells={own}
            mode={mode}
            only={only}
            current={current}
            picked={picked}
            onFocus={setCurrent}
            onOpen={open}
          />
        ))}
      </div>
      {chosen && <MapPanel cell={chosen} />}
      {picked.size > 0 ? (
        <Picked cells={cells.filter((cell) => picked.has(cell.id))} onDrop={() => setPicked(new Set())} />
      ) : (
        <Legend cells={cells} mode={mode} only={only} onOnly={setOnly} />
      )}
    </div>
  );
}

const useSections = (cells: MapCell[], sections: string[]) =>
  useMemo(
    () => sections.map((section) => ({ section, cells: cells.filter((cell) => cell.section === section) })),
    [cells, sections],
  );

/** What the plan shows, and finding a garage on it. */
function PlanTools({
  name,
  cells,
  sections,
  select,
  mode,
  setMode,
  setOnly,
  setCurrent,
  chosen,
  focusCell,
}: {
  name: string;
  cells: MapCell[];
  sections: string[];
  select: ReactNode;
  mode: MapMode;
  setMode: Dispatch<SetStateAction<MapMode>>;
  setOnly: Dispatch<SetStateAction<Mark | null>>;
  setCurrent: Dispatch<SetStateAction<number | null>>;
  chosen: MapCell | undefined;
  focusCell: (id: number) => void;
}) {
  const narrow = useNarrow();
  return (
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
      {narrow && sections.length > 1 && (
        <Segmented
          label="Секция"
          value={chosen?.section ?? ''}
          options={sections.map((section) => ({ value: section, label: section || '—' }))}
          onChange={(section) => setCurrent(cells.find((cell) => cell.section === section)?.id ?? null)}
        />
      )}
      <FindOnPlan
        cells={cells}
        onFound={(id) => {
          setCurrent(id);
          requestAnimationFrame(() => focusCell(id));
        }}
      />
      <Button className={styles.print} startIcon={<PrintIcon />} onClick={() => window.print()}>
        Напечатать план
      </Button>
    </div>
  );
}

/** Moves the focus; false when the key is not one that moves or there is nowhere to go. */
function walk(root: HTMLElement | null, key: string): boolean {
  const all = [...(root?.querySelectorAll<HTMLButtonElement>('button[data-cell]') ?? [])];
  const at = all.findIndex((cell) => cell === document.activeElement);
  if (at < 0) return false;
  const steps: Record<string, () => HTMLElement | null | undefined> = {
    ArrowRight: () => all[at + 1],
    ArrowLeft: () => all[at - 1],
    ArrowDown: () => across(all, all[at]!, true),
    ArrowUp: () => across(all, all[at]!, false),
    Home: () => all[0],
    End: () => all.at(-1),
  };
  const next = steps[key]?.();
  next?.focus();
  return Boolean(next);
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

/** A number as the register writes it, whichever keyboard it was typed on. */
const asTyped = (text: string) => cyrillicLetters(text.toLowerCase().replace(/[\s№]/g, ''));

/** «45» or «А 45»: the first that fits is shown on the plan. */
function FindOnPlan({ cells, onFound }: { cells: MapCell[]; onFound: (id: number) => void }) {
  const [text, setText] = useState('');
  const [missed, setMissed] = useState(false);
  const find = () => {
    const wanted = asTyped(text);
    const found = cells.find(
      (cell) => asTyped(cell.number) === wanted || asTyped(`${cell.section}${cell.number}`) === wanted,
    );
    setMissed(!found);
    if (found) onFound(found.id);
  };
  return (
    <div className={styles.find}>
      <TextBox
        label="Номер на плане"
        hideLabel
        reserve={false}
        placeholder="Номер на плане"
        start={<SearchIcon fontSize="small" />}
        value={text}
        onChange={(next) => {
          setText(next);
          setMissed(false);
        }}
        onKeyDown={(event) => event.key === 'Enter' && text.trim() && find()}
        error={missed ? 'Такого номера нет' : undefined}
      />
    </div>
  );
}

/** Colours with counts; a click leaves only its garages bright. */
function Legend({
  cells,
  mode,
  only,
  onOnly,
}: {
  cells: MapCell[];
  mode: MapMode;
  only: Mark | null;
  onOnly: (mark: Mark | null) => void;
}) {
  return (
    <div className={styles.legend}>
      {legends[mode].map(([mark, label]) => (
        <button
          key={mark}
          type="button"
          aria-pressed={only === mark}
          onClick={() => onOnly(only === mark ? null : mark)}
        >
          <span className={styles.cell} data-tone={mark} data-locked={mark === 'locked'} />
          {label} <b>{formatNumber(cells.filter((cell) => isMarked(cell, mode, mark)).length)}</b>
        </button>
      ))}
      <span style={{ marginLeft: 'auto' }}>
        Долг ПО <Money kopecks={debtOf(cells)} tone="debt" />
      </span>
    </div>
  );
}

/** What was picked with the space bar: its debt, and the same garages as a list. */
function Picked({ cells, onDrop }: { cells: MapCell[]; onDrop: () => void }) {
  const list = listWith(pages.garages, { id: cells.map((cell) => cell.id) });
  return (
    <div className={styles.picked}>
      <StickyBar
        ink
        label="Действия с выбранным"
        info={
          <span role="status">
            <b>Выбрано {countOf(cells.length, garageForms)}</b>, долг {formatMoney(debtOf(cells))}
          </span>
        }
      >
        <Button variant="text" onClick={onDrop}>
          Снять выбор
        </Button>
        <Button component={Link} to={list}>
          Показать списком
        </Button>
      </StickyBar>
    </div>
  );
}
