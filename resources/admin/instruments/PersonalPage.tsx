// «Персональные данные»: the policy and its versions, terms of keeping, acts of destruction, who could have seen what.
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { addPolicy, incident, incidentFile, personalDuties } from '../../../contract/instruments/personal.ts';
import { pages } from '../../../contract/pages.ts';
import { call, download, errorsOf, saveFile, type HttpError, type ReplyOf } from '../../../providers/http.ts';
import { today } from '../../../widgets/today.ts';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { EmptyState, ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { SearchSelect, type SelectOption } from '../../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { TextArea } from '../../../widgets/TextArea.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { placeLoader } from '../users/places.ts';
import styles from './instruments.module.css';

type Duties = ReplyOf<typeof personalDuties>;
const KEY = ['personal_duties'] as const;
/** From so many days before the review it is spoken of. */
const REMIND_DAYS = 60;

export default function PersonalPage() {
  const { data, error, refetch } = useQuery<Duties, HttpError>({
    queryKey: KEY,
    queryFn: ({ signal }) => call(personalDuties, { signal, quiet: true }),
    staleTime: 0,
  });
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.adminInstruments}>Инструменты</Link> › Персональные данные
      </nav>
      <h1>Персональные данные</h1>
      {data.reviewDays <= REMIND_DAYS && (
        <Note tone={data.reviewDays < 0 ? 'red' : 'amber'} title="Пора пересмотреть политику">
          {data.reviewDays < 0
            ? `Срок прошёл: ${countOf(-data.reviewDays, DAYS)}`
            : `Осталось: ${countOf(data.reviewDays, DAYS)}`}
        </Note>
      )}
      <Terms rows={data.retention} />
      <Acts rows={data.destructions} />
      <Incident />
      <Policies data={data} />
    </div>
  );
}

const DAYS = ['день', 'дня', 'дней'] as const;

