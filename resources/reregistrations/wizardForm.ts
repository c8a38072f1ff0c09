// The wizard's form: what is typed, how it is sent, how a saved case comes back into it.
import type { FieldKey, Preview, ReregistrationCard } from '../../contract/reregistrations.ts';
import type { reregistrationStart, ReasonInfo } from '../../contract/reregistrations/steps.ts';
import type { ReplyOf } from '../../providers/http.ts';
import { today } from '../../widgets/today.ts';
import { emptyPick, personBody, type PersonPick } from '../profiles/PersonPicker.tsx';

export interface OwnerRow {
  key: string;
  pick: PersonPick;
  share: string;
}
export interface TransitRow {
  key: string;
  pick: PersonPick;
  date: string | null;
  reason: number;
  paper: string;
}
export interface WizardForm {
  reason: number;
  dateRequest: string | null;
  date: string | null;
  owners: OwnerRow[];
  leaving: number[];
  shares: Record<string, string>;
  transit: TransitRow[];
  exchangeGarage: number | null;
  keepHimself: boolean;
  garagePrice: number | null;
  details: Partial<Record<FieldKey, string | null>>;
  debtAnswer: 'pay_before' | 'stays_old' | 'moves_new' | null;
  pibNumber: string;
  pibDate: string | null;
  /** Restrictions that were seen. */
  acknowledged: number[];
  comment: string;
}

export type Start = ReplyOf<typeof reregistrationStart>;
export interface StepProps {
  form: WizardForm;
  set: (change: Partial<WizardForm>) => void;
  errors: Record<string, string>;
  reason: ReasonInfo;
  reasons: readonly ReasonInfo[];
  start: Start;
}

/** What the preview says stands in the way, at its fields, while they are typed. */
export const saidOf = (preview: Preview | undefined, prefix: string): Record<string, string> =>
  Object.fromEntries(
    (preview?.checks ?? []).flatMap(({ field, state, text }) =>
      state === 'blocks' && field?.startsWith(prefix) ? [[field, text]] : [],
    ),
  );

let made = 0;
export const newOwnerRow = (): OwnerRow => ({ key: `n${(made += 1)}`, pick: emptyPick, share: '' });
export const newTransitRow = (reason: number): TransitRow => ({
  key: `t${(made += 1)}`,
  pick: emptyPick,
  date: null,
  reason,
  paper: '',
});

export const emptyForm = (): WizardForm => ({
  reason: 1,
  dateRequest: today(),
  date: today(),
  owners: [newOwnerRow()],
  leaving: [],
  shares: {},
  transit: [],
  exchangeGarage: null,
  keepHimself: true,
  garagePrice: null,
  details: {},
  debtAnswer: null,
  pibNumber: '',
  pibDate: null,
  acknowledged: [],
  comment: '',
});

/** Name of a person, picked or typed. */
export const nameOfPick = (pick: PersonPick) =>
  pick.isNew
    ? (pick.kind === 'person' ? [pick.lastName, pick.firstName, pick.fatherName] : [pick.lastName])
        .filter(Boolean)
        .join(' ')
    : (pick.existing?.label ?? '');

const isNamed = (pick: PersonPick) => (pick.isNew ? pick.lastName.trim() !== '' : pick.existing !== null);

/** The body of a call. People who are not named yet stay out: a draft may be kept half filled. */
export function bodyOf(form: WizardForm, comes: 'new' | 'added' | 'nobody') {
  const owners = comes === 'nobody' || form.reason === 4 ? [] : form.owners.filter((row) => isNamed(row.pick));
  const chain = form.keepHimself ? [] : form.transit.filter((row) => isNamed(row.pick));
  return {
    reason: form.reason,
    dateRequest: form.dateRequest ?? '',
    date: form.date ?? '',
    newOwner: owners.map((row, nth) => ({ ...personBody(row.pick), share: row.share, isPrimary: nth === 0 })),
    leaving: form.leaving,
    // A share that was cleared is taken away: left out, it would stay as it is.
    shares: Object.fromEntries(Object.entries(form.shares).map(([id, share]) => [id, share.trim() || null])),
    alreadyExistTransitProfile: chain.map((row) => ({
      owner: { ...personBody(row.pick), share: null, isPrimary: false },
      date: row.date ?? form.date ?? '',
      reason: row.reason,
      paper: row.paper,
    })),
    exchangeGarage: form.reason === 4 ? form.exchangeGarage : null,
    keepHimself: form.keepHimself,
    garagePrice: form.garagePrice,
    details: form.details,
    debtAnswer: form.debtAnswer,
    pibNumber: form.pibNumber,
    pibDate: form.pibDate,
    acknowledged: form.acknowledged,
    comment: form.comment,
  };
}

/** A saved case as a form. `leaving` keeps only what was chosen among several owners. */
export function formOf(card: ReregistrationCard): WizardForm {
  const { form } = card;
  const nameOf = new Map(card.parties.map((party) => [party.profile_id, party.full_name]));
  const pickOf = (id: number | null): PersonPick =>
    id ? { ...emptyPick, existing: { value: id, label: nameOf.get(id) ?? `№ ${id}` } } : emptyPick;
  const owners = form.newOwner.map(({ profileId, share }) => ({
    ...newOwnerRow(),
    pick: pickOf(profileId),
    share: share ?? '',
  }));
  const transit = form.alreadyExistTransitProfile.map(({ owner, date, reason, paper }) => ({
    ...newTransitRow(reason),
    pick: pickOf(owner.profileId),
    date,
    paper: paper ?? '',
  }));
  return {
    reason: form.reason,
    dateRequest: form.dateRequest,
    date: form.date,
    owners: owners.length ? owners : [newOwnerRow()],
    leaving: form.leaving,
    shares: Object.fromEntries(Object.entries(form.shares).map(([id, share]) => [id, share ?? ''])),
    transit,
    exchangeGarage: form.exchangeGarage,
    keepHimself: form.keepHimself && !transit.length,
    garagePrice: form.garagePrice,
    details: form.details,
    debtAnswer: form.debtAnswer,
    pibNumber: form.pibNumber ?? '',
    pibDate: form.pibDate,
    acknowledged: form.acknowledged,
    comment: form.comment ?? '',
  };
}
