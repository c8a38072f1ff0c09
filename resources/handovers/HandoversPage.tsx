// «Передача дел»: handovers of the place, a new one when a chairman changes.
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  askHandover,
  handoverChairmen,
  handoverList,
  handoverStates,
  type HandoverRow,
} from '../../contract/instruments/handovers.ts';
import { registryCreate } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { call, errorsOf, type HttpError, type ReplyOf } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoment } from '../../widgets/format.ts';
import { releaseGuard, useLeaveGuard } from '../../widgets/leaveGuard.ts';
import { AlertNote } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { PhoneBox } from '../../widgets/PhoneInput.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip, type StatusKind } from '../../widgets/StatusChip.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { WholeName } from '../../widgets/WholeName.tsx';
import { usePageTitle } from '../../widgets/usePageTitle.ts';
import { poLoader } from '../lists/loaders.ts';
import styles from './handovers.module.css';

export const stateChips: Record<HandoverRow['state'], StatusKind> = {
  asked: 'waiting',
  confirmed: 'done',
  declined: 'refused',
  withdrawn: 'archived',
};

export default function HandoversPage() {
  usePageTitle('Передача дел');
  const { reason } = useMay(registryCreate);
  const [isNew, setNew] = useState(false);
  const { data, error, refetch } = useQuery({
    ...reading(handoverList, { stops: true }),
    staleTime: 0,
  });
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Передача дел</h1>
        {!isNew && (
          <ActionButton main refusal={reason} onClick={() => setNew(true)}>
            Начать передачу
          </ActionButton>
        )}
      </header>
      {isNew && <NewHandover onCancel={() => setNew(false)} />}
      <SectionCard title="Передачи">
        {data.data.length ? (
          <ul className={styles.rows}>
            {data.data.map((row) => (
              <li key={row.id}>
                <span>
                  <Link to={pages.handover(row.id)}>
                    <WholeName>{row.po.name}</WholeName>
                  </Link>
                  <span>Принимает {row.taker}</span>
                  <small>
                    на {formatDate(row.on_date)} · {row.mo.name}
                    {row.former && ` · прежний: ${row.former}`}
                  </small>
                  <small>
                    Начал {row.asked_by}, {formatMoment(row.asked_at)}
                  </small>
                </span>
                <StatusChip kind={stateChips[row.state]}>{handoverStates[row.state]}</StatusChip>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="Передач не было">
            Когда меняется председатель ПО: акт с цифрами на день, должники, открытые дела и права нового председателя.
          </EmptyState>
        )}
      </SectionCard>
    </div>
  );
}

const empty = { lastName: '', firstName: '', fatherName: '', email: '', phone: '', things: '' };

function NewHandover({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate();
  const [po, setPo] = useState<SelectOption | null>(null);
  const [onDate, setOnDate] = useState<string | null>(today());
  const [former, setFormer] = useState<string | number | null>(null);
  const [values, setValues] = useState(empty);
  const poId = Number(po?.value ?? 0);
  const ask = useMutation<ReplyOf<typeof askHandover>, HttpError>({
    mutationFn: () =>
      call(askHandover, {
        body: { ...values, po: poId, onDate: onDate ?? '', former: former === null ? null : Number(former) },
        quiet: true,
      }),
    onSuccess: ({ id }) => {
      releaseGuard();
      void navigate(pages.handover(id));
    },
  });
  const errors = ask.error ? errorsOf(ask.error) : {};
  useLeaveGuard(po !== null || JSON.stringify(values) !== JSON.stringify(empty));
  const bind = (key: keyof typeof empty) => ({
    value: values[key],
    onChange: (value: string | null) => setValues((now) => ({ ...now, [key]: value ?? '' })),
    error: errors[key],
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <SectionCard title="Новая передача">
      <form className={styles.form} data-help="handover.form" onSubmit={send}>
        <div className={styles.fields}>
          <SearchSelect
            label="ПО"
            required
            load={poLoader()}
            value={po}
            onChange={(next) => {
              setPo(next);
              setFormer(null);
            }}
            error={errors.po}
          />
          <DateBox label="На день" required value={onDate} onChange={setOnDate} error={errors.onDate} />
          <Leaving key={poId} po={poId} value={former} onChange={setFormer} error={errors.former} />
        </div>
        <div className={styles.fields}>
          <TextBox label="Фамилия нового председателя" required maxLength={80} {...bind('lastName')} />
          <TextBox label="Имя" required maxLength={80} {...bind('firstName')} />
          <TextBox label="Отчество" maxLength={80} {...bind('fatherName')} />
          <TextBox label="E-mail" type="email" required {...bind('email')} />
          <PhoneBox label="Телефон" {...bind('phone')} />
        </div>
        <TextArea label="Что передаётся: ключи, печать, бумажный архив" maxLength={2000} {...bind('things')} />
        <AlertNote text={errors.form} />
        <div className={styles.head}>
          <Button type="submit" variant="contained" disabled={ask.isPending}>
            Составить акт и запросить права
          </Button>
          <Button onClick={onCancel}>Отмена</Button>
        </div>
      </form>
    </SectionCard>
  );
}

interface LeavingProps {
  po: number;
  value: string | number | null;
  onChange: (former: string | number | null) => void;
  error: string | undefined;
}

/** Which of the chairmen leaves, asked where there are several. */
function Leaving({ po, value, onChange, error }: LeavingProps) {
  const { data } = useQuery({
    ...reading(handoverChairmen, { query: { po }, stops: true }),
    enabled: po > 0,
  });
  if (!data || data.data.length < 2) return null;
  return (
    <SelectBox
      label="Кто сдаёт дела"
      required
      options={data.data.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
