// Rights of an account: each a place with a role; the first is where the person begins to work.
import CloseIcon from '@mui/icons-material/Close';
import UpIcon from '@mui/icons-material/ArrowUpward';
import { useState, type ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Level } from '../../../contract/kernel/scope.ts';
import { roleNames, roles, type Role, type UserRight } from '../../../contract/users.ts';
import { bindInput } from '../../../widgets/bindInput.tsx';
import { FieldBox } from '../../../widgets/FieldBox.tsx';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { SearchSelect, type SelectOption } from '../../../widgets/SearchSelect.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { placeLoader } from './places.ts';
import styles from './users.module.css';

interface RightsBoxProps {
  label: string;
  value: readonly UserRight[];
  onChange: (value: readonly UserRight[]) => void;
  error?: ReactNode;
  id?: string;
}

const levelWords: { value: Level; label: string }[] = [
  { value: 'po', label: 'ПО' },
  { value: 'mo', label: 'МО' },
  { value: 'region', label: 'Регион' },
];
const usualRole: Record<Level, Role> = { po: 'chairman', mo: 'mo_head', region: 'region_staff' };
const onlyAt: Partial<Record<string, Level>> = { chairman: 'po', mo_head: 'mo', region_staff: 'region' };
/** Roles that are given at a level. */
const rolesAt = (level: Level) =>
  roles.filter((role) => (onlyAt[role] ?? level) === level).map((role) => ({ value: role, label: roleNames[role]! }));

function RightsBox({ label, value, onChange, error, id }: RightsBoxProps) {
  const errors = useRowErrors();
  const replace = (index: number, change: Partial<UserRight>) =>
    onChange(value.map((right, at) => (at === index ? { ...right, ...change } : right)));
  return (
    <FieldBox
      label={label}
      {...(id !== undefined && { id })}
      error={error}
      bare
      group
      helperText="Первое в списке — где человек начинает работу после входа"
    >
      {(control) => (
        <div id={control.id} tabIndex={-1} aria-describedby={control['aria-describedby']}>
          <ol className={styles.rights} data-help="rights.places" aria-label={label}>
            {value.map((right, index) => (
              <li key={`${right.level}${right.id}`}>
                <span className={styles.place}>
                  <b>{right.name}</b>
                  <small>{right.above}</small>
                  {errors[index] && <small className={styles.wrong}>{errors[index]}</small>}
                </span>
                <SelectBox
                  label={`Роль в ${right.name}`}
                  hideLabel
                  reserve={false}
                  options={rolesAt(right.level)}
                  value={right.role}
                  onChange={(role) => replace(index, { role: String(role) })}
                />
                <IconButtonWithTip
                  label="Начинать здесь"
                  reason="Здесь человек начинает работу"
                  disabled={index === 0}
                  onClick={() => onChange([right, ...value.filter((_, at) => at !== index)])}
                >
                  <UpIcon />
                </IconButtonWithTip>
                <IconButtonWithTip
                  label={`Убрать право: ${right.name}`}
                  onClick={() => onChange(value.filter((_, at) => at !== index))}
                >
                  <CloseIcon />
                </IconButtonWithTip>
              </li>
            ))}
          </ol>
          <AddRight
            onAdd={(right) => {
              if (!value.some((one) => one.level === right.level && one.id === right.id)) onChange([...value, right]);
            }}
          />
        </div>
      )}
    </FieldBox>
  );
}

function AddRight({ onAdd }: { onAdd: (right: UserRight) => void }) {
  const [level, setLevel] = useState<Level>('po');
  const add = (option: SelectOption | null) =>
    option &&
    onAdd({
      level,
      id: Number(option.value),
      name: option.label,
      role: usualRole[level],
      above: option.hint ?? null,
    });
  return (
    <div className={styles.add}>
      <Segmented label="Уровень нового права" value={level} options={levelWords} onChange={setLevel} />
      <SearchSelect
        key={level}
        label="Добавить право"
        hideLabel
        reserve={false}
        placeholder="Добавить: начните с названия"
        load={placeLoader(level)}
        value={null}
        onChange={add}
      />
    </div>
  );
}

/** What the server says of single rights: `rights.2.role`. */
function useRowErrors(): Record<number, string> {
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  const rows = (errors.rights ?? []) as Record<string, { message?: string }>[];
  return Object.fromEntries(
    Object.entries(rows).flatMap(([index, row]) => {
      const message = row?.role?.message ?? row?.id?.message;
      return message ? [[Number(index), message]] : [];
    }),
  );
}

/** Rights of the form: a list of `{level, id, name, role, above}`. */
export const RightsInput = bindInput<readonly UserRight[], RightsBoxProps>(RightsBox, []);
