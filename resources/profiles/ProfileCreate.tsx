// A new person, with hints of likely doubles while the form is being filled.
import { useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { plusDays } from '../../contract/kernel/days.ts';
import { CONSENT_DAYS, profiles, type ProfileCard } from '../../contract/profiles.ts';
import { HttpError } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { DateInput, RadioInput, SearchSelectInput } from '../../widgets/inputs.ts';
import { today } from '../../widgets/today.ts';
import { formatDate } from '../../widgets/format.ts';
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
  /** Given already, or put off. */
  hasConsent: boolean | null;
  consent: string | null;
}

const editorLabels = { ...labels, hasConsent: 'Согласие', consent: 'Дата согласия' };

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
      values={{ ...emptyProfile, po: null, hasConsent: null, consent: null }}
      labels={editorLabels}
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
          fields: ['hasConsent', 'consent'],
          children: <ConsentQuestion />,
        },
      ]}
      onSave={async ({ po, hasConsent, consent, ...values }) => {
        const problem = consentProblem(hasConsent, consent);
        if (problem) throw new HttpError(422, { message: Object.values(problem)[0]!, errors: problem });
        const data = {
          ...profileBody(values as ProfileValues),
          po: po ? Number(po.value) : null,
          consent: hasConsent && consent ? { signedAt: consent } : null,
        };
        const made = await save(data);
        void navigate(pages.profile(made.id));
      }}
    />
  );
}

/** What is not answered about the consent, by field; null when all is. */
const consentProblem = (has: boolean | null, day: string | null): Record<string, string> | null => {
  if (has === null) return { hasConsent: 'Ответьте, есть ли согласие на обработку персональных данных' };
  return has && !day ? { consent: 'Введите дату согласия' } : null;
};

/** «Согласие получено» with its day, or put off for a month. */
function ConsentQuestion() {
  const has = useWatch({ name: 'hasConsent' }) as boolean | null;
  return (
    <>
      <RadioInput
        source="hasConsent"
        label="Согласие на обработку персональных данных"
        required
        options={[
          { value: true, label: 'Получено' },
          {
            value: false,
            label: `Позже, до ${formatDate(plusDays(today(), CONSENT_DAYS))} (30 дней)`,
            hint: 'Человек попадёт в отбор «без согласия», лист можно напечатать на его карточке',
          },
        ]}
      />
      {has && <DateInput source="consent" label="Дата согласия" required max={today()} />}
    </>
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
