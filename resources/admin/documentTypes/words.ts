// Words of the kinds of papers.
import type { DocumentContext } from '../../../contract/documents.ts';
import type { DocumentKindRow } from '../../../contract/documents/kinds.ts';

const contexts: Record<DocumentContext, string> = {
  garage: 'гараж',
  profile: 'человек',
  contribution: 'взнос',
  reregistration: 'переоформление',
  notification: 'рассылка',
};
export const contextsOf = (kind: DocumentKindRow) => kind.contexts.map((one) => contexts[one]).join(', ');

export const contextOptions = Object.entries(contexts)
  .filter(([value]) => value !== 'contribution' && value !== 'notification')
  .map(([value, label]) => ({ value, label }));

export const dateOptions = [
  { value: 'day', label: 'День (можно выбрать период)' },
  { value: 'period', label: 'Период (можно выбрать день)' },
];

export const accessOf = (isPersonal: boolean) => (isPersonal ? 'Ведение реестра' : 'все');
