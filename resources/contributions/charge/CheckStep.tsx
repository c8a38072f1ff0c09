// Step 3: garage by garage what will be charged, who is skipped and why; a cross leaves one out.
import SearchIcon from '@mui/icons-material/Search';
import { useState, type ReactNode } from 'react';
import type { AccrualPreview } from '../../../contract/contributions/charging.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { Note } from '../../../widgets/Note.tsx';
import { RadioGroup } from '../../../widgets/RadioInput.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { PauseNote } from '../../books/PauseNote.tsx';
import { garagesOf } from '../ru.ts';
import { leaveOut, putBack, type ChargeDraft } from './model.ts';
import { PlanTable } from './PlanTable.tsx';
import { PoTable } from './PoTable.tsx';
import type { PlanPage, Preview } from './usePreview.ts';
import styles from './charge.module.css';

export type CheckTab = PlanPage['tab'] | 'pos';
export interface CheckView {
  tab: CheckTab;
  q: string;
  offset: number;
}
export const firstView: CheckView = { tab: 'charge', q: '', offset: 0 };

export interface CheckStepProps {
  draft: ChargeDraft;
  /** Takes the draft as it is then: an undo comes later. */
  setDraft: (change: (draft: ChargeDraft) => ChargeDraft) => void;
  preview: Preview;
  view: CheckView;
  setView: (view: CheckView) => void;
  /** What is charged once: «2026 год», «ноябрь 2026». */
  period: string;
}

export function CheckStep({ draft, setDraft, preview, view, setView, period }: CheckStepProps) {
  const { data } = preview;
  const exclude = (id: number, name: string) => {
    setDraft((now) => leaveOut(now, id));
    toast(`${name}: не начисляем`, { undo: () => setDraft((now) => putBack(now, id)) });
  };
  if (preview.failure && !data) return <ErrorNote onRetry={() => void preview.again()}>{preview.failure}</ErrorNote>;
  return (
    <div className={styles.check}>
      {data && <PauseNote garages={data.garages} />}
      {data && data.charged_before > 0 && (
        <Asked
          label="Уже начисленные"
          value={draft.repeated}
          names={{ skip: 'Пропустить', add: 'Добавить' }}
          onChange={(repeated) => setDraft((now) => ({ ...now, repeated }))}
        >
          <b>
            Уже начислено за {period}: {garagesOf(data.charged_before)}.
          </b>{' '}
          {draft.repeated === 'skip' ? 'Сейчас они пропущены.' : 'Им будет начислено ещё раз.'}
        </Asked>
      )}
      {data && data.vacant > 0 && (
        <Asked
          label="Гаражи без владельца"
          value={draft.vacant ? 'add' : 'skip'}
          names={{ skip: 'Пропустить', add: 'Начислить' }}
          onChange={(value) => setDraft((now) => ({ ...now, vacant: value === 'add' }))}
        >
          <b>Без владельца: {garagesOf(data.vacant)}.</b>{' '}
          {draft.vacant ? 'Им будет начислено: платить пока некому.' : 'Сейчас они пропущены.'}
        </Asked>
      )}
      <div className={styles.checkTools}>
        <div className={styles.tabs}>
          <Segmented
            label="Гаражи предпросмотра"
            value={view.tab}
            onChange={(tab) => setView({ ...firstView, tab })}
            options={tabsOf(data)}
          />
        </div>
        {view.tab !== 'pos' && (
          <PlanSearch key={view.tab} value={view.q} onSet={(q) => setView({ ...view, q, offset: 0 })} />
        )}
      </div>
      {view.tab === 'pos' ? (
        <PoTable rows={data?.pos ?? []} />
      ) : (
        <PlanTable
          preview={preview}
          tab={view.tab}
          hidden={draft.excluded}
          offset={view.offset}
          onPage={(offset) => setView({ ...view, offset })}
          onExclude={exclude}
          onPutBack={(id) => setDraft((now) => putBack(now, id))}
        />
      )}
    </div>
  );
}

function tabsOf(data: AccrualPreview | null): { value: CheckTab; label: string; count?: number | undefined }[] {
  return [
    { value: 'charge', label: 'К начислению', count: data?.tabs.charge },
    { value: 'privilege', label: 'Со льготой', count: data?.tabs.privilege },
    { value: 'attention', label: 'Обратите внимание', count: data?.tabs.attention },
    { value: 'skipped', label: 'Пропущены', count: data?.tabs.skipped },
    ...(data && data.pos.length > 1 ? [{ value: 'pos' as const, label: 'По ПО', count: data.pos.length }] : []),
  ];
}

type Answer = 'skip' | 'add';

/** A question over the preview: these garages are left out, or charged too. */
function Asked(props: {
  label: string;
  value: Answer;
  names: Record<Answer, string>;
  onChange: (value: Answer) => void;
  children: ReactNode;
}) {
  return (
    <Note
      tone="amber"
      action={
        <div className={styles.repeat}>
          <RadioGroup
            label={props.label}
            hideLabel
            row
            reserve={false}
            value={props.value}
            onChange={(value) => props.onChange(value === 'add' ? 'add' : 'skip')}
            options={(['skip', 'add'] as const).map((value) => ({ value, label: props.names[value] }))}
          />
        </div>
      }
    >
      {props.children}
    </Note>
  );
}

/** The word is asked for when it is entered or the field is left: every key would ask the server. */
function PlanSearch({ value, onSet }: { value: string; onSet: (q: string) => void }) {
  const [typed, setTyped] = useState(value);
  const apply = () => typed.trim() !== value && onSet(typed.trim());
  return (
    <div className={styles.search}>
      <TextBox
        label="Номер или владелец"
        hideLabel
        reserve={false}
        type="search"
        placeholder="Номер, владелец"
        start={<SearchIcon fontSize="small" />}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          if (!text) onSet('');
        }}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey) apply();
        }}
      />
    </div>
  );
}
