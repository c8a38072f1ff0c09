// Parts of a case's card: bars of shares, checks, lines of the outcome, money, papers, events.
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import type { Check, OutcomeLine, Paper, ReregistrationCard } from '../../contract/reregistrations.ts';
import { attachReregistrationPaper, saveReregistrationPaper } from '../../contract/reregistrations/steps.ts';
import { call, upload, type HttpError } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { cx } from '../../widgets/cx.ts';
import { formatDate, formatMoment, formatMoney } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useKeepCard } from './useKeepCard.ts';
import styles from './reregistrations.module.css';

/** A share has a length: dashed leaves, grey stays, blue comes, red dashed is nobody's. */
export function ChangeBars({ card }: { card: ReregistrationCard }) {
  const side = (name: string) => card.parties.filter((party) => party.side === name);
  const leaving = new Set(side('old').map((party) => party.ownership_id));
  const isOver = [3, 5].includes(card.status);
  const staying = card.reason === 12 || isOver ? [] : card.owners.filter((owner) => !leaving.has(owner.id));
  const coming = card.reason === 12 ? [] : side('new');
  const before = [
    ...side('old').map((party) => ({
      key: `o${party.id}`,
      name: party.full_name,
      share: party.share,
      kind: styles.leaves,
    })),
    ...staying.map((owner) => ({ key: `s${owner.id}`, name: owner.full_name, share: owner.share, kind: '' })),
  ];
  const after = [
    ...coming.map((party) => ({ key: `n${party.id}`, name: party.full_name, share: party.share, kind: styles.comes })),
    ...staying.map((owner) => ({
      key: `s${owner.id}`,
      name: owner.full_name,
      share: card.form.shares[String(owner.id)] ?? owner.share,
      kind: '',
    })),
  ];
  return (
    <SectionCard title={`Что ${isOver ? 'изменилось' : 'изменится'} ${formatDate(card.on_date)}`}>
      <div className={styles.change2}>
        <Bars title="Было" rows={before} empty="без владельца" />
        <Bars
          title="Станет"
          rows={after}
          empty={card.reason === 12 ? 'владелец тот же, имя новое' : `без владельца, за ${card.po.name}`}
        />
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
            {row.share ?? (rows.length > 1 ? 'совместно' : 'целиком')}
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

/** «3 мешают, 2 предупреждают», then each of them. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  const marks = { blocks: '✕', warns: '!', ok: '✓' } as const;
  return (
    <SectionCard title={`Проверки: ${count('blocks')} мешают, ${count('warns')} предупреждают`}>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <li key={`${check.key}:${check.text}`} className={cx(styles.check, styles[check.state])}>
            <span aria-hidden>{marks[check.state]}</span>
            {check.text}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

export function LineList({ lines }: { lines: readonly OutcomeLine[] }) {
  return (
    <SectionCard title="Что произойдёт">
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li key={`${line.key}:${line.text}`}>
            <span>
              {line.text} {line.kopecks !== null && <b>{formatMoney(line.kopecks)}</b>}
            </span>
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}

const answers = {
  pay_before: 'погасят до завершения',
  stays_old: 'остаётся за прежним владельцем',
  moves_new: 'принимает новый владелец',
} as const;

export function MoneyBox({ card }: { card: ReregistrationCard }) {
  const isOver = [3, 5].includes(card.status);
  const { preview } = card;
  const fee = isOver ? card.fee_kopecks : preview.fee_kopecks;
  const entrance = isOver ? card.entrance_kopecks : preview.entrance_kopecks;
  return (
    <SectionCard title="Деньги">
      {!isOver && (
        <p>
          Долг по гаражу <b>{formatMoney(preview.debt_kopecks)}</b>
        </p>
      )}
      {card.form.debtAnswer && <p>Долг {answers[card.form.debtAnswer]}</p>}
      <p>
        Сбор за переоформление <b>{formatMoney(fee)}</b>
        <br />
        {!isOver && <span className={styles.muted}>{preview.fee_text}</span>}
      </p>
      <p>Вступительный взнос: {entrance ? <b>{formatMoney(entrance)}</b> : 'не нужен'}</p>
    </SectionCard>
  );
}

/** Papers that the case needs, ticked as they come. */
export function ReceivedPapers({ card }: { card: ReregistrationCard }) {
  const there = card.papers.filter((paper) => paper.received_at).length;
  const mayChange = card.steps.length > 0 && ![4, 5].includes(card.status);
  return (
    <SectionCard title={`Бумаги: ${there} из ${card.papers.length}`}>
      <ul className={styles.papers}>
        {card.papers.map((paper) => (
          <PaperLine key={paper.kind} card={card} paper={paper} mayChange={mayChange} />
        ))}
      </ul>
      {card.papers_given_to && (
        <p className={styles.muted}>
          Выданы: {card.papers_given_to}, {formatDate(card.papers_given_on)}
        </p>
      )}
      {card.archive_no && <p className={styles.muted}>Дело в архиве № {card.archive_no}</p>}
    </SectionCard>
  );
}

function PaperLine({ card, paper, mayChange }: { card: ReregistrationCard; paper: Paper; mayChange: boolean }) {
  const keep = useKeepCard();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const params = { id: card.id, kind: paper.kind };
  const run = (work: Promise<ReregistrationCard>) => {
    setBusy(true);
    work.then(keep, (error: HttpError) => toast(error.message, { kind: 'error' })).finally(() => setBusy(false));
  };
  return (
    <li className={styles.paper}>
      <Checkbox
        label={paper.required ? paper.title : `${paper.title} (необязательно)`}
        value={Boolean(paper.received_at)}
        disabled={!mayChange || busy}
        onChange={(received) =>
          run(
            call(saveReregistrationPaper, {
              params,
              body: { received, number: paper.number, date: paper.on_date },
              quiet: true,
            }),
          )
        }
      />
      {paper.file && (
        <a href={paper.file.url} target="_blank" rel="noopener noreferrer">
          {paper.file.name}
        </a>
      )}
      {mayChange && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-hidden
            tabIndex={-1}
            accept=".pdf,.jpg,.jpeg,.png,.webp"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) run(upload(attachReregistrationPaper, { params, file, quiet: true }));
              event.target.value = '';
            }}
          />
          <Button size="small" variant="text" disabled={busy} onClick={() => input.current?.click()}>
            {paper.file ? 'Заменить скан' : 'Приложить'}
          </Button>
        </>
      )}
    </li>
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
