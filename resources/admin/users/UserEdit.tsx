// The card of an account: name, rights, capabilities, sessions, what was done; creation sends an invitation.
import { useQueryClient } from '@tanstack/react-query';
import { useRecordContext } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router';
import { pages } from '../../../contract/pages.ts';
import { superuserNames, userActions, users, type UserCard } from '../../../contract/users.ts';
import { useActor } from '../../../providers/session.ts';
import { CheckboxInput, PhoneInput, SelectInput, TextInput } from '../../../widgets/inputs.ts';
import { Editor, type EditorSection } from '../../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../../widgets/editor/useSaveRecord.ts';
import { FieldGrid } from '../../../widgets/FieldGrid.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { NewRecordPage, RecordPage } from '../../../widgets/RecordPage.tsx';
import { CardViewers } from '../../presence/CardViewers.tsx';
import { AccountBar } from './AccountBar.tsx';
import { RightsInput } from './RightsInput.tsx';
import { Sessions } from './Sessions.tsx';
import { UserActions } from './UserActions.tsx';
import { emptyUser, labels, shown, userBody, userValues, type UserValues } from './userForm.ts';
import styles from './users.module.css';
import { keyOf, readAnew } from '../../../providers/reading.ts';

export default function UserEdit() {
  const { id } = useParams();
  if (!id)
    return (
      <NewRecordPage resource={users.name}>
        <UserForm />
      </NewRecordPage>
    );
  return (
    <RecordPage resource={users.name} editing>
      <Loaded />
    </RecordPage>
  );
}

function Loaded() {
  const record = useRecordContext<UserCard>();
  if (record?.version === undefined) return <PageSkeleton />;
  return <UserForm key={record.version} record={record} />;
}

function UserForm({ record }: { record?: UserCard }) {
  const actor = useActor();
  const navigate = useNavigate();
  const client = useQueryClient();
  const save = useSaveRecord<UserCard>();
  return (
    <Editor<UserValues & Record<string, unknown>>
      title={record ? record.name || record.email : 'Новый пользователь'}
      crumbs={
        <>
          <Link to={pages.adminUsers}>Пользователи</Link> › {record ? record.email : 'Приглашение'}
          <CardViewers resource="users" id={record?.id} />
        </>
      }
      above={record && <AccountBar user={record} />}
      values={{ ...(record ? userValues(record) : emptyUser) }}
      version={record?.version ?? null}
      fromRecord={(fresh) => ({ ...userValues(fresh as UserCard) })}
      labels={labels}
      show={shown}
      draftKey={`${actor?.userId}:users:${record?.id ?? 'new'}`}
      sections={sectionsOf(record)}
      saveLabel={record ? 'Сохранить' : 'Пригласить'}
      {...(record ? {} : { savedText: ({ email }) => `Приглашение для ${email} готово` })}
      onCancel={() => void navigate(pages.adminUsers)}
      onSave={async (values, version) => {
        const data = userBody(values);
        const { id } = await save(record ? { ...data, version } : data);
        if (!record) return void navigate(pages.adminUser(id));
        // The save is a line of the history below.
        void readAnew(client, keyOf(userActions, { params: { id: record.id } }));
      }}
    />
  );
}

function sectionsOf(record: UserCard | undefined): EditorSection[] {
  const sections: (EditorSection | false | undefined)[] = [
    {
      key: 'name',
      title: 'Имя и связь',
      fields: ['email', 'last_name', 'first_name', 'father_name', 'phone'],
      children: (
        <FieldGrid>
          {!record && (
            <TextInput source="email" label={labels.email!} required maxLength={254} type="email" autoComplete="off" />
          )}
          <TextInput source="last_name" label={labels.last_name!} required maxLength={80} />
          <TextInput source="first_name" label={labels.first_name!} required maxLength={80} />
          <TextInput source="father_name" label={labels.father_name!} maxLength={80} />
          <PhoneInput source="phone" label={labels.phone!} />
        </FieldGrid>
      ),
    },
    {
      key: 'rights',
      title: 'Где работает',
      fields: ['rights'],
      children: <RightsInput source="rights" label="Права" />,
    },
    {
      key: 'capabilities',
      title: 'Что может менять',
      fields: ['registry', 'finance', 'mailing', 'is_superuser'],
      children: (
        <>
          <div className={styles.ticks} data-help="rights.ticks">
            <CheckboxInput source="registry" label={labels.registry!} />
            <CheckboxInput source="finance" label={labels.finance!} />
            <CheckboxInput source="mailing" label={labels.mailing!} />
          </div>
          <FieldGrid>
            <SelectInput
              source="is_superuser"
              label={labels.is_superuser!}
              options={[0, 1, 2].map((value) => ({ value, label: superuserNames[value as 0 | 1 | 2] }))}
            />
          </FieldGrid>
        </>
      ),
    },
    record && { key: 'sessions', title: 'Сеансы', fields: [], children: <Sessions user={record} /> },
    record && { key: 'log', title: 'Действия', fields: [], children: <UserActions id={record.id} /> },
  ];
  return sections.filter((section): section is EditorSection => Boolean(section));
}
