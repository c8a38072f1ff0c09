// Consents of many people at once: kind, day, number of the paper, how they were given.
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import type { z } from 'zod';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import {
  consentKinds,
  consentSources,
  type ConsentKind,
  type ConsentSource,
  type profiles,
} from '../../contract/profiles.ts';
import { addConsents } from '../../contract/profiles/consents.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { countOf } from '../../widgets/format.ts';
import { selectionBody, type SelectionBody, type SelectionModel } from '../../widgets/list/useSelection.ts';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';

type Values = Partial<z.output<typeof profiles.filter>>;
const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const people = ['человек', 'человека', 'человек'] as const;

/** «Отметить согласия» over a selected list of people. */
export function MarkConsents({ selection }: { selection: SelectionModel }) {
  const { filterValues, refetch } = useListContext();
  const { may } = useMay(registryEdit);
  const [chosen, setChosen] = useState<SelectionBody<Values> | null>(null);
  if (!may) return null;
  return (
    <>
      <Button onClick={() => setChosen(selectionBody(selection, filterValues as Values))}>Отметить согласия</Button>
      {chosen && <ConsentsDialog chosen={chosen} onClose={() => setChosen(null)} onDone={() => void refetch()} />}
    </>
  );
}

/** What came of it, and who was left out and why. */
function doneText({ marked, had, left, former }: z.output<typeof addConsents.reply>): string {
  const rest = [
    had && `было раньше: ${had}`,
    left && `умершие и удалённые: ${left}`,
    former && `бывшие, не отмечены: ${former}`,
  ].filter(Boolean);
  return `Согласие отмечено: ${[countOf(marked, people), rest.join(', ')].filter(Boolean).join('; ')}`;
}

export function ConsentsDialog({
  chosen,
  begin = 'sms_info',
  onClose,
  onDone,
}: {
  chosen: SelectionBody<Values>;
  /** The kind that stands there first. */
  begin?: ConsentKind;
  onClose: () => void;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const [kind, setKind] = useState<ConsentKind>(begin);
  const [source, setSource] = useState<ConsentSource>('paper');
  const [signedAt, setSignedAt] = useState<string | null>(today());
  const [docNo, setDocNo] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    setBusy(true);
    try {
      const done = await call(addConsents, {
        body: { ...chosen, filter: chosen.filter as never, kind, source, signedAt: signedAt ?? '', docNo },
        quiet: true,
      });
      await readAnew(client, 'profiles');
      toast(doneText(done));
      onDone();
      onClose();
    } catch (error) {
      const { message, body } = error as HttpError;
      setErrors(body.errors ?? {});
      if (!body.errors || body.errors.form) toast(body.errors?.form ?? message, { kind: 'error' });
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={`Согласия: ${countOf(chosen.expected, people)}`}
      confirm="Отметить"
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <SelectBox
        label="Вид согласия"
        options={optionsOf(consentKinds)}
        value={kind}
        onChange={(value) => setKind((value ?? begin) as ConsentKind)}
      />
      <SelectBox
        label="Как дано"
        options={optionsOf(consentSources)}
        value={source}
        onChange={(value) => setSource((value ?? 'paper') as ConsentSource)}
        error={errors.source}
      />
      <DateBox label="Дата" required value={signedAt} onChange={setSignedAt} max={today()} error={errors.signedAt} />
      <TextBox label="Номер документа" value={docNo} onChange={setDocNo} maxLength={40} error={errors.docNo} />
      <p style={{ margin: 0 }}>
        У кого такое согласие уже есть и у бывших ничего не изменится. Бумаги храните: согласие доказывает отправитель.
        Листы для подписи печатают <Link to={pages.documentBatch}>пачкой</Link>.
      </p>
    </ConfirmDialog>
  );
}
