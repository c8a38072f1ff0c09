// The constructor of a mailing: whom, by what, which text; the sum always in sight, nothing leaves before the check.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { notifications, type MailingContent } from '../../contract/notifications.ts';
import { pages } from '../../contract/pages.ts';
import { reading } from '../../providers/reading.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { Constructor } from './constructor/Constructor.tsx';
import HistoryPage from './history/HistoryPage.tsx';
import { contentOf } from './contentOf.ts';
import { MailingTrouble } from './MailingTrouble.tsx';
import { stashedReceivers } from './stash.ts';

/** A mailing nobody has written yet, to those chosen before. */
const blank = (): MailingContent => ({
  title: '',
  kind: 'news',
  channel: 'email_else_sms',
  template: null,
  sms_text: '',
  email_text: null,
  selection: stashedReceivers(),
  typed: {},
  meeting: null,
  onePerPerson: true,
  ignoreUnnotifiable: false,
  skipRepeated: true,
  skipTemplate: false,
});

export default function ConstructorPage() {
  const id = useParams().id;
  const [start] = useState(blank);
  const {
    data: card,
    error,
    refetch,
  } = useQuery({
    ...reading(notifications.one, { params: { id: Number(id) }, quiet: false, as: 'draft' }),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (id === undefined) return <Constructor start={start} kept={null} />;
  if (error) return <MailingTrouble error={error} why="Её нет или это чужой черновик." onRetry={refetch} />;
  if (!card) return <PageSkeleton />;
  if (card.status === 1) return <HistoryPage />;
  if (card.status > 1) return <Navigate to={pages.informingHistory(card.id)} replace />;
  return <Constructor start={contentOf(card)} kept={card} />;
}
