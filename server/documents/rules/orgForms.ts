// What papers call an association by its form: a ПО is a part of the society, a ГСК or ТСН is a body of its own. Pure.
import type { OrgFacts } from '../facts/types.ts';

interface FormWords {
  /** «ВОА»: the mark in the head of a letter. */
  emblem: string;
  name: string;
  /** Of what one asks to be a member, in full. */
  whole: string;
  /** «член ВОА», «член кооператива». */
  member: string;
  /** Rules that a newcomer has read besides the charter. */
  rules: string;
}

const society: FormWords = {
  emblem: 'ВОА',
  name: 'Всероссийское общество автомобилистов',
  whole: 'Всероссийского общества автомобилистов',
  member: 'ВОА',
  rules: 'правилами коллективной автостоянки',
};
const own = {
  gsk: {
    emblem: 'ГСК',
    name: 'Гаражно-строительный кооператив',
    whole: 'гаражно-строительного кооператива',
    member: 'кооператива',
    rules: 'правилами внутреннего распорядка',
  },
  tsn: {
    emblem: 'ТСН',
    name: 'Товарищество собственников недвижимости',
    whole: 'товарищества собственников недвижимости',
    member: 'товарищества',
    rules: 'правилами внутреннего распорядка',
  },
} satisfies Record<string, FormWords>;

type Formed = Pick<OrgFacts, 'org_form'>;

/** Whether the association is a part of the society: its region and МО stand above it in the head of papers. */
export const isOfSociety = ({ org_form: form }: Formed): boolean => !Object.hasOwn(own, form);
/** Words of the form of an association; one that is not known is taken for a part of the society. */
export const wordsOfForm = (org: Formed): FormWords =>
  isOfSociety(org) ? society : own[org.org_form as keyof typeof own];
/** Short words of the society that stand in names and roles, and what they are of. */
const shortWords = {
  МО: 'местное отделение',
  КАС: 'коллективная автостоянка',
  ПО: 'первичная организация',
  ВОА: society.name,
} as const;
type ShortWord = keyof typeof shortWords;
type Called = Formed & Pick<OrgFacts, 'mo_name' | 'po_name' | 'payee_name'>;

/** The short words that are in a text, each as a word of its own. A cooperative has other ones: its head calls it in full. */
const shortWordsIn = (org: Formed, text: string): ShortWord[] =>
  isOfSociety(org)
    ? (Object.keys(shortWords) as ShortWord[]).filter((word) =>
        new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(text),
      )
    : [];

/** «местное отделение»: what stands beside the name of a МО in the head of a letter; empty where the name says it by itself. */
export const moInFull = (org: Called): string =>
  shortWordsIn(org, org.mo_name)
    .map((word) => shortWords[word])
    .join(', ');
/** The same beside the name of a ПО, which people of other offices know neither by its short word nor by its role. */
export const poInFull = (org: Called): string =>
  shortWordsIn(org, `${org.po_name} ${calledPo(org)}`)
    .filter((word) => word === 'КАС' || word === 'ПО')
    .map((word) => shortWords[word] + (word === 'ПО' ? ` — ${word}` : ''))
    .join(', ');
/** «КАС — коллективная автостоянка, …»: all of them, for a paper without a head. */
export const shortWordsOf = (org: Called): string =>
  shortWordsIn(org, `${org.mo_name} ${org.po_name} ${calledPo(org)}`)
    .map((word) => `${word} — ${shortWords[word]}`)
    .join(', ');
/** What else a paper calls a ПО: the payee, «Председатель ПО». */
const calledPo = (org: Called) => `${org.payee_name ?? ''} ${org.org_form === 'voa_po' ? 'ПО' : ''}`;

/** Who decides between meetings, one word for both cases that papers need: only a ПО without an own legal person has a bureau. */
export const boardOf = ({ org_form: form }: Formed): { nominative: string; genitive: string } =>
  form === 'voa_po' ? { nominative: 'бюро', genitive: 'бюро' } : { nominative: 'правление', genitive: 'правления' };
