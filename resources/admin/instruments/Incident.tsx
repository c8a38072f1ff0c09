// An incident: who looked at personal data between two moments, and who could have; each look as a book.
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { incident, incidentFile, incidentPeople } from '../../../contract/instruments/personal.ts';
import { goneText } from '../../../contract/logWords.ts';
import { call, download, errorsOf, saveFile, type HttpError, type ReplyOf } from '../../../providers/http.ts';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { countOf, formatDate, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { momentOfText } from '../../../widgets/moscow.ts';
import { Note } from '../../../widgets/Note.tsx';
import { SearchSelect, type OptionLoader, type SelectOption } from '../../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { useLoudAction } from '../../useLoudAction.ts';
import { today } from '../../../widgets/today.ts';
import { placeLoader } from '../users/places.ts';
import styles from './instruments.module.css';

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const WRONG_TIME = 'Введите время: ЧЧ:ММ';

interface Wish {
  from: string;
  to: string;
  mo: number | null;
  profile: number | null;
}

/** Asks for the list, and for its book: of what the list on screen was made for, whatever was typed since. */
function useIncident() {
  const list = useMutation<{ found: ReplyOf<typeof incident>; asked: Wish }, HttpError, Wish>({
    mutationFn: async (asked) => ({ asked, found: await call(incident, { body: asked, quiet: true }) }),
  });
  const { run, busy } = useLoudAction();
  const takeBook = (asked: Wish) =>
    run(async () => saveFile(await download(incidentFile, { body: asked, quiet: true })));
  return { list, takeBook, busy };
}

export function Incident() {
  const { list, takeBook, busy } = useIncident();
  return (
    <SectionCard title="Инцидент: кто мог видеть данные">
      <IncidentForm error={list.error} isPending={list.isPending} onAsk={list.mutate} />
      {list.data && (
        <>
          <div>
            <Button variant="outlined" disabled={busy} onClick={() => void takeBook(list.data.asked)}>
              Скачать каждую запись (Excel)
            </Button>
          </div>
          <Seers found={list.data.found} />
        </>
      )}
    </SectionCard>
  );
}

/** People of any place, or who were ever known at the chosen МО. */
const peopleLoader =
  (mo: SelectOption | null): OptionLoader =>
  async (q, signal) => {
    if (q.trim().length < 2) return { data: [] };
    const query = { q, ...(mo && { mo: Number(mo.value) }) };
    const { data } = await call(incidentPeople, { query, signal, quiet: true });
    return {
      data: data.map(({ id, full_name, birthday, places }) => ({
        value: id,
        label: full_name,
        hint: [birthday && `${formatDate(birthday)} г. р.`, ...places].filter(Boolean).join(' · '),
      })),
    };
  };

interface FormProps {
  error: HttpError | null;
  isPending: boolean;
  onAsk: (wish: Wish) => void;
}

function IncidentForm({ error, isPending, onAsk }: FormProps) {
  const [from, setFrom] = useState<string | null>(today());
  const [to, setTo] = useState<string | null>(today());
  const [times, setTimes] = useState({ from: '00:00', to: '23:59' });
  const [mo, setMo] = useState<SelectOption | null>(null);
  const [person, setPerson] = useState<SelectOption | null>(null);
  const isUnread = { from: !isTime(times.from), to: !isTime(times.to) };
  const errors = error ? errorsOf(error) : {};
  const send = (event: FormEvent) => {
    event.preventDefault();
    onAsk({
      from: momentOfText(`${from}T${times.from}:00`) ?? '',
      to: momentOfText(`${to}T${times.to}:59`) ?? '',
      mo: mo ? Number(mo.value) : null,
      profile: person ? Number(person.value) : null,
    });
  };
  const time = (side: 'from' | 'to', label: string) => (
    <TextBox
      label={label}
      value={times[side]}
      inputMode="numeric"
      onChange={(at) => setTimes({ ...times, [side]: at })}
      error={isUnread[side] ? WRONG_TIME : undefined}
    />
  );
  return (
    <form className={styles.deed} onSubmit={send}>
      <p className={styles.quiet}>
        Роскомнадзору сообщают за 24 часа о случившемся и за 72 часа о расследовании. Составление списка пишется в
        журнал. Время московское.
      </p>
      <div className={styles.between}>
        <DateBox label="С" value={from} onChange={setFrom} error={errors.from} />
        {time('from', 'Время, с')}
        <DateBox label="По" value={to} onChange={setTo} error={errors.to} />
        {time('to', 'Время, по')}
        <SearchSelect label="МО" load={placeLoader('mo')} value={mo} onChange={setMo} placeholder="Все" />
        <SearchSelect label="Человек" load={peopleLoader(mo)} value={person} onChange={setPerson} placeholder="Любой" />
      </div>
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <div>
        <Button type="submit" variant="contained" disabled={!from || !to || isUnread.from || isUnread.to || isPending}>
          Составить список
        </Button>
      </div>
    </form>
  );
}

/** Who looked, and who could have. */
function Seers({ found }: { found: ReplyOf<typeof incident> }) {
  return (
    <>
      {found.log_from && (
        <Note tone="amber">{goneText(found.log_from)}: кто смотрел до этого дня — только в файлах.</Note>
      )}
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
      <h2 className={styles.sub}>Имели право видеть: {formatNumber(found.couldSeeTotal)}</h2>
      <Told rows={found.couldSee.length} of={found.couldSeeTotal} />
      {found.rights_from && (
        <Note tone="amber">
          Изменения прав хранятся с {formatDate(found.rights_from)}: до этого дня названы те, у кого право было в этот
          день. Кто потерял его раньше, здесь не назван.
        </Note>
      )}
      <ul className={styles.merged}>
        {found.couldSee.map((row, nth) => (
          <li key={nth}>
            <span>{row.who}</span>
            <small>
              {[
                row.isSuperuser ? 'суперпользователь' : row.place,
                row.since && `с ${formatMoment(row.since)}`,
                row.until && `до ${formatMoment(row.until)}`,
                !row.isActive && 'сейчас отключён',
              ]
                .filter(Boolean)
                .join(' · ')}
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
