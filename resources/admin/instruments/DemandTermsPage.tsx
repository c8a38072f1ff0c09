// «Сроки требований»: by when a demand to stop the processing is carried out, for each kind of demand.
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { demandKinds, demandTerms, setDemandTerms, type DemandTerm } from '../../../contract/instruments/demands.ts';
import { pages } from '../../../contract/pages.ts';
import { call, errorsOf, type HttpError, type ReplyOf } from '../../../providers/http.ts';
import { keyOf, reading } from '../../../providers/reading.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { useLeaveGuard } from '../../../widgets/leaveGuard.ts';
import { AlertNote } from '../../../widgets/Note.tsx';
import { NumberBox } from '../../../widgets/NumberInput.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import styles from './instruments.module.css';

type Reply = ReplyOf<typeof demandTerms>;
type Draft = Omit<DemandTerm, 'days'> & { days: number | null };
const ways = [
  { value: 'working', label: 'рабочих' },
  { value: 'calendar', label: 'календарных' },
];

export default function DemandTermsPage() {
  usePageTitle('Сроки требований');
  const { data, error, refetch } = useQuery({
    ...reading(demandTerms, { stops: true }),
    staleTime: 0,
  });
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.adminInstruments}>Инструменты</Link> › <Link to={pages.adminPersonal}>Персональные данные</Link>{' '}
        › Сроки требований
      </nav>
      <h1>Сроки требований</h1>
      <p className={styles.quiet}>
        За сколько дней прекращается обработка, когда этого требует человек. Новый срок действует для требований,
        записанных после изменения; у записанных раньше день остаётся прежним. Изменение пишется в журнал.
      </p>
      <TermsForm key={JSON.stringify(data.data)} was={data.data} />
    </div>
  );
}

function TermsForm({ was }: { was: DemandTerm[] }) {
  const client = useQueryClient();
  const [terms, setTerms] = useState<Draft[]>(was);
  const save = useMutation<Reply, HttpError>({
    mutationFn: () => call(setDemandTerms, { body: { terms: terms as DemandTerm[], was }, quiet: true }),
    onSuccess: (reply) => {
      client.setQueryData(keyOf(demandTerms), reply);
      toast('Сохранено');
    },
  });
  const errors = save.error ? errorsOf(save.error) : {};
  const change = (nth: number, part: Partial<Draft>) =>
    setTerms((now) => now.map((one, at) => (at === nth ? { ...one, ...part } : one)));
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isSame = JSON.stringify(terms) === JSON.stringify(was);
  useLeaveGuard(!isSame);
  return (
    <form className={styles.terms} onSubmit={send} data-help="personal.terms">
      {terms.map((term, nth) => (
        <SectionCard key={term.kind} title={demandKinds[term.kind]}>
          <div className={styles.fields}>
            <NumberBox
              label="Дней"
              required
              value={term.days}
              onChange={(days) => change(nth, { days })}
              error={errors[`terms.${nth}.days`]}
            />
            <SelectBox
              label="Каких"
              required
              options={ways}
              value={term.is_working ? 'working' : 'calendar'}
              onChange={(way) => change(nth, { is_working: way === 'working' })}
            />
            <TextBox
              label="Статья закона"
              required
              maxLength={100}
              value={term.article}
              onChange={(article) => change(nth, { article })}
              error={errors[`terms.${nth}.article`]}
            />
          </div>
        </SectionCard>
      ))}
      <AlertNote text={errors.form ?? (save.error?.status === 409 ? save.error.message : undefined)} />
      <div>
        <Button type="submit" variant="contained" disabled={isSame || save.isPending}>
          Сохранить
        </Button>
      </div>
    </form>
  );
}
