// The first rows as the console will show them: the same table, the same columns, the same cards and styles, without what
// makes them move. The console takes their place in one go.
import type { GarageRow } from '../../contract/garages.ts';
import { levelOf, type Actor } from '../../contract/kernel/scope.ts';
import type { ListAnswer, ListAsk } from '../../providers/listCall.ts';
import { garageColumns, nameOfRow } from '../../resources/garages/columns.tsx';
import { firstList } from '../../resources/garages/firstList.ts';
import { GarageCardRow } from '../../resources/garages/GarageCardRow.tsx';
import { fitColumns, pageWidth, type ColumnChoice } from '../../widgets/list/columns.ts';
import list from '../../widgets/list/list.module.css';
import { RegisterTable } from '../../widgets/list/RegisterTable.tsx';
import { RowCards } from '../../widgets/list/RowCards.tsx';
import type { SelectionModel } from '../../widgets/list/useSelection.ts';
import { NARROW } from '../../widgets/useScreen.ts';
import frame from '../shell/frame.module.css';
import header from '../shell/header.module.css';
import { Logo } from '../shell/Logo.tsx';
import nav from '../shell/nav.module.css';
import { placeOfRows, type RowsPlace } from '../shell/rowsPlace.ts';
import { kept } from './ask.ts';
import { isSorted } from './tiny/react-admin.ts';
import { put } from './tiny/jsx-runtime.ts';

/** Nothing is ticked. */
const none = { count: 0, has: () => false } as unknown as SelectionModel;

/**
 * Puts the rows over `root` where it is certain how they will stand: unfiltered rows of somebody's own session, at a place
 * that is known for this width. Answers whether it did.
 */
export function paint(root: Element, ask: ListAsk, answer: ListAnswer, actor: Actor): boolean {
  const level = levelOf(actor);
  const place = placeOfRows(level);
  const isCertain = answer.data.length > 0 && Object.keys(ask.filter).length === 0 && !actor.viewOnly && place;
  if (!isCertain || root.hasChildNodes()) return false;
  isSorted(ask.sort);
  const rows = answer.data as GarageRow[];
  const columns = garageColumns(level, rows[0]!.years);
  const shown = fitColumns(columns, kept<ColumnChoice>(firstList.columnsAs) ?? {}, pageWidth(), true);
  const body = window.matchMedia(NARROW).matches ? (
    <RowCards
      rows={rows}
      title={firstList.title}
      renderCard={(row) => <GarageCardRow row={row} />}
      nameOf={nameOfRow}
      selection={undefined}
    />
  ) : (
    <RegisterTable
      columns={shown}
      rows={rows}
      selection={none}
      onOpen={() => {}}
      label={firstList.title}
      nameOf={nameOfRow}
      storeKey={firstList.storeKey}
    />
  );
  put(document.body, (<Frame place={place}>{body}</Frame>) as unknown as Node);
  handOver(document.getElementById('first')!, root);
  return true;
}

/** The frame of the page with the rows where they will stay; what needs the console is left empty. */
function Frame({ place, children }: { place: RowsPlace; children: React.ReactNode }) {
  return (
    <div id="first" className={frame.frame} style={{ position: 'fixed', inset: '0', zIndex: '9' }}>
      <header className={header.header} data-on-ink="true">
        <span className={`${header.icon} ${header.burger}`} />
        <a className={header.logo} href="/">
          <Logo />
          Реестр гаражей
        </a>
      </header>
      <div className={frame.said} />
      <nav className={nav.nav} />
      <main className={frame.main}>
        <div className={list.page}>
          <div
            className={list.head}
            style={{ boxSizing: 'border-box', height: place.head, alignContent: 'flex-start' }}
          >
            <h1 className={list.title}>{firstList.title}</h1>
            <span style={{ height: place.title }} />
          </div>
          <div style={{ height: place.tools }} />
          <div className={list.body}>
            <div className={list.scroll}>{children}</div>
          </div>
          <div className={list.footer} style={{ boxSizing: 'border-box', height: place.foot }} />
        </div>
      </main>
    </div>
  );
}

/**
 * While the console is not there: a row leads to its card by its own link, ticks wait. The painted rows lie over the console
 * until its own stand under them; then what was scrolled stays scrolled and the link that had the focus has it again.
 */
function handOver(painted: Element, root: Element): void {
  let focused: string | null = null;
  const scrolled = new Map<string, number>();
  painted.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('input, label')) event.preventDefault();
    else if (!target.closest('a')) target.closest('tr[data-id]')?.querySelector('a')?.click();
  });
  const keep = ({ target }: Event) => scrolled.set((target as Element).className, (target as Element).scrollTop);
  painted.addEventListener('scroll', keep, true);
  painted.addEventListener('focusin', ({ target }) => {
    focused = (target as Element).getAttribute('href');
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    clearTimeout(timer);
    watch.disconnect();
    painted.remove();
    for (const [name, top] of scrolled) {
      const box = root.getElementsByClassName(name)[0];
      if (box && top) box.scrollTop = top;
    }
    if (focused) root.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(() => {
    timer ??= setTimeout(go, LONGEST_MS);
    if (root.querySelector('tr[data-id], main li, form')) go();
  });
  watch.observe(root, { childList: true, subtree: true });
}

/** Whatever the console draws, it is not hidden for longer, ms. */
const LONGEST_MS = 3000;
