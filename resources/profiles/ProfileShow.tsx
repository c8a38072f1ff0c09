// The card of a person: facts, garages, privileges, membership, consents, papers, words.
import { strayLatin } from '../../contract/kernel/words.ts';
import DataIcon from '@mui/icons-material/BadgeOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useRecordContext } from 'react-admin';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { confirmProfile, profiles, revealProfile, type ProfileCard } from '../../contract/profiles.ts';
import { DEAD } from '../../contract/profiles/membership.ts';
import { nameCaseFields } from '../../contract/profiles/nameCases.ts';
import { ownerKinds } from '../../contract/profiles/ownerKinds.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { useMay } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { Counted } from '../../widgets/Counted.tsx';
import { cx } from '../../widgets/cx.ts';
import { formatDate } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { openModal } from '../../widgets/modals.ts';
import { Money } from '../../widgets/Money.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { PhoneBar } from '../../widgets/PhoneBar.tsx';
import { PersonAvatar } from '../../widgets/PersonAvatar.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { toast } from '../../widgets/toasts.ts';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { useAction } from '../useAction.ts';
import card from '../garages/garages.module.css';
import { AttachmentList } from '../files/AttachmentList.tsx';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import { LastPapers } from '../documents/LastPapers.tsx';
import { PaperList, usePapers } from '../documents/PaperList.tsx';
import { CommentList } from '../comments/CommentList.tsx';
import { PersonMessages } from '../notifications/PersonMessages.tsx';
import { Refusals } from '../notifications/Refusals.tsx';
import { CardViewers } from '../presence/CardViewers.tsx';
import { MailReturns } from './MailReturns.tsx';
import { Consents } from './Consents.tsx';
import { FormerNote } from './Former.tsx';
import { DemandBox, ProcessingNote } from './Processing.tsx';
import { PersonGarages } from './PersonGarages.tsx';
import { PhoneLine } from './PhoneLine.tsx';
import { RepresentativeBox } from './RepresentativeBox.tsx';
import { labels, membershipKind } from './ru.ts';
import styles from './profiles.module.css';

export default function ProfileShow() {
  return (
    <RecordPage resource={profiles.name}>
      <Card />
    </RecordPage>
  );
}

/** Tab 1 «Данные» is the default. */
const tabs = [1, 2, 3, 4] as const;
type TabNumber = (typeof tabs)[number];

function Card() {
  const person = useRecordContext<ProfileCard>();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const edit = useMay(registryEdit);
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  if (person?.version === undefined) return <PageSkeleton />;
  const former = person.is_former;
  const asked = pathname.endsWith('/notifications') ? 4 : (tabs.find((one) => String(one) === search.get('tab')) ?? 1);
  // Of a former person nothing is left on the other tabs.
  const tab = former && asked !== 4 ? 2 : asked;
  const open = (next: TabNumber) =>
    void navigate(next === 4 ? pages.profileNotifications(person.id) : `${pages.profile(person.id)}?tab=${next}`, {
      replace: true,
    });
  const object = { type: 'profile' as const, objectId: person.id };
  return (
    <div className={card.show}>
      <Crumbs person={person} />
      <header className={cx(card.top, styles.top)}>
        <PersonAvatar name={person.full_name} size={56} />
        <TopWords person={person} />
        <div className={styles.topDebt}>
          <span className={styles.muted}>Долг по гаражам, которые вы видите</span>
          <Money kopecks={person.debt_kopecks} tone={person.debt_kopecks ? 'debt' : 'plain'} size="display" />
        </div>
        {!former && <TopActions person={person} />}
      </header>
      <div>
        {former && <FormerNote />}
        <ProcessingNote person={person} />
        <div className={card.tabs}>
          <Tabs
            value={tab}
            onChange={(_, next: TabNumber) => open(next)}
            variant="scrollable"
            scrollButtons={false}
            aria-label="Разделы карточки"
          >
            {!former && <Tab value={1} label="Данные" />}
            <Tab
              value={2}
              label={<Counted label="Гаражи и документы" count={usePapers({ profile: person.id }).data?.total} />}
            />
            {!former && <Tab value={3} label="Комментарии" />}
            <Tab value={4} label="Уведомления" />
          </Tabs>
          {tab === 1 && <Data person={person} mayEdit={edit.may && !person.is_destroyed} />}
          {tab === (former ? 2 : 1) && <StoryLink type="profile" id={person.id} />}
          {tab === 2 && (
            <>
              <PersonGarages person={person} />
              {former && <DemandBox person={person} />}
              <PaperList profile={person.id} />
              {!former && <AttachmentList {...object} />}
            </>
          )}
          {tab === 3 && <CommentList {...object} />}
          {tab === 4 && <PersonMessages profile={person.id} />}
        </div>
      </div>
      <aside className={card.side} aria-label="Связанное">
        <LastPapers about={{ profile: person.id }} all={`${pages.profile(person.id)}?tab=2`} />
      </aside>
      {!former && <PhoneActions person={person} />}
    </div>
  );
}