function Terms({ rows }: { rows: Duties['retention'] }) {
  return (
    <SectionCard title="Сроки хранения">
      <ul className={styles.merged}>
        {rows.map((row) => (
          <li key={row.what}>
            <span>
              <b>{row.what}</b>
              <small>
                {row.term} · {row.basis}
              </small>
            </span>
            <small>
              {row.waiting > 0 && `ждут акта: ${formatNumber(row.waiting)}`}
              {[
                row.last && `уборка была ${formatMoment(row.last)}`,
                row.next && `${row.last ? 'следующая' : 'первая уборка'} ${formatMoment(row.next)}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

function Acts({ rows }: { rows: Duties['destructions'] }) {
  return (
    <SectionCard title="Акты об уничтожении">
      {rows.length ? (
        <ul className={styles.merged}>
          {rows.map((row) => (
            <li key={row.id}>
              <span>
                <b>
                  Акт № {row.act_no} от {formatDate(row.at.slice(0, 10))}
                </b>
                <small>
                  <Link to={pages.profile(row.profile_id)}>Карточка {row.profile_id}</Link> · {row.ground} · {row.who}
                </small>
                <small>Уничтожено: {row.counts.map(({ label, count }) => `${label} — ${count}`).join(', ')}</small>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="Актов нет">
          Уничтожение начинается на листе «Сведения об обрабатываемых данных» человека.
        </EmptyState>
      )}
    </SectionCard>
  );
}

/** Moments are told by the clock of Moscow, as those of the log are shown. */
const momentOf = (date: string, time: string, seconds: string) =>
  new Date(`${date}T${time}:${seconds}+03:00`).toISOString();
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const WRONG_TIME = 'Введите время: ЧЧ:ММ';

function Incident() {
  const [from, setFrom] = useState<string | null>(today());
  const [to, setTo] = useState<string | null>(today());
  const [times, setTimes] = useState({ from: '00:00', to: '23:59' });
  const [mo, setMo] = useState<SelectOption | null>(null);
  const wish = () => ({
    from: momentOf(from!, times.from, '00'),
    to: momentOf(to!, times.to, '59'),
    mo: mo ? Number(mo.value) : null,
  });
  // The file is of what the list on screen was made for, whatever was typed since.
  const ask = useMutation<{ found: ReplyOf<typeof incident>; asked: ReturnType<typeof wish> }, HttpError>({
    mutationFn: async () => {
      const asked = wish();
      return { asked, found: await call(incident, { body: asked, quiet: true }) };
    },
  });
  const take = useMutation<unknown, HttpError, ReturnType<typeof wish>>({
    mutationFn: async (asked) => saveFile(await download(incidentFile, { body: asked, quiet: true })),
    onError: (error) => toast(error.message, { kind: 'error' }),
  });
  const isUnread = { from: !isTime(times.from), to: !isTime(times.to) };
  const errors = ask.error ? errorsOf(ask.error) : {};
  const send = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <SectionCard title="Инцидент: кто мог видеть данные">
      <form className={styles.deed} onSubmit={send}>
        <p className={styles.quiet}>
          Роскомнадзору сообщают за 24 часа о случившемся и за 72 часа о расследовании. Составление списка пишется в
          журнал. Время московское.
        </p>
        <div className={styles.fields}>
          <DateBox label="С" value={from} onChange={setFrom} error={errors.from} />
          <TextBox
            label="Время, с"
            value={times.from}
            inputMode="numeric"
            onChange={(at) => setTimes({ ...times, from: at })}
            error={isUnread.from ? WRONG_TIME : undefined}
          />
          <DateBox label="По" value={to} onChange={setTo} error={errors.to} />
          <TextBox
            label="Время, по"
            value={times.to}
            inputMode="numeric"
            onChange={(at) => setTimes({ ...times, to: at })}
            error={isUnread.to ? WRONG_TIME : undefined}
          />
          <SearchSelect label="МО" load={placeLoader('mo')} value={mo} onChange={setMo} placeholder="Все" />
        </div>
        {errors.form && <Note tone="red">{errors.form}</Note>}
        <div>
          <Button
            type="submit"
            variant="contained"
            disabled={!from || !to || isUnread.from || isUnread.to || ask.isPending}
          >
            Составить список
          </Button>
        </div>
      </form>
      {ask.data && (
        <>
          <div>
            <Button variant="outlined" disabled={take.isPending} onClick={() => take.mutate(ask.data.asked)}>
              Скачать каждую запись (Excel)
            </Button>
          </div>
          <Seers found={ask.data.found} />
        </>
      )}
    </SectionCard>
  );
}

/** Who looked, and who could have. */
function Seers({ found }: { found: ReplyOf<typeof incident> }) {
  return (
    <>
      <h2 className={styles.sub}>Смотрели</h2>
      <Told rows={found.rows.length} of={found.total} />
      {found.rows.length ? (
        <ul className={styles.merged}>
          {found.rows.map((row, nth) => (
            <li key={nth}>
              <span>
                <b>{row.who}</b>
                <small>{row.what}</small>
              </span>
              <small>
                {countOf(row.times, ['раз', 'раза', 'раз'])}
                {row.people > 0 && `, людей — ${formatNumber(row.people)}`} · {formatMoment(row.first)} –{' '}
                {formatMoment(row.last)}
                {row.ips.length > 0 && ` · ${row.ips.join(', ')}`}
              </small>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.quiet}>За это время скрытых данных никто не открывал и не выгружал.</p>
      )}
      <h2 className={styles.sub}>Имеют право видеть: {formatNumber(found.couldSeeTotal)}</h2>
      <Told rows={found.couldSee.length} of={found.couldSeeTotal} />
      <ul className={styles.merged}>
        {found.couldSee.map((row, nth) => (
          <li key={nth}>
            <span>{row.who}</span>
            <small>
              {row.place}
              {!row.isActive && ' · отключён'}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is left out of a long list is said. */
const Told = ({ rows, of }: { rows: number; of: number }) =>
  rows < of && (
    <p className={styles.quiet}>
      Показано {formatNumber(rows)} из {formatNumber(of)}.
    </p>
  );

function Policies({ data: { policies } }: { data: Duties }) {
  const client = useQueryClient();
  const [text, setText] = useState<string | null>(null);
  const [approvedAt, setApprovedAt] = useState<string | null>(today());
  const add = useMutation<unknown, HttpError>({
    mutationFn: () =>
      call(addPolicy, {
        body: { approvedAt: approvedAt!, text: text!, after: policies[0]?.version ?? 0 },
        quiet: true,
      }),
    onSuccess: () => {
      toast('Политика утверждена');
      setText(null);
      void client.invalidateQueries({ queryKey: KEY });
    },
  });
  const errors = add.error ? errorsOf(add.error) : {};
  return (
    <SectionCard
      title="Политика обработки данных"
      action={
        text === null && (
          <Button size="small" onClick={() => setText(policies[0]?.text ?? '')}>
            Новая версия
          </Button>
        )
      }
    >
      {text !== null && (
        <div className={styles.deed}>
          <DateBox label="Утверждена" value={approvedAt} onChange={setApprovedAt} error={errors.approvedAt} />
          <TextArea label="Текст" value={text} onChange={setText} error={errors.text} maxLength={50_000} />
          {errors.form && <Note tone="red">{errors.form}</Note>}
          <div className={styles.head}>
            <Button variant="contained" disabled={add.isPending || !approvedAt} onClick={() => add.mutate()}>
              Утвердить
            </Button>
            <Button onClick={() => setText(null)}>Отмена</Button>
          </div>
        </div>
      )}
      <ul className={styles.merged}>
        {policies.map((one) => (
          <li key={one.version}>
            <span>
              <b>Версия {one.version}</b>
              <small>
                утверждена {formatDate(one.approved_at)}, пересмотр до {formatDate(one.review_due)}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
