// The bar of shares: an heir who is not named yet counts in «Поровну», and a rest may wait for him.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { emptyForm, newOwnerRow, type StepProps, type WizardForm } from '../../resources/reregistrations/wizardForm.ts';
import { ShareBar } from '../../resources/reregistrations/wizardSteps.tsx';

afterEach(cleanup);

const owner = { id: 1, full_name: 'Петров Иван', share: null, started_on: null };
const named = (label: string, share = '') => {
  const row = newOwnerRow();
  return { ...row, pick: { ...row.pick, existing: { value: label.length, label } }, share };
};

/** The bar over a form that it changes; answers the form as it is now. */
function open(owners: WizardForm['owners'], inherited: object = { dead: null, estate: null }) {
  const now = { form: { ...emptyForm(), reason: 3, owners } };
  function Page() {
    const [form, setForm] = useState(now.form);
    now.form = form;
    const props = {
      reason: { id: 3, leaves: 'chosen' },
      start: { owners: [{ ...owner, ...inherited }] },
      errors: {},
      reasons: [],
    };
    return (
      <ShareBar
        {...(props as unknown as StepProps)}
        form={form}
        set={(change) => setForm((before) => ({ ...before, ...change }))}
      />
    );
  }
  render(<Page />);
  return now;
}
const shares = (now: { form: WizardForm }) => now.form.owners.map((row) => row.share);

it('gives an equal part to the heir who has no name yet', async () => {
  const now = open([named('Кузнецова Анна'), named('Кузнецов Пётр'), newOwnerRow()]);
  await userEvent.click(screen.getByRole('button', { name: 'Поровну: по 1/3' }));
  expect(shares(now)).toEqual(['1/3', '1/3', '1/3']);
  expect(screen.getByRole('status').textContent).toBe('1/3 + 1/3 + 1/3 = 1');
  expect(screen.getByText('1/3 3-й')).toBeDefined();
});

it('lets what is missing wait for one more', async () => {
  const now = open([named('Кузнецова Анна', '1/2'), named('Кузнецов Пётр', '1/4')]);
  await userEvent.click(screen.getByRole('button', { name: '1/4 ждёт ещё одного' }));
  expect(shares(now)).toEqual(['1/2', '1/4', '1/4']);
  expect(screen.queryByRole('button', { name: /ждёт ещё одного/ })).toBeNull();
});

it('leaves in the estate what nobody has taken, once', async () => {
  const now = open([named('Кузнецова Анна', '1/4')], { dead: { id: 7, name: 'Петров Иван' }, estate: null });
  await userEvent.click(screen.getByRole('button', { name: '3/4 не оформлена: оставить в наследстве' }));
  expect(shares(now)).toEqual(['1/4', '3/4']);
  expect(now.form.owners[1]!.pick).toMatchObject({
    isNew: true,
    kind: 'estate',
    lastName: 'Наследство: Петров Иван',
    estateOf: { value: 7 },
  });
  expect(screen.queryByRole('button', { name: /оставить в наследстве/ })).toBeNull();
});

it('takes the card of the estate where there is one', async () => {
  const now = open([named('Кузнецова Анна', '1/4'), newOwnerRow()], {
    dead: { id: 7, name: 'Петров Иван' },
    estate: { id: 9, name: 'Наследство: Петров Иван' },
  });
  await userEvent.click(screen.getByRole('button', { name: '3/4 не оформлена: оставить в наследстве' }));
  expect(now.form.owners.map(({ pick, share }) => [pick.existing?.value, share])).toEqual([
    ['Кузнецова Анна'.length, '1/4'],
    [9, '3/4'],
  ]);
});
