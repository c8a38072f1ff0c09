// Choices that stand in the address: the usual one leaves no trace, others of the page stay.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { useInAddress } from '../../widgets/useInAddress.ts';

function Page() {
  const [chosen, choose] = useInAddress({ show: 'all', q: '', page: '1' });
  return (
    <>
      <output>{`${useLocation().search} ${JSON.stringify(chosen)}`}</output>
      <button onClick={() => choose({ show: 'mine', page: '1' })}>Мои</button>
      <button onClick={() => choose({ show: 'all', q: '' })}>Все</button>
    </>
  );
}

it('is read from the address and written there', async () => {
  render(
    <MemoryRouter initialEntries={['/jobs?id=7&q=ворота&page=3']}>
      <Page />
    </MemoryRouter>,
  );
  const said = () => decodeURIComponent(screen.getByRole('status').textContent ?? '');
  expect(said()).toBe('?id=7&q=ворота&page=3 {"show":"all","q":"ворота","page":"3"}');
  await userEvent.click(screen.getByRole('button', { name: 'Мои' }));
  expect(said()).toBe('?id=7&q=ворота&show=mine {"show":"mine","q":"ворота","page":"1"}');
  await userEvent.click(screen.getByRole('button', { name: 'Все' }));
  expect(said()).toBe('?id=7 {"show":"all","q":"","page":"1"}');
});
