// A button that is refused answers with the reason, to a finger and to the keyboard; one that leads somewhere is a link.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { useToasts } from '../../widgets/toasts.ts';
import { mount } from './mount.tsx';

const Told = () => <output>{useToasts().at(-1)?.text}</output>;

it('refused: comes under Tab, says why, does nothing', async () => {
  const act = vi.fn();
  mount(
    <>
      <ActionButton refusal="Нужно право «Взносы и баланс»" to="/desk" onClick={act}>
        Принять оплату
      </ActionButton>
      <Told />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Принять оплату' });
  expect([button.getAttribute('aria-disabled'), button.title]).toEqual(['true', 'Нужно право «Взносы и баланс»']);
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('status').textContent).toBe('Нужно право «Взносы и баланс»');
  expect(act).not.toHaveBeenCalled();
});

it('allowed: does it, or leads there', async () => {
  const act = vi.fn();
  mount(
    <>
      <ActionButton refusal={null} onClick={act}>
        Изменить
      </ActionButton>
      <ActionButton refusal={null} to="/create-garage">
        Добавить гараж
      </ActionButton>
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Изменить' }));
  expect(act).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link', { name: 'Добавить гараж' }).getAttribute('href')).toBe('/create-garage');
});
