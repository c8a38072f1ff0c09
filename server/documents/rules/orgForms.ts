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
/** Who decides between meetings, one word for both cases that papers need: only a ПО without an own legal person has a bureau. */
export const boardOf = ({ org_form: form }: Formed): { nominative: string; genitive: string } =>
  form === 'voa_po' ? { nominative: 'бюро', genitive: 'бюро' } : { nominative: 'правление', genitive: 'правления' };
