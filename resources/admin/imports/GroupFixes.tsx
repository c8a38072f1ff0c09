// What is written alike under one remark: mended for all of it with one press.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importFields, importIssues, type ImportField, type ImportIssueCode } from '../../../contract/importFields.ts';
import * as contract from '../../../contract/imports.ts';
import type { ImportBatch } from '../../../contract/imports.ts';
import { reading } from '../../../providers/reading.ts';
import { formatNumber } from '../../../widgets/format.ts';
import { TextBox } from '../../../widgets/TextInput.tsx';
import styles from './imports.module.css';
import type { Fixes } from './useFixes.ts';

const SHOWN = 4;

export function GroupFixes({ batch, kind, fixes }: { batch: ImportBatch; kind: string; fixes: Fixes }) {
  const isIssue = kind in importIssues;
  const { data } = useQuery({
    ...reading(contract.importGroups, { params: { id: batch.id }, query: { kind: kind as ImportIssueCode } }),
    enabled: isIssue,
  });
  const groups = data?.data ?? [];
  const offered = groups.filter((group) => group.offer !== null);
  const repeated = groups.filter((group) => group.count > 1 && group.offer === null && group.raw !== '');
  if (!offered.length && !repeated.length) return null;
  return (
    <ul className={styles.groups}>
      {offered.length > 0 && (
        <li>
          <b className={styles.badge}>{formatNumber(offered.reduce((sum, group) => sum + group.count, 0))}</b>
          <span>
            Семь цифр, городской без кода
            <small>
              {offered[0]!.raw} → {offered[0]!.offer}
            </small>
          </span>
          <Button
            size="small"
            loading={fixes.busy}
            onClick={() =>
              void offered.reduce(
                (before, group) =>
                  before.then(() => fixes.fixGroup({ kind, field: group.field, raw: group.raw, text: group.offer! })),
                Promise.resolve(true),
              )
            }
          >
            Дописать код 812
          </Button>
        </li>
      )}
      {repeated.slice(0, SHOWN).map((group) => (
        <Group key={`${group.field}:${group.raw}`} {...group} kind={kind} fixes={fixes} />
      ))}
    </ul>
  );
}

function Group({
  field,
  raw,
  count,
  kind,
  fixes,
}: {
  field: ImportField;
  raw: string;
  count: number;
  kind: string;
  fixes: Fixes;
}) {
  const [text, setText] = useState('');
  return (
    <li>
      <b className={styles.badge}>{formatNumber(count)}</b>
      <span>
        {importFields[field].label}: «{raw}»
      </span>
      <TextBox
        label={`Вместо «${raw}»`}
        hideLabel
        reserve={false}
        placeholder="Записать у всех"
        value={text}
        onChange={setText}
      />
      <Button size="small" loading={fixes.busy} onClick={() => void fixes.fixGroup({ kind, field, raw, text })}>
        {text.trim() ? `Исправить у ${formatNumber(count)}` : `У ${formatNumber(count)} пусто`}
      </Button>
    </li>
  );
}
