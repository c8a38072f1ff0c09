// Reasons of re-registrations as data: who comes and leaves, fields, papers, whose tariff, who may finish it alone.
import type { FieldKey } from '../../../contract/reregistrations.ts';
import { reasonNames } from '../../../contract/reregistrations/reasons.ts';
import type { TariffGroup } from '../../../contract/reregistrations/tariffs.ts';

export interface Field {
  key: FieldKey;
  label: string;
  kind: 'text' | 'date' | 'money';
  required: boolean;
}
export interface PaperKind {
  kind: string;
  title: string;
  required: boolean;
}
export interface Reason {
  id: number;
  name: string;
  comes: 'new' | 'added' | 'nobody';
  leaves: 'chosen' | 'nobody';
  group: TariffGroup;
  fields: readonly Field[];
  papers: readonly PaperKind[];
  hasPrice?: boolean;
  hasTransit?: boolean;
  /** The day of the change may be earlier than the application. */
  isEarlier?: boolean;
  /** Completed whatever is owed. */
  ignoresDebt?: boolean;
  /** A ПО finishes it alone. */
  isSmall?: boolean;
  /** New owners pay an entrance fee. */
  hasEntrance?: boolean;
  minComment?: number;
}

const text = (key: FieldKey, label: string, required = true): Field => ({ key, label, kind: 'text', required });
const date = (key: FieldKey, label: string, required = true): Field => ({ key, label, kind: 'date', required });
const paper = (kind: string, title: string, required = true): PaperKind => ({ kind, title, required });

const bothStatements = [
  paper('statement_old', 'Заявление прежнего владельца'),
  paper('statement_new', 'Заявление нового владельца'),
];
const passports = paper('passports', 'Паспорта сторон');
const document = [text('documentNumber', 'Номер документа'), date('documentDate', 'Дата документа')];
const relation = (required: boolean) => text('relation', 'Степень родства', required);
const owners = { comes: 'new', leaves: 'chosen', hasTransit: true, hasEntrance: true } as const;

export const reasons: readonly Reason[] = [
  {
    id: 1,
    name: reasonNames[1]!,
    ...owners,
    group: 'full',
    hasPrice: true,
    fields: [],
    papers: [
      paper('contract', 'Договор купли-продажи'),
      paper('act', 'Акт передачи'),
      ...bothStatements,
      passports,
      paper('receipt', 'Расписка в получении денег', false),
    ],
  },
  {
    id: 2,
    name: reasonNames[2]!,
    ...owners,
    group: 'full',
    fields: [relation(false)],
    papers: [paper('contract', 'Договор дарения'), ...bothStatements],
  },
  {
    id: 3,
    name: reasonNames[3]!,
    ...owners,
    group: 'heir',
    isEarlier: true,
    fields: [
      text('inheritanceCertificate', 'Свидетельство о праве на наследство, №'),
      date('inheritanceDate', 'Дата свидетельства'),
      text('notary', 'Нотариус'),
      text('deathCertificate', 'Свидетельство о смерти, №'),
      date('deathDate', 'Дата смерти'),
    ],
    papers: [
      paper('inheritance', 'Свидетельство о праве на наследство'),
      paper('death', 'Свидетельство о смерти'),
      paper('statement_new', 'Заявления наследников'),
    ],
  },
  {
    id: 4,
    name: reasonNames[4]!,
    comes: 'new',
    leaves: 'chosen',
    hasEntrance: true,
    group: 'exchange',
    fields: [{ key: 'surcharge', label: 'Доплата', kind: 'money', required: false }],
    papers: [paper('contract', 'Договор мены'), ...bothStatements],
  },
  {
    id: 5,
    name: reasonNames[5]!,
    ...owners,
    group: 'court',
    isEarlier: true,
    fields: [
      text('courtDecisionNumber', 'Номер решения'),
      date('courtDecisionDate', 'Дата решения'),
      text('court', 'Суд'),
      date('courtInForce', 'Вступило в силу'),
    ],
    papers: [paper('decision', 'Копия решения с отметкой о вступлении в силу')],
  },
  {
    id: 6,
    name: reasonNames[6]!,
    ...owners,
    group: 'relative',
    fields: document,
    papers: [paper('agreement', 'Нотариальное соглашение или решение суда')],
  },
  {
    id: 7,
    name: reasonNames[7]!,
    comes: 'nobody',
    leaves: 'chosen',
    group: 'free',
    fields: [],
    papers: [paper('statement_old', 'Заявление об отказе')],
  },
  {
    id: 8,
    name: reasonNames[8]!,
    comes: 'new',
    leaves: 'chosen',
    hasEntrance: true,
    group: 'full',
    fields: [text('protocolNumber', 'Номер протокола'), date('protocolDate', 'Дата протокола')],
    papers: [paper('protocol', 'Протокол'), paper('statement_new', 'Заявление о вступлении')],
  },
  {
    id: 9,
    name: reasonNames[9]!,
    comes: 'added',
    leaves: 'nobody',
    hasEntrance: true,
    group: 'half',
    isSmall: true,
    fields: [],
    papers: [paper('statements', 'Заявления всех владельцев')],
  },
  {
    id: 10,
    name: reasonNames[10]!,
    comes: 'nobody',
    leaves: 'chosen',
    group: 'half',
    isSmall: true,
    fields: [],
    papers: [paper('statement_old', 'Заявление или свидетельство о смерти')],
  },
  {
    id: 11,
    name: reasonNames[11]!,
    ...owners,
    group: 'relative',
    fields: [relation(true)],
    papers: [paper('kinship', 'Подтверждение родства'), ...bothStatements],
  },
  {
    id: 12,
    name: reasonNames[12]!,
    comes: 'nobody',
    leaves: 'nobody',
    group: 'free',
    ignoresDebt: true,
    isSmall: true,
    fields: [
      text('newLastName', 'Новая фамилия'),
      text('newFirstName', 'Имя', false),
      text('newFatherName', 'Отчество', false),
    ],
    papers: [
      paper('certificate', 'Свидетельство о перемене имени или браке, у организации — выписка из ЕГРЮЛ'),
      paper('passports', 'Новый паспорт, у организации — устав'),
    ],
  },
  {
    id: 13,
    name: reasonNames[13]!,
    comes: 'new',
    leaves: 'chosen',
    group: 'free',
    ignoresDebt: true,
    isSmall: true,
    minComment: 20,
    fields: [],
    papers: [paper('commission', 'Акт комиссии')],
  },
];

