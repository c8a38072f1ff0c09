// One report by the clock: what and when, its receivers, what was missed, its actions.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rhythmWords } from '../../contract/kernel/rhythm.ts';
import * as contract from '../../contract/reports.ts';
import type { Report } from '../../contract/reports.ts';
import { call, download, saveFile, type HttpError } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { Dropdown } from '../../widgets/Dropdown.tsx';
import { countOf, formatMoment } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { toast } from '../../widgets/toasts.ts';
import { among } from '../lists/filters.tsx';
import type { Reports } from './ReportEditor.tsx';
import styles from './reports.module.css';
import { Sendings } from './Sendings.tsx';
import { formats, sourceWords } from './words.ts';

const told = (error: HttpError) => toast(Object.values(error.body.errors ?? {})[0] ?? error.message, { kind: 'error' });

interface Props {
  report: Report;
  onEdit: () => void;
  onDone: (reply: Reports) => void;
}

export function ReportCard({ report, onEdit, onDone }: Props) {
  const [asking, setAsking] = useState<'remove' | 'hand' | 'sent' | null>(null);
  const close = () => setAsking(null);
  const done = (answer: Promise<Reports>) =>
    void answer.then((reply) => {
      close();
      onDone(reply);
    }, told);
  const params = { id: report.id };
  return (
    <li>
      <SectionCard
        title={report.name}
        action={
          <StatusChip kind={report.isPaused ? 'plain' : 'done'}>
            {report.isPaused ? 'Приостановлен' : `Уйдёт ${formatMoment(report.next_at)}`}
          </StatusChip>
        }
      >
        <p>
          {formats[report.format]}: {sourceWords(report.source)}; {rhythmWords(report)}.
          {report.conditions && ` Отбор: ${report.conditions}.`}
        </p>
        <Receivers report={report} />
        <p className={styles.muted}>
          {[
            report.place,
            report.owner ? `отвечает ${report.owner.name}` : 'никто не отвечает',
            report.last && `последний раз ${formatMoment(report.last.at)}: ${lastWords(report.last)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {report.pauseReason && <Note tone="amber" title={report.pauseReason} />}
        <Late report={report} onDone={done} />
        <Actions
          report={report}
          onAsk={setAsking}
          onEdit={onEdit}
          onPause={() =>
            done(
              call(contract.pauseReport, {
                params,
                body: { version: report.version, isPaused: !report.isPaused },
                quiet: true,
              }),
            )
          }
          onLeave={() => done(call(contract.leaveReport, { params, quiet: true }))}
        />
      </SectionCard>
      {asking === 'remove' && (
        <ConfirmDialog
          open
          danger
          title={`Удалить отчёт «${report.name}»?`}
          confirm="Удалить"
          onConfirm={() => done(call(contract.withdrawReport, { params, quiet: true }))}
          onCancel={close}
        >
          <p>Больше он уходить не будет. Письма, которые уже ушли, остаются у получателей.</p>
        </ConfirmDialog>
      )}
      {asking === 'hand' && <Hand report={report} onClose={close} onDone={done} />}
      {asking === 'sent' && <Sendings report={report} onClose={close} />}
    </li>
  );
}

const letters = ['письмо', 'письма', 'писем'] as const;
const lastWords = ({ sent, left_out: left }: NonNullable<Report['last']>) =>
  `${countOf(sent, letters)}${left ? `, не получили ${left}` : ''}`;

function Receivers({ report }: { report: Report }) {
  return (
    <ul className={styles.receivers} aria-label={`Кто получает «${report.name}»`}>
      {report.receivers.map((one) => (
        <li key={one.id}>
          {one.name}
          <small>{one.place}</small>
          {one.refusal && <small className={styles.refusal}>не получит: {lowerFirst(one.refusal)}</small>}
        </li>
      ))}
    </ul>
  );
}
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function Late({ report, onDone }: { report: Report; onDone: (answer: Promise<Reports>) => void }) {
  const decide = (moment: number, isWanted: boolean) =>
    onDone(
      call(contract.decideReport, { params: { id: report.id }, body: { moment, isWanted }, quiet: true }).then(
        (reply) => {
          toast(isWanted ? 'Уйдёт в течение минуты' : 'Пропущен');
          return reply;
        },
      ),
    );
  return report.late.map(({ id, at, failure }) => (
    <Note
      key={id}
      tone="amber"
      title={`Отправка ${formatMoment(at)} пропущена`}
      action={
        report.mayEdit && (
          <>
            <Button onClick={() => decide(id, true)}>Отправить сейчас</Button>
            <Button onClick={() => decide(id, false)}>Не нужна</Button>
          </>
        )
      }
    >
      {failure ? 'Пять попыток не удались, причина записана для поддержки.' : 'Сервер в этот час не работал.'} Сами мы с
      опозданием не отправляем.
    </Note>
  ));
}

interface ActionProps {
  report: Report;
  onAsk: (what: 'remove' | 'hand' | 'sent') => void;
  onEdit: () => void;
  onPause: () => void;
  onLeave: () => void;
}

function Actions({ report, onAsk, onEdit, onPause, onLeave }: ActionProps) {
  const file = () => {
    toast('Готовим файл…');
    download(contract.reportFile, { params: { id: report.id }, quiet: true }).then(saveFile, told);
  };
  const pause = report.isPaused ? 'Снова присылать' : 'Приостановить';
  const rest = [
    { key: 'sent', label: 'Что отправлено', onSelect: () => onAsk('sent') },
    ...(report.mayEdit
      ? [
          { key: 'pause', label: pause, onSelect: onPause },
          { key: 'hand', label: 'Передать коллеге', onSelect: () => onAsk('hand') },
          { key: 'remove', label: 'Удалить', onSelect: () => onAsk('remove') },
        ]
      : []),
    ...(report.isMine ? [{ key: 'leave', label: 'Мне не присылать', onSelect: onLeave }] : []),
  ];
  return (
    <div className={styles.actions}>
      <Button variant="outlined" onClick={file} aria-label={`Скачать сейчас: ${report.name}`}>
        Скачать сейчас
      </Button>
      {report.mayEdit && (
        <Button onClick={onEdit} aria-label={`Изменить: ${report.name}`}>
          Изменить
        </Button>
      )}
      <Dropdown label="Ещё" variant="text" items={rest} />
    </div>
  );
}

/** Whom the report is handed to: a colleague of its place. */
function Hand({
  report,
  onClose,
  onDone,
}: {
  report: Report;
  onClose: () => void;
  onDone: (answer: Promise<Reports>) => void;
}) {
  const actor = useActor();
  const [heir, setHeir] = useState<SelectOption | null>(null);
  const [error, setError] = useState<string>();
  const { data } = useQuery(reading(contract.reportReceivers));
  const options = (data?.data ?? [])
    .filter(({ id }) => id !== report.owner?.id)
    .map(({ id, name, place }) => ({ value: id, label: id === actor?.userId ? `${name} (вы)` : name, hint: place }));
  const hand = () => {
    const body = { version: report.version, owner: Number(heir!.value) };
    const answer = call(contract.handReport, { params: { id: report.id }, body, quiet: true });
    answer.then(
      () => onDone(answer),
      (refusal: HttpError) => setError(refusal.body.errors?.owner ?? refusal.message),
    );
  };
  return (
    <ConfirmDialog
      open
      title={`Передать отчёт «${report.name}»`}
      confirm="Передать"
      disabled={!heir}
      onConfirm={hand}
      onCancel={onClose}
    >
      <p>Новый ответственный сможет его изменить, остановить и удалить. Получатели останутся прежние.</p>
      <SearchSelect
        label="Кто будет отвечать"
        load={among(data && options)}
        value={heir}
        onChange={setHeir}
        error={error}
      />
    </ConfirmDialog>
  );
}
