// What the steps of a load share: questions that are open, kinds of remarks by weight. Pure.
import {
  ignoredRows,
  importIssues,
  mendedIssues,
  refusingIssues,
  type ImportIssueCode,
  type ImportQuestion,
} from '../../../contract/importFields.ts';
import type { ImportBatch } from '../../../contract/imports.ts';

/** Doubtful questions nobody has answered; what is not loaded needs no answer. */
export function openQuestions({ questions, layout }: ImportBatch): ImportQuestion[] {
  return questions.filter(
    (one) =>
      !one.sure &&
      layout.answers[one.id] === undefined &&
      (one.kind === 'tables' || layout.tables[one.table]?.fate !== 'skip'),
  );
}

export interface KindGroup {
  title: string;
  tone: 'red' | 'amber' | 'grey';
  kinds: { kind: string; label: string; count: number; done: number }[];
}

export function labelOf(kind: string): string {
  if (kind === 'differs') return 'Отличается от реестра';
  return (importIssues as Record<string, string>)[kind] ?? (ignoredRows as Record<string, string>)[kind] ?? kind;
}

/** Kinds of remarks by weight: what stops, what to check, what was mended, what was left out. */
export function kindGroups(kinds: ImportBatch['kinds']): KindGroup[] {
  const isIssue = (kind: string) => kind in importIssues || kind === 'differs';
  const isRefusing = (kind: string) => refusingIssues.includes(kind as ImportIssueCode);
  const checked = new Set(kinds.filter((one) => one.toCheck).map((one) => one.kind));
  const isMended = (kind: string) => mendedIssues.includes(kind as ImportIssueCode) && !checked.has(kind);
  const pick = (test: (kind: string) => boolean) =>
    kinds.filter(({ kind }) => test(kind)).map((one) => ({ ...one, label: labelOf(one.kind) }));
  const groups: KindGroup[] = [
    { title: 'Не загрузятся, пока не решите', tone: 'red', kinds: pick((kind) => isIssue(kind) && isRefusing(kind)) },
    {
      title: 'Проверьте',
      tone: 'amber',
      kinds: pick((kind) => isIssue(kind) && !isRefusing(kind) && !isMended(kind)),
    },
    { title: 'Исправлено само', tone: 'grey', kinds: pick(isMended) },
    { title: 'Пропущены', tone: 'grey', kinds: pick((kind) => kind in ignoredRows) },
  ];
  return groups.filter((group) => group.kinds.length > 0);
}

/** How the state of a load looks. */
export const chips = {
  done: 'done',
  failed: 'refused',
  rolled_back: 'archived',
  draft: 'waiting',
  queued: 'waiting',
  running: 'waiting',
} as const;