const byId = new Map(reasons.map((reason) => [reason.id, reason]));
/** The contract lets only known numbers through. */
export const reasonOf = (id: number): Reason => byId.get(id)!;

/** Paper by which the new owner takes over the debt; asked for beside those of the reason. */
export const DEBT_CONSENT = paper('debt_consent', 'Согласие принять долг');

/** Children on each side: under 14 another acts for them, from 14 to 18 he consents. */
export interface Minors {
  child: boolean;
  teen: boolean;
  oldChild: boolean;
  oldTeen: boolean;
}
const nobodyYoung: Minors = { child: false, teen: false, oldChild: false, oldTeen: false };
/** Who leaves signs: nobody does where he has died, a court or the ПО decides, or the books are corrected. */
export const formerSigns = ({ id, leaves }: Reason) => leaves === 'chosen' && ![3, 5, 8, 13].includes(id);
export const GUARDIAN = paper('guardian', 'Документ законного представителя');
export const MINOR_CONSENT = paper('minor_consent', 'Согласие законного представителя');
export const OLD_GUARDIAN = paper('guardian_old', 'Документ законного представителя прежнего владельца');
export const OLD_MINOR_CONSENT = paper('minor_consent_old', 'Согласие законного представителя прежнего владельца');

/** The inventory paper of the garage: asked for in no case, kept with any; its number and day stand in the form. */
export const PIB = paper('pib', 'Справка ПИБ', false);

/** Papers of a case: those of its reason, the consent where the debt moves, and what children need. */
export const papersOf = (
  reason: Reason,
  debtAnswer: string | null,
  { child, teen, oldChild, oldTeen }: Minors = nobodyYoung,
): readonly PaperKind[] => [
  ...reason.papers,
  ...(debtAnswer === 'moves_new' ? [DEBT_CONSENT] : []),
  ...(child ? [GUARDIAN] : []),
  ...(teen ? [MINOR_CONSENT] : []),
  ...(oldChild && formerSigns(reason) ? [OLD_GUARDIAN] : []),
  ...(oldTeen && formerSigns(reason) ? [OLD_MINOR_CONSENT] : []),
];

/** Whose tariff is taken: a gift to a relative costs as one. */
export const tariffGroupOf = (reason: Reason, isRelative: boolean): TariffGroup =>
  reason.id === 2 && isRelative ? 'relative' : reason.group;

/** The paper by whose number and day a reason is known again in another case. */
export interface Ground {
  number: FieldKey;
  date: FieldKey;
  title: string;
}
/** A protocol hands out many garages at once, so that its number proves nothing. */
const grounds: Partial<Record<number, Ground>> = {
  3: { number: 'inheritanceCertificate', date: 'inheritanceDate', title: 'Свидетельство о праве на наследство' },
  5: { number: 'courtDecisionNumber', date: 'courtDecisionDate', title: 'Решение суда' },
  6: { number: 'documentNumber', date: 'documentDate', title: 'Соглашение о разделе' },
};
export const groundOf = (reason: number): Ground | null => grounds[reason] ?? null;
