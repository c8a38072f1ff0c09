// The four figures over a tab: what they are, what they were, and what they are held against.
import PinIcon from '@mui/icons-material/PushPinOutlined';
import type { PinFigure } from '../../contract/pins.ts';
import { goneText } from '../../contract/logWords.ts';
import type { StatReply } from '../../contract/statistics.ts';
import { countOf, formatDate, formatMoment, formatMoney, formatNumber } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { cx } from '../../widgets/cx.ts';
import { useTip } from './Figure.tsx';
import styles from './statistics.module.css';
import type { StatView } from './statView.ts';
import { debtorsBehind, linesBehind } from './useStatistics.ts';
import { changeOf, collected, daysText, percentText, pointsChange, signedSum } from './words.ts';

interface Figure {
  name: string;
  value: string;
  was: string;
  tone?: 'good' | 'bad' | undefined;
  isDebt?: boolean;
  /** The rows behind it; without them it is a figure alone. */
  opens?: StatView;
  /** What of it may be pinned to the cockpit. */
  pin?: PinFigure;
}

const charges = ['операция', 'операции', 'операций'] as const;
const payments = ['платёж', 'платежа', 'платежей'] as const;
const garageForms = ['гараж', 'гаража', 'гаражей'] as const;

export interface StripProps {
  reply: StatReply;
  onOpen: (opens: StatView) => void;
  onPin: (figure: PinFigure) => void;
}

export function FigureStrip(props: StripProps) {
  const { reply } = props;
  const figures = reply.money ? moneyFigures(reply.money, reply) : countFigures(reply);
  return (
    <>
      <div className={styles.strip}>
        {figures.map((figure) => (
          <div key={figure.name}>
            <span className={styles.named}>
              {figure.name}
              {figure.pin && (
                <IconButtonWithTip
                  size="small"
                  label={`Закрепить на «Что делать»: ${figure.name}`}
                  onClick={() => props.onPin(figure.pin!)}
                >
                  <PinIcon fontSize="inherit" />
                </IconButtonWithTip>
              )}
            </span>
            {figure.opens ? (
              <Opening figure={figure} opens={figure.opens} onOpen={props.onOpen} />
            ) : (
              <b className={cx(styles.figure, figure.isDebt && styles.debt)}>{figure.value}</b>
            )}
            <small className={figure.tone && styles[figure.tone]}>{figure.was}</small>
          </div>
        ))}
      </div>
      <p className={styles.caption}>
        {reply.against === 'year' ? '«Было» — те же дни год назад, ' : '«Было» — столько же дней перед этим, '}
        {daysText(reply.against === 'year' ? reply.year : reply.before)}.
        {reply.is_unfinished && ' Период ещё не закончен: последняя точка неполная, на графиках — пунктиром.'}
        {reply.gone &&
          ` ${goneText(reply.gone.before)}: ${reply.gone.isCounted ? 'здесь они посчитаны' : 'здесь их нет'}.`}
        {reply.proof && ` ${proofText(reply.proof, reply.money !== null)}`}
      </p>
    </>
  );
}

type OpeningProps = Pick<StripProps, 'onOpen'> & { figure: Figure; opens: StatView };

function Opening({ figure: { value, isDebt }, opens, onOpen }: OpeningProps) {
  const tip = useTip(opens);
  return (
    <button type="button" className={cx(styles.figure, isDebt && styles.debt)} onClick={() => onOpen(opens)} {...tip}>
      {value}
    </button>
  );
}

/** «Сверено с записями 21.11.2026, 03:00.» */
const proofText = ({ at, faults }: NonNullable<StatReply['proof']>, isMoney: boolean) =>
  faults
    ? `Сверка ${formatMoment(at)} нашла расхождения: ${formatNumber(faults)}${isMoney ? ', администраторам ушло письмо' : ', посчитано заново'}.`
    : `Сверено с записями ${formatMoment(at)}: сошлось.`;

function moneyFigures(money: NonNullable<StatReply['money']>, { against, period }: StatReply): Figure[] {
  const { charged, paid, collected: closed } = money;
  const share = collected(closed.now, charged.now);
  const then = collected(closed[against], charged[against]);
  const moved = money.debt_kopecks - money.debt_before_kopecks;
  return [
    {
      name: 'Начислено',
      pin: 'charged',
      value: formatMoney(charged.now),
      was: `${countOf(money.charged_lines, charges)} · было ${formatMoney(charged[against])} · ${changeOf(charged.now, charged[against])}`,
      opens: linesBehind({}, 'charged'),
    },
    {
      name: 'Оплачено',
      pin: 'paid',
      value: formatMoney(paid.now),
      was: `${countOf(money.paid_lines, payments)} · было ${formatMoney(paid[against])} · ${changeOf(paid.now, paid[against])}`,
      tone: paid.now >= paid[against] ? 'good' : 'bad',
      opens: linesBehind({}, 'paid'),
    },
    {
      name: 'Собираемость',
      pin: 'share',
      value: percentText(share),
      was: `было ${percentText(then)} · ${pointsChange(share, then)}`,
      tone: share !== null && then !== null ? (share >= then ? 'good' : 'bad') : undefined,
      // A share is made of both sides: its rows are those of both.
      ...(money.charged_lines + money.paid_lines > 0 && { opens: linesBehind({}) }),
    },
    {
      pin: 'debt',
      name: `Долг на ${formatDate(period.to)}`,
      value: formatMoney(money.debt_kopecks),
      was: `за период ${signedSum(moved)} ₽ · ${countOf(money.debtors, garageForms)}`,
      tone: moved > 0 ? 'bad' : 'good',
      isDebt: money.debt_kopecks > 0,
      opens: debtorsBehind(null, 'owing'),
    },
  ];
}

function countFigures(reply: StatReply): Figure[] {
  const { count, users, rows } = reply;
  const verbs = rows.filter((row) => row.what === 'verb');
  const other = reply.against === 'year' ? reply.before : reply.year;
  const then = reply.against === 'year' ? count.before : count.year;
  return [
    {
      name: 'Действий',
      pin: 'count',
      value: formatNumber(count.now),
      was: `было ${formatNumber(count[reply.against])} · ${changeOf(count.now, count[reply.against])}`,
      opens: { rows: 'log' },
    },
    {
      name: reply.against === 'year' ? 'К прошлым дням' : 'К году',
      value: changeOf(count.now, then),
      was: `${daysText(other)}: ${formatNumber(then)}`,
      ...(then > 0 && { opens: { ...other, rows: 'log' } }),
    },
    {
      name: 'Чаще всего',
      value: verbs[0]?.name ?? '—',
      was: verbs[0] ? `${formatNumber(verbs[0].count)} из ${formatNumber(count.now)}` : '',
      ...(verbs[0] && { opens: { verb: [verbs[0]!.key], rows: 'log' } }),
    },
    {
      name: 'Самый деятельный',
      value: users[0]?.name ?? '—',
      was: users[0] ? countOf(users[0].count, ['действие', 'действия', 'действий']) : '',
      ...(users[0] && { opens: { user: [Number(users[0]!.key)], rows: 'log' } }),
    },
  ];
}