const Crumbs = ({ person }: { person: ProfileCard }) => (
  <nav className={card.crumbs} aria-label="Путь">
    <span>
      <Link to={pages.profiles}>Люди</Link> › {person.po.name}
    </span>
    <CardViewers resource="profiles" id={person.id} />
  </nav>
);

/** «Дата смерти 01.03.2026. Свидетельство о смерти № …»: by the line of the history that says it. */
function deathWords({ voa_history }: ProfileCard): string {
  const last = voa_history.find(({ status_id }) => status_id === DEAD);
  return last ? [`Дата смерти ${formatDate(last.on_date)}`, last.ground].filter(Boolean).join('. ') : '';
}

/** Who it is, and when the data were confirmed. */
function TopWords({ person }: { person: ProfileCard }) {
  const edit = useMay(registryEdit);
  const { run, busy } = useAction<ProfileCard>('profiles', person.id, { aloud: true });
  return (
    <div className={card.topWords}>
      <h1>
        {person.full_name}
        {person.is_destroyed ? (
          <StatusChip kind="archived">данные уничтожены</StatusChip>
        ) : person.is_former ? (
          <StatusChip kind="archived">прежний</StatusChip>
        ) : person.kind === 'person' ? (
          <StatusChip kind={membershipKind(person)}>{person.statusVoa.type}</StatusChip>
        ) : null}
        {strayLatin(person.full_name).length > 0 && (
          <StatusChip kind="waiting">в имени латинские буквы: {strayLatin(person.full_name).join(', ')}</StatusChip>
        )}
        {person.kind !== 'person' && <StatusChip kind="plain">{ownerKinds[person.kind]}</StatusChip>}
        {person.privilege.value !== 0 && (
          <StatusChip kind={person.privilege.is_expired ? 'waiting' : 'plain'}>
            {person.privilege.is_expired
              ? `${person.privilege.label}: срок действия льготы истёк`
              : person.privilege.label}
          </StatusChip>
        )}
      </h1>
      <p>
        {[person.birthday && `${formatDate(person.birthday)} г. р.`, person.po.name, person.mo.name]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {person.statusVoa.id === DEAD && deathWords(person) && <p>{deathWords(person)}</p>}
      {!person.is_former && !person.is_destroyed && (
        <p>
          {person.confirmed_at
            ? `Данные подтверждены ${formatDate(person.confirmed_at)}`
            : 'Данные ещё не подтверждались'}
          {edit.may && (
            <button
              type="button"
              className={styles.reveal}
              disabled={busy}
              onClick={() =>
                void run(
                  call(confirmProfile, { params: { id: person.id }, quiet: true }),
                  'Данные подтверждены сегодня',
                )
              }
            >
              Подтвердить
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** What can be done with the card: the same on a wide screen and in the bar of a phone. */
function useActions(person: ProfileCard) {
  const edit = useMay(registryEdit);
  const navigate = useNavigate();
  return {
    edit,
    print: () => openModal({ name: 'print-document', about: { profile_id: person.id }, title: person.full_name }),
    openData: () => void navigate(pages.personalData(person.id)),
    openEditor: () => void navigate(pages.profileEdit(person.id)),
  };
}

const DATA_TITLE = 'Всё, что хранится о человеке, на одном листе; открытие пишется в журнал';

function TopActions({ person }: { person: ProfileCard }) {
  const { edit, print, openData, openEditor } = useActions(person);
  return (
    <div className={card.topActions}>
      <Button startIcon={<PrintIcon />} onClick={print}>
        Напечатать
      </Button>
      <ActionButton refusal={edit.reason} title={DATA_TITLE} onClick={openData}>
        Сведения о данных
      </ActionButton>
      {!person.is_destroyed && (
        <ActionButton main icon={<EditIcon />} refusal={edit.reason} onClick={openEditor}>
          Изменить
        </ActionButton>
      )}
    </div>
  );
}

function PhoneActions({ person }: { person: ProfileCard }) {
  const { edit, print, openData, openEditor } = useActions(person);
  return (
    <PhoneBar>
      {edit.may && !person.is_destroyed && (
        <Button variant="contained" startIcon={<EditIcon />} onClick={openEditor}>
          Изменить
        </Button>
      )}
      <IconButtonWithTip label="Напечатать" onClick={print}>
        <PrintIcon />
      </IconButtonWithTip>
      {edit.may && (
        <IconButtonWithTip label="Сведения о данных" onClick={openData}>
          <DataIcon />
        </IconButtonWithTip>
      )}
    </PhoneBar>
  );
}

type Contacts = Pick<ProfileCard, 'email' | 'registrationAddress' | 'actualAddress'>;

function Data({ person, mayEdit }: { person: ProfileCard; mayEdit: boolean }) {
  const [passport, setPassport] = useState<string | null>(null);
  const [contacts, setContacts] = useState<Contacts | null>(null);
  const reveal = async (what: 'passport' | 'contacts') => {
    const shown = await call(revealProfile, { params: { id: person.id }, body: { what }, quiet: true });
    if (what === 'passport') setPassport([shown.passSeria, shown.passNum, shown.passText].filter(Boolean).join(' '));
    else setContacts(shown);
  };
  const contact = (key: keyof Contacts) =>
    contacts?.[key] ??
    (person[key] ? (
      <>
        {person[key]} {button('contacts')}
      </>
    ) : (
      '—'
    ));
  const button = (what: 'passport' | 'contacts') =>
    mayEdit && (
      <button
        type="button"
        className={styles.reveal}
        onClick={() => void reveal(what).catch((error: HttpError) => toast(error.message, { kind: 'error' }))}
      >
        Показать
      </button>
    );
  const facts = factsOf(person, passport, contact, button);
  return (
    <>
      <dl className={card.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))' }}>
        <RepresentativeBox person={person} mayEdit={mayEdit} />
        <Consents person={person} mayEdit={mayEdit} />
        <Refusals profile={person.id} mayEdit={mayEdit} />
        <DemandBox person={person} />
        {person.kind === 'person' && (
          <SectionCard title="Статус ВОА">
            {person.voa_history.map((line) => (
              <p key={line.id} style={{ margin: '4px 0' }}>
                {formatDate(line.on_date)} — {line.name}
                <span className={styles.muted}>{line.ground && `, ${line.ground}`}</span>
              </p>
            ))}
          </SectionCard>
        )}
        {person.privilege_history.length > 0 && (
          <SectionCard title="Льготы">
            {person.privilege_history.map((line) => (
              <p key={line.id} style={{ margin: '4px 0' }}>
                {line.name} {line.end_date && `до ${formatDate(line.end_date)}`}{' '}
                <span className={styles.muted}>{line.is_current ? 'действует в карточке' : 'прежняя'}</span>
              </p>
            ))}
          </SectionCard>
        )}
      </div>
    </>
  );
}

/** What stands in place of birthday and passport. */
const otherFacts = ({ kind, inn, estate_of }: ProfileCard): [string, ReactNode][] =>
  kind === 'organisation'
    ? [['ИНН', inn ?? '—']]
    : [['Чьё наследство', estate_of ? <Link to={pages.profile(estate_of.id)}>{estate_of.name}</Link> : '—']];

/** Facts of the card, sensitive ones behind their buttons. */
function factsOf(
  person: ProfileCard,
  passport: string | null,
  contact: (key: 'email' | 'registrationAddress' | 'actualAddress') => ReactNode,
  button: (what: 'passport' | 'contacts') => ReactNode,
) {
  const ofPerson: [string, ReactNode][] = [
    ['Дата рождения', formatDate(person.birthday)],
    [
      'Паспорт',
      person.pass_masked
        ? (passport ?? (
            <>
              {person.pass_masked} {button('passport')}
            </>
          ))
        : '—',
    ],
  ];
  const facts: [string, ReactNode][] = [
    ...(person.kind === 'person' ? ofPerson : otherFacts(person)),
    ['Телефоны', <PhoneLine profileId={person.id} masked={person.phones_masked.join(', ') || null} />],
    ['E-mail', <MailReturns reason={person.email_returns}>{contact('email')}</MailReturns>],
    [person.kind === 'organisation' ? 'Юридический адрес' : 'Адрес регистрации', contact('registrationAddress')],
    ['Фактический адрес', contact('actualAddress')],
    ...(person.kind === 'person' ? membershipFacts(person) : []),
  ];
  return facts;
}

/** What a person alone has. */
function membershipFacts(person: ProfileCard): [string, ReactNode][] {
  return [
    [
      'Льгота',
      person.privilege.value
        ? `${person.privilege.label}${person.privilegeCertificateEndDate ? `, до ${formatDate(person.privilegeCertificateEndDate)}` : ''}`
        : 'нет',
    ],
    [
      'Удостоверение',
      [person.privilegeCertificateSeria, person.privilegeCertificateNumber, person.privilegeCertificateText]
        .filter(Boolean)
        .join(' ') || '—',
    ],
    ...nameCaseFields.flatMap((field): [string, ReactNode][] =>
      person[field] ? [[labels[field]!, person[field]]] : [],
    ),
    ['Член ВОА', person.isVOAMember ? `с ${formatDate(person.voaEntryDate)}` : 'нет'],
    ['Членский билет', person.ticketNumber ?? '—'],
  ];
}
