// The right panel of the desk: whose garage it is, what it owes, and where each rouble of the part goes.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { garageAllocation, garageDebt, type AllocationReply, type DebtLine } from '../../../contract/balance.ts';
import { garages, type GarageCard } from '../../../contract/garages.ts';
import { pages } from '../../../contract/pages.ts';
import { reading } from '../../../providers/reading.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatMoney, formatSum } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { Money } from '../../../widgets/Money.tsx';
import { SkeletonBar } from '../../../widgets/TableSkeleton.tsx';
import { YearMarks } from '../../../widgets/YearMarks.tsx';
import { WholeName } from '../../../widgets/WholeName.tsx';
import styles from './desk.module.css';
import { WhoPays } from '../WhoPays.tsx';
import { IN_ORDER, purposeOf } from '../purposes.ts';
import { standingOf } from '../../balance/standingOf.ts';
import { isSamePayer, type Draft, type Part } from './deskRules.ts';

export const garageMoney = (id: number | undefined) => ({
  ...reading(garages.one, { params: { id: id! }, as: 'desk' }),
  enabled: id !== undefined,
});

/** The card of a garage: debt by type and year, marks, owners. */
export const useGarageMoney = (id: number | undefined) => useQuery(garageMoney(id)).data;

/** What the former owner who pays owes, kopecks; null while it is not known, and where he does not pay. */
export function useFormerDebt({ garage, debtor }: Part): number | null {
  const { data } = useQuery({
    ...reading(garageDebt, { params: { id: garage?.id ?? 0 } }),
    enabled: Boolean(garage && debtor),
  });
  return data?.former.find((one) => one.id === debtor)?.debt_kopecks ?? null;
}

/** What the part would close; parts of one garage that name nothing are counted together. */
function useAllocation(draft: Draft, part: Part, date: string) {
  const own = draft.parts.filter((one) => isSamePayer(one, part));
  const together = part.purpose.value === IN_ORDER && own.every((one) => one.purpose.value === IN_ORDER);
  const amount = together ? own.reduce((sum, one) => sum + (one.amount ?? 0), 0) : (part.amount ?? 0);
  const { accrualType, year } = purposeOf(part.purpose.value);
  const id = part.garage?.id;
  const { data, isPlaceholderData } = useQuery({
    ...reading(garageAllocation, {
      params: { id: id! },
      query: {
        amount,
        ...(accrualType && year ? { accrual_type: accrualType, year } : {}),
        ...(date ? { date } : {}),
        ...(part.debtor ? { debtor: part.debtor } : {}),
      },
      stops: true,
    }),
    enabled: id !== undefined && amount > 0,
    // Only what was counted for the same garage.
    placeholderData: (before, query) =>
      (query?.queryKey[2] as { id: string } | undefined)?.id === `${id}` ? before : undefined,
  });
  return {
    data: amount > 0 ? data : undefined,
    isFresh: amount > 0 && !isPlaceholderData,
    amount,
    apart: own.length > 1 && !together,
  };
}

interface WherePanelProps {
  draft: Draft;
  part: Part;
  date: string;
  onChange: (key: string, change: Partial<Part>) => void;
  onPayer: (garage: number, payer: number) => void;
}

export function WherePanel({ draft, part, date, onChange, onPayer }: WherePanelProps) {
  const card = useGarageMoney(part.garage?.id);
  const allocation = useAllocation(draft, part, date);
  const { garage } = part;
  const { isFresh } = allocation;
  const shown = allocation.data?.payer?.id;
  // What is sent with the payment is the payer that stands here.
  useEffect(() => {
    if (isFresh && shown && garage && !part.debtor) onPayer(garage.id, shown);
  });
  if (!garage)
    return (
      <p className={styles.panelHint}>
        Наберите номер гаража, «12-3 45», лицевой счёт или фамилию. Здесь будет видно, за что зачтётся каждый рубль.
      </p>
    );
  const { debt, advance } = standingOf(
    card ?? { balance_kopecks: garage.balance_kopecks ?? 0, aside_kopecks: garage.aside_kopecks ?? 0 },
  );
  return (
    <>
      <div className={styles.who}>
        <GaragePlate section={garage.section} number={garage.number} size="m" to={pages.garage(garage.id)} />
        <div>
          <b>{garage.owner ?? 'Без владельца'}</b>
          <small>
            ЛС {garage.account_no}
            {allocation.data?.payer && allocation.data.payer.full_name !== garage.owner && (
              <span>платит {allocation.data.payer.full_name}</span>
            )}
            {garage.po_name && <WholeName>{garage.po_name}</WholeName>}
          </small>
        </div>
      </div>
      <div className={styles.debtNow}>
        <div>
          <small>{debt > 0 || !advance ? 'Долг' : 'Аванс'}</small>
          <Money
            kopecks={debt || advance}
            tone={debt > 0 ? 'debt' : advance > 0 ? 'advance' : 'plain'}
            size="display"
          />
          {debt > 0 && advance > 0 && (
            <small>
              отложен аванс <Money kopecks={advance} tone="advance" />
            </small>
          )}
        </div>
        {card && <YearMarks marks={card.years} size="phone" />}
      </div>
      {(card?.former_kopecks ?? 0) > 0 && (
        <WhoPays garage={garage.id} value={part.debtor ?? null} onChange={(debtor) => onChange(part.key, { debtor })} />
      )}
      {allocation.data ? (
        <Closes reply={allocation.data} amount={allocation.amount} debt={(!part.debtor && card?.debt) || []} />
      ) : (
        <Owes card={card} />
      )}
      {allocation.apart && <p className={styles.panelHint}>Части одного гаража посчитаны каждая по отдельности.</p>}
    </>
  );
}

