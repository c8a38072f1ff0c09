// Sections of a ПО in the order in which they stand on site: named, moved, added, taken away.
import AddIcon from '@mui/icons-material/Add';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { bindInput } from '../../../widgets/bindInput.tsx';
import { FieldBox } from '../../../widgets/FieldBox.tsx';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import styles from './sections.module.css';

export interface SectionRow {
  name: string;
  /** Name that the garages of this section carry now; absent in a new one. */
  was?: string;
  garages: number;
}

interface SectionsBoxProps {
  label: string;
  value: readonly SectionRow[];
  onChange: (value: readonly SectionRow[]) => void;
  error?: ReactNode;
  id?: string;
}

function SectionsBox({ label, value, onChange, error, id }: SectionsBoxProps) {
  const list = useRef<HTMLOListElement>(null);
  const change = (next: readonly SectionRow[], focus?: number) => {
    onChange(next);
    if (focus !== undefined)
      requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('input')[focus]?.focus());
  };
  const swap = (one: number, other: number) => {
    const next = [...value];
    [next[one], next[other]] = [next[other]!, next[one]!];
    change(next, other);
  };
  return (
    <FieldBox
      label={label}
      {...(id !== undefined && { id })}
      error={error}
      bare
      group
      helperText="В том порядке, в каком стоят на месте. Alt + ↑ и Alt + ↓ переставляют"
    >
      {(control) => (
        <div id={control.id} tabIndex={-1} aria-describedby={control['aria-describedby']}>
          <ol ref={list} className={styles.list}>
            {value.map((section, index) => (
              <SectionLine value={value} change={change} swap={swap} section={section} index={index} key={index} />
            ))}
          </ol>
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => change([...value, { name: '', garages: 0 }], value.length)}
          >
            Добавить секцию
          </Button>
        </div>
      )}
    </FieldBox>
  );
}

function SectionLine({
  value,
  change,
  swap,
  section,
  index,
}: {
  value: readonly SectionRow[];
  change: (next: readonly SectionRow[], focus?: number) => void;
  swap: (one: number, other: number) => void;
  section: SectionRow;
  index: number;
}) {
  return (
    <li
      key={index}
      onKeyDown={(event) => {
        const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!step || !value[index + step]) return;
        event.preventDefault();
        swap(index, index + step);
      }}
    >
      <TextBox
        label={`Секция ${index + 1}`}
        hideLabel
        reserve={false}
        value={section.name}
        maxLength={20}
        onChange={(name) => change(value.map((one, at) => (at === index ? { ...one, name } : one)))}
      />
      <span className={styles.count}>{section.garages ? `гаражей ${section.garages}` : 'пусто'}</span>
      <IconButtonWithTip label="Выше" disabled={index === 0} onClick={() => swap(index, index - 1)}>
        <UpIcon />
      </IconButtonWithTip>
      <IconButtonWithTip label="Ниже" disabled={index === value.length - 1} onClick={() => swap(index, index + 1)}>
        <DownIcon />
      </IconButtonWithTip>
      <IconButtonWithTip
        label={section.garages ? `В секции гаражей: ${section.garages}` : 'Убрать секцию'}
        disabled={section.garages > 0}
        onClick={() => change(value.filter((_, at) => at !== index))}
      >
        <CloseIcon />
      </IconButtonWithTip>
    </li>
  );
}

/** Sections of the form: a list of `{name, was, garages}`. */
export const SectionsInput = bindInput<readonly SectionRow[], SectionsBoxProps>(SectionsBox, []);
