// Refusals on the card: written down and taken back by hand, each with whence it is known.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Refusals } from '../../resources/notifications/Refusals.tsx';
import { inTime } from '../kit/busy.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { mailingStage, owner } from './kit.ts';

let stage: Awaited<ReturnType<typeof mailingStage>>;
let wire: Wire;
beforeAll(async () => {
  stage = await mailingStage();
  wire = wireTo(stage.t);
  wire.enter(stage.po);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
afterAll(async () => {
  wire.cut();
  await stage.t.close();
});

it(
  'a refusal is written, an impossible way back is told at the field, the right one stays in sight',
  {
    timeout: inTime(60_000),
  },
  async () => {
    const user = userEvent.setup();
    const id = await owner(stage.mo, stage.w.po, { sms: true });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Refusals profile={id} mayEdit />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    await screen.findByText('Ни от чего не отписан.');
    await user.click(screen.getByRole('button', { name: 'Записать отказ' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Записать' }));
    await user.click(await screen.findByRole('button', { name: 'Снять отказ: «Долг и взносы», СМС' }));
    const dialog = await screen.findByRole('dialog', { name: /^Снять отказ/ });
    await user.type(within(dialog).getByLabelText('Номер документа'), '12');
    const day = within(dialog).getByLabelText(/Когда сказал/);
    await user.clear(day);
    await user.type(day, '01.01.2020');
    await user.click(within(dialog).getByRole('button', { name: 'Снять' }));
    await within(dialog).findByText('Он отказался позже этого дня');
    await user.clear(day);
    await user.type(day, '20.11.2026');
    await user.click(within(dialog).getByRole('button', { name: 'Снять' }));
    await screen.findByText(/снят 20\.11\.2026: заявление человека № 12/);
    expect(screen.queryByRole('button', { name: /^Снять отказ/ })).toBeNull();
  },
);
