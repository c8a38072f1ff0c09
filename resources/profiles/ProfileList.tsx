// The list of people: filters, plates of their garages, privileges, membership, consents, debt.
import AddIcon from '@mui/icons-material/PersonAddAltOutlined';
import { useQuery } from '@tanstack/react-query';
import { ListBase, useListContext } from 'react-admin';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { z } from 'zod';
import { profileFields } from '../../contract/fields/profiles.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { consentKinds, profiles, profileSelection, type ProfileRow } from '../../contract/profiles.ts';
import { reading } from '../../providers/reading.ts';
import { useActor, useMay } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate } from '../../widgets/format.ts';
import { GaragePlates } from '../../widgets/GaragePlates.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import { fieldColumns } from '../../widgets/list/fieldColumns.ts';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import type { SelectionModel } from '../../widgets/list/useSelection.ts';
import { Money } from '../../widgets/Money.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { useExport, useSavedViews } from '../lists/useListTools.ts';
import { CallList } from './CallList.tsx';
import { FormerMark } from './Former.tsx';
import { MarkConsents } from './ConsentsDialog.tsx';
import { PhoneCell, ShowPhones } from './PhoneCell.tsx';
import { ProfileFilters, useProfileChips } from './ProfileFilters.tsx';
import styles from './profiles.module.css';

type Values = Partial<z.output<typeof profiles.filter>>;

export default function ProfileList() {
  return (
    <ListBase
      resource={profiles.name}
      perPage={25}
      sort={{ field: 'full_name', order: 'ASC' }}
      storeKey="profiles"
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

function Screen() {
  const navigate = useNavigate();
  const actor = useActor();
  const edit = useMay(registryEdit);
  const { data: page = [] } = useListContext<ProfileRow>();
  const columns = useMemo(() => profileColumns(!actor?.po), [actor?.po]);
  return (
    <RegisterList<ProfileRow>
      title="Люди"
      actions={
        <>
          {edit.may && <ShowPhones ids={page.filter((row) => row.phones.length).map((row) => row.id)} />}
          {edit.may && <CallList />}
          <ActionButton main icon={<AddIcon />} refusal={edit.reason} to={pages.profileCreate}>
            Добавить человека
          </ActionButton>
        </>
      }
      searchKey="nameFilter"
      searchLabel="Фамилия или телефон"
      columns={columns}
      storeKey="profiles"
      nameOf={(row) => row.full_name}
      onOpen={(row) => void navigate(pages.profile(row.id))}
      renderCard={(row) => (
        <Link to={pages.profile(row.id)} className={styles.card}>
          <b>
            {row.full_name}
            {row.is_former && <FormerMark />}
          </b>
          <Money kopecks={-row.debt_kopecks} tone="balance" />
          <span className={styles.plates}>
            <GaragePlates garages={row.garages} most={3} size="s" />
          </span>
          <span className={styles.muted}>{row.isVOAMember ? 'член ВОА' : ''}</span>
        </Link>
      )}
      filters={<ProfileFilters />}
      chips={useProfileChips()}
      footNote={<PeopleDebt />}
      selectionInfo={(selection) => <PeopleDebt selection={selection} />}
      bulk={(selection) => <MarkConsents selection={selection} />}
      onExport={useExport('profiles')}
      views={useSavedViews('profiles')}
      empty={<EmptyState title="Людей пока нет">Внесите владельцев вручную или вместе с гаражами.</EmptyState>}
    />
  );
}

/** What the garages of everybody listed, or ticked, owe; comes after the rows. */
function PeopleDebt({ selection }: { selection?: SelectionModel }) {
  const { filterValues, total } = useListContext();
  const { all, included, excluded } = selection ?? { all: true, included: [], excluded: [] };
  const body = { filter: filterValues as Values, all, included: [...included], excluded: [...excluded] };
  const { data } = useQuery({
    ...reading(profileSelection, { body }),
    enabled: Boolean(total),
    placeholderData: (before) => before,
  });
  if (!data) return null;
  if (!data.debtors) return <span>долгов нет</span>;
  return (
    <span title="Гараж совладельцев считается один раз">
      Долг по {selection ? 'их ' : ''}гаражам{' '}
      <b>
        <Money kopecks={data.debt_kopecks} tone={selection ? 'plain' : 'debt'} />
      </b>{' '}
      у {countOf(data.debtors, ['гаража', 'гаражей', 'гаражей'])}
    </span>
  );
}

const profileColumns = (withPo: boolean): Column<ProfileRow>[] =>
  fieldColumns<ProfileRow>(profileFields, {
    name: (row) => (
      <b style={{ fontWeight: 500 }} title={row.full_name}>
        {row.full_name}
        {row.is_former && <FormerMark />}
      </b>
    ),
    birthday: (row) => formatDate(row.birthday),
    phone: (row) => <PhoneCell profileId={row.id} masked={row.phones} />,
    ...(withPo ? { po: (row) => row.po.name } : {}),
    garages: (row) => <Plates row={row} />,
    privilege: (row) => <Privilege row={row} />,
    voa: (row) => (row.is_former ? '' : row.isVOAMember ? `с ${row.voaEntryDate?.slice(0, 4) ?? '—'}` : '—'),
    consents: (row) => !row.is_former && <Consents kinds={row.consents} />,
    debt: (row) => <Money kopecks={-row.debt_kopecks} tone="balance" />,
  });

function Plates({ row }: { row: ProfileRow }) {
  return (
    <span className={styles.plates}>
      {/* The column holds two plates, or one and how many more there are. */}
      <GaragePlates garages={row.garages} most={row.garages.length > 2 ? 1 : 2} to={pages.garage} />
    </span>
  );
}

function Privilege({ row: { privilege } }: { row: ProfileRow }) {
  if (!privilege) return null;
  const until = privilege.is_expired ? ', истекла' : privilege.end_date ? ` до ${formatDate(privilege.end_date)}` : '';
  const words = privilege.name + until;
  return (
    <StatusChip kind={privilege.is_expired ? 'waiting' : 'plain'} title={words}>
      {words}
    </StatusChip>
  );
}

const short = { pd_processing: 'ПДн', health: 'здор.', sms_info: 'СМС', email_info: 'e-mail', ads: 'рекл.' } as const;

function Consents({ kinds }: { kinds: ProfileRow['consents'] }) {
  if (!kinds.length) return <span className={styles.muted}>нет</span>;
  return (
    <span className={styles.consents}>
      {kinds.map((kind) => (
        <span key={kind} title={consentKinds[kind]}>
          {short[kind]}
        </span>
      ))}
    </span>
  );
}
