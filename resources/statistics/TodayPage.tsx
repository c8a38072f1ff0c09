// The cockpit: what waits for the person and what to press, the debt with its movement, the order in the data.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { registryCreate, SUPERUSER } from '../../contract/kernel/scope.ts';
import { listWith, pages } from '../../contract/pages.ts';
import { today, type TodayReply, type Worklist } from '../../contract/today.ts';
import { reading } from '../../providers/reading.ts';
import { HOME_FIRST } from '../../providers/personStore.ts';
import { useActor, useMay } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoney, formatNumber, formatSum } from '../../widgets/format.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { cx } from '../../widgets/cx.ts';
import { HomeSwitch } from './HomeSwitch.tsx';
import { Pins } from './Pins.tsx';
import { RequestList, useRequests } from './Requests.tsx';
import styles from './today.module.css';
import { Sparkline } from './Sparkline.tsx';
import { givenWords, GiveTask, TaskLists, useTasks } from './Tasks.tsx';
import { qualityRows, rowsOf, type TodayRow } from './todayRows.ts';
import { TopDebts } from './TopDebts.tsx';
import { collected, percentText, signedSum } from './words.ts';
import { useDigits } from './useDigits.ts';

export default function TodayPage() {
  const { data, error, refetch } = useQuery({
    ...reading(today),
    staleTime: 30_000,
  });
  const { isReady } = useTasks();
  const asked = useRequests();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{data ? dayTitle(data.day) : 'Сегодня'}</h1>
          {data?.debt && (
            <p>
              С {formatDate(data.debt.week_ago)}: начислено {formatMoney(data.debt.charged_kopecks)}, оплачено{' '}
              {formatMoney(data.debt.paid_kopecks)}
            </p>
          )}
        </div>
        <div className={styles.tools}>
          <HomeSwitch value="today" />
          <OpensFirst />
        </div>
      </header>
      {error ? (
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      ) : data && isReady && !asked.isPending ? (
        <Body reply={data} />
      ) : (
        <PageSkeleton />
      )}
    </div>
  );
}

/** Used after signing in only: `/` and the logo stay the list of garages. */
function OpensFirst() {
  const [first, setFirst] = useStore<{ today?: boolean }>(HOME_FIRST, {});
  return <Checkbox label="Открывать первым" value={first.today === true} onChange={(on) => setFirst({ today: on })} />;
}

