// To whom and by which channel: the selection in words, the ways to choose, how far each channel reaches and what it costs.
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import {
  channelRules,
  type ChannelRule,
  type MailingContent,
  type NotificationPreview,
} from '../../../contract/notifications.ts';
import { useActor } from '../../../providers/session.ts';
import { countOf } from '../../../widgets/format.ts';
import { releaseGuard } from '../../../widgets/leaveGuard.ts';
import { SearchMultiSelect } from '../../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { idsOf } from '../../lists/filters.tsx';
import { loadMos, poLoader } from '../../lists/loaders.ts';
import { useNames } from '../../lists/names.ts';
import { Fates } from '../Fates.tsx';
import { chooseFor } from '../stash.ts';
import { money, placeForms } from '../words.tsx';
import { peopleForms, type Draft } from './parts.ts';
import styles from '../notifications.module.css';

/** A region writes to chairmen alone. */
const officialWords = (isRegion: boolean) => (isRegion ? 'Председатели МО и ПО' : 'Председатели и сотрудники');

/** Whom the selection names, in words. */
function selectionWords({ selection }: MailingContent, isRegion: boolean): string {
  if (selection.of === 'officials') return officialWords(isRegion);
  const what = selection.of === 'garages' ? 'владельцы гаражей' : 'люди';
  if (!selection.all) return `Выбраны по одному: ${what}`;
  const left = selection.excluded.length;
  return `Все ${what} по фильтру${left ? `, кроме ${left}` : ''}`;
}

export function Receivers({ draft, isBegun }: { draft: Draft; isBegun: boolean }) {
  const { content, change, preview, counter, refetch } = draft;
  const actor = useActor();
  const navigate = useNavigate();
  const isChosen = Boolean(counter?.people);
  const isRegion = Boolean(actor?.region);
  /** What is written waits while its receivers are chosen. */
  const choose = async (page: string) => {
    if (draft.kept || isBegun) {
      const kept = draft.isDirty || !draft.kept ? await draft.save() : draft.kept;
      if (!kept) return;
      chooseFor({ id: kept.id, title: content.title });
      releaseGuard();
    }
    void navigate(page);
  };
  return (
    <SectionCard
      title="Кому"
      action={
        isChosen && (
          <span>
            <b>{countOf(counter!.people, peopleForms)}</b>
            {counter!.garages > 0 && ` · ${countOf(counter!.garages, ['гараж', 'гаража', 'гаражей'])}`}
          </span>
        )
      }
    >
      <div className={styles.chips}>
        {isChosen && <span className={styles.chosen}>{selectionWords(content, isRegion)}</span>}
        {!isRegion && (
          <>
            <Button onClick={() => void choose('/notifications/profiles')}>Выбрать людей</Button>
            <Button onClick={() => void choose('/notifications/garages')}>Выбрать по гаражам</Button>
          </>
        )}
        <Button onClick={() => change({ selection: { of: 'officials', all: true, included: [], excluded: [] } })}>
          {officialWords(isRegion)}
        </Button>
      </div>
      {content.selection.of === 'officials' && !actor?.po && (
        <OfficialPlaces
          selection={content.selection}
          isRegion={isRegion}
          onChange={(selection) => change({ selection })}
        />
      )}
      {isChosen && preview && preview.receiverCounter.people > 0 && (
        <Fates preview={preview} refetch={refetch} areOfficials={content.selection.of === 'officials'} />
      )}
      {content.selection.of === 'officials' && <UnreadPlaces places={preview?.check.unread_places} />}
      {counter?.people === 0 && <p className={styles.muted}>Не выбрано ни одного получателя.</p>}
    </SectionCard>
  );
}

/** «All chairmen» are those with an account: where there is none is said before anybody thinks that all were told. */
function UnreadPlaces({ places }: { places: NotificationPreview['check']['unread_places'] | undefined }) {
  if (!places?.count) return null;
  return (
    <details className={styles.unread}>
      <summary>Некому писать в {countOf(places.count, placeForms)}: нет председателя или сотрудника с входом</summary>
      {places.names.join(', ')}
      {places.count > places.names.length && ` и ещё ${places.count - places.names.length}`}
    </details>
  );
}

type Officials = Extract<MailingContent['selection'], { of: 'officials' }>;

/** Of which МО and ПО: none named means all. */
function OfficialPlaces({
  selection,
  isRegion,
  onChange,
}: {
  selection: Officials;
  isRegion: boolean;
  onChange: (selection: Officials) => void;
}) {
  const names = useNames();
  const places = [
    ...(isRegion
      ? [
          {
            key: 'moFilter' as const,
            kind: 'mo' as const,
            label: 'МО и все их ПО (пусто — весь регион)',
            load: loadMos,
          },
        ]
      : []),
    {
      key: 'poFilter' as const,
      kind: 'po' as const,
      label: isRegion ? 'Отдельные ПО' : 'ПО (пусто — все)',
      load: poLoader(),
    },
  ];
  return (
    <div className={styles.places}>
      {places.map(({ key, kind, label, load }) => (
        <SearchMultiSelect
          key={key}
          label={label}
          reserve={false}
          load={load}
          value={(selection[key] ?? []).map((value) => ({ value, label: names.get(kind, value) }))}
          onChange={(chosen) => {
            names.learn(kind, chosen);
            onChange({ ...selection, [key]: chosen.length ? idsOf(chosen) : undefined });
          }}
        />
      ))}
    </div>
  );
}

export function Channels({ draft: { content, change, counter, preview } }: { draft: Draft }) {
  return (
    <div className={styles.channels} role="radiogroup" aria-label="Канал">
      {(Object.keys(channelRules) as ChannelRule[]).map((rule) => {
        const reach = counter?.byChannel[rule].reach;
        const cost = preview?.receiverCounter.byChannel[rule].cost;
        return (
          <button
            key={rule}
            type="button"
            role="radio"
            aria-checked={content.channel === rule}
            onClick={() => change({ channel: rule })}
          >
            <b>{channelRules[rule]}</b>
            <small>
              {reach === undefined ? '…' : countOf(reach, peopleForms)} · {cost === undefined ? '…' : money(cost)}
            </small>
          </button>
        );
      })}
    </div>
  );
}
