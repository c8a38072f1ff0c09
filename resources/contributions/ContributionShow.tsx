// The card of a charge: what, how much, how much is paid, garage by garage; correcting and undoing.
import EditIcon from '@mui/icons-material/EditOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useRecordContext } from 'react-admin';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { contributions, sourceNames, type ContributionCard } from '../../contract/contributions.ts';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useMay } from '../../providers/session.ts';
import { formatDate, formatMoment, formatMoney, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Money } from '../../widgets/Money.tsx';
import { Note } from '../../widgets/Note.tsx';
import { openModal } from '../../widgets/modals.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import { CardViewers } from '../presence/CardViewers.tsx';
import { LastPapers } from '../documents/LastPapers.tsx';
import { PaperTabs } from '../documents/PaperTabs.tsx';
import { ContributionLines } from './ContributionLines.tsx';
import { PaidBar, usePaid } from './paid.tsx';
import { ReverseDialog } from './ReverseDialog.tsx';
import { documentTitle, garagesOf, penaltiesText, sumOf, unitWords } from './ru.ts';
import styles from './contributions.module.css';

export default function ContributionShow() {
  return (
    <RecordPage resource={contributions.name}>
      <Card />
    </RecordPage>
  );
}

function Card() {
  const card = useRecordContext<ContributionCard>();
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  if (card?.version === undefined) return <PageSkeleton />;
  return (
    <div className={styles.show}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.contributions}>Взносы</Link> › № {card.id}
        <CardViewers resource="contributions" id={card.id} />
      </nav>
      <Top card={card} />
      <Links card={card} />
      <div className={styles.boxes}>
        <SectionCard title="Сумма">
          <Sum card={card} />
        </SectionCard>
        <SectionCard title={card.kind === 'payment' ? 'Об оплате' : 'О начислении'}>
          <Facts card={card} />
        </SectionCard>
        <LastPapers about={{ contribution: card.id }} all={`${pages.contribution(card.id)}?tab=documents`} boxed />
      </div>
      <PaperTabs about={{ contribution: card.id }} first="Строки">
        <ContributionLines card={card} />
      </PaperTabs>
      <StoryLink type="contribution" id={card.id} />
    </div>
  );
}

/** «Сторнировано», «Исправлено»: everything that happened to the document since. */
function Chips({ card }: { card: ContributionCard }) {
  const partly = !card.is_reversed && card.reversed_lines > 0;
  return (
    <>
      {card.kind === 'reversal' && <StatusChip kind="refused">Сторно</StatusChip>}
      {card.is_reversed && <StatusChip kind="archived">Сторнировано</StatusChip>}
      {partly && (
        <StatusChip kind="waiting">
          Сторнировано {formatNumber(card.reversed_lines)} из {formatNumber(card.lines)}
        </StatusChip>
      )}
      {card.corrected_by && <StatusChip kind="inProgress">Исправлено</StatusChip>}
      {card.corrects && <StatusChip kind="done">Исправление</StatusChip>}
    </>
  );
}

function Top({ card }: { card: ContributionCard }) {
  const navigate = useNavigate();
  const { may, reason } = useMay(financeEdit);
  const noEdit = reason ?? card.edit_refusal;
  const noReverse = reason ?? card.reverse_refusal;
  // «?reverse»: somebody was led here to undo it.
  const asked = useSearchParams()[0].has('reverse');
  const [isUndoing, setUndoing] = useState(asked && noReverse === null && card.kind === 'accrual');
  const refusals = [...new Set([noEdit, noReverse].filter((text) => text !== null))];
  return (
    <header className={styles.top}>
      <div className={styles.topWords}>
        <h1>
          {documentTitle(card)} <Chips card={card} />
        </h1>
        <p>
          {formatDate(card.on_date)} · {card.po?.name ?? 'несколько ПО'} · {garagesOf(card.garages)} ·{' '}
          {sourceNames[card.source].toLowerCase()}
        </p>
      </div>
      {card.kind === 'payment' && !card.is_reversed && (
        <div className={styles.topActions}>
          <PrintButton card={card} />
        </div>
      )}
      {card.kind === 'accrual' && (
        <div className={styles.topActions}>
          <div>
            {card.garages === 1 && <PrintButton card={card} />}
            <Button
              startIcon={<EditIcon />}
              disabled={noEdit !== null}
              onClick={() => void navigate(pages.contributionEdit(card.id))}
            >
              Исправить
            </Button>
            <Button
              {...(noReverse === null && { color: 'error' })}
              startIcon={<UndoIcon />}
              disabled={noReverse !== null}
              onClick={() => setUndoing(true)}
            >
              Отменить начисление
            </Button>
          </div>
          {refusals.map((text) => (
            <small key={text} className={styles.muted}>
              {refusals.length > 1 && (text === noEdit ? 'Исправить: ' : 'Отменить: ')}
              {text}
            </small>
          ))}
        </div>
      )}
      {isUndoing && may && <ReverseDialog card={card} onClose={() => setUndoing(false)} />}
    </header>
  );
}