/** Before a sum is typed: what is owed. */
function Owes({ card }: { card: GarageCard | undefined }) {
  if (!card) return <SkeletonBar width={180} height={13} />;
  const owed = card.debt.filter((line) => line.owed_kopecks > 0);
  if (!owed.length) return <p className={styles.panelHint}>Долга нет: платёж останется авансом.</p>;
  return (
    <ul className={styles.closes} aria-label="За что долг">
      {owed.map((line) => (
        <li key={`${line.accrual_type_id}:${line.year}`}>
          <span>{lineName(line)}</span>
          <span>{formatSum(line.owed_kopecks)}</span>
        </li>
      ))}
    </ul>
  );
}

function Closes(props: { reply: AllocationReply; amount: number; debt: readonly DebtLine[] }) {
  const { reply, amount, debt } = props;
  const untouched = debt.filter(
    (line) =>
      line.owed_kopecks > 0 &&
      !reply.closes.some((one) => one.accrual_type_id === line.accrual_type_id && one.year === line.year),
  );
  return (
    <>
      <h2 className={styles.closesHead}>
        {formatMoney(amount)}{' '}
        {reply.closes.length ? 'закроют' : reply.aside_kopecks > 0 ? 'отложатся до начисления' : 'останутся авансом'}
      </h2>
      <ul className={cx(styles.closes, reply.closes.length > MANY && styles.many)} aria-label="Что закроет платёж">
        {reply.closes.map((line) => {
          const owed = line.kopecks + line.owed_after_kopecks;
          return (
            <li key={`${line.accrual_type_id}:${line.year}`}>
              <span>
                {lineName(line)}
                {line.owed_after_kopecks > 0 && <>, из {formatSum(owed)}</>}
              </span>
              <b>{formatSum(line.kopecks)}</b>
              <i className={styles.bar} aria-hidden="true">
                <i style={{ width: `${(100 * line.kopecks) / owed}%` }} />
              </i>
            </li>
          );
        })}
        {untouched.slice(0, FEW).map((line) => (
          <li key={`${line.accrual_type_id}:${line.year}`} className={styles.untouched}>
            <span>
              {lineName(line)}, {formatSum(line.owed_kopecks)}
            </span>
            <b>{formatSum(0)}</b>
            <i className={styles.bar} aria-hidden="true" />
          </li>
        ))}
        {untouched.length > FEW && (
          <li className={styles.untouched}>
            <span>
              и ещё {untouched.length - FEW} на {formatSum(sum(untouched.slice(FEW).map((line) => line.owed_kopecks)))}
            </span>
            <b>{formatSum(0)}</b>
          </li>
        )}
        {reply.advance_kopecks > 0 && reply.closes.length > 0 && (
          <li>
            <span>{reply.aside_kopecks > 0 ? 'Отложится до начисления' : 'Останется авансом'}</span>
            <b className={styles.advance}>{formatSum(reply.advance_kopecks)}</b>
          </li>
        )}
      </ul>
      <Remains reply={reply} untouched={untouched} />
      {reply.relaid > 0 && (
        <p className={styles.panelHint}>Платёж задним числом: иначе лягут позднейшие платежи, {reply.relaid}.</p>
      )}
      <p className={styles.panelHint}>Старые взносы первыми, пени последними. Порядок меняется в поле «Вид».</p>
    </>
  );
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** What the garage owes and has once the payment is taken; money that waits for another charge pays nothing of the debt: both stand. */
function Remains({ reply, untouched }: { reply: AllocationReply; untouched: readonly DebtLine[] }) {
  const owed = sum([
    ...untouched.map((line) => line.owed_kopecks),
    ...reply.closes.map((one) => one.owed_after_kopecks),
  ]);
  const debtLeft = Math.max(0, -reply.balance_after_kopecks, owed);
  const advance = reply.balance_after_kopecks + debtLeft;
  return (
    <>
      <p className={styles.remains}>
        <span>{debtLeft > 0 || !advance ? 'Останется долг' : 'Будет аванс'}</span>
        <Money kopecks={debtLeft || advance} tone={debtLeft > 0 ? 'debt' : advance > 0 ? 'advance' : 'plain'} />
      </p>
      {debtLeft > 0 && advance > 0 && (
        <p className={styles.panelHint}>
          отложен аванс <Money kopecks={advance} tone="advance" />
        </p>
      )}
    </>
  );
}

/** More entries than this stand closer, without bars: all of them are seen on a low screen. */
const MANY = 3;
/** So many untouched debts are named, the others are counted. */
const FEW = 3;

const lineName = (line: { accrual_type: string; year: number }) => `${line.accrual_type} ${line.year}`;
