// «Склонение ФИО»: the name in the cases of papers; an empty field leaves it to the program, whose words stand in it as a hint.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { declineName, nameCaseFields } from '../../contract/profiles/nameCases.ts';
import { reading } from '../../providers/reading.ts';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { TextInput } from '../../widgets/inputs.ts';
import { Note } from '../../widgets/Note.tsx';
import { labels } from './ru.ts';

/** A name is asked about when its typing rests. */
const REST_MS = 400;

export function NameCases() {
  const hint = useProgramCases();
  const said = useWatch({ name: nameCaseFields }) as (string | null)[];
  const doubtful = (hint?.doubtful ?? []).filter((field) => !said[nameCaseFields.indexOf(field)]);
  return (
    <>
      {doubtful.length > 0 && (
        <Note tone="amber" role="status">
          Программа не уверена: {doubtful.map((field) => hint![field]).join(', ')}. Если не так, впишите верное.
        </Note>
      )}
      <FieldGrid>
        {nameCaseFields.map((field) => (
          <TextInput
            key={field}
            source={field}
            label={labels[field]!}
            maxLength={250}
            {...(hint && { placeholder: hint[field] })}
          />
        ))}
      </FieldGrid>
    </>
  );
}

function useProgramCases() {
  const typed = (useWatch({ name: ['lastName', 'firstName', 'fatherName'] }) as (string | null)[]).map(
    (part) => part?.trim() ?? '',
  );
  const whole = typed.join('\n');
  const [rested, setRested] = useState(whole);
  useEffect(() => {
    const timer = setTimeout(() => setRested(whole), REST_MS);
    return () => clearTimeout(timer);
  }, [whole]);
  const [lastName = '', firstName = '', fatherName = ''] = rested.split('\n');
  const { data } = useQuery({
    ...reading(declineName, { body: { lastName, firstName, fatherName } }),
    enabled: lastName !== '',
    staleTime: Infinity,
  });
  return lastName ? data : undefined;
}