const weekday = new Intl.DateTimeFormat('ru-RU', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
function dayTitle(day: string): string {
  const text = weekday.format(new Date(`${day}T00:00:00Z`));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Body({ reply }: { reply: TodayReply }) {
  const { waiting, soon, calm } = rowsOf(reply);
  const navigate = useNavigate();
  const [giving, setGiving] = useState<Worklist | null>(null);
  useDigits([...waiting, ...soon], (row) => void navigate(row.to));
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <TaskLists />
        <RequestList />
        {waiting.length > 0 && (
          <section aria-labelledby="waiting">
            <h2 id="waiting">Ждёт вас · {waiting.length}</h2>
            <Rows rows={waiting} hasPrimary onGive={setGiving} />
          </section>
        )}
        {waiting.length === 0 && isEmpty(reply) && <Beginning />}
        {waiting.length === 0 && !isEmpty(reply) && (
          <section className={styles.calm} aria-labelledby="calm">
            <h2 id="calm">Всё разобрано</h2>
            <p>Ничего не ждёт вашего решения. Что проверено, видно ниже.</p>
          </section>
        )}
        {soon.length > 0 && (
          <section aria-labelledby="soon">
            <h2 id="soon">Скоро</h2>
            <Rows rows={soon} onGive={setGiving} />
          </section>
        )}
        {calm.length > 0 && (
          <ul className={styles.checks} aria-label="Проверено, всё в порядке">
            {calm.map((text) => (
              <li key={text}>
                <span aria-hidden="true">✓</span> {text}
              </li>
            ))}
          </ul>
        )}
        {reply.debt && <TopDebts rows={reply.debt.top} />}
        <Pins />
      </div>
      <aside className={styles.side}>
        {reply.debt && <Debt debt={reply.debt} />}
        <Quality quality={reply.quality} onGive={setGiving} />
        <OnRecord quality={reply.quality} />
      </aside>
      {giving && <GiveTask key={giving} check={giving} onClose={() => setGiving(null)} />}
    </div>
  );
}

const isEmpty = ({ quality }: TodayReply) => quality.garages === 0 && quality.people === 0;

/** A place that holds nothing is not praised: it is told what to begin with. */
function Beginning() {
  const actor = useActor();
  const mayEnter = useMay(registryCreate);
  return (
    <section className={styles.calm} aria-labelledby="calm">
      <h2 id="calm">С чего начать</h2>
      <p>
        Гаражей и людей здесь ещё нет.{' '}
        {actor?.isSuperuser === SUPERUSER ? (
          <>
            Заведите МО и ПО в <Link to={pages.admin}>организациях</Link> и загрузите реестр из Excel на странице ПО.
          </>
        ) : (
          <>
            Реестр из Excel суперпользователь загружает на странице ПО.{' '}
            {mayEnter && <Link to={pages.garageCreate}>Внести первый гараж</Link>}
          </>
        )}
      </p>
    </section>
  );
}

interface RowsProps {
  rows: readonly TodayRow[];
  hasPrimary?: boolean;
  onGive: (list: Worklist) => void;
}

function Rows({ rows, hasPrimary = false, onGive }: RowsProps) {
  const { list } = useTasks();
  return (
    <ul className={styles.rows}>
      {rows.map((row, nth) => (
        <li key={row.check}>
          <b className={row.isLate ? styles.late : styles.waits}>{formatNumber(row.count)}</b>
          <span>
            {row.title}
            <small>{[row.note, givenWords(list, row.check)].filter(Boolean).join(' · ')}</small>
          </span>
          <span className={styles.acts}>
            <Button variant="text" onClick={() => onGive(row.check)} aria-label={`Поручить: ${row.title}`}>
              Поручить
            </Button>
            <Link
              to={row.to}
              className={cx(styles.act, hasPrimary && nth === 0 && styles.primary)}
              aria-label={`${row.verb}: ${row.title}`}
            >
              {row.verb}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Debt({ debt }: { debt: NonNullable<TodayReply['debt']> }) {
  const other = debt.now_kopecks - debt.week_ago_kopecks - debt.charged_kopecks + debt.paid_kopecks;
  const lines: [string, string][] = [
    [`неделю назад, ${formatDate(debt.week_ago)}`, formatSum(debt.week_ago_kopecks)],
    ['начислено', signedSum(debt.charged_kopecks)],
    ['оплачено', signedSum(-debt.paid_kopecks)],
    ['авансы, переносы и исправления', signedSum(other)],
  ];
  return (
    <section aria-labelledby="debt">
      <header>
        <h2 id="debt">Долг</h2>
        <Link to={listWith(pages.garages, { garageDebt: 'debt' })}>Кто должен</Link>
      </header>
      <p className={cx(styles.big, debt.now_kopecks > 0 && styles.red)}>{formatMoney(debt.now_kopecks)}</p>
      {debt.overdue_kopecks > 0 && <p>из него срок оплаты прошёл: {formatMoney(debt.overdue_kopecks)}</p>}
      <dl>
        {lines
          .filter(([, text], nth) => nth < 3 || text !== '0,00')
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <Sparkline points={debt.line} />
      <dl>
        <div>
          <dt>Собираемость {debt.line.at(-1)?.on.slice(0, 4)}</dt>
          <dd>{percentText(collected(debt.year_collected_kopecks, debt.year_charged_kopecks))}</dd>
        </div>
      </dl>
      <Link to={pages.debtAgeing}>Возраст долга</Link>
    </section>
  );
}

/** How many the place keeps; each leads to its list. */
function OnRecord({ quality: { garages, people, members } }: { quality: TodayReply['quality'] }) {
  if (!garages && !people) return null;
  const rows: [string, string, string][] = [
    ['Гаражей', formatNumber(garages), pages.garages],
    ['Людей', formatNumber(people), pages.profiles],
    [
      'Членов ВОА',
      `${formatNumber(members)} · ${percentText(collected(members, people))}`,
      listWith(pages.profiles, { voa: 'member' }),
    ],
  ];
  return (
    <section aria-labelledby="on-record">
      <h2 id="on-record">На учёте</h2>
      <dl>
        {rows.map(([name, text, to]) => (
          <div key={name}>
            <dt>
              <Link to={to}>{name}</Link>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface QualityProps {
  quality: TodayReply['quality'];
  onGive: (list: Worklist) => void;
}

function Quality({ quality, onGive }: QualityProps) {
  const { list } = useTasks();
  if (quality.score === null) return null;
  return (
    <section aria-labelledby="quality">
      <header>
        <h2 id="quality">Порядок в данных</h2>
        <b>{formatNumber(quality.score, 1)} %</b>
      </header>
      <div className={styles.meter} aria-hidden="true">
        <i style={{ width: `${quality.score}%` }} />
      </div>
      <ul className={styles.parts}>
        {qualityRows(quality).map((row) => (
          <li key={row.list}>
            <span>
              {row.text}
              {/* Garages without an owner wait above, and who does them is told there. */}
              {row.list !== 'no_owner' && givenWords(list, row.list) && <em>{givenWords(list, row.list)}</em>}
            </span>
            {row.gain !== null && <small>+{formatNumber(row.gain, 1)} %</small>}
            <span className={styles.mend}>
              <Link to={row.to} aria-label={`${row.verb}: ${row.text}`}>
                {row.verb}
              </Link>
              <button type="button" aria-label={`Поручить: ${row.text}`} onClick={() => onGive(row.list)}>
                Поручить
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
