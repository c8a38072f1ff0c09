// Refusals of mailings on a person's card: what he wants nothing of, by whose word; written down and taken back.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mailingKinds, type MailingKind } from '../../contract/notifications.ts';
import {
  addRefusal,
  liftGrounds,
  liftRefusal,
  personRefusals,
  refusalChannels,
  refusalSources,
  type LiftGround,
  type Refusal,
  type RefusalChannel,
  type RefusalSource,
} from '../../contract/notifications/refusals.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { formatDate, formatMoment } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { today } from '../../widgets/today.ts';
import styles from './notifications.module.css';

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const whatOf = ({ kind, channel }: Pick<Refusal, 'kind' | 'channel'>) =>
  `«${mailingKinds[kind]}», ${refusalChannels[channel]}`;
const wordsOf = (words: Record<string, string>, key: string) => words[key] ?? key;

export function Refusals({ profile, mayEdit }: { profile: number; mayEdit: boolean }) {
  const client = useQueryClient();
  const { data } = useQuery(reading(personRefusals, { params: { id: profile }, stops: true }));
  const [asked, ask] = useState<Refusal | 'new' | null>(null);
  const done = (words: string) => {
    void readAnew(client, keyOf(personRefusals, { params: { id: profile } }));
    ask(null);
    toast(words);
  };
  return (
    <SectionCard
      title="Отказы от рассылок"
      action={
        mayEdit && (
          <Button size="small" onClick={() => ask('new')}>
            Записать отказ
          </Button>
        )
      }
    >
      {data?.data.length === 0 && <p className={styles.muted}>Ни от чего не отписан.</p>}
      <ul className={styles.list}>
        {data?.data.map((one) => (
          <Line
            key={`${one.kind}-${one.channel}-${one.at}`}
            refusal={one}
            onLift={mayEdit && !one.lifted ? () => ask(one) : undefined}
          />
        ))}
      </ul>
      {asked === 'new' && (
        <NewRefusal profile={profile} onClose={() => ask(null)} onDone={() => done('Отказ записан')} />
      )}
      {asked && asked !== 'new' && (
        <LiftDialog profile={profile} refusal={asked} onClose={() => ask(null)} onDone={() => done('Отказ снят')} />
      )}
    </SectionCard>
  );
}

function Line({ refusal, onLift }: { refusal: Refusal; onLift: (() => void) | undefined }) {
  const { source, at, by, lifted } = refusal;
  return (
    <li>
      {whatOf(refusal)}{' '}
      <span className={styles.muted}>
        {[`${formatMoment(at)} ${wordsOf(refusalSources, source)}`, by && `записал ${by}`].filter(Boolean).join(', ')}
      </span>{' '}
      {lifted && (
        <span className={styles.muted}>
          · снят {formatDate(lifted.said_on)}: {wordsOf(liftGrounds, lifted.ground)}
          {lifted.doc_no && ` № ${lifted.doc_no}`}
          {lifted.by && `, записал ${lifted.by}`}
        </span>
      )}
      {onLift && (
        <Button size="small" aria-label={`Снять отказ: ${whatOf(refusal)}`} onClick={onLift}>
          Снять
        </Button>
      )}
    </li>
  );
}

interface DialogProps {
  profile: number;
  onClose: () => void;
  onDone: () => void;
}

/** Refusals of a field, and what belongs to none. */
const errorsOf = ({ body, message }: HttpError) => body.errors ?? { form: message };
const Form = ({ error }: { error: string | undefined }) => (error ? <p role="alert">{error}</p> : null);

function NewRefusal({ profile, onClose, onDone }: DialogProps) {
  const [kind, setKind] = useState<MailingKind>('debt');
  const [channel, setChannel] = useState<RefusalChannel>('sms');
  const [source, setSource] = useState<RefusalSource>('word');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = () =>
    call(addRefusal, { params: { id: profile }, body: { kind, channel, source }, quiet: true }).then(
      onDone,
      (error: HttpError) => setErrors(errorsOf(error)),
    );
  return (
    <ConfirmDialog open title="Записать отказ" confirm="Записать" onConfirm={() => void save()} onCancel={onClose}>
      <SelectBox
        label="От чего отказался"
        options={optionsOf(mailingKinds)}
        value={kind}
        onChange={(value) => setKind((value ?? 'debt') as MailingKind)}
      />
      <SelectBox
        label="Канал"
        options={optionsOf(refusalChannels)}
        value={channel}
        onChange={(value) => setChannel((value ?? 'sms') as RefusalChannel)}
      />
      <SelectBox
        label="Откуда известно"
        options={optionsOf(refusalSources)}
        value={source}
        onChange={(value) => setSource((value ?? 'word') as RefusalSource)}
        error={errors.source}
      />
      <Form error={errors.form} />
    </ConfirmDialog>
  );
}

function LiftDialog({ profile, refusal, onClose, onDone }: DialogProps & { refusal: Refusal }) {
  const isOperator = refusal.source === 'operator';
  const [ground, setGround] = useState<LiftGround>(isOperator ? 'operator' : 'application');
  const [saidOn, setSaidOn] = useState<string | null>(today());
  const [docNo, setDocNo] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { kind, channel } = refusal;
  const save = () =>
    call(liftRefusal, {
      params: { id: profile },
      body: { kind, channel, ground, saidOn: saidOn ?? '', docNo },
      quiet: true,
    }).then(onDone, (error: HttpError) => setErrors(errorsOf(error)));
  return (
    <ConfirmDialog
      open
      title={`Снять отказ: ${whatOf(refusal)}`}
      confirm="Снять"
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <p>
        {isOperator
          ? 'Запрет стоит у оператора связи: снять его может только сам абонент у своего оператора.'
          : 'Отказ снимает только сам человек: нужна его бумага или письмо. Прежний отказ останется в истории.'}
        {channel === 'sms' && ' Для СМС нужно ещё и согласие на СМС.'}
      </p>
      <SelectBox
        label="Основание"
        options={optionsOf(liftGrounds)}
        value={ground}
        onChange={(value) => setGround((value ?? 'application') as LiftGround)}
        error={errors.ground}
      />
      <DateBox label="Когда сказал" required value={saidOn} onChange={setSaidOn} max={today()} error={errors.saidOn} />
      <TextBox label="Номер документа" value={docNo} onChange={setDocNo} maxLength={40} error={errors.docNo} />
      <Form error={errors.form} />
    </ConfirmDialog>
  );
}
