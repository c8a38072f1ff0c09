// Names of people in the cases that papers need. Two libraries decline; where they disagree the name is marked for a look.
import lvovich from 'lvovich';
import petrovich from 'petrovich';

export type GrammaticalCase = 'genitive' | 'dative' | 'accusative' | 'instrumental' | 'prepositional';
export interface PersonName {
  lastName: string;
  firstName: string;
  fatherName: string | null;
}
export interface DeclinedName extends PersonName {
  /** The libraries disagree: a person should look at it («проверьте склонение»). */
  isDoubtful: boolean;
}

/** The name in a case; the gender is read from the patronymic, else from the first name. Empty parts stay empty. */
export function declineName(name: PersonName, to: GrammaticalCase): DeclinedName {
  const gender = genderOf(name);
  const first = byPetrovich(name, to, gender);
  const second = byLvovich(name, to, gender);
  const isSame = (['lastName', 'firstName', 'fatherName'] as const).every(
    (part) => (first[part] ?? '').toLowerCase() === (second[part] ?? '').toLowerCase(),
  );
  return { ...first, isDoubtful: !isSame };
}

type Gender = 'male' | 'female' | 'androgynous';

function genderOf({ firstName, fatherName }: PersonName): Gender {
  if (/(вна|чна|кызы)$/i.test(fatherName ?? '')) return 'female';
  if (/(вич|ьич|оглы)$/i.test(fatherName ?? '')) return 'male';
  const guessed = lvovich.getFirstnameGender(firstName);
  return guessed === 'male' || guessed === 'female' ? guessed : 'androgynous';
}

/** The library knows «Киселева» and not «Киселёва», of whom it makes «Киселёве»: the letter is put back after it. */
function byPetrovich(name: PersonName, to: GrammaticalCase, gender: Gender): PersonName {
  const hasYo = gender === 'female' && name.lastName.endsWith('ёва');
  const { last, first, middle } = petrovich(
    {
      gender,
      last: hasYo ? name.lastName.replace(/ёва$/, 'ева') : name.lastName,
      first: name.firstName,
      middle: name.fatherName ?? '',
    },
    to,
  );
  const lastName = (hasYo ? last?.replace(/ев(а|ой|у|ою)$/, 'ёв$1') : last) ?? '';
  return { lastName, firstName: first ?? '', fatherName: middle || null };
}

function byLvovich(name: PersonName, to: GrammaticalCase, gender: Gender): PersonName {
  const { last, first, middle } = lvovich.incline(
    {
      last: name.lastName,
      first: name.firstName,
      middle: name.fatherName ?? '',
      ...(gender !== 'androgynous' && { gender }),
    },
    to,
  );
  return { lastName: last ?? '', firstName: first ?? '', fatherName: middle || null };
}
