// A new person, with hints of likely doubles while the form is being filled.
import { useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { profiles, type ProfileCard } from '../../contract/profiles.ts';
import { useActor } from '../../providers/session.ts';
import { DateInput, SearchSelectInput } from '../../widgets/inputs.ts';
import { today } from '../../widgets/today.ts';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../widgets/editor/useSaveRecord.ts';
import { NewRecordPage } from '../../widgets/RecordPage.tsx';
import { type SelectOption } from '../../widgets/SearchSelect.tsx';
import { poLoader } from '../lists/loaders.ts';
import { DuplicateHints } from './PersonPicker.tsx';
import {
  emptyProfile,
  profileBody,
  useProfileSections,
  useShowProfileValue,
  type ProfileValues,
} from './ProfileInputs.tsx';
import { labels } from './ru.ts';

interface Values extends ProfileValues {
  po: SelectOption | null;
  consent: string | null;
}

export default function ProfileCreate() {
  return (
    <NewRecordPage resource={profiles.name}>
      <Form />
    </NewRecordPage>
  );
}

function Form() {
  const actor = useActor();
  const navigate = useNavigate();
  const [first, ...rest] = useProfileSections({ isNew: true });
  const show = useShowProfileValue();
  const save = useSaveRecord<ProfileCard>();
  return (
    <Editor<Values>
      title="Новый человек"
      crumbs={
        <>
          <Link to={pages.profiles}>Люди</Link> › Новый
        </>
      }
      values={{ ...emptyProfile, po: null, consent: null }}
      labels={labels}
      show={show}
      draftKey={`${actor?.userId}:profiles:new`}
      saveLabel="Добавить человека"
      onCancel={() => void navigate(pages.profiles)}
      sections={[
        {
          ...first!,
          fields: [...first!.fields, 'po'],
          children: (
            <>
              {!actor?.po && <SearchSelectInput source="po" label={labels.po!} required load={poLoader()} />}
              {first!.children}
              <Hints onPick={(id) => void navigate(pages.profile(id))} />
            </>
          ),
        },
        ...rest,
        {
          key: 'consent',
          title: 'Согласие',
          fields: ['consent'],
          children: (
            <DateInput
              source="consent"
              label="Дата согласия на обработку персональных данных"
              max={today()}
              helperText="Можно отложить: человек попадёт в отбор «без согласия»"
            />
          ),
        },
      ]}
      onSave={async ({ po, consent, ...values }) => {
        const data = {
          ...profileBody(values as ProfileValues),
          po: po ? Number(po.value) : null,
          consent: consent ? { signedAt: consent } : null,
        };
        const made = await save(data);
        void navigate(pages.profile(made.id));
      }}
    />
  );
}

function Hints({ onPick }: { onPick: (id: number) => void }) {
  const [lastName, firstName, fatherName, birthday, passSeria, passNum, phoneNumberList, email, registrationAddress] =
    useWatch({
      name: [
        'lastName',
        'firstName',
        'fatherName',
        'birthday',
        'passSeria',
        'passNum',
        'phoneNumberList',
        'email',
        'registrationAddress',
      ],
    }) as [string, string | null, string | null, string | null, string?, string?, string[]?, string?, string?];
  return (
    <DuplicateHints
      person={{
        lastName: lastName ?? '',
        firstName: firstName ?? '',
        fatherName: fatherName ?? '',
        birthday,
        passSeria,
        passNum,
        phoneNumberList: phoneNumberList ?? [],
        email,
        registrationAddress,
      }}
      onPick={(hint) => onPick(hint.id)}
      pickLabel="Открыть карточку"
    />
  );
}
