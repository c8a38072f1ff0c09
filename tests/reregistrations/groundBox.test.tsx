// The card shows what its case stands on: the fields of the reason in words and the note.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { reregistrationReasons, type ReasonInfo } from '../../contract/reregistrations/steps.ts';
import { keyOf } from '../../providers/reading.ts';
import { GroundBox } from '../../resources/reregistrations/GroundBox.tsx';

afterEach(cleanup);

const fields: ReasonInfo['fields'] = [
  { key: 'inheritanceCertificate', label: 'Свидетельство о праве на наследство, №', kind: 'text', required: true },
  { key: 'deathDate', label: 'Дата смерти', kind: 'date', required: true },
  { key: 'surcharge', label: 'Доплата', kind: 'money', required: false },
];
function show(form: object) {
  const client = new QueryClient();
  client.setQueryData(keyOf(reregistrationReasons), {
    data: [{ id: 3, name: 'Наследование', fields } as ReasonInfo],
  });
  const card = { reason: 3, form: { details: {}, comment: null, pibNumber: null, pibDate: null, ...form } };
  render(
    <QueryClientProvider client={client}>
      <GroundBox card={card as unknown as ReregistrationCard} />
    </QueryClientProvider>,
  );
}
const valueOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

it('names the certificate, the day, the sum, the ПИБ paper and the note', () => {
  const details = { inheritanceCertificate: '78 АВ 3114020', deathDate: '2025-08-14', surcharge: '500' };
  show({ details, comment: 'Вдова согласна', pibNumber: '17', pibDate: '2001-02-03' });
  expect(valueOf('Свидетельство о праве на наследство, №')).toBe('78 АВ 3114020');
  expect(valueOf('Дата смерти')).toBe('14.08.2025');
  expect(valueOf('Доплата')).toBe('500 ₽');
  expect(valueOf('Справка ПИБ')).toBe('№ 17 от 03.02.2001');
  expect(screen.getByText('Вдова согласна')).toBeDefined();
});

it('takes no room where nothing was written down', () => {
  show({});
  expect(screen.queryByText('Основание')).toBeNull();
});
