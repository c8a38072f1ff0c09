// A planned mailing before it leaves, read only: whom it will reach by name, both texts as each will see them, files, money.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plannedReceivers, previewPlanned } from '../../../contract/notifications/planned.ts';
import type { NotificationCard, NotificationPreview } from '../../../contract/notifications.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatBytes, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { Stepper } from '../../../widgets/Stepper.tsx';
import { StoryLink } from '../../actionLog/StoryLink.tsx';
import { WhoExactly } from '../check/WhoExactly.tsx';
import { money } from '../words.tsx';
import { HistoryHead, type MailingActs } from './HistoryHead.tsx';
import check from '../check/check.module.css';
import shell from '../mailingPage.module.css';
import texts from '../notifications.module.css';

export function Planned({ card, acts, onDone }: { card: NotificationCard; acts: MailingActs; onDone: () => void }) {
  const [at, setAt] = useState(0);
  const of = { params: { id: card.id } };
  const { data, error, refetch } = useQuery({
    ...reading(previewPlanned, { ...of, body: { at }, as: card.version, stops: true }),
    placeholderData: (before) => before,
  });
  return (
    <div className={shell.page}>
      <HistoryHead card={card} acts={acts} onDone={onDone} />
      <Body error={!data && error} onRetry={refetch}>
        {data && (
          <div className={check.columns}>
            <div className={check.body}>
              <WhoExactly
                preview={data}
                at={at}
                setAt={setAt}
                of={['planned', card.id, card.version]}
                read={(asked, signal) => call(plannedReceivers, { ...of, body: asked, signal, quiet: true })}
              />
              {Object.values(data.problems).map((problem) => (
                <p key={problem} className={texts.waits}>
                  {problem}
                </p>
              ))}
              {data.warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
              <StoryLink type="notification" id={card.id} />
            </div>
            <aside className={check.side} aria-label="Что уйдёт">
              <Texts card={card} preview={data} at={at} setAt={setAt} />
              <hr />
              <Money card={card} preview={data} />
              <Files files={data.files} />
            </aside>
          </div>
        )}
      </Body>
    </div>
  );
}

function Body({
  error,
  onRetry,
  children,
}: {
  error: HttpError | Error | null | false;
  onRetry: () => unknown;
  children: React.ReactNode;
}) {
  if (error)
    return (
      <ErrorNote title="Не удалось посчитать" onRetry={() => void onRetry()}>
        {error.message}
      </ErrorNote>
    );
  return children ?? <PageSkeleton />;
}

interface TextsProps {
  card: NotificationCard;
  preview: NotificationPreview;
  at: number;
  setAt: (at: number) => void;
}

/** Both texts, whichever of them this receiver gets: what is agreed to is the whole. */
function Texts({ card, preview: { sample, total }, at, setAt }: TextsProps) {
  if (!sample) return <p className={shell.muted}>Сообщений нет.</p>;
  const not = (channel: 'mail' | 'sms') => (sample.channels.includes(channel) ? '' : ': этот человек его не получит');
  return (
    <section aria-label="Тексты">
      <div className={check.wholeHead}>
        <h2>{total === 0 ? 'Так выглядело бы' : `Как увидит ${sample.name}`}</h2>
        <Stepper
          at={at}
          of={sample.of}
          onStep={(by) => setAt(Math.max(0, Math.min(sample.of - 1, at + by)))}
          words={['Предыдущий получатель', 'Следующий получатель']}
        />
      </div>
      <p className={shell.muted}>
        сообщение {formatNumber(sample.at + 1)} из {formatNumber(sample.of)}, сначала самые необычные
      </p>
      {card.sms_text && (
        <>
          <p className={shell.muted}>СМС{not('sms')}</p>
          <p className={texts.bubble}>{sample.sms}</p>
          <p className={check.line}>
            <span className={shell.muted}>
              {countOf(sample.units, ['знак', 'знака', 'знаков'])},{' '}
              {countOf(sample.segments, ['часть', 'части', 'частей'])}
            </span>
            <b>{money(sample.cost)}</b>
          </p>
        </>
      )}
      {card.email_text !== null && (
        <>
          <p className={shell.muted}>
            Письмо, тема «{sample.subject}»{not('mail')}
          </p>
          <iframe className={texts.letter} sandbox="" title="Письмо" srcDoc={sample.html} />
        </>
      )}
      {sample.empty.length > 0 && <p className={texts.waits}>Пусто: {sample.empty.join(', ')}</p>}
    </section>
  );
}

function Money({ card, preview: { receiverCounter: counter, parts, cost } }: Pick<TextsProps, 'card' | 'preview'>) {
  const lines: [string, string][] = [
    ['Уйдёт', card.scheduled_at ? formatMoment(card.scheduled_at) : 'как согласуют'],
    ['Получат', `${formatNumber(counter.people - counter.none)} из ${formatNumber(counter.people)}`],
    ...(counter.email ? ([[`${formatNumber(counter.email)} e-mail`, money(0)]] as [string, string][]) : []),
    ...parts.map((one): [string, string] => [`${formatNumber(one.count)} СМС × ${one.parts} ч.`, money(one.cost)]),
  ];
  return (
    <>
      {lines.map(([label, value]) => (
        <p className={check.line} key={label}>
          <span>{label}</span>
          <b>{value}</b>
        </p>
      ))}
      <p className={check.sum}>
        <span>Итого</span>
        <b>{money(cost)}</b>
      </p>
      {cost !== card.cost && <p className={texts.waits}>Автор видел {money(card.cost)}: с тех пор сумма изменилась</p>}
    </>
  );
}

const Files = ({ files }: { files: readonly { id: number; name: string; size_bytes: number; url: string }[] }) =>
  files.length > 0 && (
    <ul className={texts.list} aria-label="Файлы к письму">
      {files.map((file) => (
        <li key={file.id}>
          <a href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>{' '}
          <span className={shell.muted}>{formatBytes(file.size_bytes)}</span>
        </li>
      ))}
    </ul>
  );
