// Choosing files: a button, a place to drop them, the list with a cross at each.
import CloseIcon from '@mui/icons-material/Close';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useRef, useState, type Dispatch, type SetStateAction } from 'react';
import type { DragEvent, Ref } from 'react';
import { cx } from './cx.ts';
import { FieldBox } from './FieldBox.tsx';
import type { FieldProps } from './FieldBox.tsx';
import { formatBytes } from './format.ts';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';
import styles from './upload.module.css';

export interface FileUploadProps extends FieldProps {
  value: readonly File[];
  onChange: (files: readonly File[]) => void;
  onBlur?: (() => void) | undefined;
  /** Several files, each can be removed; a single file is replaced by the next. */
  multiple?: boolean;
  /** As of the input element: `.pdf,.jpg,image/*`. Dropped files are checked too. */
  accept?: string;
  /** Most bytes of one file. */
  maxBytes?: number;
  /** Most files. */
  most?: number;
  inputRef?: Ref<HTMLButtonElement>;
}

/** Plain upload: «Выбрать файл» or «Выбрать файлы»; what is refused says why and the rest is taken. */
export function FileUpload(props: FileUploadProps) {
  const { value, onChange, onBlur, multiple, accept, disabled, inputRef } = props;
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const files = value ?? [];
  const take = (list: FileList | null) => {
    const { taken, problem } = sift(Array.from(list ?? []), files, props);
    setRefused(problem);
    if (taken) onChange(taken);
    onBlur?.();
  };
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    if (!disabled) setOver(inside);
  };
  return (
    <FieldBox {...props} error={refused ?? props.error} bare>
      {(control) => (
        <div
          className={cx(styles.zone, over && styles.over, props.error ? styles.error : null)}
          onDragOver={(event) => drag(event, true)}
          onDragLeave={(event) => drag(event, false)}
          onDrop={(event) => {
            drag(event, false);
            if (!disabled) take(event.dataTransfer.files);
          }}
        >
          <input
            ref={input}
            type="file"
            hidden
            multiple={multiple}
            accept={accept}
            onChange={(event) => {
              take(event.target.files);
              // The same file may be chosen again after it was removed.
              event.target.value = '';
            }}
          />
          <div className={styles.line}>
            <Button
              {...control}
              aria-labelledby={`${control.id}-label ${control.id}`}
              disabled={disabled === true}
              ref={inputRef}
              startIcon={<UploadIcon />}
              onClick={() => input.current?.click()}
            >
              {multiple ? 'Выбрать файлы' : 'Выбрать файл'}
            </Button>
            <span className={styles.hint}>{multiple ? 'или перетащите их сюда' : 'или перетащите его сюда'}</span>
          </div>
          {files.length > 0 && (
            <FileList onChange={onChange} disabled={disabled} setRefused={setRefused} files={files} />
          )}
        </div>
      )}
    </FieldBox>
  );
}

function FileList({
  onChange,
  disabled,
  setRefused,
  files,
}: {
  onChange: (files: ReadonlyArray<FileUploadProps['value'][number]>) => void;
  disabled: boolean | undefined;
  setRefused: Dispatch<SetStateAction<string | null>>;
  files: ReadonlyArray<FileUploadProps['value'][number]>;
}) {
  return (
    <ul className={styles.files}>
      {files.map((file, index) => (
        <li key={`${file.name}-${file.size}-${index}`}>
          <FileIcon aria-hidden="true" />
          <span className={styles.name}>{file.name}</span>
          <span className={styles.size}>{formatBytes(file.size)}</span>
          <IconButtonWithTip
            label={`Убрать файл «${file.name}»`}
            size="small"
            disabled={disabled === true}
            onClick={() => {
              setRefused(null);
              onChange(files.filter((_, at) => at !== index));
            }}
          >
            <CloseIcon />
          </IconButtonWithTip>
        </li>
      ))}
    </ul>
  );
}

/** What of the new files is taken and why the others are not; `taken` is null when nothing changes. */
function sift(
  fresh: File[],
  before: readonly File[],
  rules: FileUploadProps,
): { taken: readonly File[] | null; problem: string | null } {
  const { multiple, accept, maxBytes, most } = rules;
  const problems: string[] = [];
  const good = fresh.filter((file) => {
    if (accept && !accepted(file, accept))
      problems.push(`«${file.name}» не подходит, нужны файлы ${accept.replaceAll(',', ', ')}`);
    else if (maxBytes !== undefined && file.size > maxBytes)
      problems.push(`«${file.name}» больше ${formatBytes(maxBytes)}`);
    else return true;
    return false;
  });
  const all = multiple ? [...before, ...good] : good.slice(0, 1);
  const taken = most === undefined ? all : all.slice(0, most);
  if (taken.length < all.length) problems.push(`Не больше ${most} файлов`);
  return { taken: good.length > 0 ? taken : null, problem: problems.length > 0 ? problems.join('. ') : null };
}

function accepted(file: File, accept: string): boolean {
  const name = file.name.toLowerCase();
  return accept
    .split(',')
    .map((rule) => rule.trim().toLowerCase())
    .some((rule) => {
      if (rule.startsWith('.')) return name.endsWith(rule);
      if (rule.endsWith('/*')) return file.type.startsWith(rule.slice(0, -1));
      return file.type === rule;
    });
}
