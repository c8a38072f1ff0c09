// Parts of a case's card: bars of shares, checks, lines of the outcome, money, events.
import type { Check, OutcomeLine, Preview, ReregistrationCard } from '../../contract/reregistrations.ts';
import { cx } from '../../widgets/cx.ts';
import { countOf, formatDate, formatMoment, formatMoney, shortName } from '../../widgets/format.ts';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { FeeWords } from './FeeWords.tsx';
import { GroundBox } from './GroundBox.tsx';
import styles from './reregistrations.module.css';
import { debtWords } from './ru.ts';

/** A share has a length: dashed leaves, grey stays, blue comes, red dashed is nobody's. Under it what the change stands on. */
export function ChangeBars({ card }: { card: ReregistrationCard }) {
  const side = (name: string) => card.parties.filter((party) => party.side === name);
  const leaving = new Set(side('old').map((party) => party.ownership_id));
  const isOver = [3, 5].includes(card.status);
  const staying = card.reason === 12 ? [] : card.owners.filter((owner) => !leaving.has(owner.id));
  const coming = card.reason === 12 ? [] : side('new');
  const before = [
    ...side('old').map((party) => ({
      key: `o${party.id}`,
      name: card.renamed?.before ?? party.full_name,
      share: party.share,
      kind: card.renamed ? '' : styles.leaves,
    })),
    ...staying.map((owner) => ({ key: `s${owner.id}`, name: owner.full_name, share: owner.share, kind: '' })),
  ];
  const after = [
    ...(card.renamed
      ? [{ key: 'renamed', name: card.renamed.after, share: side('old')[0]?.share ?? null, kind: styles.comes }]
      : []),
    ...coming.map((party) => ({ key: `n${party.id}`, name: party.full_name, share: party.share, kind: styles.comes })),
    ...staying.map((owner) => ({
      key: `s${owner.id}`,
      name: owner.full_name,
      share: owner.id in card.form.shares ? card.form.shares[String(owner.id)]! : owner.share,
      kind: '',
    })),
  ];
  return (
    <>
      <SectionCard title={`Что ${isOver ? 'изменилось' : 'изменится'} ${formatDate(card.on_date)}`}>
        <div className={styles.change2}>
          <Bars title="Было" rows={before} empty="без владельца" />
          <Bars title={isOver ? 'Стало' : 'Станет'} rows={after} empty={`без владельца, за ${card.po.name}`} />
        </div>
        {side('transit').length > 0 && (
          <p className={styles.muted}>
            Через:{' '}
            {side('transit')
              .map((party) => `${party.full_name} с ${formatDate(party.on_date)}`)
              .join(' → ')}
          </p>
        )}
      </SectionCard>
      <GroundBox card={card} />
    </>
  );
}

interface BarRow {
  key: string;
  name: string;
  share: string | null;
  kind: string | undefined;
}
function Bars({ title, rows, empty }: { title: string; rows: BarRow[]; empty: string }) {
  return (
    <div>
      <span className={styles.muted}>{title}</span>
      <div className={styles.bar}>
        {rows.map((row) => (
          <span key={row.key} className={cx(styles.share, row.kind)}>
            {row.share === '1/1' ? 'целиком' : (row.share ?? (rows.length > 1 ? 'совместно' : 'целиком'))}
          </span>
        ))}
        {!rows.length && <span className={cx(styles.share, styles.nobody)}>{empty}</span>}
      </div>
      <ul className={styles.people}>
        {rows.map((row) => (
          <li key={row.key}>{row.name}</li>
        ))}
      </ul>
    </div>
  );
}

const marks = { blocks: '✕', warns: '!', ok: '✓' } as const;
const markWords = { blocks: 'мешает', warns: 'предупреждает', ok: 'в порядке' } as const;

