// What «Виды» opens: the saved views of a list and a name for the present one. Its code comes after the first page.
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { IconButtonWithTip } from '../IconButtonWithTip.tsx';
import { TextBox } from '../TextInput.tsx';
import type { ColumnChoice } from './columns.ts';
import styles from './list.module.css';

export interface ListViews {
  saved: readonly { id: number; name: string; state: Record<string, unknown> }[];
  onSave: (name: string, state: Record<string, unknown>) => void;
  onDelete: (id: number) => void;
}

interface ViewState {
  filter?: object;
  sort?: { field: string; order: 'ASC' | 'DESC' };
  perPage?: number;
  columns?: ColumnChoice;
}

/** The name being typed for the present view, and its change. */
export type ViewNaming = readonly [name: string, setName: (name: string) => void];

export interface ViewsBoxProps {
  views: ListViews;
  naming: ViewNaming;
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
  onClose: () => void;
}

export default function ViewsBox({ views, naming, choice, onChoice, onClose }: ViewsBoxProps) {
  const list = useListContext();
  const state: ViewState = { filter: list.filterValues, sort: list.sort, perPage: list.perPage, columns: choice };
  const apply = (wanted: ViewState) => {
    onChoice(wanted.columns ?? {});
    if (wanted.sort) list.setSort(wanted.sort);
    if (wanted.perPage) list.setPerPage(wanted.perPage);
    list.setFilters(wanted.filter ?? {}, undefined, false);
  };
  return (
    <div className={styles.views}>
      {views.saved.length === 0 && <p>Сохраните отбор, порядок и столбцы, к которым часто возвращаетесь.</p>}
      <ul>
        {views.saved.map((view) => (
          <li key={view.id}>
            <button
              type="button"
              className={styles.view}
              onClick={() => {
                apply(view.state);
                onClose();
              }}
            >
              {view.name}
            </button>
            <IconButtonWithTip label={`Удалить вид «${view.name}»`} onClick={() => views.onDelete(view.id)}>
              <CloseIcon fontSize="small" />
            </IconButtonWithTip>
          </li>
        ))}
      </ul>
      <NewView naming={naming} onSave={(name) => views.onSave(name, { ...state })} />
    </div>
  );
}

function NewView({ naming, onSave }: { naming: ViewNaming; onSave: (name: string) => void }) {
  const [name, setName] = naming;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The box stands inside no other form, but events of a portal still rise through React.
        event.stopPropagation();
        if (!name.trim()) return;
        onSave(name.trim());
        setName('');
      }}
    >
      <TextBox label="Сохранить этот вид как" value={name} onChange={setName} maxLength={60} reserve={false} />
      <Button type="submit" disabled={!name.trim()}>
        Сохранить
      </Button>
    </form>
  );
}