function PrintButton({ card }: { card: ContributionCard }) {
  const title = `${card.kind === 'payment' ? 'Оплата' : 'Начисление'} от ${formatDate(card.on_date)}`;
  const about = { contribution_id: card.id };
  return (
    <Button startIcon={<PrintIcon />} onClick={() => openModal({ name: 'print-document', about, title })}>
      Напечатать
    </Button>
  );
}

/** Other documents this one is tied to, as sentences. */
function Links({ card }: { card: ContributionCard }) {
  const { reversal_of, reversed_by, corrects, corrected_by } = card;
  const to = (document: NonNullable<typeof reversal_of>) => (
    <Link to={pages.contribution(document.id)}>
      № {document.id} от {formatDate(document.on_date)}
    </Link>
  );
  return (
    <>
      {reversal_of && (
        <Note>
          Отменяет документ {to(reversal_of)}.{card.comment && ` Причина: ${card.comment}.`}
        </Note>
      )}
      {corrects && <Note>Заменяет документ {to(corrects)}, в котором была ошибка.</Note>}
      {reversed_by && (
        <Note tone="amber">
          Отменено документом сторно {to(reversed_by)} на {formatMoney(reversed_by.amount_kopecks)}
          {reversed_by.comment && `: ${reversed_by.comment}`}
          {corrected_by && <>. Вместо него действует документ {to(corrected_by)}</>}.
        </Note>
      )}
    </>
  );
}

function Sum({ card }: { card: ContributionCard }) {
  const counts = card.kind === 'accrual' && !card.is_reversed;
  const paid = usePaid(counts ? [card.id] : [])?.get(card.id);
  return (
    <>
      <Money kopecks={sumOf(card)} size="display" />
      {counts && paid && <PaidBar paid={paid} />}
      {card.is_reversed && <p className={styles.muted}>Отменено: в долге гаражей этой суммы больше нет.</p>}
    </>
  );
}

function Facts({ card }: { card: ContributionCard }) {
  const each = card.unit_kopecks && card.unit && `${formatMoney(card.unit_kopecks)} ${unitWords[card.unit]}`;
  const facts: [string, ReactNode][] = [
    ['Основание', card.basis_document ?? '—'],
    ...(card.kind === 'accrual' ? [['Начислялось', each || '—'] as [string, ReactNode]] : []),
    ['Комментарий', card.comment ?? '—'],
    ...(card.penalties.garages ? [['Пени на него', penaltiesText(card.penalties)] as [string, ReactNode]] : []),
    ['Кто', `${card.user?.name ?? 'система'}, ${formatMoment(card.created_at)}`],
    ['Местная организация', card.mo_name],
  ];
  return (
    <dl className={styles.facts}>
      {card.garage && (
        <div>
          <dt>Гараж</dt>
          <dd>
            <GaragePlate
              section={card.garage.section}
              number={card.garage.number}
              to={pages.garage(card.garage.id)}
              archived={card.garage.is_active === false}
            />
          </dd>
        </div>
      )}
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