/** «3 мешают, 2 предупреждают»: these first; what is well folds under its number. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const of = (...states: Check['state'][]) => checks.filter((check) => states.includes(check.state));
  const wrong = [...of('blocks'), ...of('warns')];
  const well = of('ok');
  return (
    <SectionCard title={checkCounts(checks)}>
      {!wrong.length && <p className={styles.good}>Ничего не мешает.</p>}
      <Checks checks={wrong} />
      {well.length > 0 && (
        <details className={styles.folded}>
          <summary>В порядке: {well.length}</summary>
          <Checks checks={well} />
        </details>
      )}
    </SectionCard>
  );
}

export const checkCounts = (checks: readonly Check[]) => {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  return `Проверки: ${countOf(count('blocks'), ['мешает', 'мешают', 'мешают'])}, ${countOf(count('warns'), ['предупреждает', 'предупреждают', 'предупреждают'])}`;
};

const Checks = ({ checks }: { checks: readonly Check[] }) => (
  <ul className={styles.checks}>
    {checks.map((check) => (
      <li key={`${check.key}:${check.text}`} className={cx(styles.check, styles[check.state])}>
        <span role="img" aria-label={markWords[check.state]}>
          {marks[check.state]}
        </span>
        {check.text}
      </li>
    ))}
  </ul>
);

/** What one transaction will do: numbered, each line with its figure; what changed since it was shown stands out. */
export function LineList({
  lines,
  after,
  before,
}: {
  lines: readonly OutcomeLine[];
  after?: Preview['after'];
  before?: readonly OutcomeLine[];
}) {
  const figureOf = (line: OutcomeLine) => (line.kopecks === null ? line.figure : formatMoney(line.kopecks));
  const was = (line: OutcomeLine) => {
    const old = before?.find((one) => one.key === line.key);
    return before && (!old || figureOf(old) !== figureOf(line)) ? (old ? figureOf(old) : 'не было') : null;
  };
  return (
    <>
      <p className={styles.muted}>Произойдёт всё сразу или ничего</p>
      <ol className={styles.outcome}>
        {lines.map((line, nth) => (
          <li key={`${line.key}:${line.text}`} className={cx(was(line) && styles.changedLine)}>
            <span className={styles.nth} aria-hidden>
              {nth + 1}
            </span>
            <span>
              <b>{line.text}</b>
              {line.note && <small>{line.note}</small>}
              {was(line) && <small>было: {was(line)}</small>}
            </span>
            <b className={styles.figure}>{figureOf(line)}</b>
          </li>
        ))}
      </ol>
      {after && (
        <p className={styles.sum}>
          <b>После завершения: {after.name}</b>
          <b>{formatMoney(after.kopecks)}</b>
        </p>
      )}
    </>
  );
}

export const debtChoices = [
  { value: 'pay_before', label: debtWords.pay_before },
  { value: 'stays_old', label: debtWords.stays_old },
  { value: 'moves_new', label: debtWords.moves_new, hint: 'нужна бумага: его согласие' },
] as const;

export function MoneyBox({
  card,
  onDebtAnswer,
}: {
  card: ReregistrationCard;
  /** Chosen right here; undefined where the reader may not. */
  onDebtAnswer?: ((answer: NonNullable<ReregistrationCard['form']['debtAnswer']>) => void) | undefined;
}) {
  const isOver = [3, 5].includes(card.status);
  const { preview, form } = card;
  const fee = isOver ? card.fee_kopecks : preview.fee_kopecks;
  const entrance = isOver ? card.entrance_kopecks : preview.entrance_kopecks;
  const isShare = preview.debt_kopecks !== preview.garage_debt_kopecks;
  const asks = !isOver && preview.debt_kopecks > 0;
  return (
    <SectionCard title="Деньги">
      <dl className={styles.money}>
        {!isOver && (
          <>
            <dt>{isShare ? 'Долг за тем, кто выбывает' : 'Долг по гаражу'}</dt>
            <dd className={cx(preview.debt_kopecks > 0 && styles.debt)}>{formatMoney(preview.debt_kopecks)}</dd>
            {isShare && (
              <>
                <dt className={styles.muted}>Всего по гаражу</dt>
                <dd>{formatMoney(preview.garage_debt_kopecks)}</dd>
              </>
            )}
          </>
        )}
      </dl>
      {asks && onDebtAnswer ? (
        <RadioGroup
          label="Кто погашает долг"
          value={form.debtAnswer}
          onChange={(value) => onDebtAnswer(value as (typeof debtChoices)[number]['value'])}
          options={debtChoices}
        />
      ) : (
        form.debtAnswer && (asks || isOver) && <p>Долг: {debtWords[form.debtAnswer].toLowerCase()}</p>
      )}
      <dl className={styles.money}>
        <dt>Сбор за переоформление</dt>
        <dd>{formatMoney(fee)}</dd>
      </dl>
      {!isOver && <FeeWords preview={preview} />}
      <dl className={styles.money}>
        <dt>Вступительный взнос</dt>
        <dd>{entrance ? formatMoney(entrance) : 'не нужен'}</dd>
      </dl>
      {!isOver && preview.after && (
        <p className={styles.sum}>
          <b>После завершения: {shortName(preview.after.name)}</b>
          <b>{formatMoney(preview.after.kopecks)}</b>
        </p>
      )}
    </SectionCard>
  );
}

export function EventList({ card }: { card: ReregistrationCard }) {
  return (
    <section>
      <h2>Ход дела</h2>
      <ul className={styles.events}>
        {card.events.map((event) => (
          <li key={event.id}>
            <b>{event.text}</b>
            {event.comment && <div>{event.comment}</div>}
            <div className={styles.muted}>
              {event.who}, {formatMoment(event.at)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
