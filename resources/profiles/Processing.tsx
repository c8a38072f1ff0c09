// «Прекратить обработку»: the demand of a person on his card, what holds his data, the day on which they go.
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  correctByDemand,
  correctionAct,
  demandKinds,
  demandOf,
  demandsTaken,
  takeDemand,
  withdrawDemand,
  type DemandKind,
} from '../../contract/instruments/demands.ts';
import { heldData } from '../../contract/instruments/personal.ts';
import { dayForms, plusDays } from '../../contract/kernel/days.ts';
import { CALENDAR_KNOWN_TO, plusWorkDays } from '../../contract/kernel/workDays.ts';
import type { ProfileCard } from '../../contract/profiles.ts';
import { call, download, errorsOf, saveFile, type HttpError, type ReplyOf } from '../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { countOf, formatDate } from '../../widgets/format.ts';
import { AlertNote, Note } from '../../widgets/Note.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { today } from '../../widgets/today.ts';
import { useLoudAction } from '../useLoudAction.ts';
import styles from './profiles.module.css';

type Standing = ReplyOf<typeof demandOf>;

function useStanding(id: number, enabled: boolean) {
  return useQuery({ ...reading(demandOf, { params: { id }, stops: true }), enabled });
}

/** One calm line: since when the data are used for nothing else and why, or when they go. Nothing where there is no demand. */
export function ProcessingNote({ person }: { person: Pick<ProfileCard, 'id' | 'processing'> }) {
  const { may } = useMay(demandsTaken);
  const { data } = useStanding(person.id, may && person.processing !== null);
  const [isAsked, setAsked] = useState(false);
  const { processing } = person;
  if (!processing) return null;
  const grounds = data?.grounds.map(({ words }) => words) ?? [];
  return (
    <>
      <Note
        title={
          processing.destroy_on
            ? `Будет удалён ${formatDate(processing.destroy_on)}`
            : `Обработка ограничена с ${formatDate(processing.restricted_on)}`
        }
        action={
          may && (
            <>
              {data?.demand?.kind === 'wrong' && <CorrectedButton id={person.id} />}
              <Button size="small" onClick={() => setAsked(true)}>
                Отменить требование
              </Button>
            </>
          )
        }
      >
        {data?.demand && (
          <div>
            {demandKinds[data.demand.kind]}, требование от {formatDate(data.demand.on_date)}. Срок{' '}
            {formatDate(processing.due_on)}.
          </div>
        )}
        {!processing.destroy_on && grounds.length > 0 && (
          <ul className={styles.grounds}>
            {grounds.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
        <div>Рассылки человеку не отправляются.</div>
      </Note>
      {isAsked && <WithdrawDialog id={person.id} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Answers a demand about wrong data: what of the card was corrected since goes into the act. */
function CorrectedButton({ id }: { id: number }) {
  const write = useDemandWrite(id, 'Требование исполнено, акт об уточнении составлен', () => {});
  return (
    <Button
      size="small"
      loading={write.isPending}
      onClick={() =>
        write.mutate(() => call(correctByDemand, { params: { id }, body: {}, quiet: true }), {
          onError: (error) => toast(Object.values(errorsOf(error))[0] ?? error.message, { kind: 'error' }),
        })
      }
    >
      Данные исправлены
    </Button>
  );
}

/** Acts of correction of before, each as a paper with the notice to the person. */
function CorrectionActs({ id }: { id: number }) {
  const { data } = useStanding(id, true);
  const { run, busy } = useLoudAction();
  const open = (correction: number) =>
    run(async () => saveFile(await download(correctionAct, { params: { id }, body: { correction }, quiet: true })));
  return data?.corrections.map((row) => (
    <p key={row.id} className={styles.quietLine}>
      Данные уточнены по требованию от {formatDate(row.on_date)}
      {row.is_late && `, позже срока ${formatDate(row.due_on)}`}.{' '}
      <Button size="small" loading={busy} onClick={() => void open(row.id)}>
        Акт № {row.act_no}, PDF
      </Button>
    </p>
  ));
}

/** Where a demand is taken; nothing once there is one. */
export function DemandBox({
  person,
}: {
  person: Pick<ProfileCard, 'id' | 'processing' | 'kind' | 'full_name' | 'is_destroyed'>;
}) {
  const { may, reason } = useMay(demandsTaken);
  const [isAsked, setAsked] = useState(false);
  if (person.processing || person.kind !== 'person' || person.is_destroyed) return null;
  return (
    <SectionCard
      title="Прекратить обработку"
      action={
        <Button size="small" disabled={!may} title={reason ?? ''} onClick={() => setAsked(true)}>
          Записать требование
        </Button>
      }
    >
      <p className={styles.quietLine}>
        Если человек просит удалить свои данные или отзывает согласие. Программа сама посчитает срок и скажет, что
        мешает.
      </p>
      {may && <CorrectionActs id={person.id} />}
      {isAsked && <DemandDialog id={person.id} name={person.full_name} onClose={() => setAsked(false)} />}
    </SectionCard>
  );
}

function useDemandWrite(id: number, done: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation<Standing, HttpError, () => Promise<Standing>>({
    mutationFn: (work) => work(),
    onSuccess: () => {
      toast(done);
      void readAnew(client, 'profiles', keyOf(heldData, { params: { id } }));
      onDone();
    },
  });
}

function DemandDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { data } = useStanding(id, true);
  const [kind, setKind] = useState<DemandKind>('revoked');
  const [onDate, setOnDate] = useState<string | null>(today());
  const [ground, setGround] = useState('');
  const write = useDemandWrite(id, 'Требование записано', onClose);
  const errors = write.error ? errorsOf(write.error) : {};
  const held = data?.grounds.filter(({ holds }) => holds) ?? [];
  return (
    <ConfirmDialog
      open
      title="Прекратить обработку данных"
      confirm="Записать требование"
      busy={write.isPending}
      onConfirm={() =>
        write.mutate(() =>
          call(takeDemand, { params: { id }, body: { kind, onDate: onDate ?? '', ground }, quiet: true }),
        )
      }
      onCancel={onClose}
    >
      <p>{name}</p>
      <SelectBox
        label="Чего требует"
        required
        options={Object.entries(demandKinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(value) => setKind((value ?? 'revoked') as DemandKind)}
        error={errors.kind}
      />
      <DateBox
        label="Дата требования"
        required
        value={onDate}
        onChange={setOnDate}
        max={today()}
        error={errors.onDate}
      />
      <TextBox
        label="Основание"
        required
        value={ground}
        onChange={setGround}
        maxLength={300}
        placeholder="Заявление, вх. № 15"
        error={errors.ground}
      />
      <div className={styles.notes}>
        {data && onDate && <Term data={data} kind={kind} onDate={onDate} />}
        {held.length > 0 ? (
          <Note tone="amber" title="Пока данные хранятся по закону, их не удалят">
            <ul className={styles.grounds}>
              {held.map(({ words }) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
            Человек сразу выйдет из рассылок. Когда основания не станет, программа удалит данные сама.
          </Note>
        ) : (
          data && <Note>Человек сразу выйдет из рассылок, а в последний день срока его данные будут удалены.</Note>
        )}
        {kind === 'revoked' && <Note>Все согласия человека будут отмечены отозванными.</Note>}
        <AlertNote text={errors.form} />
      </div>
    </ConfirmDialog>
  );
}

const WORK_DAYS = ['рабочий день', 'рабочих дня', 'рабочих дней'] as const;

function Term({ data, kind, onDate }: { data: Standing; kind: DemandKind; onDate: string }) {
  const term = data.terms.find((one) => one.kind === kind);
  if (!term) return null;
  const due = term.is_working ? plusWorkDays(onDate, term.days) : plusDays(onDate, term.days);
  return (
    <p className={styles.quietLine}>
      Срок: {countOf(term.days, term.is_working ? WORK_DAYS : dayForms)}, до {formatDate(due)} ({term.article}).
      {term.is_working &&
        Number(due.slice(0, 4)) > CALENDAR_KNOWN_TO &&
        ` Переносы выходных известны до ${CALENDAR_KNOWN_TO} года.`}
    </p>
  );
}

function WithdrawDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const write = useDemandWrite(id, 'Требование отменено', onClose);
  const errors = write.error ? errorsOf(write.error) : {};
  return (
    <ConfirmDialog
      open
      title="Отменить требование?"
      confirm="Отменить требование"
      cancel="Не отменять"
      busy={write.isPending}
      onConfirm={() => write.mutate(() => call(withdrawDemand, { params: { id }, body: { reason }, quiet: true }))}
      onCancel={onClose}
    >
      <p>Данные не будут удалены, рассылки снова разрешены. Отозванные согласия нужно получить заново.</p>
      <TextBox label="Причина" required value={reason} onChange={setReason} maxLength={300} error={errors.reason} />
      <AlertNote text={errors.form} />
    </ConfirmDialog>
  );
}
